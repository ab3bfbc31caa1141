%% Slots: at most so many processes hold one at a time. A counter says how many are taken, a table
%% who holds one, and a sweeper frees the slots of processes that have died.
%%
%% release/0 counts the slot as free, and then takes its holder out of the table. A process that
%% is killed between the two has released its slot, and the sweeper releases it once more: fewer
%% slots are counted than are taken, and one process too many gets in. In the repaired one a slot
%% is an object of the table, and whoever deletes it has freed it: there is one step, and no counter.
%%
%%   mazurka check slots.erl                       a bug
%%   mazurka check slots.erl --entry repaired      verified
-module(slots).
-export([test/0, repaired/0]).
-concuerror_options([{treat_as_normal, [killed]}]).

-define(SLOTS, 2).

test() ->
    ets:new(counter, [named_table, public]),
    ets:new(holders, [named_table, public]),
    ets:insert(counter, {taken, 0}),
    true = acquire(),
    killed(fun() -> acquire() andalso release() end),
    sweep(),
    % This process holds a slot.
    [{taken, Taken}] = ets:lookup(counter, taken),
    true = Taken >= 1.

acquire() ->
    case ets:update_counter(counter, taken, [{2, 0}, {2, 1, ?SLOTS, ?SLOTS}]) of
        [?SLOTS, _] -> false;
        _ -> ets:insert_new(holders, {self()})
    end.

release() ->
    ets:update_counter(counter, taken, {2, -1, 0, 0}),
    ets:delete(holders, self()).

sweep() ->
    Dead = [Pid || {Pid} <- ets:tab2list(holders), not is_process_alive(Pid)],
    [ets:update_counter(counter, taken, {2, -1, 0, 0}) || Pid <- Dead, ets:take(holders, Pid) =/= []].

repaired() ->
    ets:new(slots, [named_table, public]),
    true = acquire_one(1),
    killed(fun() -> acquire_one(1) andalso release_one() end),
    sweep_slots(),
    Self = self(),
    [{1, Self}] = ets:tab2list(slots).

acquire_one(Slot) when Slot > ?SLOTS -> false;
acquire_one(Slot) -> ets:insert_new(slots, {Slot, self()}) orelse acquire_one(Slot + 1).

release_one() -> ets:match_delete(slots, {'_', self()}).

sweep_slots() ->
    [ets:delete_object(slots, Slot) || {_, Pid} = Slot <- ets:tab2list(slots), not is_process_alive(Pid)].

%% Another process does that, and is killed at any moment.
killed(Work) ->
    {Pid, Watch} = spawn_monitor(Work),
    exit(Pid, kill),
    receive {'DOWN', Watch, process, Pid, _} -> ok end.
