%% Runs one test of an EUnit module in the checked program; `mazurka check --eunit` begins with
%% this. tests/2 evaluates a generator once, to list its tests; run/3 runs the test at a path.
%%
%% A path has one number for each list, `with` or `foreach` on the way to the test: which of them.
%% Only the fixtures on the way are set up. A path that ends early stands for all tests below.
-module(mazurka_eunit).

-export([tests/2, run/3]).

%% Lists the tests of a generator, as {Path, Title}: the reason to exit.
tests(Module, Function) ->
    Tests = try
        {mazurka_tests, list({generator, Module, Function}, [], [])}
    catch
        throw:{mazurka_refused, _} = Refused -> Refused
    end,
    exit(Tests).

%% Runs a simple test, or the test of a generator at a path.
run(Module, Function, simple) ->
    Module:Function(),
    ok;
run(Module, Function, Path) ->
    run({generator, Module, Function}, Path).

list(Tests, Path, Titles) ->
    case parse(Tests) of
        {test, _} -> [{lists:reverse(Path), title(Titles)}];
        {all, All} ->
            Numbers = lists:seq(1, length(All)),
            lists:append([list(One, [Number | Path], Titles)
                          || {Number, One} <- lists:zip(Numbers, All)]);
        {title, Title, One} -> list(One, Path, [Title | Titles]);
        {generator, Generator} -> list(Generator(), Path, Titles);
        {process, One} -> list(One, Path, Titles);
        {fixture, _, Setup, Cleanup, Instantiate} ->
            Value = Setup(),
            try list(Instantiate(Value), Path, Titles)
            after Cleanup(Value)
            end
    end.

title(Titles) ->
    unicode:characters_to_binary(lists:join(": ", lists:reverse(Titles))).

run(Tests, Path) ->
    case parse(Tests) of
        {test, Test} -> Test(), ok;
        {all, All} when Path =:= [] -> lists:foreach(fun(One) -> run(One, []) end, All);
        {all, All} ->
            [Number | Rest] = Path,
            case Number =< length(All) of
                true -> run(lists:nth(Number, All), Rest);
                false -> error({mazurka_generator_has_fewer_tests_now, Number, length(All)})
            end;
        {title, _, One} -> run(One, Path);
        {generator, Generator} -> run(Generator(), Path);
        {process, One} -> in_process(fun() -> run(One, Path) end);
        {fixture, Where, Setup, Cleanup, Instantiate} ->
            Value = Setup(),
            Run = fun() -> run(Instantiate(Value), Path) end,
            try
                case Where of
                    spawn -> in_process(Run);
                    local -> Run()
                end
            after Cleanup(Value)
            end
    end.

%% A test that fails in a process of its own is a crash of that process.
in_process(Run) ->
    {Pid, Monitor} = spawn_monitor(Run),
    receive {'DOWN', Monitor, process, Pid, _} -> ok end.

%% What EUnit takes for tests.
parse(Test) when is_function(Test, 0) -> {test, Test};
parse({test, Module, Function}) when is_atom(Module), is_atom(Function) ->
    {test, fun() -> Module:Function() end};
parse({generator, Generator}) when is_function(Generator, 0) -> {generator, Generator};
parse({generator, Module, Function}) when is_atom(Module), is_atom(Function) ->
    {generator, fun() -> Module:Function() end};
parse({with, Value, Tests}) when is_list(Tests) ->
    {all, [with(Value, Test) || Test <- Tests]};
parse({module, Module}) when is_atom(Module) -> {all, module(Module)};
parse({Line, Tests}) when is_integer(Line), Line >= 0 -> parse(Tests);
parse({{Module, Function, _}, Line, Tests})
  when is_atom(Module), is_atom(Function), is_integer(Line) -> parse(Tests);
parse({inorder, Tests}) -> parse(Tests);
parse({inparallel, Tests}) -> parse(Tests);
parse({inparallel, N, Tests}) when is_integer(N), N >= 0 -> parse(Tests);
parse({timeout, N, Tests}) when is_number(N), N >= 0 -> parse(Tests);
parse({spawn, Tests}) -> {process, Tests};
parse({setup, Setup, Tests}) -> fixture(spawn, Setup, fun(_) -> ok end, Tests);
parse({setup, Where, Setup, Tests}) when Where =:= spawn; Where =:= local ->
    fixture(Where, Setup, fun(_) -> ok end, Tests);
