%% N processes that each write one key: every order is a trace, N!.
-module(writers).
-export([n5/0, n7/0]).

n5() -> writers(5).
n7() -> writers(7).

writers(N) ->
    ets:new(tab, [public, named_table]),
    spawn_writers(N),
    receive after infinity -> ok end.

spawn_writers(0) -> ok;
spawn_writers(N) ->
    spawn(fun() -> ets:insert(tab, {k, N}) end),
    spawn_writers(N - 1).
