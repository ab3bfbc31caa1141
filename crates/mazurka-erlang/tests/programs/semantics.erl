%% What operations do, and on what they depend: small programs, whose executions `semantics.rs`
%% counts. The comments say why there are so many. What a process keeps under `log` is part of the
%% state at the end, by which executions are compared.
-module(semantics).
-compile(nowarn_unused_vars).
-compile(export_all).
-compile(nowarn_export_all).

sleep() -> receive after infinity -> ok end.

table() -> ets:new(t, [public, named_table]).

log(X) -> put(log, [X | case get(log) of undefined -> []; Before -> Before end]).

%% Ends.

%% A child crashes two calls deep, with a stack.
crash() ->
    spawn(fun() -> outer(0) end),
    sleep().

outer(X) ->
    Y = inner(X),
    {Y}.

inner(X) -> 1 div X.

badmatch() -> {a, _} = identity(b), ok.

identity(X) -> X.

function_clause() -> only_one(identity(2)).

only_one(1) -> ok.

thrown() -> throw(ball).

exits_normally() -> exit(normal).

exits_badly() -> exit({bad, [1, 2]}).

%% The message that comes is not the one that is waited for.
deadlock() ->
    Self = self(),
    spawn(fun() -> Self ! {other, 1} end),
    receive never -> ok end.

%% Each waits for the other.
deadlock_of_two() ->
    Self = self(),
    Pid = spawn(fun() -> receive a -> Self ! b end end),
    receive b -> Pid ! a end.

halts() -> halt(1).

halts_well() -> halt(0).

%% Links.

%% The parent is killed by the signal of its child: 1.
link_kills() ->
    spawn_link(fun() -> exit(bad) end),
    sleep().

%% A normal end of a linked process does nothing: 1.
link_normal() ->
    spawn_link(fun() -> ok end),
    sleep().

%% It becomes a message: 1, with the child's bad end.
link_trapped() ->
    process_flag(trap_exit, true),
    Pid = spawn_link(fun() -> exit(bad) end),
    receive {'EXIT', Pid, bad} -> ok end.

%% 3: linked before the child looks at its signals for the last time, between that and its end, after
%% that.
link_late() ->
    process_flag(trap_exit, true),
    Pid = spawn(fun() -> ok end),
    link(Pid),
    receive
        {'EXIT', Pid, Reason} -> log(Reason)
    end.

%% 2: the signal comes before the flag, and kills; or after it, and is a message.
trap_late() ->
    Self = self(),
    spawn(fun() -> exit(Self, bad) end),
    process_flag(trap_exit, true),
    receive {'EXIT', _, bad} -> ok end.

%% 2: undone in time, or the child's end kills.
unlink_race() ->
    Pid = spawn_link(fun() -> exit(bad) end),
    unlink(Pid),
    sleep().

%% Killing.

%% 4: before the first insert, between, before the end, too late.
kill_race() ->
    table(),
    Pid = spawn(fun() ->
                        ets:insert(t, {a, 1}),
                        ets:insert(t, {b, 1})
                end),
    exit(Pid, kill),
    sleep().

%% A signal asks whether there is a process, and its reason normal is ignored: 2, before its end or
%% after.
exit_normal() ->
    table(),
    Pid = spawn(fun() ->
                        ets:insert(t, {a, 1}),
                        ets:insert(t, {b, 1})
                end),
    exit(Pid, normal),
    sleep().

%% A process that traps exits cannot ignore kill. It waits: 1.
kill_trapped() ->
    Self = self(),
    Pid = spawn(fun() ->
                        process_flag(trap_exit, true),
                        Self ! ready,
                        receive never -> ok end
                end),
    receive ready -> ok end,
    exit(Pid, kill),
    sleep().

%% 2 orders of two signals, of which the first kills; then 2 of the second and the end: 4.
killed_twice() ->
    Pid = spawn(fun sleep/0),
    spawn(fun() -> exit(Pid, one) end),
    spawn(fun() -> exit(Pid, two) end),
    sleep().

%% 2.
is_alive() ->
    Pid = spawn(fun() -> ok end),
    log(is_process_alive(Pid)),
    sleep().

%% Monitors.

%% 2: the reason is normal, or there was no process.
monitor_race() ->
    Pid = spawn(fun() -> ok end),
    Ref = monitor(process, Pid),
    receive {'DOWN', Ref, process, Pid, Reason} -> log(Reason) end.

%% 4: too late for the monitor and told before the demonitor or after it, in time and told before the
%% demonitor or after it. No message is left.
demonitor_flush() ->
    Pid = spawn(fun() -> ok end),
    Ref = monitor(process, Pid),
    demonitor(Ref, [flush]),
    receive {'DOWN', Ref, _, _, _} -> exit(stale) after 0 -> ok end.