parse({setup, Setup, Cleanup, Tests}) -> fixture(spawn, Setup, Cleanup, Tests);
parse({setup, Where, Setup, Cleanup, Tests}) when Where =:= spawn; Where =:= local ->
    fixture(Where, Setup, Cleanup, Tests);
parse({foreach, Setup, Tests}) when is_list(Tests) ->
    {all, [{setup, Setup, One} || One <- Tests]};
parse({foreach, Where, Setup, Tests}) when is_list(Tests), is_atom(Where) ->
    {all, [{setup, Where, Setup, One} || One <- Tests]};
parse({foreach, Setup, Cleanup, Tests}) when is_list(Tests) ->
    {all, [{setup, Setup, Cleanup, One} || One <- Tests]};
parse({foreach, Where, Setup, Cleanup, Tests}) when is_list(Tests) ->
    {all, [{setup, Where, Setup, Cleanup, One} || One <- Tests]};
parse({foreachx, Setup, Pairs}) when is_list(Pairs) ->
    foreachx(spawn, Setup, fun(_, _) -> ok end, Pairs);
parse({foreachx, Where, Setup, Pairs}) when is_list(Pairs), is_atom(Where) ->
    foreachx(Where, Setup, fun(_, _) -> ok end, Pairs);
parse({foreachx, Setup, Cleanup, Pairs}) when is_list(Pairs) ->
    foreachx(spawn, Setup, Cleanup, Pairs);
parse({foreachx, Where, Setup, Cleanup, Pairs}) when is_list(Pairs) ->
    foreachx(Where, Setup, Cleanup, Pairs);
parse({Module, Function} = Tests) when is_atom(Module), is_atom(Function) ->
    Known = [application, dir, file, node],
    case lists:member(Module, Known) of
        true -> refuse(Tests);
        false -> {test, fun() -> Module:Function() end}
    end;
parse({Title, Tests}) when is_binary(Title) -> {title, Title, Tests};
parse({Title, Tests} = Pair) when is_list(Title), Title =/= [] ->
    case is_text(Title) of
        true -> {title, Title, Tests};
        false -> refuse(Pair)
    end;
parse([]) -> {all, []};
parse(Tests) when is_list(Tests) ->
    case is_text(Tests) of
        true -> refuse(Tests);
        false -> {all, Tests}
    end;
parse(Module) when is_atom(Module) -> {all, module(Module)};
parse(Tests) -> refuse(Tests).

fixture(Where, Setup, Cleanup, Tests)
  when is_function(Setup, 0), is_function(Cleanup, 1) ->
    {fixture, Where, Setup, Cleanup, fun(Value) -> instantiate(Tests, Value) end};
fixture(_, Setup, Cleanup, Tests) ->
    refuse({setup, Setup, Cleanup, Tests}).

instantiate(Tests, Value) when is_function(Tests, 1) -> Tests(Value);
instantiate({with, Tests}, Value) when is_list(Tests) -> {with, Value, Tests};
instantiate(Tests, _) -> Tests.

foreachx(Where, Setup, Cleanup, Pairs)
  when is_function(Setup, 1), is_function(Cleanup, 2) ->
    {all, [{setup, Where, fun() -> Setup(X) end, fun(Value) -> Cleanup(X, Value) end,
            fun(Value) -> Instantiate(X, Value) end}
           || {X, Instantiate} <- Pairs]};
foreachx(Where, Setup, Cleanup, Pairs) ->
    refuse({foreachx, Where, Setup, Cleanup, Pairs}).

with(Value, Test) when is_function(Test, 1) -> fun() -> Test(Value) end;
with(Value, Test) -> refuse({with, Value, [Test]}).

module(Module) ->
    Names = [{Name, atom_to_list(Name)} || {Name, 0} <- Module:module_info(exports)],
    lists:append([case {lists:suffix("_test", Text), lists:suffix("_test_", Text)} of
                      {true, _} -> [{test, Module, Name}];
                      {_, true} -> [{generator, Module, Name}];
                      _ -> []
                  end || {Name, Text} <- lists:sort(Names)]).

is_text(List) ->
    lists:all(fun(C) -> is_integer(C) andalso C >= 0 end, List).

refuse(Tests) ->
    Text = io_lib:format("~tP is no test, or none that is supported", [Tests, 12]),
    throw({mazurka_refused, unicode:characters_to_binary(Text)}).
