%% Messages: section 10 of Source Sets says when sends and receives depend on one another.
-module(messages).
-export([two_senders/0, three_senders/0, selective/0, after_zero/0, after_two/0, pipeline/0,
         server/0, ring/0, names/0, in_order/0, forwarded/0]).

%% The order of two sends to one process: 2.
two_senders() -> senders(2).

%% 3!.
three_senders() -> senders(3).

senders(N) ->
    spawn_senders(N, self()),
    collect(N).

spawn_senders(0, _) -> ok;
spawn_senders(N, To) ->
    spawn(fun() -> To ! N end),
    spawn_senders(N - 1, To).

collect(0) -> [];
collect(N) ->
    receive
        Message -> [Message | collect(N - 1)]
    end.

%% Receives that take what they want: messages of a mailbox are ordered all the same, 2.
selective() ->
    Self = self(),
    spawn(fun() -> Self ! a end),
    spawn(fun() -> Self ! b end),
    receive a -> ok end,
    receive b -> ok end.

%% A receive that does not wait, and a send: 2.
after_zero() ->
    Self = self(),
    spawn(fun() -> Self ! a end),
    receive
        a -> taken
    after 0 -> late
    end,
    receive after infinity -> ok end.

%% Two such receives and one send: it comes before the first, between them, or later: 3.
after_two() ->
    Self = self(),
    spawn(fun() -> Self ! a end),
    receive a -> ok after 0 -> ok end,
    receive a -> ok after 0 -> ok end,
    receive after infinity -> ok end.

%% Each process waits for one message, and sends one: 1.
pipeline() ->
    Self = self(),
    First = stage(5, Self),
    First ! 0,
    receive 5 -> ok end.

stage(0, Next) -> Next;
stage(N, Next) ->
    Pid = spawn(fun() -> receive X -> Next ! X + 1 end end),
    stage(N - 1, Pid).

%% Three clients that call a server: their requests are ordered, 3!.
server() ->
    Server = spawn(fun() -> serve(3) end),
    spawn_clients(3, Server),
    receive after infinity -> ok end.

serve(0) -> ok;
serve(N) ->
    receive
        {From, X} -> From ! {reply, X + 1}
    end,
    serve(N - 1).

spawn_clients(0, _) -> ok;
spawn_clients(N, Server) ->
    spawn(fun() ->
                  Server ! {self(), N},
                  receive {reply, _} -> ok end
          end),
    spawn_clients(N - 1, Server).

%% A token that goes around: 1.
ring() ->
    A = spawn(fun() -> receive {next, Pid} -> hand_on(Pid, 2) end end),
    B = spawn(fun() -> hand_on(A, 2) end),
    A ! {next, B},
    A ! token,
    receive after infinity -> ok end.

hand_on(_, 0) -> ok;
hand_on(Pid, N) ->
    receive token -> Pid ! token end,
    hand_on(Pid, N - 1).

%% One sender's messages to one process keep their order, also if they travel: 1.
in_order() ->
    Pid = spawn(fun() -> receive a -> ok end, receive b -> ok end end),
    Pid ! a,
    Pid ! b.

%% One sender's message to one process, and another that comes there through a third: 1 if messages
%% arrive when they are sent, 2 if they travel.
forwarded() ->
    Self = self(),
    Third = spawn(fun() -> receive Message -> Self ! Message end end),
    spawn(fun() ->
                  Self ! first,
                  Third ! second
          end),
    collect(2).

%% Three processes that each try to register one name, look it up, send both results to their
%% parent, and then send to the name.
%%
%% What counts is which of the three has the name when (its end gives it back, and another may get
%% it), where among that the lookups of the others and their sends to the name are, the order of
%% the three messages to the parent, and that of messages to the same holder of the name: 468, as a
%% search through all orders of these 15 operations finds (`classes.rs`). Much depends on what
%% depends on what: were a registration that fails a write of the name, and no read, there would be
%% 4,356. Concuerror, whose rules are others, counts 2,100.
names() ->
    Self = self(),
    spawn_racers(3, Self),
    collect(3).

spawn_racers(0, _) -> ok;
spawn_racers(N, Parent) ->
    spawn(fun() ->
                  Registered = try register(shared, self()) catch error:badarg -> false end,
                  Found = whereis(shared),
                  Parent ! {Registered, Found},
                  try shared ! hello catch error:badarg -> false end
          end),
    spawn_racers(N - 1, Parent).
