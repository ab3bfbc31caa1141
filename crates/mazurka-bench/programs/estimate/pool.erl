%% Workers take jobs from a server, which gives each of them to the one that asks first.
-module(pool).
-export([test/0]).
-define(WORKERS, 3).

test() ->
    Me = self(),
    Server = spawn(fun() -> serve([a, b, c], ?WORKERS, Me) end),
    [spawn(fun() -> work(Server, []) end) || _ <- lists:seq(1, ?WORKERS)],
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
