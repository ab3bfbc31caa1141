%% All that the language has, run sequentially.
-module(language).
-compile([export_all, nowarn_export_all]).

main() -> exit({result, all()}).

id(X) -> X.
-record(r, {a = 1, b, c = []}).

all() ->
    [fib(15), fact(30), ack(2, 3), qsort([3, 1, 4, 1, 5, 9, 2, 6]), hanoi(5),
     [guards(X) || X <- [1, 1.5, a, "s", <<"b">>, <<1:3>>, {}, {1, 2}, [], #{}, self(), fun id/1, make, true, 1 bsl 80, -1]],
     [selects(X) || X <- [a, b, c, d, e, f, g, h, 1, 2, 3, 100, 1000, 1.0, 2.5, "x", 1 bsl 70]],
     [arity(X) || X <- [{}, {1}, {1, 2}, {1, 2, 3}, a]],
     records(), maps1(), maps2(id(#{a => 1})), comprehensions(), binaries(), bits(<<1, 2, 3, 4, 5>>),
     floats(3, 4.5), tries(), funs(3), compares(), bigs(), strings(), shadow(5), nested(3),
     tuples(), lib(), utf(), [packet(P) || P <- packets()], loops(), proc(), module_stuff(), fmt(),
     old_catch(), after_(), deep_list(100000), deep_tuple(1000), mutual(1001), apply_loop(10000, fun(X) -> X - 1 end)].

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
fact(0) -> 1;
fact(N) -> N * fact(N - 1).
ack(0, N) -> N + 1;
ack(M, 0) -> ack(M - 1, 1);
ack(M, N) -> ack(M - 1, ack(M, N - 1)).
qsort([]) -> [];
qsort([P | T]) -> qsort([X || X <- T, X < P]) ++ [P] ++ qsort([X || X <- T, X >= P]).
hanoi(N) -> length(hanoi(N, a, b, c)).
hanoi(0, _, _, _) -> [];
hanoi(N, A, B, C) -> hanoi(N - 1, A, C, B) ++ [{A, B}] ++ hanoi(N - 1, C, B, A).

guards(X) ->
    [is_atom(X), is_integer(X), is_float(X), is_number(X), is_list(X), is_tuple(X), is_binary(X), is_bitstring(X),
     is_map(X), is_pid(X), is_reference(X), is_port(X), is_function(X), is_function(X, 1), is_boolean(X),
     if X > 1 -> gt; X == 1 -> eq; true -> lt end,
     if is_tuple(X), tuple_size(X) =:= 2 -> two; is_list(X), length(X) > 0 -> len; true -> other end,
     if element(1, X) =:= 1 -> first; hd(X) =:= $s -> str; map_size(X) =:= 0 -> map; byte_size(X) > 0 -> bytes; true -> no end,
     if is_atom(X) orelse is_integer(X) andalso X < 0 -> y; true -> n end,
     if not is_atom(X); X -> nota; true -> ato end,
     case X of Y when Y + 1 > 5 -> big; Y when abs(Y) =:= 1 -> one; _ -> none end].

selects(X) ->
    {case X of a -> 1; b -> 2; c -> 3; d -> 4; e -> 5; f -> 6; g -> 7; h -> 8; _ -> no end,
     case X of 1 -> a; 2 -> b; 3 -> c; 100 -> d; 1000 -> e; 1180591620717411303424 -> big; _ -> no end,
     case X of 1.0 -> a; 2.5 -> b; "x" -> s; _ -> no end,
     case X of a -> aa; 1 -> one; 1.0 -> onef; _ -> no end}.

arity(X) -> case X of {} -> 0; {_} -> 1; {_, B} -> {2, B}; {_, _, C} -> {3, C}; _ -> no end.

records() ->
    R = #r{b = id(2)},
    R2 = R#r{a = id(5), c = [x]},
    R3 = R2#r{b = y},
    {R, R2, R3, R#r.a, R3#r.b, is_record(id(R), r), is_record(id({r}), r), setelement(2, R, z),
     record_info(size, r), R3 =:= R2#r{b = y}}.

maps1() ->
    M = maps:from_list([{X, X * X} || X <- lists:seq(1, 50)]),
    M2 = M#{3 := nine, new => 1},
    #{7 := V, new := W} = M2,
    {maps:size(M2), V, W, maps:get(3, M2), maps:get(99, M2, none), maps:is_key(50, M2),
     lists:sum([X || X <- maps:values(M)]), maps:size(maps:remove(7, M2)),
     maps:fold(fun(K, _, A) -> K + A end, 0, M), maps:size(maps:map(fun(_, X) -> X end, M)),
     lists:sort(maps:to_list(maps:filter(fun(K, _) -> K < 3 end, M)))}.

maps2(M) ->
    {M#{b => 2}, M#{a := 2}, catch_badkey(M), #{id(x) => 1, {id(y)} => 2}, maps:merge(M, #{a => 3, c => 4}),
     case M of #{a := 1, b := _} -> both; #{a := 1} -> a; _ -> none end, M == #{a => 1.0}, M =:= #{a => 1},
     (id(#{1 => a, 1.0 => b}))}.
catch_badkey(M) -> try M#{zz := 1} catch error:{badkey, K} -> {bad, K} end.

comprehensions() ->
    {[X || X <- lists:seq(1, 20), X rem 3 =:= 0], [{X, Y} || X <- [1, 2], Y <- [a, b]],
     << <<X:4>> || X <- [1, 2, 3, 4] >>, << <<X, Y>> || <<X>> <= <<1, 2>>, <<Y>> <= <<3, 4>> >>,
     [X || {ok, X} <- [{ok, 1}, error, {ok, 2}]], [X || <<X:3>> <= <<1, 2, 3:4>>], [X || X <- [a, 1, b], is_atom(X)]}.

binaries() ->
    A = id(16#1234), S = id(12), B = id(<<"hello">>),
    Bin = <<A:16/little, A:S, 1.5/float, 2.5:32/float-little, B/binary, B:2/binary, (-5):8/signed, (id(-5)):16/little-signed, 1:4>>,
    <<P:16/little, Q:12, F/float, G:32/float-little, H:5/binary, I:2/bytes, J:8/signed, K:16/little-signed, L/bits>> = Bin,
    <<Size, Data:Size/binary, Rest/binary>> = id(<<3, "abcdef">>),
    {Bin, P, Q, F, G, H, I, J, K, L, Data, Rest, <<(id(300)):8>>, <<(id(1 bsl 100)):120>>, <<(id(-1)):100/little>>,
     case id(<<1, 2, 3>>) of <<1, 9, _/binary>> -> a; <<1, 2>> -> b; <<1, X/binary>> -> X end,
     case id(<<"GET /x">>) of <<"PUT ", _/binary>> -> put; <<"GET ", U/binary>> -> {get, U} end,
     case id(<<5:3, 6:5>>) of <<5:3, Z:5>> -> Z; _ -> no end, case id(<<1:7>>) of <<_/binary>> -> bin; <<_/bits>> -> bits end,
     bin_to_list(id(<<"abc">>), []), append(1000, <<>>), byte_size(append(1000, <<>>)), parse(id(<<1, 2, 0, 3, 4, 0>>), <<>>, []),
     case id(<<16#7FF0000000000000:64>>) of <<NF/float>> -> NF; _ -> nan end, <<1.0:16/float>>, case id(<<16#3c00:16>>) of <<HF:16/float>> -> HF end}.
bin_to_list(<<C, R/binary>>, A) -> bin_to_list(R, [C | A]);
bin_to_list(<<>>, A) -> lists:reverse(A).
append(0, B) -> byte_size(B) rem 7, B;
append(N, B) -> append(N - 1, <<B/binary, N:8>>).
parse(<<0, R/binary>>, Cur, Acc) -> parse(R, <<>>, [Cur | Acc]);
parse(<<C, R/binary>>, Cur, Acc) -> parse(R, <<Cur/binary, C>>, Acc);
parse(<<>>, Cur, Acc) -> {Cur, lists:reverse(Acc)}.

bits(B) ->
    <<A:3, C:7, D:10/little, E:4/signed, F/bitstring>> = B,
    {A, C, D, E, F, bit_size(F), <<F/bits, 1:1>>, <<F:5/bits>>, <<B:3/binary-unit:4>>, [X || <<X:12>> <= B], [X || <<X:6, _:2>> <= B],
     case B of <<_:16, X:8, _/binary>> when X =:= 3 -> ok; _ -> no end, case B of <<X1:4/unit:8, _/bits>> -> X1 end,
     case B of <<X2:40/signed-little>> -> X2 end, case B of <<_:8, X3:2/binary, _/binary>> -> X3 end,
     case B of <<N, X4:N/bits, _/bits>> when N > 0 -> X4; _ -> none end}.

-define(S, 9).
floats(A, B) ->
    {A / 2, B * A + 1.0, -B, A - B, B / A * 2.0 - 1, trunc(B), round(B), float(A), A + B == 7.5, 1 == 1.0, 1 =:= 1.0, math:pow(2, 10),
     try A / (A - 3) catch error:badarith -> div0 end, try 1.0e308 * id(10.0) catch error:badarith -> overflow end, 1.0e22, 0.1 + 0.2, -0.0, 1.0e-10, 123456789.123}.

tries() ->
    [try (id(F))() of 1 -> one; X -> {other, X}
     catch throw:T -> {throw, T}; error:{badmatch, V} -> {badmatch, V}; error:R -> {error, R}; exit:R -> {exit, R}
     after put_nothing end
     || F <- [fun() -> 1 end, fun() -> 2 end, fun() -> throw(t) end, fun() -> {a, _} = id(b), 1 end, fun() -> error(e) end,
              fun() -> exit(x) end, fun() -> case id(1) of 2 -> a end end, fun() -> try throw(in) catch throw:in -> throw(out) end end,
              fun() -> try throw(in) after id(1) end end, fun() -> (fun(Y) when Y > 1 -> Y end)(id(0)) end,
              fun() -> (catch error(foo)), 5 end, fun() -> try error(a) catch error:b -> c end end,
              fun() -> maps:get(zork, id(#{})) end, fun() -> element(id(5), {a}) end, fun() -> id(1) bsl id(a) end]].
put_nothing() -> ok.

funs(N) ->
    F = fun(X) -> X + N end,
    G = fun Loop(0) -> done; Loop(K) -> Loop(K - 1) end,
    H = fun lists:reverse/1,
    I = fun ?MODULE:id/1,
    J = fun id/1,
    {F(1), G(1000), H([1, 2]), I(a), J(b), lists:map(F, [1, 2]), (fun() -> N end)(), F =:= F, is_function(F, 1), is_function(F, 2),
     erlang:fun_info(F, arity), erlang:fun_info(F, module), erlang:fun_info(H, name), erlang:fun_info(H, type), erlang:fun_info(F, env),
     erlang:fun_info(J, env), fun lists:map/2 =:= fun lists:map/2, apply(F, [5]), apply(?MODULE, id, [6]), apply(fun ?MODULE:id/1, [x]),
     (curry(fun(A, B, C) -> {A, B, C} end))(1, 2), [Z(2) || Z <- [fun(X) -> X * 2 end, fun(X) -> X * N end]]}.
curry(F) -> fun(A, B) -> F(A, B, c) end.

compares() ->
    L = [1, 1.0, 2, a, b, {}, {1}, {1, 2}, [], [1], [1 | 2], "ab", <<>>, <<1>>, #{}, #{a => 1}, 1 bsl 65, -1 bsl 65, 1.5e300, fun lists:map/2],
    {lists:sort(L), [{A < B, A =< B, A == B, A =:= B, A /= B, A =/= B} || A <- L, B <- [1, 1.0, a, [], {1}, <<1>>, #{}]],
     [max(A, 1.0) || A <- L], lists:usort([1, 1.0, 1, 2]), id(1) < id(2.5), id([1, 2 | a]) < id([1, 2 | b]), id(1 bsl 60) > id(1 bsl 59)}.

bigs() ->
    A = id(1 bsl 60), B = id(12345678901234567890), C = id(-12345678901234567890123),
    {A - 1, A, A + A, -A - 1, A * A, B * C, C div B, C rem B, C div 7, C band 16#FFFF, B bxor C, bnot B, C bsr 20, B bsl 100, (B bsl 100) bsr 100 =:= B,
     id(1 bsl 60) - id(1), id(-(1 bsl 60)) - 1, id(576460752303423487) + 1, id(1152921504606846975) + 1, id(1152921504606846975) * 2, abs(C), -C,
     integer_to_list(C), list_to_integer("123456789012345678901234567890"), float(B), trunc(1.0e25), fact(40) div fact(38), A > B, A == 1152921504606846976.0,
     16#7FFFFFFFFFFFFFFF, 16#FFFFFFFFFFFFFFFF, -16#8000000000000000, id(5) rem id(-3), id(-5) div id(3)}.

strings() ->
    {"a" ++ "b", lists:flatten(["a", [$b, "c"]]), string:to_upper("abc"), string:tokens("a b  c", " "), string:split("a,b", ","), string:trim("  x "),
     atom_to_list(abc), list_to_atom("x y"), integer_to_list(255, 16), list_to_integer("ff", 16), lists:concat([a, 1, "b"]), "aé€",
     string:length("héllo"), string:uppercase("straße"), string:find("hello world", "o w"), string:join(["a", "b"], "-"), string:pad("x", 4), lists:reverse("abc")}.

shadow(X) -> Y = X, F = fun(X) -> X + Y end, case F(1) of Y -> same; Z -> {Z, Y} end.
nested(N) -> [[{I, J, begin K = I * J, K + 1 end} || J <- lists:seq(1, I)] || I <- lists:seq(1, N)].
tuples() -> T = {a, b, c}, {element(2, T), setelement(1, T, x), tuple_size(T), list_to_tuple([1, 2]), tuple_to_list(T), erlang:append_element(T, d), erlang:make_tuple(3, z), {T, T}}.

lib() ->
    Q = queue:in(2, queue:in(1, queue:new())),
    D = dict:store(a, 1, dict:new()),
    G = gb_trees:from_orddict([{X, X} || X <- lists:seq(1, 10)]),
    S = sets:from_list([1, 2, 3, 2]),
    A = array:set(3, x, array:new(5)),
    {queue:to_list(Q), queue:out(Q), dict:fetch(a, D), dict:to_list(D), gb_trees:get(5, G), gb_trees:size(G), lists:sort(sets:to_list(S)), array:to_list(A),
     lists:zip([1, 2], [a, b]), lists:keysort(1, [{2, a}, {1, b}]), lists:partition(fun(X) -> X > 2 end, [1, 2, 3, 4]), lists:splitwith(fun(X) -> X < 3 end, [1, 2, 3, 4]),
     lists:foldr(fun(X, Acc) -> [X * 2 | Acc] end, [], [1, 2, 3]), lists:nth(2, [a, b]), lists:last([1, 2]), lists:seq(10, 1, -3), lists:delete(2, [1, 2, 3]), lists:subtract([1, 2, 3], [2]),
     lists:sort(fun(X, Y) -> X > Y end, [3, 1, 2]), lists:merge([1, 3], [2, 4]), lists:all(fun is_atom/1, [a]), lists:any(fun is_atom/1, [1]), lists:duplicate(3, x), lists:sublist([1, 2, 3, 4], 2, 2),
     proplists:get_value(a, [{a, 1}, b]), proplists:get_bool(b, [{a, 1}, b]), orddict:store(k, v, []), ordsets:union([1, 3], [2]), lists:mapfoldl(fun(X, Y) -> {X, Y + X} end, 0, [1, 2]),
     lists:usort([c, a, b, a]), lists:max([1, 5, 2]), lists:ukeysort(1, [{1, a}, {1, b}]), lists:unzip3([{1, 2, 3}]), lists:flatmap(fun(X) -> [X, X] end, [1, 2]), lists:search(fun(X) -> X > 1 end, [1, 2]),
     lists:keyreplace(a, 1, [{a, 1}], {a, 2}), lists:keytake(a, 1, [{b, 1}, {a, 2}]), lists:prefix("a", "ab"), lists:droplast([1, 2]), lists:nthtail(1, [1, 2]), lists:zipwith(fun(X, Y) -> X + Y end, [1], [2]),
     rand_free(), base64:encode(<<"hello">>), base64:decode("aGVsbG8="), unicode:characters_to_binary("é"), binary:split(<<"a,b,c">>, <<",">>, [global]), binary:replace(<<"abc">>, <<"b">>, <<"x">>),
     erl_scan_it("foo(1, X)."), calendar:date_to_gregorian_days(2024, 2, 29), calendar:day_of_the_week(2024, 2, 29)}.
rand_free() -> element(1, rand:uniform_s(100, rand:seed_s(exsss, {1, 2, 3}))).
erl_scan_it(S) -> {ok, Ts, _} = erl_scan:string(S), {ok, [F]} = erl_parse:parse_exprs(Ts), {F, erl_eval_it()}.
erl_eval_it() ->
    {ok, Ts, _} = erl_scan:string("X = 3, Y = [A * X || A <- [1,2,3]], {lists:sum(Y), case X of 3 -> three end}."),
    {ok, Es} = erl_parse:parse_exprs(Ts),
    {Value, _} = lists:foldl(fun(E, {_, B}) -> {value, V, B1} = erl_eval:expr(E, B, none, none, none), {V, B1} end, {none, []}, Es),
    Value.

utf() ->
    S = id(<<"aé€😀"/utf8>>),
    {binary_to_list(S), [C || <<C/utf8>> <= S], << <<C/utf16>> || <<C/utf8>> <= S >>, << <<C/utf32-little>> || <<C/utf8>> <= S >>,
     [C || <<C/utf16-little>> <= << <<C/utf16-little>> || <<C/utf8>> <= S >>], case S of <<_/utf8, X1/utf8, R/binary>> -> {X1, binary_to_list(R)} end,
     case id(<<255>>) of <<X/utf8>> -> X; _ -> bad end, case id(<<16#D8, 0>>) of <<X/utf16>> -> X; _ -> bad end, case S of <<"aé"/utf8, T/binary>> -> binary_to_list(T) end,
     case id(<<0, 0, 0, 65>>) of <<X2/utf32>> -> X2 end}.

packets() -> [<<4:4, 5:4, 0, 20:16, 7:16, 0:3, 0:13, 64, 6, 0:16, 1:32, 2:32>>, <<6:4, 0:4>>, <<>>, <<4:4, 9:4, 1>>].
packet(<<4:4, HL:4, TOS:8, Len:16, Id:16, Fl:3, Off:13, TTL, Proto, _Sum:16, S:32, D:32, _/binary>>) when HL >= 5 -> {ip, HL, TOS, Len, Id, Fl, Off, TTL, Proto, S, D};
packet(<<6:4, _/bits>>) -> v6;
packet(<<>>) -> empty;
packet(<<V:4, R/bits>>) -> {other, V, R}.

loops() -> {count(10000, 0), even(1000), while([a, b, c], 0)}.
count(0, A) -> A;
count(N, A) -> count(N - 1, A + N).
even(0) -> true;
even(N) -> odd(N - 1).
odd(0) -> false;
odd(N) -> even(N - 1).
while([], N) -> N;
while([_ | T], N) -> while(T, N + 1).

proc() -> {is_pid(self()), self() =:= self(), node() =:= node()}.
module_stuff() ->
    {?MODULE, ?LINE, element(2, lists:keyfind(main, 1, ?MODULE:module_info(exports))), erlang:function_exported(?MODULE, id, 1), erlang:function_exported(?MODULE, nope, 1),
     erlang:function_exported(lists, reverse, 2), ?MODULE:module_info(module), erlang:module_loaded(lists), is_list(?MODULE:module_info()),
     erlang:is_builtin(erlang, self, 0), erlang:is_builtin(lists, foldl, 3)}.

fmt() ->
    {lists:flatten(io_lib:format("~p ~w ~s ~5.2f ~b ~.16b ~c ~i~n", [{a, "x"}, "x", "str", 3.14159, 42, 255, $c, ignored])),
     lists:flatten(io_lib:format("~p", [[{X, lists:seq(1, X)} || X <- lists:seq(1, 12)]])), lists:flatten(io_lib:format("~10s|~-10s|~*c", ["ab", "cd", 3, $x])),
     lists:flatten(io_lib:format("~tp ~ts ~p", [<<"é"/utf8>>, "€", #{a => [1, 2.0]}])), lists:flatten(io_lib:format("~e ~g ~P", [1.5, 2.5, lists:seq(1, 50), 8]))}.

old_catch() -> [catch id(1), catch throw(x), catch exit(y), element(1, catch error(z)), element(1, element(2, catch error(z))), (catch throw(a)) =:= a].
after_() -> try try throw(a) after throw(b) end catch throw:X -> X end.
deep_list(N) -> L = nest(N, []), {L =:= nest(N, []), L < nest(N, [1])}.
nest(0, A) -> A;
nest(N, A) -> nest(N - 1, [A]).
deep_tuple(N) -> lists:foldl(fun(_, T) -> {T} end, x, lists:seq(1, N)) =:= lists:foldl(fun(_, T) -> {T} end, x, lists:seq(1, N)).
mutual(N) -> {even(N), odd(N)}.
apply_loop(0, _) -> done;
apply_loop(N, F) -> M = F(N), apply(?MODULE, apply_loop, [M, F]).
