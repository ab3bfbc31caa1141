%% Limits of 5 seconds, which are never over in these tests, and shorter ones.
-module(limits).
-export([stops/0, receives_response/0, waits_response/0, short/0]).
-export([needless/0, needed/0, in_order/0, at_once/0, cancelled/0, behind/0, loses_update/0]).
-export([calls_here/0, asks_here/0, crashes_there/0, gives_up/0, compiles/0]).
-export([sasl/0]).
-export([init/1, handle_call/3, handle_cast/2]).

init(_) -> {ok, 0}.
handle_call(X, _, State) -> {reply, X, State}.
handle_cast(_, State) -> {noreply, State}.

%% What is left of a limit is computed from the clock.
stops() ->
    {ok, Pid} = gen_server:start(?MODULE, [], []),
    ok = gen_server:stop(Pid, normal, 5000).

receives_response() ->
    {ok, Pid} = gen_server:start(?MODULE, [], []),
    Request = gen_server:send_request(Pid, hello),
    {reply, hello} = gen_server:receive_response(Request, 5000),
    ok = gen_server:stop(Pid).

waits_response() ->
    {ok, Pid} = gen_server:start(?MODULE, [], []),
    Request = gen_server:send_request(Pid, hello),
    {reply, hello} = gen_server:wait_response(Request, {abs, erlang:monotonic_time(millisecond) + 5000}),
    ok = gen_server:stop(Pid).

%% A shorter limit may be over, whatever the clock says.
short() ->
    Start = erlang:monotonic_time(millisecond),
    Self = self(),
    spawn(fun() -> Self ! hello end),
    Rest = Start + 4000 - erlang:monotonic_time(millisecond),
    receive hello -> ok after Rest -> ok end.

%% A timer that nobody needs does not come.
needless() ->
    erlang:send_after(5000, self(), late),
    Self = self(),
    spawn(fun() -> Self ! hello end),
    receive late -> exit(late); hello -> ok end.

%% One that somebody needs comes when nothing else can go on.
needed() ->
    ets:new(seen, [named_table, public]),
    spawn(fun() -> ets:insert(seen, {it}) end),
    erlang:send_after(5000, self(), late),
    receive late -> [{it}] = ets:lookup(seen, it) end.

%% What is due first comes first.
in_order() ->
    Self = self(),
    spawn(fun() -> erlang:send_after(7000, Self, second) end),
    spawn(fun() -> erlang:start_timer(5000, Self, first) end),
    receive {timeout, _, first} -> ok; second -> exit(early) end,
    receive second -> ok end.

%% What is due at once comes in both orders.
at_once() ->
    Self = self(),
    spawn(fun() -> erlang:send_after(5000, Self, one) end),
    spawn(fun() -> erlang:send_after(5000, Self, other) end),
    receive A -> A end,
    receive B -> B end,
    true = A =/= B.

cancelled() ->
    Timer = erlang:send_after(5000, self(), late),
    Other = erlang:send_after(6000, self(), later),
    Self = self(),
    spawn(fun() -> Self ! hello end),
    receive hello -> ok end,
    5000 = erlang:cancel_timer(Timer),
    receive later -> ok end,
    false = erlang:read_timer(Other),
    receive late -> exit(late) after 0 -> ok end.

%% A timer that a timer has started comes after it; one of before may be due earlier.
behind() ->
    Self = self(),
    spawn(fun() ->
        erlang:send_after(5000, self(), go),
        receive go -> erlang:send_after(5000, Self, last) end
    end),
    erlang:send_after(9000, self(), first),
    receive X -> first = X end,
    receive Y -> last = Y end.

%% All that processes do before is in any order.
loses_update() ->
    ets:new(counter, [named_table, public]),
    ets:insert(counter, {n, 0}),
    Self = self(),
    Add = fun() ->
        [{n, N}] = ets:lookup(counter, n),
        ets:insert(counter, {n, N + 1}),
        erlang:send_after(5000, Self, done)
    end,
    spawn(Add),
    spawn(Add),
    receive done -> ok end,
    receive done -> ok end,
    [{n, 2}] = ets:lookup(counter, n).

%% Helpers that end with an answer.
calls_here() ->
    Node = node(),
    Node = rpc:call(Node, erlang, node, [], 5000),
    {[Node], []} = rpc:multicall([Node], erlang, node, []).

asks_here() ->
    Node = node(),
    Node = erpc:call(Node, erlang, node, [], 5000),
    {'EXIT', {{exception, broken, _}, _}} = (catch erpc:call(Node, erlang, error, [broken], 5000)).

%% What fails there fails here.
crashes_there() ->
    erpc:call(node(), erlang, error, [broken], 5000).

%% The helper of a call that was given up ends all the same.
gives_up() ->
    case rpc:call(node(), erlang, node, [], 10) of
        {badrpc, timeout} -> ok;
        Node -> Node = node()
    end.

compiles() ->
    {ok, some, _} = compile:forms([{attribute, 1, module, some}]).

%% An application that asks for the folder of OTP, and for a file in it.
sasl() ->
    {ok, _} = application:ensure_all_started(sasl),
    {ok, [[Root]]} = init:get_argument(root),
    Root = code:root_dir(),
    error = init:get_argument(no_such_flag),
    ok = application:stop(sasl).
