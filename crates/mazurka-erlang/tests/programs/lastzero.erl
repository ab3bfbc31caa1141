%% A search from index N down for a zero, while process J writes the value at J - 1 plus one to J:
%% Figure 11 of Source Sets. 2^(N-2) * (N + 3).
-module(lastzero).
-export([n5/0, n8/0, n10/0, n11/0, n15/0]).

n5() -> lastzero(5).
n8() -> lastzero(8).
n10() -> lastzero(10).
n11() -> lastzero(11).
n15() -> lastzero(15).

lastzero(N) ->
    ets:new(array, [public, named_table]),
    fill(0, N),
    spawn(fun() -> search(N) end),
    spawn_writers(1, N),
    receive after infinity -> ok end.

fill(I, N) when I > N -> ok;
fill(I, N) ->
    ets:insert(array, {I, 0}),
    fill(I + 1, N).

search(0) -> 0;
search(I) ->
    case ets:lookup(array, I) of
        [{I, 0}] -> I;
        [{I, _}] -> search(I - 1)
    end.

spawn_writers(J, N) when J > N -> ok;
spawn_writers(J, N) ->
    spawn(fun() ->
                  [{_, Before}] = ets:lookup(array, J - 1),
                  ets:insert(array, {J, Before + 1})
          end),
    spawn_writers(J + 1, N).
