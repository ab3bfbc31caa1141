%% Runs one case of a Common Test suite in the checked program; `mazurka check --ct` begins with
%% this. cases/1 lists the cases of a suite; skips/2 tells why one is skipped, if it is; run/2 runs
%% the case at a path: groups, then its name.
-module(mazurka_ct).

-export([cases/1, skips/2, run/2]).

%% Lists the cases, as {Path, Title}: the reason to exit.
cases(Suite) ->
    Cases = try
        case Suite:all() of
            {skip, Reason} -> refuse("all/0 skips the suite: ~tp", [Reason]);
            All ->
                Groups = optional(Suite, groups, [], []),
                {mazurka_tests, lists:append([cases(One, Groups, []) || One <- All])}
        end
    catch
        throw:{mazurka_refused, _} = Refused -> Refused
    end,
    exit(Cases).

cases(Case, _, Path) when is_atom(Case) -> [{lists:reverse([Case | Path]), <<>>}];
cases({testcase, Case, _}, Groups, Path) -> cases(Case, Groups, Path);
cases({group, Name}, Groups, Path) -> group(Name, Groups, Path);
cases({group, Name, _}, Groups, Path) -> group(Name, Groups, Path);
cases({group, Name, _, _}, Groups, Path) -> group(Name, Groups, Path);
cases({Name, Properties, Members}, Groups, Path)
  when is_atom(Name), is_list(Properties), is_list(Members) ->
    lists:append([cases(One, Groups, [Name | Path]) || One <- Members]);
cases(Other, _, _) -> refuse("~tp is no test case and no group", [Other]).

group(Name, Groups, Path) ->
    case lists:member(Name, Path) of
        true -> refuse("group ~tp is in itself", [Name]);
        false -> ok
    end,
    case lists:keyfind(Name, 1, Groups) of
        false -> refuse("there is no group ~tp", [Name]);
        Group -> cases(Group, Groups, Path)
    end.

%% Is a case skipped by what comes before it?
skips(Suite, Path) ->
    Run = fun(Inner) -> skips_group(Suite, Path, Inner) end,
    exit(skipped(Suite, init_per_suite, [], config(Suite), Run)).

skips_group(Suite, [Case], Config) ->
    skipped(Suite, init_per_testcase, [Case], Config, fun(_) -> {mazurka_tests, []} end);
skips_group(Suite, [Group | Path], Config) ->
    Run = fun(Inner) -> skips_group(Suite, Path, Inner) end,
    skipped(Suite, init_per_group, [Group], Config, Run).

skipped(Suite, Init, Arguments, Config, Run) ->
    case optional(Suite, Init, Arguments ++ [Config], Config) of
        {Skip, Reason} when Skip =:= skip; Skip =:= skipped ->
            text(mazurka_skipped, "~ts says ~tp", [Init, Reason]);
        {skip_and_save, Reason, _} ->
            text(mazurka_skipped, "~ts says ~tp", [Init, Reason]);
        Inner when is_list(Inner) -> Run(Inner);
        _ -> {mazurka_tests, []}
    end.

config(Suite) ->
    Name = atom_to_list(Suite),
    [{data_dir, Name ++ "_data/"}, {priv_dir, Name ++ "_private/"}].

%% Runs a case, with what is around it.
run(Suite, Path) ->
    around(Suite, init_per_suite, end_per_suite, [], config(Suite),
           fun(Inner) -> in_groups(Suite, Path, Inner) end).

in_groups(Suite, [Case], Config) ->
    in_process(fun() -> run_case(Suite, Case, [{tc_name, Case} | Config]) end);
in_groups(Suite, [Group | Path], Config) ->
    Properties = {tc_group_properties, [{name, Group}]},
    around(Suite, init_per_group, end_per_group, [Group], [Properties | Config],
           fun(Inner) -> in_groups(Suite, Path, Inner) end).

run_case(Suite, Case, Config) ->
    around(Suite, init_per_testcase, end_per_testcase, [Case], Config,
           fun(Inner) ->
                   case Suite:Case(Inner) of
                       {fail, Reason} -> ct:fail(Reason);
                       {failed, Reason} -> ct:fail(Reason);
                       Done -> comment(Case, Done)
                   end
           end).

%% One pair of functions, if the suite has them, around something.
around(Suite, Init, End, Arguments, Config, Run) ->
    case optional(Suite, Init, Arguments ++ [Config], Config) of
        {Skip, Reason} when Skip =:= skip; Skip =:= skipped ->
            io:format("skipped by ~ts: ~tp~n", [Init, Reason]);
        {fail, Reason} -> ct:fail(Reason);
        Inner when is_list(Inner) ->
            try Run(Inner)
            after
                case optional(Suite, End, Arguments ++ [Inner], ok) of
                    {fail, Reason} -> ct:fail(Reason);
                    _ -> ok
                end
            end;
        Other -> error({bad_return, {Suite, Init, Other}})
    end.

comment(Case, {Skip, Reason}) when Skip =:= skip; Skip =:= skipped ->
    io:format("~ts is skipped: ~tp~n", [Case, Reason]);
comment(_, {comment, Text}) -> ct:comment(Text);
comment(_, _) -> ok.

%% A case that fails in its process is a crash of that process.
in_process(Run) ->
    {Pid, Monitor} = spawn_monitor(Run),
    receive {'DOWN', Monitor, process, Pid, _} -> ok end.

optional(Suite, Function, Arguments, Otherwise) ->
    case lists:member({Function, length(Arguments)}, Suite:module_info(exports)) of
        true -> apply(Suite, Function, Arguments);
        false -> Otherwise
    end.

refuse(Format, Arguments) -> throw(text(mazurka_refused, Format, Arguments)).

text(Tag, Format, Arguments) ->
    {Tag, unicode:characters_to_binary(io_lib:format(Format, Arguments))}.
