%% The supervisor of `shop`.
-module(shop_sup).
-behaviour(supervisor).
-export([start_link/1, init/1]).

start_link(main) -> supervisor:start_link({local, ?MODULE}, ?MODULE, []).

init([]) ->
    Counter = #{id => shop_counter, start => {shop_counter, start_link, []}},
    {ok, {#{strategy => one_for_one, intensity => 2, period => 10}, [Counter]}}.
