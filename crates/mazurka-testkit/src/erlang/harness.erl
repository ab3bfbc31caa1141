%% Runs generated programs in a real Erlang, and writes down how their executions end.
%%
%% All programs of a module run at once, many times. Each has a process of its own here that
%% traces it: whom its processes spawn, how they end, and what they log. When nothing moves any
%% more, it looks at those that wait, and at the tables.
-module(harness).
-export([main/4]).

main(Module, Programs, Rounds, File) ->
    logger:set_primary_config(level, none),
    {module, Module} = code:ensure_loaded(Module),
    erlang:trace_pattern({Module, l, 1}, true, [local]),
    Counts = rounds(Module, Programs, Rounds, #{}),
    Lines = [io_lib:format("~w\t~w\t~s~n", [P, Count, Text])
             || {{P, Text}, Count} <- maps:to_list(Counts)],
    ok = file:write_file(File, Lines),
    halt(0).

rounds(_, _, 0, Counts) -> Counts;
rounds(Module, Programs, Left, Counts) ->
    Self = self(),
    Started = [begin
                   Function = list_to_atom("p" ++ integer_to_list(P)),
                   spawn_monitor(fun() -> Self ! {P, text(run(Module, Function, P))} end)
               end || P <- shuffled(lists:seq(0, Programs - 1))],
    More = lists:foldl(fun({Pid, Ref}, So) ->
                               receive {'DOWN', Ref, process, Pid, normal} -> So end
                       end, Counts, Started),
    rounds(Module, Programs, Left - 1, collect(More)).

shuffled(List) -> [X || {_, X} <- lists:sort([{rand:uniform(), X} || X <- List])].

collect(Counts) ->
    receive
        {P, Text} -> collect(maps:update_with({P, Text}, fun(N) -> N + 1 end, 1, Counts))
    after 0 -> Counts
    end.

run(Module, Function, P) ->
    [persistent_term:erase(list_to_atom(lists:concat([K, "_", P]))) || K <- [k0, k1]],
    Root = spawn(fun() -> receive go -> Module:Function() end end),
    erlang:trace(Root, true, [procs, call, set_on_spawn, {tracer, self()}]),
    Root ! go,
    State = #{paths => #{Root => 'P'}, alive => [Root], ends => #{}, logs => #{}, children => #{}},
    settle(State, none, 0).

%% Until all have ended, or nothing has moved for a while.
settle(State0, Before, Quiet) ->
    State = #{alive := Alive} = events(State0),
    case Alive of
        [] -> finish(State);
        _ ->
            Now = [erlang:process_info(Pid, [status, reductions, message_queue_len]) || Pid <- Alive],
            Waits = lists:all(fun([{status, waiting} | _]) -> true; (_) -> false end, Now),
            case Waits andalso Now =:= Before of
                true when Quiet =:= 2 -> finish(State);
                true -> timer:sleep(5), settle(State, Now, Quiet + 1);
                false -> timer:sleep(5), settle(State, Now, 0)
            end
    end.

events(State = #{paths := Paths, alive := Alive, ends := Ends, logs := Logs, children := Children}) ->
    receive
        {trace, Pid, spawn, Child, _} ->
            Count = maps:get(Pid, Children, 0) + 1,
            Path = list_to_atom(lists:concat([maps:get(Pid, Paths), ".", Count])),
            events(State#{paths := Paths#{Child => Path}, alive := [Child | Alive],
                          children := Children#{Pid => Count}});
        {trace, Pid, exit, Reason} ->
            events(State#{alive := lists:delete(Pid, Alive), ends := Ends#{Pid => Reason}});
        {trace, Pid, call, {_, l, [Logged]}} ->
            events(State#{logs := Logs#{Pid => [Logged | maps:get(Pid, Logs, [])]}});
        Message when element(1, Message) =:= trace -> events(State)
    after 0 -> State
    end.

finish(State) ->
    #{paths := Paths, alive := Alive, ends := Ends, logs := Logs} = State,
    Normal = fun(Term) -> normal(Term, Paths) end,
    Log = fun(Pid) -> Normal(lists:reverse(maps:get(Pid, Logs, []))) end,
    Waiting = [begin
                   {messages, Messages} = erlang:process_info(Pid, messages),
                   {maps:get(Pid, Paths), waiting, Log(Pid), Normal(Messages)}
               end || Pid <- Alive],
    Ended = [{maps:get(Pid, Paths), Normal(Reason), Log(Pid), []}
             || {Pid, Reason} <- maps:to_list(Ends)],
    Tables = [begin
                  Name = case ets:info(T, named_table) of true -> Normal(T); false -> ref end,
                  {Name, lists:sort(ets:tab2list(T))}
              end || T <- ets:all(), lists:member(ets:info(T, owner), Alive)],
    [begin
         Ref = monitor(process, Pid),
         exit(Pid, kill),
         receive {'DOWN', Ref, process, Pid, _} -> ok end
     end || Pid <- Alive],
    {lists:sort(Waiting ++ Ended), lists:sort(Tables)}.

text(Term) -> io_lib:format("~w", [Term]).

%% Terms without what differs from run to run.
normal(Pid, Paths) when is_pid(Pid) -> maps:get(Pid, Paths, unknown);
normal(Ref, _) when is_reference(Ref) -> ref;
normal({Reason, [{_, _, _, _} | _]}, Paths) -> {normal(Reason, Paths), []};
normal(Tuple, Paths) when is_tuple(Tuple) ->
    list_to_tuple([normal(T, Paths) || T <- tuple_to_list(Tuple)]);
normal(List, Paths) when is_list(List) -> [normal(T, Paths) || T <- List];
normal(Atom, _) when is_atom(Atom) ->
    case string:split(atom_to_list(Atom), "_") of
        [[_] = Name, _] -> list_to_atom(Name);
        _ -> Atom
    end;
normal(Other, _) -> Other.
