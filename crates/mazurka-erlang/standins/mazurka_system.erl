%% What runs in a system beside the program: `init`, the application controller, and the
%% supervisor of `kernel`. The machine starts `init/0` before the program, once it is known that
%% the program needs any of them.
%%
%% The controller and the supervisor are those of OTP. The application `kernel` is its own, but
%% its callback module is this one: it starts no code server, no files and no distribution.
-module(mazurka_system).
-behaviour(application).
-behaviour(supervisor).
-export([init/0]).
-export([start/2, stop/1, config_change/3]).
-export([init/1]).

init() ->
    process_flag(trap_exit, true),
    register(init, self()),
    {ok, _} = application_controller:start(kernel()),
    ok = application:start_boot(kernel, permanent),
    ok = application:start_boot(stdlib, permanent),
    receive after infinity -> ok end.

%% The application as OTP describes it.
kernel() ->
    {ok, [{application, kernel, Keys}]} =
        consult(code:where_is_file("kernel.app")),
    {application, kernel, lists:keystore(mod, 1, Keys, {mod, {?MODULE, []}})}.

consult(File) ->
    {ok, Binary} = erl_prim_loader:read_file(File),
    {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list(Binary)),
    {ok, Term} = erl_parse:parse_term(Tokens),
    {ok, [Term]}.

start(_, []) ->
    supervisor:start_link({local, kernel_sup}, ?MODULE, []).

stop(_) -> ok.

config_change(_, _, _) -> ok.

init([]) ->
    Global = #{id => global_name_server, start => {global, start_link, []}},
    Safe = #{id => kernel_safe_sup, type => supervisor,
             start => {supervisor, start_link,
                       [{local, kernel_safe_sup}, ?MODULE, safe]}},
    {ok, {#{strategy => one_for_all, intensity => 0, period => 1}, [Global, Safe]}};
init(safe) ->
    {ok, {#{strategy => one_for_one, intensity => 4, period => 3600}, []}}.
