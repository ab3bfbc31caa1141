%% N processes that each look for a free block, under a lock for each inode and each block: Table 3
%% of Source Sets. A lock is a process, and its client sends it acquire and release.
%%
%% Processes T and T + 13 want the same block. The paper takes acquire and release of a lock for
%% operations that are never possible at once: 2^(N-13). Here the messages of a mailbox are
%% ordered, and the second acquire may come before or after the first release: 4^(N-13). Without
%% locks (`free`), insert_new takes a block if it is free: 2^(N-13).
-module(filesystem).
-export([n14/0, n16/0, n18/0, n19/0]).
-export([free14/0, free16/0, free18/0, free19/0]).

n14() -> filesystem(14).
n16() -> filesystem(16).
n18() -> filesystem(18).
n19() -> filesystem(19).

filesystem(N) ->
    ets:new(inodes, [public, named_table]),
    ets:new(busy, [public, named_table]),
    Inodes = locks(32),
    Blocks = locks(26),
    spawn_threads(0, N, Inodes, Blocks),
    receive after infinity -> ok end.

locks(Count) -> list_to_tuple(locks_of(Count)).

locks_of(0) -> [];
locks_of(Count) -> [spawn(fun lock/0) | locks_of(Count - 1)].

lock() ->
    receive
        {acquire, Pid} -> Pid ! acquired
    end,
    receive
        release -> lock()
    end.

acquire(Lock) ->
    Lock ! {acquire, self()},
    receive
        acquired -> ok
    end.

spawn_threads(T, N, _, _) when T =:= N -> ok;
spawn_threads(T, N, Inodes, Blocks) ->
    spawn(fun() -> allocate(T rem 32, Inodes, Blocks) end),
    spawn_threads(T + 1, N, Inodes, Blocks).

allocate(I, Inodes, Blocks) ->
    Lock = element(I + 1, Inodes),
    acquire(Lock),
    case ets:lookup(inodes, I) of
        [] -> search(I, I * 2 rem 26, Blocks);
        _ -> ok
    end,
    Lock ! release.

search(I, B, Blocks) ->
    Lock = element(B + 1, Blocks),
    acquire(Lock),
    case ets:lookup(busy, B) of
        [] ->
            ets:insert(busy, {B}),
            ets:insert(inodes, {I, B}),
            Lock ! release;
        _ ->
            Lock ! release,
            search(I, (B + 1) rem 26, Blocks)
    end.

free14() -> free(14).
free16() -> free(16).
free18() -> free(18).
free19() -> free(19).

free(N) ->
    ets:new(inodes, [public, named_table]),
    ets:new(busy, [public, named_table]),
    spawn_free(0, N),
    receive after infinity -> ok end.

spawn_free(T, N) when T =:= N -> ok;
spawn_free(T, N) ->
    spawn(fun() -> take(T rem 32, T rem 32 * 2 rem 26) end),
    spawn_free(T + 1, N).

take(I, B) ->
    case ets:insert_new(busy, {B}) of
        true -> ets:insert(inodes, {I, B});
        false -> take(I, (B + 1) rem 26)
    end.
