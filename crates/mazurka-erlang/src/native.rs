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
    "erpc",
    "file",
    "file_io_server",
    "file_server",
    "gen_sctp",
    "gen_tcp",
    "gen_udp",
    "global",
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
    "rpc",
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
            if REFUSED.contains(&module) || module == "ct" && !CT.contains(&function) {
                return Some(Native::Refused);
            }
            Some(match (module, function, arity) {
                $($(($module, $function, $($arity)|+) => Native::$name,)+)*
                _ => return None,
            })
        }

        impl Native {
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
    ProcessFlag { "erlang" "process_flag" / 2; }
    Nothing {
        "erlang" "yield" / 0;
        "erlang" "garbage_collect" / 0 | 1 | 2;
        "erlang" "bump_reductions" / 1;
        "erlang" "monitor_node" / 2 | 3;
        "erts_internal" "garbage_collect" / 1;
    }

    // Others.
    Spawn { "erlang" "spawn" / 1 | 3; }
    SpawnLink { "erlang" "spawn_link" / 1 | 3; }
    SpawnMonitor { "erlang" "spawn_monitor" / 1 | 3; }
    SpawnOptions { "erlang" "spawn_opt" / 2 | 4; }
    SpawnRequest { "erlang" "spawn_request" / 1 | 2 | 3 | 4; }
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
    Halt { "erlang" "halt" / 0 | 1 | 2; }
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
    }
    LogAllowed { "logger" "allow" / 2; }
    LogIgnored {
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
    NoArguments { "init" "get_arguments" / 0; "init" "get_plain_arguments" / 0; }
    NoArgument { "init" "get_argument" / 1; }
    CodeEnsureLoaded { "code" "ensure_loaded" / 1; }
    CodeIsLoaded { "code" "is_loaded" / 1; }
    ApplicationGet { "application" "get_env" / 1 | 2 | 3; }
}
