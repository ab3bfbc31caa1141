%% Random calls of native functions, and what they do in Erlang.
%%
%% Writes, for each call: the sizes of two binaries, the binaries: {Module, Function, Arguments}
%% and {ok, Result} or {Class, Reason}, both in the external term format.
-module(calls).
-export([main/1]).

main([Out, Seed, Count]) ->
    rand:seed(exsss, {list_to_integer(Seed), 1, 2}),
    {ok, File} = file:open(Out, [write, raw, binary, delayed_write]),
    one(File, list_to_integer(Count)),
    ok = file:close(File).

one(_, 0) -> ok;
one(File, N) ->
    Call = call(pick([bits, bits, bits, native, native, native, native, unicode, unicode,
                      wide, external, external, term, term])),
    A = term_to_binary(Call),
    Result = try {ok, run(Call)} catch Class:Reason -> {Class, reason(Reason)} end,
    B = term_to_binary(Result, [deterministic]),
    ok = file:write(File, [<<(byte_size(A)):32, (byte_size(B)):32>>, A, B]),
    one(File, N - 1).

reason({Reason, _}) -> Reason;
reason(Reason) -> Reason.

%% Calls.

call(bits) ->
    case below(3) of
        0 -> read(integer, fun() -> size() end);
        1 ->
            Kind = pick([float, utf8, utf16, utf32]),
            read(Kind, fun() -> pick([0, 8, 16, 16, 32, 32, 64, 64, 24]) end);
        2 -> {bits, write, [[segment() || _ <- lists:seq(1, below(6))]]}
    end;
call(native) ->
    {Module, Function, Arguments} = pick([
        fun() -> {erlang, byte_size, [bitstring()]} end,
        fun() -> {erlang, bit_size, [bitstring()]} end,
        fun() -> {erlang, binary_to_list, [bitstring()]} end,
        fun() -> {erlang, binary_to_list, [bitstring(), index(), index()]} end,
        fun() -> {erlang, bitstring_to_list, [bitstring()]} end,
        fun() -> {erlang, split_binary, [bitstring(), index()]} end,
        fun() -> {erlang, binary_part, [bitstring(), index(), index()]} end,
        fun() -> {erlang, binary_part, [bitstring(), {index(), index()}]} end,
        fun() -> {erlang, list_to_binary, [iolist(3)]} end,
        fun() -> {erlang, list_to_bitstring, [iolist(3)]} end,
        fun() -> {erlang, iolist_to_binary, [iolist(3)]} end,
        fun() -> {erlang, iolist_to_iovec, [iolist(3)]} end,
        fun() -> {erlang, iolist_to_iovec, [large_iolist()]} end,
        fun() -> {erlang, iolist_size, [iolist(3)]} end,
        fun() -> {erlang, md5, [iolist(3)]} end,
        fun() -> {erlang, crc32, [iolist(3)]} end,
        fun() -> {erlang, crc32, [below(1 bsl 33), iolist(3)]} end,
        fun() -> {erlang, crc32_combine, [below(1 bsl 32), below(1 bsl 32), below(1000000)]} end,
        fun() -> {erlang, adler32, [iolist(3)]} end,
        fun() -> {erlang, adler32, [below(60000) bsl 16 bor below(60000), iolist(3)]} end,
        fun() -> {erlang, adler32_combine,
                  [below(60000) bsl 16 bor below(60000), below(60000), below(1000000)]} end,
        fun() -> {bits, md5, [[iolist(2) || _ <- lists:seq(1, below(5))]]} end,
        fun() -> {binary, at, [bitstring(), index()]} end,
        fun() -> {binary, first, [bitstring()]} end,
        fun() -> {binary, last, [bitstring()]} end,
        fun() -> {binary, part, [bitstring(), index(), index()]} end,
        fun() -> {binary, part, [bitstring(), {index(), index()}]} end,
        fun() -> {binary, match, [text(), pattern()]} end,
        fun() -> {binary, match, [text(), pattern(), scope()]} end,
        fun() -> {binary, matches, [text(), pattern()]} end,
        fun() -> {binary, matches, [text(), pattern(), scope()]} end,
        fun() -> {bits, compiled, [text(), pattern()]} end,
        fun() -> {binary, split, [text(), pattern()]} end,
        fun() -> {binary, split, [text(), pattern(), split_options()]} end,
        fun() -> {binary, split, [text(), pattern(), split_options()]} end,
        fun() -> {binary, longest_common_prefix, [[text() || _ <- lists:seq(1, below(4))]]} end,
        fun() -> {binary, longest_common_suffix, [[text() || _ <- lists:seq(1, below(4))]]} end,
        fun() -> {binary, copy, [bitstring()]} end,
        fun() -> {binary, copy, [bitstring(), index()]} end,
        fun() -> {binary, encode_unsigned, [integer()]} end,
        fun() -> {binary, encode_unsigned, [integer(), pick([big, little, native])]} end,
        fun() -> {binary, decode_unsigned, [bitstring()]} end,
        fun() -> {binary, decode_unsigned, [bitstring(), pick([big, little, x])]} end,
        fun() -> {binary, list_to_bin, [iolist(3)]} end,
        fun() -> {unicode, bin_is_7bit, [pick([text(), bitstring(), 7])]} end
    ]),
    {Module, Function, case Module of bits -> Arguments; _ -> damaged(Arguments) end};
