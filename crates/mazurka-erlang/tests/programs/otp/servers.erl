%% What a gen_server can do, one function for each. All but those of the last part are sequential:
%% they say the same in a real Erlang.
-module(servers).
-behaviour(gen_server).
-export([calls/0, casts/0, infos/0, idle/0, continues/0, hibernates/0, replies/0, stops/0,
         names/0, via/0, requests/0, many/0, errors/0, crashes/0, system/0, enters/0, aborts/0]).
-export([two_casts/0, call_and_die/0, deferred/0, stray/0]).
-export([missing/0, other_node/0, abcast_other/0]).
-export([register_name/2, unregister_name/1, whereis_name/1, send/2]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, handle_continue/2, terminate/2,
         code_change/3, format_status/2]).

init({state, State}) -> {ok, State};
init({continue, Tell}) -> {ok, [init], {continue, {first, Tell}}};
init({timeout, Tell}) -> {ok, {idle, Tell}, 10};
init({hibernate, State}) -> {ok, State, hibernate};
init({trap, State}) -> process_flag(trap_exit, true), {ok, State};
init(ignore) -> ignore;
init({stop, Reason}) -> {stop, Reason}.

handle_call(get, _, State) -> {reply, State, State};
handle_call({put, New}, _, Old) -> {reply, Old, New};
handle_call(later, From, State) -> {noreply, [From | State]};
handle_call({later, Tell}, From, State) -> Tell ! asked, {noreply, [From | State]};
handle_call(own_reply, From, State) -> gen_server:reply(From, mine), {noreply, State};
handle_call({sleep, New}, _, Old) -> {reply, Old, New, hibernate};
handle_call({go_on, Tell}, _, State) -> {reply, ok, State, {continue, {second, Tell}}};
handle_call({stop, Reason, Reply}, _, State) -> {stop, Reason, Reply, State};
handle_call({stop, Reason}, _, State) -> {stop, Reason, State};
handle_call(crash, _, _) -> erlang:error(on_purpose);
handle_call(thrown, _, State) -> throw({reply, by_throw, State});
handle_call(never, _, State) -> {noreply, State};
handle_call(missing, _, _) -> {did, no_such_module:at_all()};
handle_call(bad, _, _) -> bad_return.

handle_cast({add, What}, State) -> {noreply, [What | State]};
handle_cast(answer, State) ->
    [gen_server:reply(From, {answered, N}) ||
        {N, From} <- lists:zip(lists:seq(1, length(State)), lists:reverse(State))],
    {noreply, []};
handle_cast(stop, State) -> {stop, normal, State};
handle_cast({idle, Tell, Time}, _) -> {noreply, {idle, Tell}, Time}.

handle_info(timeout, {idle, Tell} = State) -> Tell ! timed_out, {noreply, State};
handle_info({'EXIT', _, Reason}, State) -> {noreply, [{exit, Reason} | State]};
handle_info(Info, State) -> {noreply, [{info, Info} | State]}.

handle_continue({Which, Tell}, State) -> Tell ! {continued, Which}, {noreply, [Which | State]}.

terminate(Reason, {tell, Pid}) -> Pid ! {terminated, Reason}, ok;
terminate(_, _) -> ok.

code_change(_, State, Extra) -> {ok, {changed, Extra, State}}.

format_status(_, [_, State]) -> {shown, State}.

start(How) -> {ok, Pid} = gen_server:start(?MODULE, How, []), Pid.

calls() ->
    S = start({state, 1}),
    1 = gen_server:call(S, get, infinity),
    1 = gen_server:call(S, {put, 2}, infinity),
    2 = gen_server:call(S, get, infinity),
    mine = gen_server:call(S, own_reply, infinity),
    by_throw = gen_server:call(S, thrown, infinity),
    ok = gen_server:stop(S).

casts() ->
    S = start({state, []}),
    ok = gen_server:cast(S, {add, 1}),
    ok = gen_server:cast(S, {add, 2}),
    [2, 1] = gen_server:call(S, get, infinity),
    ok = gen_server:cast(no_such_name, {add, 2}),
    abcast = gen_server:abcast([node()], no_such_name, x),
    gen_server:stop(S).

infos() ->
    S = start({state, []}),
    S ! hello,
    [{info, hello}] = gen_server:call(S, get, infinity),
    gen_server:stop(S).

%% The server has nothing to do, so its timeout comes.
idle() ->
    S = start({timeout, self()}),
    receive timed_out -> ok end,
    gen_server:cast(S, {idle, self(), 0}),
    receive timed_out -> ok end,
    gen_server:stop(S).

