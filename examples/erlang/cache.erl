%% A table as a cache that counts how often it was asked.
%%
%% count/0 reads the number and writes it back, one larger. Two processes may both read the same
%% number: one of the two is lost. ets:update_counter/3 does both at once.
%%
%%   mazurka check cache.erl                      a bug
%%   mazurka check cache.erl --entry repaired     verified

-module(cache).
-export([test/0, repaired/0]).

test() -> ask_twice(fun count/0).

repaired() -> ask_twice(fun count_at_once/0).

ask_twice(Count) ->
    ets:new(cache, [public, named_table]),
    ets:insert(cache, [{asked, 0}, {answer, 42}]),
    {_, A} = spawn_monitor(fun() -> ask(Count) end),
    {_, B} = spawn_monitor(fun() -> ask(Count) end),
    receive {'DOWN', A, process, _, normal} -> ok end,
    receive {'DOWN', B, process, _, normal} -> ok end,
    [{asked, 2}] = ets:lookup(cache, asked).

ask(Count) ->
    Count(),
    [{answer, 42}] = ets:lookup(cache, answer).

count() ->
    [{asked, N}] = ets:lookup(cache, asked),
    ets:insert(cache, {asked, N + 1}).

count_at_once() ->
    ets:update_counter(cache, asked, 1).