call(unicode) ->
    Function = pick([characters_to_binary, characters_to_list]),
    Data = case below(300) of
        0 -> many_characters();
        _ -> characters(3)
    end,
    {unicode, Function, [Data, pick([utf8, unicode, utf8, latin1])]};
call(wide) ->
    Function = pick([characters_to_binary, characters_to_list]),
    Encoding = pick([utf16, {utf16, big}, {utf16, little}, utf32, {utf32, big},
                     {utf32, little}, {utf8, big}, x]),
    {unicode, Function, [wide_characters(3, Encoding), Encoding]};
call(term) ->
    Options = pick([[], [{minor_version, 0}], [{minor_version, 1}], [{minor_version, 2}],
                    [deterministic]]),
    case below(4) of
        0 -> {erlang, term_to_binary, [term(4)]};
        1 -> {erlang, term_to_binary, [term(4), Options]};
        2 -> {erlang, external_size, [term(4)]};
        3 ->
            Term = pick([fun() -> term(4) end, fun() -> term(4) end, fun() -> large() end]),
            {erlang, binary_to_term, [term_to_binary(Term, Options), pick([[used], []])]}
    end;
call(external) ->
    Bytes = term_to_binary(term(3), pick([[], [compressed], [{minor_version, 2}]])),
    Cut = case below(3) of
        0 -> binary:part(Bytes, 0, below(byte_size(Bytes) + 1));
        1 -> <<Bytes/binary, (bytes(3))/binary>>;
        2 -> mutated(Bytes, below(3) + 1)
    end,
    %% These are tags that Erlang uses for itself: the numbers of atoms and the like.
    Known = << <<(case Byte of _ when Byte >= 73, Byte =< 76 -> 0; _ -> Byte end)>>
               || <<Byte>> <= Cut >>,
    {erlang, binary_to_term, [Known, pick([[], [used]])]}.

mutated(Bytes, 0) -> Bytes;
mutated(Bytes, N) ->
    At = below(byte_size(Bytes)),
    <<Before:At/binary, _, After/binary>> = Bytes,
    Byte = pick([below(256), below(5), 97 + below(25), 255]),
    mutated(<<Before/binary, Byte, After/binary>>, N - 1).

%% One argument may be something else altogether.
damaged(Arguments) ->
    case below(15) of
        0 when Arguments =/= [] ->
            At = below(length(Arguments)),
            {Before, [_ | After]} = lists:split(At, Arguments),
            Before ++ [pick([a, -1, 1 bsl 70, [], {}, <<1:3>>, 1.5, [1 | 2]])] ++ After;
        _ -> Arguments
    end.

read(Kind, Size) ->
    Bits = bitstring(),
    {bits, read, [Kind, Bits, below(20), Size(), pick([big, little]), pick([signed, unsigned])]}.

run({bits, read, [Kind, Bits, Offset, Size, Endian, Sign]}) ->
    case Bits of
        <<_:Offset, Rest/bits>> -> read(Kind, Rest, Size, Endian, Sign);
        _ -> none
    end;
