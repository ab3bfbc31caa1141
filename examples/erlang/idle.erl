%% A server that ends when nobody needs it for a second.
%%
%% A request that comes too late goes to a process that is no more: it is lost without a word, and
%% the client waits for ever. A client that monitors the server is told, and does it by itself.
%%
%%   mazurka check idle.erl                            a bug: a deadlock
%%   mazurka check idle.erl --entry repaired           verified
%%   mazurka check idle.erl --after-timeout 1000       verified, if a second is never over

-module(idle).
-export([test/0, repaired/0]).

test() ->
    Server = spawn(fun serve/0),
    Server ! {double, 21, self()},
    receive {result, 42} -> ok end.

repaired() ->
    Server = spawn(fun serve/0),
    Ref = monitor(process, Server),
    Server ! {double, 21, self()},
    receive
        {result, 42} -> demonitor(Ref, [flush]);
        {'DOWN', Ref, process, Server, _} -> 42
    end.

serve() ->
    receive
        {double, X, From} -> From ! {result, 2 * X}
    after 1000 -> idle
    end.
