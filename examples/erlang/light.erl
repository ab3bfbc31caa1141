%% A traffic light as a gen_statem: green is over after a second, or when a button is pressed.
%%
%% switch/0 starts a timer by erlang:send_after/3. When the button comes first, the timer is not
%% cancelled, and its message comes in the next state, where none expects it. A state timeout of
%% gen_statem is cancelled with the state.
%%
%%   mazurka check light.erl                      a bug
%%   mazurka check light.erl --entry repaired     verified

-module(light).
-behaviour(gen_statem).
-export([test/0, repaired/0]).
-export([init/1, callback_mode/0, green/3, red/3]).

test() -> press(message).

repaired() -> press(timeout).

press(Kind) ->
    {ok, Light} = gen_statem:start(?MODULE, Kind, []),
    Ref = monitor(process, Light),
    gen_statem:cast(Light, button),
    red = gen_statem:call(Light, color, infinity),
    gen_statem:cast(Light, stop),
    receive {'DOWN', Ref, process, Light, normal} -> ok end.

callback_mode() -> state_functions.

init(message) ->
    erlang:send_after(1000, self(), green_is_over),
    {ok, green, message};
init(timeout) ->
    {ok, green, timeout, [{state_timeout, 1000, green_is_over}]}.

green(cast, button, Data) -> {next_state, red, Data};
green(info, green_is_over, Data) -> {next_state, red, Data};
green(state_timeout, green_is_over, Data) -> {next_state, red, Data};
green({call, _}, color, Data) -> {keep_state, Data, [postpone]}.

red(cast, button, Data) -> {keep_state, Data};
red({call, From}, color, Data) -> {keep_state, Data, [{reply, From, red}]};
red(cast, stop, _) -> stop.
