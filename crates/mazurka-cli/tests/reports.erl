%% Programs whose reports are tests: each shows one way in which processes end or wait.

-module(reports).
-behaviour(supervisor).
-behaviour(gen_server).
-export([unmatched/0, linked/0, killed/0, down/0, gives_up/0, halts/0, traps/0, servers/0,
         prints/0, lost/0, hidden/0, asks/0, reads/0, elsewhere/0, item/0]).
-export([start_child/0, init/1, handle_call/3, handle_cast/2]).

%% A deadlock with messages that nothing takes.
unmatched() ->
    Self = self(),
    spawn(fun() -> Self ! {result, 1}, Self ! {result, two, [a, "text", #{k => <<"v">>}]} end),
    receive
        {result, ok, _} -> ok;
        {result, N} when is_integer(N), N > 1; N =:= none -> N;
        [Self | _] = List -> List
    end.

%% A crash takes the processes above with it.
linked() ->
    Child = spawn_link(fun middle/0),
    receive {Child, Value} -> Value end.

middle() ->
    Child = spawn_link(fun() -> leaf(#{a => 1}) end),
    receive {Child, Value} -> Value end.

leaf(Map) -> maps:get(b, Map).

%% A process is killed, and those that are linked to it.
killed() ->
    Worker = spawn(fun() -> receive stop -> ok end end),
    Friend = spawn_link(fun() -> link(Worker), receive stop -> ok end end),
    spawn(fun() -> exit(Worker, kill) end),
    receive {Friend, done} -> ok end.

%% A process learns of a crash by its monitor, and crashes too.
down() ->
    {Pid, Ref} = spawn_monitor(fun() -> exit(bad) end),
    receive {'DOWN', Ref, process, Pid, Reason} -> normal = Reason end.

%% A supervisor gives up.
gives_up() ->
    {ok, _} = supervisor:start_link({local, top}, ?MODULE, supervisor),
    child ! crash,
    receive after infinity -> ok end.

start_child() ->
    Pid = spawn_link(fun() -> receive crash -> exit(crash) end end),
    register(child, Pid),
    {ok, Pid}.

init(supervisor) ->
    Child = #{id => child, start => {?MODULE, start_child, []}},
    {ok, {#{intensity => 0, period => 5}, [Child]}};
init(server) ->
    {ok, []}.

handle_call(never, _, State) -> {noreply, State}.

handle_cast(_, State) -> {noreply, State}.

%% The program ends while others wait.
halts() ->
    register(first, self()),
    spawn(fun() -> first ! go, receive {first, X} -> X end end),
    receive go -> halt(3) end.

%% A process that traps exits gets them as messages.
traps() ->
    process_flag(trap_exit, true),
    A = spawn_link(fun() -> exit(one) end),
    B = spawn_link(fun() -> receive stop -> ok end end),
    exit(B, two),
    receive {'EXIT', A, one} -> ok end,
    receive {'EXIT', B, normal} -> ok end.

%% A server that is idle, one that waits for it, and one that hibernates.
servers() ->
    {ok, Server} = gen_server:start({local, server}, ?MODULE, server, []),
    spawn(fun() -> ok = gen_server:call(Server, never, infinity) end),
    spawn(fun() -> proc_lib:hibernate(?MODULE, hidden, []) end),
    receive after infinity -> ok end.

hidden() -> ok.

%% What is printed is shown where that happens.
prints() ->
    Self = self(),
    spawn(fun() -> io:format("one ~p~n", [Self]), Self ! a, io:format("two~nthree~n") end),
    receive a -> io:format("got ~s", ["it"]) end,
    exit(done).

%% Messages to those who are no more.
lost() ->
    Pid = spawn(fun() -> ok end),
    Ref = monitor(process, Pid),
    receive {'DOWN', Ref, process, Pid, normal} -> ok end,
    Pid ! hello,
    undefined = whereis(nobody),
    nobody ! hello.

%% It asks about the system, and takes the answer for that of another.
asks() ->
    Home = home(),
    Workers = [spawn(fun() -> ok end) || _ <- lists:seq(1, workers())],
    {"/root", 8} = {Home, length(Workers)}.

workers() ->
    Number = erlang:system_info(schedulers_online),
    Number.

home() ->
    {ok, [[Home]]} = init:get_argument(home),
    Home.

%% What is not here.
reads() ->
    {ok, Binary} = contents("/etc/hostname"),
    Binary.

contents(Path) ->
    Read = file:read_file(Path),
    Read.

elsewhere() ->
    Pid = spawn(other@host, fun() -> ok end),
    Pid.

item() ->
    Info = erlang:system_info(allocator),
    Info.
