%% One operation of each kind beside another on which it depends. `states.rs` compares the states in
%% which all interleavings of these end with those of the reduced ones. What a process keeps under
%% `log` is part of a state.
-module(states).
-compile([export_all, nowarn_export_all, nowarn_unused_function]).

sleep() ->
    receive after infinity -> ok end.

log(X) ->
    put(log, [X | case get(log) of undefined -> []; Before -> Before end]).

table() ->
    ets:new(t, [public, named_table]).

all_processes() ->
    spawn(fun() -> ok end),
    log(length(processes())),
    sleep().

processes2() ->
    S = self(),
    spawn(fun() -> S ! a end),
    log(length(processes())),
    sleep().

processes3() ->
    spawn(fun() ->
                 spawn(fun sleep/0),
                 sleep()
          end),
    log(length(processes())),
    sleep().

all_names() ->
    spawn(fun() -> register(zz, self()) end),
    log(lists:member(zz, registered())),
    sleep().

hibernate_kill() ->
    P = spawn(fun() -> erlang:hibernate(states, wake, []) end),
    spawn(fun() -> P ! go end),
    exit(P, kill),
    sleep().

wake() ->
    receive
        go ->
            log(woke)
    end.

info_messages() ->
    P = spawn(fun sleep/0),
    spawn(fun() -> P ! a end),
    spawn(fun() -> P ! b end),
    log(process_info(P, messages)),
    sleep().

info_links() ->
    P = spawn(fun sleep/0),
    spawn(fun() ->
                 link(P),
                 sleep()
          end),
    log(length(element(2, process_info(P, links)))),
    sleep().

info_status() ->
    P = spawn(fun() ->
                     receive
                         a ->
                             ok
                     end
              end),
    spawn(fun() -> P ! a end),
    log(process_info(P, status)),
    sleep().

info_name() ->
    P = spawn(fun sleep/0),
    spawn(fun() -> register(nn, P) end),
    log(process_info(P, registered_name)),
    sleep().

info_monitors() ->
    P = spawn(fun sleep/0),
    spawn(fun() ->
                 monitor(process, P),
                 sleep()
          end),
    log(length(element(2, process_info(P, monitored_by)))),
    sleep().

info_dict() ->
    S = self(),
    P = spawn(fun() ->
                     put(x, 1),
                     S ! r,
                     sleep()
              end),
    receive
        r ->
            ok
    end,
    log(process_info(P, dictionary)),
    sleep().

pt_all() ->
    spawn(fun() -> persistent_term:put(k, 1) end),
    log(length(persistent_term:get())),
    sleep().

pt_erase() ->
    persistent_term:put(k, 1),
    spawn(fun() -> log(persistent_term:erase(k)) end),
    log(persistent_term:get(k, none)),
    sleep().

pt_put2() ->
    spawn(fun() -> persistent_term:put(k, 1) end),
    spawn(fun() -> persistent_term:put(k, 2) end),
    log(persistent_term:get(k, none)),
    sleep().

rename() ->
    table(),
    spawn(fun() -> log(catch ets:lookup(u, k)) end),
    ets:rename(t, u),
    sleep().

owner() ->
    table(),
    P = spawn(fun sleep/0),
    spawn(fun() -> log(ets:info(t, owner)) end),
    ets:give_away(t, P, x),
    sleep().

whole_delete() ->
    table(),
    spawn(fun() -> log(catch ets:insert(t, {k, 1})) end),
    ets:delete(t),
    sleep().

new_twice() ->
    spawn(fun() ->
                 log(catch element(1, {table()})),
                 sleep()
          end),
    spawn(fun() ->
                 log(catch element(1, {table()})),
                 sleep()
          end),
    sleep().

new_after() ->
    spawn(fun() -> table() end),
    spawn(fun() ->
                 log(catch element(1, {table()})),
                 sleep()
          end),
    sleep().

whereis_t() ->
    spawn(fun() ->
                 table(),
                 sleep()
          end),
    log(ets:whereis(t) =/= undefined),
    sleep().

delall() ->
    table(),
    ets:insert(t, {k, 1}),
    spawn(fun() -> log(ets:lookup(t, k)) end),
    ets:delete_all_objects(t),
    sleep().

seldel() ->
    table(),
    ets:insert(t, [{a, 1}, {b, 2}]),
    spawn(fun() -> log(ets:lookup(t, b)) end),
    spawn(fun() -> log(ets:lookup(t, a)) end),
    ets:select_delete(t, [{{'_', 1}, [], [true]}]),
    sleep().

selrep() ->
    table(),
    ets:insert(t, [{a, 1}, {b, 2}]),
    spawn(fun() -> log(ets:lookup(t, a)) end),
    ets:select_replace(t, [{{'$1', 1}, [], [{{'$1', 9}}]}]),
    sleep().

foldl() ->
    table(),
    spawn(fun() -> ets:insert(t, {a, 1}) end),
    spawn(fun() -> ets:insert(t, {b, 1}) end),
    log(ets:foldl(fun({K, _}, A) ->
                         [K | A]
                  end,
                  [], t)),
    sleep().

