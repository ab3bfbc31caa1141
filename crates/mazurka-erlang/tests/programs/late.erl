%% Signals that come later than they are sent, and names of tables that come and go.
-module(late).
-compile([export_all, nowarn_export_all]).

out(X) -> exit({out, X}).

%% A process that has ended, for sure.
dead() ->
    {P, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, _, _, _} -> P end.

%% Two processes rename their tables to one name: one of them fails.
rename_rename() ->
    Self = self(),
    F = fun(Name) ->
            fun() ->
                ets:new(Name, [named_table, public]),
                R = (catch ets:rename(Name, same)),
                Self ! {Name, R},
                receive stop -> ok end
            end
        end,
    A = spawn(F(a)),
    B = spawn(F(b)),
    receive {a, RA} -> ok end,
    receive {b, _} -> ok end,
    A ! stop,
    B ! stop,
    case RA of same -> out(a); _ -> out(b) end.

%% The name is freed, before or after.
rename_delete() ->
    ets:new(taken, [named_table, public]),
    Self = self(),
    spawn(fun() ->
              ets:new(n, [named_table, public]),
              Self ! (catch ets:rename(n, taken))
          end),
    ets:delete(taken),
    receive taken -> out(renamed); {'EXIT', _} -> out(failed) end.

%% The name is taken by a new table.
rename_new() ->
    Self = self(),
    C = spawn(fun() ->
                  ets:new(n, [named_table, public]),
                  Self ! {r, catch ets:rename(n, same)},
                  receive stop -> ok end
              end),
    N = (catch ets:new(same, [named_table, public])),
    receive {r, _} -> ok end,
    C ! stop,
    case N of same -> out(new); _ -> out(rename) end.

%% The table is used by its new name.
rename_use_new() ->
    ets:new(old, [named_table, public]),
    Self = self(),
    spawn(fun() -> Self ! (catch ets:insert(new, {a, 1})) end),
    ets:rename(old, new),
    receive true -> out(there); _ -> out(early) end.

%% The table is used by its old name.
rename_use_old() ->
    ets:new(old, [named_table, public]),
    Self = self(),
    spawn(fun() -> Self ! (catch ets:insert(old, {a, 1})) end),
    ets:rename(old, new),
    receive true -> out(there); _ -> out(late) end.

rename_whereis() ->
    ets:new(old, [named_table, public]),
    Self = self(),
    spawn(fun() -> Self ! ets:whereis(new) end),
    ets:rename(old, new),
    receive undefined -> out(early); _ -> out(there) end.

%% What is under the name afterwards.
rename_data() ->
    F = fun(Name) ->
            fun() ->
                ets:new(Name, [named_table, public]),
                ets:insert(Name, {k, Name}),
                catch ets:rename(Name, same),
                receive after infinity -> ok end
            end
        end,
    spawn(F(a)),
    spawn(F(b)),
    case catch ets:lookup(same, k) of [{k, W}] -> out(W); _ -> ok end.

%% The name is that of a table whose owner ends.
rename_owner_ends() ->
    Self = self(),
    O = spawn(fun() ->
                  ets:new(config, [named_table, public]),
                  Self ! made,
                  receive stop -> ok end
              end),
    receive made -> ok end,
    spawn(fun() ->
              ets:new(n, [named_table, public]),
              Self ! {r, catch ets:rename(n, config)},
              receive after infinity -> ok end
          end),
    O ! stop,
    receive {r, config} -> out(renamed); {r, _} -> out(failed) end.

%% `link` to a process that ends by itself.
link_to_exit() -> link_to(spawn(fun() -> receive go -> ok end, exit(r2) end)).
link_to_return() -> link_to(spawn(fun() -> receive go -> ok end end)).

link_to(P) ->
    {Q, M} = spawn_monitor(fun() ->
        receive go -> ok end,
        try link(P) of
            true -> receive after 50 -> exit(survived) end
        catch error:noproc -> exit(raised) end
    end),
    P ! go,
    Q ! go,
    receive {'DOWN', M, _, _, R} -> exit({shutdown, R}) end.

