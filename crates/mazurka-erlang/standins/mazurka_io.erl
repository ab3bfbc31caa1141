%% Output to a process of the program that is a group leader, or is named as a device. OTP's `io`
%% sends the request; this makes of the answer what `io:format/2` and the like return.
-module(mazurka_io).
-export([output/3]).

output(Device, Request, Arguments) ->
    case io:request(Device, Request) of
        {error, Reason} -> erlang:error(reason(Reason), Arguments);
        Answer -> Answer
    end.

reason(terminated) -> terminated;
reason(calling_self) -> calling_self;
reason({no_translation, _, _}) -> no_translation;
reason(_) -> badarg.
