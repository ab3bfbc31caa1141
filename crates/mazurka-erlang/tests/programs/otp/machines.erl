%% What a gen_statem can do. All but those of the last part are sequential.
-module(machines).
-behaviour(gen_statem).
-export([functions/0, events/0, postpones/0, next_events/0, enters/0, state_timeout/0,
         event_timeout/0, generic_timeout/0, cancels/0, replies/0, stops/0, system/0,
         changes_module/0, repeats/0]).
-export([late_timeout/0, two_buttons/0, code_lock/0]).
-export([callback_mode/0, init/1, terminate/3, code_change/4]).
-export([locked/3, open/3, handle_event/4]).

callback_mode() ->
    case get(mode) of
        undefined -> state_functions;
        Mode -> Mode
    end.

init({Mode, State, Data}) -> put(mode, Mode), {ok, State, Data};
init({Mode, State, Data, Actions}) -> put(mode, Mode), {ok, State, Data, Actions};
init(stop) -> {stop, no}.

terminate(_, _, #{tell := Pid}) -> Pid ! terminated;
terminate(_, _, _) -> ok.

code_change(_, State, Data, _) -> {ok, State, Data}.

%% A lock: a code opens it, and after some time it closes.
locked({call, From}, {code, 42}, Data) ->
    {next_state, open, Data, [{reply, From, ok}, {state_timeout, 100, close}]};
locked({call, From}, {code, _}, Data) ->
    {keep_state, Data#{wrong => maps:get(wrong, Data, 0) + 1}, {reply, From, wrong}};
locked({call, From}, state, Data) ->
    {keep_state_and_data, {reply, From, {locked, maps:get(wrong, Data, 0)}}};
locked(cast, push, _) -> {keep_state_and_data, postpone};
locked(internal, {tell, Pid}, _) -> Pid ! internal, keep_state_and_data;
locked(info, Info, Data) -> {keep_state, Data#{info => Info}};
locked({call, From}, get, Data) -> {keep_state_and_data, {reply, From, Data}}.

open(state_timeout, close, #{tell := Pid} = Data) -> Pid ! closed, {next_state, locked, Data};
open(state_timeout, close, Data) -> {next_state, locked, Data};
open({call, From}, state, _) -> {keep_state_and_data, {reply, From, open}};
open({call, From}, lock, Data) -> {next_state, locked, Data, {reply, From, ok}};
open({call, From}, {code, _}, _) -> {keep_state_and_data, {reply, From, open}};
open(cast, push, #{tell := Pid}) -> Pid ! pushed, keep_state_and_data.

handle_event(enter, Old, New, #{tell := Pid}) -> Pid ! {enter, Old, New}, keep_state_and_data;
handle_event({call, From}, {go, State}, _, Data) ->
    {next_state, State, Data, {reply, From, ok}};
handle_event({call, From}, {act, Actions}, _, Data) ->
    {keep_state, Data, [{reply, From, ok} | Actions]};
handle_event({call, From}, get, State, Data) ->
    {keep_state_and_data, [{reply, From, {State, maps:get(seen, Data, [])}}]};
handle_event({call, From}, repeat, _, Data) ->
    {repeat_state, Data, [{reply, From, ok}]};
handle_event({call, From}, {stop, Reason}, _, Data) ->
    {stop_and_reply, Reason, {reply, From, bye}, Data};
handle_event({call, _}, hang, _, _) -> keep_state_and_data;
handle_event(cast, {stop, Reason}, _, _) -> {stop, Reason};
handle_event(Type, Content, _, #{tell := Pid}) when Type =:= state_timeout; Type =:= timeout ->
    Pid ! {Type, Content}, keep_state_and_data;
handle_event({timeout, Name}, Content, _, #{tell := Pid}) ->
    Pid ! {{timeout, Name}, Content}, keep_state_and_data;
handle_event(Type, Content, _, Data) ->
    {keep_state, Data#{seen => [{Type, Content} | maps:get(seen, Data, [])]}}.

start(How) -> {ok, Pid} = gen_statem:start(?MODULE, How, []), Pid.
call(M, What) -> gen_statem:call(M, What, infinity).

functions() ->
    M = start({state_functions, locked, #{tell => self()}}),
    wrong = call(M, {code, 1}),
    {locked, 1} = call(M, state),
    ok = call(M, {code, 42}),
    receive closed -> ok end,
    {locked, 1} = call(M, state),
    M ! hello,
    #{info := hello} = call(M, get),
    gen_statem:stop(M),
    receive terminated -> ok end.

events() ->
    M = start({handle_event_function, {any, term}, #{}}),
    ok = gen_statem:cast(M, one),
    M ! two,
    {{any, term}, [{info, two}, {cast, one}]} = call(M, get),
    ok = call(M, {go, other}),
    {other, _} = call(M, get),
    gen_statem:stop(M).

postpones() ->
    M = start({state_functions, locked, #{tell => self()}}),
    gen_statem:cast(M, push),
    {locked, 0} = call(M, state),
    receive pushed -> error(too_early) after 0 -> ok end,
    ok = call(M, {code, 42}),
    receive pushed -> ok end,
    receive closed -> ok end,
    gen_statem:stop(M).

next_events() ->
    M = start({handle_event_function, s, #{},
               [{next_event, internal, a}, {next_event, cast, b}]}),
    {s, [{cast, b}, {internal, a}]} = call(M, get),
    ok = call(M, {act, [{next_event, info, c}]}),
    {s, [{info, c}, {cast, b}, {internal, a}]} = call(M, get),
    gen_statem:stop(M).

enters() ->
    M = start({[handle_event_function, state_enter], a, #{tell => self()}}),
    receive {enter, a, a} -> ok end,
    ok = call(M, {go, b}),
    receive {enter, a, b} -> ok end,
    ok = call(M, {go, b}),
    receive {enter, _, _} -> error(entered) after 0 -> ok end,
    gen_statem:stop(M).

repeats() ->
    M = start({[handle_event_function, state_enter], a, #{tell => self()}}),
    receive {enter, a, a} -> ok end,
    ok = call(M, repeat),
    receive {enter, a, a} -> ok end,
    gen_statem:stop(M).

state_timeout() ->
    M = start({handle_event_function, s, #{tell => self()}, {state_timeout, 10, now}}),
    receive {state_timeout, now} -> ok end,
    ok = call(M, {act, [{state_timeout, 0, zero}]}),
    receive {state_timeout, zero} -> ok end,
    gen_statem:stop(M).

event_timeout() ->
    M = start({handle_event_function, s, #{tell => self()}, {timeout, 10, now}}),
    receive {timeout, now} -> ok end,
    ok = call(M, {act, [0]}),
    receive {timeout, 0} -> ok end,
    gen_statem:stop(M).

generic_timeout() ->
    M = start({handle_event_function, s, #{tell => self()},
               [{{timeout, a}, 10, first}, {{timeout, b}, infinity, never}]}),
    receive {{timeout, a}, first} -> ok end,
    ok = call(M, {act, [{{timeout, a}, 10, old}, {{timeout, a}, update, new}]}),
    receive {{timeout, a}, new} -> ok end,
    gen_statem:stop(M).

%% A timeout that is cancelled by the action that starts another never comes.
cancels() ->
    M = start({handle_event_function, s, #{tell => self()}}),
    ok = call(M, {act, [{{timeout, a}, 10, old}, {{timeout, a}, cancel}]}),
    ok = call(M, {act, [{state_timeout, 10, old}, {state_timeout, infinity, never}]}),
    {s, []} = call(M, get),
    gen_statem:stop(M),
    receive terminated -> ok end,
    receive _ -> error(late) after 0 -> ok end.

replies() ->
    M = start({handle_event_function, s, #{}}),
    R = gen_statem:send_request(M, get),
    {reply, {s, []}} = gen_statem:wait_response(R, infinity),
    Q = gen_statem:send_request(M, hang),
    timeout = gen_statem:wait_response(Q, 0),
    gen_statem:stop(M),
    {error, {normal, M}} = gen_statem:receive_response(Q, infinity),
    ok.

stops() ->
    M = start({handle_event_function, s, #{tell => self()}}),
    bye = call(M, {stop, normal}),
    receive terminated -> ok end,
    {'EXIT', {Reason, _}} = (catch call(M, get)),
    true = lists:member(Reason, [normal, noproc]),
    N = start({handle_event_function, s, #{tell => self()}}),
    gen_statem:cast(N, {stop, shutdown}),
    receive terminated -> ok end.

system() ->
    M = start({handle_event_function, s, #{}}),
    {s, #{}} = sys:get_state(M, infinity),
    {t, #{seen := [x]}} = sys:replace_state(M, fun({s, D}) -> {t, D#{seen => [x]}} end, infinity),
    {t, [x]} = call(M, get),
    ok = sys:suspend(M, infinity),
    gen_statem:cast(M, while_suspended),
    ok = sys:resume(M, infinity),
    {t, [{cast, while_suspended}, x]} = call(M, get),
    {status, M, {module, gen_statem}, [_, running | _]} = sys:get_status(M, infinity),
    gen_statem:stop(M).

changes_module() ->
    M = start({handle_event_function, s, #{}}),
    ok = call(M, {act, [{push_callback_module, ?MODULE}, pop_callback_module]}),
    {s, []} = call(M, get),
    gen_statem:stop(M).

%% The lock may close before or after it is asked.
late_timeout() ->
    M = start({state_functions, locked, #{}}),
    ok = call(M, {code, 42}),
    case call(M, state) of
        open -> ok;
        {locked, 0} -> ok
    end,
    gen_statem:stop(M).

two_buttons() ->
    M = start({handle_event_function, s, #{}}),
    Self = self(),
    [spawn(fun() -> gen_statem:cast(M, N), Self ! done end) || N <- [1, 2]],
    [receive done -> ok end || _ <- [1, 2]],
    {s, [{cast, _}, {cast, _}]} = call(M, get),
    gen_statem:stop(M).

%% One types the code, one the wrong code.
code_lock() ->
    M = start({state_functions, locked, #{}}),
    Self = self(),
    spawn(fun() -> Self ! {wrong, call(M, {code, 1})} end),
    spawn(fun() -> Self ! {right, call(M, {code, 42})} end),
    receive {right, R} -> ok = R end,
    receive {wrong, W} -> true = lists:member(W, [wrong, open]) end,
    gen_statem:stop(M).