run({bits, write, [Segments]}) ->
    lists:foldl(fun write/2, <<>>, Segments);
run({bits, md5, [Parts]}) ->
    erlang:md5_final(lists:foldl(fun(Part, C) -> erlang:md5_update(C, Part) end,
                                 erlang:md5_init(), Parts));
run({bits, compiled, [Text, Pattern]}) ->
    binary:matches(Text, binary:compile_pattern(Pattern));
run({Module, Function, Arguments}) ->
    apply(Module, Function, Arguments).

read(integer, B, S, big, unsigned) -> case B of <<X:S, _/bits>> -> X; _ -> none end;
read(integer, B, S, big, signed) -> case B of <<X:S/signed, _/bits>> -> X; _ -> none end;
read(integer, B, S, little, unsigned) -> case B of <<X:S/little, _/bits>> -> X; _ -> none end;
read(integer, B, S, little, signed) ->
    case B of <<X:S/little-signed, _/bits>> -> X; _ -> none end;
read(float, B, S, big, _) -> case B of <<X:S/float, _/bits>> -> X; _ -> none end;
read(float, B, S, little, _) -> case B of <<X:S/float-little, _/bits>> -> X; _ -> none end;
read(utf8, B, _, _, _) -> case B of <<X/utf8, R/bits>> -> {X, bit_size(R)}; _ -> none end;
read(utf16, B, _, big, _) -> case B of <<X/utf16, R/bits>> -> {X, bit_size(R)}; _ -> none end;
read(utf16, B, _, little, _) ->
    case B of <<X/utf16-little, R/bits>> -> {X, bit_size(R)}; _ -> none end;
read(utf32, B, _, big, _) -> case B of <<X/utf32, R/bits>> -> {X, bit_size(R)}; _ -> none end;
read(utf32, B, _, little, _) ->
    case B of <<X/utf32-little, R/bits>> -> {X, bit_size(R)}; _ -> none end.

segment() ->
    Endian = pick([big, little]),
    pick([
        fun() -> {integer, integer(), size(), Endian} end,
        fun() -> {float, pick([float(), float(), integer()]), pick([16, 32, 64]), Endian} end,
        fun() -> {bits, bitstring()} end,
        fun() -> {pick([utf8, utf16, utf32]), character(), Endian} end
    ]).

write({integer, I, S, big}, B) -> <<B/bits, I:S>>;
write({integer, I, S, little}, B) -> <<B/bits, I:S/little>>;
write({float, F, S, big}, B) -> <<B/bits, F:S/float>>;
write({float, F, S, little}, B) -> <<B/bits, F:S/float-little>>;
write({bits, Bits}, B) -> <<B/bits, Bits/bits>>;
write({utf8, C, _}, B) -> <<B/bits, C/utf8>>;
write({utf16, C, big}, B) -> <<B/bits, C/utf16>>;
write({utf16, C, little}, B) -> <<B/bits, C/utf16-little>>;
write({utf32, C, big}, B) -> <<B/bits, C/utf32>>;
write({utf32, C, little}, B) -> <<B/bits, C/utf32-little>>.

%% Values.

below(N) -> rand:uniform(N) - 1.

pick(List) ->
    case lists:nth(rand:uniform(length(List)), List) of
        F when is_function(F) -> F();
        Value -> Value
    end.

bytes(Max) -> << <<(byte())>> || _ <- lists:seq(1, below(Max + 1)) >>.
byte() -> pick([0, 255, 127, 128, fun() -> below(256) end, fun() -> below(256) end]).

bitstring() ->
    Bytes = bytes(pick([3, 12, 30, 200, 200, 700])),
    case below(3) of
        0 -> Bytes;
        1 -> R = below(8), <<Bytes/bits, (below(128)):R>>;
        2 -> utf8(6)
    end.

size() -> pick([0, 1, 7, 8, 12, 16, 32, 59, 60, 61, 63, 64, 65,
                fun() -> below(80) end, fun() -> below(300) end, fun() -> below(5000) end]).

