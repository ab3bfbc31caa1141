%% A call that times out, and the reply that comes all the same.
%%
%% call/2 waits for a tenth of a second. The reply to a call that was given up stays in the mailbox,
%% and the next call takes it for its own: the answer to another question. A reference for each
%% call tells replies apart. gen_server:call/3 has one, and an alias that drops what comes too late.
%%
%%   mazurka check stray.erl                          a bug
%%   mazurka check stray.erl --entry repaired         verified: a reference for each call
%%   mazurka check stray.erl --entry generic          verified: gen_server:call/3

-module(stray).
-behaviour(gen_server).
-export([test/0, repaired/0, generic/0]).
-export([init/1, handle_call/3, handle_cast/2]).

test() -> ask(fun call/2).

repaired() -> ask(fun call_by_reference/2).

ask(Call) ->
    Server = spawn(fun() -> serve(2) end),
    check(Call(Server, {double, 1}), 2),
    check(Call(Server, {double, 2}), 4).

%% An answer is right, or there is none.
check(timeout, _) -> ok;
check(Answer, Answer) -> ok;
check(Answer, Right) -> exit({wrong, Answer, right, Right}).

serve(0) -> ok;
serve(N) ->
    receive
        {From, {double, X}} -> From ! {reply, 2 * X};
        {From, Ref, {double, X}} -> From ! {reply, Ref, 2 * X}
    end,
    serve(N - 1).

call(Server, Request) ->
    Server ! {self(), Request},
    receive {reply, Answer} -> Answer after 100 -> timeout end.

call_by_reference(Server, Request) ->
    Ref = make_ref(),
    Server ! {self(), Ref, Request},
    receive {reply, Ref, Answer} -> Answer after 100 -> timeout end.

generic() ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    check(generic_call(Server, 1), 2),
    check(generic_call(Server, 2), 4),
    gen_server:cast(Server, stop),
    %% Nothing is left of a call that was given up.
    receive Any -> exit({stray, Any}) after 0 -> ok end.

generic_call(Server, X) ->
    try gen_server:call(Server, {double, X}, 100)
    catch exit:{timeout, _} -> timeout
    end.

init([]) -> {ok, none}.

handle_call({double, X}, _, State) -> {reply, 2 * X, State}.

handle_cast(stop, State) -> {stop, normal, State}.
