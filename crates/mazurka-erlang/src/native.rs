//! The native functions that depend on more than their arguments: on the process that calls them,
//! on others, on tables, names, timers and the clock.

use crate::tables;

/// Modules about what is outside of the program, or in other nodes: they would wait for servers
/// that do not run here.
const REFUSED: &[&str] = &[
    "auth",
    "code_server",
    "dets",
    "disk_log",
    "erl_boot_server",
    "erl_ddll",
    "file",
    "file_io_server",
    "file_server",
    "gen_sctp",
    "gen_tcp",
    "gen_udp",
    "global_group",
    "httpc",
    "inet",
    "inet_db",
    "mnesia",
    "net_adm",
    "net_kernel",
    "peer",
    "prim_file",
    "prim_inet",
    "prim_socket",
    "slave",
    "socket",
    "ssh",
    "ssl",
];

/// Functions that the stand-in of Common Test's module has (`drivers/ct.erl`); all others are
/// refused.
const CT: &[&str] = &[
    "comment",
    "fail",
    "log",
    "module_info",
    "pal",
    "print",
    "show",
    "sleep",
    "timetrap",
];

/// Functions of these modules that depend on nothing outside.
const HARMLESS: &[(&str, &str)] = &[("file", "format_error"), ("inet", "format_error")];

/// Declares them: the name of each in the machine, and those by which programs call it.
macro_rules! natives {
    ($($name:ident { $($module:literal $function:literal / $($arity:literal)|+ ;)+ })*) => {
        /// A native function that the machine carries out.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Native {
            /// One of module `ets`.
            Ets(tables::Op),
            $(#[doc = stringify!($name)] $name,)*
        }

        /// The function of that name, if there is one.
        #[allow(clippy::manual_range_patterns, reason = "arities are listed one by one")]
        pub(crate) fn native(module: &str, function: &str, arity: u8) -> Option<Native> {
            if module == "ets"
                && let Some(op) = tables::Op::find(function, arity.into())
            {
                return Some(Native::Ets(op));
            }
            Some(match (module, function, arity) {
                $($(($module, $function, $($arity)|+) => Native::$name,)+)*
                _ if module == "ct" && !CT.contains(&function) => Native::Refused,
                _ if REFUSED.contains(&module) && !HARMLESS.contains(&(module, function)) => {
                    Native::Refused
                }
                _ => return None,
            })
        }

        impl Native {
            /// Does it stand in for a process of a real system, as long as none of these runs?
            pub(crate) fn is_of_system(self) -> bool {
                self == Native::ApplicationGet
            }

            /// Does it ask about the system, where the answer is the same for every program?
            pub(crate) fn is_about_system(self) -> bool {
                matches!(
                    self,
                    Native::Node
                        | Native::Nodes
                        | Native::IsNodeAlive
                        | Native::SystemInfo
                        | Native::Statistics
                        | Native::Memory
                        | Native::StartArguments
                        | Native::StartArgument
                        | Native::PlainArguments
                        | Native::ScriptId
                        | Native::RootFolder
                        | Native::Variable
                        | Native::Variables
                        | Native::Refused
                        | Native::CodeIsLoaded
                )
            }

            /// The module, and the first of the names by which programs call it.
            pub(crate) fn name(self) -> (&'static str, &'static str) {
                match self {
                    Native::Ets(op) => ("ets", op.name()),
                    $(Native::$name => [$(($module, $function)),+][0],)*
                }
            }
        }
    };
}

