%% As `clients`, with calls that wait for 5 seconds, as they do if nothing is said.
-module(callers).
-behaviour(gen_server).
-export([n3/0, n4/0, n5/0]).
-export([init/1, handle_call/3, handle_cast/2]).

n3() -> callers(3).
n4() -> callers(4).
n5() -> callers(5).

callers(N) ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    Self = self(),
    [spawn(fun() -> Self ! {answer, gen_server:call(Server, next)} end) || _ <- lists:seq(1, N)],
    Answers = [receive {answer, Answer} -> Answer end || _ <- lists:seq(1, N)],
    true = lists:sort(Answers) =:= lists:seq(1, N),
    receive after infinity -> ok end.

init([]) -> {ok, 0}.

handle_call(next, _, Last) -> {reply, Last + 1, Last + 1}.

handle_cast(_, Last) -> {noreply, Last}.