integer() ->
    pick([0, 1, -1, fun() -> below(256) end, fun() -> below(1 bsl 32) end,
          fun() -> below(1 bsl 61) - (1 bsl 60) end,
          fun() -> (1 bsl below(70)) - below(3) end,
          fun() -> -(1 bsl below(70)) + below(3) end,
          fun() -> below(1 bsl 100) - (1 bsl 99) end,
          fun() -> Size = 1 + below(1500), below(1 bsl Size) - (1 bsl (Size - 1)) end]).

float() ->
    pick([0.0, -0.0, 1.0, 0.1, 65504.0, 65519.99, 65520.0, 3.4028235e38, 3.4028236e38, 1.0e300,
          5.0e-324, 6.0e-8, 2.98e-8,
          fun() -> rand:normal() end, fun() -> rand:normal() * 1.0e10 end,
          fun() -> rand:normal() * 1.0e-7 end, fun() -> rand:normal() * 1.0e-42 end,
          fun() -> math:pow(2.0, below(2000) - 1000) * (below(4097) / 2048) end,
          fun() -> (2048 + below(2048)) * math:pow(2.0, below(30) - 25) end]).

index() -> pick([0, 1, 2, 3, fun() -> below(12) end, fun() -> below(40) - 10 end]).

character() ->
    pick([fun() -> below(128) end, fun() -> below(256) end, fun() -> below(16#800) end,
          fun() -> below(16#10000) end, fun() -> below(16#110000) end,
          16#d800, 16#dfff, 16#e000, 16#ffff, 16#fffe, 16#10ffff, 16#110000, -1, 1 bsl 70]).

good_character() ->
    case character() of
        C when C < 0; C > 16#10ffff -> $a;
        C when C >= 16#d800, C < 16#e000 -> $b;
        C -> C
    end.

utf8(N) -> << <<(good_character())/utf8>> || _ <- lists:seq(1, below(N)) >>.

iolist(0) -> pick([fun() -> below(256) end, fun() -> bytes(4) end, []]);
iolist(Depth) ->
    case below(30) of
        0 -> bytes(10);
        1 -> bitstring();
        _ -> tailed([element(Depth) || _ <- lists:seq(1, below(6))], fun() -> bytes(4) end)
    end.

element(Depth) ->
    case below(60) of
        0 -> pick([256, -1, a, 1.5, 1 bsl 70]);
        1 -> bitstring();
        N when N < 30 -> below(256);
        N when N < 45 -> bytes(5);
        _ -> iolist(Depth - 1)
    end.

tailed(List, Tail) ->
    case below(8) of
        0 when List =/= [] -> List ++ Tail();
        _ -> List
    end.

large_iolist() ->
    [pick([fun() -> binary:copy(<<7>>, below(700)) end,
           fun() -> binary:copy(<<8>>, 200 + below(100)) end,
           fun() -> lists:duplicate(below(300), 9) end,
           fun() -> below(256) end]) || _ <- lists:seq(1, below(8))].

text() -> << <<(pick("abc"))>> || _ <- lists:seq(1, below(pick([3, 10, 30]))) >>.
needle() -> << <<(pick("abc"))>> || _ <- lists:seq(1, pick([0, 1, 1, 2, 2, 3, 4])) >>.
pattern() ->
    case below(2) of
        0 -> needle();
        1 -> [needle() || _ <- lists:seq(1, pick([0, 1, 2, 3, 4]))]
    end.
scope() -> pick([[], [{scope, {index(), index()}}], [{scope, {0, index()}}],
                 [{scope, {index(), index()}}, {scope, {index(), 0}}], x]).
split_options() ->
    [pick([global, global, trim, trim_all, {scope, {index(), index()}}, {scope, {0, 2}}])
     || _ <- lists:seq(1, below(4))].

%% Characters, mostly right, in lists of lists.
characters(Depth) ->
    case below(8) of
        0 -> piece();
        _ -> tailed([case below(40) of
                         0 -> pick([a, 1.5, <<1:3>>, {}]);
                         1 -> character();
                         2 -> below(256);
                         N when N < 20 -> good_character();
                         N when N < 32; Depth =:= 0 -> piece();
                         _ -> characters(Depth - 1)
                     end || _ <- lists:seq(1, below(6))], fun() -> piece() end)
    end.

%% So many that Erlang converts them in several turns.
many_characters() ->
    Many = [pick([fun() -> lists:duplicate(below(50000), good_character()) end,
                  fun() -> binary:copy(utf8(5), below(20000)) end,
                  fun() -> piece() end]) || _ <- lists:seq(1, 2 + below(4))],
    pick([fun() -> iolist_to_binary([B || B <- Many, is_binary(B)]) end,
          fun() -> tailed(Many, fun() -> piece() end) end,
          fun() -> [Many, piece()] end]).

%% A binary in UTF-8: whole, cut off at either end, or broken.
piece() ->
    Text = utf8(5),
    case below(8) of
        0 -> bytes(4);
        1 -> binary:part(Text, 0, below(byte_size(Text) + 1));
        2 -> N = below(byte_size(Text) + 1), binary:part(Text, N, byte_size(Text) - N);
        3 -> <<Text/binary, (pick([192, 193, 194, 224, 237, 240, 244, 245, 255]))>>;
        _ -> Text
    end.

wide_characters(Depth, Encoding) ->
    case below(8) of
        0 -> wide_piece(Encoding);
        1 when Depth =:= 3 -> binary:copy(wide_piece(Encoding), 1 + below(3000));
        _ -> tailed([case below(40) of
                         0 -> pick([a, 1.5, <<1:3>>, {}]);
                         1 -> character();
                         N when N < 10 -> good_character();
                         N when N < 32; Depth =:= 0 -> wide_piece(Encoding);
                         _ -> wide_characters(Depth - 1, Encoding)
                     end || _ <- lists:seq(1, below(6))], fun() -> wide_piece(Encoding) end)
    end.

wide_piece(Encoding) ->
    Characters = [good_character() || _ <- lists:seq(1, below(4))],
    Text = << <<(wide(Encoding, C))/binary>> || C <- Characters >>,
    case below(8) of
        0 -> bytes(5);
        1 -> binary:part(Text, 0, below(byte_size(Text) + 1));
        2 -> N = below(byte_size(Text) + 1), binary:part(Text, N, byte_size(Text) - N);
        3 -> binary:part(Text, 0, max(0, byte_size(Text) - 1 - below(3)));
        _ -> Text
    end.

wide({utf16, little}, C) -> <<C/utf16-little>>;
wide({utf32, little}, C) -> <<C/utf32-little>>;
wide(utf32, C) -> <<C/utf32>>;
wide({utf32, big}, C) -> <<C/utf32>>;
wide(_, C) -> <<C/utf16>>.

term(0) -> pick([fun() -> integer() end, fun() -> atom() end, [], {}, <<>>]);
term(Depth) ->
    pick([
        fun() -> integer() end,
        fun() -> float() end,
        fun() -> atom() end,
        fun() -> bitstring() end,
        fun() -> [below(256) || _ <- lists:seq(1, below(5))] end,
        fun() -> tailed([term(Depth - 1) || _ <- lists:seq(1, below(5))],
                        fun() -> term(Depth - 1) end) end,
        fun() -> list_to_tuple([term(Depth - 1) || _ <- lists:seq(1, below(5))]) end,
        fun() -> maps:from_list([{term(Depth - 1), term(Depth - 1)}
                                 || _ <- lists:seq(1, below(6))]) end,
        fun() -> fun lists:map/2 end,
        fun() -> list_to_tuple(lists:duplicate(250 + below(10), a)) end
    ]).

%% In Erlang the order of large maps is that of hashes, unless they are written otherwise.
large() ->
    pick([
        fun() -> maps:from_list([{term(2), I} || I <- lists:seq(1, 30 + below(100))]) end,
        fun() -> case below(20) of 0 -> lists:duplicate(65530 + below(10), 7); _ -> [] end end,
        fun() -> list_to_tuple(lists:seq(1, below(1000))) end,
        fun() -> lists:seq(250, 250 + below(1000)) end
    ]).

atom() -> pick([a, b, true, 'with space', '', 'åäö', 'λ', 'ÿ', lists,
                fun() -> list_to_atom(lists:duplicate(pick([100, 200, 255]), pick([$x, $å, $λ]))) end]).
