%% Supervision. Those of the first part are sequential; workers that crash on purpose exit for the
%% reason `crash`, which is to be treated as normal.
-module(trees).
-behaviour(supervisor).
-export([one_for_one/0, one_for_all/0, rest_for_one/0, simple/0, intensity/0, temporary/0,
         transient/0, children/0, restarts/0, shutdowns/0, brutal/0, significant/0, order/0,
         bad_start/0, bad_spec/0, nested/0, by_supervisor_bridge/0, stubborn/0, callback/0,
         ets_owner/0, ets_heir/0, inherits/0]).
-export([lost_state/0, two_crashes/0, call_while_restarting/0]).
-export([start_worker/1, start_worker/2, start_child/1, ignored/0, refused/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).

%% Workers tell when they start and end.

start_worker(Name) -> gen_server:start_link({local, Name}, ?MODULE, {worker, Name}, []).
start_worker(Tell, Name) -> gen_server:start_link(?MODULE, {loud, Tell, Name}, []).
start_child(Tell) ->
    Pid = spawn_link(fun() -> process_flag(trap_exit, true), Tell ! {up, self()}, deaf() end),
    {ok, Pid}.
deaf() -> receive {'EXIT', _, _} -> deaf() end.
ignored() -> ignore.
refused() -> {error, refused}.

init({supervisor, Flags, Children}) -> {ok, {Flags, Children}};
init({worker, Name}) -> {ok, {Name, 0}};
init({loud, Tell, Name}) ->
    process_flag(trap_exit, true),
    Tell ! {started, Name, self()},
    {ok, {loud, Tell, Name}};
init(ignore) -> ignore;
init(bad) -> bad.

handle_call(next, _, {Name, N}) -> {reply, N, {Name, N + 1}};
handle_call({crash, Reason}, _, State) -> {stop, Reason, ok, State}.
handle_cast({crash, Reason}, State) -> {stop, Reason, State}.
handle_info(_, State) -> {noreply, State}.
terminate(Reason, {loud, Tell, Name}) -> Tell ! {ended, Name, Reason};
terminate(_, _) -> ok.

sup(Flags, Children) ->
    {ok, Sup} = supervisor:start_link(?MODULE, {supervisor, Flags, Children}),
    Sup.

loud(Name) -> #{id => Name, start => {?MODULE, start_worker, [self(), Name]}}.

started(Name) -> receive {started, Name, Pid} -> Pid end.
ended(Name) -> receive {ended, Name, Reason} -> Reason end.

stop(Sup) ->
    unlink(Sup),
    Watch = monitor(process, Sup),
    exit(Sup, shutdown),
    receive {'DOWN', Watch, process, Sup, shutdown} -> ok end.

one_for_one() ->
    Sup = sup(#{strategy => one_for_one}, [loud(a), loud(b)]),
    A = started(a), _ = started(b),
    gen_server:cast(A, {crash, crash}),
    crash = ended(a),
    New = started(a),
    true = New =/= A,
    stop(Sup),
    shutdown = ended(b), shutdown = ended(a),
    ok.

one_for_all() ->
    Sup = sup(#{strategy => one_for_all}, [loud(a), loud(b)]),
    _ = started(a), B = started(b),
    gen_server:cast(B, {crash, crash}),
    crash = ended(b), shutdown = ended(a),
    _ = started(a), _ = started(b),
    stop(Sup).

rest_for_one() ->
    Sup = sup(#{strategy => rest_for_one}, [loud(a), loud(b), loud(c)]),
    _ = started(a), B = started(b), _ = started(c),
    gen_server:cast(B, {crash, crash}),
    crash = ended(b), shutdown = ended(c),
    _ = started(b), _ = started(c),
    receive {started, a, _} -> error(restarted) after 0 -> ok end,
    stop(Sup).

simple() ->
    Child = #{id => any, start => {?MODULE, start_worker, [self()]}, restart => temporary},
    Sup = sup(#{strategy => simple_one_for_one}, [Child]),
    {ok, A} = supervisor:start_child(Sup, [a]),
    {ok, _} = supervisor:start_child(Sup, [b]),
    A = started(a), _ = started(b),
    [{specs, 1}, {active, 2}, {supervisors, 0}, {workers, 2}] = supervisor:count_children(Sup),
    2 = length(supervisor:which_children(Sup)),
    ok = supervisor:terminate_child(Sup, A),
    shutdown = ended(a),
    {error, simple_one_for_one} = supervisor:delete_child(Sup, any),
    stop(Sup),
    shutdown = ended(b),
    ok.

%% More than one restart in ten seconds is too much.
intensity() ->
    process_flag(trap_exit, true),
    Sup = sup(#{strategy => one_for_one, intensity => 1, period => 10}, [loud(a)]),
    gen_server:cast(started(a), {crash, crash}),
    gen_server:cast(started(a), {crash, crash}),
    receive {'EXIT', Sup, shutdown} -> ok end.

temporary() ->
    Sup = sup(#{}, [(loud(a))#{restart => temporary}]),
    gen_server:cast(started(a), {crash, crash}),
    crash = ended(a),
    stop(Sup),
    receive {started, a, _} -> error(restarted) after 0 -> ok end.

transient() ->
    Sup = sup(#{}, [(loud(a))#{restart => transient}]),
    A = started(a),
    gen_server:cast(A, {crash, crash}),
    crash = ended(a),
    B = started(a),
    gen_server:cast(B, {crash, normal}),
    normal = ended(a),
    {ok, #{restart := transient}} = supervisor:get_childspec(Sup, a),
    stop(Sup).

children() ->
    Sup = sup(#{}, []),
    {ok, A} = supervisor:start_child(Sup, loud(a)),
    {error, {already_started, A}} = supervisor:start_child(Sup, loud(a)),
    {ok, undefined} = supervisor:start_child(Sup, #{id => i, start => {?MODULE, ignored, []}}),
    {error, {refused, _}} = supervisor:start_child(Sup, #{id => r, start => {?MODULE, refused, []}}),
    A = started(a),
    [{a, A, worker, [?MODULE]}] = [C || {a, _, _, _} = C <- supervisor:which_children(Sup)],
    [{specs, 2}, {active, 1}, {supervisors, 0}, {workers, 2}] = supervisor:count_children(Sup),
    {ok, #{id := a, restart := permanent, shutdown := 5000}} = supervisor:get_childspec(Sup, a),
    {error, running} = supervisor:delete_child(Sup, a),
    ok = supervisor:terminate_child(Sup, a),
    shutdown = ended(a),
    {error, already_present} = supervisor:start_child(Sup, loud(a)),
    {ok, B} = supervisor:restart_child(Sup, a),
    B = started(a),
    {error, running} = supervisor:restart_child(Sup, a),
    ok = supervisor:terminate_child(Sup, a),
    shutdown = ended(a),
    ok = supervisor:delete_child(Sup, a),
    {error, not_found} = supervisor:terminate_child(Sup, a),
    stop(Sup).

%% The state of a worker is gone with it.
restarts() ->
    Sup = sup(#{}, [#{id => w, start => {?MODULE, start_worker, [w]}}]),
    0 = gen_server:call(w, next, infinity),
    1 = gen_server:call(w, next, infinity),
    Old = whereis(w),
    Watch = monitor(process, w),
    gen_server:cast(w, {crash, crash}),
    receive {'DOWN', Watch, process, _, crash} -> ok end,
    %% The supervisor has been told before it answers.
    [{w, New, worker, _}] = supervisor:which_children(Sup),
    true = New =/= Old,
    0 = gen_server:call(New, next, infinity),
    stop(Sup).

shutdowns() ->
    Sup = sup(#{}, [(loud(a))#{shutdown => infinity}, (loud(b))#{shutdown => 6000}]),
    _ = started(a), _ = started(b),
    stop(Sup),
    shutdown = ended(a),
    shutdown = ended(b),
    ok.

%% A child that ignores its supervisor is killed.
brutal() ->
    Sup = sup(#{}, [#{id => d, start => {?MODULE, start_child, [self()]}, shutdown => brutal_kill}]),
    Pid = receive {up, P} -> P end,
    Watch = monitor(process, Pid),
    ok = supervisor:terminate_child(Sup, d),
    receive {'DOWN', Watch, process, Pid, killed} -> ok end,
    stop(Sup).

%% The same after some time.
stubborn() ->
    Sup = sup(#{}, [#{id => d, start => {?MODULE, start_child, [self()]}, shutdown => 10}]),
    Pid = receive {up, P} -> P end,
    Watch = monitor(process, Pid),
    ok = supervisor:terminate_child(Sup, d),
    receive {'DOWN', Watch, process, Pid, killed} -> ok end,
    stop(Sup).

%% A significant child takes the tree along.
significant() ->
    process_flag(trap_exit, true),
    Sup = sup(#{auto_shutdown => any_significant},
              [loud(a), (loud(b))#{restart => transient, significant => true}]),
    _ = started(a), B = started(b),
    gen_server:cast(B, {crash, normal}),
    normal = ended(b), shutdown = ended(a),
    receive {'EXIT', Sup, shutdown} -> ok end.

%% Children start from left to right, and end from right to left.
order() ->
    Sup = sup(#{}, [loud(a), loud(b), loud(c)]),
    [a, b, c] = [receive {started, Name, _} -> Name end || _ <- [1, 2, 3]],
    stop(Sup),
    [c, b, a] = [receive {ended, Name, shutdown} -> Name end || _ <- [1, 2, 3]],
    ok.

bad_start() ->
    process_flag(trap_exit, true),
    {error, {shutdown, {failed_to_start_child, r, refused}}} =
        supervisor:start_link(?MODULE, {supervisor, #{},
            [loud(a), #{id => r, start => {?MODULE, refused, []}}]}),
    shutdown = ended(a),
    ok.

bad_spec() ->
    {error, _} = supervisor:check_childspecs([#{id => a}]),
    ok = supervisor:check_childspecs([loud(a)]),
    ignore = supervisor:start_link(?MODULE, ignore),
    Sup = sup(#{}, []),
    {error, missing_start} = supervisor:start_child(Sup, #{id => a}),
    stop(Sup).

nested() ->
    Inner = #{id => inner, type => supervisor,
              start => {supervisor, start_link, [?MODULE, {supervisor, #{}, [loud(a)]}]}},
    Sup = sup(#{strategy => one_for_all}, [Inner, loud(b)]),
    _ = started(a), B = started(b),
    gen_server:cast(B, {crash, crash}),
    crash = ended(b), shutdown = ended(a),
    _ = started(a), _ = started(b),
    [{specs, 2}, {active, 2}, {supervisors, 1}, {workers, 1}] = supervisor:count_children(Sup),
    stop(Sup).

callback() ->
    Sup = sup(#{}, []),
    ?MODULE = supervisor:get_callback_module(Sup),
    stop(Sup).

%% A bridge to what is no OTP process.
by_supervisor_bridge() ->
    Self = self(),
    {ok, Sup} = supervisor_bridge:start_link(bridge, Self),
    Pid = receive {bridged, P} -> P end,
    true = is_process_alive(Pid),
    stop(Sup),
    receive {bridge_ended, shutdown} -> ok end.


%% A table outlives the worker that fills it, if the supervisor's parent owns it.
ets_owner() ->
    cache = ets:new(cache, [named_table, public]),
    Sup = sup(#{}, [loud(a)]),
    A = started(a),
    ets:insert(cache, {from, A}),
    gen_server:cast(A, {crash, crash}),
    crash = ended(a),
    [{from, A}] = ets:lookup(cache, from),
    _ = started(a),
    stop(Sup).

ets_heir() ->
    Self = self(),
    Pid = spawn(fun() ->
        T = ets:new(t, [{heir, Self, inherited}]),
        ets:insert(T, {x, 1})
    end),
    receive {'ETS-TRANSFER', T, Pid, inherited} -> [{x, 1}] = ets:lookup(T, x) end.

inherits() ->
    Self = self(),
    T = ets:new(t, [{heir, Self, back}]),
    Pid = spawn(fun() ->
        receive {'ETS-TRANSFER', T, Self, gift} -> ets:insert(T, {y, 2}) end
    end),
    true = ets:give_away(T, Pid, gift),
    receive {'ETS-TRANSFER', T, Pid, back} -> [{y, 2}] = ets:lookup(T, y) end.

%% A restart loses what the worker knew: the second call gets 1 or 0, or there is no worker.
lost_state() ->
    _ = sup(#{}, [#{id => w, start => {?MODULE, start_worker, [w]}}]),
    0 = gen_server:call(w, next, infinity),
    spawn(fun() -> gen_server:cast(w, {crash, crash}) end),
    1 = gen_server:call(w, next, infinity).

%% Two workers crash at once: one restart is allowed.
two_crashes() ->
    process_flag(trap_exit, true),
    Sup = sup(#{intensity => 1, period => 10}, [loud(a), loud(b)]),
    A = started(a), B = started(b),
    [spawn(fun() -> gen_server:cast(P, {crash, crash}) end) || P <- [A, B]],
    receive {'EXIT', Sup, shutdown} -> ok end.

%% A caller by name finds the old worker, none, or the new one.
call_while_restarting() ->
    Sup = sup(#{}, [#{id => w, start => {?MODULE, start_worker, [w]}}]),
    gen_server:cast(w, {crash, crash}),
    case catch gen_server:call(w, next, infinity) of
        0 -> ok;
        {'EXIT', {crash, _}} -> ok;
        {'EXIT', {noproc, _}} -> ok
    end,
    stop(Sup).
