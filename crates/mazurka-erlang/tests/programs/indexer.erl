%% N processes that each insert four messages into a table of 128 slots by insert_new, and take the
%% next slot if one is taken: Table 3 of Source Sets. Processes T and T + 11 meet three times:
%% 8^(N-11).
-module(indexer).
-export([n12/0, n15/0, n17/0]).

n12() -> indexer(12).
n15() -> indexer(15).
n17() -> indexer(17).

indexer(N) ->
    ets:new(slots, [public, named_table]),
    spawn_threads(0, N),
    receive after infinity -> ok end.

spawn_threads(T, N) when T =:= N -> ok;
spawn_threads(T, N) ->
    spawn(fun() -> insert_all(1, T) end),
    spawn_threads(T + 1, N).

insert_all(5, _) -> ok;
insert_all(M, T) ->
    W = M * 11 + T,
    insert(W * 7 rem 128, W),
    insert_all(M + 1, T).

insert(H, W) ->
    case ets:insert_new(slots, {H, W}) of
        true -> ok;
        false -> insert((H + 1) rem 128, W)
    end.