natives! {
    // The process itself.
    Own { "erlang" "self" / 0; }
    Put { "erlang" "put" / 2; }
    Get { "erlang" "get" / 0 | 1; }
    GetKeys { "erlang" "get_keys" / 0 | 1; }
    Erase { "erlang" "erase" / 0 | 1; }
    MakeReference { "erlang" "make_ref" / 0; }
    UniqueInteger { "erlang" "unique_integer" / 0 | 1; }
    GroupLeader { "erlang" "group_leader" / 0; }
    SetGroupLeader {
        "erlang" "group_leader" / 2;
        "erts_internal" "group_leader" / 2 | 3;
    }
    Hibernate { "erlang" "hibernate" / 3; }
    Pause { "erlang" "hibernate" / 0; }
    ProcessFlag { "erlang" "process_flag" / 2; }
    Nothing {
        "erlang" "yield" / 0;
        "erlang" "garbage_collect" / 0 | 1 | 2;
        "erlang" "bump_reductions" / 1;
        "erts_internal" "garbage_collect" / 1;
    }

    // Others.
    Spawn { "erlang" "spawn" / 1 | 3; }
    SpawnLink { "erlang" "spawn_link" / 1 | 3; }
    SpawnMonitor { "erlang" "spawn_monitor" / 1 | 3; }
    SpawnOptions { "erlang" "spawn_opt" / 2 | 4; }
    SpawnRequest { "erlang" "spawn_request" / 1 | 2 | 3 | 4; }
    SpawnAt {
        "erlang" "spawn" / 2 | 4;
        "erlang" "spawn_link" / 2 | 4;
        "erlang" "spawn_monitor" / 2 | 4;
        "erlang" "spawn_opt" / 3 | 5;
        "erlang" "spawn_request" / 5;
    }
    Send {
        "erlang" "!" / 2;
        "erlang" "send" / 2 | 3;
        "erlang" "send_nosuspend" / 2 | 3;
    }
    ExitSignal { "erlang" "exit" / 2; }
    Link { "erlang" "link" / 1 | 2; }
    Unlink { "erlang" "unlink" / 1; }
    Monitor { "erlang" "monitor" / 2 | 3; }
    Demonitor { "erlang" "demonitor" / 1 | 2; }
    Alias { "erlang" "alias" / 0 | 1; }
    Unalias { "erlang" "unalias" / 1; }
    IsAlive { "erlang" "is_process_alive" / 1; }
    ProcessInfo { "erlang" "process_info" / 1 | 2; }
    Processes { "erlang" "processes" / 0; }

    // Names.
    Register { "erlang" "register" / 2; }
    Unregister { "erlang" "unregister" / 1; }
    Whereis { "erlang" "whereis" / 1; }
    Registered { "erlang" "registered" / 0; }

    // Time.
    SendAfter { "erlang" "send_after" / 3 | 4; }
    StartTimer { "erlang" "start_timer" / 3 | 4; }
    CancelTimer { "erlang" "cancel_timer" / 1 | 2; }
    ReadTimer { "erlang" "read_timer" / 1 | 2; }
    MonotonicTime {
        "erlang" "monotonic_time" / 0 | 1;
        "os" "perf_counter" / 0;
    }
    SystemTime {
        "erlang" "system_time" / 0 | 1;
        "os" "system_time" / 0 | 1;
    }
    TimeOffset { "erlang" "time_offset" / 0 | 1; }
    Timestamp { "erlang" "timestamp" / 0; "erlang" "now" / 0; "os" "timestamp" / 0; }
    LocalTime {
        "erlang" "localtime" / 0;
        "erlang" "universaltime" / 0;
    }

    // Cells.
    AtomicsNew { "atomics" "new" / 2; "erts_internal" "atomics_new" / 2; }
    AtomicsPut { "atomics" "put" / 3; }
    AtomicsGet { "atomics" "get" / 2; }
    AtomicsAdd { "atomics" "add" / 3; }
    AtomicsAddGet { "atomics" "add_get" / 3; }
    AtomicsSubtract { "atomics" "sub" / 3; }
    AtomicsSubtractGet { "atomics" "sub_get" / 3; }
    AtomicsExchange { "atomics" "exchange" / 3; }
    AtomicsCompareExchange { "atomics" "compare_exchange" / 4; }
    AtomicsInfo { "atomics" "info" / 1; }
    CountersNew { "counters" "new" / 2; }
    CountersPut { "counters" "put" / 3; }
    CountersGet { "counters" "get" / 2; }
    CountersAdd { "counters" "add" / 3; }
    CountersSubtract { "counters" "sub" / 3; }
    CountersInfo { "counters" "info" / 1; }
    TermPut { "persistent_term" "put" / 2; }
    TermPutNew { "persistent_term" "put_new" / 2; }
    TermGet { "persistent_term" "get" / 0 | 1 | 2; }
    TermErase { "persistent_term" "erase" / 1; }

    // The node, and what is beside it.
    Node { "erlang" "node" / 0 | 1; }
    Nodes { "erlang" "nodes" / 0 | 1 | 2; }
    IsNodeAlive { "erlang" "is_alive" / 0; }
    MonitorNode { "erlang" "monitor_node" / 2 | 3; }
    Halt { "erlang" "halt" / 0 | 1 | 2; "init" "stop" / 0 | 1; }
    SystemInfo { "erlang" "system_info" / 1; }
    Statistics { "erlang" "statistics" / 1; }
    Memory { "erlang" "memory" / 0 | 1; }
    PrintFormat { "io" "format" / 1 | 2 | 3; "io" "fwrite" / 1 | 2 | 3; }
    PrintChars { "io" "put_chars" / 1 | 2 | 3; }
    PrintTerm { "io" "write" / 1 | 2; }
    PrintLine { "io" "nl" / 0 | 1; }
    Display {
        "erlang" "display" / 1;
        "erlang" "display_string" / 1 | 2;
        "erlang" "display_nl" / 0;
    }
    Refused {
        "erlang" "open_port" / 2;
        "os" "cmd" / 1 | 2;
        "code" "load_file" / 1;
        "code" "load_binary" / 3;
        "ets" "internal_request_all" / 0;
        "os" "putenv" / 2;
        "os" "unsetenv" / 1;
        "os" "set_signal" / 2;
        "Elixir.Logger" "add_backend" / 1 | 2;
        "init" "get_status" / 0;
        "init" "reboot" / 0;
        "init" "restart" / 0 | 1;
        "init" "wait_until_started" / 0;
        "io" "columns" / 0 | 1;
        "io" "fread" / 2 | 3;
        "io" "get_chars" / 2 | 3;
        "io" "get_line" / 1 | 2;
        "io" "get_password" / 0 | 1;
        "io" "getopts" / 0 | 1;
        "io" "parse_erl_exprs" / 1 | 2 | 3 | 4;
        "io" "parse_erl_form" / 1 | 2 | 3 | 4;
        "io" "read" / 1 | 2 | 3 | 4;
        "io" "rows" / 0 | 1;
        "io" "scan_erl_exprs" / 1 | 2 | 3 | 4;
        "io" "scan_erl_form" / 1 | 2 | 3 | 4;
        "logger" "get_config" / 0;
        "logger" "get_handler_config" / 0 | 1;
        "logger" "get_handler_ids" / 0;
        "logger" "get_module_level" / 0 | 1;
        "logger" "get_primary_config" / 0;
        "logger" "get_proxy_config" / 0;
        "error_logger" "add_report_handler" / 1 | 2;
        "error_logger" "delete_report_handler" / 1;
        "error_logger" "logfile" / 1;
    }
    LogAllowed { "logger" "allow" / 2; }
    Ok {
        "net_kernel" "monitor_nodes" / 1 | 2;
        "error_logger" "tty" / 1;
        "io" "setopts" / 1 | 2;
        "logger" "add_handler" / 3;
        "logger" "add_handler_filter" / 3;
        "logger" "add_handlers" / 1;
        "logger" "add_primary_filter" / 2;
        "logger" "remove_handler" / 1;
        "logger" "remove_handler_filter" / 2;
        "logger" "remove_primary_filter" / 1;
        "logger" "set_application_level" / 2;
        "logger" "set_handler_config" / 2 | 3;
        "logger" "set_module_level" / 2;
        "logger" "set_primary_config" / 1 | 2;
        "logger" "set_proxy_config" / 1;
        "logger" "unset_application_level" / 1;
        "logger" "unset_module_level" / 0 | 1;
        "logger" "update_formatter_config" / 2 | 3;
        "logger" "update_handler_config" / 2 | 3;
        "logger" "update_primary_config" / 1;
        "Elixir.Logger" "configure" / 1;
        "Elixir.Logger" "configure_backend" / 2;
        "Elixir.Logger" "remove_backend" / 1 | 2;
        "Elixir.Logger" "add_translator" / 1;
        "Elixir.Logger" "remove_translator" / 1;
        "Elixir.Logger" "flush" / 0;
    }
    Log {
        "logger" "emergency" / 1 | 2 | 3;
        "logger" "alert" / 1 | 2 | 3;
        "logger" "critical" / 1 | 2 | 3;
        "logger" "error" / 1 | 2 | 3;
        "logger" "warning" / 1 | 2 | 3;
        "logger" "notice" / 1 | 2 | 3;
        "logger" "info" / 1 | 2 | 3;
        "logger" "debug" / 1 | 2 | 3;
        "logger" "log" / 2 | 3 | 4;
        "logger" "macro_log" / 3 | 4 | 5;
        "error_logger" "format" / 2;
        "error_logger" "error_msg" / 1 | 2;
        "error_logger" "warning_msg" / 1 | 2;
        "error_logger" "info_msg" / 1 | 2;
        "error_logger" "error_report" / 1 | 2;
        "error_logger" "warning_report" / 1 | 2;
        "error_logger" "info_report" / 1 | 2;
    }
    StartArguments { "init" "get_arguments" / 0; }
    StartArgument { "init" "get_argument" / 1; }
    PlainArguments { "init" "get_plain_arguments" / 0; }
    ScriptId { "init" "script_id" / 0; }
    RootFolder { "code" "root_dir" / 0; }
    Variable { "os" "getenv" / 1; }
    Variables { "os" "env" / 0; }
    WhereIsFile { "code" "where_is_file" / 1; }
    Interval {
        "timer" "apply_interval" / 2 | 3 | 4;
        "timer" "apply_repeatedly" / 2 | 3 | 4;
        "timer" "send_interval" / 2 | 3;
    }
    GetFile { "erl_prim_loader" "get_file" / 1; }
    ReadFile { "erl_prim_loader" "read_file" / 1; }
    CodeEnsureLoaded { "code" "ensure_loaded" / 1; }
    CodeIsLoaded { "code" "is_loaded" / 1; }
    ApplicationGet { "application" "get_env" / 1 | 2 | 3; }
}
