%% A little of everything that code of Erlang can be, for tests of the reader and of what comes
%% after it. `test/0` returns the same term in every run: shapes.txt has it, by `~tkw`.
%%
%% The folders have this module as OTP 25, 27 and 29 compile it with `erlc +deterministic`;
%% 25-compressed also with `+compressed`, 25-r22 with `+r22` (older instructions for binaries).
-module(shapes).
-author("Łódź").
-export([test/0, numbers/0, bits/1, records/1, maps/1, funs/1, exceptions/0, lists/1,
         messages/0, timeouts/0, tables/0, binaries/1, choices/1, half_of/1]).
-compile(nowarn_deprecated_catch).

-record(point, {x = 0, y = 0 :: integer(), name}).

test() ->
    [{numbers, numbers()},
     {bits, bits(<<1, 2, 3, 4, 5:3, "tail", 16#fe:9>>)},
     {records, records(3)},
     {maps, maps(#{a => 1, "b" => [2], {3} => <<"c">>})},
     {funs, funs(10)},
     {exceptions, exceptions()},
     {lists, lists([5, 3, 8, 1])},
     {messages, messages()},
     {timeouts, timeouts()},
     {tables, tables()},
     {binaries, binaries(<<"grün €"/utf8>>)},
     {choices, [choices(Term) || Term <- [a, b, 1, 2.0, 16#123456789abcdef0123, {}, {1, 2}, [],
                                          [x | y], <<>>, #{}, fun test/0, make_ref(), self()]]}].

numbers() ->
    Big = 123456789012345678901234567890,
    Half = half(length(integer_to_list(Big))),
    {Big * Big, -Big, Big rem 97, (Big bsl 70) bsr 75, -(1 bsl 62), 16#7fffffffffffffff + 1,
     Half, Half * 2.5 - 1.0e10 / (Half + 3), -Half, trunc(1.5e20), 1 / 3, 7 div -2, 7 rem -2,
     bnot 5, 12 band 10 bor 1 bxor 16, max(1, 1.0), 1 == 1.0, 1 =:= 1.0, float(3), round(-2.5)}.

half(N) when is_integer(N) -> N / 2.

bits(<<A, B:4, C:12/little, D:8/signed, E:3, Rest:4/binary, Last/bitstring>>) when A < 10 ->
    {A, B, C, D, E, Rest, Last, bit_size(Last), <<E:5, D:16/little-signed, Rest/binary>>};
bits(<<F:64/float, "x", N, Name:N/binary, _/binary>>) -> {F, Name};
bits(<<>>) -> empty;
bits(_) -> other.

binaries(Text) ->
    Size = byte_size(Text),
    Copy = <<Size:16, Text/binary, (Size / 8):32/float, "end", Size/utf8>>,
    <<_:16, First/utf8, _/binary>> = Copy,
    {Copy, First, [C || <<C/utf8>> <= Text], << <<(B bxor 1)>> || <<B>> <= Text >>,
     << <<Bit:1>> || <<Bit:1, _:1>> <= Text >>, binary:part(Copy, 2, 3)}.

records(N) ->
    Point = #point{x = N, name = <<"p">>},
    Moved = Point#point{y = Point#point.x + 1, name = none},
    {Point, Moved, is_record(Moved, point), #point.y, catch_record({point, 1})}.

catch_record(Term) ->
    try Term#point.x catch error:{badrecord, Bad} -> {no_record, Bad} end.

maps(#{a := A} = Map) ->
    New = Map#{a := A + 1, new => #{deep => [Map]}},
    #{new := #{deep := [#{a := B}]}} = New,
    Large = maps:from_list([{K, K * K} || K <- lists:seq(1, 40)]),
    {New, B, map_size(Large), maps:get(33, Large), is_map_key(x, Map),
     try Map#{missing := 1} catch error:{badkey, Key} -> Key end,
     maps:fold(fun(_, V, Sum) -> V + Sum end, 0, Large)}.

funs(N) ->
    Add = fun(X) -> X + N end,
    Count = fun Self(0) -> []; Self(M) -> [Add(M) | Self(M - 1)] end,
    Remote = fun lists:reverse/1,
    Module = ?MODULE,
    {Count(3), Remote([1, 2]), Module:half_of(N), (fun half/1)(N),
     is_function(Add, 1), erlang:fun_info(Add, arity), Remote}.

half_of(N) -> N bsr 1.

exceptions() ->
    Thrown = catch throw(ball),
    {'EXIT', {Reason, Stack}} = (catch atom_to_list(half_of(84))),
    After = try exit(bye) catch Class:Term -> {Class, Term} after put(key, cleaned) end,
    Raised = try
                 try error({own, [1]}) of never -> ok catch error:E:S -> erlang:raise(throw, E, S) end
             catch throw:T -> T end,
    {Thrown, Reason, is_list(Stack), After, erase(key), Raised,
     [try F() of V -> V catch _:{W, _} -> W; _:W -> W end ||
         F <- [fun() -> hd(lists(no)) end, fun() -> case half_of(4) of 3 -> x end end,
               fun() -> 1 = half_of(6) end, fun() -> if Stack =:= [] -> y end end,
               fun() -> half(one) end, fun() -> 1 / half_of(0) end, fun() -> fine end]]}.

lists(List) when is_list(List) ->
    Sorted = lists:sort(List),
    {Sorted, [{X, Y} || X <- List, X > 2, Y <- [a, b]], [X || {X, _} <- [{1, 2}, 3]],
     lists:foldl(fun(X, Sum) -> X + Sum end, 0, List), List ++ [0] -- [3], [0 | improper],
     tl(Sorted), length(List), "text" ++ [$\x{20ac}]};
lists(_) -> [].

messages() ->
    Parent = self(),
    Echo = spawn(fun() -> echo(0) end),
    {Worker, Monitor} = spawn_monitor(fun() -> Parent ! {self(), hello}, exit(done) end),
    register(echo, Echo),
    Answers = [begin
                   Ref = make_ref(),
                   echo ! {Parent, Ref, N},
                   receive {Ref, Answer} -> Answer end
               end || N <- [1, 2, 3]],
    Echo ! stop,
    Hello = receive {Worker, Word} -> Word end,
    Down = receive {'DOWN', Monitor, process, Worker, Reason} -> Reason end,
    {Answers, Hello, Down}.

echo(Count) ->
    receive
        {From, Ref, N} when is_pid(From) -> From ! {Ref, {N, Count}}, echo(Count + 1);
        stop -> ok
    end.

timeouts() ->
    self() ! {second, 2},
    self() ! first,
    First = receive first -> 1 after 1000 -> late end,
    Second = receive {second, N} -> N after 0 -> late end,
    {First, Second, receive never -> x after 1 -> none end}.

tables() ->
    Table = ets:new(shapes, [ordered_set, {keypos, #point.x}]),
    true = ets:insert(Table, [#point{x = X, y = X * 2} || X <- [3, 1, 2]]),
    Count = ets:update_counter(Table, 2, {#point.y, 5}),
    Found = ets:select(Table, [{#point{x = '$1', y = '$2', _ = '_'}, [{'>', '$2', 3}], ['$1']}]),
    Result = {Count, Found, ets:lookup(Table, 9), ets:first(Table), ets:tab2list(Table)},
    true = ets:delete(Table),
    Result.

choices(a) -> one; choices(b) -> two; choices(N) when is_integer(N), N > 9 -> large;
choices(N) when is_integer(N) -> integer; choices(F) when is_float(F) -> float;
choices({}) -> unit; choices({A, B}) -> A + B; choices([]) -> nil; choices([H | T]) -> {H, T};
choices(B) when is_binary(B) -> binary; choices(M) when is_map(M) -> map;
choices(F) when is_function(F, 0) -> function; choices(P) when is_pid(P) -> pid;
choices(R) when is_reference(R) -> reference.