%% The same without flush: in two a message is left.
demonitor_stale() ->
    Pid = spawn(fun() -> ok end),
    Ref = monitor(process, Pid),
    demonitor(Ref),
    receive {'DOWN', Ref, _, _, _} -> exit(stale) after 0 -> ok end.

%% 1, and the child's bad end.
spawn_and_monitor() ->
    {Pid, Ref} = spawn_monitor(fun() -> exit(bad) end),
    receive {'DOWN', Ref, process, Pid, bad} -> ok end.

%% 1.
spawn_by_request() ->
    Id = spawn_request(fun() -> ok end),
    receive {spawn_reply, Id, ok, _} -> ok end.

%% 1: the reply comes before the news of the end.
spawn_by_request_monitored() ->
    Id = spawn_request(fun() -> ok end, [monitor]),
    receive {spawn_reply, Id, ok, _} -> ok end,
    receive {'DOWN', Id, process, _, normal} -> ok end.

%% 2: sent in time, or to an alias that is no more.
alias_race() ->
    Alias = alias(),
    spawn(fun() -> Alias ! hello end),
    unalias(Alias),
    receive hello -> log(got) after 0 -> log(none) end.

%% Names.

%% 2, and in both one of them fails.
register_race() ->
    spawn(fun() -> register(name, self()), sleep() end),
    spawn(fun() -> register(name, self()), sleep() end),
    sleep().

%% 4: one after the other, or both look first and then register in either order; then one fails.
look_then_register() ->
    spawn(fun look_and_register/0),
    spawn(fun look_and_register/0),
    sleep().

look_and_register() ->
    case whereis(name) of
        undefined -> register(name, self());
        _ -> ok
    end,
    sleep().

%% 3: looked up before it is registered, while it is, after its end.
name_freed() ->
    spawn(fun() -> register(name, self()) end),
    log(whereis(name)),
    sleep().

%% 3: hello before stop, between stop and the end, after the end: then it fails.
send_to_name() ->
    Pid = spawn(fun() -> receive stop -> ok end end),
    register(name, Pid),
    spawn(fun() -> Pid ! stop end),
    name ! hello,
    sleep().

%% 2: it lives, or this fails.
register_other() ->
    Pid = spawn(fun() -> ok end),
    register(name, Pid),
    sleep().

send_to_no_name() -> nobody ! hello.

%% A message to a process that is dead is nothing: 1.
send_to_dead() ->
    Pid = spawn(fun() -> ok end),
    Pid ! hello,
    sleep().

%% Tables.

%% 3: before there is a table, while there is one, when it is gone; two of them fail.
owner_exits() ->
    spawn(fun() -> table() end),
    log(ets:lookup(t, k)),
    sleep().

%% 2: looked up before it is given to the heir, or after.
owner_has_heir() ->
    Self = self(),
    spawn(fun() ->
                  ets:new(t, [public, named_table, {heir, Self, gift}]),
                  Self ! made,
                  receive after 0 -> ok end
          end),
    receive made -> ok end,
    log(ets:lookup(t, k)),
    receive {'ETS-TRANSFER', t, _, gift} -> ok end,
    sleep().

%% 3 processes, of which the first wins; the others only see that it did: 3.
insert_new_race() ->
    table(),
    [spawn(fun() -> log(ets:insert_new(t, {k, I})) end) || I <- [1, 2, 3]],
    sleep().

%% Of two that take a tuple one gets it: 2.
take_race() ->
    table(),
    ets:insert(t, {k, 1}),
    [spawn(fun() -> log(ets:take(t, k)) end) || _ <- [1, 2]],
    sleep().

%% What is not there cannot go: 1.
delete_nothing() ->
    table(),
    [spawn(fun() -> ets:delete(t, k) end) || _ <- [1, 2]],
    sleep().

%% The objects of a key have an order: 2.
bag() ->
    ets:new(t, [public, named_table, bag]),
    [spawn(fun() -> ets:insert(t, {k, I}) end) || I <- [1, 2]],
    sleep().

%% 2: there is a key, or none.
first_key() ->
    ets:new(t, [public, named_table, ordered_set]),
    spawn(fun() -> ets:insert(t, {k, 1}) end),
    log(ets:first(t)),
    sleep().

%% 1: the keys are the same.
first_key_again() ->
    ets:new(t, [public, named_table, ordered_set]),
    ets:insert(t, {k, 1}),
    spawn(fun() -> ets:insert(t, {k, 2}) end),
    log(ets:first(t)),
    sleep().

