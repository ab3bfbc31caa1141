%% A pool of workers: check one out, use it, check it in again.
%%
%% The pool knows nothing of those who have a worker. A client that dies with a worker never gives
%% it back: the worker is lost, and the next client waits for ever. A pool that monitors its
%% clients takes the worker back when one of them ends.
%%
%%   mazurka check pool.erl                      a bug: a deadlock
%%   mazurka check pool.erl --entry repaired     verified

-module(pool).
-export([test/0, repaired/0]).

test() -> two_clients(fun trust/2).

repaired() -> two_clients(fun watch/2).

%% One worker, and two clients; the first may be killed while it has the worker.
two_clients(Pool) ->
    Pid = spawn(fun() -> Pool([worker], []) end),
    First = spawn(fun() -> use(Pid) end),
    {_, Second} = spawn_monitor(fun() -> use(Pid) end),
    exit(First, shutdown),
    receive {'DOWN', Second, process, _, normal} -> ok end,
    Pid ! stop.

use(Pool) ->
    Pool ! {check_out, self()},
    receive {worker, Worker} -> Pool ! {check_in, Worker, self()} end.

%% The free workers, and the clients that wait for one.
trust([Worker | Free], [Client | Waiting]) ->
    Client ! {worker, Worker},
    trust(Free, Waiting);
trust(Free, Waiting) ->
    receive
        {check_out, Client} -> trust(Free, Waiting ++ [Client]);
        {check_in, Worker, _} -> trust([Worker | Free], Waiting);
        stop -> ok
    end.

watch(Free, Waiting) -> watch(Free, Waiting, []).

%% The same, and who has which worker.
watch([Worker | Free], [Client | Waiting], Lent) ->
    Client ! {worker, Worker},
    watch(Free, Waiting, [{monitor(process, Client), Client, Worker} | Lent]);
watch(Free, Waiting, Lent) ->
    receive
        {check_out, Client} -> watch(Free, Waiting ++ [Client], Lent);
        {check_in, Worker, Client} ->
            {value, {Ref, _, _}, Rest} = lists:keytake(Client, 2, Lent),
            demonitor(Ref, [flush]),
            watch([Worker | Free], Waiting, Rest);
        {'DOWN', Ref, process, _, _} ->
            {value, {_, _, Worker}, Rest} = lists:keytake(Ref, 1, Lent),
            watch([Worker | Free], Waiting, Rest);
        stop -> ok
    end.
