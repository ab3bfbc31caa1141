%% A number that callers read, set and count up.
-module(counter).
-behaviour(gen_server).
-export([start_link/0, stop/0, value/0, set/1, up/0, up_at_once/0]).
-export([init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, 0, []).

stop() -> gen_server:stop(?MODULE).

value() -> gen_server:call(?MODULE, value).

set(Value) -> gen_server:call(?MODULE, {set, Value}).

%% The race: another caller may count between the two calls.
up() -> set(value() + 1).

%% Right: the server does both.
up_at_once() -> gen_server:call(?MODULE, up).

init(Value) -> {ok, Value}.

handle_call(value, _From, Value) -> {reply, Value, Value};
handle_call({set, New}, _From, _Value) -> {reply, ok, New};
handle_call(up, _From, Value) -> {reply, ok, Value + 1}.

handle_cast(_, Value) -> {noreply, Value}.
