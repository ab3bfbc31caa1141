%% What a gen_event can do. All but the last are sequential.
-module(events).
-behaviour(gen_event).
-export([notifies/0, calls/0, deletes/0, swaps/0, crashes/0, supervised/0, system/0, names/0]).
-export([two_notifiers/0]).
-export([init/1, handle_event/2, handle_call/2, handle_info/2, terminate/2, code_change/3]).

init({swapped, {Old, Term}}) -> {ok, [{swapped, Old, Term}]};
init(refuse) -> {error, refused};
init(State) -> {ok, State}.

handle_event({tell, Pid, What}, State) -> Pid ! {told, What}, {ok, [What | State]};
handle_event(remove, _) -> remove_handler;
handle_event({swap, Handler}, State) -> {swap_handler, bye, State, Handler, {swapped, by_event}};
handle_event(crash, _) -> error(on_purpose);
handle_event(Event, State) -> {ok, [Event | State]}.

handle_call(get, State) -> {ok, State, State};
handle_call(remove, _) -> {remove_handler, removed};
handle_call(sleep, State) -> {ok, slept, State, hibernate}.

handle_info(Info, State) -> {ok, [{info, Info} | State]}.

terminate(swapped_out, State) -> {was, State};
terminate(Reason, State) -> {Reason, State}.

code_change(_, State, _) -> {ok, State}.

start() -> {ok, M} = gen_event:start(), M.

notifies() ->
    M = start(),
    ok = gen_event:add_handler(M, ?MODULE, []),
    ok = gen_event:add_handler(M, {?MODULE, two}, []),
    ok = gen_event:notify(M, {tell, self(), 1}),
    receive {told, 1} -> ok end,
    receive {told, 1} -> ok end,
    ok = gen_event:sync_notify(M, a),
    M ! hello,
    [{info, hello}, a, 1] = gen_event:call(M, ?MODULE, get, infinity),
    [?MODULE, {?MODULE, two}] = lists:sort(gen_event:which_handlers(M)),
    ok = gen_event:stop(M).

calls() ->
    M = start(),
    ok = gen_event:add_handler(M, ?MODULE, [x]),
    [x] = gen_event:call(M, ?MODULE, get, infinity),
    slept = gen_event:call(M, ?MODULE, sleep, infinity),
    {error, bad_module} = gen_event:call(M, nobody, get, infinity),
    R = gen_event:send_request(M, ?MODULE, get),
    {reply, [x]} = gen_event:wait_response(R, infinity),
    removed = gen_event:call(M, ?MODULE, remove, infinity),
    [] = gen_event:which_handlers(M),
    {error, refused} = gen_event:add_handler(M, ?MODULE, refuse),
    {error, _} = {error, gen_event:call(M, ?MODULE, get, infinity)},
    gen_event:stop(M).

deletes() ->
    M = start(),
    ok = gen_event:add_handler(M, ?MODULE, [s]),
    {because, [s]} = gen_event:delete_handler(M, ?MODULE, because),
    {error, module_not_found} = gen_event:delete_handler(M, ?MODULE, because),
    ok = gen_event:add_handler(M, ?MODULE, []),
    gen_event:sync_notify(M, remove),
    [] = gen_event:which_handlers(M),
    gen_event:stop(M).

swaps() ->
    M = start(),
    ok = gen_event:add_handler(M, {?MODULE, old}, [s]),
    ok = gen_event:swap_handler(M, {{?MODULE, old}, swapped_out}, {{?MODULE, new}, swapped}),
    [{?MODULE, new}] = gen_event:which_handlers(M),
    [{swapped, was, [s]}] = gen_event:call(M, {?MODULE, new}, get, infinity),
    gen_event:stop(M).

%% A handler that crashes is removed; the manager goes on.
crashes() ->
    M = start(),
    ok = gen_event:add_handler(M, ?MODULE, []),
    ok = gen_event:add_handler(M, {?MODULE, two}, []),
    gen_event:sync_notify(M, {tell, self(), 1}),
    gen_event:delete_handler(M, {?MODULE, two}, x),
    gen_event:sync_notify(M, crash),
    [] = gen_event:which_handlers(M),
    gen_event:stop(M).

supervised() ->
    M = start(),
    ok = gen_event:add_sup_handler(M, ?MODULE, []),
    gen_event:notify(M, crash),
    receive {gen_event_EXIT, ?MODULE, {'EXIT', {on_purpose, _}}} -> ok end,
    ok = gen_event:add_sup_handler(M, ?MODULE, []),
    removed = gen_event:call(M, ?MODULE, remove, infinity),
    receive {gen_event_EXIT, ?MODULE, normal} -> ok end,
    gen_event:stop(M).

system() ->
    M = start(),
    ok = gen_event:add_handler(M, ?MODULE, [s]),
    [{?MODULE, false, [s]}] = sys:get_state(M, infinity),
    ok = sys:suspend(M, infinity),
    gen_event:notify(M, later),
    ok = sys:resume(M, infinity),
    [later, s] = gen_event:call(M, ?MODULE, get, infinity),
    gen_event:stop(M).

names() ->
    {ok, M} = gen_event:start_link({local, bus}),
    {error, {already_started, M}} = gen_event:start({local, bus}),
    ok = gen_event:add_handler(bus, ?MODULE, []),
    ok = gen_event:notify(bus, x),
    [x] = gen_event:call(bus, ?MODULE, get, infinity),
    unlink(M),
    gen_event:stop(bus).

two_notifiers() ->
    M = start(),
    ok = gen_event:add_handler(M, ?MODULE, []),
    [spawn(fun() -> gen_event:sync_notify(M, N) end) || N <- [1, 2]],
    case lists:sort(gen_event:call(M, ?MODULE, get, infinity)) of
        [] -> ok; [1] -> ok; [2] -> ok; [1, 2] -> ok
    end,
    receive after infinity -> ok end.
