%% The servers of a system: timers, global names, groups, applications, logs and output.
-module(services).
-export([send_after/0, send_to_name/0, cancelled/0, cancelled_soon/0, apply_after/0, exit_after/0, kill_after/0,
         interval/0, sleeps/0, clock/0, timer_race/0]).
-export([global_names/0, global_server/0, global_dies/0, global_locks/0, global_trans/0,
         global_race/0, global_lock_race/0]).
-export([groups/0, group_dies/0, group_scope/0]).
-export([logs/0, old_logs/0, prints/0, leader/0]).
-export([rpc_here/0, rpc_there/0, erpc_here/0, erpc_there/0, spawn_there/0, send_there/0]).
-export([environment/0, loaded/0, code/0, stops_all/0]).
-export([file/0, port/0, command/0, get_line/0, code_path/0, status/0, to_user/0, ping/0]).
-export([say/1, loop/0]).

say(To) -> To ! said.

loop() -> receive stop -> ok end.

send_after() ->
    {ok, _} = timer:send_after(10, hello),
    receive hello -> ok end,
    {ok, _} = timer:send_after(0, self(), now),
    receive now -> ok end.

send_to_name() ->
    register(me, self()),
    {ok, _} = timer:send_after(10, me, hello),
    receive hello -> ok end.

cancelled() -> cancelled(10000).

cancelled_soon() -> cancelled(1000).

cancelled(Time) ->
    {ok, T} = timer:send_after(Time, hello),
    {ok, cancel} = timer:cancel(T),
    {error, badarg} = timer:cancel(no_timer),
    {ok, U} = timer:apply_after(Time, ?MODULE, say, [self()]),
    {ok, cancel} = timer:cancel(U),
    ok.

apply_after() ->
    {ok, _} = timer:apply_after(10, ?MODULE, say, [self()]),
    receive said -> ok end.

exit_after() ->
    process_flag(trap_exit, true),
    {ok, _} = timer:exit_after(10, enough),
    receive {'EXIT', _, enough} -> ok end.

kill_after() ->
    {Pid, Watch} = spawn_monitor(?MODULE, loop, []),
    {ok, _} = timer:kill_after(10, Pid),
    receive {'DOWN', Watch, process, Pid, killed} -> ok end.

interval() ->
    {ok, T} = timer:send_interval(10, tick),
    receive tick -> ok end,
    {ok, cancel} = timer:cancel(T).

sleeps() ->
    ok = timer:sleep(10),
    {Time, ok} = timer:tc(timer, sleep, [1]),
    true = is_integer(Time) andalso Time >= 0,
    {_, 3} = timer:tc(fun(A, B) -> A + B end, [1, 2]),
    {_, x} = timer:tc(fun() -> x end),
    3600000 = timer:hours(1),
    61000 = timer:hms(0, 1, 1),
    ok.

clock() ->
    A = erlang:monotonic_time(millisecond),
    B = erlang:monotonic_time(millisecond),
    true = B >= A,
    {{_, _, _}, {_, _, _}} = calendar:universal_time(),
    true = erlang:system_time(second) > 1600000000,
    ok.

timer_race() ->
    {ok, T} = timer:send_after(10, hello),
    {ok, cancel} = timer:cancel(T),
    receive hello -> late after 0 -> ok end.

global_names() ->
    undefined = global:whereis_name(it),
    yes = global:register_name(it, self()),
    no = global:register_name(it, self()),
    Self = self(),
    Self = global:whereis_name(it),
    Self = global:send(it, hello),
    receive hello -> ok end,
    {'EXIT', {badarg, {nobody, hello}}} = (catch global:send(nobody, hello)),
    [it] = global:registered_names(),
    Pid = spawn(?MODULE, loop, []),
    yes = global:re_register_name(it, Pid),
    Pid = global:whereis_name(it),
    ok = global:unregister_name(it),
    ok = global:unregister_name(it),
    undefined = global:whereis_name(it),
    ok = global:sync(),
    Pid ! stop.

global_server() ->
    {ok, S} = gen_event:start({global, bus}),
    {error, {already_started, S}} = gen_event:start({global, bus}),
    [] = gen_event:which_handlers({global, bus}),
    ok = gen_event:stop({global, bus}).