%% Inserts of the same tuple: the second changes nothing: 2.
insert_same() ->
    table(),
    [spawn(fun() -> ets:insert(t, {k, 1}) end) || _ <- [1, 2]],
    sleep().

%% 3!.
update_counter() ->
    table(),
    ets:insert(t, {k, 0}),
    [spawn(fun() -> ets:update_counter(t, k, 1) end) || _ <- [1, 2, 3]],
    sleep().

%% 2: the insert is seen, or not.
select_match() ->
    table(),
    spawn(fun() -> ets:insert(t, {a, 1}) end),
    log(ets:match_object(t, {'_', 1})),
    sleep().

%% 1: it never is.
select_no_match() ->
    table(),
    spawn(fun() -> ets:insert(t, {a, 1}) end),
    log(ets:match_object(t, {'_', 2})),
    sleep().

%% 2: what was selected goes.
select_overwritten() ->
    table(),
    ets:insert(t, {a, 1}),
    spawn(fun() -> ets:insert(t, {a, 2}) end),
    log(ets:match_object(t, {'_', 1})),
    sleep().

%% 2: by a guard.
select_guard() ->
    table(),
    spawn(fun() -> ets:insert(t, {a, 5}) end),
    spawn(fun() -> ets:insert(t, {b, 1}) end),
    log(ets:select(t, [{{'$1', '$2'}, [{'>', '$2', 3}], ['$1']}])),
    sleep().

%% 2 inserts that the scan takes, each before or after it: 4.
select_two() ->
    table(),
    spawn(fun() -> ets:insert(t, {a, 1}) end),
    spawn(fun() -> ets:insert(t, {b, 1}) end),
    log(ets:tab2list(t)),
    sleep().

%% 2: by the number of tuples; a change of a tuple does not count.
table_size() ->
    table(),
    ets:insert(t, {a, 1}),
    spawn(fun() -> ets:insert(t, {a, 2}) end),
    spawn(fun() -> ets:insert(t, {b, 2}) end),
    log(ets:info(t, size)),
    sleep().

%% A lookup and an addition, by two: as two reads and two writes of one variable, 4. In two of them
%% an addition is lost.
lost_update() ->
    table(),
    ets:insert(t, {k, 0}),
    spawn(fun add_one/0),
    spawn(fun add_one/0),
    sleep().

add_one() ->
    [{k, X}] = ets:lookup(t, k),
    ets:insert(t, {k, X + 1}).

%% Timers.

%% 2: it is over, or not.
timer_cancel() ->
    Ref = erlang:send_after(10, self(), tick),
    case erlang:cancel_timer(Ref) of
        false -> receive tick -> log(tick) end;
        _ -> receive tick -> exit(late) after 0 -> ok end
    end.

%% 2 orders. Time is nothing that can be relied on.
two_timers() ->
    erlang:send_after(10, self(), a),
    erlang:send_after(20, self(), b),
    receive First -> log(First) end,
    receive Second -> log(Second) end.

%% 1.
start_timer() ->
    Ref = erlang:start_timer(5, self(), hello),
    receive {timeout, Ref, hello} -> ok end.

%% 2: the name is there when the timer ends, or not: then nothing happens.
timer_to_name() ->
    register(name, self()),
    erlang:send_after(0, name, tick),
    unregister(name),
    receive tick -> log(tick) after 0 -> ok end.

%% Waiting.

%% 2: in time, or too late.
after_thousand() ->
    Self = self(),
    spawn(fun() -> Self ! a end),
    receive a -> ok after 1000 -> exit(late) end.

%% 1: nobody can notice.
after_only() ->
    spawn(fun() -> ok end),
    receive after 1000 -> ok end.

%% Processes.

%% 2: the message is there, or not.
own_queue_length() ->
    Self = self(),
    spawn(fun() -> Self ! a end),
    log(process_info(self(), message_queue_len)),
    sleep().

%% 2.
queue_length() ->
    Pid = spawn(fun sleep/0),
    spawn(fun() -> Pid ! a end),
    log(process_info(Pid, message_queue_len)),
    sleep().

%% 1.
hibernates() ->
    Self = self(),
    Pid = spawn(fun() -> erlang:hibernate(?MODULE, awake, [Self]) end),
    Pid ! go,
    receive up -> ok end.

awake(To) -> receive go -> To ! up end.

%% 3!: all three are there when the first sends.
nested() ->
    Self = self(),
    spawn(fun() ->
                  spawn(fun() -> Self ! b end),
                  spawn(fun() -> Self ! c end),
                  Self ! a
          end),
    [receive Message -> log(Message) end || _ <- [1, 2, 3]].