%% A message that is sent after the link comes after it.
link_then_message() ->
    P = spawn(fun() -> receive go -> exit(r2) end end),
    process_flag(trap_exit, true),
    link(P),
    P ! go,
    receive {'EXIT', P, R} -> out(R) end.

%% The monitor of a process that has ended.
dead_now() ->
    P = dead(),
    M = monitor(process, P),
    out(receive {'DOWN', M, _, _, _} -> dead after 0 -> alive end).

dead_soon() ->
    P = dead(),
    M = monitor(process, P),
    out(receive {'DOWN', M, _, _, _} -> dead after 1 -> alive end).

dead_demonitor() ->
    P = dead(),
    out(demonitor(monitor(process, P), [info])).

dead_length() ->
    P = dead(),
    monitor(process, P),
    out(process_info(self(), message_queue_len)).

dead_stray() ->
    P = dead(),
    demonitor(monitor(process, P)),
    out(receive _ -> stray after 10 -> none end).

dead_order() ->
    P = dead(),
    monitor(process, P),
    self() ! x,
    out(receive X when is_atom(X); is_tuple(X) -> element(1, {X}) end).

%% A server that is not there: the answer is always the same.
dead_call() ->
    P = dead(),
    out(try gen_server:call(P, x) catch exit:{Why, _} -> Why end).

%% A name that nobody has.
name_now() ->
    M = monitor(process, nobody),
    spawn(fun() -> ok end),
    out(receive {'DOWN', M, _, _, _} -> dead after 0 -> alive end).

name_demonitor() ->
    spawn(fun() -> ok end),
    out(demonitor(monitor(process, nobody), [info])).

name_length() ->
    spawn(fun() -> ok end),
    monitor(process, nobody),
    out(process_info(self(), message_queue_len)).

%% Of another's monitor nobody is told.
foreign_demonitor() ->
    {P1, M1} = spawn_monitor(fun() -> receive ok -> ok end end),
    {P2, M2} = spawn_monitor(fun() ->
        true = demonitor(M1),
        false = demonitor(M1, [info]),
        true = demonitor(M1, [flush])
    end),
    receive {'DOWN', M2, process, P2, normal} -> ok end,
    P1 ! ok,
    receive {'DOWN', M1, process, P1, normal} -> ok end.

%% A message in a queue, which is counted before or after it is taken.
counted() ->
    Self = self(),
    P = spawn(fun() -> receive go -> ok end end),
    spawn(fun() -> Self ! process_info(P, message_queue_len) end),
    P ! go,
    receive X -> out(X) end.

counted_later() ->
    Self = self(),
    P = spawn(fun() -> receive go -> ok end, Self ! fin end),
    Q = spawn(fun() -> receive go -> Self ! {l, process_info(P, message_queue_len)} end end),
    Q ! go,
    P ! go,
    receive {l, X} -> out(X) end.

counted_then_killed() ->
    Self = self(),
    P = spawn(fun() -> receive {go, Q} -> exit(Q, shutdown) end end),
    Q = spawn(fun() -> receive go -> Self ! {l, process_info(P, message_queue_len)} end end),
    Q ! go,
    P ! {go, Q},
    receive {l, X} -> out(X) after 5000 -> out(none) end.

%% A message to an alias of one's own.
alias_reply() ->
    spawn(fun() -> ok end),
    A = alias([reply]),
    A ! hi,
    out(unalias(A)).

alias_other() ->
    A = alias([reply]),
    Self = self(),
    spawn(fun() -> A ! hi, Self ! x end),
    receive x -> out({unalias(A), receive hi -> got after 0 -> none end}) end.

alias_two() ->
    spawn(fun() -> ok end),
    A = alias([reply]),
    A ! hi,
    A ! ho,
    receive hi -> ok end,
    receive ho -> out(two) after 0 -> out(one) end.

alias_dropped() ->
    spawn(fun() -> ok end),
    A = alias(),
    A ! hi,
    unalias(A),
    out(receive hi -> got after 0 -> none end).

alias_looked() ->
    spawn(fun() -> ok end),
    A = alias([reply]),
    A ! hi,
    receive x -> ok after 0 -> ok end,
    out(unalias(A)).