next() ->
    ets:new(t, [public, named_table, ordered_set]),
    ets:insert(t, {b, 1}),
    spawn(fun() -> ets:insert(t, {a, 1}) end),
    spawn(fun() -> ets:delete(t, b) end),
    K = ets:first(t),
    log(K),
    log(catch ets:next(t, K)),
    sleep().

upd_missing() ->
    table(),
    spawn(fun() -> ets:insert(t, {k, 0}) end),
    log(catch ets:update_counter(t, k, 1)),
    sleep().

upd_default() ->
    table(),
    spawn(fun() -> log(ets:update_counter(t, k, 1, {k, 0})) end),
    spawn(fun() -> log(ets:update_counter(t, k, 1, {k, 0})) end),
    sleep().

upd_elem() ->
    table(),
    ets:insert(t, {k, 0, 0}),
    spawn(fun() -> ets:update_element(t, k, {2, 1}) end),
    spawn(fun() -> ets:update_element(t, k, {3, 1}) end),
    log(ets:lookup(t, k)),
    sleep().

two_keys() ->
    table(),
    spawn(fun() -> ets:insert(t, [{a, 1}, {b, 1}]) end),
    spawn(fun() ->
                 log(ets:lookup(t, a)),
                 log(ets:lookup(t, b))
          end),
    sleep().

protected() ->
    ets:new(t, [protected, named_table]),
    spawn(fun() -> log(catch ets:insert(t, {k, 1})) end),
    ets:insert(t, {k, 2}),
    sleep().

timer_read() ->
    R = erlang:send_after(10, self(), x),
    log(is_integer(erlang:read_timer(R))),
    sleep().

timer_other() ->
    R = erlang:send_after(10, self(), x),
    spawn(fun() -> log(erlang:cancel_timer(R) =:= false) end),
    receive
        x ->
            log(x)
    after
        0 -> log(no)
    end,
    sleep().

timer_dead() ->
    P = spawn(fun() -> ok end),
    erlang:send_after(1, P, x),
    log(is_process_alive(P)),
    sleep().

timer_async() ->
    R = erlang:send_after(10, self(), x),
    erlang:cancel_timer(R, [{async, true}]),
    receive
        M ->
            log(case M of
                    x ->
                        x;
                    {cancel_timer, _, V} ->
                        V =:= false
                end)
    end,
    sleep().

timer_owner_dies() ->
    S = self(),
    spawn(fun() -> erlang:send_after(1, S, x) end),
    receive
        x ->
            log(x)
    after
        5 -> log(none)
    end,
    sleep().

alias_mon() ->
    P = spawn(fun() ->
                     receive
                         {go, A} ->
                             A ! {A, hi}
                     end
              end),
    M = monitor(process, P, [{alias, demonitor}]),
    P ! {go, M},
    receive
        {M, hi} ->
            log(hi);
        {'DOWN', M, _, _, R} ->
            log(R)
    end,
    demonitor(M, [flush]),
    receive
        X ->
            log({left, element(2, X)})
    after
        0 -> ok
    end,
    sleep().

alias_reply() ->
    S = spawn(fun() ->
                     receive
                         {A} ->
                             A ! one,
                             A ! two
                     end
              end),
    M = monitor(process, S, [{alias, reply_demonitor}]),
    S ! {M},
    receive
        X ->
            log(case X of
                    {'DOWN', _, _, _, R} ->
                        R;
                    _ ->
                        X
                end)
    end,
    receive
        Y ->
            log(case Y of
                    {'DOWN', _, _, _, R2} ->
                        R2;
                    _ ->
                        Y
                end)
    after
        0 -> ok
    end,
    sleep().

spawn_opt() ->
    {P, M} =
        spawn_opt(fun() -> exit(bye) end,
                  [link, monitor]),
    process_flag(trap_exit, true),
    receive
        {'DOWN', M, _, P, R} ->
            log(R)
    end,
    sleep().

link_chain() ->
    A = spawn(fun sleep/0),
    B = spawn(fun() ->
                     link(A),
                     sleep()
              end),
    spawn(fun() -> exit(A, boom) end),
    log(is_process_alive(B)),
    sleep().

link_both() ->
    A = spawn(fun sleep/0),
    B = spawn(fun sleep/0),
    spawn(fun() -> exit(A, x) end),
    spawn(fun() -> exit(B, y) end),
    catch link(A),
    log(is_process_alive(B)),
    sleep().

unlink_relink() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    unlink(P),
    link(P),
    receive
        {'EXIT', _, R} ->
            log(R)
    end,
    sleep().

trap_toggle() ->
    S = self(),
    process_flag(trap_exit, true),
    spawn(fun() -> exit(S, a) end),
    process_flag(trap_exit, false),
    receive
        X ->
            log(element(3, X))
    after
        0 -> ok
    end,
    sleep().

mon_twice() ->
    P = spawn(fun() -> ok end),
    A = monitor(process, P),
    B = monitor(process, P),
    receive
        {'DOWN', A, _, _, R1} ->
            log(R1)
    end,
    receive
        {'DOWN', B, _, _, R2} ->
            log(R2)
    end.

