%% Compiles modules, runs the calls that they name, and writes a result for each; the text is
%% that of `text.rs`. What runs a call runs on both sides.
-module(sequential).
-export([main/1, pools/1, one/2]).

main(In) ->
    {ok, Modules} = file:consult(In),
    lists:foreach(fun module/1, Modules).

module({Name, Options}) ->
    File = atom_to_list(Name),
    {ok, Out} = file:open(File ++ ".results", [write, raw, delayed_write]),
    %% Without optimisations the compiler now and then fails, or writes what cannot be loaded.
    case compile:file(File, [return_errors | Options]) of
        {ok, Name} ->
            case code:load_abs(File) of
                {module, Name} -> calls(Name, Out);
                {error, badfile} -> ok
            end;
        {error, [{_, [{none, compile, {crash, _, _, _}} | _]} | _], _} -> ok;
        {error, [{_, [{_, beam_validator, _} | _]} | _], _} -> ok;
        {error, Wrong, _} ->
            io:format("~s: ~p~n", [File, Wrong]),
            halt(1)
    end,
    ok = file:close(Out).

calls(Name, Out) ->
    Pools = pools(Name),
    Run = fun(Call) ->
        erase(),
        Result = one(Pools, Call),
        erase(),
        file:write(Out, [w(Result), $\n])
    end,
    lists:foreach(Run, Name:calls()).

%% The arguments that calls take.
pools(Name) ->
    maps:from_list([{Type, list_to_tuple(Name:pool(Type))} || Type <- Name:pools()]).

one(Pools, {M, F, Which}) ->
    Args = [element(I, maps:get(Type, Pools)) || {Type, I} <- Which],
    try apply(M, F, Args) of
        V -> {ok, V}
    catch
        C:R:S -> {C, R, S}
    end.

%% Where in module erlang something was raised is not compared: more of it is native here.
w({erlang, F, A, [{file, "erlang.erl"}, {line, _} | Info]}) -> w({erlang, F, A, Info});
w(T) when is_atom(T) -> [$', [c(C) || C <- atom_to_list(T)], $'];
w(T) when is_integer(T) -> integer_to_list(T);
w(T) when is_float(T) -> io_lib:write(T);
w([]) -> "[]";
w([H | _]) when element(1, H) =:= ?MODULE -> "[]";
w([H | T]) -> [$[, w(H), tail(T), $]];
w(T) when is_tuple(T) -> [${, commas([w(E) || E <- tuple_to_list(T)]), $}];
w(T) when is_map(T) ->
    L = lists:sort(fun({A, _}, {B, _}) -> erts_internal:cmp_term(A, B) =< 0 end, maps:to_list(T)),
    ["#{", commas([[w(K), "=>", w(V)] || {K, V} <- L]), $}];
w(T) when is_bitstring(T) -> ["<<", commas(bits(T)), ">>"];
w(T) when is_function(T) ->
    {M, F, A} = erlang:fun_info_mfa(T),
    case erlang:fun_info(T, type) of
        {type, external} -> ["fun ", w(M), $:, w(F), $/, integer_to_list(A)];
        {type, local} -> ["fun ", w(M), $/, integer_to_list(A)]
    end;
w(T) when is_pid(T) -> "pid";
w(T) when is_reference(T) -> "ref".
bits(<<B, R/bitstring>>) -> [integer_to_list(B) | bits(R)];
bits(<<>>) -> [];
bits(R) -> S = bit_size(R), <<B:S>> = R, [[integer_to_list(B), $:, integer_to_list(S)]].
%% A stack trace ends where this module begins.
tail([]) -> [];
tail([H | _]) when element(1, H) =:= ?MODULE -> [];
tail([H | T]) -> [$,, w(H) | tail(T)];
tail(T) -> [$|, w(T)].
commas(L) -> lists:join($,, L).
c(C) when C >= $a, C =< $z; C >= $A, C =< $Z; C >= $0, C =< $9; C =:= $_; C =:= $@ -> C;
c(C) -> ["\\x{", integer_to_list(C, 16), "}"].
