%% One server for all: who needs it first starts it.
%%
%% start/0 looks whether the name is free, starts a server and registers it. Two callers may both
%% find the name free, and then one of them fails. start_or_use/0 just tries, and takes the other's
%% server if it comes second.
%%
%%   mazurka check registration.erl                      a bug
%%   mazurka check registration.erl --entry repaired     verified

-module(registration).
-export([test/0, repaired/0]).

test() -> two_callers(fun start/0).

repaired() -> two_callers(fun start_or_use/0).

two_callers(Start) ->
    Self = self(),
    spawn(fun() -> Self ! {server, Start()} end),
    spawn(fun() -> Self ! {server, Start()} end),
    receive {server, Pid} -> ok end,
    receive {server, Other} -> Other = Pid end.

start() ->
    case whereis(server) of
        undefined ->
            Pid = spawn(fun serve/0),
            register(server, Pid),
            Pid;
        Pid -> Pid
    end.

start_or_use() ->
    Pid = spawn(fun serve/0),
    try register(server, Pid) of
        true -> Pid
    catch
        error:badarg -> whereis(server)
    end.

serve() -> receive after infinity -> ok end.
