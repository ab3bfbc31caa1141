%% The programs of Figures 2, 10 and 12 of Source Sets: a race that shows only if certain steps of
%% others come first (10 has N groups of it), and one that can be reversed only after N other
%% processes have finished.
-module(figures).
-export([figure2/0, figure10_1/0, figure10_3/0, figure10_9/0]).
-export([wakeup_stress1/0, wakeup_stress5/0, wakeup_stress6/0]).

read(Key) ->
    case ets:lookup(tab, Key) of
        [] -> 0;
        [{_, Value}] -> Value
    end.

put_one(Key) -> ets:insert(tab, {Key, 1}).

%% 7 traces: spawned in the order p, r, s, q.
figure2() ->
    ets:new(tab, [public, named_table]),
    spawn(fun() -> read(x) end),
    spawn(fun() ->
                  case read(y) of
                      0 -> put_one(z);
                      _ -> ok
                  end
          end),
    spawn(fun() ->
                  N = read(z),
                  L = read(y),
                  if
                      N =:= 1, L =:= 0 -> put_one(x);
                      true -> ok
                  end
          end),
    spawn(fun() -> put_one(y) end),
    receive after infinity -> ok end.

figure10_1() -> figure10(1).
figure10_3() -> figure10(3).
figure10_9() -> figure10(9).

%% 4 N + 1 traces: p of a group spawns the next group if it reads x in time.
figure10(N) ->
    ets:new(tab, [public, named_table]),
    spawn_p(N, N),
    spawn_group(1),
    receive after infinity -> ok end.

spawn_p(0, _) -> ok;
spawn_p(I, N) ->
    spawn(fun() ->
                  case read({x, I}) of
                      1 when I < N -> spawn_group(I + 1);
                      _ -> ok
                  end
          end),
    spawn_p(I - 1, N).

spawn_group(I) ->
    spawn(fun() ->
                  case read({y, I}) of
                      0 -> put_one({z, I});
                      _ -> ok
                  end
          end),
    spawn(fun() ->
                  case read({z, I}) of
                      1 ->
                          case read({y, I}) of
                              0 -> put_one({x, I});
                              _ -> ok
                          end;
                      _ -> ok
                  end
          end),
    spawn(fun() -> put_one({y, I}) end).

wakeup_stress1() -> wakeup_stress(1).
wakeup_stress5() -> wakeup_stress(5).
wakeup_stress6() -> wakeup_stress(6).

%% 2 * N! traces. The last process waits for the others: each of them hands on when it is done and
%% the one before has, so that no mailbox gets two messages, whose order would count.
wakeup_stress(N) ->
    ets:new(tab, [public, named_table]),
    ets:insert(tab, [{one, 0}, {two, 0}]),
    spawn(fun() -> ets:update_counter(tab, one, 1) end),
    Last = spawn(fun() ->
                         receive done -> ok end,
                         ets:update_counter(tab, one, 1)
                 end),
    spawn_increments(N, Last) ! done,
    receive after infinity -> ok end.

spawn_increments(0, Next) -> Next;
spawn_increments(N, Next) ->
    Own = spawn(fun() ->
                        ets:update_counter(tab, two, 1),
                        receive done -> Next ! done end
                end),
    spawn_increments(N - 1, Own).
