%% Workers take jobs from a server, which gives each of them to the one that asks first.
-module(pool).
-export([w3j3/0, w3j4/0, w3j5/0, w4j1/0, w4j2/0]).

w3j3() -> run(3, 3).
w3j4() -> run(3, 4).
w3j5() -> run(3, 5).
w4j1() -> run(4, 1).
w4j2() -> run(4, 2).

run(Workers, Jobs) ->
    Me = self(),
    Server = spawn(fun() -> serve(lists:seq(1, Jobs), Workers, Me) end),
    [spawn(fun() -> work(Server, []) end) || _ <- lists:seq(1, Workers)],
    receive done -> ok end.

serve(_, 0, Boss) ->
    Boss ! done;
serve(Jobs, Workers, Boss) ->
    receive
        {take, Worker} ->
            case Jobs of
                [] -> Worker ! none, serve([], Workers - 1, Boss);
                [Job | Rest] -> Worker ! {job, Job}, serve(Rest, Workers, Boss)
            end
    end.

work(Server, Done) ->
    Server ! {take, self()},
    receive
        none -> Done;
        {job, Job} -> work(Server, [Job | Done])
    end.
