%% The counter of `shop`.
-module(shop_counter).
-behaviour(gen_server).
-export([start_link/0, next/0, crash/0, environment/1]).
-export([init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

next() -> gen_server:call(?MODULE, next).

crash() -> gen_server:cast(?MODULE, crash).

environment(Key) -> gen_server:call(?MODULE, {environment, Key}).

init([]) -> {ok, 0}.

handle_call({environment, Key}, _, N) ->
    {ok, Value} = application:get_env(Key),
    {reply, Value, N};
handle_call(next, _, N) -> {reply, N + 1, N + 1}.

handle_cast(crash, N) -> {stop, crash, N}.
