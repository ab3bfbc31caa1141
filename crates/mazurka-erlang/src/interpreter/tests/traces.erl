%% Exceptions, and what programs see of them.
-module(traces).
-compile([export_all, nowarn_export_all]).

main() -> exit({result, all()}).

%% What a function does, without functions in it.
s(F) ->
    try F() of V -> {value, V}
    catch C:R:S -> {C, no_funs(R), [no_funs(E) || E <- S]}
    end.

no_funs(F) when is_function(F) -> a_fun;
no_funs(T) when is_tuple(T) -> list_to_tuple([no_funs(E) || E <- tuple_to_list(T)]);
no_funs([H | T]) -> [no_funs(H) | no_funs(T)];
no_funs(T) -> T.

a1(X) -> r(a2(X)).
a2(X) -> r(a3(X)).
a3(X) -> r(a4(X)).
a4(X) -> r(a5(X)).
a5(X) -> r(a6(X)).
a6(X) -> r(a7(X)).
a7(X) -> r(a8(X)).
a8(X) -> r(a9(X)).
a9(error) -> r(erlang:error(x));
a9(bif) -> r(atom_to_list(id(1)));
a9(undef) -> r(nomod:f(1));
a9(fc) -> r(fc(2));
a9(no) -> ok.
r(X) -> {X}.
fc(1) -> ok.
deep(0, X) -> r(X:f());
deep(N, X) -> {N, deep(N - 1, X)}.
tail_bif(X) -> atom_to_list(X).
tail_undef(X) -> nomod:f(X).
tail_undef2(X) -> lists:f(X).
plus(X) -> 1 + X.
plus(X, Y) -> X + Y.
badfun(X) -> r(X(1)).
badfunt(X) -> X(1).
badar() -> F = fun(A) -> A end, G = id(F), r(G(1, 2)).
badart() -> F = fun(A) -> A end, G = id(F), G(1, 2).
badext() -> F = fun lists:nof/2, G = id(F), r(G(1, 2)).
badext2() -> F = fun lists:reverse/1, G = id(F), r(G(1, 2)).
id(X) -> X.
app(M, F, A) -> r(apply(M, F, A)).
app2(F, A) -> r(apply(F, A)).
appt(M, F, A) -> apply(M, F, A).
appt2(F, A) -> apply(F, A).
var(M, F, X) -> r(M:F(X)).
vart(M, F, X) -> M:F(X).
bs(X, Y) -> <<X:Y>>.
bsb(X, Y) -> <<X/binary, Y:4/binary>>.
bsf(X) -> <<X/float>>.
bsf(X, Y) -> <<X:Y/float>>.
bsu(X) -> <<X/utf8>>.
bsu16(X) -> <<X/utf16>>.
bsbits(X) -> <<X/bits>>.
match(X) -> {a, Y} = X, Y.
'case'(X) -> case X of 1 -> a; 2 -> b end.
'if'(X) -> if X =:= 1 -> a end.
'try'(X) -> try X of 1 -> a catch _:_ -> b end.
-record(rec, {a, b}).
rec(X) -> X#rec.a.
rec2(X) -> X#rec{a = 2}.
again(X) -> try X() catch C:R:S -> erlang:raise(C, R, S) end.
again2(X) -> try X() after id(1) end.
op('+', A, B) -> id(A + B);
op('-', A, B) -> id(A - B);
op('*', A, B) -> id(A * B);
op('/', A, B) -> id(A / B);
op('div', A, B) -> id(A div B);
op('rem', A, B) -> id(A rem B);
op('band', A, B) -> id(A band B);
op('bsl', A, B) -> id(A bsl B);
op('and', A, B) -> id(A and B);
op(element, A, B) -> id(element(A, B));
op(map_get, A, B) -> id(map_get(A, B));
op(is_map_key, A, B) -> id(is_map_key(A, B));
op(is_function, A, B) -> id(is_function(A, B));
op('++', A, B) -> id(A ++ B);
op(plus1, A, _) -> id(A + 1);
op(minus1, A, _) -> id(A - 1);
op(one_minus, A, _) -> id(1 - A);
op(setelement, A, B) -> id(setelement(A, B, c));
op('-1', A, _) -> id(-A);
op(hd, A, _) -> id(hd(A));
op(length, A, _) -> id(length(A));
op(size, A, _) -> id(size(A));
op(map_size, A, _) -> id(map_size(A));
op('not', A, _) -> id(not A);
op(abs, A, _) -> id(abs(A)).

