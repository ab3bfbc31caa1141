%% Processes as libraries start them: proc_lib, spawn_monitor, tasks. All but those of the last part
%% are sequential.
-module(tasks).
-export([starts/0, acknowledges/0, fails/0, hibernates/0, stops/0, ancestors/0, initial_call/0,
         async_await/0, async_crash/0, task_timeout/0, parallel_map/0, aliases/0, reports/0,
         labels/0, requests/0]).
-export([first_of_two/0, lost_worker/0, race_of_tasks/0]).
-export([init_ok/1, init_fail/1, init_crash/1, woken/1, loop/0]).

init_ok(Parent) -> proc_lib:init_ack(Parent, {ok, self()}), loop().
init_fail(Parent) -> proc_lib:init_ack(Parent, {error, no}).
init_crash(_) -> exit(crash).

loop() ->
    receive
        {From, ping} -> From ! pong, loop();
        {From, sleep} -> proc_lib:hibernate(?MODULE, woken, [From]);
        stop -> ok;
        {system, {From, _} = To, {terminate, Reason}} ->
            _ = From, gen:reply(To, ok), exit(Reason)
    end.

woken(From) -> From ! woken, loop().

starts() ->
    {ok, Pid} = proc_lib:start(?MODULE, init_ok, [self()]),
    Pid ! {self(), ping},
    receive pong -> ok end,
    Pid ! stop.

acknowledges() ->
    {ok, Pid} = proc_lib:start_link(?MODULE, init_ok, [self()]),
    {error, no} = proc_lib:start(?MODULE, init_fail, [self()]),
    {{ok, P}, Ref} = proc_lib:start_monitor(?MODULE, init_ok, [self()]),
    P ! stop,
    receive {'DOWN', Ref, process, P, normal} -> ok end,
    Pid ! stop.

fails() ->
    process_flag(trap_exit, true),
    {error, crash} = proc_lib:start_link(?MODULE, init_crash, [self()]),
    {error, crash} = proc_lib:start(?MODULE, init_crash, [self()]),
    ok.

hibernates() ->
    {ok, Pid} = proc_lib:start(?MODULE, init_ok, [self()]),
    Pid ! {self(), sleep},
    Pid ! {self(), ping},
    receive woken -> ok end,
    receive pong -> ok end,
    Pid ! stop.

stops() ->
    {ok, Pid} = proc_lib:start(?MODULE, init_ok, [self()]),
    ok = proc_lib:stop(Pid, shutdown, infinity),
    {'EXIT', noproc} = (catch proc_lib:stop(Pid)),
    ok.

ancestors() ->
    Self = self(),
    proc_lib:spawn(fun() ->
        Own = self(),
        proc_lib:spawn_link(fun() -> Self ! {Own, get('$ancestors')} end)
    end),
    receive {Parent, [Parent, Self | _]} -> ok end.

initial_call() ->
    {ok, Pid} = proc_lib:start(?MODULE, init_ok, [self()]),
    {?MODULE, init_ok, 1} = proc_lib:translate_initial_call(Pid),
    {?MODULE, init_ok, [_]} = proc_lib:initial_call(Pid),
    Pid ! stop.

%% A task: a process that is monitored and sends its result.
async(Fun) ->
    Self = self(),
    spawn_monitor(fun() -> Self ! {self(), Fun()} end).

await({Pid, Watch}) ->
    receive
        {Pid, Result} -> demonitor(Watch, [flush]), {ok, Result};
        {'DOWN', Watch, process, Pid, Reason} -> {exit, Reason}
    end.

async_await() ->
    Task = async(fun() -> 6 * 7 end),
    {ok, 42} = await(Task),
    receive _ -> error(left) after 0 -> ok end.

async_crash() ->
    {exit, crash} = await(async(fun() -> exit(crash) end)),
    {exit, {badarith, [_ | _]}} = await(async(fun() -> 1 / zero() end)),
    ok.

zero() -> list_to_integer("0").

%% The task never answers: the caller gives up and kills it.
task_timeout() ->
    {Pid, Watch} = async(fun() -> receive never -> ok end end),
    receive
        {Pid, _} -> error(answer)
    after 100 ->
        exit(Pid, kill),
        receive {'DOWN', Watch, process, Pid, killed} -> ok end
    end.

parallel_map() ->
    Tasks = [async(fun() -> N * N end) || N <- [1, 2, 3]],
    [{ok, 1}, {ok, 4}, {ok, 9}] = [await(Task) || Task <- Tasks],
    ok.

aliases() ->
    {Pid, Alias} = spawn_opt(fun() -> receive {go, To} -> To ! {To, result} end end,
                             [{monitor, [{alias, reply_demonitor}]}]),
    Pid ! {go, Alias},
    receive {Alias, result} -> ok end,
    receive _ -> error(left) after 0 -> ok end.

%% A crash report is no output that anyone waits for.
reports() ->
    Pid = proc_lib:spawn(fun() -> exit(crash) end),
    Watch = monitor(process, Pid),
    receive {'DOWN', Watch, process, Pid, Reason} ->
        true = lists:member(Reason, [crash, noproc])
    end.

labels() ->
    case erlang:function_exported(proc_lib, set_label, 1) of
        true -> proc_lib:set_label(mine), mine = proc_lib:get_label(self());
        false -> ok
    end.

requests() ->
    Request = spawn_request(fun() -> ok end, [monitor]),
    receive {spawn_reply, Request, ok, Pid} when is_pid(Pid) -> ok end,
    receive {'DOWN', Request, process, _, normal} -> ok end.

%% Two tasks race: the first answer counts, the other is killed.
first_of_two() ->
    Self = self(),
    Tasks = [spawn_monitor(fun() -> Self ! {answer, N} end) || N <- [1, 2]],
    receive {answer, N} -> true = lists:member(N, [1, 2]) end,
    [begin exit(Pid, kill), demonitor(Watch, [flush]) end || {Pid, Watch} <- Tasks],
    ok.

%% A pool hands out a worker that may just have died.
lost_worker() ->
    Worker = spawn(fun() -> receive {From, work} -> From ! done; die -> ok end end),
    spawn(fun() -> Worker ! die end),
    Watch = monitor(process, Worker),
    Worker ! {self(), work},
    receive
        done -> ok;
        {'DOWN', Watch, process, _, _} -> ok
    end.

race_of_tasks() ->
    T = ets:new(t, [public]),
    ets:insert(T, {n, 0}),
    Tasks = [async(fun() -> [{n, N}] = ets:lookup(T, n), ets:insert(T, {n, N + 1}) end)
             || _ <- [1, 2]],
    [{ok, true} = await(Task) || Task <- Tasks],
    [{n, 2}] = ets:lookup(T, n).
