%% A supervisor bridge: see `trees:by_supervisor_bridge/0`.
-module(bridge).
-behaviour(supervisor_bridge).
-export([init/1, terminate/2]).

init(Tell) ->
    Pid = spawn_link(fun() -> receive stop -> ok end end),
    Tell ! {bridged, Pid},
    {ok, Pid, {Tell, Pid}}.

terminate(Reason, {Tell, Pid}) -> Pid ! stop, Tell ! {bridge_ended, Reason}.
