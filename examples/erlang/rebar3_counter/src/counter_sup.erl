%% The supervisor: one counter, which is restarted when it fails.
-module(counter_sup).
-behaviour(supervisor).
-export([start_link/0, init/1]).

start_link() -> supervisor:start_link({local, ?MODULE}, ?MODULE, []).

init([]) ->
    Counter = #{id => counter, start => {counter, start_link, []}},
    {ok, {#{strategy => one_for_one, intensity => 1, period => 5}, [Counter]}}.
