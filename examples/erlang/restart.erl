%% A shopping cart under a supervisor, which starts it again when it has crashed.
%%
%% One customer adds an apple and looks; another one's request makes the cart crash. A customer may
%% be told that there is no cart. But the new cart begins as init/1 says: the apple is gone, though
%% it was said to be there. What has to outlive a crash must not be in the process that crashes.
%%
%%   mazurka check restart.erl                      a bug
%%   mazurka check restart.erl --entry repaired     verified

-module(restart).
-behaviour(supervisor).
-behaviour(gen_server).
-export([test/0, repaired/0, start_link/1]).
-export([init/1, handle_call/3, handle_cast/2]).

test() -> shop(state).

%% The items are in a table, which belongs to the process of the test.
repaired() ->
    ets:new(items, [public, named_table]),
    shop(table).

shop(Where) ->
    process_flag(trap_exit, true),
    {ok, Supervisor} = supervisor:start_link(?MODULE, {supervisor, Where}),
    spawn(fun() -> gen_server:cast(cart, crash) end),
    case {ask({add, apple}), ask(items)} of
        {ok, []} -> exit(lost);
        {ok, [apple]} -> ok;
        {_, unavailable} -> ok;
        {unavailable, _} -> ok
    end,
    exit(Supervisor, shutdown),
    receive {'EXIT', Supervisor, shutdown} -> ok end.

ask(Request) ->
    try gen_server:call(cart, Request, infinity)
    catch exit:_ -> unavailable
    end.

start_link(Where) ->
    gen_server:start_link({local, cart}, ?MODULE, {cart, Where}, []).

init({supervisor, Where}) ->
    Cart = #{id => cart, start => {?MODULE, start_link, [Where]}},
    {ok, {#{strategy => one_for_one, intensity => 1, period => 5}, [Cart]}};
init({cart, Where}) ->
    {ok, {Where, []}}.

handle_call({add, Item}, _, {state, Items}) -> {reply, ok, {state, [Item | Items]}};
handle_call(items, _, {state, Items}) -> {reply, Items, {state, Items}};
handle_call({add, Item}, _, {table, _} = State) ->
    ets:insert(items, {Item}),
    {reply, ok, State};
handle_call(items, _, {table, _} = State) ->
    {reply, [Item || {Item} <- ets:tab2list(items)], State}.

%% (An exit that is no bug by itself.)
handle_cast(crash, _) -> exit({shutdown, crash}).