mon_name() ->
    spawn(fun() -> register(nn, self()) end),
    R = monitor(process, nn),
    receive
        {'DOWN', R, _, {nn, _}, Why} ->
            log(Why)
    end.

demon_info() ->
    P = spawn(fun() -> ok end),
    R = monitor(process, P),
    log(demonitor(R, [flush, info])),
    sleep().

unreg_send() ->
    S = self(),
    register(nn, S),
    spawn(fun() -> log(catch element(1, {nn ! hi})) end),
    unregister(nn),
    receive
        hi ->
            log(hi)
    after
        0 -> log(no)
    end,
    sleep().

rereg() ->
    A = spawn(fun sleep/0),
    B = spawn(fun sleep/0),
    register(nn, A),
    spawn(fun() -> nn ! hi end),
    unregister(nn),
    register(nn, B),
    sleep().

reg_dead_name() ->
    P = spawn(fun() ->
                     receive
                         a ->
                             ok
                     end
              end),
    register(nn, P),
    spawn(fun() -> P ! a end),
    log(catch register(nn, self())),
    sleep().

reg_two_names() ->
    P = spawn(fun sleep/0),
    spawn(fun() -> log(catch register(n1, P)) end),
    spawn(fun() -> log(catch register(n2, P)) end),
    log({whereis(n1) =:= P, whereis(n2) =:= P}),
    sleep().

selective() ->
    S = self(),
    spawn(fun() ->
                 S ! {a, 1},
                 S ! {b, 1}
          end),
    spawn(fun() ->
                 S ! {b, 2},
                 S ! {a, 2}
          end),
    receive
        {a, X} ->
            log(X)
    end,
    receive
        {b, Y} ->
            log(Y)
    end,
    sleep().

after_loop() ->
    S = self(),
    spawn(fun() -> S ! a end),
    spawn(fun() -> S ! b end),
    poll(3),
    sleep().

poll(0) ->
    ok;
poll(N) ->
    receive
        X ->
            log(X)
    after
        0 -> log(none)
    end,
    poll(N - 1).

self_send() ->
    S = self(),
    spawn(fun() -> S ! b end),
    S ! a,
    receive
        X ->
            log(X)
    end,
    receive
        Y ->
            log(Y)
    end.

exit_trap_normal() ->
    P = spawn(fun() ->
                     process_flag(trap_exit, true),
                     receive
                         X ->
                             log(element(3, X))
                     after
                         5 -> log(none)
                     end
              end),
    exit(P, normal),
    sleep().

kill_while_ets() ->
    P = spawn(fun() ->
                     ets:new(t, [named_table, public]),
                     ets:insert(t, {a, 1}),
                     sleep()
              end),
    exit(P, kill),
    log(catch ets:lookup(t, a)),
    sleep().

kill_registered() ->
    P = spawn(fun() ->
                     register(nn, self()),
                     sleep()
              end),
    exit(P, kill),
    log(whereis(nn) =:= P),
    sleep().

kill_linked() ->
    process_flag(trap_exit, true),
    S = self(),
    P = spawn(fun() ->
                     link(S),
                     sleep()
              end),
    exit(P, kill),
    receive
        {'EXIT', _, R} ->
            log(R)
    after
        0 -> log(none)
    end,
    sleep().

kill_timer() ->
    S = self(),
    P = spawn(fun() ->
                     erlang:send_after(1, S, x),
                     sleep()
              end),
    exit(P, kill),
    receive
        x ->
            log(x)
    after
        0 -> ok
    end,
    sleep().

counters() ->
    C = counters:new(1, [write_concurrency]),
    spawn(fun() -> counters:add(C, 1, 1) end),
    spawn(fun() -> counters:put(C, 1, 5) end),
    log(counters:get(C, 1)),
    sleep().

atomics_mix() ->
    A = atomics:new(1, []),
    spawn(fun() -> atomics:add(A, 1, 1) end),
    spawn(fun() -> log(atomics:exchange(A, 1, 7)) end),
    log(atomics:get(A, 1)),
    sleep().

spawn_request_fail() ->
    R = spawn_request(fun() -> ok end,
                      [{reply, error_only}, monitor]),
    receive
        {'DOWN', R, process, _, W} ->
            log(W)
    end.

process_flag_prio() ->
    process_flag(priority, high),
    spawn(fun() -> ok end),
    sleep().

exit_in_try() ->
    S = self(),
    P = spawn(fun() ->
                     try
                         receive
                             go ->
                                 ok
                         end
                     after
                         S ! cleanup
                     end
              end),
    spawn(fun() -> P ! go end),
    exit(P, kill),
    receive
        cleanup ->
            log(cleanup)
    after
        0 -> log(none)
    end,
    sleep().

heir_dies() ->
    H = spawn(fun() -> ok end),
    spawn(fun() -> ets:new(t, [public, named_table, {heir, H, d}]) end),
    log(catch ets:lookup(t, k)),
    sleep().

safe_fix() ->
    table(),
    ets:insert(t, {a, 1}),
    spawn(fun() -> ets:safe_fixtable(t, true) end),
    log(ets:info(t, size)),
    sleep().