continues() ->
    S = start({continue, self()}),
    receive {continued, first} -> ok end,
    ok = gen_server:call(S, {go_on, self()}, infinity),
    [second, first, init] = gen_server:call(S, get, infinity),
    receive {continued, second} -> ok end,
    gen_server:stop(S).

hibernates() ->
    S = start({hibernate, 1}),
    1 = gen_server:call(S, {sleep, 2}, infinity),
    2 = gen_server:call(S, {sleep, 3}, infinity),
    3 = gen_server:call(S, get, infinity),
    gen_server:stop(S).

replies() ->
    S = start({state, []}),
    R1 = gen_server:send_request(S, later),
    R2 = gen_server:send_request(S, later),
    gen_server:cast(S, answer),
    {reply, {answered, 2}} = gen_server:wait_response(R2, infinity),
    {reply, {answered, 1}} = gen_server:receive_response(R1, infinity),
    gen_server:stop(S).

stops() ->
    S = start({trap, {tell, self()}}),
    ok = gen_server:stop(S, shutdown, infinity),
    receive {terminated, shutdown} -> ok end,
    {'EXIT', noproc} = catch gen_server:stop(S),
    T = start({trap, {tell, self()}}),
    bye = gen_server:call(T, {stop, normal, bye}, infinity),
    receive {terminated, normal} -> ok end,
    U = start({state, []}),
    {'EXIT', {normal, {gen_server, call, [U, {stop, normal}, infinity]}}} =
        (catch gen_server:call(U, {stop, normal}, infinity)),
    {'EXIT', {noproc, {gen_server, call, [U, get, infinity]}}} =
        (catch gen_server:call(U, get, infinity)),
    ignore = gen_server:start(?MODULE, ignore, []),
    {error, no} = gen_server:start(?MODULE, {stop, no}, []),
    ok.

names() ->
    {ok, S} = gen_server:start_link({local, here}, ?MODULE, {state, 5}, []),
    {error, {already_started, S}} = gen_server:start_link({local, here}, ?MODULE, x, []),
    5 = gen_server:call(here, get, infinity),
    5 = gen_server:call({here, node()}, get, infinity),
    ok = gen_server:cast({here, node()}, {add, 1}),
    S = whereis(here),
    unlink(S),
    gen_server:stop(here),
    undefined = whereis(here),
    ok.

%% A registry of one name, in the dictionary of whoever starts and calls.
via() ->
    register(registry, self()),
    Registry = ets:new(names, [named_table, public]),
    {ok, S} = gen_server:start({via, ?MODULE, it}, ?MODULE, {state, 6}, []),
    {error, {already_started, S}} =
        gen_server:start({via, ?MODULE, it}, ?MODULE, {state, 6}, []),
    6 = gen_server:call({via, ?MODULE, it}, get, infinity),
    ok = gen_server:cast({via, ?MODULE, it}, {add, 1}),
    [1 | 6] = gen_server:call({via, ?MODULE, it}, get, infinity),
    gen_server:stop({via, ?MODULE, it}),
    ets:delete(Registry),
    ok.

register_name(Name, Pid) ->
    case ets:insert_new(names, {Name, Pid}) of true -> yes; false -> no end.
unregister_name(Name) -> ets:delete(names, Name).
whereis_name(Name) ->
    case ets:lookup(names, Name) of [{_, Pid}] -> Pid; [] -> undefined end.
send(Name, Message) -> whereis_name(Name) ! Message.

requests() ->
    S = start({state, 1}),
    R = gen_server:send_request(S, get),
    {reply, 1} = gen_server:wait_response(R, infinity),
    Q = gen_server:send_request(S, never),
    timeout = gen_server:wait_response(Q, 0),
    timeout = gen_server:receive_response(Q, 0),
    P = gen_server:send_request(S, get),
    {reply, 1} = receive Message -> gen_server:check_response(Message, P) end,
    gen_server:stop(S),
    D = gen_server:send_request(S, get),
    {error, {noproc, S}} = gen_server:receive_response(D, infinity),
    ok.

many() ->
    {ok, _} = gen_server:start({local, one}, ?MODULE, {state, 1}, []),
    {[{_, 1}], []} = gen_server:multi_call([node()], one, get),
    {[{_, 1}], []} = gen_server:multi_call(one, get),
    {[], [_]} = gen_server:multi_call([node()], nobody, get),
    abcast = gen_server:abcast(one, {add, 2}),
    [2 | 1] = gen_server:call(one, get, infinity),
    gen_server:stop(one).

