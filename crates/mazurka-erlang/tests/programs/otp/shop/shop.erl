%% An application with a supervision tree: a counter, and the workers of a pool. `shop.app` describes
%% it. Those of the first part are sequential.
-module(shop).
-behaviour(application).
-export([start/2, start_phase/3, prep_stop/1, stop/1, config_change/3]).
-export([starts/0, stops/0, environment/0, dependencies/0, crashes/0, fails/0, phases/0]).
-export([customers/0, stops_while_used/0, calls_back/0, left_running/0]).

start(normal, [Name]) ->
    case application:get_env(shop, fails, false) of
        true -> {error, closed};
        false ->
            {ok, Pid} = shop_sup:start_link(Name),
            io:put_chars("the shop is open\n"),
            {ok, Pid, open}
    end.

start_phase(Phase, normal, Argument) ->
    Phases = application:get_env(shop, phases, []),
    application:set_env(shop, phases, Phases ++ [{Phase, Argument}]).

prep_stop(open) -> closing.

stop(closing) ->
    case application:get_env(shop, mistake) of
        undefined -> persistent_term:put(shop_closed, true);
        {ok, true} -> application:set_env(shop, closed, true)
    end.

config_change(_, _, _) -> ok.

starts() ->
    ok = application:start(shop),
    {error, {already_started, shop}} = application:start(shop),
    {shop, "An example", "1.2"} =
        lists:keyfind(shop, 1, application:which_applications(infinity)),
    1 = shop_counter:next(),
    2 = shop_counter:next(),
    {ok, shop} = application:get_application(whereis(shop_counter)),
    {ok, shop} = application:get_application(shop_sup),
    {ok, {shop, [main]}} = application:get_key(shop, mod),
    ok = application:stop(shop).

stops() ->
    ok = application:start(shop),
    Sup = whereis(shop_sup),
    ok = application:stop(shop),
    true = persistent_term:get(shop_closed),
    false = is_process_alive(Sup),
    undefined = whereis(shop_counter),
    {error, {not_started, shop}} = application:stop(shop),
    ok = application:unload(shop),
    undefined = application:get_env(shop, seven),
    ok.

environment() ->
    ok = application:load(shop),
    {ok, 7} = application:get_env(shop, seven),
    ok = application:set_env(shop, seven, 8, [{persistent, true}]),
    ok = application:set_env([{shop, [{nine, 9}]}]),
    ok = application:start(shop),
    {ok, 8} = application:get_env(shop, seven),
    9 = application:get_env(shop, nine, none),
    8 = shop_counter:environment(seven),
    ok = application:stop(shop).

dependencies() ->
    ok = application:load({application, front, [{vsn, "1"}, {applications, [kernel, stdlib, shop]}]}),
    {error, {not_started, shop}} = application:start(front),
    {ok, [shop, front]} = application:ensure_all_started(front),
    {ok, []} = application:ensure_all_started(front),
    ok = application:ensure_started(shop),
    ok = application:stop(front),
    ok = application:stop(shop).

%% The supervisor starts the counter again.
crashes() ->
    ok = application:start(shop),
    1 = shop_counter:next(),
    Watch = monitor(process, shop_counter),
    shop_counter:crash(),
    receive {'DOWN', Watch, process, _, crash} -> ok end,
    [{shop_counter, Pid, worker, _}] = supervisor:which_children(shop_sup),
    1 = gen_server:call(Pid, next, infinity),
    ok = application:stop(shop).

fails() ->
    ok = application:load(shop),
    ok = application:set_env(shop, fails, true),
    {error, {closed, {shop, start, [normal, [main]]}}} = application:start(shop),
    false = lists:keymember(shop, 1, application:which_applications(infinity)),
    ok.

phases() ->
    {ok, [{application, shop, Keys}]} = {ok, [description()]},
    ok = application:load({application, shop, [{start_phases, [{one, a}, {two, b}]} | Keys]}),
    ok = application:start(shop),
    {ok, [{one, a}, {two, b}]} = application:get_env(shop, phases),
    ok = application:stop(shop).

description() ->
    {application, shop, [{vsn, "1"}, {applications, [kernel, stdlib]}, {mod, {shop, [main]}}]}.

%% Two customers: two orders.
customers() ->
    ok = application:start(shop),
    Self = self(),
    [spawn(fun() -> Self ! {got, shop_counter:next()} end) || _ <- [1, 2]],
    [1, 2] = lists:sort([receive {got, N} -> N end || _ <- [1, 2]]),
    receive after infinity -> ok end.

%% A customer may come too late.
stops_while_used() ->
    ok = application:start(shop),
    Self = self(),
    spawn(fun() -> Self ! {got, catch shop_counter:next()} end),
    ok = application:stop(shop),
    receive
        {got, 1} -> ok;
        {got, {'EXIT', {shutdown, _}}} -> ok;
        {got, {'EXIT', {noproc, _}}} -> ok
    end.

%% The controller waits for `stop/1`, which waits for the controller. (Not from OTP 28 on.)
calls_back() ->
    ok = application:start(shop),
    ok = application:set_env(shop, mistake, true),
    ok = application:stop(shop).

%% What is left running waits for ever.
left_running() -> ok = application:start(shop).
