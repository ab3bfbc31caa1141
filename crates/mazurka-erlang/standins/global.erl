%% Names and locks of all nodes, where there is one node.
%%
%% OTP's own server talks to those of other nodes, and tries again after a while if a lock is not
%% free. This one has the same functions and the same answers. Who waits for a lock without a limit
%% waits until it is free.
-module(global).
-behaviour(gen_server).

-export([start/0, start_link/0, stop/0, sync/0, info/0, disconnect/0]).
-export([register_name/2, register_name/3, re_register_name/2, re_register_name/3,
         unregister_name/1, registered_names/0, whereis_name/1, send/2]).
-export([register_name_external/2, register_name_external/3, unregister_name_external/1]).
-export([set_lock/1, set_lock/2, set_lock/3, del_lock/1, del_lock/2,
         trans/2, trans/3, trans/4]).
-export([random_exit_name/3, random_notify_name/3, notify_all_name/3]).
-export([safe_whereis_name/1, node_disconnected/1]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2, code_change/3]).

start() -> gen_server:start({local, global_name_server}, ?MODULE, [], []).

start_link() -> gen_server:start_link({local, global_name_server}, ?MODULE, [], []).

stop() -> gen_server:call(global_name_server, stop, infinity).

sync() -> ok.

info() -> gen_server:call(global_name_server, info, infinity).

disconnect() -> [].

node_disconnected(_) -> ok.

%% Names.

whereis_name(Name) ->
    case ets:lookup(global_names, Name) of
        [{_, Pid, _}] -> Pid;
        [] -> undefined
    end.

%% OTP asks its server.
safe_whereis_name(Name) ->
    gen_server:call(global_name_server, {whereis, Name}, infinity).

send(Name, Message) ->
    case whereis_name(Name) of
        Pid when is_pid(Pid) -> Pid ! Message, Pid;
        undefined -> exit({badarg, {Name, Message}})
    end.

register_name(Name, Pid) when is_pid(Pid) ->
    register_name(Name, Pid, fun random_exit_name/3).

register_name(Name, Pid, Method) when is_pid(Pid) ->
    check_method(Method),
    gen_server:call(global_name_server, {register, Name, Pid, Method}, infinity).

re_register_name(Name, Pid) when is_pid(Pid) ->
    re_register_name(Name, Pid, fun random_exit_name/3).

re_register_name(Name, Pid, Method) when is_pid(Pid) ->
    check_method(Method),
    gen_server:call(global_name_server, {re_register, Name, Pid, Method}, infinity).

unregister_name(Name) ->
    case whereis_name(Name) of
        undefined -> ok;
        _ -> gen_server:call(global_name_server, {unregister, Name}, infinity)
    end.

registered_names() ->
    ets:select(global_names, [{{'$1', '_', '_'}, [], ['$1']}]).

register_name_external(Name, Pid) when is_pid(Pid) -> register_name(Name, Pid).

register_name_external(Name, Pid, Method) when is_pid(Pid) -> register_name(Name, Pid, Method).

unregister_name_external(Name) -> unregister_name(Name).

check_method({Module, Function}) when is_atom(Module), is_atom(Function) -> ok;
check_method(Method) when is_function(Method, 3) -> ok;
check_method(_) -> erlang:error(badarg).

%% With one node there are no conflicts.
random_exit_name(_, Pid, _) -> Pid.

random_notify_name(_, Pid, _) -> Pid.

notify_all_name(_, _, _) -> none.

%% Locks.

set_lock(Id) -> set_lock(Id, [node()], infinity).

set_lock(Id, Nodes) -> set_lock(Id, Nodes, infinity).

set_lock({_, _}, [], _) -> true;
set_lock({_, _} = Id, Nodes, Retries) when is_list(Nodes) ->
    only_this(Nodes),
    case Retries of
        infinity ->
            gen_server:call(global_name_server, {set_lock, Id, wait}, infinity);
        _ when is_integer(Retries), Retries >= 0 ->
            try_lock(Id, Retries)
    end.

try_lock(Id, Retries) ->
    case gen_server:call(global_name_server, {set_lock, Id, try_it}, infinity) of
        true -> true;
        false when Retries > 0 -> try_lock(Id, Retries - 1);
        false -> false
    end.

del_lock(Id) -> del_lock(Id, [node()]).

del_lock({_, _} = Id, Nodes) when is_list(Nodes) ->
    only_this(Nodes),
    gen_server:call(global_name_server, {del_lock, Id}, infinity).

trans(Id, Fun) -> trans(Id, Fun, [node()], infinity).

trans(Id, Fun, Nodes) -> trans(Id, Fun, Nodes, infinity).

trans(Id, Fun, Nodes, Retries) ->
    case set_lock(Id, Nodes, Retries) of
        true ->
            try Fun() after del_lock(Id, Nodes) end;
        false ->
            aborted
    end.

%% Another node is refused by name.
only_this(Nodes) ->
    [erpc:call(Node, erlang, node, []) || Node <- Nodes, Node =/= node()],
    ok.

