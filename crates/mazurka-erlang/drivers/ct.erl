%% What test cases call of Common Test, where there is no test server: output is shown in the
%% trace, and ct:fail ends the case. All other functions of the module are refused by name.
-module(ct).

-export([pal/1, pal/2, pal/3, pal/4, pal/5]).
-export([log/1, log/2, log/3, log/4, log/5]).
-export([print/1, print/2, print/3, print/4, print/5]).
-export([comment/1, comment/2, fail/1, fail/2, sleep/1, timetrap/1]).

pal(A) -> show([A]).
pal(A, B) -> show([A, B]).
pal(A, B, C) -> show([A, B, C]).
pal(A, B, C, D) -> show([A, B, C, D]).
pal(A, B, C, D, E) -> show([A, B, C, D, E]).

log(A) -> show([A]).
log(A, B) -> show([A, B]).
log(A, B, C) -> show([A, B, C]).
log(A, B, C, D) -> show([A, B, C, D]).
log(A, B, C, D, E) -> show([A, B, C, D, E]).

print(A) -> show([A]).
print(A, B) -> show([A, B]).
print(A, B, C) -> show([A, B, C]).
print(A, B, C, D) -> show([A, B, C, D]).
print(A, B, C, D, E) -> show([A, B, C, D, E]).

%% A category and an importance may come before the format; arguments and options behind it.
show([Category | Rest]) when is_atom(Category), Rest =/= [] -> show(Rest);
show([Importance | Rest]) when is_integer(Importance), Rest =/= [] -> show(Rest);
show([Format]) -> io:format(Format ++ "~n");
show([Format, Arguments | _]) -> io:format(Format ++ "~n", Arguments).

comment(Comment) when is_list(Comment) -> io:format("~ts~n", [Comment]);
comment(Comment) -> io:format("~tp~n", [Comment]).

comment(Format, Arguments) -> io:format(Format ++ "~n", Arguments).

fail(Reason) -> exit({test_case_failed, Reason}).

fail(Format, Arguments) ->
    exit({test_case_failed, lists:flatten(io_lib:format(Format, Arguments))}).

%% Time is not measured.
sleep({hours, Hours}) -> sleep(3600000 * Hours);
sleep({minutes, Minutes}) -> sleep(60000 * Minutes);
sleep({seconds, Seconds}) -> sleep(1000 * Seconds);
sleep(Time) -> timer:sleep(Time).

timetrap(_) -> ok.
