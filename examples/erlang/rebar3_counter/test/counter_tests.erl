%% Ten tests. One fails, under some schedules: races_test_ has up(), which reads and then sets.
-module(counter_tests).
-include_lib("eunit/include/eunit.hrl").

starts_at_zero_test() ->
    with_counter(fun() -> ?assertEqual(0, counter:value()) end).

set_test() ->
    with_counter(fun() -> counter:set(7), ?assertEqual(7, counter:value()) end).

stopped_test() ->
    with_counter(fun() -> ok end),
    ?assertEqual(undefined, whereis(counter)).

with_counter(Test) ->
    {ok, _} = counter:start_link(),
    Test(),
    counter:stop().

one_caller_test_() ->
    {foreach, fun start/0, fun stop/1,
     [{"up", ?_test(begin counter:up(), ?assertEqual(1, counter:value()) end)},
      {"up twice", ?_test(begin counter:up(), counter:up(), ?assertEqual(2, counter:value()) end)},
      fun(Pid) -> {"alive", ?_assert(is_process_alive(Pid))} end,
      fun(Pid) -> {"named", ?_assertEqual(Pid, whereis(counter))} end]}.

races_test_() ->
    {foreach, fun start/0, fun stop/1,
     [{"two callers, at once", ?_assertEqual(2, two(fun counter:up_at_once/0))},
      {"two callers", ?_assertEqual(2, two(fun counter:up/0))}]}.

supervised_test_() ->
    {timeout, 60, ?_test(begin
        {ok, Supervisor} = counter_sup:start_link(),
        ?assertEqual(0, counter:value()),
        unlink(Supervisor),
        exit(Supervisor, shutdown)
    end)}.

start() ->
    {ok, Pid} = counter:start_link(),
    Pid.

stop(_) -> counter:stop().

%% What the counter is when two processes have counted.
two(Up) ->
    Pids = [spawn_monitor(Up) || _ <- [1, 2]],
    [receive {'DOWN', Ref, process, Pid, normal} -> ok end || {Pid, Ref} <- Pids],
    counter:value().