all() ->
    lists:append([
        [s(fun() -> a1(K) end) || K <- [error, bif, undef, fc]],
        [s(fun() -> r(deep(20, id(nomod))) end)],
        [s(F) || F <- [
            fun() -> r(tail_bif(id(1))) end, fun() -> r(tail_undef(1)) end,
            fun() -> r(tail_undef2(1)) end, fun() -> r(plus(id(a))) end,
            fun() -> r(plus(id(a), 2)) end,
            fun() -> badfun(1) end, fun() -> r(badfunt(id(1))) end,
            fun() -> badar() end, fun() -> r(badart()) end,
            fun badext/0, fun badext2/0]],
        [s(fun() -> app(M, F, A) end) || {M, F, A} <- applied()],
        [s(fun() -> r(appt(M, F, A)) end) || {M, F, A} <- applied()],
        [s(fun() -> var(M, F, a) end) || {M, F} <- [{1, 2}, {nomod, f}, {lists, last}, {erlang, atom_to_list}, {erlang, list_to_atom}, {lists, sum}, {traces, a1}]],
        [s(fun() -> r(vart(M, F, a)) end) || {M, F} <- [{1, 2}, {nomod, f}, {lists, last}, {erlang, atom_to_list}, {erlang, list_to_atom}, {lists, sum}, {traces, a1}]],
        [s(fun() -> app2(F, A) end) || {F, A} <- [{a, []}, {fun() -> 1 end, [1]}, {fun() -> 1 end, a}, {{a, b}, []}, {{a, b}, [1 | 2]}, {fun id/1, [7]}, {fun lists:reverse/1, [[1, 2]]}, {fun erlang:atom_to_list/1, [1]}]],
        [s(fun() -> r(appt2(F, A)) end) || {F, A} <- [{a, []}, {fun() -> 1 end, [1]}, {fun() -> 1 end, a}, {fun id/1, [7]}, {fun lists:reverse/1, [[1, 2]]}, {fun erlang:atom_to_list/1, [1]}]],
        [s(F) || F <- [
            fun() -> r(erlang:error(a, [1, 2])) end, fun() -> r(erlang:error(a, none)) end,
            fun() -> r(erlang:error(a, zz)) end,
            fun() -> r(erlang:error(a, [1, 2], [{error_info, #{a => 1}}])) end,
            fun() -> r(erlang:error(a, none, [{error_info, #{a => 1}}])) end,
            fun() -> r(erlang:error(a, none, [])) end, fun() -> r(erlang:error(a, none, [x])) end,
            fun() -> r(erlang:error(a, none, [{error_info, x}])) end,
            fun() -> r(erlang:error(a, foo, [{error_info, #{}}])) end,
            fun() -> r(exit(a)) end, fun() -> r(throw(a)) end,
            fun() -> r(apply(id(erlang), id(error), [x])) end,
            fun() -> r(apply(id(erlang), id(error), [x, [1]])) end,
            fun() -> r(apply(id(erlang), id(apply), [erlang, apply, [erlang, apply, [lists, reverse, [[1, 2]]]]])) end,
            fun() -> r(erlang:raise(error, a, [])) end,
            fun() -> r(erlang:raise(error, a, [{m, f, 1}])) end,
            fun() -> r(erlang:raise(error, a, [{m, f, [1]}, {m, f, 2, []}, {fun id/1, []}, {fun id/1, [a], []}])) end,
            fun() -> r(erlang:raise(error, a, [{m, f, [1]}, {m}])) end,
            fun() -> r(erlang:raise(foo, a, [])) end,
            fun() -> r(erlang:raise(id(foo), a, [])) end,
            fun() -> r(erlang:raise(throw, a, [{m, f, N, []} || N <- lists:seq(1, 12)])) end,
            fun() -> r(erlang:raise(error, a, id(x))) end,
            fun() -> r(erlang:raise(error, a, [{m, f, 1, [foo]}])) end,
            fun() -> r(erlang:raise(exit, a, [{m, f, 1, [{line, 3}]}])) end]],
        [s(F) || F <- [
            fun() -> bs(a, 4) end, fun() -> bs(1, a) end, fun() -> bs(1, -1) end,
            fun() -> bsb(a, <<1>>) end, fun() -> bsb(<<>>, <<1>>) end,
            fun() -> bsb(<<>>, a) end, fun() -> bsf(a) end, fun() -> bsu(a) end,
            fun() -> bsf(1, 7) end, fun() -> bsf(1, a) end, fun() -> bsf(a, 64) end,
            fun() -> bsf(1 bsl 2000) end, fun() -> bsu16(16#D800) end,
            fun() -> bsu(-1) end, fun() -> bs(1, 1 bsl 70) end,
            fun() -> bsb(<<1:3>>, <<1, 2, 3, 4>>) end, fun() -> bsbits(a) end]],
        [s(F) || F <- [
            fun() -> X = id(1), X#{a => 2} end, fun() -> X = id(#{}), X#{a := 2} end,
            fun() -> match(id(1)) end, fun() -> r('case'(id(3))) end,
            fun() -> r('if'(id(3))) end, fun() -> r('try'(id(3))) end,
            fun() -> r(rec(id(3))) end, fun() -> r(rec2(id(3))) end,
            fun() -> r(again(fun() -> r(erlang:error(x)) end)) end,
            fun() -> r(again2(fun() -> r(throw(x)) end)) end,
            fun() -> no_funs(catch plus(id(b))) end, fun() -> catch r(exit(q)) end,
            fun() -> catch r(throw(q)) end,
            fun() -> r(maps:get(a, id(#{}))) end,
            fun() -> r(lists:last(id(a))) end, fun() -> r(lists:member(a, b)) end,
            fun() -> r(maps:from_list(id(zork))) end,
            fun() -> r(lists:keyfind(a, id(0), c)) end,
            fun() -> r(lists:keymember(a, id(0), c)) end,
            fun() -> r(erlang:make_fun(id(1), 2, 3)) end,
            fun() -> r(maps:merge(1, 2)) end,
            fun() -> r(erlang:fun_info(id(1))) end, fun() -> r(erlang:fun_info(fun id/1, x)) end,
            fun() -> r(lists:nth(7, [1])) end, fun() -> r(lists:sum([1, a])) end,
            fun() -> r(lists:map(fun(X) -> X + 1 end, [1, a])) end,
            fun() -> r(lists:foldl(fun(X) -> X end, 1, [1])) end,
            fun() -> r(math:sqrt(id(a))) end, fun() -> r(binary:part(a, b, c)) end]],
        [s(fun() -> op(O, x, y) end) || O <- ['+', '-', '*', '/', 'div', 'rem', 'band', 'bsl', 'and', element, map_get, is_map_key, is_function, '++', plus1, minus1, one_minus, setelement, '-1', hd, length, size, map_size, 'not', abs, nosuch]]
    ]).

applied() -> [
    {1, 2, []}, {lists, 2, []}, {lists, reverse, a}, {lists, reverse, [1 | 2]}, {nomod, reverse, [1]},
    {lists, reverse, [1, 2]}, {erlang, atom_to_list, [1]}, {lists, reverse, [[1, 2]]}, {erlang, error, [x]},
    {erlang, throw, [x]}, {traces, fc, [5]}].