%% The server. Its state are locks and those who wait for one, in the order in which they asked:
%% `{Resource, Requester, [{Pid, Monitor}]}` and `{From, Id, Monitor}`. A process that dies loses
%% its names and its locks.

init([]) ->
    process_flag(trap_exit, true),
    _ = ets:new(global_names, [set, named_table, protected, {read_concurrency, true}]),
    {ok, {[], [], []}}.

handle_call({whereis, Name}, _, State) ->
    {reply, whereis_name(Name), State};
handle_call({register, Name, Pid, Method}, _, State) ->
    case whereis_name(Name) of
        undefined -> {reply, yes, add_name(Name, Pid, Method, State)};
        _ -> {reply, no, State}
    end;
handle_call({re_register, Name, Pid, Method}, _, State) ->
    {reply, yes, add_name(Name, Pid, Method, delete_name(Name, State))};
handle_call({unregister, Name}, _, State) ->
    {reply, ok, delete_name(Name, State)};
handle_call({set_lock, Id, How}, {Pid, _} = From, {Names, Locks, Waiting}) ->
    case take(Id, Pid, Locks) of
        {true, NewLocks} -> {reply, true, {Names, NewLocks, Waiting}};
        false when How =:= try_it -> {reply, false, {Names, Locks, Waiting}};
        false ->
            Watch = erlang:monitor(process, Pid),
            {noreply, {Names, Locks, Waiting ++ [{From, Id, Watch}]}}
    end;
handle_call({del_lock, {Resource, Requester}}, {Pid, _}, {Names, Locks, Waiting}) ->
    NewLocks = case lists:keyfind(Resource, 1, Locks) of
        {_, Requester, Holders} ->
            case lists:keytake(Pid, 1, Holders) of
                {value, {_, Watch}, Others} ->
                    erlang:demonitor(Watch, [flush]),
                    replace(Resource, Requester, Others, Locks);
                false -> Locks
            end;
        _ -> Locks
    end,
    {reply, true, serve({Names, NewLocks, Waiting})};
handle_call(info, _, State) ->
    {reply, State, State};
handle_call(stop, _, State) ->
    {stop, normal, stopped, State}.

handle_cast(_, State) -> {noreply, State}.

handle_info({'DOWN', Watch, process, Pid, _}, {Names, Locks, Waiting}) ->
    case lists:keytake(Watch, 2, Names) of
        {value, {Name, _}, Others} ->
            ets:delete(global_names, Name),
            {noreply, {Others, Locks, Waiting}};
        false ->
            NewLocks = lists:foldl(
                fun({Resource, Requester, Holders}, Rest) ->
                        Others = lists:keydelete(Watch, 2, Holders),
                        replace(Resource, Requester, Others, Rest)
                end, Locks, Locks),
            NewWaiting = [Waits || {{From, _}, _, Of} = Waits <- Waiting,
                                   From =/= Pid orelse Of =/= Watch],
            {noreply, serve({Names, NewLocks, NewWaiting})}
    end;
handle_info(_, State) -> {noreply, State}.

terminate(_, _) -> ok.

code_change(_, State, _) -> {ok, State}.

add_name(Name, Pid, Method, {Names, Locks, Waiting}) ->
    true = ets:insert(global_names, {Name, Pid, Method}),
    {[{Name, erlang:monitor(process, Pid)} | Names], Locks, Waiting}.

delete_name(Name, {Names, Locks, Waiting}) ->
    case lists:keytake(Name, 1, Names) of
        {value, {_, Watch}, Others} ->
            erlang:demonitor(Watch, [flush]),
            ets:delete(global_names, Name),
            {Others, Locks, Waiting};
        false -> {Names, Locks, Waiting}
    end.

%% A lock is free, or its requester is the same.
take({Resource, Requester}, Pid, Locks) ->
    case lists:keyfind(Resource, 1, Locks) of
        false -> {true, [{Resource, Requester, [{Pid, erlang:monitor(process, Pid)}]} | Locks]};
        {_, Requester, Holders} ->
            case lists:keymember(Pid, 1, Holders) of
                true -> {true, Locks};
                false ->
                    New = [{Pid, erlang:monitor(process, Pid)} | Holders],
                    {true, lists:keyreplace(Resource, 1, Locks, {Resource, Requester, New})}
            end;
        _ -> false
    end.

replace(Resource, _, [], Locks) -> lists:keydelete(Resource, 1, Locks);
replace(Resource, Requester, Holders, Locks) ->
    lists:keyreplace(Resource, 1, Locks, {Resource, Requester, Holders}).

%% Those who wait get what is free by now.
serve({Names, Locks, Waiting}) ->
    {NewLocks, Left} = lists:foldl(
        fun({{Pid, _} = From, Id, Watch} = Waits, {Now, Still}) ->
                case take(Id, Pid, Now) of
                    {true, Taken} ->
                        erlang:demonitor(Watch, [flush]),
                        gen_server:reply(From, true),
                        {Taken, Still};
                    false -> {Now, [Waits | Still]}
                end
        end, {Locks, []}, Waiting),
    {Names, NewLocks, lists:reverse(Left)}.