%% A name goes some time after its process.
global_dies() ->
    {Pid, Watch} = spawn_monitor(?MODULE, loop, []),
    yes = global:register_name(it, Pid),
    Pid ! stop,
    receive {'DOWN', Watch, process, Pid, normal} -> ok end,
    case global:whereis_name(it) of
        Pid -> ok;
        undefined -> ok
    end.

global_locks() ->
    Id = {resource, self()},
    true = global:set_lock(Id),
    true = global:set_lock(Id, [node()], 0),
    false = global:set_lock({resource, other}, [node()], 0),
    true = global:del_lock(Id),
    true = global:set_lock({resource, other}, [node()], 0),
    true = global:del_lock({resource, other}),
    ok.

global_trans() ->
    42 = global:trans({r, self()}, fun() -> 42 end),
    true = global:set_lock({r, other}),
    aborted = global:trans({r, self()}, fun() -> 42 end, [node()], 0),
    true = global:del_lock({r, other}),
    {'EXIT', {oops, _}} = (catch global:trans({r, self()}, fun() -> error(oops) end)),
    true = global:set_lock({r, other}, [node()], 0),
    true = global:del_lock({r, other}),
    ok.

%% One of two gets the name.
global_race() ->
    Self = self(),
    [spawn(fun() -> Self ! global:register_name(it, Self) end) || _ <- [1, 2]],
    [no, yes] = lists:sort([receive A -> A end || _ <- [1, 2]]),
    ok = global:unregister_name(it).

%% A counter under a lock.
global_lock_race() ->
    T = ets:new(t, [public]),
    ets:insert(T, {n, 0}),
    Self = self(),
    [spawn(fun() ->
        global:trans({r, self()}, fun() ->
            [{n, N}] = ets:lookup(T, n),
            ets:insert(T, {n, N + 1})
        end),
        Self ! done
    end) || _ <- [1, 2]],
    [receive done -> ok end || _ <- [1, 2]],
    [{n, 2}] = ets:lookup(T, n),
    ok.

groups() ->
    {ok, Pg} = pg:start(scope),
    ok = pg:join(scope, g, self()),
    Pid = spawn(?MODULE, loop, []),
    ok = pg:join(scope, g, [Pid, self()]),
    Self = self(),
    [Self, Self, Pid] = lists:sort(pg:get_members(scope, g)),
    3 = length(pg:get_local_members(scope, g)),
    [g] = pg:which_groups(scope),
    ok = pg:leave(scope, g, [self(), self()]),
    not_joined = pg:leave(scope, g, self()),
    [Pid] = pg:get_members(scope, g),
    [] = pg:get_members(scope, none),
    ok = pg:leave(scope, g, Pid),
    Pid ! stop,
    gen_server:stop(Pg).

group_scope() ->
    {ok, Pg} = pg:start_link(),
    ok = pg:join(g, self()),
    [_] = pg:get_members(g),
    ok = pg:leave(g, self()),
    unlink(Pg),
    gen_server:stop(Pg).

%% A process that dies leaves its groups, sooner or later.
group_dies() ->
    {ok, Pg} = pg:start(scope),
    {Pid, Watch} = spawn_monitor(?MODULE, loop, []),
    ok = pg:join(scope, g, Pid),
    Pid ! stop,
    receive {'DOWN', Watch, process, Pid, normal} -> ok end,
    case pg:get_members(scope, g) of
        [Pid] -> ok;
        [] -> ok
    end,
    gen_server:stop(Pg).

-include_lib("kernel/include/logger.hrl").

