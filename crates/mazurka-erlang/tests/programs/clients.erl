%% A gen_server, and N clients that call it once and tell their parent what it said. The server
%% takes the calls in some order, and the parent the answers: N!^2. It needs OTP's gen_server.
-module(clients).
-behaviour(gen_server).
-export([n2/0, n3/0, n4/0, n5/0]).
-export([init/1, handle_call/3, handle_cast/2]).

n2() -> clients(2).
n3() -> clients(3).
n4() -> clients(4).
n5() -> clients(5).

clients(N) ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    Self = self(),
    [spawn(fun() -> Self ! {answer, gen_server:call(Server, next, infinity)} end)
     || _ <- lists:seq(1, N)],
    Answers = [receive {answer, Answer} -> Answer end || _ <- lists:seq(1, N)],
    true = lists:sort(Answers) =:= lists:seq(1, N),
    receive after infinity -> ok end.

init([]) -> {ok, 0}.

handle_call(next, _, Last) -> {reply, Last + 1, Last + 1}.

handle_cast(_, Last) -> {noreply, Last}.
