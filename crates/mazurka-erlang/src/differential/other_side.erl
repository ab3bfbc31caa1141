%% Reads calls, and writes a result for each; the text is that of `text.rs`.
-module(other_side).
-export([main/2]).
main(In, Out) ->
    %% Others differ in some results: -0.0 =:= 0.0, the largest integers.
    "25" = erlang:system_info(otp_release),
    {ok, Calls} = file:consult(In),
    {ok, File} = file:open(Out, [write, raw, delayed_write]),
    lists:foreach(fun(Call) -> file:write(File, [w(run(Call)), $\n]) end, Calls),
    ok = file:close(File).
run({M, F, A}) ->
    try apply(M, F, A) of V -> {ok, V} catch C:R -> {C, R} end.
w(T) when is_atom(T) -> [$', [c(C) || C <- atom_to_list(T)], $'];
w(T) when is_integer(T) -> integer_to_list(T);
w(T) when is_float(T) -> io_lib:write(T);
w([]) -> "[]";
w([H | T]) -> [$[, w(H), tail(T), $]];
w(T) when is_tuple(T) -> [${, commas([w(E) || E <- tuple_to_list(T)]), $}];
w(T) when is_map(T) ->
    L = lists:sort(fun({A, _}, {B, _}) -> erts_internal:cmp_term(A, B) =< 0 end, maps:to_list(T)),
    ["#{", commas([[w(K), "=>", w(V)] || {K, V} <- L]), $}];
w(T) when is_bitstring(T) -> ["<<", commas(bits(T)), ">>"];
w(T) when is_function(T) ->
    {M, F, A} = erlang:fun_info_mfa(T),
    ["fun ", w(M), $:, w(F), $/, integer_to_list(A)].
bits(<<B, R/bitstring>>) -> [integer_to_list(B) | bits(R)];
bits(<<>>) -> [];
bits(R) -> S = bit_size(R), <<B:S>> = R, [[integer_to_list(B), $:, integer_to_list(S)]].
tail([]) -> [];
tail([H | T]) -> [$,, w(H) | tail(T)];
tail(T) -> [$|, w(T)].
commas(L) -> lists:join($,, L).
c(C) when C >= $a, C =< $z; C >= $A, C =< $Z; C >= $0, C =< $9; C =:= $_; C =:= $@ -> C;
c(C) -> ["\\x{", integer_to_list(C, 16), "}"].
