# What one process does alone, all over Elixir's libraries. Each function that begins with `p_` is
# run here and by a real Elixir, and has to return what is written alike.
defprotocol Sequential.Area do
  @fallback_to_any true
  def area(x)
end

defmodule Sequential.Square do
  defstruct side: 1, tag: nil
end

defmodule Sequential.User do
  @derive {Inspect, only: [:name]}
  defstruct [:name, :secret]

  defimpl String.Chars do
    def to_string(u), do: "user " <> u.name
  end
end

defimpl Sequential.Area, for: Sequential.Square do
  def area(%{side: s}), do: s * s
end

defimpl Sequential.Area, for: Any do
  def area(_), do: :unknown
end

defmodule Sequential.MyError do
  defexception [:code, message: "mine"]
end

defmodule Sequential do
  import Bitwise

  def p_enum,
    do:
      {Enum.map(1..5, &(&1 * 2)), Enum.reduce([1, 2, 3], 0, &+/2), Enum.sort([3, 1, 2], :desc),
       Enum.group_by(1..6, &rem(&1, 2)), Enum.chunk_every(1..7, 3), Enum.zip([1, 2], [:a, :b]),
       Enum.frequencies(~w(a b a)), Enum.into(%{a: 1}, []), Enum.uniq([1, 1, 2]),
       Enum.with_index([:a, :b]), Enum.join([1, 2], "-"), Enum.min_max([3, 1, 2]),
       Enum.sum(1..10), Enum.take_while(1..10, &(&1 < 4)), Enum.split([1, 2, 3], 1),
       Enum.flat_map([1, 2], &[&1, &1]), Enum.find([1, 2, 3], &(&1 > 1)), Enum.any?([1, nil]),
       Enum.all?([1, nil]), Enum.count(1..9, &(rem(&1, 2) == 0)),
       Enum.sort_by([%{a: 2}, %{a: 1}], & &1.a), Enum.dedup([1, 1, 2, 1]),
       Enum.reverse([1, 2, 3]), Enum.slice(1..10, 2..4), Enum.at([1, 2, 3], -1),
       Enum.max_by([1, -5, 3], &abs/1), Enum.product([1, 2, 3, 4]), Enum.scan([1, 2, 3], &+/2), 1}

  def p_partition, do: Enum.split_with([1, 2, 3, 4], &(rem(&1, 2) == 0))

  def p_stream,
    do:
      {Stream.map(1..10, &(&1 * 2)) |> Stream.filter(&(rem(&1, 3) == 0)) |> Enum.to_list(),
       Stream.iterate(1, &(&1 * 2)) |> Enum.take(6), Stream.cycle([1, 2]) |> Enum.take(5),
       Stream.unfold(5, fn
         0 -> nil
         n -> {n, n - 1}
       end)
       |> Enum.to_list(), Stream.chunk_every(1..5, 2) |> Enum.to_list(),
       Stream.zip(1..3, [:a, :b, :c]) |> Enum.to_list(),
       Stream.with_index([:x, :y]) |> Enum.to_list(),
       Stream.resource(
         fn -> 3 end,
         fn
           0 -> {:halt, 0}
           n -> {[n], n - 1}
         end,
         fn _ -> :ok end
       )
       |> Enum.to_list(), Stream.dedup([1, 1, 2]) |> Enum.to_list(),
       Stream.take_every(1..10, 3) |> Enum.to_list(),
       Stream.transform(1..3, 0, fn x, acc -> {[x + acc], x + acc} end) |> Enum.to_list()}

  def p_string,
    do:
      {String.upcase("abcé"), String.split("a,b,,c", ","), String.split(" a  b "),
       String.replace("hello", "l", "L"), String.length("naïve"), String.reverse("abc"),
       String.trim("  x "), String.pad_leading("7", 3, "0"), String.to_integer("42"),
       String.to_atom("xyz"), String.contains?("hello", "ell"),
       String.starts_with?("hello", "he"), String.slice("hello", 1..3), String.at("hello", 1),
       String.graphemes("é́a"), String.codepoints("ab"), String.capitalize("hello"),
       String.duplicate("ab", 3), String.to_charlist("abc"), String.valid?("abc"),
       String.jaro_distance("dwayne", "duane"), String.downcase("ÀB"), String.next_grapheme("ab"),
       String.first("abc"), String.last("abc"), String.printable?("abc"),
       String.trim_leading("xxa", "x"), String.split_at("hello", 2), String.equivalent?("a", "a"),
       String.normalize("é", :nfd), String.bag_distance("abc", "abd"),
       String.myers_difference("abc", "abd"), String.to_float("1.5"),
       String.splitter("a,b", ",") |> Enum.to_list(), String.chunk("ab", :valid)}

  def p_map,
    do:
      {Map.new([{1, 2}]), Map.put(%{}, :a, 1), Map.update(%{a: 1}, :a, 0, &(&1 + 1)),
       Map.get_and_update(%{a: 1}, :a, &{&1, 5}),
       Map.merge(%{a: 1}, %{b: 2}, fn _, x, _ -> x end), Map.take(%{a: 1, b: 2}, [:a]),
       Map.drop(%{a: 1, b: 2}, [:a]), Map.keys(%{b: 1, a: 2}), Map.to_list(%{a: 1}),
       Map.pop(%{a: 1}, :a), Map.split(%{a: 1, b: 2}, [:a]),
       Map.filter(%{a: 1, b: 2}, fn {_, v} -> v > 1 end), Map.fetch(%{a: 1}, :b),
       Map.from_struct(%Sequential.Square{}), Map.has_key?(%{}, 1), Map.replace(%{a: 1}, :a, 2),
       Map.put_new(%{a: 1}, :a, 3), Map.equal?(%{}, %{}), Map.values(%{a: 1})}

  def p_keyword,
    do:
      {Keyword.get([a: 1], :a), Keyword.put([a: 1], :a, 2), Keyword.merge([a: 1], b: 2),
       Keyword.pop([a: 1], :a), Keyword.keyword?(a: 1), Keyword.validate([a: 1], [:a, b: 2]),
       Keyword.keys(a: 1), Keyword.get_values([a: 1, a: 2], :a), Keyword.delete([a: 1], :a),
       Keyword.update([a: 1], :a, 0, &(&1 + 1)), Keyword.take([a: 1, b: 2], [:a]),
       Keyword.split([a: 1, b: 2], [:a])}

  def p_mapset,
    do:
      {MapSet.new([1, 2]) |> MapSet.put(3) |> MapSet.to_list() |> Enum.sort(),
       MapSet.member?(MapSet.new([1]), 1),
       MapSet.union(MapSet.new([1]), MapSet.new([2])) |> Enum.sort(),
       MapSet.size(MapSet.new([1, 1])), MapSet.subset?(MapSet.new([1]), MapSet.new([1, 2]))}

  def p_proto,
    do:
      {Sequential.Area.area(%Sequential.Square{side: 3}), Sequential.Area.area(1),
       Enumerable.impl_for([]), String.Chars.impl_for(1), Enumerable.impl_for(1),
       "#{%Sequential.User{name: "bob"}}", to_string([104, 105]), to_string(1.5), to_string(:a),
       Collectable.impl_for(%{}), Inspect.impl_for(%Sequential.Square{}),
       Sequential.Area.impl_for!(1), List.Chars.to_charlist(12)}

  def p_inspect,
    do:
      {inspect([
         1,
         :a,
         "b",
         'c',
         %{"b" => 2, a: 1},
         {1, 2},
         nil,
         true,
         1.5,
         Sequential,
         :"a b",
         [a: 1],
         1..3,
         %Sequential.Square{},
         %Sequential.User{name: "bob", secret: 1},
         <<1, 2>>,
         <<3::3>>,
         MapSet.new([1]),
         &Enum.map/2,
         -5
       ]), inspect("a\nb\"é"), inspect(%Sequential.MyError{}), inspect(Enum.to_list(1..100)),
       inspect(1..3//2), inspect(%{1 => [2, {3, %{4 => 5}}]}, pretty: true, width: 5),
       inspect(~D[2020-01-01]), inspect(~T[10:00:00]), inspect('abc'), inspect([0, 1]),
       inspect(~U[2020-01-01 00:00:00Z]), inspect(:"Elixir.Foo"), inspect(:foo?), inspect(:"1"),
       inspect(:+), inspect(%{nil => 1}), inspect("abc", limit: 2),
       inspect(123_456_789, base: :hex), inspect(1.0e10),
       inspect(Date.range(~D[2020-01-01], ~D[2020-01-03])), inspect({}), inspect(%{}),
       inspect([]), inspect(""), inspect(String.to_atom("é")),
       inspect(Stream.map([1], & &1) |> Enum.to_list())}

  def p_exc do
    a =
      try do
        raise "oops"
      rescue
        e in RuntimeError -> Exception.message(e)
      end

    b =
      try do
        raise ArgumentError, "bad"
      rescue
        e -> {e.__struct__, e.message}
      end

    c =
      try do
        throw(:x)
      catch
        :throw, v -> v
      end

    d =
      try do
        exit(:y)
      catch
        :exit, v -> v
      end

    e =
      try do
        raise Sequential.MyError, code: 3
      rescue
        e in [Sequential.MyError] -> {e.code, Exception.message(e)}
      end

    f =
      try do
        hd([])
      rescue
        e -> Exception.message(e)
      end

    g =
      try do
        %{}.a
      rescue
        e -> Exception.message(e)
      end

    h =
      try do
        Sequential.nofun(1)
      rescue
        e -> Exception.message(e)
      end

    i =
      try do
        (fn 1 -> 1 end).(2)
      rescue
        e -> e.__struct__
      end

    j =
      try do
        {:ok, _} = Process.get(:nope, :error)
      rescue
        e -> Exception.message(e)
      end

    k =
      try do
        case Process.get(:nope) do
          1 -> 1
        end
      rescue
        e -> Exception.message(e)
      end

    l =
      try do
        1 / Process.get(:nope, 0)
      rescue
        e -> Exception.message(e)
      end

    m =
      try do
        String.to_integer("x")
      rescue
        e -> Exception.message(e)
      end

    n =
      try do
        try do
          raise "a"
        rescue
          e -> reraise e, __STACKTRACE__
        end
      rescue
        e -> Exception.message(e)
      end

    o =
      try do
        Map.fetch!(%{a: 1}, :b)
      rescue
        e -> Exception.message(e)
      end

    q =
      try do
        cond do
          Process.get(:nope) -> 1
        end
      rescue
        e -> Exception.message(e)
      end

    r =
      try do
        String.to_existing_atom("nonono_never")
      rescue
        e -> Exception.message(e)
      end

    s =
      try do
        Enum.map(1, & &1)
      rescue
        e -> Exception.message(e)
      end

    t =
      try do
        apply(Sequential, :pfc, [3])
      rescue
        e -> Exception.message(Exception.normalize(:error, e, __STACKTRACE__))
      end

    u =
      try do
        Process.get(:nope).foo()
      rescue
        e -> Exception.message(e)
      end

    v =
      try do
        :erlang.error(:foo)
      rescue
        e -> Exception.message(e)
      end

    w =
      try do
        if Process.get(:n, 1) and true, do: 1
      rescue
        e -> Exception.message(e)
      end

    x =
      try do
        Process.get(:n, &Enum.map/2).(1)
      rescue
        e -> Exception.message(e)
      end

    y =
      try do
        struct!(Sequential.Square, nope: 1)
      rescue
        e -> Exception.message(e)
      end

    z =
      try do
        with {:ok, x} <- Process.get(:n, :err) do
          x
        else
          :nono -> 1
        end
      rescue
        e -> Exception.message(e)
      end

    {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, q, r, s, t, u, v, w, x, y, z}
  end

  def pfc(1), do: 1

  def p_with do
    with {:ok, a} <- {:ok, 1}, b = a + 1, {:ok, c} <- {:error, b} do
      c
    else
      {:error, x} -> {:err, x}
    end
  end

  def p_for,
    do:
      {for(x <- 1..3, y <- [1, 2], x != y, do: {x, y}), for(<<c <- "abc">>, do: c + 1),
       for({k, v} <- %{a: 1}, into: %{}, do: {v, k}), for(x <- [1, 2, 1], uniq: true, do: x),
       for(x <- 1..3, reduce: 0, do: (a -> a + x)),
       for(<<r::4 <- "ab">>, into: <<>>, do: <<r + 1::4>>),
       for(x <- 1..2, into: "", do: to_string(x))}

  def p_bin do
    <<a::16, b::little-32, c::float, rest::binary>> =
      <<1, 2, 3, 4, 5, 6, 63, 240, 0, 0, 0, 0, 0, 0, "xyz">>

    s = for n <- 1..3, into: "", do: <<n::utf8>>
    acc = Enum.reduce(1..5, <<>>, fn i, acc -> <<acc::binary, i::16>> end)
    acc2 = Enum.reduce(1..5, <<>>, fn i, acc -> <<acc::bitstring, i::3>> end)

    {a, b, c, rest, s, acc, acc2, <<1::signed-8>>, <<-1::32>>, <<"é"::utf16>>, <<"é"::utf32>>,
     byte_size("é"), bit_size(acc2), <<3.5::float-32>>, band(5, 3), 5 ||| 8, bxor(1, 3), 1 <<< 70,
     bnot(5), Base.encode16("abc"), Base.encode64("hello"), Base.decode64!("aGVsbG8="),
     Base.url_encode64("??>"), Base.encode32("ab"), :binary.split("a.b", "."),
     binary_part("hello", 1, 2), <<"a", "b"::binary>>, Integer.to_string(255, 16),
     Integer.digits(123), Integer.undigits([1, 2]), Integer.parse("12x"), Float.parse("1.5x"),
     Float.round(1.256, 2), Float.to_string(0.1), Integer.gcd(12, 8), Integer.floor_div(-5, 2),
     Integer.mod(-5, 3), Integer.pow(2, 70), Float.ceil(1.2), Float.floor(1.7, 1),
     Float.ratio(0.5)}
  end

  def p_access do
    m = %{a: %{b: [1, 2, %{c: 3}]}, l: [k: 1]}

    {m[:a][:b], get_in(m, [:a, :b]), put_in(m.a.b, 2), update_in(m, [:l, :k], &(&1 + 1)),
     get_in(m, [:a, :b, Access.at(2), :c]), pop_in(m, [:a, :b]),
     get_and_update_in(m, [:a, :b], &{&1, 0}), get_in(m, [Access.key(:a), Access.key(:x, 1)]),
     update_in(m, [:a, :b, Access.filter(&is_map/1), :c], &(&1 + 1)),
     get_in([%{a: 1}, %{a: 2}], [Access.all(), :a])}
  end

  def p_list,
    do:
      {List.flatten([1, [2, [3]]]), List.delete([1, 2, 1], 1), List.keyfind([a: 1], :a, 0),
       List.zip([[1, 2], [3, 4]]), List.first([1]), List.last([1, 2]),
       List.foldr([1, 2], 0, &+/2), List.insert_at([1, 2], 1, :x), List.replace_at([1], 0, 2),
       List.to_tuple([1, 2]), List.wrap(nil), List.duplicate(1, 2),
       List.starts_with?([1, 2], [1]), List.to_string([97, "b"]), List.pop_at([1, 2], 0),
       List.update_at([1], 0, &(&1 + 1)), List.myers_difference([1, 2], [1, 3]), [1, 2] ++ [3],
       [1, 2] -- [1], hd([1]), length([1, 2]), List.ascii_printable?('abc'),
       List.improper?([1 | 2]), List.keysort([b: 1, a: 2], 0), List.to_integer('12')}

  def p_kernel,
    do:
      {abs(-1), div(7, 2), rem(-7, 2), round(1.5), trunc(1.9), max(1, 2), elem({1, 2}, 0),
       put_elem({1, 2}, 0, :x), tuple_size({1}), is_map(%{}), is_struct(%Sequential.Square{}),
       is_exception(%RuntimeError{}), to_charlist("a"),
       inspect(self()) |> String.starts_with?("#PID"), is_function(&abs/1, 1), node(),
       apply(Kernel, :+, [1, 2]), function_exported?(Sequential, :p_kernel, 0),
       match?({:ok, _}, {:ok, 1}), 1 in [1, 2], 5 not in 1..3, "a" <> "b", then(1, &(&1 + 1)),
       tap(1, fn _ -> 2 end), is_nil(nil), if(true, do: 1), unless(false, do: 2),
       make_ref() |> is_reference, binding(), ceil(1.2), floor(1.2), is_map_key(%{a: 1}, :a),
       struct(Sequential.Square, side: 2), sigils(), Tuple.append({1}, 2), Tuple.to_list({1}),
       Tuple.insert_at({1}, 0, 2), Function.info(&abs/1)[:name], Function.identity(1),
       Atom.to_string(:a), Atom.to_charlist(:a), Module.concat(Foo, Bar), Module.split(Foo.Bar),
       System.otp_release() |> is_binary, System.version() |> is_binary,
       Code.ensure_loaded?(Sequential), Code.ensure_loaded(Nope), Range.size(1..5),
       Range.disjoint?(1..2, 3..4), URI.encode("a b"), Version.compare("1.0.0", "1.1.0"),
       Version.match?("1.2.0", "~> 1.0")}

  defp sigils, do: {~w(a b)a, ~s(x), ~c(y), ~D[2020-02-03], ~N[2020-01-01 10:00:00]}

  def p_date,
    do:
      {Date.add(~D[2020-01-31], 30), Date.diff(~D[2020-03-01], ~D[2020-02-01]),
       Date.to_string(~D[2020-01-01]), DateTime.from_unix!(0) |> DateTime.to_iso8601(),
       NaiveDateTime.add(~N[2020-01-01 00:00:00], 3600), Date.day_of_week(~D[2020-01-01]),
       Time.add(~T[10:00:00], 60),
       DateTime.diff(~U[2020-01-02 00:00:00Z], ~U[2020-01-01 00:00:00Z]),
       Date.from_iso8601("2020-13-01"), Calendar.strftime(~D[2020-01-02], "%Y-%m %a"),
       Date.compare(~D[2020-01-01], ~D[2020-01-02])}

  def p_io,
    do:
      {IO.iodata_to_binary(["a", ?b, ["c"]]), IO.iodata_length(["a"]),
       IO.chardata_to_string(["a", ?é]),
       :io_lib.format("~p ~s ~w", [1, "a", :b]) |> IO.iodata_to_binary(),
       IO.inspect(1, label: "x"), IO.puts("hello"), IO.write("x"), IO.inspect([1, 2]),
       IO.puts(:stderr, "e"), IO.puts([?a, "b"]), IO.puts(1), IO.puts(:stdio, "é")}

  def p_env,
    do:
      {Application.get_env(:myapp, :key, 5), Application.get_env(:myapp, :key),
       Application.fetch_env(:myapp, :key), System.get_env("NOPE_X"),
       System.get_env("NOPE_X", "d"), System.monotonic_time() |> is_integer,
       System.system_time(:millisecond) |> is_integer,
       System.unique_integer([:positive]) |> is_integer, System.schedulers_online() |> is_integer,
       System.os_time() |> is_integer}

  def p_misc,
    do:
      {:queue.to_list(:queue.in(1, :queue.new())), :maps.from_list([{1, 2}]), :math.pi(),
       :erlang.phash2({:a, 1}), :lists.seq(1, 3),
       :rand.seed(:exsss, {1, 2, 3}) |> elem(0) |> is_map, :erlang.term_to_binary({:a, "b", 1.5}),
       :erlang.md5("a"), :timer.seconds(1), Macro.underscore("FooBar"), Macro.camelize("foo_bar"),
       Macro.to_string(quote do: 1 + x), :string.uppercase("abc"),
       :unicode.characters_to_binary([233])}

  def p_rand do
    :rand.seed(:exsss, {1, 2, 3})
    {Enum.random(1..10), Enum.shuffle([1, 2, 3, 4]), :rand.uniform(), Enum.take_random(1..10, 3)}
  end

  def p_code, do: Code.eval_string("1 + 2")

  def p_regex do
    {Regex.match?(~r/a+/, "caat"), Regex.run(~r/(\d+)-(\d+)/, "x12-34"),
     Regex.scan(~r/\w(b)?/, "ab cb"), Regex.replace(~r/(a)(n)/, "banana", "[\\2\\1]"),
     Regex.replace(~r/a/, "banana", &String.upcase/1, global: false),
     String.split("a1b22c", ~r/\d+/), Regex.split(~r{,\s*}, "a, b,c", parts: 2),
     Regex.split(~r/(,)/, "a,b", include_captures: true), String.split("abc", ~r//),
     Regex.named_captures(~r/(?<year>\d{4})-(?<month>\d\d)/, "on 2020-05"),
     Regex.names(~r/(?<b>.)(?<a>.)/), "ABC" =~ ~r/b/i, "é1" =~ ~r/^\w\d$/u,
     Regex.run(~r/é+/u, "aéé", return: :index), String.replace("a.b.c", ~r/\./, "-"),
     Regex.run(~r/^b$/m, "a\nb\nc"), Regex.run(~r/a.b/s, "a\nb"), Regex.run(~r/a b # c/x, "ab"),
     Regex.run(~r/(?<=\$)\d+(?!\d)/, "cost $42"), Regex.source(~r/a/i), Regex.escape("a.b"),
     Regex.compile!("a|b") |> Regex.run("xb"),
     Regex.run(~r/(a)|(b)/, "b", capture: :all_but_first), Regex.run(~r/(.)\1/, "abccd"),
     :re.replace("abab", "a", "x", [:global, {:return, :list}]),
     :re.split("a-b-c", "-", return: :binary),
     :re.run("aXb", "x", [:caseless, {:capture, :first}])}
  end

  def probes do
    for {name, 0} <- __MODULE__.__info__(:functions),
        String.starts_with?(Atom.to_string(name), "p_"),
        do: name
  end

  def text(name) do
    inspect(apply(__MODULE__, name, []), limit: :infinity, printable_limit: :infinity)
  end

  # `Expected` is what a real Elixir has made of it.
  def test do
    [_ | _] = probes()

    for name <- probes() do
      {expected, found} = {apply(Expected, name, []), text(name)}

      if found != expected do
        raise "#{name}: " <> inspect(String.myers_difference(expected, found))
      end
    end
  end
end