%% 2: the first is there before the others.
nested_later() ->
    Self = self(),
    spawn(fun() ->
                  Self ! a,
                  spawn(fun() -> Self ! b end),
                  spawn(fun() -> Self ! c end)
          end),
    [receive Message -> log(Message) end || _ <- [1, 2, 3]].

%% Numbers that are shared.

%% 1: nobody sees which is the first.
unique() ->
    spawn(fun() -> erlang:unique_integer() end),
    erlang:unique_integer(),
    sleep().

%% 2.
unique_monotonic() ->
    spawn(fun() -> log(erlang:unique_integer([monotonic])) end),
    log(erlang:unique_integer([monotonic])),
    sleep().

%% 2.
times() ->
    spawn(fun() -> log(erlang:monotonic_time()) end),
    log(erlang:monotonic_time()),
    sleep().

%% 2.
persistent() ->
    spawn(fun() -> persistent_term:put(k, 1) end),
    log(persistent_term:get(k, none)),
    sleep().

%% 1: two keys.
persistent_apart() ->
    spawn(fun() -> persistent_term:put(k, 1) end),
    log(persistent_term:get(l, none)),
    sleep().

%% 1: additions whose results nobody sees.
atomics_add() ->
    A = atomics:new(2, []),
    spawn(fun() -> atomics:add(A, 1, 1) end),
    spawn(fun() -> atomics:add(A, 1, 1) end),
    sleep().

%% 2: they are seen.
atomics_add_get() ->
    A = atomics:new(2, []),
    spawn(fun() -> log(atomics:add_get(A, 1, 1)) end),
    spawn(fun() -> log(atomics:add_get(A, 1, 1)) end),
    sleep().

%% 1: two cells.
atomics_apart() ->
    A = atomics:new(2, []),
    spawn(fun() -> atomics:put(A, 1, 1) end),
    spawn(fun() -> atomics:get(A, 2) end),
    sleep().

%% 4, as above.
atomics_lost_update() ->
    A = atomics:new(1, []),
    Add = fun() -> atomics:put(A, 1, atomics:get(A, 1) + 1) end,
    spawn(Add),
    spawn(Add),
    sleep().

%% 2: the first wins.
compare_exchange() ->
    A = atomics:new(1, []),
    spawn(fun() -> log(atomics:compare_exchange(A, 1, 0, 1)) end),
    spawn(fun() -> log(atomics:compare_exchange(A, 1, 0, 2)) end),
    sleep().

%% 2.
counters() ->
    C = counters:new(1, []),
    spawn(fun() -> counters:add(C, 1, 1) end),
    log(counters:get(C, 1)),
    sleep().

%% Without end.

loop_alone() -> loop_alone().

loop_in_child() ->
    spawn(fun loop_alone/0),
    sleep().

loop_with_events() ->
    table(),
    spawn(fun() -> log(ets:lookup(t, k)) end),
    loop_inserting(0).

loop_inserting(N) ->
    ets:insert(t, {k, N}),
    loop_inserting(N + 1).

ping_pong() ->
    Self = self(),
    Pid = spawn(fun() -> pong(Self) end),
    ping(Pid).

ping(Pid) -> Pid ! ping, receive pong -> ping(Pid) end.

pong(Pid) -> receive ping -> Pid ! pong end, pong(Pid).

%% Signals that travel.

%% What one process sends to another arrives in that order, exit signals as well: 1.
message_then_exit() ->
    process_flag(trap_exit, true),
    Self = self(),
    Pid = spawn_link(fun() -> Self ! a end),
    receive First -> a = First end,
    receive Second -> {'EXIT', Pid, normal} = Second end.

%% 1.
message_then_down() ->
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() -> Self ! a end),
    receive First -> a = First end,
    receive Second -> {'DOWN', Ref, process, Pid, normal} = Second end.

%% After an unlink, what came before can be taken out, and nothing comes any more.
unlink_flush() ->
    process_flag(trap_exit, true),
    Pid = spawn_link(fun() -> ok end),
    unlink(Pid),
    receive {'EXIT', Pid, _} -> ok after 0 -> ok end,
    spawn(fun() -> ok end),
    receive {'EXIT', Pid, _} -> exit(stale) after 0 -> ok end.

%% An exit signal comes after what was sent before it.
message_then_kill() ->
    table(),
    Pid = spawn(fun() -> receive go -> ets:insert(t, {k, 1}) end end),
    Pid ! go,
    exit(Pid, kill),
    sleep().

%% After an unalias, what came before can be taken out, and nothing comes any more.
alias_flush() ->
    Alias = alias(),
    spawn(fun() -> Alias ! hello end),
    unalias(Alias),
    receive hello -> ok after 0 -> ok end,
    spawn(fun() -> ok end),
    receive hello -> exit(stale) after 0 -> ok end.
