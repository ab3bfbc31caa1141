%% A writer of a key, and N readers of it that first look up a key of their own: Figure 13 of
%% Source Sets. Each reader finds the key or not: 2^N.
-module(readers).
-export([n2/0, n8/0, n10/0, n13/0, n15/0, n20/0]).

n2() -> readers(2).
n8() -> readers(8).
n10() -> readers(10).
n13() -> readers(13).
n15() -> readers(15).
n20() -> readers(20).

readers(N) ->
    ets:new(tab, [public, named_table]),
    spawn(fun() -> ets:insert(tab, {k, 1}) end),
    spawn_readers(1, N),
    receive after infinity -> ok end.

spawn_readers(I, N) when I > N -> ok;
spawn_readers(I, N) ->
    spawn(fun() ->
                  ets:lookup(tab, I),
                  ets:lookup(tab, k)
          end),
    spawn_readers(I + 1, N).