logs() ->
    ok = logger:set_primary_config(level, warning),
    ok = logger:error("an error: ~p", [1]),
    ok = logger:warning("a text"),
    ok = logger:info(#{what => ever}),
    ok = logger:log(error, "a ~s", ["format"], #{meta => data}),
    ok = logger:set_process_metadata(#{a => 1}),
    #{a := 1} = logger:get_process_metadata(),
    ok = logger:update_process_metadata(#{b => 2}),
    ?LOG_ERROR("by macro ~p", [x]),
    ?LOG_DEBUG("not shown"),
    ?LOG_WARNING(#{report => true}),
    ok.

old_logs() ->
    ok = error_logger:error_msg("old ~p~n", [1]),
    ok = error_logger:info_msg("old"),
    ok = error_logger:warning_msg("old ~p", [2]),
    ok = error_logger:error_report([{a, 1}]),
    ok = error_logger:info_report(progress, [{a, 1}]).

prints() ->
    ok = io:format("plain~n"),
    ok = io:format("~p ~s~n", [{a, 1}, "text"]),
    ok = io:format(user, "to user ~w~n", [x]),
    ok = io:format(standard_error, "to error~n", []),
    ok = io:put_chars("chars\n"),
    ok = io:put_chars(user, <<"binary\n">>),
    ok = io:nl(),
    ok = io:write({a, [1, 2]}),
    ok = io:fwrite("~ts~n", [<<"é"/utf8>>]),
    "1+2" = lists:flatten(io_lib:format("~p+~p", [1, 2])),
    {'EXIT', {badarg, _}} = (catch io:format("~p~n", hd([none]))),
    ok.

%% A process that is the group leader of others gets what they print.
leader() ->
    Self = self(),
    spawn(fun() ->
        group_leader(Self, self()),
        ok = io:format("hello ~p~n", [1]),
        Self ! done
    end),
    receive
        {io_request, From, ReplyAs, {put_chars, unicode, io_lib, format, ["hello ~p~n", [1]]}} ->
            From ! {io_reply, ReplyAs, ok}
    end,
    receive done -> ok end.

rpc_here() ->
    3 = rpc:call(node(), erlang, '+', [1, 2]),
    {badrpc, {'EXIT', {badarith, _}}} = rpc:call(node(), erlang, '/', [1, 0]),
    {[3], []} = rpc:multicall([node()], erlang, '+', [1, 2]),
    ok.

rpc_there() -> {did, rpc:call('other@host', erlang, node, [])}.

erpc_here() -> 3 = erpc:call(node(), erlang, '+', [1, 2]).

erpc_there() -> {did, erpc:call('other@host', erlang, node, [])}.

spawn_there() -> {did, spawn('other@host', erlang, node, [])}.

send_there() -> {did, {name, 'other@host'} ! hello}.

ping() -> {did, net_adm:ping('other@host')}.

environment() ->
    undefined = application:get_env(mine, key),
    default = application:get_env(mine, key, default),
    ok = application:set_env(mine, key, value),
    {ok, value} = application:get_env(mine, key),
    ok = application:unset_env(mine, key),
    undefined = application:get_env(mine, key),
    undefined = application:get_application(),
    ok.

loaded() ->
    ok = application:load({application, mine, [{vsn, "1"}, {env, [{a, 1}]}]}),
    {error, {already_loaded, _}} = application:load({application, mine, [{vsn, "1"}]}),
    {ok, 1} = application:get_env(mine, a),
    [{a, 1}] = application:get_all_env(mine),
    {ok, "1"} = application:get_key(mine, vsn),
    {mine, _, "1"} = lists:keyfind(mine, 1, application:loaded_applications()),
    ok = application:start(mine),
    {mine, _, "1"} = lists:keyfind(mine, 1, application:which_applications(infinity)),
    ok = application:stop(mine),
    {error, {not_started, mine}} = application:stop(mine),
    ok = application:unload(mine),
    {error, {not_loaded, mine}} = application:unload(mine),
    {error, {"no such file or directory", "none.app"}} = application:start(none),
    ok.

code() ->
    {module, lists} = code:ensure_loaded(lists),
    {error, nofile} = code:ensure_loaded(no_such_module),
    true = erlang:function_exported(lists, map, 2),
    false = os:getenv("NO_SUCH_VARIABLE_AT_ALL"),
    "default" = os:getenv("NO_SUCH_VARIABLE_AT_ALL", "default"),
    {unix, _} = os:type(),
    error = init:get_argument(no_such_flag),
    ok.

stops_all() -> init:stop().

%% What is not here.
file() -> {did, file:read_file("/etc/passwd")}.
port() -> {did, open_port({spawn, "ls"}, [])}.
command() -> {did, os:cmd("ls")}.
get_line() -> {did, io:get_line("? ")}.
code_path() -> {did, code:get_path()}.
status() -> {did, init:get_status()}.
to_user() -> {did, user ! hello}.