%% A server that crashes tells its caller why. (Its exit is a finding.)
errors() ->
    S = start({state, 1}),
    {'EXIT', {{on_purpose, [{?MODULE, handle_call, 3, _} | _]}, {gen_server, call, _}}} =
        (catch gen_server:call(S, crash, infinity)),
    T = start({state, 1}),
    {'EXIT', {{bad_return_value, bad_return}, _}} = (catch gen_server:call(T, bad, infinity)),
    ok.

crashes() ->
    process_flag(trap_exit, true),
    {ok, S} = gen_server:start_link(?MODULE, {state, 1}, []),
    gen_server:cast(S, no_such_clause),
    receive {'EXIT', S, {function_clause, [{?MODULE, handle_cast, [no_such_clause, 1], _} | _]}} -> ok end.

system() ->
    S = start({state, 1}),
    1 = sys:get_state(S, infinity),
    3 = sys:replace_state(S, fun(N) -> N + 2 end, infinity),
    ok = sys:suspend(S, infinity),
    R = gen_server:send_request(S, get),
    timeout = gen_server:wait_response(R, 0),
    ok = sys:change_code(S, ?MODULE, "1", extra, infinity),
    ok = sys:resume(S, infinity),
    {reply, {changed, extra, 3}} = gen_server:wait_response(R, infinity),
    {status, S, {module, gen_server}, [_, running, _, [], Shown]} = sys:get_status(S, infinity),
    true = lists:member({shown, {changed, extra, 3}}, Shown),
    ok = sys:statistics(S, true, infinity),
    {changed, extra, 3} = gen_server:call(S, get, infinity),
    {ok, Statistics} = sys:statistics(S, get, infinity),
    {messages_in, 1} = lists:keyfind(messages_in, 1, Statistics),
    ok = sys:statistics(S, false, infinity),
    ok = sys:log(S, true, infinity),
    gen_server:call(S, get, infinity),
    {ok, [_ | _]} = sys:log(S, get, infinity),
    ok = sys:no_debug(S, infinity),
    ok = sys:terminate(S, normal, infinity).

enters() ->
    Parent = self(),
    S = proc_lib:spawn_link(fun() ->
        proc_lib:init_ack(Parent, {ok, self()}),
        gen_server:enter_loop(?MODULE, [], entered)
    end),
    entered = gen_server:call(S, get, infinity),
    unlink(S),
    gen_server:stop(S).

%% (Whether there is a message of the link depends on the release, and on how `init/1` fails.)
aborts() ->
    process_flag(trap_exit, true),
    {error, bad} = gen_server:start_link(?MODULE, {stop, bad}, []),
    {error, {function_clause, _}} = gen_server:start_link(?MODULE, unknown, []),
    ok.

%% Two processes cast: two orders.
two_casts() ->
    S = start({state, []}),
    Self = self(),
    [spawn(fun() -> gen_server:cast(S, {add, N}), Self ! done end) || N <- [1, 2]],
    [receive done -> ok end || _ <- [1, 2]],
    [1, 2] = lists:sort(gen_server:call(S, get, infinity)),
    gen_server:stop(S).

%% The server stops while another process calls it: an answer, or an exit.
call_and_die() ->
    S = start({state, 1}),
    Self = self(),
    spawn(fun() -> Self ! {got, catch gen_server:call(S, get, infinity)} end),
    gen_server:cast(S, stop),
    receive
        {got, 1} -> ok;
        {got, {'EXIT', {normal, _}}} -> ok;
        {got, {'EXIT', {noproc, _}}} -> ok
    end.

%% Two callers wait until a third one lets the server answer.
deferred() ->
    S = start({state, []}),
    Self = self(),
    [spawn(fun() -> Self ! {N, gen_server:call(S, {later, Self}, infinity)} end) || N <- [a, b]],
    [receive asked -> ok end || _ <- [a, b]],
    gen_server:cast(S, answer),
    Answers = [receive {a, A} -> A end, receive {b, B} -> B end],
    [{answered, 1}, {answered, 2}] = lists:sort(Answers),
    gen_server:stop(S).

%% The caller gives up. The answer that comes later goes to an alias that is no longer one.
stray() ->
    S = start({state, 1}),
    case catch gen_server:call(S, get, 100) of
        1 -> ok;
        {'EXIT', {timeout, _}} -> ok
    end,
    gen_server:stop(S),
    receive _ -> error(stray) after 0 -> ok end.

missing() ->
    S = start({state, 1}),
    {did, gen_server:call(S, missing, infinity)}.
other_node() -> {did, gen_server:call({here, 'other@host'}, get, infinity)}.
abcast_other() -> {did, gen_server:abcast(['other@host'], here, get)}.
