target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
%struct.exit_functions = type { i32, [256 x %struct.exit_function] }
%struct.exit_function = type { void (i8*)*, i8* }
%struct.made_text = type { %struct.made_text*, [0 x i8] }
%struct.FILE = type { i32, [12 x i8*], %struct.lock, %struct.open_file, i32, i32, [8 x i8] }
%struct.lock = type { [10 x i32] }
%struct.open_file = type { %struct.given*, i64 }
%struct.given = type { i8*, i8*, i64 }
%struct.tm = type { i32, i32, i32, i32, i32, i32, i32, i32, i32, i64, i8* }
%struct.anon = type { [64 x i8], i8* }
%struct.stream = type { i8*, i8*, i64, i64, i32, i32, i32, [188 x i8], i8, [43 x i8] }
%struct.descriptor = type { i32, %struct.lock, %struct.open_file }
%struct.natural = type { i32, [80 x i32] }
%struct.stat = type { i64, i64, i64, i32, i32, i32, i32, i64, i64, i64, i64, [6 x i64], [3 x i64] }
%struct.__va_list_tag = type { i32, i32, i8*, i8* }
%struct.sink = type { i8*, i32, i64, i64, i64, [512 x i8] }
%struct.decimal = type { i32, i32, [160 x i32] }
%struct.arguments = type { [1 x %struct.__va_list_tag] }
%struct.form = type { i8, i8, i8, i8, i8, i32, i32, i32, i8 }
%struct.source = type { i8*, i8*, %struct.FILE*, i64 }
%struct.digits = type { %struct.source*, i32, i32, [400 x i8] }
%struct.directive = type { i32, i32, i8, i8, i8* }
%struct.reading = type { i32, i8**, i8*, %struct.option*, i32*, i32, i32, i32 }
%struct.option = type { i8*, i32, i32*, i32 }
%struct.timeval = type { i64, i64 }
%struct.timespec = type { i64, i64 }
%struct.thread_attributes = type { i32, i32, i32, i32, i64, i8*, i64 }
%struct.text = type { i8*, i64 }
%struct.thread_state = type { void (%struct.thread_state*)** }
%struct.future_result = type { i8*, i8* }
%struct.type_info = type { i8*, i8*, %struct.type_info* }
%struct.bases_info = type { i8*, i8*, i32, i32, [0 x %struct.base_info] }
%struct.base_info = type { %struct.type_info*, i64 }
%struct.tree_node = type { i32, %struct.tree_node*, %struct.tree_node*, %struct.tree_node* }
%struct.ring_node = type { %struct.ring_node*, %struct.ring_node* }
%struct.rehash_policy = type { float, i64 }
@strtok_next = internal global i8* null, align 8
@.str = private constant [8 x i8] c"Success\00", align 1
@.str.1 = private constant [24 x i8] c"Operation not permitted\00", align 1
@.str.2 = private constant [26 x i8] c"No such file or directory\00", align 1
@.str.3 = private constant [16 x i8] c"No such process\00", align 1
@.str.4 = private constant [24 x i8] c"Interrupted system call\00", align 1
@.str.5 = private constant [20 x i8] c"Bad file descriptor\00", align 1
@.str.6 = private constant [33 x i8] c"Resource temporarily unavailable\00", align 1
@.str.7 = private constant [23 x i8] c"Cannot allocate memory\00", align 1
@.str.8 = private constant [18 x i8] c"Permission denied\00", align 1
@.str.9 = private constant [24 x i8] c"Device or resource busy\00", align 1
@.str.10 = private constant [12 x i8] c"File exists\00", align 1
@.str.11 = private constant [16 x i8] c"Not a directory\00", align 1
@.str.12 = private constant [17 x i8] c"Invalid argument\00", align 1
@.str.13 = private constant [20 x i8] c"Too many open files\00", align 1
@.str.14 = private constant [13 x i8] c"Illegal seek\00", align 1
@.str.15 = private constant [22 x i8] c"Read-only file system\00", align 1
@.str.16 = private constant [30 x i8] c"Numerical result out of range\00", align 1
@.str.17 = private constant [33 x i8] c"Numerical argument out of domain\00", align 1
@.str.18 = private constant [26 x i8] c"Resource deadlock avoided\00", align 1
@.str.19 = private constant [25 x i8] c"Function not implemented\00", align 1
@.str.20 = private constant [38 x i8] c"Value too large for defined data type\00", align 1
@.str.21 = private constant [21 x i8] c"Connection timed out\00", align 1
@.str.22 = private constant [14 x i8] c"Unknown error\00", align 1
@.str.23 = private constant [15 x i8] c"Unknown signal\00", align 1
@class_start = internal constant i16* getelementptr inbounds (<{ [256 x i16], [128 x i16] }>, <{ [256 x i16], [128 x i16] }>* @class_table, i64 0, i32 0, i64 128), align 8
@lower_start = internal constant i32* getelementptr inbounds ([384 x i32], [384 x i32]* @lower_table, i64 0, i64 128), align 8
@upper_start = internal constant i32* getelementptr inbounds ([384 x i32], [384 x i32]* @upper_table, i64 0, i64 128), align 8
@__mazurka_errno = thread_local global i32 0, align 4
@.str.24 = private constant [17 x i8] c"invalid argument\00", align 1
@.str.25 = private constant [33 x i8] c"munmap() of more than was mapped\00", align 1
@.str.26 = private constant [36 x i8] c"munmap() of a part is not supported\00", align 1
@random_state = internal thread_local global i64 1, align 8
@.str.27 = private constant [59 x i8] c"system() is not supported: nothing of the host is ever run\00", align 1
@at_exit = internal global %struct.exit_functions zeroinitializer, align 8
@at_quick = internal global %struct.exit_functions zeroinitializer, align 8
@__mazurka_environment = external global [0 x i8*], align 8
@environ = global i8** getelementptr inbounds ([0 x i8*], [0 x i8*]* @__mazurka_environment, i64 0, i64 0), align 8
@made_texts = internal global %struct.made_text* null, align 8
@made_environ = internal global i8** null, align 8
@stdin_file = internal global %struct.FILE { i32 -72548352, [12 x i8*] zeroinitializer, %struct.lock { [10 x i32] [i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0] }, %struct.open_file zeroinitializer, i32 0, i32 0, [8 x i8] zeroinitializer }, align 8
@stdin = constant %struct.FILE* @stdin_file, align 8
@stdout_file = internal constant %struct.FILE zeroinitializer, align 8
@stdout = constant %struct.FILE* @stdout_file, align 8
@stderr_file = internal constant %struct.FILE zeroinitializer, align 8
@stderr = constant %struct.FILE* @stderr_file, align 8
@.str.28 = private constant [5 x i8] c"read\00", align 1
@.str.29 = private constant [6 x i8] c"pread\00", align 1
@.str.30 = private constant [6 x i8] c"lseek\00", align 1
@__mazurka_stdin = external constant %struct.given, align 8
@.str.31 = private constant [6 x i8] c"fstat\00", align 1
@.str.32 = private constant [8 x i8] c"%s: %m\0A\00", align 1
@.str.33 = private constant [4 x i8] c"%m\0A\00", align 1
@.str.34 = private constant [15 x i8] c"%s: signal %d\0A\00", align 1
@.str.35 = private constant [66 x i8] c"tmpfile() is not supported: the files of a check can only be read\00", align 1
@.str.36 = private constant [64 x i8] c"popen() is not supported: the files of a check can only be read\00", align 1
@.str.37 = private constant [63 x i8] c"pipe() is not supported: the files of a check can only be read\00", align 1
@.str.38 = private constant [65 x i8] c"socket() is not supported: the files of a check can only be read\00", align 1
@.str.39 = private constant [65 x i8] c"select() is not supported: the files of a check can only be read\00", align 1
@.str.40 = private constant [63 x i8] c"poll() is not supported: the files of a check can only be read\00", align 1
@.str.41 = private constant [7 x i8] c"fdopen\00", align 1
@.str.42 = private constant [48 x i8] c"freopen() of stdout and stderr is not supported\00", align 1
@.str.43 = private constant [69 x i8] c"freopen() of stdin needs a file there: give it one with --stdin PATH\00", align 1
@.str.44 = private constant [42 x i8] c"freopen() without a name is not supported\00", align 1
@.str.45 = private constant [6 x i8] c"fseek\00", align 1
@.str.46 = private constant [6 x i8] c"ftell\00", align 1
@.str.47 = private constant [7 x i8] c"rewind\00", align 1
@.str.48 = private constant [71 x i8] c"ungetc() is not supported: what comes from outside is not known before\00", align 1
@.str.49 = private constant [67 x i8] c"fread() of stdin needs a file there: give it one with --stdin PATH\00", align 1
@.str.50 = private constant [6 x i8] c"scanf\00", align 1
@.str.51 = private constant [7 x i8] c"fscanf\00", align 1
@.str.52 = private constant [7 x i8] c"sscanf\00", align 1
@.str.53 = private constant [8 x i8] c"getchar\00", align 1
@.str.54 = private constant [5 x i8] c"getc\00", align 1
@.str.55 = private constant [6 x i8] c"fgetc\00", align 1
@.str.56 = private constant [9 x i8] c"_IO_getc\00", align 1
@.str.57 = private constant [14 x i8] c"getc_unlocked\00", align 1
@.str.58 = private constant [15 x i8] c"fgetc_unlocked\00", align 1
@.str.59 = private constant [8 x i8] c"__uflow\00", align 1
@.str.60 = private constant [6 x i8] c"fgets\00", align 1
@.str.61 = private constant [5 x i8] c"gets\00", align 1
@.str.62 = private constant [9 x i8] c"getdelim\00", align 1
@optind = global i32 1, align 4
@opterr = global i32 1, align 4
@optopt = global i32 63, align 4
@.str.63 = private constant [68 x i8] c"this syscall() is not supported: nothing of the host is ever called\00", align 1
@.str.64 = private constant [14 x i8] c"out of bounds\00", align 1
@.str.65 = private constant [26 x i8] c"the stack was overwritten\00", align 1
@handlers = internal global [65 x void (i32)*] zeroinitializer, align 16
@.str.66 = private constant [6 x i8] c"abort\00", align 1
@.str.67 = private constant [48 x i8] c"the program is ended by a signal that it raises\00", align 1
@.str.68 = private constant [48 x i8] c"kill() is not supported: a check has no signals\00", align 1
@.str.69 = private constant [51 x i8] c"sigwait() is not supported: a check has no signals\00", align 1
@.str.70 = private constant [54 x i8] c"sigsuspend() is not supported: a check has no signals\00", align 1
@.str.71 = private constant [49 x i8] c"pause() is not supported: a check has no signals\00", align 1
@.str.72 = private constant [49 x i8] c"fork() is not supported: a check has one process\00", align 1
@.str.73 = private constant [50 x i8] c"vfork() is not supported: a check has one process\00", align 1
@.str.74 = private constant [50 x i8] c"clone() is not supported: a check has one process\00", align 1
@.str.75 = private constant [51 x i8] c"execve() is not supported: a check has one process\00", align 1
@.str.76 = private constant [51 x i8] c"execvp() is not supported: a check has one process\00", align 1
@.str.77 = private constant [50 x i8] c"execl() is not supported: a check has one process\00", align 1
@.str.78 = private constant [49 x i8] c"wait() is not supported: a check has one process\00", align 1
@.str.79 = private constant [52 x i8] c"waitpid() is not supported: a check has one process\00", align 1
@.str.80 = private constant [51 x i8] c"shmget() is not supported: a check has one process\00", align 1
@.str.81 = private constant [53 x i8] c"shm_open() is not supported: a check has one process\00", align 1
@.str.82 = private constant [2 x i8] c"C\00", align 1
@.str.83 = private constant [57 x i8] c"dates before the year 1 and after 9999 are not supported\00", align 1
@.str.84 = private constant [4 x i8] c"UTC\00", align 1
@latest = internal thread_local global %struct.tm zeroinitializer, align 8
@.str.85 = private constant [33 x i8] c"%.3s %.3s %2d %02d:%02d:%02d %d\0A\00", align 1
@day_names = internal constant [7 x i8*] [i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.173, i32 0, i32 0), i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.174, i32 0, i32 0), i8* getelementptr inbounds ([8 x i8], [8 x i8]* @.str.175, i32 0, i32 0), i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.176, i32 0, i32 0), i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.177, i32 0, i32 0), i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.178, i32 0, i32 0), i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.179, i32 0, i32 0)], align 16
@month_names = internal constant [12 x i8*] [i8* getelementptr inbounds ([8 x i8], [8 x i8]* @.str.180, i32 0, i32 0), i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.181, i32 0, i32 0), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.182, i32 0, i32 0), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.183, i32 0, i32 0), i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.184, i32 0, i32 0), i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.185, i32 0, i32 0), i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.186, i32 0, i32 0), i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.187, i32 0, i32 0), i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.188, i32 0, i32 0), i8* getelementptr inbounds ([8 x i8], [8 x i8]* @.str.189, i32 0, i32 0), i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.190, i32 0, i32 0), i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.191, i32 0, i32 0)], align 16
@latest_text = internal thread_local global [32 x i8] zeroinitializer, align 16
@.str.86 = private constant [56 x i8] c"pthread_kill() is not supported: a check has no signals\00", align 1
@named_lock = internal global [5 x i64] zeroinitializer, align 16
@named = internal global [16 x %struct.anon] zeroinitializer, align 16
@stream_table = internal constant [4 x i64] [i64 8, i64 0, i64 0, i64 0], align 16
@_ZSt4cout = global %struct.stream { i8* getelementptr (i8, i8* bitcast ([4 x i64]* @stream_table to i8*), i64 24), i8* null, i64 6, i64 0, i32 4098, i32 0, i32 0, [188 x i8] zeroinitializer, i8 32, [43 x i8] zeroinitializer }, align 8
@_ZSt4cerr = global %struct.stream { i8* getelementptr (i8, i8* bitcast ([4 x i64]* @stream_table to i8*), i64 24), i8* null, i64 6, i64 0, i32 4098, i32 0, i32 0, [188 x i8] zeroinitializer, i8 32, [43 x i8] zeroinitializer }, align 8
@_ZSt4clog = global %struct.stream { i8* getelementptr (i8, i8* bitcast ([4 x i64]* @stream_table to i8*), i64 24), i8* null, i64 6, i64 0, i32 4098, i32 0, i32 0, [188 x i8] zeroinitializer, i8 32, [43 x i8] zeroinitializer }, align 8
@_ZSt3cin = global %struct.stream { i8* getelementptr (i8, i8* bitcast ([4 x i64]* @stream_table to i8*), i64 24), i8* null, i64 6, i64 0, i32 4098, i32 0, i32 0, [188 x i8] zeroinitializer, i8 32, [43 x i8] zeroinitializer }, align 8
@.str.87 = private constant [5 x i8] c"true\00", align 1
@.str.88 = private constant [6 x i8] c"false\00", align 1
@.str.89 = private constant [4 x i8] c".*f\00", align 1
@.str.90 = private constant [4 x i8] c".*e\00", align 1
@.str.91 = private constant [4 x i8] c".*g\00", align 1
@.str.92 = private constant [3 x i8] c"%p\00", align 1
@.str.93 = private constant [2 x i8] c"0\00", align 1
@.str.94 = private constant [2 x i8] c"\0A\00", align 1
@.str.95 = private constant [8 x i8] c"nullptr\00", align 1
@__dso_handle = constant i8* null, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = constant [8 x i8*] zeroinitializer, align 16
@_ZTVN10__cxxabiv120__si_class_type_infoE = constant [8 x i8*] zeroinitializer, align 16
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = constant [8 x i8*] zeroinitializer, align 16
@.str.96 = private constant [18 x i8] c"pure virtual call\00", align 1
@.str.97 = private constant [35 x i8] c"a pure virtual function was called\00", align 1
@.str.98 = private constant [38 x i8] c"a deleted virtual function was called\00", align 1
@.str.99 = private constant [26 x i8] c"std::terminate was called\00", align 1
@.str.100 = private constant [10 x i8] c"exception\00", align 1
@.str.101 = private constant [26 x i8] c"std::bad_alloc was thrown\00", align 1
@.str.102 = private constant [29 x i8] c"std::system_error was thrown\00", align 1
@.str.103 = private constant [29 x i8] c"std::length_error was thrown\00", align 1
@.str.104 = private constant [28 x i8] c"std::logic_error was thrown\00", align 1
@.str.105 = private constant [29 x i8] c"std::out_of_range was thrown\00", align 1
@.str.106 = private constant [33 x i8] c"std::invalid_argument was thrown\00", align 1
@.str.107 = private constant [29 x i8] c"std::domain_error was thrown\00", align 1
@.str.108 = private constant [30 x i8] c"std::runtime_error was thrown\00", align 1
@.str.109 = private constant [28 x i8] c"std::range_error was thrown\00", align 1
@.str.110 = private constant [31 x i8] c"std::overflow_error was thrown\00", align 1
@.str.111 = private constant [29 x i8] c"std::future_error was thrown\00", align 1
@.str.112 = private constant [25 x i8] c"std::bad_cast was thrown\00", align 1
@.str.113 = private constant [30 x i8] c"std::bad_exception was thrown\00", align 1
@.str.114 = private constant [34 x i8] c"std::bad_function_call was thrown\00", align 1
@.str.115 = private constant [37 x i8] c"std::bad_array_new_length was thrown\00", align 1
@.str.116 = private constant [10 x i8] c"assertion\00", align 1
@.str.117 = private constant [33 x i8] c"an assertion of libstdc++ failed\00", align 1
@_ZTINSt6thread6_StateE = constant [2 x i8*] zeroinitializer, align 16
@_ZTVNSt6thread6_StateE = constant [5 x i8*] [i8* null, i8* bitcast ([2 x i8*]* @_ZTINSt6thread6_StateE to i8*), i8* bitcast (void (%struct.thread_state*)* @_ZNSt6thread6_StateD2Ev to i8*), i8* bitcast (void (%struct.thread_state*)* @_ZNSt6thread6_StateD2Ev to i8*), i8* bitcast (void ()* @__cxa_pure_virtual to i8*)], align 16
@_ZSt11__once_call = thread_local global void ()* null, align 8
@__libc_single_threaded = constant i8 0, align 1
@.str.118 = private constant [48 x i8] c"exceptions are not supported, and one is thrown\00", align 1
@optarg = global i8* null, align 8
@_ZSt7nothrow = constant i8 0, align 1
@_ZSt15__once_callable = thread_local global i8* null, align 8
@class_table = internal constant <{ [256 x i16], [128 x i16] }> <{ [256 x i16] [i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 0, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 8195, i16 8194, i16 8194, i16 8194, i16 8194, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 2, i16 24577, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -10232, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -11000, i16 -11000, i16 -11000, i16 -11000, i16 -11000, i16 -11000, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -15096, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 -10744, i16 -10744, i16 -10744, i16 -10744, i16 -10744, i16 -10744, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -14840, i16 -16380, i16 -16380, i16 -16380, i16 -16380, i16 2], [128 x i16] zeroinitializer }>, align 16
@lower_table = internal constant [384 x i32] [i32 -128, i32 -127, i32 -126, i32 -125, i32 -124, i32 -123, i32 -122, i32 -121, i32 -120, i32 -119, i32 -118, i32 -117, i32 -116, i32 -115, i32 -114, i32 -113, i32 -112, i32 -111, i32 -110, i32 -109, i32 -108, i32 -107, i32 -106, i32 -105, i32 -104, i32 -103, i32 -102, i32 -101, i32 -100, i32 -99, i32 -98, i32 -97, i32 -96, i32 -95, i32 -94, i32 -93, i32 -92, i32 -91, i32 -90, i32 -89, i32 -88, i32 -87, i32 -86, i32 -85, i32 -84, i32 -83, i32 -82, i32 -81, i32 -80, i32 -79, i32 -78, i32 -77, i32 -76, i32 -75, i32 -74, i32 -73, i32 -72, i32 -71, i32 -70, i32 -69, i32 -68, i32 -67, i32 -66, i32 -65, i32 -64, i32 -63, i32 -62, i32 -61, i32 -60, i32 -59, i32 -58, i32 -57, i32 -56, i32 -55, i32 -54, i32 -53, i32 -52, i32 -51, i32 -50, i32 -49, i32 -48, i32 -47, i32 -46, i32 -45, i32 -44, i32 -43, i32 -42, i32 -41, i32 -40, i32 -39, i32 -38, i32 -37, i32 -36, i32 -35, i32 -34, i32 -33, i32 -32, i32 -31, i32 -30, i32 -29, i32 -28, i32 -27, i32 -26, i32 -25, i32 -24, i32 -23, i32 -22, i32 -21, i32 -20, i32 -19, i32 -18, i32 -17, i32 -16, i32 -15, i32 -14, i32 -13, i32 -12, i32 -11, i32 -10, i32 -9, i32 -8, i32 -7, i32 -6, i32 -5, i32 -4, i32 -3, i32 -2, i32 -1, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127, i32 128, i32 129, i32 130, i32 131, i32 132, i32 133, i32 134, i32 135, i32 136, i32 137, i32 138, i32 139, i32 140, i32 141, i32 142, i32 143, i32 144, i32 145, i32 146, i32 147, i32 148, i32 149, i32 150, i32 151, i32 152, i32 153, i32 154, i32 155, i32 156, i32 157, i32 158, i32 159, i32 160, i32 161, i32 162, i32 163, i32 164, i32 165, i32 166, i32 167, i32 168, i32 169, i32 170, i32 171, i32 172, i32 173, i32 174, i32 175, i32 176, i32 177, i32 178, i32 179, i32 180, i32 181, i32 182, i32 183, i32 184, i32 185, i32 186, i32 187, i32 188, i32 189, i32 190, i32 191, i32 192, i32 193, i32 194, i32 195, i32 196, i32 197, i32 198, i32 199, i32 200, i32 201, i32 202, i32 203, i32 204, i32 205, i32 206, i32 207, i32 208, i32 209, i32 210, i32 211, i32 212, i32 213, i32 214, i32 215, i32 216, i32 217, i32 218, i32 219, i32 220, i32 221, i32 222, i32 223, i32 224, i32 225, i32 226, i32 227, i32 228, i32 229, i32 230, i32 231, i32 232, i32 233, i32 234, i32 235, i32 236, i32 237, i32 238, i32 239, i32 240, i32 241, i32 242, i32 243, i32 244, i32 245, i32 246, i32 247, i32 248, i32 249, i32 250, i32 251, i32 252, i32 253, i32 254, i32 255], align 16
@upper_table = internal constant [384 x i32] [i32 -128, i32 -127, i32 -126, i32 -125, i32 -124, i32 -123, i32 -122, i32 -121, i32 -120, i32 -119, i32 -118, i32 -117, i32 -116, i32 -115, i32 -114, i32 -113, i32 -112, i32 -111, i32 -110, i32 -109, i32 -108, i32 -107, i32 -106, i32 -105, i32 -104, i32 -103, i32 -102, i32 -101, i32 -100, i32 -99, i32 -98, i32 -97, i32 -96, i32 -95, i32 -94, i32 -93, i32 -92, i32 -91, i32 -90, i32 -89, i32 -88, i32 -87, i32 -86, i32 -85, i32 -84, i32 -83, i32 -82, i32 -81, i32 -80, i32 -79, i32 -78, i32 -77, i32 -76, i32 -75, i32 -74, i32 -73, i32 -72, i32 -71, i32 -70, i32 -69, i32 -68, i32 -67, i32 -66, i32 -65, i32 -64, i32 -63, i32 -62, i32 -61, i32 -60, i32 -59, i32 -58, i32 -57, i32 -56, i32 -55, i32 -54, i32 -53, i32 -52, i32 -51, i32 -50, i32 -49, i32 -48, i32 -47, i32 -46, i32 -45, i32 -44, i32 -43, i32 -42, i32 -41, i32 -40, i32 -39, i32 -38, i32 -37, i32 -36, i32 -35, i32 -34, i32 -33, i32 -32, i32 -31, i32 -30, i32 -29, i32 -28, i32 -27, i32 -26, i32 -25, i32 -24, i32 -23, i32 -22, i32 -21, i32 -20, i32 -19, i32 -18, i32 -17, i32 -16, i32 -15, i32 -14, i32 -13, i32 -12, i32 -11, i32 -10, i32 -9, i32 -8, i32 -7, i32 -6, i32 -5, i32 -4, i32 -3, i32 -2, i32 -1, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 123, i32 124, i32 125, i32 126, i32 127, i32 128, i32 129, i32 130, i32 131, i32 132, i32 133, i32 134, i32 135, i32 136, i32 137, i32 138, i32 139, i32 140, i32 141, i32 142, i32 143, i32 144, i32 145, i32 146, i32 147, i32 148, i32 149, i32 150, i32 151, i32 152, i32 153, i32 154, i32 155, i32 156, i32 157, i32 158, i32 159, i32 160, i32 161, i32 162, i32 163, i32 164, i32 165, i32 166, i32 167, i32 168, i32 169, i32 170, i32 171, i32 172, i32 173, i32 174, i32 175, i32 176, i32 177, i32 178, i32 179, i32 180, i32 181, i32 182, i32 183, i32 184, i32 185, i32 186, i32 187, i32 188, i32 189, i32 190, i32 191, i32 192, i32 193, i32 194, i32 195, i32 196, i32 197, i32 198, i32 199, i32 200, i32 201, i32 202, i32 203, i32 204, i32 205, i32 206, i32 207, i32 208, i32 209, i32 210, i32 211, i32 212, i32 213, i32 214, i32 215, i32 216, i32 217, i32 218, i32 219, i32 220, i32 221, i32 222, i32 223, i32 224, i32 225, i32 226, i32 227, i32 228, i32 229, i32 230, i32 231, i32 232, i32 233, i32 234, i32 235, i32 236, i32 237, i32 238, i32 239, i32 240, i32 241, i32 242, i32 243, i32 244, i32 245, i32 246, i32 247, i32 248, i32 249, i32 250, i32 251, i32 252, i32 253, i32 254, i32 255], align 16
@.str.120 = private constant [4 x i8] c"inf\00", align 1
@.str.121 = private constant [9 x i8] c"infinity\00", align 1
@.str.122 = private constant [4 x i8] c"nan\00", align 1
@.str.123 = private constant [54 x i8] c"more than 256 functions are registered to run at exit\00", align 1
@.str.124 = private constant [6 x i8] c"close\00", align 1
@__mazurka_files = external constant [0 x %struct.given], align 8
@descriptors = internal global <{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }> <{ %struct.descriptor { i32 1, %struct.lock zeroinitializer, %struct.open_file { %struct.given* @__mazurka_stdin, i64 0 } }, %struct.descriptor { i32 1, %struct.lock zeroinitializer, %struct.open_file zeroinitializer }, %struct.descriptor { i32 1, %struct.lock zeroinitializer, %struct.open_file zeroinitializer }, [253 x %struct.descriptor] zeroinitializer }>, align 16
@.str.126 = private constant [67 x i8] c"%s() of standard input needs a file: give it one with --stdin PATH\00", align 1
@.str.127 = private constant [5 x i8] c"mmap\00", align 1
@.str.128 = private constant [34 x i8] c"writing to stdin is not supported\00", align 1
@.str.129 = private constant [53 x i8] c"printf: arguments by number (%1$d) are not supported\00", align 1
@.str.130 = private constant [6 x i8] c"(nil)\00", align 1
@.str.131 = private constant [54 x i8] c"printf: the format has a conversion that is not known\00", align 1
@.str.132 = private constant [1 x i8] zeroinitializer, align 1
@.str.133 = private constant [3 x i8] c"0x\00", align 1
@.str.134 = private constant [3 x i8] c"0X\00", align 1
@.str.135 = private constant [17 x i8] c"0123456789ABCDEF\00", align 1
@.str.136 = private constant [17 x i8] c"0123456789abcdef\00", align 1
@.str.137 = private constant [2 x i8] c"-\00", align 1
@.str.138 = private constant [2 x i8] c"+\00", align 1
@.str.139 = private constant [2 x i8] c" \00", align 1
@.str.140 = private constant [7 x i8] c"(null)\00", align 1
@.str.141 = private constant [4 x i8] c"NAN\00", align 1
@.str.142 = private constant [4 x i8] c"INF\00", align 1
@.str.143 = private constant [3 x i8] c": \00", align 1
@.str.144 = private constant [48 x i8] c"reading from stdout and stderr is not supported\00", align 1
@no_file = internal constant %struct.given { i8* getelementptr inbounds ([1 x i8], [1 x i8]* @.str.132, i32 0, i32 0), i8* getelementptr inbounds ([1 x i8], [1 x i8]* @.str.132, i32 0, i32 0), i64 0 }, align 8
@.str.145 = private constant [25 x i8] c"this is not an open FILE\00", align 1
@.str.146 = private constant [64 x i8] c"%s() of stdin needs a file there: give it one with --stdin PATH\00", align 1
@.str.147 = private constant [9 x i8] c"aefgAEFG\00", align 1
@.str.148 = private constant [3 x i8] c"+-\00", align 1
@.str.149 = private constant [2 x i8] c"n\00", align 1
@.str.150 = private constant [3 x i8] c"an\00", align 1
@.str.151 = private constant [2 x i8] c"i\00", align 1
@.str.152 = private constant [3 x i8] c"nf\00", align 1
@.str.153 = private constant [5 x i8] c"nity\00", align 1
@.str.154 = private constant [11 x i8] c"0123456789\00", align 1
@.str.155 = private constant [2 x i8] c"e\00", align 1
@.str.156 = private constant [2 x i8] c"x\00", align 1
@.str.157 = private constant [2 x i8] c"p\00", align 1
@.str.158 = private constant [2 x i8] c".\00", align 1
@.str.159 = private constant [67 x i8] c"scanf() of a number with more than 399 characters is not supported\00", align 1
@.str.160 = private constant [9 x i8] c"01234567\00", align 1
@.str.161 = private constant [4 x i8] c"%ld\00", align 1
@options_begun = internal global i1 false, align 4
@option_rest = internal global i8* null, align 8
@.str.162 = private constant [3 x i8] c"--\00", align 1
@passed_to = internal global i32 0, align 4
@passed_from = internal global i32 0, align 4
@options_order = internal global i32 0, align 4
@.str.163 = private constant [16 x i8] c"POSIXLY_CORRECT\00", align 1
@.str.164 = private constant [28 x i8] c"%s: invalid option -- '%c'\0A\00", align 1
@.str.165 = private constant [4 x i8] c"-W \00", align 1
@.str.166 = private constant [41 x i8] c"%s: option requires an argument -- '%c'\0A\00", align 1
@.str.167 = private constant [32 x i8] c"%s: unrecognized option '%s%s'\0A\00", align 1
@.str.168 = private constant [45 x i8] c"%s: option '%s%s' doesn't allow an argument\0A\00", align 1
@.str.169 = private constant [40 x i8] c"%s: option '%s%s' requires an argument\0A\00", align 1
@.str.170 = private constant [47 x i8] c"%s: option '%s%s' is ambiguous; possibilities:\00", align 1
@.str.171 = private constant [8 x i8] c" '%s%s'\00", align 1
@.str.172 = private constant [43 x i8] c"this operation of futex() is not supported\00", align 1
@days_of_month.days = internal constant [12 x i8] c"\1F\1C\1F\1E\1F\1E\1F\1F\1E\1F\1E\1F", align 1
@.str.173 = private constant [7 x i8] c"Sunday\00", align 1
@.str.174 = private constant [7 x i8] c"Monday\00", align 1
@.str.175 = private constant [8 x i8] c"Tuesday\00", align 1
@.str.176 = private constant [10 x i8] c"Wednesday\00", align 1
@.str.177 = private constant [9 x i8] c"Thursday\00", align 1
@.str.178 = private constant [7 x i8] c"Friday\00", align 1
@.str.179 = private constant [9 x i8] c"Saturday\00", align 1
@.str.180 = private constant [8 x i8] c"January\00", align 1
@.str.181 = private constant [9 x i8] c"February\00", align 1
@.str.182 = private constant [6 x i8] c"March\00", align 1
@.str.183 = private constant [6 x i8] c"April\00", align 1
@.str.184 = private constant [4 x i8] c"May\00", align 1
@.str.185 = private constant [5 x i8] c"June\00", align 1
@.str.186 = private constant [5 x i8] c"July\00", align 1
@.str.187 = private constant [7 x i8] c"August\00", align 1
@.str.188 = private constant [10 x i8] c"September\00", align 1
@.str.189 = private constant [8 x i8] c"October\00", align 1
@.str.190 = private constant [9 x i8] c"November\00", align 1
@.str.191 = private constant [9 x i8] c"December\00", align 1
@.str.192 = private constant [21 x i8] c"%a %b %e %H:%M:%S %Y\00", align 1
@.str.193 = private constant [9 x i8] c"%m/%d/%y\00", align 1
@.str.194 = private constant [9 x i8] c"%Y-%m-%d\00", align 1
@.str.195 = private constant [12 x i8] c"%I:%M:%S %p\00", align 1
@.str.196 = private constant [6 x i8] c"%H:%M\00", align 1
@.str.197 = private constant [9 x i8] c"%H:%M:%S\00", align 1
@.str.198 = private constant [5 x i8] c"%.3s\00", align 1
@.str.199 = private constant [3 x i8] c"%s\00", align 1
@.str.200 = private constant [5 x i8] c"%02d\00", align 1
@.str.201 = private constant [4 x i8] c"%2d\00", align 1
@.str.202 = private constant [5 x i8] c"%03d\00", align 1
@.str.203 = private constant [3 x i8] c"AM\00", align 1
@.str.204 = private constant [3 x i8] c"PM\00", align 1
@.str.205 = private constant [3 x i8] c"%d\00", align 1
@.str.206 = private constant [6 x i8] c"+0000\00", align 1
@.str.207 = private constant [2 x i8] c"\09\00", align 1
@.str.208 = private constant [3 x i8] c"%%\00", align 1
@.str.209 = private constant [47 x i8] c"this conversion of strftime() is not supported\00", align 1
@.str.210 = private constant [52 x i8] c"the name of a semaphore has more than 63 characters\00", align 1
@.str.211 = private constant [39 x i8] c"more than 16 named semaphores are open\00", align 1
@.str.212 = private constant [3 x i8] c"ld\00", align 1
@.str.213 = private constant [3 x i8] c"lu\00", align 1
@.str.214 = private constant [3 x i8] c"lo\00", align 1
@.str.215 = private constant [3 x i8] c"lX\00", align 1
@.str.216 = private constant [3 x i8] c"lx\00", align 1
@.str.217 = private constant [77 x i8] c"of the streams of C++, only std::cout, std::cerr and std::clog are supported\00", align 1
define i8* @memchr(i8* %0, i32 %1, i64 %2) {
  %4 = trunc i32 %1 to i8
  br label %5
5:
  %6 = phi i64 [ %2, %3 ], [ %13, %12 ]
  %7 = phi i8* [ %0, %3 ], [ %14, %12 ]
  %8 = icmp eq i64 %6, 0
  br i1 %8, label %15, label %9
9:
  %10 = load i8, i8* %7, align 1
  %11 = icmp eq i8 %10, %4
  br i1 %11, label %15, label %12
12:
  %13 = add i64 %6, -1
  %14 = getelementptr i8, i8* %7, i64 1
  br label %5
15:
  %16 = phi i8* [ %7, %9 ], [ null, %5 ]
  ret i8* %16
}
declare void @llvm.lifetime.start.p0i8(i64, i8*)
declare void @llvm.lifetime.end.p0i8(i64, i8*)
define i8* @rawmemchr(i8* %0, i32 %1) {
  %3 = trunc i32 %1 to i8
  br label %4
4:
  %5 = phi i8* [ %0, %2 ], [ %8, %4 ]
  %6 = load i8, i8* %5, align 1
  %7 = icmp eq i8 %6, %3
  %8 = getelementptr i8, i8* %5, i64 1
  br i1 %7, label %9, label %4
9:
  ret i8* %5
}
define i8* @memrchr(i8* %0, i32 %1, i64 %2) {
  %4 = trunc i32 %1 to i8
  br label %5
5:
  %6 = phi i64 [ %2, %3 ], [ %7, %9 ]
  %7 = add i64 %6, -1
  %8 = icmp eq i64 %6, 0
  br i1 %8, label %15, label %9
9:
  %10 = getelementptr i8, i8* %0, i64 %7
  %11 = load i8, i8* %10, align 1
  %12 = icmp eq i8 %11, %4
  br i1 %12, label %13, label %5
13:
  %14 = getelementptr i8, i8* %0, i64 %7
  br label %15
15:
  %16 = phi i8* [ %14, %13 ], [ null, %5 ]
  ret i8* %16
}
define i32 @memcmp(i8* %0, i8* %1, i64 %2) {
  br label %4
4:
  %5 = phi i64 [ %2, %3 ], [ %18, %17 ]
  %6 = phi i8* [ %0, %3 ], [ %19, %17 ]
  %7 = phi i8* [ %1, %3 ], [ %20, %17 ]
  %8 = icmp eq i64 %5, 0
  br i1 %8, label %21, label %9
9:
  %10 = load i8, i8* %6, align 1
  %11 = load i8, i8* %7, align 1
  %12 = icmp eq i8 %10, %11
  br i1 %12, label %17, label %13
13:
  %14 = zext i8 %11 to i32
  %15 = zext i8 %10 to i32
  %16 = sub nsw i32 %15, %14
  br label %21
17:
  %18 = add i64 %5, -1
  %19 = getelementptr i8, i8* %6, i64 1
  %20 = getelementptr i8, i8* %7, i64 1
  br label %4
21:
  %22 = phi i32 [ %16, %13 ], [ 0, %4 ]
  ret i32 %22
}
define i32 @bcmp(i8* %0, i8* %1, i64 %2) {
  %4 = call i32 @memcmp(i8* %0, i8* %1, i64 %2)
  ret i32 %4
}
define void @bcopy(i8* %0, i8* %1, i64 %2) {
  %4 = call i8* @memmove(i8* %1, i8* %0, i64 %2)
  ret void
}
declare i8* @memmove(i8*, i8*, i64)
define void @bzero(i8* %0, i64 %1) {
  %3 = call i8* @memset(i8* %0, i32 0, i64 %1)
  ret void
}
declare i8* @memset(i8*, i32, i64)
define void @explicit_bzero(i8* %0, i64 %1) {
  %3 = call i8* @memset(i8* %0, i32 0, i64 %1)
  ret void
}
define i8* @mempcpy(i8* %0, i8* %1, i64 %2) {
  %4 = call i8* @memcpy(i8* %0, i8* %1, i64 %2)
  %5 = getelementptr i8, i8* %0, i64 %2
  ret i8* %5
}
declare i8* @memcpy(i8*, i8*, i64)
define i8* @memccpy(i8* %0, i8* %1, i32 %2, i64 %3) {
  %5 = trunc i32 %2 to i8
  br label %6
6:
  %7 = phi i64 [ %3, %4 ], [ %12, %11 ]
  %8 = phi i8* [ %0, %4 ], [ %15, %11 ]
  %9 = phi i8* [ %1, %4 ], [ %13, %11 ]
  %10 = icmp eq i64 %7, 0
  br i1 %10, label %17, label %11
11:
  %12 = add i64 %7, -1
  %13 = getelementptr i8, i8* %9, i64 1
  %14 = load i8, i8* %9, align 1
  %15 = getelementptr i8, i8* %8, i64 1
  store i8 %14, i8* %8, align 1
  %16 = icmp eq i8 %14, %5
  br i1 %16, label %17, label %6
17:
  %18 = phi i8* [ %15, %11 ], [ null, %6 ]
  ret i8* %18
}
define i8* @memmem(i8* %0, i64 %1, i8* %2, i64 %3) {
  br label %5
5:
  %6 = phi i64 [ %1, %4 ], [ %13, %12 ]
  %7 = phi i8* [ %0, %4 ], [ %14, %12 ]
  %8 = icmp ult i64 %6, %3
  br i1 %8, label %15, label %9
9:
  %10 = call i32 @memcmp(i8* %7, i8* %2, i64 %3)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %15, label %12
12:
  %13 = add i64 %6, -1
  %14 = getelementptr i8, i8* %7, i64 1
  br label %5
15:
  %16 = phi i8* [ %7, %9 ], [ null, %5 ]
  ret i8* %16
}
define i64 @strlen(i8* %0) {
  br label %2
2:
  %3 = phi i64 [ 0, %1 ], [ %7, %2 ]
  %4 = getelementptr i8, i8* %0, i64 %3
  %5 = load i8, i8* %4, align 1
  %6 = icmp eq i8 %5, 0
  %7 = add i64 %3, 1
  br i1 %6, label %8, label %2
8:
  ret i64 %3
}
define i64 @strnlen(i8* %0, i64 %1) {
  br label %3
3:
  %4 = phi i64 [ 0, %2 ], [ %11, %10 ]
  %5 = icmp eq i64 %4, %1
  br i1 %5, label %12, label %6
6:
  %7 = getelementptr i8, i8* %0, i64 %4
  %8 = load i8, i8* %7, align 1
  %9 = icmp eq i8 %8, 0
  br i1 %9, label %12, label %10
10:
  %11 = add i64 %4, 1
  br label %3
12:
  %13 = phi i64 [ %1, %3 ], [ %4, %6 ]
  ret i64 %13
}
define i8* @stpcpy(i8* %0, i8* %1) {
  br label %3
3:
  %4 = phi i8* [ %0, %2 ], [ %10, %8 ]
  %5 = phi i8* [ %1, %2 ], [ %9, %8 ]
  %6 = load i8, i8* %5, align 1
  store i8 %6, i8* %4, align 1
  %7 = icmp eq i8 %6, 0
  br i1 %7, label %11, label %8
8:
  %9 = getelementptr i8, i8* %5, i64 1
  %10 = getelementptr i8, i8* %4, i64 1
  br label %3
11:
  ret i8* %4
}
define i8* @strcpy(i8* %0, i8* %1) {
  %3 = call i8* @stpcpy(i8* %0, i8* %1)
  ret i8* %0
}
define i8* @stpncpy(i8* %0, i8* %1, i64 %2) {
  br label %4
4:
  %5 = phi i8* [ %0, %3 ], [ %14, %12 ]
  %6 = phi i8* [ %1, %3 ], [ %13, %12 ]
  %7 = phi i64 [ %2, %3 ], [ %15, %12 ]
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %16, label %9
9:
  %10 = load i8, i8* %6, align 1
  %11 = icmp eq i8 %10, 0
  br i1 %11, label %16, label %12
12:
  %13 = getelementptr i8, i8* %6, i64 1
  %14 = getelementptr i8, i8* %5, i64 1
  store i8 %10, i8* %5, align 1
  %15 = add i64 %7, -1
  br label %4
16:
  %17 = call i8* @memset(i8* %5, i32 0, i64 %7)
  ret i8* %5
}
define i8* @strncpy(i8* %0, i8* %1, i64 %2) {
  %4 = call i8* @stpncpy(i8* %0, i8* %1, i64 %2)
  ret i8* %0
}
define i8* @strcat(i8* %0, i8* %1) {
  %3 = call i64 @strlen(i8* %0)
  %4 = getelementptr i8, i8* %0, i64 %3
  %5 = call i8* @stpcpy(i8* %4, i8* %1)
  ret i8* %0
}
define i8* @strncat(i8* %0, i8* %1, i64 %2) {
  %4 = call i64 @strlen(i8* %0)
  %5 = getelementptr i8, i8* %0, i64 %4
  br label %6
6:
  %7 = phi i8* [ %1, %3 ], [ %16, %15 ]
  %8 = phi i64 [ %2, %3 ], [ %10, %15 ]
  %9 = phi i8* [ %5, %3 ], [ %17, %15 ]
  %10 = add i64 %8, -1
  %11 = icmp eq i64 %8, 0
  br i1 %11, label %18, label %12
12:
  %13 = load i8, i8* %7, align 1
  %14 = icmp eq i8 %13, 0
  br i1 %14, label %18, label %15
15:
  %16 = getelementptr i8, i8* %7, i64 1
  %17 = getelementptr i8, i8* %9, i64 1
  store i8 %13, i8* %9, align 1
  br label %6
18:
  store i8 0, i8* %9, align 1
  ret i8* %0
}
define i64 @strlcpy(i8* %0, i8* %1, i64 %2) {
  %4 = call i64 @strlen(i8* %1)
  %5 = icmp eq i64 %2, 0
  br i1 %5, label %12, label %6
6:
  %7 = icmp ult i64 %4, %2
  %8 = add i64 %2, -1
  %9 = select i1 %7, i64 %4, i64 %8
  %10 = call i8* @memcpy(i8* %0, i8* %1, i64 %9)
  %11 = getelementptr i8, i8* %0, i64 %9
  store i8 0, i8* %11, align 1
  br label %12
12:
  ret i64 %4
}
define i64 @strlcat(i8* %0, i8* %1, i64 %2) {
  %4 = call i64 @strnlen(i8* %0, i64 %2)
  %5 = getelementptr i8, i8* %0, i64 %4
  %6 = sub i64 %2, %4
  %7 = call i64 @strlcpy(i8* %5, i8* %1, i64 %6)
  %8 = add i64 %7, %4
  ret i64 %8
}
define i32 @strcmp(i8* %0, i8* %1) {
  br label %3
3:
  %4 = phi i8* [ %0, %2 ], [ %12, %11 ]
  %5 = phi i8* [ %1, %2 ], [ %13, %11 ]
  %6 = load i8, i8* %4, align 1
  %7 = icmp eq i8 %6, 0
  %8 = load i8, i8* %5, align 1
  br i1 %7, label %16, label %9
9:
  %10 = icmp eq i8 %6, %8
  br i1 %10, label %11, label %14
11:
  %12 = getelementptr i8, i8* %4, i64 1
  %13 = getelementptr i8, i8* %5, i64 1
  br label %3
14:
  %15 = zext i8 %6 to i32
  br label %16
16:
  %17 = phi i32 [ %15, %14 ], [ 0, %3 ]
  %18 = zext i8 %8 to i32
  %19 = sub nsw i32 %17, %18
  ret i32 %19
}
define i32 @strcoll(i8* %0, i8* %1) {
  %3 = call i32 @strcmp(i8* %0, i8* %1)
  ret i32 %3
}
define i64 @strxfrm(i8* %0, i8* %1, i64 %2) {
  %4 = call i64 @strlcpy(i8* %0, i8* %1, i64 %2)
  ret i64 %4
}
define i32 @strncmp(i8* %0, i8* %1, i64 %2) {
  br label %4
4:
  %5 = phi i8* [ %0, %3 ], [ %21, %19 ]
  %6 = phi i8* [ %1, %3 ], [ %22, %19 ]
  %7 = phi i64 [ %2, %3 ], [ %20, %19 ]
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %23, label %9
9:
  %10 = load i8, i8* %5, align 1
  %11 = load i8, i8* %6, align 1
  %12 = icmp ne i8 %10, %11
  %13 = icmp eq i8 %10, 0
  %14 = or i1 %13, %12
  br i1 %14, label %15, label %19
15:
  %16 = zext i8 %10 to i32
  %17 = zext i8 %11 to i32
  %18 = sub nsw i32 %16, %17
  br label %23
19:
  %20 = add i64 %7, -1
  %21 = getelementptr i8, i8* %5, i64 1
  %22 = getelementptr i8, i8* %6, i64 1
  br label %4
23:
  %24 = phi i32 [ %18, %15 ], [ 0, %4 ]
  ret i32 %24
}
define i32 @strncasecmp(i8* %0, i8* %1, i64 %2) {
  br label %4
4:
  %5 = phi i8* [ %0, %3 ], [ %28, %26 ]
  %6 = phi i8* [ %1, %3 ], [ %29, %26 ]
  %7 = phi i64 [ %2, %3 ], [ %27, %26 ]
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %30, label %9
9:
  %10 = load i8, i8* %5, align 1
  %11 = zext i8 %10 to i32
  %12 = add i8 %10, -65
  %13 = icmp ult i8 %12, 26
  %14 = add nuw nsw i32 %11, 32
  %15 = select i1 %13, i32 %14, i32 %11
  %16 = load i8, i8* %6, align 1
  %17 = zext i8 %16 to i32
  %18 = add i8 %16, -65
  %19 = icmp ult i8 %18, 26
  %20 = add nuw nsw i32 %17, 32
  %21 = select i1 %19, i32 %20, i32 %17
  %22 = sub nsw i32 %15, %21
  %23 = icmp ne i32 %22, 0
  %24 = icmp eq i8 %10, 0
  %25 = select i1 %23, i1 true, i1 %24
  br i1 %25, label %30, label %26
26:
  %27 = add i64 %7, -1
  %28 = getelementptr i8, i8* %5, i64 1
  %29 = getelementptr i8, i8* %6, i64 1
  br label %4
30:
  %31 = phi i32 [ 0, %4 ], [ %22, %9 ]
  ret i32 %31
}
define i32 @strcasecmp(i8* %0, i8* %1) {
  %3 = call i32 @strncasecmp(i8* %0, i8* %1, i64 -1)
  ret i32 %3
}
define i8* @strchrnul(i8* %0, i32 %1) {
  %3 = shl i32 %1, 24
  %4 = ashr exact i32 %3, 24
  br label %5
5:
  %6 = phi i8* [ %0, %2 ], [ %12, %5 ]
  %7 = load i8, i8* %6, align 1
  %8 = icmp eq i8 %7, 0
  %9 = sext i8 %7 to i32
  %10 = icmp eq i32 %4, %9
  %11 = select i1 %8, i1 true, i1 %10
  %12 = getelementptr i8, i8* %6, i64 1
  br i1 %11, label %13, label %5
13:
  ret i8* %6
}
define i8* @strchr(i8* %0, i32 %1) {
  %3 = call i8* @strchrnul(i8* %0, i32 %1)
  %4 = load i8, i8* %3, align 1
  %5 = sext i8 %4 to i32
  %6 = shl i32 %1, 24
  %7 = ashr exact i32 %6, 24
  %8 = icmp eq i32 %7, %5
  %9 = select i1 %8, i8* %3, i8* null
  ret i8* %9
}
define i8* @index(i8* %0, i32 %1) {
  %3 = call i8* @strchr(i8* %0, i32 %1)
  ret i8* %3
}
define i8* @strrchr(i8* %0, i32 %1) {
  %3 = shl i32 %1, 24
  %4 = ashr exact i32 %3, 24
  br label %5
5:
  %6 = phi i8* [ %0, %2 ], [ %12, %5 ]
  %7 = phi i8* [ null, %2 ], [ %11, %5 ]
  %8 = load i8, i8* %6, align 1
  %9 = sext i8 %8 to i32
  %10 = icmp eq i32 %4, %9
  %11 = select i1 %10, i8* %6, i8* %7
  %12 = getelementptr i8, i8* %6, i64 1
  %13 = icmp eq i8 %8, 0
  br i1 %13, label %14, label %5
14:
  ret i8* %11
}
define i8* @rindex(i8* %0, i32 %1) {
  %3 = call i8* @strrchr(i8* %0, i32 %1)
  ret i8* %3
}
define i8* @strstr(i8* %0, i8* %1) {
  %3 = call i64 @strlen(i8* %1)
  br label %4
4:
  %5 = phi i8* [ %0, %2 ], [ %12, %11 ]
  %6 = call i32 @strncmp(i8* %5, i8* %1, i64 %3)
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %13, label %8
8:
  %9 = load i8, i8* %5, align 1
  %10 = icmp eq i8 %9, 0
  br i1 %10, label %13, label %11
11:
  %12 = getelementptr i8, i8* %5, i64 1
  br label %4
13:
  %14 = phi i8* [ null, %8 ], [ %5, %4 ]
  ret i8* %14
}
define i8* @strcasestr(i8* %0, i8* %1) {
  %3 = call i64 @strlen(i8* %1)
  br label %4
4:
  %5 = phi i8* [ %0, %2 ], [ %12, %11 ]
  %6 = call i32 @strncasecmp(i8* %5, i8* %1, i64 %3)
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %13, label %8
8:
  %9 = load i8, i8* %5, align 1
  %10 = icmp eq i8 %9, 0
  br i1 %10, label %13, label %11
11:
  %12 = getelementptr i8, i8* %5, i64 1
  br label %4
13:
  %14 = phi i8* [ null, %8 ], [ %5, %4 ]
  ret i8* %14
}
define i64 @strspn(i8* %0, i8* %1) {
  br label %3
3:
  %4 = phi i64 [ 0, %2 ], [ %13, %12 ]
  %5 = getelementptr i8, i8* %0, i64 %4
  %6 = load i8, i8* %5, align 1
  %7 = icmp eq i8 %6, 0
  br i1 %7, label %14, label %8
8:
  %9 = sext i8 %6 to i32
  %10 = call i8* @strchr(i8* %1, i32 %9)
  %11 = icmp eq i8* %10, null
  br i1 %11, label %14, label %12
12:
  %13 = add i64 %4, 1
  br label %3
14:
  ret i64 %4
}
define i64 @strcspn(i8* %0, i8* %1) {
  br label %3
3:
  %4 = phi i64 [ 0, %2 ], [ %13, %12 ]
  %5 = getelementptr i8, i8* %0, i64 %4
  %6 = load i8, i8* %5, align 1
  %7 = icmp eq i8 %6, 0
  br i1 %7, label %14, label %8
8:
  %9 = sext i8 %6 to i32
  %10 = call i8* @strchr(i8* %1, i32 %9)
  %11 = icmp eq i8* %10, null
  br i1 %11, label %12, label %14
12:
  %13 = add i64 %4, 1
  br label %3
14:
  ret i64 %4
}
define i8* @strpbrk(i8* %0, i8* %1) {
  %3 = call i64 @strcspn(i8* %0, i8* %1)
  %4 = getelementptr i8, i8* %0, i64 %3
  %5 = load i8, i8* %4, align 1
  %6 = icmp eq i8 %5, 0
  %7 = select i1 %6, i8* null, i8* %4
  ret i8* %7
}
define i8* @strtok_r(i8* %0, i8* %1, i8** %2) {
  %4 = icmp eq i8* %0, null
  br i1 %4, label %5, label %7
5:
  %6 = load i8*, i8** %2, align 8
  br label %7
7:
  %8 = phi i8* [ %0, %3 ], [ %6, %5 ]
  %9 = call i64 @strspn(i8* %8, i8* %1)
  %10 = getelementptr i8, i8* %8, i64 %9
  %11 = call i64 @strcspn(i8* %10, i8* %1)
  %12 = getelementptr i8, i8* %10, i64 %11
  store i8* %12, i8** %2, align 8
  %13 = icmp eq i8* %12, %10
  br i1 %13, label %19, label %14
14:
  %15 = load i8, i8* %12, align 1
  %16 = icmp eq i8 %15, 0
  br i1 %16, label %19, label %17
17:
  store i8 0, i8* %12, align 1
  %18 = getelementptr i8, i8* %12, i64 1
  store i8* %18, i8** %2, align 8
  br label %19
19:
  %20 = phi i8* [ null, %7 ], [ %10, %17 ], [ %10, %14 ]
  ret i8* %20
}
define i8* @__strtok_r(i8* %0, i8* %1, i8** %2) {
  %4 = call i8* @strtok_r(i8* %0, i8* %1, i8** %2)
  ret i8* %4
}
define i8* @strtok(i8* %0, i8* %1) {
  %3 = call i8* @strtok_r(i8* %0, i8* %1, i8** @strtok_next)
  ret i8* %3
}
define i8* @strsep(i8** %0, i8* %1) {
  %3 = load i8*, i8** %0, align 8
  %4 = icmp eq i8* %3, null
  br i1 %4, label %12, label %5
5:
  %6 = call i64 @strcspn(i8* %3, i8* %1)
  %7 = getelementptr i8, i8* %3, i64 %6
  %8 = load i8, i8* %7, align 1
  %9 = icmp eq i8 %8, 0
  %10 = getelementptr i8, i8* %7, i64 1
  %11 = select i1 %9, i8* null, i8* %10
  store i8* %11, i8** %0, align 8
  store i8 0, i8* %7, align 1
  br label %12
12:
  ret i8* %3
}
define i8* @strndup(i8* %0, i64 %1) {
  %3 = call i64 @strnlen(i8* %0, i64 %1)
  %4 = add i64 %3, 1
  %5 = call i8* @malloc(i64 %4)
  %6 = icmp eq i8* %5, null
  br i1 %6, label %10, label %7
7:
  %8 = call i8* @memcpy(i8* %5, i8* %0, i64 %3)
  %9 = getelementptr i8, i8* %5, i64 %3
  store i8 0, i8* %9, align 1
  br label %10
10:
  ret i8* %5
}
declare i8* @malloc(i64)
define i8* @strdup(i8* %0) {
  %2 = call i8* @strndup(i8* %0, i64 -1)
  ret i8* %2
}
define i8* @__strdup(i8* %0) {
  %2 = call i8* @strndup(i8* %0, i64 -1)
  ret i8* %2
}
define i32 @ffsll(i64 %0) {
  %2 = icmp eq i64 %0, 0
  %3 = call i64 @llvm.cttz.i64(i64 %0, i1 true)
  %4 = trunc i64 %3 to i32
  %5 = add nuw nsw i32 %4, 1
  %6 = select i1 %2, i32 0, i32 %5
  ret i32 %6
}
declare i64 @llvm.cttz.i64(i64, i1)
define i32 @ffsl(i64 %0) {
  %2 = icmp eq i64 %0, 0
  %3 = call i64 @llvm.cttz.i64(i64 %0, i1 true)
  %4 = trunc i64 %3 to i32
  %5 = add nuw nsw i32 %4, 1
  %6 = select i1 %2, i32 0, i32 %5
  ret i32 %6
}
define i32 @ffs(i32 %0) {
  %2 = icmp eq i32 %0, 0
  %3 = call i32 @llvm.cttz.i32(i32 %0, i1 true)
  %4 = add nuw nsw i32 %3, 1
  %5 = select i1 %2, i32 0, i32 %4
  ret i32 %5
}
declare i32 @llvm.cttz.i32(i32, i1)
define i8* @strerror(i32 %0) {
  switch i32 %0, label %23 [
    i32 0, label %24
    i32 1, label %2
    i32 2, label %3
    i32 3, label %4
    i32 4, label %5
    i32 9, label %6
    i32 11, label %7
    i32 12, label %8
    i32 13, label %9
    i32 16, label %10
    i32 17, label %11
    i32 20, label %12
    i32 22, label %13
    i32 24, label %14
    i32 29, label %15
    i32 30, label %16
    i32 34, label %17
    i32 33, label %18
    i32 35, label %19
    i32 38, label %20
    i32 75, label %21
    i32 110, label %22
  ]
2:
  br label %24
3:
  br label %24
4:
  br label %24
5:
  br label %24
6:
  br label %24
7:
  br label %24
8:
  br label %24
9:
  br label %24
10:
  br label %24
11:
  br label %24
12:
  br label %24
13:
  br label %24
14:
  br label %24
15:
  br label %24
16:
  br label %24
17:
  br label %24
18:
  br label %24
19:
  br label %24
20:
  br label %24
21:
  br label %24
22:
  br label %24
23:
  br label %24
24:
  %25 = phi i8* [ getelementptr inbounds ([14 x i8], [14 x i8]* @.str.22, i64 0, i64 0), %23 ], [ getelementptr inbounds ([21 x i8], [21 x i8]* @.str.21, i64 0, i64 0), %22 ], [ getelementptr inbounds ([38 x i8], [38 x i8]* @.str.20, i64 0, i64 0), %21 ], [ getelementptr inbounds ([25 x i8], [25 x i8]* @.str.19, i64 0, i64 0), %20 ], [ getelementptr inbounds ([26 x i8], [26 x i8]* @.str.18, i64 0, i64 0), %19 ], [ getelementptr inbounds ([33 x i8], [33 x i8]* @.str.17, i64 0, i64 0), %18 ], [ getelementptr inbounds ([30 x i8], [30 x i8]* @.str.16, i64 0, i64 0), %17 ], [ getelementptr inbounds ([22 x i8], [22 x i8]* @.str.15, i64 0, i64 0), %16 ], [ getelementptr inbounds ([13 x i8], [13 x i8]* @.str.14, i64 0, i64 0), %15 ], [ getelementptr inbounds ([20 x i8], [20 x i8]* @.str.13, i64 0, i64 0), %14 ], [ getelementptr inbounds ([17 x i8], [17 x i8]* @.str.12, i64 0, i64 0), %13 ], [ getelementptr inbounds ([16 x i8], [16 x i8]* @.str.11, i64 0, i64 0), %12 ], [ getelementptr inbounds ([12 x i8], [12 x i8]* @.str.10, i64 0, i64 0), %11 ], [ getelementptr inbounds ([24 x i8], [24 x i8]* @.str.9, i64 0, i64 0), %10 ], [ getelementptr inbounds ([18 x i8], [18 x i8]* @.str.8, i64 0, i64 0), %9 ], [ getelementptr inbounds ([23 x i8], [23 x i8]* @.str.7, i64 0, i64 0), %8 ], [ getelementptr inbounds ([33 x i8], [33 x i8]* @.str.6, i64 0, i64 0), %7 ], [ getelementptr inbounds ([20 x i8], [20 x i8]* @.str.5, i64 0, i64 0), %6 ], [ getelementptr inbounds ([24 x i8], [24 x i8]* @.str.4, i64 0, i64 0), %5 ], [ getelementptr inbounds ([16 x i8], [16 x i8]* @.str.3, i64 0, i64 0), %4 ], [ getelementptr inbounds ([26 x i8], [26 x i8]* @.str.2, i64 0, i64 0), %3 ], [ getelementptr inbounds ([24 x i8], [24 x i8]* @.str.1, i64 0, i64 0), %2 ], [ getelementptr inbounds ([8 x i8], [8 x i8]* @.str, i64 0, i64 0), %1 ]
  ret i8* %25
}
define i32 @__xpg_strerror_r(i32 %0, i8* %1, i64 %2) {
  %4 = call i8* @strerror(i32 %0)
  %5 = call i64 @strlcpy(i8* %1, i8* %4, i64 %2)
  %6 = icmp ult i64 %5, %2
  %7 = select i1 %6, i32 0, i32 34
  ret i32 %7
}
define i8* @strerror_r(i32 %0, i8* %1, i64 %2) {
  %4 = call i8* @strerror(i32 %0)
  ret i8* %4
}
define i8* @strsignal(i32 %0) {
  ret i8* getelementptr inbounds ([15 x i8], [15 x i8]* @.str.23, i64 0, i64 0)
}
define i8* @__mempcpy_chk(i8* %0, i8* %1, i64 %2, i64 %3) {
  %5 = call i8* @memcpy(i8* %0, i8* %1, i64 %2)
  %6 = getelementptr i8, i8* %0, i64 %2
  ret i8* %6
}
define i8* @__strcpy_chk(i8* %0, i8* %1, i64 %2) {
  %4 = call i8* @stpcpy(i8* %0, i8* %1)
  ret i8* %0
}
define i8* @__stpcpy_chk(i8* %0, i8* %1, i64 %2) {
  %4 = call i8* @stpcpy(i8* %0, i8* %1)
  ret i8* %4
}
define i8* @__strncpy_chk(i8* %0, i8* %1, i64 %2, i64 %3) {
  %5 = call i8* @stpncpy(i8* %0, i8* %1, i64 %2)
  ret i8* %0
}
define i8* @__strcat_chk(i8* %0, i8* %1, i64 %2) {
  %4 = call i8* @strcat(i8* %0, i8* %1)
  ret i8* %0
}
define i8* @__strncat_chk(i8* %0, i8* %1, i64 %2, i64 %3) {
  %5 = call i8* @strncat(i8* %0, i8* %1, i64 %2)
  ret i8* %0
}
define i32 @isupper(i32 %0) {
  %2 = add i32 %0, -65
  %3 = icmp ult i32 %2, 26
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define i32 @islower(i32 %0) {
  %2 = add i32 %0, -97
  %3 = icmp ult i32 %2, 26
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define i32 @isalpha(i32 %0) {
  %2 = and i32 %0, -33
  %3 = add i32 %2, -65
  %4 = icmp ult i32 %3, 26
  %5 = zext i1 %4 to i32
  ret i32 %5
}
define i32 @isdigit(i32 %0) {
  %2 = add i32 %0, -48
  %3 = icmp ult i32 %2, 10
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define i32 @isxdigit(i32 %0) {
  %2 = add i32 %0, -48
  %3 = icmp ult i32 %2, 10
  %4 = and i32 %0, -33
  %5 = add i32 %4, -65
  %6 = icmp ult i32 %5, 6
  %7 = or i1 %3, %6
  %8 = zext i1 %7 to i32
  ret i32 %8
}
define i32 @isspace(i32 %0) {
  %2 = icmp eq i32 %0, 32
  %3 = add i32 %0, -9
  %4 = icmp ult i32 %3, 5
  %5 = or i1 %2, %4
  %6 = zext i1 %5 to i32
  ret i32 %6
}
define i32 @isprint(i32 %0) {
  %2 = add i32 %0, -32
  %3 = icmp ult i32 %2, 95
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define i32 @isgraph(i32 %0) {
  %2 = add i32 %0, -33
  %3 = icmp ult i32 %2, 94
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define i32 @isblank(i32 %0) {
  %2 = icmp eq i32 %0, 32
  %3 = icmp eq i32 %0, 9
  %4 = or i1 %2, %3
  %5 = zext i1 %4 to i32
  ret i32 %5
}
define i32 @iscntrl(i32 %0) {
  %2 = icmp ult i32 %0, 32
  %3 = icmp eq i32 %0, 127
  %4 = or i1 %2, %3
  %5 = zext i1 %4 to i32
  ret i32 %5
}
define i32 @isalnum(i32 %0) {
  %2 = and i32 %0, -33
  %3 = add i32 %2, -65
  %4 = icmp ult i32 %3, 26
  %5 = add i32 %0, -48
  %6 = icmp ult i32 %5, 10
  %7 = or i1 %6, %4
  %8 = zext i1 %7 to i32
  ret i32 %8
}
define i32 @ispunct(i32 %0) {
  %2 = add i32 %0, -33
  %3 = icmp ult i32 %2, 94
  br i1 %3, label %4, label %12
4:
  %5 = and i32 %0, -33
  %6 = add nsw i32 %5, -91
  %7 = icmp ult i32 %6, -26
  %8 = add nsw i32 %0, -58
  %9 = icmp ult i32 %8, -10
  %10 = select i1 %7, i1 %9, i1 false
  %11 = zext i1 %10 to i32
  br label %12
12:
  %13 = phi i32 [ 0, %1 ], [ %11, %4 ]
  ret i32 %13
}
define i32 @isascii(i32 %0) {
  %2 = icmp ult i32 %0, 128
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define i32 @toascii(i32 %0) {
  %2 = and i32 %0, 127
  ret i32 %2
}
define i32 @tolower(i32 %0) {
  %2 = add i32 %0, -65
  %3 = icmp ult i32 %2, 26
  %4 = add i32 %0, 32
  %5 = select i1 %3, i32 %4, i32 %0
  ret i32 %5
}
define i32 @toupper(i32 %0) {
  %2 = add i32 %0, -97
  %3 = icmp ult i32 %2, 26
  %4 = add i32 %0, -32
  %5 = select i1 %3, i32 %4, i32 %0
  ret i32 %5
}
define i16** @__ctype_b_loc() {
  ret i16** @class_start
}
define i32** @__ctype_tolower_loc() {
  ret i32** @lower_start
}
define i32** @__ctype_toupper_loc() {
  ret i32** @upper_start
}
define i64 @__ctype_get_mb_cur_max() {
  ret i64 1
}
define i64 @strtol(i8* %0, i8** %1, i32 %2) {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = bitcast i32* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %6)
  %7 = bitcast i32* %5 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %7)
  %8 = call i64 @read_integer(i8* %0, i8** %1, i32 %2, i32* %4, i32* %5)
  %9 = load i32, i32* %5, align 4
  %10 = icmp ne i32 %9, 0
  %11 = load i32, i32* %4, align 4
  %12 = sext i32 %11 to i64
  %13 = add i64 %12, 9223372036854775807
  %14 = icmp ugt i64 %8, %13
  %15 = select i1 %10, i1 true, i1 %14
  br i1 %15, label %16, label %19
16:
  store i32 34, i32* @__mazurka_errno, align 4
  %17 = icmp eq i32 %11, 0
  %18 = select i1 %17, i64 9223372036854775807, i64 -9223372036854775808
  br label %23
19:
  %20 = icmp eq i32 %11, 0
  %21 = sub i64 0, %8
  %22 = select i1 %20, i64 %8, i64 %21
  br label %23
23:
  %24 = phi i64 [ %18, %16 ], [ %22, %19 ]
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7)
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %6)
  ret i64 %24
}
define internal i64 @read_integer(i8* %0, i8** %1, i32 %2, i32* %3, i32* %4) {
  store i32 0, i32* %4, align 4
  store i32 0, i32* %3, align 4
  br label %6
6:
  %7 = phi i8* [ %0, %5 ], [ %10, %9 ]
  %8 = load i8, i8* %7, align 1
  switch i8 %8, label %15 [
    i8 32, label %9
    i8 13, label %9
    i8 12, label %9
    i8 11, label %9
    i8 10, label %9
    i8 9, label %9
    i8 43, label %11
    i8 45, label %11
  ]
9:
  %10 = getelementptr i8, i8* %7, i64 1
  br label %6
11:
  %12 = getelementptr i8, i8* %7, i64 1
  %13 = icmp eq i8 %8, 45
  %14 = zext i1 %13 to i32
  store i32 %14, i32* %3, align 4
  br label %15
15:
  %16 = phi i8* [ %12, %11 ], [ %7, %6 ]
  %17 = and i32 %2, -17
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %19, label %36
19:
  %20 = load i8, i8* %16, align 1
  %21 = icmp eq i8 %20, 48
  br i1 %21, label %22, label %32
22:
  %23 = getelementptr i8, i8* %16, i64 1
  %24 = load i8, i8* %23, align 1
  %25 = and i8 %24, -33
  %26 = icmp eq i8 %25, 88
  br i1 %26, label %27, label %32
27:
  %28 = getelementptr i8, i8* %16, i64 2
  %29 = load i8, i8* %28, align 1
  %30 = call i32 @digit_value(i8 %29)
  %31 = icmp slt i32 %30, 16
  br i1 %31, label %36, label %32
32:
  %33 = phi i32 [ 8, %27 ], [ 8, %22 ], [ 10, %19 ]
  %34 = icmp eq i32 %2, 0
  %35 = select i1 %34, i32 %33, i32 %2
  br label %36
36:
  %37 = phi i8* [ %16, %15 ], [ %28, %27 ], [ %16, %32 ]
  %38 = phi i32 [ %2, %15 ], [ 16, %27 ], [ %35, %32 ]
  %39 = sext i32 %38 to i64
  br label %40
40:
  %41 = phi i8* [ %37, %36 ], [ %59, %57 ]
  %42 = phi i64 [ 0, %36 ], [ %58, %57 ]
  %43 = load i8, i8* %41, align 1
  %44 = call i32 @digit_value(i8 %43)
  %45 = icmp slt i32 %44, %38
  br i1 %45, label %46, label %60
46:
  %47 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %42, i64 %39)
  %48 = extractvalue { i64, i1 } %47, 1
  %49 = extractvalue { i64, i1 } %47, 0
  br i1 %48, label %55, label %50
50:
  %51 = zext i32 %44 to i64
  %52 = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %49, i64 %51)
  %53 = extractvalue { i64, i1 } %52, 1
  %54 = extractvalue { i64, i1 } %52, 0
  br i1 %53, label %55, label %57
55:
  %56 = phi i64 [ %49, %46 ], [ %54, %50 ]
  store i32 1, i32* %4, align 4
  br label %57
57:
  %58 = phi i64 [ %56, %55 ], [ %54, %50 ]
  %59 = getelementptr i8, i8* %41, i64 1
  br label %40
60:
  %61 = icmp eq i8** %1, null
  br i1 %61, label %65, label %62
62:
  %63 = icmp eq i8* %41, %37
  %64 = select i1 %63, i8* %0, i8* %41
  store i8* %64, i8** %1, align 8
  br label %65
65:
  ret i64 %42
}
define i32* @__errno_location() {
  ret i32* @__mazurka_errno
}
define i64 @strtoul(i8* %0, i8** %1, i32 %2) {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = bitcast i32* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %6)
  %7 = bitcast i32* %5 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %7)
  %8 = call i64 @read_integer(i8* %0, i8** %1, i32 %2, i32* %4, i32* %5)
  %9 = load i32, i32* %5, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %12, label %11
11:
  store i32 34, i32* @__mazurka_errno, align 4
  br label %17
12:
  %13 = load i32, i32* %4, align 4
  %14 = icmp eq i32 %13, 0
  %15 = sub i64 0, %8
  %16 = select i1 %14, i64 %8, i64 %15
  br label %17
17:
  %18 = phi i64 [ -1, %11 ], [ %16, %12 ]
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %7)
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %6)
  ret i64 %18
}
define i64 @strtoll(i8* %0, i8** %1, i32 %2) {
  %4 = call i64 @strtol(i8* %0, i8** %1, i32 %2)
  ret i64 %4
}
define i64 @strtoull(i8* %0, i8** %1, i32 %2) {
  %4 = call i64 @strtoul(i8* %0, i8** %1, i32 %2)
  ret i64 %4
}
define i64 @strtoimax(i8* %0, i8** %1, i32 %2) {
  %4 = call i64 @strtol(i8* %0, i8** %1, i32 %2)
  ret i64 %4
}
define i64 @strtoumax(i8* %0, i8** %1, i32 %2) {
  %4 = call i64 @strtoul(i8* %0, i8** %1, i32 %2)
  ret i64 %4
}
define i64 @__isoc23_strtol(i8* %0, i8** %1, i32 %2) {
  %4 = call i64 @strtol(i8* %0, i8** %1, i32 %2)
  ret i64 %4
}
define i64 @__isoc23_strtoul(i8* %0, i8** %1, i32 %2) {
  %4 = call i64 @strtoul(i8* %0, i8** %1, i32 %2)
  ret i64 %4
}
define i64 @__isoc23_strtoll(i8* %0, i8** %1, i32 %2) {
  %4 = call i64 @strtol(i8* %0, i8** %1, i32 %2)
  ret i64 %4
}
define i64 @__isoc23_strtoull(i8* %0, i8** %1, i32 %2) {
  %4 = call i64 @strtoul(i8* %0, i8** %1, i32 %2)
  ret i64 %4
}
define i64 @atol(i8* %0) {
  %2 = call i64 @strtol(i8* %0, i8** null, i32 10)
  ret i64 %2
}
define i32 @atoi(i8* %0) {
  %2 = call i64 @strtol(i8* %0, i8** null, i32 10)
  %3 = trunc i64 %2 to i32
  ret i32 %3
}
define i64 @atoll(i8* %0) {
  %2 = call i64 @strtol(i8* %0, i8** null, i32 10)
  ret i64 %2
}
define double @strtod(i8* %0, i8** %1) {
  %3 = alloca %struct.natural, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i8*, align 8
  %8 = bitcast i8** %7 to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %8)
  br label %9
9:
  %10 = phi i8* [ %0, %2 ], [ %13, %12 ]
  %11 = load i8, i8* %10, align 1
  switch i8 %11, label %14 [
    i8 32, label %12
    i8 13, label %12
    i8 12, label %12
    i8 11, label %12
    i8 10, label %12
    i8 9, label %12
  ]
12:
  %13 = getelementptr i8, i8* %10, i64 1
  br label %9
14:
  %15 = icmp eq i8 %11, 45
  %16 = icmp eq i8 %11, 43
  %17 = or i1 %16, %15
  %18 = zext i1 %17 to i64
  %19 = getelementptr i8, i8* %10, i64 %18
  %20 = call i32 @matches_word(i8* %19, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.120, i64 0, i64 0))
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %27, label %22
22:
  %23 = call i32 @matches_word(i8* %19, i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.121, i64 0, i64 0))
  %24 = icmp eq i32 %23, 0
  %25 = select i1 %24, i64 3, i64 8
  %26 = getelementptr i8, i8* %19, i64 %25
  store i8* %26, i8** %7, align 8
  br label %169
27:
  %28 = call i32 @matches_word(i8* %19, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.122, i64 0, i64 0))
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %32, label %30
30:
  %31 = getelementptr i8, i8* %19, i64 3
  store i8* %31, i8** %7, align 8
  br label %169
32:
  %33 = bitcast %struct.natural* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 324, i8* %33)
  %34 = bitcast i32* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %34)
  %35 = bitcast i32* %5 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %35)
  %36 = bitcast i32* %6 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %36)
  %37 = load i8, i8* %19, align 1
  %38 = icmp eq i8 %37, 48
  br i1 %38, label %39, label %62
39:
  %40 = getelementptr i8, i8* %19, i64 1
  %41 = load i8, i8* %40, align 1
  %42 = and i8 %41, -33
  %43 = icmp eq i8 %42, 88
  br i1 %43, label %44, label %62
44:
  %45 = getelementptr i8, i8* %19, i64 2
  %46 = call i8* @read_digits(i8* %45, i32 16, %struct.natural* %3, i32* %4, i32* %5, i32* %6)
  %47 = icmp eq i8* %46, null
  %48 = select i1 %47, i8* %40, i8* %46
  store i8* %48, i8** %7, align 8
  br i1 %47, label %167, label %49
49:
  %50 = load i32, i32* %5, align 4
  %51 = shl i32 %50, 2
  %52 = call i32 @read_exponent(i8** %7, i8 112)
  %53 = add i32 %51, %52
  %54 = icmp slt i32 %53, 2000
  %55 = select i1 %54, i32 %53, i32 2000
  %56 = icmp sgt i32 %55, -4000
  %57 = select i1 %56, i32 %55, i32 -4000
  %58 = load i32, i32* %6, align 4
  %59 = icmp ne i32 %58, 0
  %60 = zext i1 %59 to i32
  %61 = call double @natural_round(%struct.natural* %3, i32 %57, i32 %60)
  br label %167
62:
  %63 = call i8* @read_digits(i8* %19, i32 10, %struct.natural* %3, i32* %4, i32* %5, i32* %6)
  store i8* %63, i8** %7, align 8
  %64 = icmp eq i8* %63, null
  br i1 %64, label %167, label %65
65:
  %66 = call i32 @read_exponent(i8** %7, i8 101)
  %67 = load i32, i32* %5, align 4
  %68 = add i32 %67, %66
  %69 = load i32, i32* %6, align 4
  %70 = icmp ne i32 %69, 0
  %71 = zext i1 %70 to i32
  %72 = getelementptr inbounds %struct.natural, %struct.natural* %3, i64 0, i32 0
  %73 = load i32, i32* %72, align 4
  %74 = icmp eq i32 %73, 0
  br i1 %74, label %167, label %75
75:
  %76 = load i32, i32* %4, align 4
  %77 = add i32 %76, %68
  %78 = icmp slt i32 %77, -330
  br i1 %78, label %167, label %79
79:
  %80 = icmp sgt i32 %77, 310
  br i1 %80, label %167, label %81
81:
  %82 = phi i32 [ %85, %84 ], [ %68, %79 ]
  %83 = icmp sgt i32 %82, 0
  br i1 %83, label %84, label %86
84:
  call void @natural_multiply_add(%struct.natural* %3, i32 10, i32 0)
  %85 = add nsw i32 %82, -1
  br label %81
86:
  %87 = call i32 @llvm.smin.i32(i32 %68, i32 0)
  %88 = icmp slt i32 %68, 0
  br i1 %88, label %89, label %163
89:
  %90 = mul i32 %87, -10
  %91 = sdiv i32 %90, 96
  %92 = add nsw i32 %91, 4
  %93 = load i32, i32* %72, align 4
  %94 = sub i32 80, %93
  %95 = icmp sgt i32 %92, %94
  %96 = select i1 %95, i32 %94, i32 %92
  %97 = zext i32 %93 to i64
  br label %98
98:
  %99 = phi i64 [ %100, %104 ], [ %97, %89 ]
  %100 = add nsw i64 %99, -1
  %101 = icmp eq i64 %99, 0
  br i1 %101, label %102, label %104
102:
  %103 = zext i32 %96 to i64
  br label %112
104:
  %105 = trunc i64 %100 to i32
  %106 = and i64 %100, 4294967295
  %107 = getelementptr %struct.natural, %struct.natural* %3, i64 0, i32 1, i64 %106
  %108 = load i32, i32* %107, align 4
  %109 = add i32 %96, %105
  %110 = zext i32 %109 to i64
  %111 = getelementptr %struct.natural, %struct.natural* %3, i64 0, i32 1, i64 %110
  store i32 %108, i32* %111, align 4
  br label %98
112:
  %113 = phi i64 [ 0, %102 ], [ %117, %115 ]
  %114 = icmp eq i64 %113, %103
  br i1 %114, label %118, label %115
115:
  %116 = getelementptr %struct.natural, %struct.natural* %3, i64 0, i32 1, i64 %113
  store i32 0, i32* %116, align 4
  %117 = add nuw nsw i64 %113, 1
  br label %112
118:
  %119 = add i32 %96, %93
  br label %120
120:
  %121 = phi i32 [ %119, %118 ], [ %143, %155 ]
  %122 = phi i32 [ %119, %118 ], [ %156, %155 ]
  %123 = phi i32 [ %87, %118 ], [ %160, %155 ]
  %124 = phi i32 [ %71, %118 ], [ %159, %155 ]
  %125 = icmp eq i32 %123, 0
  br i1 %125, label %161, label %126
126:
  %127 = zext i32 %122 to i64
  br label %128
128:
  %129 = phi i64 [ %131, %133 ], [ %127, %126 ]
  %130 = phi i64 [ %141, %133 ], [ 0, %126 ]
  %131 = add nsw i64 %129, -1
  %132 = icmp eq i64 %129, 0
  br i1 %132, label %142, label %133
133:
  %134 = shl nuw nsw i64 %130, 32
  %135 = getelementptr %struct.natural, %struct.natural* %3, i64 0, i32 1, i64 %131
  %136 = load i32, i32* %135, align 4
  %137 = zext i32 %136 to i64
  %138 = or i64 %134, %137
  %139 = udiv i64 %138, 10
  %140 = trunc i64 %139 to i32
  store i32 %140, i32* %135, align 4
  %141 = urem i64 %138, 10
  br label %128
142:
  %143 = phi i32 [ %148, %146 ], [ %121, %128 ]
  %144 = phi i64 [ %147, %146 ], [ %127, %128 ]
  %145 = icmp eq i64 %144, 0
  br i1 %145, label %155, label %146
146:
  %147 = add nsw i64 %144, -1
  %148 = trunc i64 %147 to i32
  %149 = and i64 %147, 4294967295
  %150 = getelementptr %struct.natural, %struct.natural* %3, i64 0, i32 1, i64 %149
  %151 = load i32, i32* %150, align 4
  %152 = icmp eq i32 %151, 0
  br i1 %152, label %142, label %153
153:
  %154 = trunc i64 %144 to i32
  br label %155
155:
  %156 = phi i32 [ %154, %153 ], [ 0, %142 ]
  %157 = icmp ne i64 %130, 0
  %158 = zext i1 %157 to i32
  %159 = or i32 %124, %158
  %160 = add i32 %123, 1
  br label %120
161:
  store i32 %121, i32* %72, align 4
  %162 = mul i32 %96, -32
  br label %163
163:
  %164 = phi i32 [ %71, %86 ], [ %124, %161 ]
  %165 = phi i32 [ 0, %86 ], [ %162, %161 ]
  %166 = call double @natural_round(%struct.natural* %3, i32 %165, i32 %164)
  br label %167
167:
  %168 = phi double [ %61, %49 ], [ 0.000000e+00, %44 ], [ 0.000000e+00, %62 ], [ %166, %163 ], [ 0.000000e+00, %75 ], [ 0.000000e+00, %65 ], [ 0x7FF0000000000000, %79 ]
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %36)
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %35)
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %34)
  call void @llvm.lifetime.end.p0i8(i64 324, i8* %33)
  br label %169
169:
  %170 = phi double [ 0x7FF0000000000000, %22 ], [ 0x7FF8000000000000, %30 ], [ %168, %167 ]
  %171 = icmp eq i8** %1, null
  %172 = load i8*, i8** %7, align 8
  br i1 %171, label %176, label %173
173:
  %174 = icmp eq i8* %172, null
  %175 = select i1 %174, i8* %0, i8* %172
  store i8* %175, i8** %1, align 8
  br label %176
176:
  %177 = icmp ne i8* %172, null
  %178 = fcmp oeq double %170, 0x7FF0000000000000
  %179 = select i1 %177, i1 %178, i1 false
  br i1 %179, label %180, label %185
180:
  %181 = load i8, i8* %19, align 1
  %182 = call i32 @digit_value(i8 %181)
  %183 = icmp slt i32 %182, 10
  br i1 %183, label %184, label %185
184:
  store i32 34, i32* @__mazurka_errno, align 4
  br label %185
185:
  %186 = select i1 %15, i1 %177, i1 false
  %187 = fneg double %170
  %188 = select i1 %186, double %187, double %170
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %8)
  ret double %188
}
define internal i32 @digit_value(i8 %0) {
  %2 = sext i8 %0 to i32
  %3 = add i8 %0, -48
  %4 = icmp ult i8 %3, 10
  br i1 %4, label %5, label %7
5:
  %6 = add nsw i32 %2, -48
  br label %17
7:
  %8 = add i8 %0, -97
  %9 = icmp ult i8 %8, 26
  br i1 %9, label %10, label %12
10:
  %11 = add nsw i32 %2, -87
  br label %17
12:
  %13 = add i8 %0, -65
  %14 = icmp ult i8 %13, 26
  %15 = add nsw i32 %2, -55
  %16 = select i1 %14, i32 %15, i32 99
  br label %17
17:
  %18 = phi i32 [ %6, %5 ], [ %11, %10 ], [ %16, %12 ]
  ret i32 %18
}
define float @strtof(i8* %0, i8** %1) {
  %3 = call double @strtod(i8* %0, i8** %1)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @strtold(i8* %0, i8** %1) {
  %3 = call double @strtod(i8* %0, i8** %1)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @atof(i8* %0) {
  %2 = call double @strtod(i8* %0, i8** null)
  ret double %2
}
define i8* @realloc(i8* %0, i64 %1) {
  %3 = icmp eq i8* %0, null
  br i1 %3, label %4, label %6
4:
  %5 = call i8* @malloc(i64 %1)
  br label %17
6:
  %7 = call i64 @__mazurka_size(i8* %0)
  %8 = icmp eq i64 %1, 0
  br i1 %8, label %9, label %10
9:
  call void @free(i8* %0)
  br label %17
10:
  %11 = call i8* @malloc(i64 %1)
  %12 = icmp eq i8* %11, null
  br i1 %12, label %17, label %13
13:
  %14 = icmp ult i64 %7, %1
  %15 = select i1 %14, i64 %7, i64 %1
  %16 = call i8* @memcpy(i8* %11, i8* %0, i64 %15)
  call void @free(i8* %0)
  br label %17
17:
  %18 = phi i8* [ %5, %4 ], [ null, %9 ], [ %11, %13 ], [ null, %10 ]
  ret i8* %18
}
declare i64 @__mazurka_size(i8*)
declare void @free(i8*)
define i8* @reallocarray(i8* %0, i64 %1, i64 %2) {
  %4 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %1, i64 %2)
  %5 = extractvalue { i64, i1 } %4, 1
  br i1 %5, label %6, label %7
6:
  store i32 12, i32* @__mazurka_errno, align 4
  br label %10
7:
  %8 = extractvalue { i64, i1 } %4, 0
  %9 = call i8* @realloc(i8* %0, i64 %8)
  br label %10
10:
  %11 = phi i8* [ null, %6 ], [ %9, %7 ]
  ret i8* %11
}
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
define i8* @memalign(i64 %0, i64 %1) {
  %3 = call i64 @llvm.ctpop.i64(i64 %0)
  %4 = icmp eq i64 %3, 1
  br i1 %4, label %5, label %8
5:
  %6 = call i8* @__mazurka_alloc(i64 %1, i64 %0, i32 0)
  %7 = icmp eq i8* %6, null
  br i1 %7, label %8, label %10
8:
  %9 = phi i32 [ 22, %2 ], [ 12, %5 ]
  store i32 %9, i32* @__mazurka_errno, align 4
  br label %10
10:
  %11 = phi i8* [ %6, %5 ], [ null, %8 ]
  ret i8* %11
}
declare i8* @__mazurka_alloc(i64, i64, i32)
define i8* @aligned_alloc(i64 %0, i64 %1) {
  %3 = call i8* @memalign(i64 %0, i64 %1)
  ret i8* %3
}
define i32 @posix_memalign(i8** %0, i64 %1, i64 %2) {
  %4 = icmp eq i64 %1, 0
  br i1 %4, label %15, label %5
5:
  %6 = call i64 @llvm.ctpop.i64(i64 %1)
  %7 = icmp ult i64 %6, 2
  %8 = and i64 %1, 7
  %9 = icmp eq i64 %8, 0
  %10 = and i1 %9, %7
  br i1 %10, label %11, label %15
11:
  %12 = call i8* @__mazurka_alloc(i64 %2, i64 %1, i32 0)
  %13 = icmp eq i8* %12, null
  br i1 %13, label %15, label %14
14:
  store i8* %12, i8** %0, align 8
  br label %15
15:
  %16 = phi i32 [ 22, %5 ], [ 0, %14 ], [ 12, %11 ], [ 22, %3 ]
  ret i32 %16
}
define i8* @mmap(i8* %0, i64 %1, i32 %2, i32 %3, i32 %4, i64 %5) {
  %7 = and i32 %3, 32
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %36
9:
  %10 = and i32 %3, 1
  %11 = icmp eq i32 %10, 0
  %12 = and i32 %2, 2
  %13 = icmp eq i32 %12, 0
  %14 = or i1 %13, %11
  br i1 %14, label %16, label %15
15:
  store i32 13, i32* @__mazurka_errno, align 4
  br label %40
16:
  %17 = call %struct.descriptor* @lock_descriptor(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.127, i64 0, i64 0), i32 %4)
  %18 = icmp eq %struct.descriptor* %17, null
  br i1 %18, label %40, label %19
19:
  %20 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %17, i64 0, i32 2, i32 0
  %21 = load %struct.given*, %struct.given** %20, align 8
  %22 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %17, i64 0, i32 1
  %23 = bitcast %struct.lock* %22 to i8*
  %24 = call i32 @pthread_mutex_unlock(i8* %23)
  %25 = icmp ne i64 %1, 0
  %26 = and i64 %5, -9223372036854771713
  %27 = icmp eq i64 %26, 0
  %28 = and i1 %25, %27
  br i1 %28, label %30, label %29
29:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %40
30:
  %31 = call i8* @__mazurka_alloc(i64 %1, i64 4096, i32 1)
  %32 = icmp eq i8* %31, null
  br i1 %32, label %33, label %34
33:
  store i32 12, i32* @__mazurka_errno, align 4
  br label %40
34:
  %35 = call i64 @copy_from(%struct.given* %21, i64 %5, i8* %31, i64 %1)
  br label %40
36:
  %37 = call i8* @__mazurka_alloc(i64 %1, i64 4096, i32 1)
  %38 = icmp eq i8* %37, null
  br i1 %38, label %39, label %40
39:
  store i32 12, i32* @__mazurka_errno, align 4
  br label %40
40:
  %41 = phi i8* [ inttoptr (i64 -1 to i8*), %15 ], [ inttoptr (i64 -1 to i8*), %39 ], [ %37, %36 ], [ inttoptr (i64 -1 to i8*), %16 ], [ %31, %34 ], [ inttoptr (i64 -1 to i8*), %29 ], [ inttoptr (i64 -1 to i8*), %33 ]
  ret i8* %41
}
define i8* @mmap64(i8* %0, i64 %1, i32 %2, i32 %3, i32 %4, i64 %5) {
  %7 = call i8* @mmap(i8* undef, i64 %1, i32 %2, i32 %3, i32 %4, i64 %5)
  ret i8* %7
}
define i32 @munmap(i8* %0, i64 %1) {
  %3 = call i64 @__mazurka_size(i8* %0)
  %4 = icmp ult i64 %3, %1
  br i1 %4, label %5, label %6
5:
  call void @__mazurka_fail(i8* getelementptr inbounds ([17 x i8], [17 x i8]* @.str.24, i64 0, i64 0), i8* getelementptr inbounds ([33 x i8], [33 x i8]* @.str.25, i64 0, i64 0))
  unreachable
6:
  %7 = add i64 %1, 4095
  %8 = lshr i64 %7, 12
  %9 = call i64 @__mazurka_size(i8* %0)
  %10 = add i64 %9, 4095
  %11 = lshr i64 %10, 12
  %12 = icmp ult i64 %8, %11
  br i1 %12, label %13, label %14
13:
  call void @__mazurka_error(i8* getelementptr inbounds ([36 x i8], [36 x i8]* @.str.26, i64 0, i64 0))
  unreachable
14:
  call void @free(i8* %0)
  ret i32 0
}
declare void @__mazurka_fail(i8*, i8*)
declare void @__mazurka_error(i8*)
define i32 @mprotect(i8* %0, i64 %1, i32 %2) {
  ret i32 0
}
define i32 @madvise(i8* %0, i64 %1, i32 %2) {
  ret i32 0
}
define i32 @mallopt(i32 %0, i32 %1) {
  ret i32 1
}
define i32 @malloc_trim(i64 %0) {
  ret i32 0
}
define i64 @malloc_usable_size(i8* %0) {
  %2 = icmp eq i8* %0, null
  br i1 %2, label %5, label %3
3:
  %4 = call i64 @__mazurka_size(i8* %0)
  br label %5
5:
  %6 = phi i64 [ %4, %3 ], [ 0, %1 ]
  ret i64 %6
}
define void @qsort_r(i8* %0, i64 %1, i64 %2, i32 (i8*, i8*, i8*)* %3, i8* %4) {
  %6 = icmp ugt i64 %1, 1
  %7 = icmp ne i64 %2, 0
  %8 = and i1 %6, %7
  br i1 %8, label %9, label %66
9:
  %10 = mul i64 %2, %1
  %11 = call i8* @__mazurka_alloc(i64 %10, i64 16, i32 2)
  br label %12
12:
  %13 = phi i64 [ 1, %9 ], [ %18, %19 ]
  %14 = icmp ult i64 %13, %1
  br i1 %14, label %16, label %15
15:
  call void @free(i8* %11)
  br label %66
16:
  %17 = call i8* @memcpy(i8* %11, i8* %0, i64 %10)
  %18 = shl i64 %13, 1
  br label %19
19:
  %20 = phi i64 [ 0, %16 ], [ %26, %28 ]
  %21 = add i64 %20, %13
  %22 = icmp ult i64 %21, %1
  br i1 %22, label %23, label %12
23:
  %24 = sub i64 %1, %20
  %25 = icmp ult i64 %24, %18
  %26 = add i64 %20, %18
  %27 = select i1 %25, i64 %1, i64 %26
  br label %28
28:
  %29 = phi i64 [ %21, %23 ], [ %60, %57 ]
  %30 = phi i64 [ %20, %23 ], [ %65, %57 ]
  %31 = phi i64 [ %20, %23 ], [ %58, %57 ]
  %32 = icmp ult i64 %30, %27
  br i1 %32, label %33, label %19
33:
  %34 = icmp eq i64 %29, %27
  br i1 %34, label %35, label %38
35:
  %36 = mul i64 %30, %2
  %37 = getelementptr i8, i8* %0, i64 %36
  br label %54
38:
  %39 = icmp ult i64 %31, %21
  br i1 %39, label %44, label %40
40:
  %41 = mul i64 %30, %2
  %42 = getelementptr i8, i8* %0, i64 %41
  %43 = add i64 %29, 1
  br label %57
44:
  %45 = mul i64 %31, %2
  %46 = getelementptr i8, i8* %11, i64 %45
  %47 = mul i64 %29, %2
  %48 = getelementptr i8, i8* %11, i64 %47
  %49 = call i32 %3(i8* %46, i8* %48, i8* %4)
  %50 = icmp slt i32 %49, 1
  %51 = mul i64 %30, %2
  %52 = getelementptr i8, i8* %0, i64 %51
  %53 = add i64 %29, 1
  br i1 %50, label %54, label %57
54:
  %55 = phi i8* [ %52, %44 ], [ %37, %35 ]
  %56 = add i64 %31, 1
  br label %57
57:
  %58 = phi i64 [ %56, %54 ], [ %31, %44 ], [ %31, %40 ]
  %59 = phi i8* [ %55, %54 ], [ %52, %44 ], [ %42, %40 ]
  %60 = phi i64 [ %29, %54 ], [ %53, %44 ], [ %43, %40 ]
  %61 = phi i64 [ %31, %54 ], [ %29, %44 ], [ %29, %40 ]
  %62 = mul i64 %61, %2
  %63 = getelementptr i8, i8* %11, i64 %62
  %64 = call i8* @memcpy(i8* %59, i8* %63, i64 %2)
  %65 = add nuw i64 %30, 1
  br label %28
66:
  ret void
}
define void @qsort(i8* %0, i64 %1, i64 %2, i32 (i8*, i8*)* %3) {
  %5 = bitcast i32 (i8*, i8*)* %3 to i8*
  call void @qsort_r(i8* %0, i64 %1, i64 %2, i32 (i8*, i8*, i8*)* @compare_simply, i8* %5)
  ret void
}
define internal i32 @compare_simply(i8* %0, i8* %1, i8* %2) {
  %4 = bitcast i8* %2 to i32 (i8*, i8*)*
  %5 = call i32 %4(i8* %0, i8* %1)
  ret i32 %5
}
define i8* @bsearch(i8* %0, i8* %1, i64 %2, i64 %3, i32 (i8*, i8*)* %4) {
  br label %6
6:
  %7 = phi i8* [ %1, %5 ], [ %21, %16 ]
  %8 = phi i64 [ %2, %5 ], [ %22, %16 ]
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %23, label %10
10:
  %11 = lshr i64 %8, 1
  %12 = mul i64 %11, %3
  %13 = getelementptr i8, i8* %7, i64 %12
  %14 = call i32 %4(i8* %0, i8* %13)
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %23, label %16
16:
  %17 = icmp sgt i32 %14, 0
  %18 = getelementptr i8, i8* %13, i64 %3
  %19 = xor i64 %11, -1
  %20 = add i64 %8, %19
  %21 = select i1 %17, i8* %18, i8* %7
  %22 = select i1 %17, i64 %20, i64 %11
  br label %6
23:
  %24 = phi i8* [ null, %6 ], [ %13, %10 ]
  ret i8* %24
}
define i8* @lfind(i8* %0, i8* %1, i64* %2, i64 %3, i32 (i8*, i8*)* %4) {
  br label %6
6:
  %7 = phi i64 [ 0, %5 ], [ %15, %10 ]
  %8 = load i64, i64* %2, align 8
  %9 = icmp ult i64 %7, %8
  br i1 %9, label %10, label %16
10:
  %11 = mul i64 %7, %3
  %12 = getelementptr i8, i8* %1, i64 %11
  %13 = call i32 %4(i8* %0, i8* %12)
  %14 = icmp eq i32 %13, 0
  %15 = add nuw i64 %7, 1
  br i1 %14, label %16, label %6
16:
  %17 = phi i8* [ %12, %10 ], [ null, %6 ]
  ret i8* %17
}
define i32 @abs(i32 %0) {
  %2 = call i32 @llvm.abs.i32(i32 %0, i1 false)
  ret i32 %2
}
define i64 @labs(i64 %0) {
  %2 = call i64 @llvm.abs.i64(i64 %0, i1 false)
  ret i64 %2
}
define i64 @llabs(i64 %0) {
  %2 = call i64 @llvm.abs.i64(i64 %0, i1 false)
  ret i64 %2
}
define i64 @imaxabs(i64 %0) {
  %2 = call i64 @llvm.abs.i64(i64 %0, i1 false)
  ret i64 %2
}
define i64 @div(i32 %0, i32 %1) {
  %3 = sdiv i32 %0, %1
  %4 = srem i32 %0, %1
  %5 = zext i32 %4 to i64
  %6 = shl nuw i64 %5, 32
  %7 = zext i32 %3 to i64
  %8 = or i64 %6, %7
  ret i64 %8
}
define { i64, i64 } @ldiv(i64 %0, i64 %1) {
  %3 = sdiv i64 %0, %1
  %4 = srem i64 %0, %1
  %5 = insertvalue { i64, i64 } poison, i64 %3, 0
  %6 = insertvalue { i64, i64 } %5, i64 %4, 1
  ret { i64, i64 } %6
}
define { i64, i64 } @lldiv(i64 %0, i64 %1) {
  %3 = sdiv i64 %0, %1
  %4 = srem i64 %0, %1
  %5 = insertvalue { i64, i64 } poison, i64 %3, 0
  %6 = insertvalue { i64, i64 } %5, i64 %4, 1
  ret { i64, i64 } %6
}
define { i64, i64 } @imaxdiv(i64 %0, i64 %1) {
  %3 = sdiv i64 %0, %1
  %4 = srem i64 %0, %1
  %5 = insertvalue { i64, i64 } poison, i64 %3, 0
  %6 = insertvalue { i64, i64 } %5, i64 %4, 1
  ret { i64, i64 } %6
}
define void @srand(i32 %0) {
  %2 = zext i32 %0 to i64
  store i64 %2, i64* @random_state, align 8
  ret void
}
define i32 @rand() {
  %1 = load i64, i64* @random_state, align 8
  %2 = mul i64 %1, 6364136223846793005
  %3 = add i64 %2, 1442695040888963407
  store i64 %3, i64* @random_state, align 8
  %4 = lshr i64 %3, 33
  %5 = trunc i64 %4 to i32
  ret i32 %5
}
define void @srandom(i32 %0) {
  %2 = zext i32 %0 to i64
  store i64 %2, i64* @random_state, align 8
  ret void
}
define i64 @random() {
  %1 = load i64, i64* @random_state, align 8
  %2 = mul i64 %1, 6364136223846793005
  %3 = add i64 %2, 1442695040888963407
  store i64 %3, i64* @random_state, align 8
  %4 = lshr i64 %3, 33
  ret i64 %4
}
define i32 @rand_r(i32* %0) {
  %2 = load i32, i32* %0, align 4
  %3 = zext i32 %2 to i64
  %4 = mul i64 %3, 6364136223846793005
  %5 = add i64 %4, 1442695040888963407
  %6 = lshr i64 %5, 33
  %7 = trunc i64 %6 to i32
  %8 = lshr i64 %5, 16
  %9 = trunc i64 %8 to i32
  store i32 %9, i32* %0, align 4
  ret i32 %7
}
define void @srand48(i64 %0) {
  store i64 %0, i64* @random_state, align 8
  ret void
}
define i64 @lrand48() {
  %1 = load i64, i64* @random_state, align 8
  %2 = mul i64 %1, 6364136223846793005
  %3 = add i64 %2, 1442695040888963407
  store i64 %3, i64* @random_state, align 8
  %4 = lshr i64 %3, 33
  ret i64 %4
}
define i64 @mrand48() {
  %1 = load i64, i64* @random_state, align 8
  %2 = mul i64 %1, 6364136223846793005
  %3 = add i64 %2, 1442695040888963407
  %4 = and i64 %3, -8589934592
  %5 = mul i64 %3, 6364136223846793005
  %6 = add i64 %5, 1442695040888963407
  store i64 %6, i64* @random_state, align 8
  %7 = lshr i64 %6, 1
  %8 = and i64 %7, 4294967296
  %9 = or i64 %8, %4
  %10 = ashr exact i64 %9, 32
  ret i64 %10
}
define double @drand48() {
  %1 = load i64, i64* @random_state, align 8
  %2 = mul i64 %1, 6364136223846793005
  %3 = add i64 %2, 1442695040888963407
  store i64 %3, i64* @random_state, align 8
  %4 = lshr i64 %3, 33
  %5 = uitofp i64 %4 to double
  %6 = fmul double %5, 0x3E00000000000000
  ret double %6
}
define i32 @arc4random() {
  %1 = load i64, i64* @random_state, align 8
  %2 = mul i64 %1, 6364136223846793005
  %3 = add i64 %2, 1442695040888963407
  %4 = lshr i64 %3, 32
  %5 = and i64 %4, 4294967294
  %6 = mul i64 %3, 6364136223846793005
  %7 = add i64 %6, 1442695040888963407
  store i64 %7, i64* @random_state, align 8
  %8 = lshr i64 %7, 33
  %9 = and i64 %8, 1
  %10 = or i64 %9, %5
  %11 = trunc i64 %10 to i32
  ret i32 %11
}
define i32 @arc4random_uniform(i32 %0) {
  %2 = icmp eq i32 %0, 0
  br i1 %2, label %6, label %3
3:
  %4 = call i32 @arc4random()
  %5 = urem i32 %4, %0
  br label %6
6:
  %7 = phi i32 [ %5, %3 ], [ 0, %1 ]
  ret i32 %7
}
define i32 @system(i8* %0) {
  call void @__mazurka_error(i8* getelementptr inbounds ([59 x i8], [59 x i8]* @.str.27, i64 0, i64 0))
  unreachable
}
define void @__mazurka_at_exit() {
  call void @run_functions(%struct.exit_functions* @at_exit)
  ret void
}
define internal void @run_functions(%struct.exit_functions* %0) {
  %2 = getelementptr inbounds %struct.exit_functions, %struct.exit_functions* %0, i64 0, i32 0
  br label %3
3:
  %4 = load atomic i32, i32* %2 seq_cst, align 8
  %5 = icmp sgt i32 %4, 0
  br i1 %5, label %6, label %13
6:
  %7 = add nsw i32 %4, -1
  %8 = zext i32 %7 to i64
  %9 = getelementptr %struct.exit_functions, %struct.exit_functions* %0, i64 0, i32 1, i64 %8, i32 0
  %10 = load void (i8*)*, void (i8*)** %9, align 8
  %11 = getelementptr %struct.exit_functions, %struct.exit_functions* %0, i64 0, i32 1, i64 %8, i32 1
  %12 = load i8*, i8** %11, align 8
  store atomic i32 %7, i32* %2 seq_cst, align 8
  call void %10(i8* %12)
  br label %3
13:
  ret void
}
define i32 @__cxa_atexit(void (i8*)* %0, i8* %1, i8* %2) {
  call void @__mazurka_keep(void ()* @__mazurka_at_exit)
  call void @add_function(%struct.exit_functions* @at_exit, void (i8*)* %0, i8* %1)
  ret i32 0
}
declare void @__mazurka_keep(void ()*)
define internal void @add_function(%struct.exit_functions* %0, void (i8*)* %1, i8* %2) {
  %4 = getelementptr inbounds %struct.exit_functions, %struct.exit_functions* %0, i64 0, i32 0
  %5 = atomicrmw add i32* %4, i32 1 seq_cst, align 4
  %6 = icmp sgt i32 %5, 255
  br i1 %6, label %7, label %8
7:
  call void @__mazurka_error(i8* getelementptr inbounds ([54 x i8], [54 x i8]* @.str.123, i64 0, i64 0))
  unreachable
8:
  %9 = sext i32 %5 to i64
  %10 = getelementptr %struct.exit_functions, %struct.exit_functions* %0, i64 0, i32 1, i64 %9, i32 0
  store void (i8*)* %1, void (i8*)** %10, align 8
  %11 = getelementptr %struct.exit_functions, %struct.exit_functions* %0, i64 0, i32 1, i64 %9, i32 1
  store i8* %2, i8** %11, align 8
  ret void
}
define void @__cxa_finalize(i8* %0) {
  ret void
}
define i32 @atexit(void ()* %0) {
  %2 = bitcast void ()* %0 to i8*
  %3 = call i32 @__cxa_atexit(void (i8*)* @call_without_argument, i8* %2, i8* undef)
  ret i32 0
}
define internal void @call_without_argument(i8* %0) {
  %2 = bitcast i8* %0 to void ()*
  call void %2()
  ret void
}
define i32 @at_quick_exit(void ()* %0) {
  %2 = bitcast void ()* %0 to i8*
  call void @add_function(%struct.exit_functions* @at_quick, void (i8*)* @call_without_argument, i8* %2)
  ret i32 0
}
define i32 @__cxa_at_quick_exit(void (i8*)* %0, i8* %1) {
  call void @add_function(%struct.exit_functions* @at_quick, void (i8*)* %0, i8* null)
  ret i32 0
}
define void @quick_exit(i32 %0) {
  call void @run_functions(%struct.exit_functions* @at_quick)
  call void @_exit(i32 %0)
  unreachable
}
declare void @_exit(i32)
define i8* @getenv(i8* %0) {
  %2 = call i64 @strlen(i8* %0)
  %3 = load i8**, i8*** @environ, align 8
  %4 = icmp ne i8** %3, null
  %5 = icmp ne i64 %2, 0
  %6 = select i1 %4, i1 %5, i1 false
  br i1 %6, label %7, label %14
7:
  %8 = call i8** @find_variable(i8* %0, i64 %2)
  %9 = load i8*, i8** %8, align 8
  %10 = icmp eq i8* %9, null
  %11 = getelementptr i8, i8* %9, i64 %2
  %12 = getelementptr i8, i8* %11, i64 1
  %13 = select i1 %10, i8* null, i8* %12
  br label %14
14:
  %15 = phi i8* [ %13, %7 ], [ null, %1 ]
  ret i8* %15
}
define internal i8** @find_variable(i8* %0, i64 %1) {
  %3 = load i8**, i8*** @environ, align 8
  br label %4
4:
  %5 = phi i8** [ %3, %2 ], [ %16, %15 ]
  %6 = load i8*, i8** %5, align 8
  %7 = icmp eq i8* %6, null
  br i1 %7, label %17, label %8
8:
  %9 = call i32 @strncmp(i8* %6, i8* %0, i64 %1)
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %11, label %15
11:
  %12 = getelementptr i8, i8* %6, i64 %1
  %13 = load i8, i8* %12, align 1
  %14 = icmp eq i8 %13, 61
  br i1 %14, label %17, label %15
15:
  %16 = getelementptr i8*, i8** %5, i64 1
  br label %4
17:
  ret i8** %5
}
define i8* @secure_getenv(i8* %0) {
  %2 = call i8* @getenv(i8* %0)
  ret i8* %2
}
define i32 @setenv(i8* %0, i8* %1, i32 %2) {
  %4 = call i64 @name_length(i8* %0)
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %28, label %6
6:
  %7 = icmp eq i32 %2, 0
  br i1 %7, label %8, label %11
8:
  %9 = call i8* @getenv(i8* %0)
  %10 = icmp eq i8* %9, null
  br i1 %10, label %11, label %28
11:
  %12 = call i64 @strlen(i8* %1)
  %13 = add i64 %12, 1
  %14 = add i64 %4, 9
  %15 = add i64 %14, %13
  %16 = call i8* @malloc(i64 %15)
  %17 = icmp eq i8* %16, null
  br i1 %17, label %18, label %19
18:
  store i32 12, i32* @__mazurka_errno, align 4
  br label %28
19:
  %20 = getelementptr inbounds i8, i8* %16, i64 8
  %21 = call i8* @memcpy(i8* %20, i8* %0, i64 %4)
  %22 = getelementptr i8, i8* %20, i64 %4
  store i8 61, i8* %22, align 1
  %23 = getelementptr i8, i8* %22, i64 1
  %24 = call i8* @memcpy(i8* %23, i8* %1, i64 %13)
  %25 = load %struct.made_text*, %struct.made_text** @made_texts, align 8
  %26 = bitcast i8* %16 to %struct.made_text**
  store %struct.made_text* %25, %struct.made_text** %26, align 8
  store i8* %16, i8** bitcast (%struct.made_text** @made_texts to i8**), align 8
  %27 = call i32 @set_variable(i8* %20, i8* %0, i64 %4)
  br label %28
28:
  %29 = phi i32 [ -1, %3 ], [ 0, %8 ], [ %27, %19 ], [ -1, %18 ]
  ret i32 %29
}
define internal i64 @name_length(i8* %0) {
  %2 = icmp eq i8* %0, null
  br label %3
3:
  %4 = phi i64 [ 0, %1 ], [ %9, %8 ]
  br i1 %2, label %16, label %5
5:
  %6 = getelementptr i8, i8* %0, i64 %4
  %7 = load i8, i8* %6, align 1
  switch i8 %7, label %8 [
    i8 0, label %10
    i8 61, label %10
  ]
8:
  %9 = add i64 %4, 1
  br label %3
10:
  %11 = icmp eq i64 %4, 0
  br i1 %11, label %16, label %12
12:
  %13 = getelementptr i8, i8* %0, i64 %4
  %14 = load i8, i8* %13, align 1
  %15 = icmp eq i8 %14, 0
  br i1 %15, label %17, label %16
16:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %17
17:
  %18 = phi i64 [ 0, %16 ], [ %4, %12 ]
  ret i64 %18
}
define internal i32 @set_variable(i8* %0, i8* %1, i64 %2) {
  %4 = load i8**, i8*** @environ, align 8
  %5 = icmp eq i8** %4, null
  br i1 %5, label %16, label %6
6:
  %7 = call i8** @find_variable(i8* %1, i64 %2)
  %8 = load i8*, i8** %7, align 8
  %9 = icmp eq i8* %8, null
  br i1 %9, label %11, label %10
10:
  store i8* %0, i8** %7, align 8
  br label %41
11:
  %12 = ptrtoint i8** %7 to i64
  %13 = ptrtoint i8** %4 to i64
  %14 = sub i64 %12, %13
  %15 = ashr exact i64 %14, 3
  br label %16
16:
  %17 = phi i64 [ %15, %11 ], [ 0, %3 ]
  %18 = shl nsw i64 %17, 3
  %19 = add i64 %18, 16
  %20 = call i8* @malloc(i64 %19)
  %21 = bitcast i8* %20 to i8**
  %22 = icmp eq i8* %20, null
  br i1 %22, label %23, label %24
23:
  store i32 12, i32* @__mazurka_errno, align 4
  br label %41
24:
  %25 = icmp eq i64 %17, 0
  br i1 %25, label %29, label %26
26:
  %27 = load i8*, i8** bitcast (i8*** @environ to i8**), align 8
  %28 = call i8* @memcpy(i8* %20, i8* %27, i64 %18)
  br label %29
29:
  %30 = getelementptr i8*, i8** %21, i64 %17
  store i8* %0, i8** %30, align 8
  %31 = add nsw i64 %17, 1
  %32 = getelementptr i8*, i8** %21, i64 %31
  store i8* null, i8** %32, align 8
  %33 = load i8**, i8*** @made_environ, align 8
  %34 = icmp ne i8** %33, null
  %35 = load i8**, i8*** @environ, align 8
  %36 = icmp eq i8** %33, %35
  %37 = select i1 %34, i1 %36, i1 false
  br i1 %37, label %38, label %40
38:
  %39 = bitcast i8** %33 to i8*
  call void @free(i8* %39)
  br label %40
40:
  store i8* %20, i8** bitcast (i8*** @made_environ to i8**), align 8
  store i8* %20, i8** bitcast (i8*** @environ to i8**), align 8
  br label %41
41:
  %42 = phi i32 [ 0, %10 ], [ 0, %40 ], [ -1, %23 ]
  ret i32 %42
}
define i32 @unsetenv(i8* %0) {
  %2 = call i64 @name_length(i8* %0)
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %20, label %4
4:
  %5 = load i8**, i8*** @environ, align 8
  %6 = icmp eq i8** %5, null
  br i1 %6, label %20, label %7
7:
  %8 = call i8** @find_variable(i8* %0, i64 %2)
  %9 = load i8*, i8** %8, align 8
  %10 = icmp eq i8* %9, null
  br i1 %10, label %20, label %11
11:
  %12 = phi i8** [ %13, %11 ], [ %8, %7 ]
  %13 = getelementptr i8*, i8** %12, i64 1
  %14 = load i8*, i8** %13, align 8
  store i8* %14, i8** %12, align 8
  %15 = icmp eq i8* %14, null
  br i1 %15, label %16, label %11
16:
  %17 = load i8**, i8*** @environ, align 8
  %18 = icmp eq i8** %17, null
  %19 = select i1 %10, i1 true, i1 %18
  br i1 %19, label %20, label %7
20:
  %21 = phi i32 [ -1, %1 ], [ 0, %4 ], [ 0, %16 ], [ 0, %7 ]
  ret i32 %21
}
define i32 @putenv(i8* %0) {
  %2 = call i8* @strchr(i8* %0, i32 61)
  %3 = icmp eq i8* %2, null
  br i1 %3, label %4, label %6
4:
  %5 = call i32 @unsetenv(i8* %0)
  br label %11
6:
  %7 = ptrtoint i8* %2 to i64
  %8 = ptrtoint i8* %0 to i64
  %9 = sub i64 %7, %8
  %10 = call i32 @set_variable(i8* %0, i8* %0, i64 %9)
  br label %11
11:
  %12 = phi i32 [ %10, %6 ], [ %5, %4 ]
  ret i32 %12
}
define i32 @clearenv() {
  %1 = load i8**, i8*** @made_environ, align 8
  %2 = icmp ne i8** %1, null
  %3 = load i8**, i8*** @environ, align 8
  %4 = icmp eq i8** %1, %3
  %5 = select i1 %2, i1 %4, i1 false
  br i1 %5, label %6, label %8
6:
  %7 = bitcast i8** %1 to i8*
  call void @free(i8* %7)
  br label %8
8:
  store i8** null, i8*** @made_environ, align 8
  store i8** null, i8*** @environ, align 8
  ret i32 0
}
define i32 @close(i32 %0) {
  %2 = icmp ult i32 %0, 3
  br i1 %2, label %5, label %3
3:
  %4 = call i32 @close_descriptor(i32 %0)
  br label %5
5:
  %6 = phi i32 [ %4, %3 ], [ 0, %1 ]
  ret i32 %6
}
define internal i32 @close_descriptor(i32 %0) {
  %2 = call %struct.descriptor* @lock_descriptor(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.124, i64 0, i64 0), i32 %0)
  %3 = icmp eq %struct.descriptor* %2, null
  br i1 %3, label %10, label %4
4:
  %5 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %2, i64 0, i32 2, i32 0
  store %struct.given* null, %struct.given** %5, align 8
  %6 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %2, i64 0, i32 1
  %7 = bitcast %struct.lock* %6 to i8*
  %8 = call i32 @pthread_mutex_unlock(i8* %7)
  %9 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %2, i64 0, i32 0
  store atomic i32 0, i32* %9 seq_cst, align 8
  br label %10
10:
  %11 = phi i32 [ 0, %4 ], [ -1, %1 ]
  ret i32 %11
}
define i32 @open(i8* %0, i32 %1, ...) {
  %3 = alloca %struct.open_file, align 8
  %4 = call %struct.given* @find_file(i8* %0)
  %5 = icmp eq %struct.given* %4, null
  br i1 %5, label %6, label %10
6:
  %7 = and i32 %1, 64
  %8 = icmp eq i32 %7, 0
  %9 = select i1 %8, i32 2, i32 30
  store i32 %9, i32* @__mazurka_errno, align 4
  br label %27
10:
  %11 = and i32 %1, 192
  %12 = icmp eq i32 %11, 192
  br i1 %12, label %13, label %14
13:
  store i32 17, i32* @__mazurka_errno, align 4
  br label %27
14:
  %15 = and i32 %1, 65536
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %18, label %17
17:
  store i32 20, i32* @__mazurka_errno, align 4
  br label %27
18:
  %19 = and i32 %1, 515
  %20 = icmp eq i32 %19, 0
  br i1 %20, label %22, label %21
21:
  store i32 30, i32* @__mazurka_errno, align 4
  br label %27
22:
  %23 = bitcast %struct.open_file* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 16, i8* %23)
  %24 = getelementptr inbounds %struct.open_file, %struct.open_file* %3, i64 0, i32 0
  store %struct.given* %4, %struct.given** %24, align 8
  %25 = getelementptr inbounds %struct.open_file, %struct.open_file* %3, i64 0, i32 1
  store i64 0, i64* %25, align 8
  %26 = call i32 @new_descriptor(%struct.open_file* %3)
  call void @llvm.lifetime.end.p0i8(i64 16, i8* %23)
  br label %27
27:
  %28 = phi i32 [ -1, %13 ], [ -1, %17 ], [ -1, %21 ], [ %26, %22 ], [ -1, %6 ]
  ret i32 %28
}
define internal %struct.given* @find_file(i8* %0) {
  br label %2
2:
  %3 = phi %struct.given* [ getelementptr inbounds ([0 x %struct.given], [0 x %struct.given]* @__mazurka_files, i64 0, i64 0), %1 ], [ %11, %10 ]
  %4 = getelementptr inbounds %struct.given, %struct.given* %3, i64 0, i32 0
  %5 = load i8*, i8** %4, align 8
  %6 = icmp eq i8* %5, null
  br i1 %6, label %12, label %7
7:
  %8 = call i32 @strcmp(i8* %5, i8* %0)
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %12, label %10
10:
  %11 = getelementptr %struct.given, %struct.given* %3, i64 1
  br label %2
12:
  %13 = phi %struct.given* [ %3, %7 ], [ null, %2 ]
  ret %struct.given* %13
}
define internal i32 @new_descriptor(%struct.open_file* %0) {
  br label %2
2:
  %3 = phi i64 [ %10, %9 ], [ 3, %1 ]
  %4 = icmp eq i64 %3, 256
  br i1 %4, label %21, label %5
5:
  %6 = getelementptr [256 x %struct.descriptor], [256 x %struct.descriptor]* bitcast (<{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }>* @descriptors to [256 x %struct.descriptor]*), i64 0, i64 %3, i32 0
  %7 = atomicrmw xchg i32* %6, i32 1 seq_cst, align 4
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %11, label %9
9:
  %10 = add nuw nsw i64 %3, 1
  br label %2
11:
  %12 = trunc i64 %3 to i32
  %13 = and i64 %3, 4294967295
  %14 = getelementptr [256 x %struct.descriptor], [256 x %struct.descriptor]* bitcast (<{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }>* @descriptors to [256 x %struct.descriptor]*), i64 0, i64 %13, i32 1
  %15 = bitcast %struct.lock* %14 to i8*
  %16 = call i32 @pthread_mutex_lock(i8* %15)
  %17 = getelementptr [256 x %struct.descriptor], [256 x %struct.descriptor]* bitcast (<{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }>* @descriptors to [256 x %struct.descriptor]*), i64 0, i64 %13, i32 2
  %18 = bitcast %struct.open_file* %17 to i8*
  %19 = bitcast %struct.open_file* %0 to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 16 dereferenceable(16) %18, i8* align 8 dereferenceable(16) %19, i64 16, i1 false)
  %20 = call i32 @pthread_mutex_unlock(i8* %15)
  br label %22
21:
  store i32 24, i32* @__mazurka_errno, align 4
  br label %22
22:
  %23 = phi i32 [ %12, %11 ], [ -1, %21 ]
  ret i32 %23
}
define i32 @open64(i8* %0, i32 %1, ...) {
  %3 = call i32 (i8*, i32, ...) @open(i8* %0, i32 %1)
  ret i32 %3
}
define i32 @openat(i32 %0, i8* %1, i32 %2, ...) {
  %4 = call i32 (i8*, i32, ...) @open(i8* %1, i32 %2)
  ret i32 %4
}
define i32 @openat64(i32 %0, i8* %1, i32 %2, ...) {
  %4 = call i32 (i8*, i32, ...) @open(i8* %1, i32 %2)
  ret i32 %4
}
define i32 @creat(i8* %0, i32 %1) {
  store i32 30, i32* @__mazurka_errno, align 4
  ret i32 -1
}
define i32 @creat64(i8* %0, i32 %1) {
  store i32 30, i32* @__mazurka_errno, align 4
  ret i32 -1
}
define i64 @read(i32 %0, i8* %1, i64 %2) {
  call void @pthread_testcancel()
  %4 = call %struct.descriptor* @lock_descriptor(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.28, i64 0, i64 0), i32 %0)
  %5 = icmp eq %struct.descriptor* %4, null
  br i1 %5, label %17, label %6
6:
  %7 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %4, i64 0, i32 2, i32 0
  %8 = load %struct.given*, %struct.given** %7, align 8
  %9 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %4, i64 0, i32 2, i32 1
  %10 = load i64, i64* %9, align 8
  %11 = call i64 @copy_from(%struct.given* %8, i64 %10, i8* %1, i64 %2)
  %12 = load i64, i64* %9, align 8
  %13 = add i64 %12, %11
  store i64 %13, i64* %9, align 8
  %14 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %4, i64 0, i32 1
  %15 = bitcast %struct.lock* %14 to i8*
  %16 = call i32 @pthread_mutex_unlock(i8* %15)
  br label %17
17:
  %18 = phi i64 [ %11, %6 ], [ -1, %3 ]
  ret i64 %18
}
declare void @pthread_testcancel()
define internal %struct.descriptor* @lock_descriptor(i8* %0, i32 %1) {
  %3 = alloca [120 x i8], align 16
  %4 = icmp ne i32 %1, 0
  %5 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %6 = icmp ne i8* %5, null
  %7 = select i1 %4, i1 true, i1 %6
  br i1 %7, label %11, label %8
8:
  %9 = getelementptr inbounds [120 x i8], [120 x i8]* %3, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 120, i8* %9)
  %10 = call i32 (i8*, i64, i8*, ...) @snprintf(i8* %9, i64 120, i8* getelementptr inbounds ([67 x i8], [67 x i8]* @.str.126, i64 0, i64 0), i8* %0)
  call void @__mazurka_error(i8* %9)
  unreachable
11:
  %12 = icmp ult i32 %1, 256
  br i1 %12, label %13, label %25
13:
  %14 = zext i32 %1 to i64
  %15 = getelementptr [256 x %struct.descriptor], [256 x %struct.descriptor]* bitcast (<{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }>* @descriptors to [256 x %struct.descriptor]*), i64 0, i64 %14, i32 1
  %16 = bitcast %struct.lock* %15 to i8*
  %17 = call i32 @pthread_mutex_lock(i8* %16)
  %18 = getelementptr [256 x %struct.descriptor], [256 x %struct.descriptor]* bitcast (<{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }>* @descriptors to [256 x %struct.descriptor]*), i64 0, i64 %14, i32 2, i32 0
  %19 = load %struct.given*, %struct.given** %18, align 16
  %20 = icmp eq %struct.given* %19, null
  br i1 %20, label %21, label %23
21:
  %22 = call i32 @pthread_mutex_unlock(i8* %16)
  br label %25
23:
  %24 = getelementptr [256 x %struct.descriptor], [256 x %struct.descriptor]* bitcast (<{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }>* @descriptors to [256 x %struct.descriptor]*), i64 0, i64 %14
  br label %26
25:
  store i32 9, i32* @__mazurka_errno, align 4
  br label %26
26:
  %27 = phi %struct.descriptor* [ %24, %23 ], [ null, %25 ]
  ret %struct.descriptor* %27
}
define internal i64 @copy_from(%struct.given* %0, i64 %1, i8* %2, i64 %3) {
  %5 = getelementptr inbounds %struct.given, %struct.given* %0, i64 0, i32 2
  %6 = load i64, i64* %5, align 8
  %7 = call i64 @llvm.usub.sat.i64(i64 %6, i64 %1)
  %8 = icmp ugt i64 %7, %3
  %9 = select i1 %8, i64 %3, i64 %7
  %10 = getelementptr inbounds %struct.given, %struct.given* %0, i64 0, i32 1
  %11 = load i8*, i8** %10, align 8
  %12 = getelementptr i8, i8* %11, i64 %1
  %13 = call i8* @memcpy(i8* %2, i8* %12, i64 %9)
  ret i64 %9
}
declare i32 @pthread_mutex_unlock(i8*)
define i64 @pread(i32 %0, i8* %1, i64 %2, i64 %3) {
  call void @pthread_testcancel()
  %5 = icmp slt i64 %3, 0
  br i1 %5, label %6, label %7
6:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %17
7:
  %8 = call %struct.descriptor* @lock_descriptor(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.29, i64 0, i64 0), i32 %0)
  %9 = icmp eq %struct.descriptor* %8, null
  br i1 %9, label %17, label %10
10:
  %11 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %8, i64 0, i32 2, i32 0
  %12 = load %struct.given*, %struct.given** %11, align 8
  %13 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %8, i64 0, i32 1
  %14 = bitcast %struct.lock* %13 to i8*
  %15 = call i32 @pthread_mutex_unlock(i8* %14)
  %16 = call i64 @copy_from(%struct.given* %12, i64 %3, i8* %1, i64 %2)
  br label %17
17:
  %18 = phi i64 [ -1, %6 ], [ %16, %10 ], [ -1, %7 ]
  ret i64 %18
}
define i64 @pread64(i32 %0, i8* %1, i64 %2, i64 %3) {
  %5 = call i64 @pread(i32 %0, i8* %1, i64 %2, i64 %3)
  ret i64 %5
}
define i64 @lseek(i32 %0, i64 %1, i32 %2) {
  %4 = add i32 %0, -1
  %5 = icmp ult i32 %4, 2
  br i1 %5, label %6, label %7
6:
  store i32 29, i32* @__mazurka_errno, align 4
  br label %16
7:
  %8 = call %struct.descriptor* @lock_descriptor(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.30, i64 0, i64 0), i32 %0)
  %9 = icmp eq %struct.descriptor* %8, null
  br i1 %9, label %16, label %10
10:
  %11 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %8, i64 0, i32 2
  %12 = call i64 @seek_in(%struct.open_file* %11, i64 %1, i32 %2)
  %13 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %8, i64 0, i32 1
  %14 = bitcast %struct.lock* %13 to i8*
  %15 = call i32 @pthread_mutex_unlock(i8* %14)
  br label %16
16:
  %17 = phi i64 [ -1, %6 ], [ %12, %10 ], [ -1, %7 ]
  ret i64 %17
}
define internal i64 @seek_in(%struct.open_file* %0, i64 %1, i32 %2) {
  switch i32 %2, label %6 [
    i32 0, label %13
    i32 1, label %4
  ]
4:
  %5 = getelementptr inbounds %struct.open_file, %struct.open_file* %0, i64 0, i32 1
  br label %10
6:
  %7 = getelementptr inbounds %struct.open_file, %struct.open_file* %0, i64 0, i32 0
  %8 = load %struct.given*, %struct.given** %7, align 8
  %9 = getelementptr inbounds %struct.given, %struct.given* %8, i64 0, i32 2
  br label %10
10:
  %11 = phi i64* [ %5, %4 ], [ %9, %6 ]
  %12 = load i64, i64* %11, align 8
  br label %13
13:
  %14 = phi i64 [ 0, %3 ], [ %12, %10 ]
  %15 = icmp ugt i32 %2, 2
  %16 = sub i64 0, %14
  %17 = icmp sgt i64 %16, %1
  %18 = select i1 %15, i1 true, i1 %17
  br i1 %18, label %19, label %20
19:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %27
20:
  %21 = sub i64 9223372036854775807, %14
  %22 = icmp slt i64 %21, %1
  br i1 %22, label %23, label %24
23:
  store i32 75, i32* @__mazurka_errno, align 4
  br label %27
24:
  %25 = add i64 %14, %1
  %26 = getelementptr inbounds %struct.open_file, %struct.open_file* %0, i64 0, i32 1
  store i64 %25, i64* %26, align 8
  br label %27
27:
  %28 = phi i64 [ -1, %19 ], [ -1, %23 ], [ %25, %24 ]
  ret i64 %28
}
define i64 @lseek64(i32 %0, i64 %1, i32 %2) {
  %4 = call i64 @lseek(i32 %0, i64 %1, i32 %2)
  ret i64 %4
}
define i32 @stat(i8* %0, %struct.stat* %1) {
  %3 = call %struct.given* @find_file(i8* %0)
  %4 = icmp eq %struct.given* %3, null
  br i1 %4, label %6, label %5
5:
  call void @fill_stat(%struct.stat* %1, %struct.given* %3)
  br label %7
6:
  store i32 2, i32* @__mazurka_errno, align 4
  br label %7
7:
  %8 = phi i32 [ 0, %5 ], [ -1, %6 ]
  ret i32 %8
}
define internal void @fill_stat(%struct.stat* %0, %struct.given* %1) {
  %3 = bitcast %struct.stat* %0 to i8*
  %4 = call i8* @memset(i8* %3, i32 0, i64 144)
  %5 = getelementptr inbounds %struct.stat, %struct.stat* %0, i64 0, i32 2
  store i64 1, i64* %5, align 8
  %6 = getelementptr inbounds %struct.stat, %struct.stat* %0, i64 0, i32 9
  store i64 4096, i64* %6, align 8
  %7 = getelementptr inbounds %struct.stat, %struct.stat* %0, i64 0, i32 3
  store i32 8592, i32* %7, align 8
  %8 = icmp eq %struct.given* %1, null
  br i1 %8, label %25, label %9
9:
  store i32 33060, i32* %7, align 8
  %10 = icmp eq %struct.given* %1, @__mazurka_stdin
  br i1 %10, label %16, label %11
11:
  %12 = ptrtoint %struct.given* %1 to i64
  %13 = sub i64 %12, ptrtoint ([0 x %struct.given]* @__mazurka_files to i64)
  %14 = sdiv exact i64 %13, 24
  %15 = add nsw i64 %14, 2
  br label %16
16:
  %17 = phi i64 [ %15, %11 ], [ 1, %9 ]
  %18 = getelementptr inbounds %struct.stat, %struct.stat* %0, i64 0, i32 1
  store i64 %17, i64* %18, align 8
  %19 = getelementptr inbounds %struct.given, %struct.given* %1, i64 0, i32 2
  %20 = load i64, i64* %19, align 8
  %21 = getelementptr inbounds %struct.stat, %struct.stat* %0, i64 0, i32 8
  store i64 %20, i64* %21, align 8
  %22 = add i64 %20, 511
  %23 = sdiv i64 %22, 512
  %24 = getelementptr inbounds %struct.stat, %struct.stat* %0, i64 0, i32 10
  store i64 %23, i64* %24, align 8
  br label %25
25:
  ret void
}
define i32 @fstat(i32 %0, %struct.stat* %1) {
  %3 = add i32 %0, -1
  %4 = icmp ult i32 %3, 2
  br i1 %4, label %19, label %5
5:
  %6 = icmp ne i32 %0, 0
  %7 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %8 = icmp ne i8* %7, null
  %9 = select i1 %6, i1 true, i1 %8
  br i1 %9, label %10, label %19
10:
  %11 = call %struct.descriptor* @lock_descriptor(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.31, i64 0, i64 0), i32 %0)
  %12 = icmp eq %struct.descriptor* %11, null
  br i1 %12, label %21, label %13
13:
  %14 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %11, i64 0, i32 2, i32 0
  %15 = load %struct.given*, %struct.given** %14, align 8
  %16 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %11, i64 0, i32 1
  %17 = bitcast %struct.lock* %16 to i8*
  %18 = call i32 @pthread_mutex_unlock(i8* %17)
  br label %19
19:
  %20 = phi %struct.given* [ %15, %13 ], [ null, %5 ], [ null, %2 ]
  call void @fill_stat(%struct.stat* %1, %struct.given* %20)
  br label %21
21:
  %22 = phi i32 [ -1, %10 ], [ 0, %19 ]
  ret i32 %22
}
define i32 @stat64(i8* %0, %struct.stat* %1) {
  %3 = call i32 @stat(i8* %0, %struct.stat* %1)
  ret i32 %3
}
define i32 @lstat(i8* %0, %struct.stat* %1) {
  %3 = call i32 @stat(i8* %0, %struct.stat* %1)
  ret i32 %3
}
define i32 @lstat64(i8* %0, %struct.stat* %1) {
  %3 = call i32 @stat(i8* %0, %struct.stat* %1)
  ret i32 %3
}
define i32 @fstat64(i32 %0, %struct.stat* %1) {
  %3 = call i32 @fstat(i32 %0, %struct.stat* %1)
  ret i32 %3
}
define i32 @fstatat(i32 %0, i8* %1, %struct.stat* %2, i32 %3) {
  %5 = call i32 @stat(i8* %1, %struct.stat* %2)
  ret i32 %5
}
define i32 @__xstat(i32 %0, i8* %1, %struct.stat* %2) {
  %4 = call i32 @stat(i8* %1, %struct.stat* %2)
  ret i32 %4
}
define i32 @__lxstat(i32 %0, i8* %1, %struct.stat* %2) {
  %4 = call i32 @stat(i8* %1, %struct.stat* %2)
  ret i32 %4
}
define i32 @__fxstat(i32 %0, i32 %1, %struct.stat* %2) {
  %4 = call i32 @fstat(i32 %1, %struct.stat* %2)
  ret i32 %4
}
define i32 @access(i8* %0, i32 %1) {
  %3 = icmp ult i32 %1, 8
  br i1 %3, label %4, label %13
4:
  %5 = call %struct.given* @find_file(i8* %0)
  %6 = icmp eq %struct.given* %5, null
  br i1 %6, label %13, label %7
7:
  %8 = and i32 %1, 2
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %10, label %13
10:
  %11 = and i32 %1, 1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %15, label %13
13:
  %14 = phi i32 [ 22, %2 ], [ 2, %4 ], [ 30, %7 ], [ 13, %10 ]
  store i32 %14, i32* @__mazurka_errno, align 4
  br label %15
15:
  %16 = phi i32 [ 0, %10 ], [ -1, %13 ]
  ret i32 %16
}
define i32 @faccessat(i32 %0, i8* %1, i32 %2, i32 %3) {
  %5 = call i32 @access(i8* %1, i32 %2)
  ret i32 %5
}
define i32 @unlink(i8* %0) {
  %2 = call %struct.given* @find_file(i8* %0)
  %3 = icmp eq %struct.given* %2, null
  %4 = select i1 %3, i32 2, i32 30
  store i32 %4, i32* @__mazurka_errno, align 4
  ret i32 -1
}
define i32 @remove(i8* %0) {
  %2 = call i32 @unlink(i8* %0)
  ret i32 -1
}
define i32 @rename(i8* %0, i8* %1) {
  %3 = call i32 @unlink(i8* %0)
  ret i32 -1
}
define i32 @vfprintf(%struct.FILE* %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = call i32 @output_of(%struct.FILE* %0)
  %5 = icmp slt i32 %4, 0
  br i1 %5, label %8, label %6
6:
  %7 = call i32 @print_to(i32 %4, i8* %1, %struct.__va_list_tag* %2)
  br label %8
8:
  %9 = phi i32 [ %7, %6 ], [ -1, %3 ]
  ret i32 %9
}
define internal i32 @output_of(%struct.FILE* %0) {
  %2 = icmp eq %struct.FILE* %0, @stdout_file
  br i1 %2, label %15, label %3
3:
  %4 = icmp eq %struct.FILE* %0, @stderr_file
  br i1 %4, label %15, label %5
5:
  %6 = icmp eq %struct.FILE* %0, @stdin_file
  br i1 %6, label %7, label %8
7:
  call void @__mazurka_error(i8* getelementptr inbounds ([34 x i8], [34 x i8]* @.str.128, i64 0, i64 0))
  unreachable
8:
  call void @lock_file(%struct.FILE* %0)
  %9 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  %10 = load i32, i32* %9, align 8
  %11 = or i32 %10, 32
  store i32 %11, i32* %9, align 8
  %12 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 2
  %13 = bitcast %struct.lock* %12 to i8*
  %14 = call i32 @pthread_mutex_unlock(i8* %13)
  store i32 9, i32* @__mazurka_errno, align 4
  br label %15
15:
  %16 = phi i32 [ -1, %8 ], [ 2, %3 ], [ 1, %1 ]
  ret i32 %16
}
define internal i32 @print_to(i32 %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = alloca %struct.sink, align 8
  %5 = bitcast %struct.sink* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 552, i8* %5)
  %6 = getelementptr inbounds %struct.sink, %struct.sink* %4, i64 0, i32 1
  store i32 %0, i32* %6, align 8
  %7 = getelementptr inbounds %struct.sink, %struct.sink* %4, i64 0, i32 3
  store i64 0, i64* %7, align 8
  %8 = getelementptr inbounds %struct.sink, %struct.sink* %4, i64 0, i32 4
  store i64 0, i64* %8, align 8
  call void @put_format(%struct.sink* %4, i8* %1, %struct.__va_list_tag* %2)
  call void @sink_flush(%struct.sink* %4)
  %9 = load i64, i64* %7, align 8
  %10 = trunc i64 %9 to i32
  call void @llvm.lifetime.end.p0i8(i64 552, i8* %5)
  ret i32 %10
}
define i32 @vprintf(i8* %0, %struct.__va_list_tag* %1) {
  %3 = call i32 @print_to(i32 1, i8* %0, %struct.__va_list_tag* %1)
  ret i32 %3
}
define i32 @vdprintf(i32 %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = call i32 @print_to(i32 %0, i8* %1, %struct.__va_list_tag* %2)
  ret i32 %4
}
define i32 @vsnprintf(i8* %0, i64 %1, i8* %2, %struct.__va_list_tag* %3) {
  %5 = alloca %struct.sink, align 8
  %6 = bitcast %struct.sink* %5 to i8*
  call void @llvm.lifetime.start.p0i8(i64 552, i8* %6)
  %7 = getelementptr inbounds %struct.sink, %struct.sink* %5, i64 0, i32 1
  store i32 -1, i32* %7, align 8
  %8 = getelementptr inbounds %struct.sink, %struct.sink* %5, i64 0, i32 0
  store i8* %0, i8** %8, align 8
  %9 = icmp eq i64 %1, 0
  %10 = add i64 %1, -1
  %11 = select i1 %9, i64 0, i64 %10
  %12 = getelementptr inbounds %struct.sink, %struct.sink* %5, i64 0, i32 2
  store i64 %11, i64* %12, align 8
  %13 = getelementptr inbounds %struct.sink, %struct.sink* %5, i64 0, i32 3
  store i64 0, i64* %13, align 8
  %14 = getelementptr inbounds %struct.sink, %struct.sink* %5, i64 0, i32 4
  store i64 0, i64* %14, align 8
  call void @put_format(%struct.sink* %5, i8* %2, %struct.__va_list_tag* %3)
  %15 = load i64, i64* %13, align 8
  br i1 %9, label %21, label %16
16:
  %17 = load i64, i64* %12, align 8
  %18 = icmp ult i64 %15, %17
  %19 = select i1 %18, i64 %15, i64 %17
  %20 = getelementptr i8, i8* %0, i64 %19
  store i8 0, i8* %20, align 1
  br label %21
21:
  %22 = trunc i64 %15 to i32
  call void @llvm.lifetime.end.p0i8(i64 552, i8* %6)
  ret i32 %22
}
define internal void @put_format(%struct.sink* %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = alloca [8 x i8], align 1
  %5 = alloca i32, align 4
  %6 = alloca %struct.decimal, align 4
  %7 = alloca i8, align 1
  %8 = alloca i8*, align 8
  %9 = alloca %struct.arguments, align 8
  %10 = alloca %struct.form, align 4
  %11 = bitcast %struct.arguments* %9 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %11)
  %12 = bitcast %struct.__va_list_tag* %2 to i8*
  call void @llvm.va_copy(i8* %11, i8* %12)
  %13 = getelementptr inbounds %struct.form, %struct.form* %10, i64 0, i32 0
  %14 = bitcast i8** %8 to i8*
  %15 = getelementptr inbounds %struct.form, %struct.form* %10, i64 0, i32 4
  %16 = getelementptr inbounds %struct.form, %struct.form* %10, i64 0, i32 3
  %17 = getelementptr inbounds %struct.form, %struct.form* %10, i64 0, i32 2
  %18 = getelementptr inbounds %struct.form, %struct.form* %10, i64 0, i32 1
  %19 = getelementptr inbounds %struct.form, %struct.form* %10, i64 0, i32 5
  %20 = getelementptr inbounds %struct.form, %struct.form* %10, i64 0, i32 6
  %21 = getelementptr inbounds %struct.form, %struct.form* %10, i64 0, i32 7
  %22 = getelementptr inbounds %struct.form, %struct.form* %10, i64 0, i32 8
  %23 = getelementptr inbounds %struct.arguments, %struct.arguments* %9, i64 0, i32 0, i64 0, i32 1
  %24 = getelementptr inbounds %struct.arguments, %struct.arguments* %9, i64 0, i32 0, i64 0, i32 2
  %25 = getelementptr inbounds %struct.arguments, %struct.arguments* %9, i64 0, i32 0, i64 0, i32 3
  %26 = bitcast %struct.decimal* %6 to i8*
  %27 = getelementptr inbounds %struct.decimal, %struct.decimal* %6, i64 0, i32 1
  %28 = getelementptr inbounds %struct.decimal, %struct.decimal* %6, i64 0, i32 0
  %29 = bitcast i32* %5 to [4 x i8]*
  %30 = getelementptr inbounds [8 x i8], [8 x i8]* %4, i64 0, i64 0
  %31 = bitcast i32* %5 to i8*
  %32 = getelementptr inbounds %struct.arguments, %struct.arguments* %9, i64 0, i32 0, i64 0, i32 0
  %33 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 3
  br label %34
34:
  %35 = phi i8* [ %1, %3 ], [ %40, %39 ]
  %36 = load i8, i8* %35, align 1
  switch i8 %36, label %37 [
    i8 0, label %536
    i8 37, label %41
  ]
37:
  %38 = getelementptr i8, i8* %35, i64 1
  call void @put(%struct.sink* %0, i8 %36)
  br label %39
39:
  %40 = phi i8* [ %38, %37 ], [ %90, %535 ]
  br label %34
41:
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %13)
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %14)
  store i8 0, i8* %15, align 4
  store i8 0, i8* %16, align 1
  store i8 0, i8* %17, align 2
  store i8 0, i8* %18, align 1
  store i8 0, i8* %13, align 4
  br label %42
42:
  %43 = phi i8* [ %35, %41 ], [ %44, %52 ]
  %44 = getelementptr i8, i8* %43, i64 1
  %45 = load i8, i8* %44, align 1
  %46 = sext i8 %45 to i32
  switch i32 %46, label %53 [
    i32 45, label %47
    i32 43, label %48
    i32 32, label %49
    i32 35, label %50
    i32 48, label %51
    i32 39, label %52
  ]
47:
  store i8 1, i8* %13, align 4
  br label %52
48:
  store i8 1, i8* %18, align 1
  br label %52
49:
  store i8 1, i8* %17, align 2
  br label %52
50:
  store i8 1, i8* %16, align 1
  br label %52
51:
  store i8 1, i8* %15, align 4
  br label %52
52:
  br label %42
53:
  store i8* %44, i8** %8, align 8
  %54 = call i32 @read_count(i8** %8, %struct.arguments* %9)
  store i32 %54, i32* %19, align 4
  %55 = icmp slt i32 %54, 0
  br i1 %55, label %56, label %58
56:
  store i8 1, i8* %13, align 4
  %57 = sub i32 0, %54
  store i32 %57, i32* %19, align 4
  br label %58
58:
  %59 = load i8*, i8** %8, align 8
  %60 = load i8, i8* %59, align 1
  %61 = icmp eq i8 %60, 36
  br i1 %61, label %62, label %63
62:
  call void @__mazurka_error(i8* getelementptr inbounds ([53 x i8], [53 x i8]* @.str.129, i64 0, i64 0))
  unreachable
63:
  store i32 -1, i32* %20, align 4
  %64 = load i8, i8* %59, align 1
  %65 = icmp eq i8 %64, 46
  br i1 %65, label %66, label %70
66:
  %67 = getelementptr i8, i8* %59, i64 1
  store i8* %67, i8** %8, align 8
  %68 = call i32 @read_count(i8** %8, %struct.arguments* %9)
  store i32 %68, i32* %20, align 4
  %69 = load i8*, i8** %8, align 8
  br label %70
70:
  %71 = phi i32 [ %68, %66 ], [ -1, %63 ]
  %72 = phi i8* [ %69, %66 ], [ %59, %63 ]
  store i32 4, i32* %21, align 4
  br label %73
73:
  %74 = phi i32 [ %83, %82 ], [ 4, %70 ]
  %75 = phi i8* [ %84, %82 ], [ %72, %70 ]
  %76 = load i8, i8* %75, align 1
  %77 = sext i8 %76 to i32
  switch i32 %77, label %85 [
    i32 104, label %78
    i32 108, label %82
    i32 122, label %82
    i32 106, label %82
    i32 116, label %82
    i32 113, label %82
    i32 76, label %81
  ]
78:
  %79 = icmp eq i32 %74, 2
  %80 = select i1 %79, i32 1, i32 2
  br label %82
81:
  br label %82
82:
  %83 = phi i32 [ 16, %81 ], [ %80, %78 ], [ 8, %73 ], [ 8, %73 ], [ 8, %73 ], [ 8, %73 ], [ 8, %73 ]
  store i32 %83, i32* %21, align 4
  %84 = getelementptr i8, i8* %75, i64 1
  br label %73
85:
  %86 = sext i8 %76 to i32
  store i8 %76, i8* %22, align 4
  %87 = load i8, i8* %75, align 1
  %88 = icmp ne i8 %87, 0
  %89 = zext i1 %88 to i64
  %90 = getelementptr i8, i8* %75, i64 %89
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %14)
  switch i32 %86, label %534 [
    i32 100, label %91
    i32 105, label %91
    i32 117, label %93
    i32 111, label %93
    i32 120, label %93
    i32 88, label %93
    i32 99, label %95
    i32 115, label %111
    i32 112, label %176
    i32 110, label %195
    i32 109, label %221
    i32 102, label %224
    i32 70, label %224
    i32 101, label %224
    i32 69, label %224
    i32 103, label %224
    i32 71, label %224
    i32 97, label %224
    i32 65, label %224
    i32 37, label %533
  ]
91:
  %92 = call i64 @next_integer(%struct.arguments* %9, i32 %74, i32 1)
  call void @put_integer(%struct.sink* %0, %struct.form* %10, i64 %92)
  br label %535
93:
  %94 = call i64 @next_integer(%struct.arguments* %9, i32 %74, i32 0)
  call void @put_integer(%struct.sink* %0, %struct.form* %10, i64 %94)
  br label %535
95:
  %96 = load i32, i32* %32, align 8
  %97 = icmp ult i32 %96, 41
  br i1 %97, label %98, label %103
98:
  %99 = load i8*, i8** %25, align 8
  %100 = zext i32 %96 to i64
  %101 = getelementptr i8, i8* %99, i64 %100
  %102 = add nuw nsw i32 %96, 8
  store i32 %102, i32* %32, align 8
  br label %106
103:
  %104 = load i8*, i8** %24, align 8
  %105 = getelementptr i8, i8* %104, i64 8
  store i8* %105, i8** %24, align 8
  br label %106
106:
  %107 = phi i8* [ %101, %98 ], [ %104, %103 ]
  %108 = bitcast i8* %107 to i32*
  %109 = load i32, i32* %108, align 4
  %110 = trunc i32 %109 to i8
  call void @llvm.lifetime.start.p0i8(i64 1, i8* %7)
  store i8 %110, i8* %7, align 1
  store i8 0, i8* %15, align 4
  call void @put_field(%struct.sink* %0, %struct.form* %10, i8* getelementptr inbounds ([1 x i8], [1 x i8]* @.str.132, i64 0, i64 0), i8* %7, i64 1, i32 0)
  call void @llvm.lifetime.end.p0i8(i64 1, i8* %7)
  br label %535
111:
  %112 = icmp eq i32 %74, 8
  %113 = load i32, i32* %32, align 8
  %114 = icmp ult i32 %113, 41
  br i1 %112, label %115, label %163
115:
  br i1 %114, label %116, label %121
116:
  %117 = load i8*, i8** %25, align 8
  %118 = zext i32 %113 to i64
  %119 = getelementptr i8, i8* %117, i64 %118
  %120 = add nuw nsw i32 %113, 8
  store i32 %120, i32* %32, align 8
  br label %124
121:
  %122 = load i8*, i8** %24, align 8
  %123 = getelementptr i8, i8* %122, i64 8
  store i8* %123, i8** %24, align 8
  br label %124
124:
  %125 = phi i8* [ %119, %116 ], [ %122, %121 ]
  %126 = bitcast i8* %125 to i32**
  %127 = load i32*, i32** %126, align 8
  %128 = sext i32 %71 to i64
  %129 = icmp sgt i64 %128, -1
  %130 = select i1 %129, i64 %128, i64 -1
  br label %131
131:
  %132 = phi i64 [ 0, %124 ], [ %139, %138 ]
  %133 = icmp eq i64 %132, %130
  br i1 %133, label %140, label %134
134:
  %135 = getelementptr i32, i32* %127, i64 %132
  %136 = load i32, i32* %135, align 4
  %137 = icmp eq i32 %136, 0
  br i1 %137, label %140, label %138
138:
  %139 = add i64 %132, 1
  br label %131
140:
  %141 = phi i64 [ %130, %131 ], [ %132, %134 ]
  %142 = load i32, i32* %19, align 4
  %143 = trunc i64 %141 to i32
  %144 = sub i32 %142, %143
  %145 = load i8, i8* %13, align 4
  %146 = icmp eq i8 %145, 0
  br i1 %146, label %147, label %148
147:
  call void @put_times(%struct.sink* %0, i8 32, i32 %144)
  br label %148
148:
  br label %149
149:
  %150 = phi i64 [ %161, %155 ], [ 0, %148 ]
  %151 = icmp eq i64 %150, %141
  br i1 %151, label %152, label %155
152:
  %153 = load i8, i8* %13, align 4
  %154 = icmp eq i8 %153, 0
  br i1 %154, label %535, label %162
155:
  %156 = getelementptr i32, i32* %127, i64 %150
  %157 = load i32, i32* %156, align 4
  %158 = icmp slt i32 %157, 128
  %159 = trunc i32 %157 to i8
  %160 = select i1 %158, i8 %159, i8 63
  call void @put(%struct.sink* %0, i8 %160)
  %161 = add i64 %150, 1
  br label %149
162:
  call void @put_times(%struct.sink* %0, i8 32, i32 %144)
  br label %535
163:
  br i1 %114, label %164, label %169
164:
  %165 = load i8*, i8** %25, align 8
  %166 = zext i32 %113 to i64
  %167 = getelementptr i8, i8* %165, i64 %166
  %168 = add nuw nsw i32 %113, 8
  store i32 %168, i32* %32, align 8
  br label %172
169:
  %170 = load i8*, i8** %24, align 8
  %171 = getelementptr i8, i8* %170, i64 8
  store i8* %171, i8** %24, align 8
  br label %172
172:
  %173 = phi i8* [ %167, %164 ], [ %170, %169 ]
  %174 = bitcast i8* %173 to i8**
  %175 = load i8*, i8** %174, align 8
  call void @put_text(%struct.sink* %0, %struct.form* %10, i8* %175)
  br label %535
176:
  %177 = load i32, i32* %32, align 8
  %178 = icmp ult i32 %177, 41
  br i1 %178, label %179, label %184
179:
  %180 = load i8*, i8** %25, align 8
  %181 = zext i32 %177 to i64
  %182 = getelementptr i8, i8* %180, i64 %181
  %183 = add nuw nsw i32 %177, 8
  store i32 %183, i32* %32, align 8
  br label %187
184:
  %185 = load i8*, i8** %24, align 8
  %186 = getelementptr i8, i8* %185, i64 8
  store i8* %186, i8** %24, align 8
  br label %187
187:
  %188 = phi i8* [ %182, %179 ], [ %185, %184 ]
  %189 = bitcast i8* %188 to i8**
  %190 = load i8*, i8** %189, align 8
  %191 = icmp eq i8* %190, null
  br i1 %191, label %192, label %193
192:
  call void @put_text(%struct.sink* %0, %struct.form* %10, i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.130, i64 0, i64 0))
  br label %535
193:
  %194 = ptrtoint i8* %190 to i64
  store i8 120, i8* %22, align 4
  store i8 1, i8* %16, align 1
  call void @put_integer(%struct.sink* %0, %struct.form* %10, i64 %194)
  br label %535
195:
  %196 = load i32, i32* %32, align 8
  %197 = icmp ult i32 %196, 41
  br i1 %197, label %198, label %203
198:
  %199 = load i8*, i8** %25, align 8
  %200 = zext i32 %196 to i64
  %201 = getelementptr i8, i8* %199, i64 %200
  %202 = add nuw nsw i32 %196, 8
  store i32 %202, i32* %32, align 8
  br label %206
203:
  %204 = load i8*, i8** %24, align 8
  %205 = getelementptr i8, i8* %204, i64 8
  store i8* %205, i8** %24, align 8
  br label %206
206:
  %207 = phi i8* [ %201, %198 ], [ %204, %203 ]
  %208 = bitcast i8* %207 to i8**
  %209 = load i8*, i8** %208, align 8
  %210 = load i64, i64* %33, align 8
  switch i32 %74, label %219 [
    i32 1, label %211
    i32 2, label %213
    i32 4, label %216
  ]
211:
  %212 = trunc i64 %210 to i8
  store i8 %212, i8* %209, align 1
  br label %535
213:
  %214 = trunc i64 %210 to i16
  %215 = bitcast i8* %209 to i16*
  store i16 %214, i16* %215, align 2
  br label %535
216:
  %217 = trunc i64 %210 to i32
  %218 = bitcast i8* %209 to i32*
  store i32 %217, i32* %218, align 4
  br label %535
219:
  %220 = bitcast i8* %209 to i64*
  store i64 %210, i64* %220, align 8
  br label %535
221:
  %222 = load i32, i32* @__mazurka_errno, align 4
  %223 = call i8* @strerror(i32 %222)
  call void @put_text(%struct.sink* %0, %struct.form* %10, i8* %223)
  br label %535
224:
  %225 = icmp eq i32 %74, 16
  br i1 %225, label %226, label %236
226:
  %227 = load i8*, i8** %24, align 8
  %228 = ptrtoint i8* %227 to i64
  %229 = add i64 %228, 15
  %230 = and i64 %229, -16
  %231 = inttoptr i64 %230 to i8*
  %232 = inttoptr i64 %230 to x86_fp80*
  %233 = getelementptr i8, i8* %231, i64 16
  store i8* %233, i8** %24, align 8
  %234 = load x86_fp80, x86_fp80* %232, align 16
  %235 = fptrunc x86_fp80 %234 to double
  br label %251
236:
  %237 = load i32, i32* %23, align 4
  %238 = icmp ult i32 %237, 161
  br i1 %238, label %239, label %244
239:
  %240 = load i8*, i8** %25, align 8
  %241 = zext i32 %237 to i64
  %242 = getelementptr i8, i8* %240, i64 %241
  %243 = add nuw nsw i32 %237, 16
  store i32 %243, i32* %23, align 4
  br label %247
244:
  %245 = load i8*, i8** %24, align 8
  %246 = getelementptr i8, i8* %245, i64 8
  store i8* %246, i8** %24, align 8
  br label %247
247:
  %248 = phi i8* [ %242, %239 ], [ %245, %244 ]
  %249 = bitcast i8* %248 to double*
  %250 = load double, double* %249, align 8
  br label %251
251:
  %252 = phi double [ %235, %226 ], [ %250, %247 ]
  %253 = bitcast double %252 to i64
  %254 = icmp sgt i64 %253, -1
  br i1 %254, label %255, label %262
255:
  %256 = load i8, i8* %18, align 1
  %257 = icmp eq i8 %256, 0
  br i1 %257, label %258, label %262
258:
  %259 = load i8, i8* %17, align 2
  %260 = icmp eq i8 %259, 0
  %261 = select i1 %260, i8* getelementptr inbounds ([1 x i8], [1 x i8]* @.str.132, i64 0, i64 0), i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.139, i64 0, i64 0)
  br label %262
262:
  %263 = phi i8* [ getelementptr inbounds ([2 x i8], [2 x i8]* @.str.137, i64 0, i64 0), %251 ], [ %261, %258 ], [ getelementptr inbounds ([2 x i8], [2 x i8]* @.str.138, i64 0, i64 0), %255 ]
  %264 = lshr i64 %253, 52
  %265 = trunc i64 %264 to i32
  %266 = and i32 %265, 2047
  %267 = and i64 %253, 4503599627370495
  %268 = icmp slt i8 %76, 97
  switch i32 %266, label %274 [
    i32 2047, label %269
    i32 0, label %276
  ]
269:
  store i8 0, i8* %15, align 4
  %270 = icmp eq i64 %267, 0
  %271 = select i1 %268, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.141, i64 0, i64 0), i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.122, i64 0, i64 0)
  %272 = select i1 %268, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.142, i64 0, i64 0), i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.120, i64 0, i64 0)
  %273 = select i1 %270, i8* %272, i8* %271
  call void @put_field(%struct.sink* %0, %struct.form* %10, i8* %263, i8* %273, i64 3, i32 0)
  br label %535
274:
  %275 = or i64 %267, 4503599627370496
  br label %276
276:
  %277 = phi i64 [ %275, %274 ], [ %267, %262 ]
  %278 = phi i32 [ %266, %274 ], [ 1, %262 ]
  %279 = and i8 %76, -33
  %280 = icmp eq i8 %279, 65
  br i1 %280, label %281, label %386
281:
  %282 = icmp eq i64 %277, 0
  %283 = add nsw i32 %278, -1023
  %284 = select i1 %282, i32 0, i32 %283
  %285 = select i1 %268, i8* getelementptr inbounds ([17 x i8], [17 x i8]* @.str.135, i64 0, i64 0), i8* getelementptr inbounds ([17 x i8], [17 x i8]* @.str.136, i64 0, i64 0)
  %286 = icmp ult i32 %71, 13
  br i1 %286, label %287, label %304
287:
  %288 = mul nsw i32 %71, -4
  %289 = add nsw i32 %288, 51
  %290 = zext i32 %289 to i64
  %291 = shl nuw nsw i64 1, %290
  %292 = shl nuw nsw i64 %291, 1
  %293 = add nsw i64 %292, -1
  %294 = and i64 %293, %277
  %295 = sub i64 %277, %294
  %296 = icmp ugt i64 %294, %291
  br i1 %296, label %302, label %297
297:
  %298 = icmp ne i64 %294, %291
  %299 = and i64 %295, %292
  %300 = icmp eq i64 %299, 0
  %301 = select i1 %298, i1 true, i1 %300
  br i1 %301, label %319, label %302
302:
  %303 = add i64 %295, %292
  br label %319
304:
  %305 = icmp slt i32 %71, 0
  br i1 %305, label %306, label %319
306:
  %307 = phi i64 [ %316, %315 ], [ 13, %304 ]
  %308 = icmp eq i64 %307, 0
  br i1 %308, label %319, label %309
309:
  %310 = mul nsw i64 %307, -4
  %311 = add nsw i64 %310, 52
  %312 = shl i64 15, %311
  %313 = and i64 %312, %277
  %314 = icmp eq i64 %313, 0
  br i1 %314, label %315, label %317
315:
  %316 = add nsw i64 %307, -1
  br label %306
317:
  %318 = trunc i64 %307 to i32
  br label %319
319:
  %320 = phi i64 [ %277, %304 ], [ %295, %297 ], [ %303, %302 ], [ %277, %317 ], [ %277, %306 ]
  %321 = phi i32 [ %71, %304 ], [ %71, %297 ], [ %71, %302 ], [ %318, %317 ], [ 0, %306 ]
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %30)
  %322 = icmp slt i32 %284, 0
  %323 = sub nsw i32 0, %284
  %324 = select i1 %322, i32 %323, i32 %284
  br label %325
325:
  %326 = phi i32 [ %324, %319 ], [ %334, %325 ]
  %327 = phi i32 [ 8, %319 ], [ %331, %325 ]
  %328 = srem i32 %326, 10
  %329 = trunc i32 %328 to i8
  %330 = add nsw i8 %329, 48
  %331 = add i32 %327, -1
  %332 = sext i32 %331 to i64
  %333 = getelementptr [8 x i8], [8 x i8]* %4, i64 0, i64 %332
  store i8 %330, i8* %333, align 1
  %334 = sdiv i32 %326, 10
  %335 = add nsw i32 %326, 9
  %336 = icmp ult i32 %335, 19
  br i1 %336, label %337, label %325
337:
  %338 = select i1 %322, i8 45, i8 43
  %339 = add i32 %327, -2
  %340 = sext i32 %339 to i64
  %341 = getelementptr [8 x i8], [8 x i8]* %4, i64 0, i64 %340
  store i8 %338, i8* %341, align 1
  %342 = select i1 %268, i8 80, i8 112
  %343 = add i32 %327, -3
  %344 = sext i32 %343 to i64
  %345 = getelementptr [8 x i8], [8 x i8]* %4, i64 0, i64 %344
  store i8 %342, i8* %345, align 1
  %346 = icmp sgt i32 %321, 0
  %347 = load i8, i8* %16, align 1
  %348 = icmp ne i8 %347, 0
  %349 = select i1 %346, i1 true, i1 %348
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %31)
  store i32 0, i32* %5, align 4
  %350 = load i8, i8* %263, align 1
  store i8 %350, i8* %31, align 4
  %351 = icmp ne i8 %350, 0
  %352 = zext i1 %351 to i64
  %353 = getelementptr [4 x i8], [4 x i8]* %29, i64 0, i64 %352
  store i8 48, i8* %353, align 1
  %354 = select i1 %268, i8 88, i8 120
  %355 = icmp eq i8 %350, 0
  %356 = select i1 %355, i64 1, i64 2
  %357 = getelementptr [4 x i8], [4 x i8]* %29, i64 0, i64 %356
  store i8 %354, i8* %357, align 1
  %358 = select i1 %349, i32 2, i32 1
  %359 = add i32 %321, 11
  %360 = sub i32 %359, %327
  %361 = add i32 %360, %358
  %362 = call i32 @put_before(%struct.sink* %0, %struct.form* %10, i8* %31, i32 %361)
  %363 = lshr i64 %320, 52
  %364 = getelementptr i8, i8* %285, i64 %363
  %365 = load i8, i8* %364, align 1
  call void @put(%struct.sink* %0, i8 %365)
  br i1 %349, label %366, label %367
366:
  call void @put(%struct.sink* %0, i8 46)
  br label %367
367:
  br label %368
368:
  %369 = phi i32 [ %383, %381 ], [ 1, %367 ]
  %370 = icmp sgt i32 %369, %321
  br i1 %370, label %384, label %371
371:
  %372 = icmp sgt i32 %369, 13
  br i1 %372, label %381, label %373
373:
  %374 = mul i32 %369, -4
  %375 = add i32 %374, 52
  %376 = zext i32 %375 to i64
  %377 = lshr i64 %320, %376
  %378 = and i64 %377, 15
  %379 = getelementptr i8, i8* %285, i64 %378
  %380 = load i8, i8* %379, align 1
  br label %381
381:
  %382 = phi i8 [ %380, %373 ], [ 48, %371 ]
  call void @put(%struct.sink* %0, i8 %382)
  %383 = add i32 %369, 1
  br label %368
384:
  %385 = sub nsw i64 8, %344
  call void @put_bytes(%struct.sink* %0, i8* %345, i64 %385)
  call void @put_times(%struct.sink* %0, i8 32, i32 %362)
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %31)
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %30)
  br label %535
386:
  call void @llvm.lifetime.start.p0i8(i64 648, i8* %26)
  br label %387
387:
  %388 = phi i64 [ %393, %391 ], [ 0, %386 ]
  %389 = icmp eq i64 %388, 160
  br i1 %389, label %390, label %391
390:
  store i32 36, i32* %27, align 4
  store i32 36, i32* %28, align 4
  br label %394
391:
  %392 = getelementptr %struct.decimal, %struct.decimal* %6, i64 0, i32 2, i64 %388
  store i32 0, i32* %392, align 4
  %393 = add nuw nsw i64 %388, 1
  br label %387
394:
  %395 = phi i64 [ %277, %390 ], [ %406, %399 ]
  %396 = icmp eq i64 %395, 0
  br i1 %396, label %397, label %399
397:
  %398 = add nsw i32 %278, -1075
  br label %407
399:
  %400 = urem i64 %395, 1000000000
  %401 = trunc i64 %400 to i32
  %402 = load i32, i32* %28, align 4
  %403 = add i32 %402, -1
  store i32 %403, i32* %28, align 4
  %404 = sext i32 %403 to i64
  %405 = getelementptr %struct.decimal, %struct.decimal* %6, i64 0, i32 2, i64 %404
  store i32 %401, i32* %405, align 4
  %406 = udiv i64 %395, 1000000000
  br label %394
407:
  %408 = phi i32 [ %439, %438 ], [ %398, %397 ]
  %409 = icmp sgt i32 %408, 0
  br i1 %409, label %410, label %440
410:
  %411 = icmp ult i32 %408, 29
  %412 = select i1 %411, i32 %408, i32 29
  %413 = load i32, i32* %27, align 4
  %414 = zext i32 %412 to i64
  br label %415
415:
  %416 = phi i64 [ 0, %410 ], [ %432, %423 ]
  %417 = phi i32 [ %413, %410 ], [ %418, %423 ]
  %418 = add i32 %417, -1
  %419 = load i32, i32* %28, align 4
  %420 = icmp sgt i32 %417, %419
  br i1 %420, label %423, label %421
421:
  %422 = icmp eq i64 %416, 0
  br i1 %422, label %438, label %433
423:
  %424 = sext i32 %418 to i64
  %425 = getelementptr %struct.decimal, %struct.decimal* %6, i64 0, i32 2, i64 %424
  %426 = load i32, i32* %425, align 4
  %427 = zext i32 %426 to i64
  %428 = shl i64 %427, %414
  %429 = add nuw i64 %428, %416
  %430 = urem i64 %429, 1000000000
  %431 = trunc i64 %430 to i32
  store i32 %431, i32* %425, align 4
  %432 = udiv i64 %429, 1000000000
  br label %415
433:
  %434 = trunc i64 %416 to i32
  %435 = add i32 %419, -1
  store i32 %435, i32* %28, align 4
  %436 = sext i32 %435 to i64
  %437 = getelementptr %struct.decimal, %struct.decimal* %6, i64 0, i32 2, i64 %436
  store i32 %434, i32* %437, align 4
  br label %438
438:
  %439 = sub i32 %408, %412
  br label %407
440:
  %441 = phi i32 [ %491, %490 ], [ %408, %407 ]
  %442 = icmp slt i32 %441, 0
  br i1 %442, label %443, label %492
443:
  %444 = icmp ugt i32 %441, -9
  %445 = sub i32 0, %441
  %446 = select i1 %444, i32 %445, i32 9
  %447 = load i32, i32* %28, align 4
  %448 = shl nsw i32 -1, %446
  %449 = xor i32 %448, -1
  %450 = lshr i32 1000000000, %446
  %451 = sext i32 %447 to i64
  br label %452
452:
  %453 = phi i64 [ %468, %461 ], [ %451, %443 ]
  %454 = phi i32 [ %467, %461 ], [ 0, %443 ]
  %455 = load i32, i32* %27, align 4
  %456 = sext i32 %455 to i64
  %457 = icmp slt i64 %453, %456
  br i1 %457, label %461, label %458
458:
  %459 = sext i32 %455 to i64
  %460 = icmp eq i32 %454, 0
  br i1 %460, label %474, label %469
461:
  %462 = getelementptr %struct.decimal, %struct.decimal* %6, i64 0, i32 2, i64 %453
  %463 = load i32, i32* %462, align 4
  %464 = lshr i32 %463, %446
  %465 = add i32 %464, %454
  store i32 %465, i32* %462, align 4
  %466 = and i32 %463, %449
  %467 = mul i32 %466, %450
  %468 = add nsw i64 %453, 1
  br label %452
469:
  %470 = add i32 %455, 1
  store i32 %470, i32* %27, align 4
  %471 = getelementptr %struct.decimal, %struct.decimal* %6, i64 0, i32 2, i64 %459
  store i32 %454, i32* %471, align 4
  %472 = load i32, i32* %27, align 4
  %473 = sext i32 %472 to i64
  br label %474
474:
  %475 = phi i64 [ %473, %469 ], [ %459, %458 ]
  %476 = load i32, i32* %28, align 4
  %477 = sext i32 %476 to i64
  br label %478
478:
  %479 = phi i64 [ %488, %487 ], [ %477, %474 ]
  %480 = icmp slt i64 %479, %475
  %481 = icmp slt i64 %479, 36
  %482 = and i1 %481, %480
  br i1 %482, label %483, label %490
483:
  %484 = getelementptr %struct.decimal, %struct.decimal* %6, i64 0, i32 2, i64 %479
  %485 = load i32, i32* %484, align 4
  %486 = icmp eq i32 %485, 0
  br i1 %486, label %487, label %490
487:
  %488 = add nsw i64 %479, 1
  %489 = trunc i64 %488 to i32
  store i32 %489, i32* %28, align 4
  br label %478
490:
  %491 = add i32 %446, %441
  br label %440
492:
  %493 = icmp slt i32 %71, 0
  %494 = select i1 %493, i32 6, i32 %71
  %495 = or i8 %76, 32
  %496 = sext i8 %495 to i32
  switch i32 %496, label %499 [
    i32 102, label %497
    i32 101, label %498
  ]
497:
  call void @put_fixed(%struct.sink* %0, %struct.form* %10, i8* %263, %struct.decimal* %6, i32 %494)
  br label %532
498:
  call void @put_scientific(%struct.sink* %0, %struct.form* %10, i8* %263, %struct.decimal* %6, i32 %494, i8 %76)
  br label %532
499:
  %500 = add i8 %76, -2
  %501 = icmp eq i32 %494, 0
  %502 = select i1 %501, i32 1, i32 %494
  %503 = call i32 @decimal_magnitude(%struct.decimal* %6)
  %504 = sub nsw i32 1, %502
  %505 = add i32 %504, %503
  call void @decimal_round_to(%struct.decimal* %6, i32 %505)
  %506 = call i32 @decimal_magnitude(%struct.decimal* %6)
  %507 = sub i32 %506, %502
  %508 = add i32 %507, 1
  %509 = icmp sgt i32 %506, -5
  %510 = icmp slt i32 %506, %502
  %511 = and i1 %509, %510
  %512 = load i8, i8* %16, align 1
  %513 = icmp eq i8 %512, 0
  br i1 %513, label %514, label %524
514:
  %515 = select i1 %511, i32 0, i32 %506
  br label %516
516:
  %517 = phi i32 [ %523, %522 ], [ %508, %514 ]
  %518 = icmp slt i32 %517, %515
  br i1 %518, label %519, label %524
519:
  %520 = call i32 @decimal_digit(%struct.decimal* %6, i32 %517)
  %521 = icmp eq i32 %520, 0
  br i1 %521, label %522, label %524
522:
  %523 = add nsw i32 %517, 1
  br label %516
524:
  %525 = phi i32 [ %508, %499 ], [ %517, %516 ], [ %517, %519 ]
  br i1 %511, label %526, label %530
526:
  %527 = icmp slt i32 %525, 0
  %528 = sub i32 0, %525
  %529 = select i1 %527, i32 %528, i32 0
  call void @put_fixed(%struct.sink* %0, %struct.form* %10, i8* %263, %struct.decimal* %6, i32 %529)
  br label %532
530:
  %531 = sub i32 %506, %525
  call void @put_scientific(%struct.sink* %0, %struct.form* %10, i8* %263, %struct.decimal* %6, i32 %531, i8 %500)
  br label %532
532:
  call void @llvm.lifetime.end.p0i8(i64 648, i8* %26)
  br label %535
533:
  call void @put(%struct.sink* %0, i8 37)
  br label %535
534:
  call void @__mazurka_error(i8* getelementptr inbounds ([54 x i8], [54 x i8]* @.str.131, i64 0, i64 0))
  unreachable
535:
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %13)
  br label %39
536:
  call void @llvm.va_end(i8* %11)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %11)
  ret void
}
define i32 @vsprintf(i8* %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = call i32 @vsnprintf(i8* %0, i64 -1, i8* %1, %struct.__va_list_tag* %2)
  ret i32 %4
}
define i32 @vasprintf(i8** %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = call i32 @vsnprintf(i8* null, i64 0, i8* %1, %struct.__va_list_tag* %2)
  %5 = sext i32 %4 to i64
  %6 = add nsw i64 %5, 1
  %7 = call i8* @malloc(i64 %6)
  store i8* %7, i8** %0, align 8
  %8 = icmp eq i8* %7, null
  br i1 %8, label %11, label %9
9:
  %10 = call i32 @vsnprintf(i8* %7, i64 %6, i8* %1, %struct.__va_list_tag* %2)
  br label %11
11:
  %12 = phi i32 [ %10, %9 ], [ -1, %3 ]
  ret i32 %12
}
define i32 @fprintf(%struct.FILE* %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vfprintf(%struct.FILE* %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
declare void @llvm.va_start(i8*)
declare void @llvm.va_end(i8*)
define i32 @printf(i8* %0, ...) {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  %3 = bitcast [1 x %struct.__va_list_tag]* %2 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %3)
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0
  call void @llvm.va_start(i8* %3)
  %5 = call i32 @vprintf(i8* %0, %struct.__va_list_tag* %4)
  call void @llvm.va_end(i8* %3)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %3)
  ret i32 %5
}
define i32 @dprintf(i32 %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @print_to(i32 %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @snprintf(i8* %0, i64 %1, i8* %2, ...) {
  %4 = alloca [1 x %struct.__va_list_tag], align 16
  %5 = bitcast [1 x %struct.__va_list_tag]* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %5)
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %4, i64 0, i64 0
  call void @llvm.va_start(i8* %5)
  %7 = call i32 @vsnprintf(i8* %0, i64 %1, i8* %2, %struct.__va_list_tag* %6)
  call void @llvm.va_end(i8* %5)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %5)
  ret i32 %7
}
define i32 @sprintf(i8* %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vsprintf(i8* %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @asprintf(i8** %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vasprintf(i8** %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @__vfprintf_chk(%struct.FILE* %0, i32 %1, i8* %2, %struct.__va_list_tag* %3) {
  %5 = call i32 @vfprintf(%struct.FILE* %0, i8* %2, %struct.__va_list_tag* %3)
  ret i32 %5
}
define i32 @__vprintf_chk(i32 %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = call i32 @vprintf(i8* %1, %struct.__va_list_tag* %2)
  ret i32 %4
}
define i32 @__vsnprintf_chk(i8* %0, i64 %1, i32 %2, i64 %3, i8* %4, %struct.__va_list_tag* %5) {
  %7 = call i32 @vsnprintf(i8* %0, i64 %1, i8* %4, %struct.__va_list_tag* %5)
  ret i32 %7
}
define i32 @__vsprintf_chk(i8* %0, i32 %1, i64 %2, i8* %3, %struct.__va_list_tag* %4) {
  %6 = call i32 @vsprintf(i8* %0, i8* %3, %struct.__va_list_tag* %4)
  ret i32 %6
}
define i32 @__fprintf_chk(%struct.FILE* %0, i32 %1, i8* %2, ...) {
  %4 = alloca [1 x %struct.__va_list_tag], align 16
  %5 = bitcast [1 x %struct.__va_list_tag]* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %5)
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %4, i64 0, i64 0
  call void @llvm.va_start(i8* %5)
  %7 = call i32 @vfprintf(%struct.FILE* %0, i8* %2, %struct.__va_list_tag* %6)
  call void @llvm.va_end(i8* %5)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %5)
  ret i32 %7
}
define i32 @__printf_chk(i32 %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vprintf(i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @__snprintf_chk(i8* %0, i64 %1, i32 %2, i64 %3, i8* %4, ...) {
  %6 = alloca [1 x %struct.__va_list_tag], align 16
  %7 = bitcast [1 x %struct.__va_list_tag]* %6 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %7)
  %8 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %6, i64 0, i64 0
  call void @llvm.va_start(i8* %7)
  %9 = call i32 @vsnprintf(i8* %0, i64 %1, i8* %4, %struct.__va_list_tag* %8)
  call void @llvm.va_end(i8* %7)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %7)
  ret i32 %9
}
define i32 @__sprintf_chk(i8* %0, i32 %1, i64 %2, i8* %3, ...) {
  %5 = alloca [1 x %struct.__va_list_tag], align 16
  %6 = bitcast [1 x %struct.__va_list_tag]* %5 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %6)
  %7 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %5, i64 0, i64 0
  call void @llvm.va_start(i8* %6)
  %8 = call i32 @vsprintf(i8* %0, i8* %3, %struct.__va_list_tag* %7)
  call void @llvm.va_end(i8* %6)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %6)
  ret i32 %8
}
define i64 @write(i32 %0, i8* %1, i64 %2) {
  %4 = add i32 %0, -3
  %5 = icmp ult i32 %4, -2
  br i1 %5, label %6, label %7
6:
  store i32 9, i32* @__mazurka_errno, align 4
  br label %8
7:
  call void @pthread_testcancel()
  call void @print_text(i32 %0, i8* %1, i64 %2, i32 0)
  br label %8
8:
  %9 = phi i64 [ -1, %6 ], [ %2, %7 ]
  ret i64 %9
}
define internal void @print_text(i32 %0, i8* %1, i64 %2, i32 %3) {
  %5 = alloca %struct.sink, align 8
  %6 = bitcast %struct.sink* %5 to i8*
  call void @llvm.lifetime.start.p0i8(i64 552, i8* %6)
  %7 = getelementptr inbounds %struct.sink, %struct.sink* %5, i64 0, i32 1
  store i32 %0, i32* %7, align 8
  %8 = getelementptr inbounds %struct.sink, %struct.sink* %5, i64 0, i32 3
  store i64 0, i64* %8, align 8
  %9 = getelementptr inbounds %struct.sink, %struct.sink* %5, i64 0, i32 4
  store i64 0, i64* %9, align 8
  call void @put_bytes(%struct.sink* %5, i8* %1, i64 %2)
  %10 = icmp eq i32 %3, 0
  br i1 %10, label %12, label %11
11:
  call void @put(%struct.sink* %5, i8 10)
  br label %12
12:
  call void @sink_flush(%struct.sink* %5)
  call void @llvm.lifetime.end.p0i8(i64 552, i8* %6)
  ret void
}
define i32 @puts(i8* %0) {
  %2 = call i64 @strlen(i8* %0)
  call void @print_text(i32 1, i8* %0, i64 %2, i32 1)
  ret i32 1
}
define i32 @fputs(i8* %0, %struct.FILE* %1) {
  %3 = call i32 @output_of(%struct.FILE* %1)
  %4 = icmp slt i32 %3, 0
  br i1 %4, label %7, label %5
5:
  %6 = call i64 @strlen(i8* %0)
  call void @print_text(i32 %3, i8* %0, i64 %6, i32 0)
  br label %7
7:
  %8 = phi i32 [ 1, %5 ], [ -1, %2 ]
  ret i32 %8
}
define i32 @fputs_unlocked(i8* %0, %struct.FILE* %1) {
  %3 = call i32 @fputs(i8* %0, %struct.FILE* %1)
  ret i32 %3
}
define i64 @fwrite(i8* %0, i64 %1, i64 %2, %struct.FILE* %3) {
  %5 = call i32 @output_of(%struct.FILE* %3)
  %6 = icmp slt i32 %5, 0
  br i1 %6, label %11, label %7
7:
  %8 = mul i64 %2, %1
  call void @print_text(i32 %5, i8* %0, i64 %8, i32 0)
  %9 = icmp eq i64 %1, 0
  %10 = select i1 %9, i64 0, i64 %2
  br label %11
11:
  %12 = phi i64 [ %10, %7 ], [ 0, %4 ]
  ret i64 %12
}
define i64 @fwrite_unlocked(i8* %0, i64 %1, i64 %2, %struct.FILE* %3) {
  %5 = call i64 @fwrite(i8* %0, i64 %1, i64 %2, %struct.FILE* %3)
  ret i64 %5
}
define i32 @fputc(i32 %0, %struct.FILE* %1) {
  %3 = alloca i8, align 1
  call void @llvm.lifetime.start.p0i8(i64 1, i8* %3)
  %4 = trunc i32 %0 to i8
  store i8 %4, i8* %3, align 1
  %5 = call i32 @output_of(%struct.FILE* %1)
  %6 = icmp slt i32 %5, 0
  br i1 %6, label %9, label %7
7:
  call void @__mazurka_print(i32 %5, i8* %3, i64 1)
  %8 = and i32 %0, 255
  br label %9
9:
  %10 = phi i32 [ %8, %7 ], [ -1, %2 ]
  call void @llvm.lifetime.end.p0i8(i64 1, i8* %3)
  ret i32 %10
}
declare void @__mazurka_print(i32, i8*, i64)
define i32 @putc(i32 %0, %struct.FILE* %1) {
  %3 = call i32 @fputc(i32 %0, %struct.FILE* %1)
  ret i32 %3
}
define i32 @putc_unlocked(i32 %0, %struct.FILE* %1) {
  %3 = call i32 @fputc(i32 %0, %struct.FILE* %1)
  ret i32 %3
}
define i32 @_IO_putc(i32 %0, %struct.FILE* %1) {
  %3 = call i32 @fputc(i32 %0, %struct.FILE* %1)
  ret i32 %3
}
define i32 @__overflow(%struct.FILE* %0, i32 %1) {
  %3 = call i32 @fputc(i32 %1, %struct.FILE* %0)
  ret i32 %3
}
define i32 @putchar(i32 %0) {
  %2 = call i32 @fputc(i32 %0, %struct.FILE* @stdout_file)
  ret i32 %2
}
define i32 @putchar_unlocked(i32 %0) {
  %2 = call i32 @fputc(i32 %0, %struct.FILE* @stdout_file)
  ret i32 %2
}
define void @perror(i8* %0) {
  %2 = icmp eq i8* %0, null
  br i1 %2, label %8, label %3
3:
  %4 = load i8, i8* %0, align 1
  %5 = icmp eq i8 %4, 0
  br i1 %5, label %8, label %6
6:
  %7 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([8 x i8], [8 x i8]* @.str.32, i64 0, i64 0), i8* %0)
  br label %10
8:
  %9 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.33, i64 0, i64 0))
  br label %10
10:
  ret void
}
define void @psignal(i32 %0, i8* %1) {
  %3 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([15 x i8], [15 x i8]* @.str.34, i64 0, i64 0), i8* %1, i32 %0)
  ret void
}
define i32 @fflush(%struct.FILE* %0) {
  ret i32 0
}
define i32 @fflush_unlocked(%struct.FILE* %0) {
  ret i32 0
}
define i32 @setvbuf(%struct.FILE* %0, i8* %1, i32 %2, i64 %3) {
  ret i32 0
}
define void @setbuf(%struct.FILE* %0, i8* %1) {
  ret void
}
define void @setlinebuf(%struct.FILE* %0) {
  ret void
}
define i64 @tmpfile() {
  call void @__mazurka_error(i8* getelementptr inbounds ([66 x i8], [66 x i8]* @.str.35, i64 0, i64 0))
  unreachable
}
define i64 @popen() {
  call void @__mazurka_error(i8* getelementptr inbounds ([64 x i8], [64 x i8]* @.str.36, i64 0, i64 0))
  unreachable
}
define i64 @pipe() {
  call void @__mazurka_error(i8* getelementptr inbounds ([63 x i8], [63 x i8]* @.str.37, i64 0, i64 0))
  unreachable
}
define i64 @socket() {
  call void @__mazurka_error(i8* getelementptr inbounds ([65 x i8], [65 x i8]* @.str.38, i64 0, i64 0))
  unreachable
}
define i64 @select() {
  call void @__mazurka_error(i8* getelementptr inbounds ([65 x i8], [65 x i8]* @.str.39, i64 0, i64 0))
  unreachable
}
define i64 @poll() {
  call void @__mazurka_error(i8* getelementptr inbounds ([63 x i8], [63 x i8]* @.str.40, i64 0, i64 0))
  unreachable
}
define void @warn(i8* %0, ...) {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  %3 = bitcast [1 x %struct.__va_list_tag]* %2 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %3)
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0
  call void @llvm.va_start(i8* %3)
  call void @complain(i8* %0, %struct.__va_list_tag* %4, i32 1)
  call void @llvm.va_end(i8* %3)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %3)
  ret void
}
define internal void @complain(i8* %0, %struct.__va_list_tag* %1, i32 %2) {
  %4 = alloca %struct.sink, align 8
  %5 = bitcast %struct.sink* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 552, i8* %5)
  %6 = getelementptr inbounds %struct.sink, %struct.sink* %4, i64 0, i32 1
  store i32 2, i32* %6, align 8
  %7 = getelementptr inbounds %struct.sink, %struct.sink* %4, i64 0, i32 3
  store i64 0, i64* %7, align 8
  %8 = getelementptr inbounds %struct.sink, %struct.sink* %4, i64 0, i32 4
  store i64 0, i64* %8, align 8
  %9 = icmp eq i8* %0, null
  br i1 %9, label %10, label %12
10:
  %11 = icmp eq i32 %2, 0
  br i1 %11, label %19, label %15
12:
  call void @put_format(%struct.sink* %4, i8* %0, %struct.__va_list_tag* %1)
  %13 = icmp eq i32 %2, 0
  br i1 %13, label %19, label %14
14:
  call void @put_bytes(%struct.sink* %4, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.143, i64 0, i64 0), i64 2)
  br label %15
15:
  %16 = load i32, i32* @__mazurka_errno, align 4
  %17 = call i8* @strerror(i32 %16)
  %18 = call i64 @strlen(i8* %17)
  call void @put_bytes(%struct.sink* %4, i8* %17, i64 %18)
  br label %19
19:
  call void @put(%struct.sink* %4, i8 10)
  call void @sink_flush(%struct.sink* %4)
  call void @llvm.lifetime.end.p0i8(i64 552, i8* %5)
  ret void
}
define void @warnx(i8* %0, ...) {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  %3 = bitcast [1 x %struct.__va_list_tag]* %2 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %3)
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0
  call void @llvm.va_start(i8* %3)
  call void @complain(i8* %0, %struct.__va_list_tag* %4, i32 0)
  call void @llvm.va_end(i8* %3)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %3)
  ret void
}
define void @err(i32 %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  call void @complain(i8* %1, %struct.__va_list_tag* %5, i32 1)
  call void @llvm.va_end(i8* %4)
  call void @exit(i32 %0)
  unreachable
}
declare void @exit(i32)
define void @errx(i32 %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  call void @complain(i8* %1, %struct.__va_list_tag* %5, i32 0)
  call void @llvm.va_end(i8* %4)
  call void @exit(i32 %0)
  unreachable
}
define void @error(i32 %0, i32 %1, i8* %2, ...) {
  %4 = alloca [1 x %struct.__va_list_tag], align 16
  store i32 %1, i32* @__mazurka_errno, align 4
  %5 = bitcast [1 x %struct.__va_list_tag]* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %5)
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %4, i64 0, i64 0
  call void @llvm.va_start(i8* %5)
  %7 = icmp ne i32 %1, 0
  %8 = zext i1 %7 to i32
  call void @complain(i8* %2, %struct.__va_list_tag* %6, i32 %8)
  call void @llvm.va_end(i8* %5)
  %9 = icmp eq i32 %0, 0
  br i1 %9, label %11, label %10
10:
  call void @exit(i32 %0)
  unreachable
11:
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %5)
  ret void
}
define %struct.FILE* @fopen(i8* %0, i8* %1) {
  %3 = call %struct.given* @file_for(i8* %0, i8* %1)
  %4 = icmp eq %struct.given* %3, null
  br i1 %4, label %7, label %5
5:
  %6 = call %struct.FILE* @new_stream(%struct.given* %3, i32 -1)
  br label %7
7:
  %8 = phi %struct.FILE* [ %6, %5 ], [ null, %2 ]
  ret %struct.FILE* %8
}
define internal %struct.given* @file_for(i8* %0, i8* %1) {
  %3 = call %struct.given* @find_file(i8* %0)
  %4 = load i8, i8* %1, align 1
  switch i8 %4, label %11 [
    i8 114, label %5
    i8 97, label %10
    i8 119, label %10
  ]
5:
  %6 = icmp eq %struct.given* %3, null
  br i1 %6, label %11, label %7
7:
  %8 = call i8* @strchr(i8* %1, i32 43)
  %9 = icmp eq i8* %8, null
  br i1 %9, label %13, label %10
10:
  br label %11
11:
  %12 = phi i32 [ 30, %10 ], [ 22, %2 ], [ 2, %5 ]
  store i32 %12, i32* @__mazurka_errno, align 4
  br label %13
13:
  %14 = phi %struct.given* [ %3, %7 ], [ null, %11 ]
  ret %struct.given* %14
}
define internal %struct.FILE* @new_stream(%struct.given* %0, i32 %1) {
  %3 = call i8* @calloc(i64 1, i64 176)
  %4 = icmp eq i8* %3, null
  br i1 %4, label %5, label %6
5:
  store i32 12, i32* @__mazurka_errno, align 4
  br label %17
6:
  %7 = bitcast i8* %3 to %struct.FILE*
  %8 = bitcast i8* %3 to i32*
  store i32 -72548352, i32* %8, align 8
  %9 = getelementptr i8, i8* %3, i64 120
  %10 = bitcast i8* %9 to i32*
  store i32 1, i32* %10, align 8
  %11 = getelementptr inbounds i8, i8* %3, i64 144
  %12 = bitcast i8* %11 to %struct.given**
  store %struct.given* %0, %struct.given** %12, align 8
  %13 = getelementptr inbounds i8, i8* %3, i64 152
  %14 = bitcast i8* %13 to i64*
  store i64 0, i64* %14, align 8
  %15 = getelementptr inbounds i8, i8* %3, i64 160
  %16 = bitcast i8* %15 to i32*
  store i32 %1, i32* %16, align 8
  br label %17
17:
  %18 = phi %struct.FILE* [ %7, %6 ], [ null, %5 ]
  ret %struct.FILE* %18
}
define %struct.FILE* @fopen64(i8* %0, i8* %1) {
  %3 = call %struct.FILE* @fopen(i8* %0, i8* %1)
  ret %struct.FILE* %3
}
define %struct.FILE* @fdopen(i32 %0, i8* %1) {
  %3 = load i8, i8* %1, align 1
  %4 = icmp ne i8 %3, 114
  %5 = add i32 %0, -1
  %6 = icmp ult i32 %5, 2
  %7 = and i1 %6, %4
  br i1 %7, label %8, label %11
8:
  %9 = icmp eq i32 %0, 1
  %10 = select i1 %9, %struct.FILE* @stdout_file, %struct.FILE* @stderr_file
  br label %25
11:
  %12 = icmp eq i8 %3, 114
  br i1 %12, label %13, label %16
13:
  %14 = call i8* @strchr(i8* %1, i32 43)
  %15 = icmp eq i8* %14, null
  br i1 %15, label %17, label %16
16:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %25
17:
  %18 = call %struct.descriptor* @lock_descriptor(i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.41, i64 0, i64 0), i32 %0)
  %19 = icmp eq %struct.descriptor* %18, null
  br i1 %19, label %25, label %20
20:
  %21 = getelementptr inbounds %struct.descriptor, %struct.descriptor* %18, i64 0, i32 1
  %22 = bitcast %struct.lock* %21 to i8*
  %23 = call i32 @pthread_mutex_unlock(i8* %22)
  %24 = call %struct.FILE* @new_stream(%struct.given* null, i32 %0)
  br label %25
25:
  %26 = phi %struct.FILE* [ %10, %8 ], [ null, %16 ], [ %24, %20 ], [ null, %17 ]
  ret %struct.FILE* %26
}
define %struct.FILE* @freopen(i8* %0, i8* %1, %struct.FILE* %2) {
  %4 = icmp eq %struct.FILE* %2, @stdout_file
  %5 = icmp eq %struct.FILE* %2, @stderr_file
  %6 = or i1 %4, %5
  br i1 %6, label %12, label %7
7:
  %8 = icmp ne %struct.FILE* %2, @stdin_file
  %9 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %10 = icmp ne i8* %9, null
  %11 = select i1 %8, i1 true, i1 %10
  br i1 %11, label %14, label %13
12:
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.42, i64 0, i64 0))
  unreachable
13:
  call void @__mazurka_error(i8* getelementptr inbounds ([69 x i8], [69 x i8]* @.str.43, i64 0, i64 0))
  unreachable
14:
  %15 = icmp eq i8* %0, null
  br i1 %15, label %16, label %17
16:
  call void @__mazurka_error(i8* getelementptr inbounds ([42 x i8], [42 x i8]* @.str.44, i64 0, i64 0))
  unreachable
17:
  %18 = call %struct.given* @file_for(i8* %0, i8* %1)
  call void @lock_stream(%struct.FILE* %2)
  %19 = getelementptr inbounds %struct.FILE, %struct.FILE* %2, i64 0, i32 0
  store i32 -72548352, i32* %19, align 8
  %20 = getelementptr inbounds %struct.FILE, %struct.FILE* %2, i64 0, i32 5
  store i32 0, i32* %20, align 4
  %21 = call %struct.open_file* @open_of(%struct.FILE* %2)
  %22 = icmp eq %struct.given* %18, null
  br i1 %22, label %23, label %27
23:
  %24 = call %struct.open_file* @open_of(%struct.FILE* %2)
  %25 = getelementptr inbounds %struct.open_file, %struct.open_file* %24, i64 0, i32 0
  %26 = load %struct.given*, %struct.given** %25, align 8
  br label %27
27:
  %28 = phi %struct.FILE* [ null, %23 ], [ %2, %17 ]
  %29 = phi %struct.given* [ %26, %23 ], [ %18, %17 ]
  %30 = getelementptr inbounds %struct.open_file, %struct.open_file* %21, i64 0, i32 0
  store %struct.given* %29, %struct.given** %30, align 8
  %31 = getelementptr inbounds %struct.open_file, %struct.open_file* %21, i64 0, i32 1
  store i64 0, i64* %31, align 8
  call void @unlock_stream(%struct.FILE* %2)
  ret %struct.FILE* %28
}
define internal void @lock_stream(%struct.FILE* %0) {
  %2 = icmp eq %struct.FILE* %0, @stdout_file
  %3 = icmp eq %struct.FILE* %0, @stderr_file
  %4 = or i1 %2, %3
  br i1 %4, label %9, label %5
5:
  call void @lock_file(%struct.FILE* %0)
  %6 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 4
  %7 = load i32, i32* %6, align 8
  %8 = icmp sgt i32 %7, -1
  br i1 %8, label %10, label %15
9:
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.144, i64 0, i64 0))
  unreachable
10:
  %11 = zext i32 %7 to i64
  %12 = getelementptr [256 x %struct.descriptor], [256 x %struct.descriptor]* bitcast (<{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }>* @descriptors to [256 x %struct.descriptor]*), i64 0, i64 %11, i32 1
  %13 = bitcast %struct.lock* %12 to i8*
  %14 = call i32 @pthread_mutex_lock(i8* %13)
  br label %15
15:
  ret void
}
define internal %struct.open_file* @open_of(%struct.FILE* %0) {
  %2 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 4
  %3 = load i32, i32* %2, align 8
  %4 = icmp slt i32 %3, 0
  br i1 %4, label %5, label %7
5:
  %6 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 3
  br label %20
7:
  %8 = zext i32 %3 to i64
  %9 = getelementptr [256 x %struct.descriptor], [256 x %struct.descriptor]* bitcast (<{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }>* @descriptors to [256 x %struct.descriptor]*), i64 0, i64 %8, i32 2
  %10 = getelementptr inbounds %struct.open_file, %struct.open_file* %9, i64 0, i32 0
  %11 = load %struct.given*, %struct.given** %10, align 16
  %12 = icmp eq %struct.given* %11, null
  br i1 %12, label %13, label %20
13:
  %14 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  %15 = load i32, i32* %14, align 8
  %16 = or i32 %15, 32
  store i32 %16, i32* %14, align 8
  store i32 9, i32* @__mazurka_errno, align 4
  %17 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 3, i32 0
  store %struct.given* @no_file, %struct.given** %17, align 8
  %18 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 3, i32 1
  store i64 0, i64* %18, align 8
  %19 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 3
  br label %20
20:
  %21 = phi %struct.open_file* [ %6, %5 ], [ %19, %13 ], [ %9, %7 ]
  ret %struct.open_file* %21
}
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)
define internal void @unlock_stream(%struct.FILE* %0) {
  %2 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 4
  %3 = load i32, i32* %2, align 8
  %4 = icmp sgt i32 %3, -1
  br i1 %4, label %5, label %10
5:
  %6 = zext i32 %3 to i64
  %7 = getelementptr [256 x %struct.descriptor], [256 x %struct.descriptor]* bitcast (<{ %struct.descriptor, %struct.descriptor, %struct.descriptor, [253 x %struct.descriptor] }>* @descriptors to [256 x %struct.descriptor]*), i64 0, i64 %6, i32 1
  %8 = bitcast %struct.lock* %7 to i8*
  %9 = call i32 @pthread_mutex_unlock(i8* %8)
  br label %10
10:
  %11 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 2
  %12 = bitcast %struct.lock* %11 to i8*
  %13 = call i32 @pthread_mutex_unlock(i8* %12)
  ret void
}
define i32 @fileno(%struct.FILE* %0) {
  %2 = icmp eq %struct.FILE* %0, @stdout_file
  br i1 %2, label %19, label %3
3:
  %4 = icmp eq %struct.FILE* %0, @stderr_file
  br i1 %4, label %19, label %5
5:
  %6 = icmp eq %struct.FILE* %0, @stdin_file
  br i1 %6, label %19, label %7
7:
  call void @lock_file(%struct.FILE* %0)
  %8 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 4
  %9 = load i32, i32* %8, align 8
  %10 = icmp slt i32 %9, 0
  br i1 %10, label %11, label %14
11:
  %12 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 3
  %13 = call i32 @new_descriptor(%struct.open_file* %12)
  store i32 %13, i32* %8, align 8
  br label %14
14:
  %15 = phi i32 [ %13, %11 ], [ %9, %7 ]
  %16 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 2
  %17 = bitcast %struct.lock* %16 to i8*
  %18 = call i32 @pthread_mutex_unlock(i8* %17)
  br label %19
19:
  %20 = phi i32 [ %15, %14 ], [ 1, %1 ], [ 2, %3 ], [ 0, %5 ]
  ret i32 %20
}
define internal void @lock_file(%struct.FILE* %0) {
  %2 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 2
  %3 = bitcast %struct.lock* %2 to i8*
  %4 = call i32 @pthread_mutex_lock(i8* %3)
  %5 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  %6 = load i32, i32* %5, align 8
  %7 = and i32 %6, -49
  %8 = icmp eq i32 %7, -72548352
  br i1 %8, label %10, label %9
9:
  call void @__mazurka_fail(i8* getelementptr inbounds ([17 x i8], [17 x i8]* @.str.24, i64 0, i64 0), i8* getelementptr inbounds ([25 x i8], [25 x i8]* @.str.145, i64 0, i64 0))
  unreachable
10:
  ret void
}
define i32 @fileno_unlocked(%struct.FILE* %0) {
  %2 = call i32 @fileno(%struct.FILE* %0)
  ret i32 %2
}
define i32 @fclose(%struct.FILE* %0) {
  %2 = icmp eq %struct.FILE* %0, @stdout_file
  %3 = icmp eq %struct.FILE* %0, @stderr_file
  %4 = or i1 %2, %3
  %5 = icmp eq %struct.FILE* %0, @stdin_file
  %6 = or i1 %5, %4
  br i1 %6, label %19, label %7
7:
  call void @lock_file(%struct.FILE* %0)
  %8 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 4
  %9 = load i32, i32* %8, align 8
  %10 = icmp slt i32 %9, 0
  br i1 %10, label %13, label %11
11:
  %12 = call i32 @close_descriptor(i32 %9)
  br label %13
13:
  %14 = phi i32 [ %12, %11 ], [ 0, %7 ]
  %15 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 2
  %16 = bitcast %struct.lock* %15 to i8*
  %17 = call i32 @pthread_mutex_unlock(i8* %16)
  %18 = bitcast %struct.FILE* %0 to i8*
  call void @free(i8* %18)
  br label %19
19:
  %20 = phi i32 [ %14, %13 ], [ 0, %1 ]
  ret i32 %20
}
define void @flockfile(%struct.FILE* %0) {
  %2 = call i32 @has_lock(%struct.FILE* %0)
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %5, label %4
4:
  call void @lock_file(%struct.FILE* %0)
  br label %5
5:
  ret void
}
define internal i32 @has_lock(%struct.FILE* %0) {
  %2 = icmp eq %struct.FILE* %0, @stdout_file
  %3 = icmp eq %struct.FILE* %0, @stderr_file
  %4 = or i1 %2, %3
  br i1 %4, label %11, label %5
5:
  %6 = icmp ne %struct.FILE* %0, @stdin_file
  %7 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %8 = icmp ne i8* %7, null
  %9 = select i1 %6, i1 true, i1 %8
  %10 = zext i1 %9 to i32
  br label %11
11:
  %12 = phi i32 [ %10, %5 ], [ 0, %1 ]
  ret i32 %12
}
define i32 @ftrylockfile(%struct.FILE* %0) {
  %2 = call i32 @has_lock(%struct.FILE* %0)
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %10, label %4
4:
  %5 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 2
  %6 = bitcast %struct.lock* %5 to i8*
  %7 = call i32 @pthread_mutex_trylock(i8* %6)
  %8 = icmp ne i32 %7, 0
  %9 = sext i1 %8 to i32
  br label %10
10:
  %11 = phi i32 [ 0, %1 ], [ %9, %4 ]
  ret i32 %11
}
declare i32 @pthread_mutex_trylock(i8*)
define void @funlockfile(%struct.FILE* %0) {
  %2 = call i32 @has_lock(%struct.FILE* %0)
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %8, label %4
4:
  %5 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 2
  %6 = bitcast %struct.lock* %5 to i8*
  %7 = call i32 @pthread_mutex_unlock(i8* %6)
  br label %8
8:
  ret void
}
define i32 @fseek(%struct.FILE* %0, i64 %1, i32 %2) {
  %4 = call i32 @has_no_place(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.45, i64 0, i64 0), %struct.FILE* %0)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %8
6:
  call void @lock_stream(%struct.FILE* %0)
  %7 = call i32 @seek_stream(%struct.FILE* %0, i64 %1, i32 %2)
  call void @unlock_stream(%struct.FILE* %0)
  br label %8
8:
  %9 = phi i32 [ %7, %6 ], [ -1, %3 ]
  ret i32 %9
}
define internal i32 @has_no_place(i8* %0, %struct.FILE* %1) {
  %3 = alloca [120 x i8], align 16
  %4 = icmp ne %struct.FILE* %1, @stdin_file
  %5 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %6 = icmp ne i8* %5, null
  %7 = select i1 %4, i1 true, i1 %6
  br i1 %7, label %11, label %8
8:
  %9 = getelementptr inbounds [120 x i8], [120 x i8]* %3, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 120, i8* %9)
  %10 = call i32 (i8*, i64, i8*, ...) @snprintf(i8* %9, i64 120, i8* getelementptr inbounds ([64 x i8], [64 x i8]* @.str.146, i64 0, i64 0), i8* %0)
  call void @__mazurka_error(i8* %9)
  unreachable
11:
  %12 = icmp eq %struct.FILE* %1, @stdout_file
  %13 = icmp eq %struct.FILE* %1, @stderr_file
  %14 = or i1 %12, %13
  br i1 %14, label %15, label %16
15:
  store i32 29, i32* @__mazurka_errno, align 4
  br label %16
16:
  %17 = zext i1 %14 to i32
  ret i32 %17
}
define internal i32 @seek_stream(%struct.FILE* %0, i64 %1, i32 %2) {
  %4 = icmp eq i32 %2, 1
  br i1 %4, label %5, label %10
5:
  %6 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 5
  %7 = load i32, i32* %6, align 4
  %8 = sext i32 %7 to i64
  %9 = sub i64 %1, %8
  br label %10
10:
  %11 = phi i64 [ %9, %5 ], [ %1, %3 ]
  %12 = call %struct.open_file* @open_of(%struct.FILE* %0)
  %13 = call i64 @seek_in(%struct.open_file* %12, i64 %11, i32 %2)
  %14 = icmp slt i64 %13, 0
  br i1 %14, label %20, label %15
15:
  %16 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 5
  store i32 0, i32* %16, align 4
  %17 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  %18 = load i32, i32* %17, align 8
  %19 = and i32 %18, -17
  store i32 %19, i32* %17, align 8
  br label %20
20:
  %21 = phi i32 [ 0, %15 ], [ -1, %10 ]
  ret i32 %21
}
define i32 @fseeko(%struct.FILE* %0, i64 %1, i32 %2) {
  %4 = call i32 @fseek(%struct.FILE* %0, i64 %1, i32 %2)
  ret i32 %4
}
define i32 @fseeko64(%struct.FILE* %0, i64 %1, i32 %2) {
  %4 = call i32 @fseek(%struct.FILE* %0, i64 %1, i32 %2)
  ret i32 %4
}
define i64 @ftell(%struct.FILE* %0) {
  %2 = call i32 @has_no_place(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.46, i64 0, i64 0), %struct.FILE* %0)
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %4, label %12
4:
  call void @lock_stream(%struct.FILE* %0)
  %5 = call %struct.open_file* @open_of(%struct.FILE* %0)
  %6 = getelementptr inbounds %struct.open_file, %struct.open_file* %5, i64 0, i32 1
  %7 = load i64, i64* %6, align 8
  %8 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 5
  %9 = load i32, i32* %8, align 4
  %10 = sext i32 %9 to i64
  %11 = sub i64 %7, %10
  call void @unlock_stream(%struct.FILE* %0)
  br label %12
12:
  %13 = phi i64 [ %11, %4 ], [ -1, %1 ]
  ret i64 %13
}
define i64 @ftello(%struct.FILE* %0) {
  %2 = call i64 @ftell(%struct.FILE* %0)
  ret i64 %2
}
define i64 @ftello64(%struct.FILE* %0) {
  %2 = call i64 @ftell(%struct.FILE* %0)
  ret i64 %2
}
define void @rewind(%struct.FILE* %0) {
  %2 = call i32 @has_no_place(i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.47, i64 0, i64 0), %struct.FILE* %0)
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %4, label %9
4:
  call void @lock_stream(%struct.FILE* %0)
  %5 = call i32 @seek_stream(%struct.FILE* %0, i64 0, i32 0)
  %6 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  %7 = load i32, i32* %6, align 8
  %8 = and i32 %7, -33
  store i32 %8, i32* %6, align 8
  call void @unlock_stream(%struct.FILE* %0)
  br label %9
9:
  ret void
}
define i32 @fgetpos(%struct.FILE* %0, i64* %1) {
  %3 = call i64 @ftell(%struct.FILE* %0)
  %4 = icmp slt i64 %3, 0
  br i1 %4, label %6, label %5
5:
  store i64 %3, i64* %1, align 8
  br label %6
6:
  %7 = phi i32 [ 0, %5 ], [ -1, %2 ]
  ret i32 %7
}
define i32 @fgetpos64(%struct.FILE* %0, i64* %1) {
  %3 = call i32 @fgetpos(%struct.FILE* %0, i64* %1)
  ret i32 %3
}
define i32 @fsetpos(%struct.FILE* %0, i64* %1) {
  %3 = load i64, i64* %1, align 8
  %4 = call i32 @fseek(%struct.FILE* %0, i64 %3, i32 0)
  ret i32 %4
}
define i32 @fsetpos64(%struct.FILE* %0, i64* %1) {
  %3 = call i32 @fsetpos(%struct.FILE* %0, i64* %1)
  ret i32 %3
}
define i32 @feof(%struct.FILE* %0) {
  %2 = call i32 @has_flag(%struct.FILE* %0, i32 16)
  ret i32 %2
}
define internal i32 @has_flag(%struct.FILE* %0, i32 %1) {
  %3 = call i32 @has_lock(%struct.FILE* %0)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %14, label %5
5:
  call void @lock_file(%struct.FILE* %0)
  %6 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  %7 = load i32, i32* %6, align 8
  %8 = and i32 %7, %1
  %9 = icmp ne i32 %8, 0
  %10 = zext i1 %9 to i32
  %11 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 2
  %12 = bitcast %struct.lock* %11 to i8*
  %13 = call i32 @pthread_mutex_unlock(i8* %12)
  br label %14
14:
  %15 = phi i32 [ %10, %5 ], [ 0, %2 ]
  ret i32 %15
}
define i32 @feof_unlocked(%struct.FILE* %0) {
  %2 = call i32 @feof(%struct.FILE* %0)
  ret i32 %2
}
define i32 @ferror(%struct.FILE* %0) {
  %2 = call i32 @has_flag(%struct.FILE* %0, i32 32)
  ret i32 %2
}
define i32 @ferror_unlocked(%struct.FILE* %0) {
  %2 = call i32 @ferror(%struct.FILE* %0)
  ret i32 %2
}
define void @clearerr(%struct.FILE* %0) {
  %2 = call i32 @has_lock(%struct.FILE* %0)
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %9, label %4
4:
  call void @lock_file(%struct.FILE* %0)
  %5 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  store i32 -72548352, i32* %5, align 8
  %6 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 2
  %7 = bitcast %struct.lock* %6 to i8*
  %8 = call i32 @pthread_mutex_unlock(i8* %7)
  br label %9
9:
  ret void
}
define void @clearerr_unlocked(%struct.FILE* %0) {
  call void @clearerr(%struct.FILE* %0)
  ret void
}
define i32 @ungetc(i32 %0, %struct.FILE* %1) {
  %3 = icmp ne %struct.FILE* %1, @stdin_file
  %4 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %5 = icmp ne i8* %4, null
  %6 = select i1 %3, i1 true, i1 %5
  br i1 %6, label %8, label %7
7:
  call void @__mazurka_error(i8* getelementptr inbounds ([71 x i8], [71 x i8]* @.str.48, i64 0, i64 0))
  unreachable
8:
  %9 = icmp slt i32 %0, 0
  br i1 %9, label %25, label %10
10:
  call void @lock_stream(%struct.FILE* %1)
  %11 = getelementptr inbounds %struct.FILE, %struct.FILE* %1, i64 0, i32 5
  %12 = load i32, i32* %11, align 4
  %13 = icmp slt i32 %12, 8
  br i1 %13, label %14, label %22
14:
  %15 = trunc i32 %0 to i8
  %16 = add nsw i32 %12, 1
  store i32 %16, i32* %11, align 4
  %17 = sext i32 %12 to i64
  %18 = getelementptr %struct.FILE, %struct.FILE* %1, i64 0, i32 6, i64 %17
  store i8 %15, i8* %18, align 1
  %19 = getelementptr inbounds %struct.FILE, %struct.FILE* %1, i64 0, i32 0
  %20 = load i32, i32* %19, align 8
  %21 = and i32 %20, -17
  store i32 %21, i32* %19, align 8
  br label %22
22:
  call void @unlock_stream(%struct.FILE* %1)
  %23 = and i32 %0, 255
  %24 = select i1 %13, i32 %23, i32 -1
  br label %25
25:
  %26 = phi i32 [ %24, %22 ], [ -1, %8 ]
  ret i32 %26
}
define i64 @fread(i8* %0, i64 %1, i64 %2, %struct.FILE* %3) {
  %5 = icmp ne %struct.FILE* %3, @stdin_file
  %6 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %7 = icmp ne i8* %6, null
  %8 = select i1 %5, i1 true, i1 %7
  br i1 %8, label %10, label %9
9:
  call void @__mazurka_error(i8* getelementptr inbounds ([67 x i8], [67 x i8]* @.str.49, i64 0, i64 0))
  unreachable
10:
  %11 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %1, i64 %2)
  %12 = extractvalue { i64, i1 } %11, 1
  %13 = extractvalue { i64, i1 } %11, 0
  %14 = select i1 %12, i64 9223372036854775807, i64 %13
  %15 = icmp eq i64 %14, 0
  br i1 %15, label %19, label %16
16:
  call void @lock_stream(%struct.FILE* %3)
  %17 = call i64 @read_bytes(%struct.FILE* %3, i8* %0, i64 %14)
  call void @unlock_stream(%struct.FILE* %3)
  %18 = udiv i64 %17, %1
  br label %19
19:
  %20 = phi i64 [ %18, %16 ], [ 0, %10 ]
  ret i64 %20
}
define internal i64 @read_bytes(%struct.FILE* %0, i8* %1, i64 %2) {
  %4 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 5
  br label %5
5:
  %6 = phi i64 [ 0, %3 ], [ %14, %11 ]
  %7 = icmp eq i64 %6, %2
  br i1 %7, label %16, label %8
8:
  %9 = load i32, i32* %4, align 4
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %16, label %11
11:
  %12 = call i32 @next_byte(%struct.FILE* %0)
  %13 = trunc i32 %12 to i8
  %14 = add i64 %6, 1
  %15 = getelementptr i8, i8* %1, i64 %6
  store i8 %13, i8* %15, align 1
  br label %5
16:
  %17 = phi i64 [ %2, %5 ], [ %6, %8 ]
  %18 = call %struct.open_file* @open_of(%struct.FILE* %0)
  %19 = getelementptr inbounds %struct.open_file, %struct.open_file* %18, i64 0, i32 0
  %20 = load %struct.given*, %struct.given** %19, align 8
  %21 = getelementptr inbounds %struct.open_file, %struct.open_file* %18, i64 0, i32 1
  %22 = load i64, i64* %21, align 8
  %23 = getelementptr i8, i8* %1, i64 %17
  %24 = sub i64 %2, %17
  %25 = call i64 @copy_from(%struct.given* %20, i64 %22, i8* %23, i64 %24)
  %26 = load i64, i64* %21, align 8
  %27 = add i64 %26, %25
  store i64 %27, i64* %21, align 8
  %28 = add i64 %25, %17
  %29 = icmp ult i64 %28, %2
  br i1 %29, label %30, label %34
30:
  %31 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  %32 = load i32, i32* %31, align 8
  %33 = or i32 %32, 16
  store i32 %33, i32* %31, align 8
  br label %34
34:
  ret i64 %28
}
define i64 @fread_unlocked(i8* %0, i64 %1, i64 %2, %struct.FILE* %3) {
  %5 = call i64 @fread(i8* %0, i64 %1, i64 %2, %struct.FILE* %3)
  ret i64 %5
}
define i32 @vscanf(i8* %0, %struct.__va_list_tag* %1) {
  %3 = call i32 @scan_stream(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.50, i64 0, i64 0), %struct.FILE* @stdin_file, i8* %0, %struct.__va_list_tag* %1)
  ret i32 %3
}
define internal i32 @scan_stream(i8* %0, %struct.FILE* %1, i8* %2, %struct.__va_list_tag* %3) {
  %5 = alloca %struct.source, align 8
  %6 = bitcast %struct.source* %5 to i8*
  call void @llvm.lifetime.start.p0i8(i64 32, i8* %6)
  %7 = getelementptr inbounds %struct.source, %struct.source* %5, i64 0, i32 1
  %8 = bitcast i8** %7 to i8*
  call void @llvm.memset.p0i8.i64(i8* align 8 dereferenceable(32) %8, i8 0, i64 24, i1 false)
  %9 = getelementptr inbounds %struct.source, %struct.source* %5, i64 0, i32 0
  store i8* %0, i8** %9, align 8
  %10 = icmp ne %struct.FILE* %1, @stdin_file
  %11 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %12 = icmp ne i8* %11, null
  %13 = select i1 %10, i1 true, i1 %12
  br i1 %13, label %16, label %14
14:
  %15 = call i32 @scan(%struct.source* %5, i8* %2, %struct.__va_list_tag* %3)
  br label %19
16:
  %17 = getelementptr inbounds %struct.source, %struct.source* %5, i64 0, i32 2
  store %struct.FILE* %1, %struct.FILE** %17, align 8
  call void @lock_stream(%struct.FILE* %1)
  %18 = call i32 @scan(%struct.source* %5, i8* %2, %struct.__va_list_tag* %3)
  call void @unlock_stream(%struct.FILE* %1)
  br label %19
19:
  %20 = phi i32 [ %15, %14 ], [ %18, %16 ]
  call void @llvm.lifetime.end.p0i8(i64 32, i8* %6)
  ret i32 %20
}
define i32 @vfscanf(%struct.FILE* %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = call i32 @scan_stream(i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.51, i64 0, i64 0), %struct.FILE* %0, i8* %1, %struct.__va_list_tag* %2)
  ret i32 %4
}
define i32 @vsscanf(i8* %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = alloca %struct.source, align 8
  %5 = bitcast %struct.source* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 32, i8* %5)
  %6 = getelementptr inbounds %struct.source, %struct.source* %4, i64 0, i32 0
  store i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.52, i64 0, i64 0), i8** %6, align 8
  %7 = getelementptr inbounds %struct.source, %struct.source* %4, i64 0, i32 1
  store i8* %0, i8** %7, align 8
  %8 = getelementptr inbounds %struct.source, %struct.source* %4, i64 0, i32 2
  store %struct.FILE* null, %struct.FILE** %8, align 8
  %9 = getelementptr inbounds %struct.source, %struct.source* %4, i64 0, i32 3
  store i64 0, i64* %9, align 8
  %10 = call i32 @scan(%struct.source* %4, i8* %1, %struct.__va_list_tag* %2)
  call void @llvm.lifetime.end.p0i8(i64 32, i8* %5)
  ret i32 %10
}
define internal i32 @scan(%struct.source* %0, i8* %1, %struct.__va_list_tag* %2) {
  %4 = alloca %struct.digits, align 8
  %5 = alloca [24 x i8], align 16
  %6 = alloca %struct.directive, align 8
  %7 = getelementptr inbounds %struct.source, %struct.source* %0, i64 0, i32 1
  %8 = load i8*, i8** %7, align 8
  %9 = icmp eq i8* %8, null
  br i1 %9, label %10, label %14
10:
  %11 = getelementptr inbounds %struct.source, %struct.source* %0, i64 0, i32 2
  %12 = load %struct.FILE*, %struct.FILE** %11, align 8
  %13 = icmp eq %struct.FILE* %12, null
  br label %14
14:
  %15 = phi i1 [ false, %3 ], [ %13, %10 ]
  %16 = bitcast %struct.directive* %6 to i8*
  %17 = getelementptr inbounds %struct.directive, %struct.directive* %6, i64 0, i32 0
  %18 = getelementptr inbounds %struct.directive, %struct.directive* %6, i64 0, i32 1
  %19 = getelementptr inbounds %struct.directive, %struct.directive* %6, i64 0, i32 2
  %20 = getelementptr inbounds %struct.directive, %struct.directive* %6, i64 0, i32 4
  %21 = getelementptr inbounds %struct.directive, %struct.directive* %6, i64 0, i32 3
  %22 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %2, i64 0, i32 0
  %23 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %2, i64 0, i32 2
  %24 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %2, i64 0, i32 3
  %25 = getelementptr inbounds %struct.source, %struct.source* %0, i64 0, i32 3
  %26 = bitcast %struct.digits* %4 to i8*
  %27 = getelementptr inbounds %struct.digits, %struct.digits* %4, i64 0, i32 0
  %28 = getelementptr inbounds %struct.digits, %struct.digits* %4, i64 0, i32 1
  %29 = getelementptr inbounds %struct.digits, %struct.digits* %4, i64 0, i32 2
  %30 = getelementptr inbounds %struct.digits, %struct.digits* %4, i64 0, i32 3, i64 0
  %31 = getelementptr inbounds %struct.digits, %struct.digits* %4, i64 0, i32 3, i64 0
  %32 = getelementptr inbounds %struct.source, %struct.source* %0, i64 0, i32 0
  %33 = getelementptr inbounds [24 x i8], [24 x i8]* %5, i64 0, i64 0
  br label %34
34:
  %35 = phi i8* [ %1, %14 ], [ %439, %438 ]
  %36 = phi i32 [ 0, %14 ], [ %440, %438 ]
  %37 = load i8, i8* %35, align 1
  switch i8 %37, label %42 [
    i8 0, label %448
    i8 37, label %38
  ]
38:
  %39 = getelementptr i8, i8* %35, i64 1
  %40 = load i8, i8* %39, align 1
  %41 = icmp eq i8 %40, 37
  br i1 %41, label %43, label %74
42:
  br i1 %15, label %68, label %44
43:
  br i1 %15, label %68, label %46
44:
  %45 = icmp eq i8 %37, 37
  br i1 %45, label %46, label %52
46:
  br label %47
47:
  %48 = call i32 @peek(%struct.source* %0)
  switch i32 %48, label %50 [
    i32 32, label %49
    i32 13, label %49
    i32 12, label %49
    i32 11, label %49
    i32 10, label %49
    i32 9, label %49
  ]
49:
  call void @take(%struct.source* %0)
  br label %47
50:
  %51 = load i8, i8* %35, align 1
  br label %52
52:
  %53 = phi i8 [ %51, %50 ], [ %37, %44 ]
  %54 = zext i8 %53 to i32
  %55 = icmp ne i8 %53, 32
  %56 = add nsw i32 %54, -14
  %57 = icmp ult i32 %56, -5
  %58 = and i1 %55, %57
  br i1 %58, label %62, label %59
59:
  %60 = call i32 @peek(%struct.source* %0)
  switch i32 %60, label %68 [
    i32 32, label %61
    i32 13, label %61
    i32 12, label %61
    i32 11, label %61
    i32 10, label %61
    i32 9, label %61
  ]
61:
  call void @take(%struct.source* %0)
  br label %59
62:
  %63 = call i32 @peek(%struct.source* %0)
  %64 = icmp slt i32 %63, 0
  br i1 %64, label %68, label %65
65:
  %66 = icmp eq i32 %63, %54
  br i1 %66, label %67, label %68
67:
  call void @take(%struct.source* %0)
  br label %68
68:
  %69 = phi i32 [ 1, %42 ], [ 1, %67 ], [ -1, %62 ], [ 0, %65 ], [ 1, %43 ], [ 1, %59 ]
  %70 = load i8, i8* %35, align 1
  %71 = icmp eq i8 %70, 37
  %72 = select i1 %71, i64 2, i64 1
  %73 = getelementptr i8, i8* %35, i64 %72
  br label %438
74:
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %16)
  store i32 1, i32* %17, align 8
  store i32 0, i32* %18, align 4
  store i8 0, i8* %19, align 8
  store i8* null, i8** %20, align 8
  %75 = load i8, i8* %39, align 1
  %76 = icmp eq i8 %75, 42
  br i1 %76, label %77, label %79
77:
  store i32 0, i32* %17, align 8
  %78 = getelementptr i8, i8* %35, i64 2
  br label %79
79:
  %80 = phi i8* [ %78, %77 ], [ %39, %74 ]
  %81 = xor i1 %76, true
  br label %82
82:
  %83 = phi i32 [ 0, %79 ], [ %93, %88 ]
  %84 = phi i8* [ %80, %79 ], [ %91, %88 ]
  %85 = load i8, i8* %84, align 1
  %86 = add i8 %85, -48
  %87 = icmp ult i8 %86, 10
  br i1 %87, label %88, label %94
88:
  %89 = zext i8 %85 to i32
  %90 = mul i32 %83, 10
  %91 = getelementptr i8, i8* %84, i64 1
  %92 = add i32 %90, -48
  %93 = add i32 %92, %89
  store i32 %93, i32* %18, align 4
  br label %82
94:
  %95 = phi i8 [ %103, %98 ], [ 0, %82 ]
  %96 = phi i8 [ %104, %98 ], [ %85, %82 ]
  %97 = phi i8* [ %100, %98 ], [ %84, %82 ]
  switch i8 %96, label %105 [
    i8 104, label %98
    i8 108, label %98
    i8 76, label %98
    i8 106, label %98
    i8 122, label %98
    i8 116, label %98
    i8 113, label %98
  ]
98:
  %99 = icmp eq i8 %95, %96
  %100 = getelementptr i8, i8* %97, i64 1
  %101 = icmp eq i8 %96, 104
  %102 = select i1 %101, i8 72, i8 108
  %103 = select i1 %99, i8 %102, i8 %96
  store i8 %103, i8* %19, align 8
  %104 = load i8, i8* %100, align 1
  br label %94
105:
  store i8 %96, i8* %21, align 1
  %106 = load i8, i8* %97, align 1
  %107 = icmp eq i8 %106, 91
  br i1 %107, label %108, label %123
108:
  %109 = getelementptr i8, i8* %97, i64 1
  store i8* %109, i8** %20, align 8
  %110 = load i8, i8* %109, align 1
  %111 = icmp eq i8 %110, 94
  %112 = getelementptr i8, i8* %97, i64 2
  %113 = select i1 %111, i8* %112, i8* %109
  %114 = load i8, i8* %113, align 1
  %115 = icmp eq i8 %114, 93
  %116 = zext i1 %115 to i64
  %117 = getelementptr i8, i8* %113, i64 %116
  br label %118
118:
  %119 = phi i8* [ %117, %108 ], [ %122, %121 ]
  %120 = load i8, i8* %119, align 1
  switch i8 %120, label %121 [
    i8 0, label %123
    i8 93, label %123
  ]
121:
  %122 = getelementptr i8, i8* %119, i64 1
  br label %118
123:
  %124 = phi i8* [ null, %105 ], [ %109, %118 ], [ %109, %118 ]
  %125 = phi i8 [ %106, %105 ], [ %120, %118 ], [ %120, %118 ]
  %126 = phi i8* [ %97, %105 ], [ %119, %118 ], [ %119, %118 ]
  %127 = icmp ne i8 %125, 0
  %128 = zext i1 %127 to i64
  %129 = getelementptr i8, i8* %126, i64 %128
  br i1 %76, label %145, label %130
130:
  %131 = load i32, i32* %22, align 8
  %132 = icmp ult i32 %131, 41
  br i1 %132, label %133, label %138
133:
  %134 = load i8*, i8** %24, align 8
  %135 = zext i32 %131 to i64
  %136 = getelementptr i8, i8* %134, i64 %135
  %137 = add nuw nsw i32 %131, 8
  store i32 %137, i32* %22, align 8
  br label %141
138:
  %139 = load i8*, i8** %23, align 8
  %140 = getelementptr i8, i8* %139, i64 8
  store i8* %140, i8** %23, align 8
  br label %141
141:
  %142 = phi i8* [ %136, %133 ], [ %139, %138 ]
  %143 = bitcast i8* %142 to i8**
  %144 = load i8*, i8** %143, align 8
  br label %145
145:
  %146 = phi i8* [ %144, %141 ], [ null, %123 ]
  %147 = sext i8 %96 to i32
  br i1 %15, label %148, label %215
148:
  switch i32 %147, label %191 [
    i32 99, label %149
    i32 115, label %166
    i32 91, label %166
    i32 97, label %182
    i32 101, label %182
    i32 102, label %182
    i32 103, label %182
    i32 69, label %182
    i32 71, label %182
    i32 110, label %188
  ]
149:
  %150 = icmp eq i8* %146, null
  %151 = icmp eq i32 %83, 0
  %152 = call i32 @llvm.smax.i32(i32 %83, i32 0)
  %153 = select i1 %151, i32 1, i32 %152
  %154 = zext i32 %153 to i64
  br label %155
155:
  %156 = phi i64 [ 0, %149 ], [ %165, %164 ]
  %157 = icmp eq i64 %156, %154
  br i1 %157, label %426, label %158
158:
  %159 = load i8*, i8** %32, align 8
  %160 = call i64 @__mazurka_input(i8* %159, i64 -128, i64 127)
  br i1 %150, label %164, label %161
161:
  %162 = trunc i64 %160 to i8
  %163 = getelementptr i8, i8* %146, i64 %156
  store i8 %162, i8* %163, align 1
  br label %164
164:
  %165 = add nuw nsw i64 %156, 1
  br label %155
166:
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %33)
  %167 = load i8*, i8** %32, align 8
  %168 = call i64 @any_text(i8* %167, i8* %33)
  %169 = icmp eq i32 %83, 0
  br i1 %169, label %175, label %170
170:
  %171 = sext i32 %83 to i64
  %172 = icmp ugt i64 %168, %171
  br i1 %172, label %173, label %175
173:
  %174 = getelementptr [24 x i8], [24 x i8]* %5, i64 0, i64 %171
  store i8 0, i8* %174, align 1
  br label %175
175:
  %176 = icmp eq i8* %146, null
  br i1 %176, label %181, label %177
177:
  %178 = call i64 @strlen(i8* %33)
  %179 = add i64 %178, 1
  %180 = call i8* @memcpy(i8* %146, i8* %33, i64 %179)
  br label %181
181:
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %33)
  br label %426
182:
  %183 = load i8*, i8** %32, align 8
  %184 = call i64 @any_number(i8* %183)
  %185 = icmp eq i8* %146, null
  br i1 %185, label %426, label %186
186:
  %187 = sitofp i64 %184 to double
  call void @keep_number(%struct.directive* %6, i8* %146, double %187)
  br label %426
188:
  %189 = icmp eq i8* %146, null
  br i1 %189, label %426, label %190
190:
  call void @keep_integer(%struct.directive* %6, i8* %146, i64 0)
  br label %426
191:
  %192 = sext i8 %95 to i32
  switch i32 %192, label %195 [
    i32 72, label %193
    i32 104, label %194
    i32 0, label %196
  ]
193:
  br label %196
194:
  br label %196
195:
  br label %196
196:
  %197 = phi i1 [ true, %195 ], [ false, %191 ], [ false, %194 ], [ false, %193 ]
  %198 = phi i64 [ 64, %195 ], [ 32, %191 ], [ 16, %194 ], [ 8, %193 ]
  %199 = icmp eq i8 %96, 100
  %200 = icmp eq i8 %96, 105
  %201 = or i1 %199, %200
  %202 = sext i1 %201 to i64
  %203 = add nsw i64 %198, %202
  %204 = shl nsw i64 -1, %203
  %205 = xor i64 %204, -1
  %206 = select i1 %197, i64 9223372036854775807, i64 %205
  switch i8 %96, label %209 [
    i8 105, label %207
    i8 100, label %207
  ]
207:
  %208 = xor i64 %206, -1
  br label %209
209:
  %210 = phi i64 [ %208, %207 ], [ 0, %196 ]
  %211 = load i8*, i8** %32, align 8
  %212 = call i64 @__mazurka_input(i8* %211, i64 %210, i64 %206)
  %213 = icmp eq i8* %146, null
  br i1 %213, label %426, label %214
214:
  call void @keep_integer(%struct.directive* %6, i8* %146, i64 %212)
  br label %426
215:
  switch i8 %96, label %220 [
    i8 110, label %216
    i8 99, label %223
    i8 91, label %223
  ]
216:
  %217 = icmp eq i8* %146, null
  br i1 %217, label %426, label %218
218:
  %219 = load i64, i64* %25, align 8
  call void @keep_integer(%struct.directive* %6, i8* %146, i64 %219)
  br label %426
220:
  %221 = call i32 @peek(%struct.source* %0)
  switch i32 %221, label %223 [
    i32 32, label %222
    i32 13, label %222
    i32 12, label %222
    i32 11, label %222
    i32 10, label %222
    i32 9, label %222
  ]
222:
  call void @take(%struct.source* %0)
  br label %220
223:
  %224 = call i32 @peek(%struct.source* %0)
  %225 = icmp slt i32 %224, 0
  br i1 %225, label %433, label %226
226:
  switch i8 %96, label %307 [
    i8 115, label %227
    i8 99, label %227
    i8 91, label %227
  ]
227:
  %228 = icmp eq i32 %83, 0
  %229 = icmp eq i8 %96, 99
  %230 = select i1 %229, i32 1, i32 2147483647
  %231 = select i1 %228, i32 %230, i32 %83
  %232 = icmp eq i8* %146, null
  %233 = call i32 @llvm.smax.i32(i32 %231, i32 0)
  %234 = zext i32 %233 to i64
  br label %235
235:
  %236 = phi i64 [ %283, %282 ], [ 0, %227 ]
  %237 = icmp eq i64 %236, %234
  br i1 %237, label %294, label %238
238:
  %239 = call i32 @peek(%struct.source* %0)
  %240 = icmp sgt i32 %239, -1
  br i1 %240, label %241, label %292
241:
  switch i8 %96, label %278 [
    i8 115, label %242
    i8 91, label %243
  ]
242:
  switch i32 %239, label %278 [
    i32 32, label %288
    i32 13, label %288
    i32 12, label %288
    i32 11, label %288
    i32 10, label %288
    i32 9, label %288
  ]
243:
  %244 = load i8, i8* %124, align 1
  %245 = icmp eq i8 %244, 94
  %246 = zext i1 %245 to i64
  %247 = getelementptr i8, i8* %124, i64 %246
  br label %248
248:
  %249 = phi i8* [ %247, %243 ], [ %276, %274 ]
  %250 = load i8, i8* %249, align 1
  %251 = icmp eq i8 %250, 0
  br i1 %251, label %277, label %252
252:
  %253 = icmp ne i8 %250, 93
  %254 = icmp eq i8* %249, %247
  %255 = select i1 %253, i1 true, i1 %254
  br i1 %255, label %256, label %277
256:
  %257 = getelementptr i8, i8* %249, i64 1
  %258 = load i8, i8* %257, align 1
  %259 = icmp eq i8 %258, 45
  br i1 %259, label %260, label %270
260:
  %261 = getelementptr i8, i8* %249, i64 2
  %262 = load i8, i8* %261, align 1
  switch i8 %262, label %263 [
    i8 0, label %270
    i8 93, label %270
  ]
263:
  %264 = zext i8 %250 to i32
  %265 = icmp slt i32 %239, %264
  %266 = zext i8 %262 to i32
  %267 = icmp sgt i32 %239, %266
  %268 = select i1 %265, i1 true, i1 %267
  br i1 %268, label %274, label %269
269:
  br i1 %245, label %286, label %278
270:
  %271 = zext i8 %250 to i32
  %272 = icmp eq i32 %239, %271
  br i1 %272, label %273, label %274
273:
  br i1 %245, label %284, label %278
274:
  %275 = phi i8* [ %249, %270 ], [ %261, %263 ]
  %276 = getelementptr i8, i8* %275, i64 1
  br label %248
277:
  br i1 %245, label %278, label %290
278:
  br i1 %232, label %282, label %279
279:
  %280 = trunc i32 %239 to i8
  %281 = getelementptr i8, i8* %146, i64 %236
  store i8 %280, i8* %281, align 1
  br label %282
282:
  call void @take(%struct.source* %0)
  %283 = add nuw nsw i64 %236, 1
  br label %235
284:
  %285 = trunc i64 %236 to i32
  br label %294
286:
  %287 = trunc i64 %236 to i32
  br label %294
288:
  %289 = trunc i64 %236 to i32
  br label %294
290:
  %291 = trunc i64 %236 to i32
  br label %294
292:
  %293 = trunc i64 %236 to i32
  br label %294
294:
  %295 = phi i32 [ %285, %284 ], [ %287, %286 ], [ %289, %288 ], [ %291, %290 ], [ %293, %292 ], [ %233, %235 ]
  %296 = icmp ne i32 %295, 0
  %297 = icmp ne i8* %146, null
  %298 = and i1 %297, %296
  %299 = icmp ne i8 %96, 99
  %300 = select i1 %298, i1 %299, i1 false
  br i1 %300, label %301, label %304
301:
  %302 = sext i32 %295 to i64
  %303 = getelementptr i8, i8* %146, i64 %302
  store i8 0, i8* %303, align 1
  br label %304
304:
  %305 = icmp sgt i32 %295, 0
  %306 = zext i1 %305 to i32
  br label %426
307:
  call void @llvm.lifetime.start.p0i8(i64 416, i8* %26)
  store %struct.source* %0, %struct.source** %27, align 8
  %308 = icmp eq i32 %83, 0
  %309 = select i1 %308, i32 2147483647, i32 %83
  store i32 %309, i32* %28, align 8
  store i32 0, i32* %29, align 4
  %310 = call i8* @strchr(i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.147, i64 0, i64 0), i32 %147)
  %311 = icmp eq i8* %310, null
  br i1 %311, label %371, label %312
312:
  %313 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.148, i64 0, i64 0))
  %314 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.149, i64 0, i64 0))
  %315 = icmp eq i32 %314, 0
  br i1 %315, label %318, label %316
316:
  %317 = call i32 @take_word(%struct.digits* %4, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.150, i64 0, i64 0))
  br label %361
318:
  %319 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.151, i64 0, i64 0))
  %320 = icmp eq i32 %319, 0
  br i1 %320, label %331, label %321
321:
  %322 = call i32 @take_word(%struct.digits* %4, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.152, i64 0, i64 0))
  %323 = icmp eq i32 %322, 0
  br i1 %323, label %424, label %324
324:
  %325 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.151, i64 0, i64 0))
  %326 = icmp eq i32 %325, 0
  br i1 %326, label %364, label %327
327:
  %328 = call i32 @take_word(%struct.digits* %4, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.153, i64 0, i64 0))
  %329 = icmp ne i32 %328, 0
  %330 = zext i1 %329 to i32
  br label %361
331:
  %332 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.93, i64 0, i64 0))
  %333 = icmp eq i32 %332, 0
  br i1 %333, label %338, label %334
334:
  %335 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.156, i64 0, i64 0))
  %336 = icmp eq i32 %335, 0
  br i1 %336, label %338, label %337
337:
  br label %338
338:
  %339 = phi i8* [ getelementptr inbounds ([17 x i8], [17 x i8]* @.str.136, i64 0, i64 0), %337 ], [ getelementptr inbounds ([11 x i8], [11 x i8]* @.str.154, i64 0, i64 0), %334 ], [ getelementptr inbounds ([11 x i8], [11 x i8]* @.str.154, i64 0, i64 0), %331 ]
  %340 = phi i8* [ getelementptr inbounds ([2 x i8], [2 x i8]* @.str.157, i64 0, i64 0), %337 ], [ getelementptr inbounds ([2 x i8], [2 x i8]* @.str.155, i64 0, i64 0), %334 ], [ getelementptr inbounds ([2 x i8], [2 x i8]* @.str.155, i64 0, i64 0), %331 ]
  %341 = phi i32 [ 0, %337 ], [ 1, %334 ], [ 0, %331 ]
  %342 = call i32 @take_all_of(%struct.digits* %4, i8* %339)
  %343 = add i32 %342, %341
  %344 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.158, i64 0, i64 0))
  %345 = icmp eq i32 %344, 0
  br i1 %345, label %349, label %346
346:
  %347 = call i32 @take_all_of(%struct.digits* %4, i8* %339)
  %348 = add i32 %347, %343
  br label %349
349:
  %350 = phi i32 [ %348, %346 ], [ %343, %338 ]
  %351 = icmp eq i32 %350, 0
  br i1 %351, label %358, label %352
352:
  %353 = call i32 @take_one_of(%struct.digits* %4, i8* %340)
  %354 = icmp eq i32 %353, 0
  br i1 %354, label %358, label %355
355:
  %356 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.148, i64 0, i64 0))
  %357 = call i32 @take_all_of(%struct.digits* %4, i8* getelementptr inbounds ([11 x i8], [11 x i8]* @.str.154, i64 0, i64 0))
  br label %358
358:
  %359 = icmp sgt i32 %350, 0
  %360 = zext i1 %359 to i32
  br label %361
361:
  %362 = phi i32 [ %317, %316 ], [ %360, %358 ], [ %330, %327 ]
  %363 = icmp eq i32 %362, 0
  br i1 %363, label %424, label %364
364:
  %365 = load i32, i32* %29, align 4
  %366 = sext i32 %365 to i64
  %367 = getelementptr %struct.digits, %struct.digits* %4, i64 0, i32 3, i64 %366
  store i8 0, i8* %367, align 1
  %368 = icmp eq i8* %146, null
  br i1 %368, label %424, label %369
369:
  %370 = call double @strtod(i8* %30, i8** null)
  call void @keep_number(%struct.directive* %6, i8* %146, double %370)
  br label %424
371:
  switch i32 %147, label %374 [
    i32 105, label %375
    i32 111, label %372
    i32 120, label %373
    i32 88, label %373
    i32 112, label %373
  ]
372:
  br label %375
373:
  br label %375
374:
  br label %375
375:
  %376 = phi i1 [ false, %371 ], [ false, %372 ], [ false, %373 ], [ true, %374 ]
  %377 = phi i1 [ false, %371 ], [ true, %372 ], [ false, %373 ], [ false, %374 ]
  %378 = phi i1 [ true, %371 ], [ false, %372 ], [ false, %373 ], [ false, %374 ]
  %379 = phi i1 [ false, %371 ], [ false, %372 ], [ true, %373 ], [ false, %374 ]
  %380 = phi i32 [ 0, %371 ], [ 8, %372 ], [ 16, %373 ], [ 10, %374 ]
  %381 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.148, i64 0, i64 0))
  br i1 %376, label %393, label %382
382:
  %383 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.93, i64 0, i64 0))
  %384 = icmp eq i32 %383, 0
  br i1 %384, label %396, label %385
385:
  br i1 %377, label %397, label %386
386:
  %387 = call i32 @take_one_of(%struct.digits* %4, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.156, i64 0, i64 0))
  %388 = icmp eq i32 %387, 0
  br i1 %388, label %392, label %389
389:
  %390 = load i32, i32* %29, align 4
  %391 = add i32 %390, -1
  store i32 %391, i32* %29, align 4
  br label %393
392:
  br i1 %378, label %397, label %400
393:
  %394 = phi i32 [ 10, %375 ], [ 16, %389 ]
  %395 = xor i1 %376, true
  br label %400
396:
  br i1 %377, label %397, label %400
397:
  %398 = phi i1 [ %379, %396 ], [ false, %392 ], [ false, %385 ]
  %399 = phi i1 [ false, %396 ], [ true, %392 ], [ true, %385 ]
  br label %400
400:
  %401 = phi i1 [ %398, %397 ], [ %379, %396 ], [ %395, %393 ], [ %379, %392 ]
  %402 = phi i32 [ 8, %397 ], [ %380, %396 ], [ %394, %393 ], [ %380, %392 ]
  %403 = phi i1 [ %399, %397 ], [ false, %396 ], [ %395, %393 ], [ true, %392 ]
  %404 = phi i8* [ getelementptr inbounds ([9 x i8], [9 x i8]* @.str.160, i64 0, i64 0), %397 ], [ getelementptr inbounds ([11 x i8], [11 x i8]* @.str.154, i64 0, i64 0), %396 ], [ getelementptr inbounds ([11 x i8], [11 x i8]* @.str.154, i64 0, i64 0), %393 ], [ getelementptr inbounds ([11 x i8], [11 x i8]* @.str.154, i64 0, i64 0), %392 ]
  %405 = select i1 %401, i8* getelementptr inbounds ([17 x i8], [17 x i8]* @.str.136, i64 0, i64 0), i8* %404
  %406 = call i32 @take_all_of(%struct.digits* %4, i8* %405)
  %407 = icmp ne i32 %406, 0
  %408 = or i1 %403, %407
  %409 = icmp eq i32 %402, 0
  %410 = select i1 %409, i32 10, i32 %402
  %411 = select i1 %408, i32 %410, i32 -1
  br i1 %408, label %412, label %424
412:
  %413 = load i32, i32* %29, align 4
  %414 = sext i32 %413 to i64
  %415 = getelementptr %struct.digits, %struct.digits* %4, i64 0, i32 3, i64 %414
  store i8 0, i8* %415, align 1
  %416 = icmp eq i8* %146, null
  br i1 %416, label %424, label %417
417:
  switch i8 %96, label %420 [
    i8 105, label %418
    i8 100, label %418
  ]
418:
  %419 = call i64 @strtol(i8* %31, i8** null, i32 %411)
  br label %422
420:
  %421 = call i64 @strtoul(i8* %31, i8** null, i32 %411)
  br label %422
422:
  %423 = phi i64 [ %419, %418 ], [ %421, %420 ]
  call void @keep_integer(%struct.directive* %6, i8* %146, i64 %423)
  br label %424
424:
  %425 = phi i32 [ 0, %361 ], [ 1, %369 ], [ 1, %364 ], [ 0, %400 ], [ 1, %422 ], [ 1, %412 ], [ 0, %321 ]
  call void @llvm.lifetime.end.p0i8(i64 416, i8* %26)
  br label %426
426:
  %427 = phi i32 [ 1, %181 ], [ 1, %182 ], [ 1, %186 ], [ 1, %188 ], [ 1, %190 ], [ 1, %209 ], [ 1, %214 ], [ %306, %304 ], [ %425, %424 ], [ 1, %218 ], [ 1, %216 ], [ 1, %155 ]
  %428 = icmp ne i32 %427, 0
  %429 = select i1 %428, i1 %81, i1 false
  %430 = icmp ne i8 %96, 110
  %431 = select i1 %429, i32 1, i32 %427
  %432 = select i1 %429, i1 %430, i1 false
  br label %433
433:
  %434 = phi i32 [ -1, %223 ], [ %431, %426 ]
  %435 = phi i1 [ false, %223 ], [ %432, %426 ]
  %436 = zext i1 %435 to i32
  %437 = add i32 %36, %436
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %16)
  br label %438
438:
  %439 = phi i8* [ %73, %68 ], [ %129, %433 ]
  %440 = phi i32 [ %36, %68 ], [ %437, %433 ]
  %441 = phi i32 [ %69, %68 ], [ %434, %433 ]
  %442 = icmp slt i32 %441, 1
  br i1 %442, label %443, label %34
443:
  %444 = icmp eq i32 %441, 0
  %445 = icmp ne i32 %440, 0
  %446 = select i1 %444, i1 true, i1 %445
  %447 = select i1 %446, i32 %440, i32 -1
  br label %448
448:
  %449 = phi i32 [ %447, %443 ], [ %36, %34 ]
  ret i32 %449
}
define i32 @scanf(i8* %0, ...) {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  %3 = bitcast [1 x %struct.__va_list_tag]* %2 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %3)
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0
  call void @llvm.va_start(i8* %3)
  %5 = call i32 @vscanf(i8* %0, %struct.__va_list_tag* %4)
  call void @llvm.va_end(i8* %3)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %3)
  ret i32 %5
}
define i32 @__isoc99_scanf(i8* %0, ...) {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  %3 = bitcast [1 x %struct.__va_list_tag]* %2 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %3)
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0
  call void @llvm.va_start(i8* %3)
  %5 = call i32 @vscanf(i8* %0, %struct.__va_list_tag* %4)
  call void @llvm.va_end(i8* %3)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %3)
  ret i32 %5
}
define i32 @__isoc23_scanf(i8* %0, ...) {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  %3 = bitcast [1 x %struct.__va_list_tag]* %2 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %3)
  %4 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0
  call void @llvm.va_start(i8* %3)
  %5 = call i32 @vscanf(i8* %0, %struct.__va_list_tag* %4)
  call void @llvm.va_end(i8* %3)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %3)
  ret i32 %5
}
define i32 @fscanf(%struct.FILE* %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vfscanf(%struct.FILE* %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @__isoc99_fscanf(%struct.FILE* %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vfscanf(%struct.FILE* %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @__isoc23_fscanf(%struct.FILE* %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vfscanf(%struct.FILE* %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @sscanf(i8* %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vsscanf(i8* %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @__isoc99_sscanf(i8* %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vsscanf(i8* %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @__isoc23_sscanf(i8* %0, i8* %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %4)
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  call void @llvm.va_start(i8* %4)
  %6 = call i32 @vsscanf(i8* %0, i8* %1, %struct.__va_list_tag* %5)
  call void @llvm.va_end(i8* %4)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %4)
  ret i32 %6
}
define i32 @getchar() {
  %1 = call i32 @get_byte(i8* getelementptr inbounds ([8 x i8], [8 x i8]* @.str.53, i64 0, i64 0), %struct.FILE* @stdin_file)
  ret i32 %1
}
define internal i32 @get_byte(i8* %0, %struct.FILE* %1) {
  %3 = icmp ne %struct.FILE* %1, @stdin_file
  %4 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %5 = icmp ne i8* %4, null
  %6 = select i1 %3, i1 true, i1 %5
  br i1 %6, label %10, label %7
7:
  %8 = call i64 @__mazurka_input(i8* %0, i64 -1, i64 255)
  %9 = trunc i64 %8 to i32
  br label %12
10:
  call void @lock_stream(%struct.FILE* %1)
  %11 = call i32 @next_byte(%struct.FILE* %1)
  call void @unlock_stream(%struct.FILE* %1)
  br label %12
12:
  %13 = phi i32 [ %9, %7 ], [ %11, %10 ]
  ret i32 %13
}
define i32 @getchar_unlocked() {
  %1 = call i32 @getchar()
  ret i32 %1
}
define i32 @getc(%struct.FILE* %0) {
  %2 = call i32 @get_byte(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.54, i64 0, i64 0), %struct.FILE* %0)
  ret i32 %2
}
define i32 @fgetc(%struct.FILE* %0) {
  %2 = call i32 @get_byte(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.55, i64 0, i64 0), %struct.FILE* %0)
  ret i32 %2
}
define i32 @_IO_getc(%struct.FILE* %0) {
  %2 = call i32 @get_byte(i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.56, i64 0, i64 0), %struct.FILE* %0)
  ret i32 %2
}
define i32 @getc_unlocked(%struct.FILE* %0) {
  %2 = call i32 @get_byte(i8* getelementptr inbounds ([14 x i8], [14 x i8]* @.str.57, i64 0, i64 0), %struct.FILE* %0)
  ret i32 %2
}
define i32 @fgetc_unlocked(%struct.FILE* %0) {
  %2 = call i32 @get_byte(i8* getelementptr inbounds ([15 x i8], [15 x i8]* @.str.58, i64 0, i64 0), %struct.FILE* %0)
  ret i32 %2
}
define i32 @__uflow(%struct.FILE* %0) {
  %2 = call i32 @get_byte(i8* getelementptr inbounds ([8 x i8], [8 x i8]* @.str.59, i64 0, i64 0), %struct.FILE* %0)
  ret i32 %2
}
define i8* @fgets(i8* %0, i32 %1, %struct.FILE* %2) {
  %4 = alloca [25 x i8], align 16
  %5 = icmp slt i32 %1, 1
  br i1 %5, label %28, label %6
6:
  %7 = zext i32 %1 to i64
  %8 = add nsw i64 %7, -1
  %9 = icmp ne %struct.FILE* %2, @stdin_file
  %10 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %11 = icmp ne i8* %10, null
  %12 = select i1 %9, i1 true, i1 %11
  br i1 %12, label %19, label %13
13:
  %14 = getelementptr inbounds [25 x i8], [25 x i8]* %4, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 25, i8* %14)
  %15 = call i64 @any_line(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.60, i64 0, i64 0), i8* %14)
  %16 = icmp ugt i64 %15, %8
  %17 = select i1 %16, i64 %8, i64 %15
  %18 = call i8* @memcpy(i8* %0, i8* %14, i64 %17)
  call void @llvm.lifetime.end.p0i8(i64 25, i8* %14)
  br label %25
19:
  call void @lock_stream(%struct.FILE* %2)
  %20 = call i64 @length_to(%struct.FILE* %2, i32 10, i64 %8)
  %21 = call i64 @read_bytes(%struct.FILE* %2, i8* %0, i64 %20)
  call void @unlock_stream(%struct.FILE* %2)
  %22 = icmp eq i64 %20, 0
  %23 = icmp ne i64 %8, 0
  %24 = select i1 %22, i1 %23, i1 false
  br i1 %24, label %28, label %25
25:
  %26 = phi i64 [ %17, %13 ], [ %20, %19 ]
  %27 = getelementptr i8, i8* %0, i64 %26
  store i8 0, i8* %27, align 1
  br label %28
28:
  %29 = phi i8* [ null, %3 ], [ %0, %25 ], [ null, %19 ]
  ret i8* %29
}
define internal i64 @any_line(i8* %0, i8* %1) {
  %3 = call i64 @any_text(i8* %0, i8* %1)
  %4 = add i64 %3, 1
  %5 = getelementptr i8, i8* %1, i64 %3
  store i8 10, i8* %5, align 1
  ret i64 %4
}
define internal i64 @length_to(%struct.FILE* %0, i32 %1, i64 %2) {
  %4 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 5
  %5 = load i32, i32* %4, align 4
  %6 = trunc i32 %1 to i8
  %7 = zext i32 %5 to i64
  br label %8
8:
  %9 = phi i64 [ %17, %15 ], [ %7, %3 ]
  %10 = phi i64 [ %16, %15 ], [ 0, %3 ]
  %11 = trunc i64 %9 to i32
  %12 = icmp sgt i32 %11, 0
  %13 = icmp ult i64 %10, %2
  %14 = select i1 %12, i1 %13, i1 false
  br i1 %14, label %15, label %21
15:
  %16 = add nuw nsw i64 %10, 1
  %17 = add nsw i64 %9, -1
  %18 = getelementptr %struct.FILE, %struct.FILE* %0, i64 0, i32 6, i64 %17
  %19 = load i8, i8* %18, align 1
  %20 = icmp eq i8 %19, %6
  br i1 %20, label %51, label %8
21:
  %22 = call %struct.open_file* @open_of(%struct.FILE* %0)
  %23 = getelementptr inbounds %struct.open_file, %struct.open_file* %22, i64 0, i32 1
  %24 = load i64, i64* %23, align 8
  %25 = getelementptr inbounds %struct.open_file, %struct.open_file* %22, i64 0, i32 0
  %26 = load %struct.given*, %struct.given** %25, align 8
  %27 = getelementptr inbounds %struct.given, %struct.given* %26, i64 0, i32 2
  %28 = load i64, i64* %27, align 8
  %29 = getelementptr inbounds %struct.given, %struct.given* %26, i64 0, i32 1
  %30 = shl i32 %1, 24
  %31 = ashr exact i32 %30, 24
  br label %32
32:
  %33 = phi i64 [ %10, %21 ], [ %39, %38 ]
  %34 = phi i64 [ %24, %21 ], [ %45, %38 ]
  %35 = icmp ult i64 %34, %28
  %36 = icmp ult i64 %33, %2
  %37 = select i1 %35, i1 %36, i1 false
  br i1 %37, label %38, label %46
38:
  %39 = add nuw i64 %33, 1
  %40 = load i8*, i8** %29, align 8
  %41 = getelementptr i8, i8* %40, i64 %34
  %42 = load i8, i8* %41, align 1
  %43 = sext i8 %42 to i32
  %44 = icmp eq i32 %31, %43
  %45 = add nuw i64 %34, 1
  br i1 %44, label %51, label %32
46:
  br i1 %36, label %47, label %51
47:
  %48 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  %49 = load i32, i32* %48, align 8
  %50 = or i32 %49, 16
  store i32 %50, i32* %48, align 8
  br label %51
51:
  %52 = phi i64 [ %33, %47 ], [ %33, %46 ], [ %39, %38 ], [ %16, %15 ]
  ret i64 %52
}
define i8* @fgets_unlocked(i8* %0, i32 %1, %struct.FILE* %2) {
  %4 = call i8* @fgets(i8* %0, i32 %1, %struct.FILE* %2)
  ret i8* %4
}
define i8* @gets(i8* %0) {
  %2 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %3 = icmp eq i8* %2, null
  br i1 %3, label %4, label %6
4:
  %5 = call i64 @any_text(i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.61, i64 0, i64 0), i8* %0)
  br label %18
6:
  %7 = call i8* @fgets(i8* %0, i32 2147483647, %struct.FILE* @stdin_file)
  %8 = icmp eq i8* %7, null
  br i1 %8, label %18, label %9
9:
  %10 = call i64 @strlen(i8* %0)
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %18, label %12
12:
  %13 = add i64 %10, -1
  %14 = getelementptr i8, i8* %0, i64 %13
  %15 = load i8, i8* %14, align 1
  %16 = icmp eq i8 %15, 10
  br i1 %16, label %17, label %18
17:
  store i8 0, i8* %14, align 1
  br label %18
18:
  %19 = phi i8* [ %0, %4 ], [ null, %6 ], [ %0, %17 ], [ %0, %12 ], [ %0, %9 ]
  ret i8* %19
}
define internal i64 @any_text(i8* %0, i8* %1) {
  %3 = call i64 @any_number(i8* %0)
  %4 = call i32 (i8*, i8*, ...) @sprintf(i8* %1, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.161, i64 0, i64 0), i64 %3)
  %5 = sext i32 %4 to i64
  ret i64 %5
}
define i64 @getdelim(i8** %0, i64* %1, i32 %2, %struct.FILE* %3) {
  %5 = alloca [25 x i8], align 16
  %6 = icmp ne i8** %0, null
  %7 = icmp ne i64* %1, null
  %8 = and i1 %6, %7
  br i1 %8, label %10, label %9
9:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %59
10:
  %11 = getelementptr inbounds [25 x i8], [25 x i8]* %5, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 25, i8* %11)
  %12 = icmp eq %struct.FILE* %3, @stdin_file
  %13 = load i8*, i8** getelementptr inbounds (%struct.given, %struct.given* @__mazurka_stdin, i64 0, i32 0), align 8
  %14 = icmp eq i8* %13, null
  %15 = select i1 %12, i1 %14, i1 false
  br i1 %15, label %16, label %18
16:
  %17 = call i64 @any_line(i8* getelementptr inbounds ([9 x i8], [9 x i8]* @.str.62, i64 0, i64 0), i8* %11)
  br label %20
18:
  call void @lock_stream(%struct.FILE* %3)
  %19 = call i64 @length_to(%struct.FILE* %3, i32 %2, i64 9223372036854775807)
  br label %20
20:
  %21 = phi i64 [ %17, %16 ], [ %19, %18 ]
  %22 = load i8*, i8** %0, align 8
  %23 = icmp eq i8* %22, null
  br i1 %23, label %27, label %24
24:
  %25 = load i64, i64* %1, align 8
  %26 = icmp eq i64 %25, 0
  br i1 %26, label %27, label %31
27:
  %28 = call i8* @realloc(i8* %22, i64 120)
  %29 = icmp eq i8* %28, null
  br i1 %29, label %49, label %30
30:
  store i8* %28, i8** %0, align 8
  store i64 120, i64* %1, align 8
  br label %31
31:
  %32 = phi i64 [ 120, %30 ], [ %25, %24 ]
  %33 = add i64 %21, 1
  %34 = icmp ugt i64 %33, %32
  br i1 %34, label %35, label %43
35:
  %36 = shl i64 %32, 1
  %37 = icmp ult i64 %33, %36
  %38 = select i1 %37, i64 %36, i64 %33
  %39 = load i8*, i8** %0, align 8
  %40 = call i8* @realloc(i8* %39, i64 %38)
  %41 = icmp eq i8* %40, null
  br i1 %41, label %49, label %42
42:
  store i8* %40, i8** %0, align 8
  store i64 %38, i64* %1, align 8
  br label %43
43:
  %44 = load i8*, i8** %0, align 8
  br i1 %15, label %45, label %47
45:
  %46 = call i8* @memcpy(i8* %44, i8* %11, i64 %21)
  br label %52
47:
  %48 = call i64 @read_bytes(%struct.FILE* %3, i8* %44, i64 %21)
  call void @unlock_stream(%struct.FILE* %3)
  br label %52
49:
  br i1 %15, label %51, label %50
50:
  call void @unlock_stream(%struct.FILE* %3)
  br label %51
51:
  store i32 12, i32* @__mazurka_errno, align 4
  br label %57
52:
  %53 = load i8*, i8** %0, align 8
  %54 = getelementptr i8, i8* %53, i64 %21
  store i8 0, i8* %54, align 1
  %55 = icmp eq i64 %21, 0
  %56 = select i1 %55, i64 -1, i64 %21
  br label %57
57:
  %58 = phi i64 [ %56, %52 ], [ -1, %51 ]
  call void @llvm.lifetime.end.p0i8(i64 25, i8* %11)
  br label %59
59:
  %60 = phi i64 [ %58, %57 ], [ -1, %9 ]
  ret i64 %60
}
define i64 @__getdelim(i8** %0, i64* %1, i32 %2, %struct.FILE* %3) {
  %5 = call i64 @getdelim(i8** %0, i64* %1, i32 %2, %struct.FILE* %3)
  ret i64 %5
}
define i64 @getline(i8** %0, i64* %1, %struct.FILE* %2) {
  %4 = call i64 @getdelim(i8** %0, i64* %1, i32 10, %struct.FILE* %2)
  ret i64 %4
}
define i32 @getopt(i32 %0, i8** %1, i8* %2) {
  %4 = alloca %struct.reading, align 8
  %5 = bitcast %struct.reading* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 56, i8* %5)
  %6 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 0
  store i32 %0, i32* %6, align 8
  %7 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 1
  store i8** %1, i8*** %7, align 8
  %8 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 2
  store i8* %2, i8** %8, align 8
  %9 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 3
  store %struct.option* null, %struct.option** %9, align 8
  %10 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 4
  store i32* null, i32** %10, align 8
  %11 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 5
  store i32 0, i32* %11, align 8
  %12 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 6
  store i32 0, i32* %12, align 4
  %13 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 7
  store i32 0, i32* %13, align 8
  %14 = call i32 @read_options(%struct.reading* %4, i32 0)
  call void @llvm.lifetime.end.p0i8(i64 56, i8* %5)
  ret i32 %14
}
define internal i32 @read_options(%struct.reading* %0, i32 %1) {
  %3 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 0
  %4 = load i32, i32* %3, align 8
  %5 = icmp slt i32 %4, 1
  br i1 %5, label %183, label %6
6:
  store i8* null, i8** @optarg, align 8
  %7 = load i32, i32* @optind, align 4
  %8 = icmp ne i32 %7, 0
  %9 = load i1, i1* @options_begun, align 4
  %10 = select i1 %8, i1 %9, i1 false
  %11 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 2
  %12 = load i8*, i8** %11, align 8
  br i1 %10, label %13, label %15
13:
  %14 = load i8, i8* %12, align 1
  br label %32
15:
  %16 = icmp eq i32 %7, 0
  br i1 %16, label %17, label %18
17:
  store i32 1, i32* @optind, align 4
  br label %18
18:
  %19 = phi i32 [ 1, %17 ], [ %7, %15 ]
  store i32 %19, i32* @passed_to, align 4
  store i32 %19, i32* @passed_from, align 4
  store i8* null, i8** @option_rest, align 8
  %20 = load i8, i8* %12, align 1
  %21 = icmp eq i8 %20, 45
  br i1 %21, label %30, label %22
22:
  %23 = icmp eq i8 %20, 43
  %24 = icmp ne i32 %1, 0
  %25 = or i1 %24, %23
  br i1 %25, label %30, label %26
26:
  %27 = call i8* @getenv(i8* getelementptr inbounds ([16 x i8], [16 x i8]* @.str.163, i64 0, i64 0))
  %28 = icmp ne i8* %27, null
  %29 = zext i1 %28 to i32
  br label %30
30:
  %31 = phi i32 [ 2, %18 ], [ 1, %22 ], [ %29, %26 ]
  store i32 %31, i32* @options_order, align 4
  store i1 true, i1* @options_begun, align 4
  br label %32
32:
  %33 = phi i32 [ %7, %13 ], [ %19, %30 ]
  %34 = phi i8 [ %14, %13 ], [ %20, %30 ]
  %35 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 2
  switch i8 %34, label %39 [
    i8 45, label %36
    i8 43, label %36
  ]
36:
  %37 = getelementptr i8, i8* %12, i64 1
  store i8* %37, i8** %35, align 8
  %38 = load i8, i8* %37, align 1
  br label %39
39:
  %40 = phi i8 [ %34, %32 ], [ %38, %36 ]
  %41 = icmp eq i8 %40, 58
  %42 = select i1 %41, i32 58, i32 63
  %43 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 7
  store i32 %42, i32* %43, align 8
  %44 = load i32, i32* @opterr, align 4
  %45 = icmp ne i32 %44, 0
  %46 = xor i1 %41, true
  %47 = select i1 %45, i1 %46, i1 false
  %48 = zext i1 %47 to i32
  %49 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 6
  store i32 %48, i32* %49, align 4
  %50 = load i8*, i8** @option_rest, align 8
  %51 = icmp eq i8* %50, null
  br i1 %51, label %57, label %52
52:
  %53 = load i8, i8* %50, align 1
  %54 = icmp eq i8 %53, 0
  br i1 %54, label %57, label %55
55:
  %56 = call i32 @read_short(%struct.reading* %0)
  br label %183
57:
  %58 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 1
  %59 = load i8**, i8*** %58, align 8
  %60 = load i32, i32* %3, align 8
  %61 = load i32, i32* @passed_to, align 4
  %62 = icmp sgt i32 %61, %33
  br i1 %62, label %63, label %64
63:
  store i32 %33, i32* @passed_to, align 4
  br label %64
64:
  %65 = phi i32 [ %33, %63 ], [ %61, %57 ]
  %66 = load i32, i32* @passed_from, align 4
  %67 = icmp sgt i32 %66, %33
  br i1 %67, label %68, label %69
68:
  store i32 %33, i32* @passed_from, align 4
  br label %69
69:
  %70 = phi i32 [ %33, %68 ], [ %66, %64 ]
  %71 = load i32, i32* @options_order, align 4
  %72 = icmp eq i32 %71, 0
  br i1 %72, label %73, label %106
73:
  %74 = icmp eq i32 %70, %65
  %75 = icmp eq i32 %65, %33
  %76 = select i1 %74, i1 true, i1 %75
  br i1 %76, label %79, label %77
77:
  call void @move_passed(i8** %59)
  %78 = load i32, i32* @optind, align 4
  br label %81
79:
  br i1 %75, label %81, label %80
80:
  store i32 %33, i32* @passed_from, align 4
  br label %81
81:
  %82 = phi i32 [ %33, %79 ], [ %33, %80 ], [ %78, %77 ]
  %83 = sext i32 %82 to i64
  %84 = sext i32 %60 to i64
  %85 = call i32 @llvm.smax.i32(i32 %82, i32 %60)
  br label %86
86:
  %87 = phi i32 [ %101, %99 ], [ %82, %81 ]
  %88 = phi i64 [ %100, %99 ], [ %83, %81 ]
  %89 = icmp slt i64 %88, %84
  br i1 %89, label %90, label %104
90:
  %91 = getelementptr i8*, i8** %59, i64 %88
  %92 = load i8*, i8** %91, align 8
  %93 = load i8, i8* %92, align 1
  %94 = icmp eq i8 %93, 45
  br i1 %94, label %95, label %99
95:
  %96 = getelementptr i8, i8* %92, i64 1
  %97 = load i8, i8* %96, align 1
  %98 = icmp eq i8 %97, 0
  br i1 %98, label %99, label %102
99:
  %100 = add nsw i64 %88, 1
  %101 = trunc i64 %100 to i32
  store i32 %101, i32* @optind, align 4
  br label %86
102:
  %103 = trunc i64 %88 to i32
  br label %104
104:
  %105 = phi i32 [ %103, %102 ], [ %85, %86 ]
  store i32 %105, i32* @passed_to, align 4
  br label %106
106:
  %107 = phi i32 [ %87, %104 ], [ %33, %69 ]
  %108 = phi i32 [ %105, %104 ], [ %65, %69 ]
  %109 = phi i32 [ %105, %104 ], [ %33, %69 ]
  %110 = icmp eq i32 %109, %60
  br i1 %110, label %127, label %111
111:
  %112 = sext i32 %109 to i64
  %113 = getelementptr i8*, i8** %59, i64 %112
  %114 = load i8*, i8** %113, align 8
  %115 = call i32 @strcmp(i8* %114, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.162, i64 0, i64 0))
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %117, label %127
117:
  %118 = add i32 %109, 1
  store i32 %118, i32* @optind, align 4
  %119 = load i32, i32* @passed_from, align 4
  %120 = icmp eq i32 %119, %108
  %121 = icmp eq i32 %108, %118
  %122 = select i1 %120, i1 true, i1 %121
  br i1 %122, label %124, label %123
123:
  call void @move_passed(i8** %59)
  br label %126
124:
  br i1 %120, label %125, label %126
125:
  store i32 %118, i32* @passed_from, align 4
  br label %126
126:
  store i32 %60, i32* @passed_to, align 4
  store i32 %60, i32* @optind, align 4
  br label %129
127:
  %128 = icmp eq i32 %107, %60
  br i1 %128, label %129, label %134
129:
  %130 = phi i32 [ %60, %126 ], [ %108, %127 ]
  %131 = load i32, i32* @passed_from, align 4
  %132 = icmp eq i32 %131, %130
  br i1 %132, label %183, label %133
133:
  store i32 %131, i32* @optind, align 4
  br label %183
134:
  %135 = sext i32 %107 to i64
  %136 = getelementptr i8*, i8** %59, i64 %135
  %137 = load i8*, i8** %136, align 8
  %138 = load i8, i8* %137, align 1
  %139 = icmp eq i8 %138, 45
  br i1 %139, label %140, label %144
140:
  %141 = getelementptr i8, i8* %137, i64 1
  %142 = load i8, i8* %141, align 1
  %143 = icmp eq i8 %142, 0
  br i1 %143, label %144, label %148
144:
  %145 = icmp eq i32 %71, 1
  br i1 %145, label %183, label %146
146:
  %147 = add i32 %107, 1
  store i32 %147, i32* @optind, align 4
  store i8* %137, i8** @optarg, align 8
  br label %183
148:
  %149 = load i8**, i8*** %58, align 8
  %150 = getelementptr i8*, i8** %149, i64 %135
  %151 = load i8*, i8** %150, align 8
  %152 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 3
  %153 = load %struct.option*, %struct.option** %152, align 8
  %154 = icmp eq %struct.option* %153, null
  br i1 %154, label %180, label %155
155:
  %156 = getelementptr i8, i8* %151, i64 1
  %157 = load i8, i8* %156, align 1
  %158 = sext i8 %157 to i32
  %159 = icmp eq i8 %157, 45
  br i1 %159, label %160, label %165
160:
  %161 = getelementptr i8, i8* %151, i64 2
  store i8* %161, i8** @option_rest, align 8
  %162 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 5
  %163 = load i32, i32* %162, align 8
  %164 = call i32 @read_long(%struct.reading* %0, i32 %163, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.162, i64 0, i64 0))
  br label %183
165:
  %166 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 5
  %167 = load i32, i32* %166, align 8
  %168 = icmp eq i32 %167, 0
  br i1 %168, label %180, label %169
169:
  %170 = getelementptr i8, i8* %151, i64 2
  %171 = load i8, i8* %170, align 1
  %172 = icmp eq i8 %171, 0
  br i1 %172, label %173, label %177
173:
  %174 = load i8*, i8** %35, align 8
  %175 = call i8* @strchr(i8* %174, i32 %158)
  %176 = icmp eq i8* %175, null
  br i1 %176, label %177, label %180
177:
  store i8* %156, i8** @option_rest, align 8
  %178 = call i32 @read_long(%struct.reading* %0, i32 1, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.137, i64 0, i64 0))
  %179 = icmp eq i32 %178, -1
  br i1 %179, label %180, label %183
180:
  %181 = getelementptr i8, i8* %151, i64 1
  store i8* %181, i8** @option_rest, align 8
  %182 = call i32 @read_short(%struct.reading* %0)
  br label %183
183:
  %184 = phi i32 [ -1, %2 ], [ %56, %55 ], [ %164, %160 ], [ %182, %180 ], [ %178, %177 ], [ 1, %146 ], [ -1, %144 ], [ -1, %133 ], [ -1, %129 ]
  ret i32 %184
}
define i32 @__posix_getopt(i32 %0, i8** %1, i8* %2) {
  %4 = alloca %struct.reading, align 8
  %5 = bitcast %struct.reading* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 56, i8* %5)
  %6 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 0
  store i32 %0, i32* %6, align 8
  %7 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 1
  store i8** %1, i8*** %7, align 8
  %8 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 2
  store i8* %2, i8** %8, align 8
  %9 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 3
  store %struct.option* null, %struct.option** %9, align 8
  %10 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 4
  store i32* null, i32** %10, align 8
  %11 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 5
  store i32 0, i32* %11, align 8
  %12 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 6
  store i32 0, i32* %12, align 4
  %13 = getelementptr inbounds %struct.reading, %struct.reading* %4, i64 0, i32 7
  store i32 0, i32* %13, align 8
  %14 = call i32 @read_options(%struct.reading* %4, i32 1)
  call void @llvm.lifetime.end.p0i8(i64 56, i8* %5)
  ret i32 %14
}
define i32 @getopt_long(i32 %0, i8** %1, i8* %2, %struct.option* %3, i32* %4) {
  %6 = alloca %struct.reading, align 8
  %7 = bitcast %struct.reading* %6 to i8*
  call void @llvm.lifetime.start.p0i8(i64 56, i8* %7)
  %8 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 0
  store i32 %0, i32* %8, align 8
  %9 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 1
  store i8** %1, i8*** %9, align 8
  %10 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 2
  store i8* %2, i8** %10, align 8
  %11 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 3
  store %struct.option* %3, %struct.option** %11, align 8
  %12 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 4
  store i32* %4, i32** %12, align 8
  %13 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 5
  store i32 0, i32* %13, align 8
  %14 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 6
  store i32 0, i32* %14, align 4
  %15 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 7
  store i32 0, i32* %15, align 8
  %16 = call i32 @read_options(%struct.reading* %6, i32 0)
  call void @llvm.lifetime.end.p0i8(i64 56, i8* %7)
  ret i32 %16
}
define i32 @getopt_long_only(i32 %0, i8** %1, i8* %2, %struct.option* %3, i32* %4) {
  %6 = alloca %struct.reading, align 8
  %7 = bitcast %struct.reading* %6 to i8*
  call void @llvm.lifetime.start.p0i8(i64 56, i8* %7)
  %8 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 0
  store i32 %0, i32* %8, align 8
  %9 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 1
  store i8** %1, i8*** %9, align 8
  %10 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 2
  store i8* %2, i8** %10, align 8
  %11 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 3
  store %struct.option* %3, %struct.option** %11, align 8
  %12 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 4
  store i32* %4, i32** %12, align 8
  %13 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 5
  store i32 1, i32* %13, align 8
  %14 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 6
  store i32 0, i32* %14, align 4
  %15 = getelementptr inbounds %struct.reading, %struct.reading* %6, i64 0, i32 7
  store i32 0, i32* %15, align 8
  %16 = call i32 @read_options(%struct.reading* %6, i32 0)
  call void @llvm.lifetime.end.p0i8(i64 56, i8* %7)
  ret i32 %16
}
define double @sqrt(double %0) {
  %2 = call double @__mazurka_math1(i32 0, double %0)
  ret double %2
}
declare double @__mazurka_math1(i32, double)
define float @sqrtf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 0, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @sqrtl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 0, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @cbrt(double %0) {
  %2 = call double @__mazurka_math1(i32 1, double %0)
  ret double %2
}
define float @cbrtf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 1, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @cbrtl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 1, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @exp(double %0) {
  %2 = call double @__mazurka_math1(i32 2, double %0)
  ret double %2
}
define float @expf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 2, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @expl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 2, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @exp2(double %0) {
  %2 = call double @__mazurka_math1(i32 3, double %0)
  ret double %2
}
define float @exp2f(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 3, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @exp2l(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 3, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @expm1(double %0) {
  %2 = call double @__mazurka_math1(i32 4, double %0)
  ret double %2
}
define float @expm1f(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 4, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @expm1l(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 4, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @log(double %0) {
  %2 = call double @__mazurka_math1(i32 5, double %0)
  ret double %2
}
define float @logf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 5, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @logl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 5, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @log2(double %0) {
  %2 = call double @__mazurka_math1(i32 6, double %0)
  ret double %2
}
define float @log2f(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 6, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @log2l(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 6, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @log10(double %0) {
  %2 = call double @__mazurka_math1(i32 7, double %0)
  ret double %2
}
define float @log10f(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 7, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @log10l(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 7, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @log1p(double %0) {
  %2 = call double @__mazurka_math1(i32 8, double %0)
  ret double %2
}
define float @log1pf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 8, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @log1pl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 8, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @sin(double %0) {
  %2 = call double @__mazurka_math1(i32 9, double %0)
  ret double %2
}
define float @sinf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 9, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @sinl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 9, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @cos(double %0) {
  %2 = call double @__mazurka_math1(i32 10, double %0)
  ret double %2
}
define float @cosf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 10, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @cosl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 10, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @tan(double %0) {
  %2 = call double @__mazurka_math1(i32 11, double %0)
  ret double %2
}
define float @tanf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 11, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @tanl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 11, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @asin(double %0) {
  %2 = call double @__mazurka_math1(i32 12, double %0)
  ret double %2
}
define float @asinf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 12, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @asinl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 12, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @acos(double %0) {
  %2 = call double @__mazurka_math1(i32 13, double %0)
  ret double %2
}
define float @acosf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 13, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @acosl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 13, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @atan(double %0) {
  %2 = call double @__mazurka_math1(i32 14, double %0)
  ret double %2
}
define float @atanf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 14, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @atanl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 14, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @sinh(double %0) {
  %2 = call double @__mazurka_math1(i32 15, double %0)
  ret double %2
}
define float @sinhf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 15, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @sinhl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 15, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @cosh(double %0) {
  %2 = call double @__mazurka_math1(i32 16, double %0)
  ret double %2
}
define float @coshf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 16, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @coshl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 16, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @tanh(double %0) {
  %2 = call double @__mazurka_math1(i32 17, double %0)
  ret double %2
}
define float @tanhf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 17, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @tanhl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 17, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @asinh(double %0) {
  %2 = call double @__mazurka_math1(i32 18, double %0)
  ret double %2
}
define float @asinhf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 18, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @asinhl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 18, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @acosh(double %0) {
  %2 = call double @__mazurka_math1(i32 19, double %0)
  ret double %2
}
define float @acoshf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 19, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @acoshl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 19, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @atanh(double %0) {
  %2 = call double @__mazurka_math1(i32 20, double %0)
  ret double %2
}
define float @atanhf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 20, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @atanhl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 20, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @floor(double %0) {
  %2 = call double @__mazurka_math1(i32 26, double %0)
  ret double %2
}
define float @floorf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 26, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @floorl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 26, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @ceil(double %0) {
  %2 = call double @__mazurka_math1(i32 27, double %0)
  ret double %2
}
define float @ceilf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 27, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @ceill(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 27, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @trunc(double %0) {
  %2 = call double @__mazurka_math1(i32 28, double %0)
  ret double %2
}
define float @truncf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 28, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @truncl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 28, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @round(double %0) {
  %2 = call double @__mazurka_math1(i32 29, double %0)
  ret double %2
}
define float @roundf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 29, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @roundl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 29, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @rint(double %0) {
  %2 = call double @__mazurka_math1(i32 30, double %0)
  ret double %2
}
define float @rintf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 30, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @rintl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 30, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @nearbyint(double %0) {
  %2 = call double @__mazurka_math1(i32 30, double %0)
  ret double %2
}
define float @nearbyintf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @__mazurka_math1(i32 30, double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @nearbyintl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @__mazurka_math1(i32 30, double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define double @pow(double %0, double %1) {
  %3 = call double @__mazurka_math2(i32 21, double %0, double %1)
  ret double %3
}
declare double @__mazurka_math2(i32, double, double)
define float @powf(float %0, float %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = call double @__mazurka_math2(i32 21, double %3, double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}
define x86_fp80 @powl(x86_fp80 %0, x86_fp80 %1) {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fptrunc x86_fp80 %1 to double
  %5 = call double @__mazurka_math2(i32 21, double %3, double %4)
  %6 = fpext double %5 to x86_fp80
  ret x86_fp80 %6
}
define double @atan2(double %0, double %1) {
  %3 = call double @__mazurka_math2(i32 22, double %0, double %1)
  ret double %3
}
define float @atan2f(float %0, float %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = call double @__mazurka_math2(i32 22, double %3, double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}
define x86_fp80 @atan2l(x86_fp80 %0, x86_fp80 %1) {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fptrunc x86_fp80 %1 to double
  %5 = call double @__mazurka_math2(i32 22, double %3, double %4)
  %6 = fpext double %5 to x86_fp80
  ret x86_fp80 %6
}
define double @fmod(double %0, double %1) {
  %3 = call double @__mazurka_math2(i32 23, double %0, double %1)
  ret double %3
}
define float @fmodf(float %0, float %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = call double @__mazurka_math2(i32 23, double %3, double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}
define x86_fp80 @fmodl(x86_fp80 %0, x86_fp80 %1) {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fptrunc x86_fp80 %1 to double
  %5 = call double @__mazurka_math2(i32 23, double %3, double %4)
  %6 = fpext double %5 to x86_fp80
  ret x86_fp80 %6
}
define double @hypot(double %0, double %1) {
  %3 = call double @__mazurka_math2(i32 24, double %0, double %1)
  ret double %3
}
define float @hypotf(float %0, float %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = call double @__mazurka_math2(i32 24, double %3, double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}
define x86_fp80 @hypotl(x86_fp80 %0, x86_fp80 %1) {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fptrunc x86_fp80 %1 to double
  %5 = call double @__mazurka_math2(i32 24, double %3, double %4)
  %6 = fpext double %5 to x86_fp80
  ret x86_fp80 %6
}
define double @remainder(double %0, double %1) {
  %3 = call double @__mazurka_math2(i32 31, double %0, double %1)
  ret double %3
}
define float @remainderf(float %0, float %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = call double @__mazurka_math2(i32 31, double %3, double %4)
  %6 = fptrunc double %5 to float
  ret float %6
}
define x86_fp80 @remainderl(x86_fp80 %0, x86_fp80 %1) {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fptrunc x86_fp80 %1 to double
  %5 = call double @__mazurka_math2(i32 31, double %3, double %4)
  %6 = fpext double %5 to x86_fp80
  ret x86_fp80 %6
}
define double @fma(double %0, double %1, double %2) {
  %4 = call double @llvm.fma.f64(double %0, double %1, double %2)
  ret double %4
}
declare double @llvm.fma.f64(double, double, double)
define float @fmaf(float %0, float %1, float %2) {
  %4 = call float @llvm.fma.f32(float %0, float %1, float %2)
  ret float %4
}
declare float @llvm.fma.f32(float, float, float)
define double @fabs(double %0) {
  %2 = bitcast double %0 to i64
  %3 = and i64 %2, 9223372036854775807
  %4 = bitcast i64 %3 to double
  ret double %4
}
define double @copysign(double %0, double %1) {
  %3 = bitcast double %0 to i64
  %4 = and i64 %3, 9223372036854775807
  %5 = bitcast double %1 to i64
  %6 = and i64 %5, -9223372036854775808
  %7 = or i64 %6, %4
  %8 = bitcast i64 %7 to double
  ret double %8
}
define double @fmax(double %0, double %1) {
  %3 = fcmp uno double %0, 0.000000e+00
  %4 = fcmp olt double %0, %1
  %5 = or i1 %3, %4
  %6 = select i1 %5, double %1, double %0
  ret double %6
}
define double @fmin(double %0, double %1) {
  %3 = fcmp uno double %0, 0.000000e+00
  %4 = fcmp ogt double %0, %1
  %5 = or i1 %3, %4
  %6 = select i1 %5, double %1, double %0
  ret double %6
}
define double @fdim(double %0, double %1) {
  %3 = fcmp ole double %0, %1
  %4 = fsub double %0, %1
  %5 = select i1 %3, double 0.000000e+00, double %4
  ret double %5
}
define i64 @lround(double %0) {
  %2 = call double @round(double %0)
  %3 = fptosi double %2 to i64
  ret i64 %3
}
define i64 @lrint(double %0) {
  %2 = call double @rint(double %0)
  %3 = fptosi double %2 to i64
  ret i64 %3
}
define double @modf(double %0, double* %1) {
  %3 = call double @trunc(double %0)
  store double %3, double* %1, align 8
  %4 = fsub double %0, %3
  %5 = fcmp ord double %4, 0.000000e+00
  %6 = select i1 %5, double %4, double 0.000000e+00
  %7 = bitcast double %6 to i64
  %8 = and i64 %7, 9223372036854775807
  %9 = bitcast double %0 to i64
  %10 = and i64 %9, -9223372036854775808
  %11 = or i64 %8, %10
  %12 = bitcast i64 %11 to double
  ret double %12
}
define double @scalbn(double %0, i32 %1) {
  br label %3
3:
  %4 = phi double [ %0, %2 ], [ %8, %7 ]
  %5 = phi i32 [ %1, %2 ], [ %11, %7 ]
  %6 = icmp sgt i32 %5, 1000
  br i1 %6, label %7, label %12
7:
  %8 = fmul double %4, 0x7E70000000000000
  %9 = icmp ult i32 %5, 5000
  %10 = select i1 %9, i32 %5, i32 5000
  %11 = add nsw i32 %10, -1000
  br label %3
12:
  %13 = phi double [ %17, %16 ], [ %4, %3 ]
  %14 = phi i32 [ %20, %16 ], [ %5, %3 ]
  %15 = icmp slt i32 %14, -1000
  br i1 %15, label %16, label %21
16:
  %17 = fmul double %13, 0x170000000000000
  %18 = icmp ugt i32 %14, -5000
  %19 = select i1 %18, i32 %14, i32 -5000
  %20 = add nuw nsw i32 %19, 1000
  br label %12
21:
  %22 = add i32 %14, 1023
  %23 = zext i32 %22 to i64
  %24 = shl i64 %23, 52
  %25 = bitcast i64 %24 to double
  %26 = fmul double %13, %25
  ret double %26
}
define double @ldexp(double %0, i32 %1) {
  %3 = call double @scalbn(double %0, i32 %1)
  ret double %3
}
define double @frexp(double %0, i32* %1) {
  store i32 0, i32* %1, align 4
  %3 = fcmp oeq double %0, 0.000000e+00
  %4 = fsub double %0, %0
  %5 = fcmp une double %4, 0.000000e+00
  %6 = or i1 %3, %5
  br i1 %6, label %23, label %7
7:
  %8 = bitcast double %0 to i64
  %9 = and i64 %8, 9223372036854775807
  %10 = bitcast i64 %9 to double
  %11 = fcmp olt double %10, 0x10000000000000
  %12 = fmul double %0, 0x43F0000000000000
  %13 = bitcast double %12 to i64
  %14 = select i1 %11, i64 %13, i64 %8
  %15 = select i1 %11, i32 -1086, i32 -1022
  %16 = lshr i64 %14, 52
  %17 = trunc i64 %16 to i32
  %18 = and i32 %17, 2047
  %19 = add nsw i32 %15, %18
  store i32 %19, i32* %1, align 4
  %20 = and i64 %14, -9218868437227405313
  %21 = or i64 %20, 4602678819172646912
  %22 = bitcast i64 %21 to double
  br label %23
23:
  %24 = phi double [ %22, %7 ], [ %0, %2 ]
  ret double %24
}
define i32 @ilogb(double %0) {
  %2 = alloca i32, align 4
  %3 = bitcast i32* %2 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %3)
  %4 = call double @frexp(double %0, i32* %2)
  %5 = load i32, i32* %2, align 4
  %6 = add i32 %5, -1
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %3)
  ret i32 %6
}
define double @logb(double %0) {
  %2 = call i32 @ilogb(double %0)
  %3 = sitofp i32 %2 to double
  ret double %3
}
define double @nan(i8* %0) {
  ret double 0x7FF8000000000000
}
define float @fabsf(float %0) {
  %2 = fpext float %0 to double
  %3 = bitcast double %2 to i64
  %4 = and i64 %3, 9223372036854775807
  %5 = bitcast i64 %4 to double
  %6 = fptrunc double %5 to float
  ret float %6
}
define x86_fp80 @fabsl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = bitcast double %2 to i64
  %4 = and i64 %3, 9223372036854775807
  %5 = bitcast i64 %4 to double
  %6 = fpext double %5 to x86_fp80
  ret x86_fp80 %6
}
define float @logbf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @logb(double %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define x86_fp80 @logbl(x86_fp80 %0) {
  %2 = fptrunc x86_fp80 %0 to double
  %3 = call double @logb(double %2)
  %4 = fpext double %3 to x86_fp80
  ret x86_fp80 %4
}
define float @copysignf(float %0, float %1) {
  %3 = fpext float %0 to double
  %4 = fpext float %1 to double
  %5 = bitcast double %3 to i64
  %6 = and i64 %5, 9223372036854775807
  %7 = bitcast double %4 to i64
  %8 = and i64 %7, -9223372036854775808
  %9 = or i64 %8, %6
  %10 = bitcast i64 %9 to double
  %11 = fptrunc double %10 to float
  ret float %11
}
define x86_fp80 @copysignl(x86_fp80 %0, x86_fp80 %1) {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fptrunc x86_fp80 %1 to double
  %5 = bitcast double %3 to i64
  %6 = and i64 %5, 9223372036854775807
  %7 = bitcast double %4 to i64
  %8 = and i64 %7, -9223372036854775808
  %9 = or i64 %8, %6
  %10 = bitcast i64 %9 to double
  %11 = fpext double %10 to x86_fp80
  ret x86_fp80 %11
}
define float @fmaxf(float %0, float %1) {
  %3 = fcmp uno float %0, 0.000000e+00
  %4 = fcmp olt float %0, %1
  %5 = or i1 %3, %4
  %6 = select i1 %5, float %1, float %0
  ret float %6
}
define x86_fp80 @fmaxl(x86_fp80 %0, x86_fp80 %1) {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fptrunc x86_fp80 %1 to double
  %5 = fcmp uno double %3, 0.000000e+00
  %6 = fcmp olt double %3, %4
  %7 = or i1 %5, %6
  %8 = select i1 %7, double %4, double %3
  %9 = fpext double %8 to x86_fp80
  ret x86_fp80 %9
}
define float @fminf(float %0, float %1) {
  %3 = fcmp uno float %0, 0.000000e+00
  %4 = fcmp ogt float %0, %1
  %5 = or i1 %3, %4
  %6 = select i1 %5, float %1, float %0
  ret float %6
}
define x86_fp80 @fminl(x86_fp80 %0, x86_fp80 %1) {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fptrunc x86_fp80 %1 to double
  %5 = fcmp uno double %3, 0.000000e+00
  %6 = fcmp ogt double %3, %4
  %7 = or i1 %5, %6
  %8 = select i1 %7, double %4, double %3
  %9 = fpext double %8 to x86_fp80
  ret x86_fp80 %9
}
define float @fdimf(float %0, float %1) {
  %3 = fcmp ole float %0, %1
  %4 = fsub float %0, %1
  %5 = select i1 %3, float 0.000000e+00, float %4
  ret float %5
}
define x86_fp80 @fdiml(x86_fp80 %0, x86_fp80 %1) {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fptrunc x86_fp80 %1 to double
  %5 = fcmp ole double %3, %4
  %6 = fsub double %3, %4
  %7 = select i1 %5, double 0.000000e+00, double %6
  %8 = fpext double %7 to x86_fp80
  ret x86_fp80 %8
}
define i64 @lroundf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @round(double %2)
  %4 = fptosi double %3 to i64
  ret i64 %4
}
define i64 @llround(double %0) {
  %2 = call double @round(double %0)
  %3 = fptosi double %2 to i64
  ret i64 %3
}
define i64 @llroundf(float %0) {
  %2 = fpext float %0 to double
  %3 = call double @round(double %2)
  %4 = fptosi double %3 to i64
  ret i64 %4
}
define i64 @lrintf(float %0) {
  %2 = fpext float %0 to double
  %3 = call i64 @lrint(double %2)
  ret i64 %3
}
define i64 @llrint(double %0) {
  %2 = call i64 @lrint(double %0)
  ret i64 %2
}
define float @ldexpf(float %0, i32 %1) {
  %3 = fpext float %0 to double
  %4 = call double @scalbn(double %3, i32 %1)
  %5 = fptrunc double %4 to float
  ret float %5
}
define i32 @__isnan(double %0) {
  %2 = fcmp uno double %0, 0.000000e+00
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define i32 @__isnanf(float %0) {
  %2 = fcmp uno float %0, 0.000000e+00
  %3 = zext i1 %2 to i32
  ret i32 %3
}
define i32 @__isinf(double %0) {
  %2 = fcmp oeq double %0, 0x7FF0000000000000
  %3 = fcmp oeq double %0, 0xFFF0000000000000
  %4 = sext i1 %3 to i32
  %5 = select i1 %2, i32 1, i32 %4
  ret i32 %5
}
define i32 @__isinff(float %0) {
  %2 = fcmp oeq float %0, 0x7FF0000000000000
  %3 = fcmp oeq float %0, 0xFFF0000000000000
  %4 = sext i1 %3 to i32
  %5 = select i1 %2, i32 1, i32 %4
  ret i32 %5
}
define i32 @__finite(double %0) {
  %2 = fsub double %0, %0
  %3 = fcmp oeq double %2, 0.000000e+00
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define i32 @__finitef(float %0) {
  %2 = fsub float %0, %0
  %3 = fcmp oeq float %2, 0.000000e+00
  %4 = zext i1 %3 to i32
  ret i32 %4
}
define i32 @__signbit(double %0) {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 63
  %4 = trunc i64 %3 to i32
  ret i32 %4
}
define i32 @__signbitf(float %0) {
  %2 = fpext float %0 to double
  %3 = bitcast double %2 to i64
  %4 = lshr i64 %3, 63
  %5 = trunc i64 %4 to i32
  ret i32 %5
}
define i32 @__fpclassify(double %0) {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 52
  %4 = trunc i64 %3 to i32
  %5 = and i32 %4, 2047
  %6 = and i64 %2, 4503599627370495
  %7 = icmp eq i64 %6, 0
  switch i32 %5, label %12 [
    i32 2047, label %8
    i32 0, label %10
  ]
8:
  %9 = zext i1 %7 to i32
  br label %12
10:
  %11 = select i1 %7, i32 2, i32 3
  br label %12
12:
  %13 = phi i32 [ %9, %8 ], [ %11, %10 ], [ 4, %1 ]
  ret i32 %13
}
define i32 @__fpclassifyf(float %0) {
  %2 = fcmp une float %0, 0.000000e+00
  %3 = fpext float %0 to double
  br i1 %2, label %4, label %9
4:
  %5 = bitcast double %3 to i64
  %6 = and i64 %5, 9223372036854775807
  %7 = bitcast i64 %6 to double
  %8 = fcmp olt double %7, 0x3810000000000000
  br i1 %8, label %11, label %9
9:
  %10 = call i32 @__fpclassify(double %3)
  br label %11
11:
  %12 = phi i32 [ %10, %9 ], [ 3, %4 ]
  ret i32 %12
}
define { double, double } @__muldc3(double %0, double %1, double %2, double %3) {
  %5 = fneg double %1
  %6 = fmul double %5, %3
  %7 = call double @llvm.fmuladd.f64(double %0, double %2, double %6)
  %8 = fmul double %1, %2
  %9 = call double @llvm.fmuladd.f64(double %0, double %3, double %8)
  %10 = insertvalue { double, double } poison, double %7, 0
  %11 = insertvalue { double, double } %10, double %9, 1
  ret { double, double } %11
}
declare double @llvm.fmuladd.f64(double, double, double)
define { double, double } @__divdc3(double %0, double %1, double %2, double %3) {
  %5 = fmul double %3, %3
  %6 = call double @llvm.fmuladd.f64(double %2, double %2, double %5)
  %7 = fmul double %1, %3
  %8 = call double @llvm.fmuladd.f64(double %0, double %2, double %7)
  %9 = fdiv double %8, %6
  %10 = fneg double %0
  %11 = fmul double %10, %3
  %12 = call double @llvm.fmuladd.f64(double %1, double %2, double %11)
  %13 = fdiv double %12, %6
  %14 = insertvalue { double, double } poison, double %9, 0
  %15 = insertvalue { double, double } %14, double %13, 1
  ret { double, double } %15
}
define <2 x float> @__mulsc3(float %0, float %1, float %2, float %3) {
  %5 = fneg float %1
  %6 = fmul float %5, %3
  %7 = call float @llvm.fmuladd.f32(float %0, float %2, float %6)
  %8 = fmul float %1, %2
  %9 = call float @llvm.fmuladd.f32(float %0, float %3, float %8)
  %10 = insertelement <2 x float> undef, float %7, i64 0
  %11 = insertelement <2 x float> %10, float %9, i64 1
  ret <2 x float> %11
}
declare float @llvm.fmuladd.f32(float, float, float)
define <2 x float> @__divsc3(float %0, float %1, float %2, float %3) {
  %5 = fmul float %3, %3
  %6 = call float @llvm.fmuladd.f32(float %2, float %2, float %5)
  %7 = fmul float %1, %3
  %8 = call float @llvm.fmuladd.f32(float %0, float %2, float %7)
  %9 = fdiv float %8, %6
  %10 = fneg float %0
  %11 = fmul float %10, %3
  %12 = call float @llvm.fmuladd.f32(float %1, float %2, float %11)
  %13 = fdiv float %12, %6
  %14 = insertelement <2 x float> undef, float %9, i64 0
  %15 = insertelement <2 x float> %14, float %13, i64 1
  ret <2 x float> %15
}
define double @creal(double %0, double %1) {
  ret double %0
}
define double @cimag(double %0, double %1) {
  ret double %1
}
define float @crealf(<2 x float> %0) {
  %2 = extractelement <2 x float> %0, i64 0
  ret float %2
}
define float @cimagf(<2 x float> %0) {
  %2 = extractelement <2 x float> %0, i64 1
  ret float %2
}
define double @cabs(double %0, double %1) {
  %3 = call double @hypot(double %0, double %1)
  ret double %3
}
define double @carg(double %0, double %1) {
  %3 = call double @atan2(double %1, double %0)
  ret double %3
}
define { double, double } @conj(double %0, double %1) {
  %3 = fneg double %1
  %4 = insertvalue { double, double } poison, double %0, 0
  %5 = insertvalue { double, double } %4, double %3, 1
  ret { double, double } %5
}
define void @__atomic_load(i64 %0, i8* %1, i8* %2, i32 %3) {
  call void @__VERIFIER_atomic_begin()
  %5 = call i8* @memcpy(i8* %2, i8* %1, i64 %0)
  call void @__VERIFIER_atomic_end()
  ret void
}
declare void @__VERIFIER_atomic_begin()
declare void @__VERIFIER_atomic_end()
define void @__atomic_store(i64 %0, i8* %1, i8* %2, i32 %3) {
  call void @__VERIFIER_atomic_begin()
  %5 = call i8* @memcpy(i8* %1, i8* %2, i64 %0)
  call void @__VERIFIER_atomic_end()
  ret void
}
define void @__atomic_exchange(i64 %0, i8* %1, i8* %2, i8* %3, i32 %4) {
  call void @__VERIFIER_atomic_begin()
  %6 = call i8* @memcpy(i8* %3, i8* %1, i64 %0)
  %7 = call i8* @memcpy(i8* %1, i8* %2, i64 %0)
  call void @__VERIFIER_atomic_end()
  ret void
}
define i1 @__atomic_compare_exchange(i64 %0, i8* %1, i8* %2, i8* %3, i32 %4, i32 %5) {
  %7 = alloca i128, align 16
  %8 = alloca i128, align 16
  %9 = icmp eq i64 %0, 16
  %10 = ptrtoint i8* %1 to i64
  %11 = and i64 %10, 15
  %12 = icmp eq i64 %11, 0
  %13 = and i1 %9, %12
  br i1 %13, label %14, label %28
14:
  %15 = bitcast i8* %1 to i128*
  %16 = bitcast i128* %7 to i8*
  call void @llvm.lifetime.start.p0i8(i64 16, i8* %16)
  %17 = bitcast i128* %8 to i8*
  call void @llvm.lifetime.start.p0i8(i64 16, i8* %17)
  %18 = call i8* @memcpy(i8* %16, i8* %2, i64 16)
  %19 = call i8* @memcpy(i8* %17, i8* %3, i64 16)
  %20 = load i128, i128* %8, align 16
  %21 = load i128, i128* %7, align 16
  %22 = cmpxchg i128* %15, i128 %21, i128 %20 seq_cst seq_cst, align 16
  %23 = extractvalue { i128, i1 } %22, 1
  br i1 %23, label %27, label %24
24:
  %25 = extractvalue { i128, i1 } %22, 0
  store i128 %25, i128* %7, align 16
  %26 = call i8* @memcpy(i8* %2, i8* %16, i64 16)
  br label %27
27:
  call void @llvm.lifetime.end.p0i8(i64 16, i8* %17)
  call void @llvm.lifetime.end.p0i8(i64 16, i8* %16)
  br label %36
28:
  call void @__VERIFIER_atomic_begin()
  %29 = call i32 @memcmp(i8* %1, i8* %2, i64 %0)
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %33
31:
  %32 = call i8* @memcpy(i8* %1, i8* %3, i64 %0)
  br label %35
33:
  %34 = call i8* @memcpy(i8* %2, i8* %1, i64 %0)
  br label %35
35:
  call void @__VERIFIER_atomic_end()
  br label %36
36:
  %37 = phi i1 [ %23, %27 ], [ %30, %35 ]
  ret i1 %37
}
define i1 @__atomic_is_lock_free(i64 %0, i8* %1) {
  %3 = add i64 %0, -1
  %4 = icmp ult i64 %3, 8
  %5 = trunc i64 %3 to i8
  %6 = lshr i8 -117, %5
  %7 = and i8 %6, 1
  %8 = icmp ne i8 %7, 0
  %9 = select i1 %4, i1 %8, i1 false
  ret i1 %9
}
define { i64, i64 } @__atomic_load_16(i128* %0, i32 %1) {
  %3 = alloca i128, align 16
  %4 = bitcast i128* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 16, i8* %4)
  %5 = bitcast i128* %0 to i8*
  call void @__atomic_load(i64 16, i8* %5, i8* %4, i32 undef)
  %6 = load i128, i128* %3, align 16
  %7 = trunc i128 %6 to i64
  %8 = lshr i128 %6, 64
  %9 = trunc i128 %8 to i64
  call void @llvm.lifetime.end.p0i8(i64 16, i8* %4)
  %10 = insertvalue { i64, i64 } poison, i64 %7, 0
  %11 = insertvalue { i64, i64 } %10, i64 %9, 1
  ret { i64, i64 } %11
}
define void @__atomic_store_16(i128* %0, i64 %1, i64 %2, i32 %3) {
  %5 = alloca i128, align 16
  %6 = zext i64 %2 to i128
  %7 = shl nuw i128 %6, 64
  %8 = zext i64 %1 to i128
  %9 = or i128 %7, %8
  store i128 %9, i128* %5, align 16
  %10 = bitcast i128* %0 to i8*
  %11 = bitcast i128* %5 to i8*
  call void @__atomic_store(i64 16, i8* %10, i8* %11, i32 undef)
  ret void
}
define { i64, i64 } @__atomic_exchange_16(i128* %0, i64 %1, i64 %2, i32 %3) {
  %5 = alloca i128, align 16
  %6 = alloca i128, align 16
  %7 = zext i64 %2 to i128
  %8 = shl nuw i128 %7, 64
  %9 = zext i64 %1 to i128
  %10 = or i128 %8, %9
  store i128 %10, i128* %5, align 16
  %11 = bitcast i128* %6 to i8*
  call void @llvm.lifetime.start.p0i8(i64 16, i8* %11)
  %12 = bitcast i128* %0 to i8*
  %13 = bitcast i128* %5 to i8*
  call void @__atomic_exchange(i64 16, i8* %12, i8* %13, i8* %11, i32 undef)
  %14 = load i128, i128* %6, align 16
  %15 = trunc i128 %14 to i64
  %16 = lshr i128 %14, 64
  %17 = trunc i128 %16 to i64
  call void @llvm.lifetime.end.p0i8(i64 16, i8* %11)
  %18 = insertvalue { i64, i64 } poison, i64 %15, 0
  %19 = insertvalue { i64, i64 } %18, i64 %17, 1
  ret { i64, i64 } %19
}
define i1 @__atomic_compare_exchange_16(i128* %0, i128* %1, i64 %2, i64 %3, i32 %4, i32 %5) {
  %7 = alloca i128, align 16
  %8 = zext i64 %3 to i128
  %9 = shl nuw i128 %8, 64
  %10 = zext i64 %2 to i128
  %11 = or i128 %9, %10
  store i128 %11, i128* %7, align 16
  %12 = bitcast i128* %0 to i8*
  %13 = bitcast i128* %1 to i8*
  %14 = bitcast i128* %7 to i8*
  %15 = call i1 @__atomic_compare_exchange(i64 16, i8* %12, i8* %13, i8* %14, i32 undef, i32 undef)
  ret i1 %15
}
define { i64, i64 } @__atomic_fetch_add_16(i128* %0, i64 %1, i64 %2, i32 %3) {
  %5 = zext i64 %2 to i128
  %6 = shl nuw i128 %5, 64
  %7 = zext i64 %1 to i128
  %8 = or i128 %6, %7
  call void @__VERIFIER_atomic_begin()
  %9 = load i128, i128* %0, align 16
  %10 = add i128 %8, %9
  store i128 %10, i128* %0, align 16
  call void @__VERIFIER_atomic_end()
  %11 = trunc i128 %9 to i64
  %12 = lshr i128 %9, 64
  %13 = trunc i128 %12 to i64
  %14 = insertvalue { i64, i64 } poison, i64 %11, 0
  %15 = insertvalue { i64, i64 } %14, i64 %13, 1
  ret { i64, i64 } %15
}
define { i64, i64 } @__atomic_fetch_sub_16(i128* %0, i64 %1, i64 %2, i32 %3) {
  %5 = zext i64 %2 to i128
  %6 = mul i128 %5, -18446744073709551616
  %7 = zext i64 %1 to i128
  call void @__VERIFIER_atomic_begin()
  %8 = load i128, i128* %0, align 16
  %9 = sub i128 %6, %7
  %10 = add i128 %9, %8
  store i128 %10, i128* %0, align 16
  call void @__VERIFIER_atomic_end()
  %11 = trunc i128 %8 to i64
  %12 = lshr i128 %8, 64
  %13 = trunc i128 %12 to i64
  %14 = insertvalue { i64, i64 } poison, i64 %11, 0
  %15 = insertvalue { i64, i64 } %14, i64 %13, 1
  ret { i64, i64 } %15
}
define { i64, i64 } @__atomic_fetch_and_16(i128* %0, i64 %1, i64 %2, i32 %3) {
  %5 = zext i64 %2 to i128
  %6 = shl nuw i128 %5, 64
  %7 = zext i64 %1 to i128
  %8 = or i128 %6, %7
  call void @__VERIFIER_atomic_begin()
  %9 = load i128, i128* %0, align 16
  %10 = and i128 %9, %8
  store i128 %10, i128* %0, align 16
  call void @__VERIFIER_atomic_end()
  %11 = trunc i128 %9 to i64
  %12 = lshr i128 %9, 64
  %13 = trunc i128 %12 to i64
  %14 = insertvalue { i64, i64 } poison, i64 %11, 0
  %15 = insertvalue { i64, i64 } %14, i64 %13, 1
  ret { i64, i64 } %15
}
define { i64, i64 } @__atomic_fetch_or_16(i128* %0, i64 %1, i64 %2, i32 %3) {
  %5 = zext i64 %2 to i128
  %6 = shl nuw i128 %5, 64
  %7 = zext i64 %1 to i128
  %8 = or i128 %6, %7
  call void @__VERIFIER_atomic_begin()
  %9 = load i128, i128* %0, align 16
  %10 = or i128 %9, %8
  store i128 %10, i128* %0, align 16
  call void @__VERIFIER_atomic_end()
  %11 = trunc i128 %9 to i64
  %12 = lshr i128 %9, 64
  %13 = trunc i128 %12 to i64
  %14 = insertvalue { i64, i64 } poison, i64 %11, 0
  %15 = insertvalue { i64, i64 } %14, i64 %13, 1
  ret { i64, i64 } %15
}
define { i64, i64 } @__atomic_fetch_xor_16(i128* %0, i64 %1, i64 %2, i32 %3) {
  %5 = zext i64 %2 to i128
  %6 = shl nuw i128 %5, 64
  %7 = zext i64 %1 to i128
  %8 = or i128 %6, %7
  call void @__VERIFIER_atomic_begin()
  %9 = load i128, i128* %0, align 16
  %10 = xor i128 %9, %8
  store i128 %10, i128* %0, align 16
  call void @__VERIFIER_atomic_end()
  %11 = trunc i128 %9 to i64
  %12 = lshr i128 %9, 64
  %13 = trunc i128 %12 to i64
  %14 = insertvalue { i64, i64 } poison, i64 %11, 0
  %15 = insertvalue { i64, i64 } %14, i64 %13, 1
  ret { i64, i64 } %15
}
define i64 @time(i64* %0) {
  %2 = bitcast i64* %0 to i8*
  %3 = call i64 @now(i8* %2, i64 8)
  %4 = sdiv i64 %3, 1000000000
  %5 = icmp eq i64* %0, null
  br i1 %5, label %7, label %6
6:
  store i64 %4, i64* %0, align 8
  br label %7
7:
  ret i64 %4
}
define internal i64 @now(i8* %0, i64 %1) {
  %3 = call i64 @__mazurka_clock(i8* %0, i64 %1)
  %4 = add i64 %3, 1577836800000000000
  ret i64 %4
}
define i64 @clock() {
  %1 = call i64 @__mazurka_clock(i8* null, i64 0)
  %2 = sdiv i64 %1, 1000
  ret i64 %2
}
declare i64 @__mazurka_clock(i8*, i64)
define i32 @gettimeofday(%struct.timeval* %0, i8* %1) {
  %3 = bitcast %struct.timeval* %0 to i8*
  %4 = call i64 @now(i8* %3, i64 16)
  %5 = sdiv i64 %4, 1000000000
  %6 = getelementptr inbounds %struct.timeval, %struct.timeval* %0, i64 0, i32 0
  store i64 %5, i64* %6, align 8
  %7 = srem i64 %4, 1000000000
  %8 = trunc i64 %7 to i32
  %9 = sdiv i32 %8, 1000
  %10 = sext i32 %9 to i64
  %11 = getelementptr inbounds %struct.timeval, %struct.timeval* %0, i64 0, i32 1
  store i64 %10, i64* %11, align 8
  ret i32 0
}
define i32 @clock_gettime(i32 %0, %struct.timespec* %1) {
  %3 = bitcast %struct.timespec* %1 to i8*
  %4 = call i64 @now(i8* %3, i64 16)
  %5 = sdiv i64 %4, 1000000000
  %6 = getelementptr inbounds %struct.timespec, %struct.timespec* %1, i64 0, i32 0
  store i64 %5, i64* %6, align 8
  %7 = srem i64 %4, 1000000000
  %8 = getelementptr inbounds %struct.timespec, %struct.timespec* %1, i64 0, i32 1
  store i64 %7, i64* %8, align 8
  ret i32 0
}
define i32 @timespec_get(%struct.timespec* %0, i32 %1) {
  %3 = call i32 @clock_gettime(i32 undef, %struct.timespec* %0)
  ret i32 %1
}
define i32 @clock_getres(i32 %0, %struct.timespec* %1) {
  %3 = icmp eq %struct.timespec* %1, null
  br i1 %3, label %7, label %4
4:
  %5 = getelementptr inbounds %struct.timespec, %struct.timespec* %1, i64 0, i32 0
  store i64 0, i64* %5, align 8
  %6 = getelementptr inbounds %struct.timespec, %struct.timespec* %1, i64 0, i32 1
  store i64 1, i64* %6, align 8
  br label %7
7:
  ret i32 0
}
define double @difftime(i64 %0, i64 %1) {
  %3 = sub i64 %0, %1
  %4 = sitofp i64 %3 to double
  ret double %4
}
define i32 @sleep(i32 %0) {
  %2 = zext i32 %0 to i64
  %3 = mul nuw nsw i64 %2, 1000000000
  call void @sleep_for(i64 %3, i64 0)
  ret i32 0
}
define internal void @sleep_for(i64 %0, i64 %1) {
  call void @pthread_testcancel()
  %3 = call i32 @sched_yield()
  call void @__mazurka_sleep(i64 %0, i64 %1)
  ret void
}
define i32 @usleep(i32 %0) {
  %2 = zext i32 %0 to i64
  %3 = mul nuw nsw i64 %2, 1000
  call void @sleep_for(i64 %3, i64 0)
  ret i32 0
}
define i32 @clock_nanosleep(i32 %0, i32 %1, %struct.timespec* %2, %struct.timespec* %3) {
  %5 = and i32 %1, 1
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %7, label %9
7:
  %8 = call i64 @limit_of(%struct.timespec* %2)
  br label %11
9:
  %10 = call i64 @duration_of(%struct.timespec* %2)
  br label %11
11:
  %12 = phi i64 [ 0, %9 ], [ %8, %7 ]
  %13 = phi i64 [ %10, %9 ], [ 0, %7 ]
  %14 = phi i64 [ %10, %9 ], [ %8, %7 ]
  %15 = icmp slt i64 %14, 0
  br i1 %15, label %23, label %16
16:
  %17 = icmp eq %struct.timespec* %3, null
  %18 = or i1 %6, %17
  br i1 %18, label %22, label %19
19:
  %20 = getelementptr inbounds %struct.timespec, %struct.timespec* %3, i64 0, i32 1
  store i64 0, i64* %20, align 8
  %21 = getelementptr inbounds %struct.timespec, %struct.timespec* %3, i64 0, i32 0
  store i64 0, i64* %21, align 8
  br label %22
22:
  call void @sleep_for(i64 %13, i64 %12)
  br label %23
23:
  %24 = phi i32 [ 0, %22 ], [ 22, %11 ]
  ret i32 %24
}
define internal i64 @limit_of(%struct.timespec* %0) {
  %2 = getelementptr inbounds %struct.timespec, %struct.timespec* %0, i64 0, i32 0
  %3 = load i64, i64* %2, align 8
  %4 = getelementptr inbounds %struct.timespec, %struct.timespec* %0, i64 0, i32 1
  %5 = load i64, i64* %4, align 8
  %6 = call i64 @__mazurka_nanoseconds(i64 %3, i64 %5, i64 1577836800)
  ret i64 %6
}
define internal i64 @duration_of(%struct.timespec* %0) {
  %2 = getelementptr inbounds %struct.timespec, %struct.timespec* %0, i64 0, i32 0
  %3 = load i64, i64* %2, align 8
  %4 = getelementptr inbounds %struct.timespec, %struct.timespec* %0, i64 0, i32 1
  %5 = load i64, i64* %4, align 8
  %6 = call i64 @__mazurka_nanoseconds(i64 %3, i64 %5, i64 0)
  ret i64 %6
}
define i32 @nanosleep(%struct.timespec* %0, %struct.timespec* %1) {
  %3 = call i32 @clock_nanosleep(i32 undef, i32 0, %struct.timespec* %0, %struct.timespec* %1)
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %6, label %5
5:
  store i32 %3, i32* @__mazurka_errno, align 4
  br label %6
6:
  %7 = phi i32 [ -1, %5 ], [ 0, %2 ]
  ret i32 %7
}
define i32 @getpid() {
  ret i32 1
}
define i32 @getppid() {
  ret i32 0
}
define i32 @gettid() {
  %1 = call i64 @pthread_self()
  %2 = trunc i64 %1 to i32
  ret i32 %2
}
declare i64 @pthread_self()
define i64 @syscall(i64 %0, ...) {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  %3 = bitcast [1 x %struct.__va_list_tag]* %2 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %3)
  call void @llvm.va_start(i8* %3)
  switch i64 %0, label %133 [
    i64 202, label %4
    i64 24, label %126
    i64 39, label %134
    i64 186, label %128
    i64 324, label %132
  ]
4:
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 0
  %6 = load i32, i32* %5, align 16
  %7 = icmp ult i32 %6, 41
  br i1 %7, label %14, label %8
8:
  %9 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 2
  %10 = load i8*, i8** %9, align 8
  %11 = getelementptr i8, i8* %10, i64 8
  store i8* %11, i8** %9, align 8
  %12 = bitcast i8* %10 to i32**
  %13 = load i32*, i32** %12, align 8
  br label %23
14:
  %15 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 3
  %16 = load i8*, i8** %15, align 16
  %17 = zext i32 %6 to i64
  %18 = getelementptr i8, i8* %16, i64 %17
  %19 = add nuw nsw i32 %6, 8
  store i32 %19, i32* %5, align 16
  %20 = bitcast i8* %18 to i32**
  %21 = load i32*, i32** %20, align 8
  %22 = icmp ult i32 %6, 33
  br i1 %22, label %32, label %23
23:
  %24 = phi i32* [ %13, %8 ], [ %21, %14 ]
  %25 = phi i32 [ %6, %8 ], [ %19, %14 ]
  %26 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 2
  %27 = load i8*, i8** %26, align 8
  %28 = getelementptr i8, i8* %27, i64 8
  store i8* %28, i8** %26, align 8
  %29 = bitcast i8* %27 to i64*
  %30 = load i64, i64* %29, align 8
  %31 = trunc i64 %30 to i32
  br label %48
32:
  %33 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 3
  %34 = load i8*, i8** %33, align 16
  %35 = zext i32 %19 to i64
  %36 = getelementptr i8, i8* %34, i64 %35
  %37 = add nuw nsw i32 %6, 16
  store i32 %37, i32* %5, align 16
  %38 = bitcast i8* %36 to i64*
  %39 = load i64, i64* %38, align 8
  %40 = trunc i64 %39 to i32
  %41 = icmp ult i32 %6, 25
  br i1 %41, label %42, label %48
42:
  %43 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 3
  %44 = load i8*, i8** %43, align 16
  %45 = zext i32 %37 to i64
  %46 = getelementptr i8, i8* %44, i64 %45
  %47 = add nuw nsw i32 %6, 24
  store i32 %47, i32* %5, align 16
  br label %55
48:
  %49 = phi i32 [ %31, %23 ], [ %40, %32 ]
  %50 = phi i32 [ %25, %23 ], [ %37, %32 ]
  %51 = phi i32* [ %24, %23 ], [ %21, %32 ]
  %52 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 2
  %53 = load i8*, i8** %52, align 8
  %54 = getelementptr i8, i8* %53, i64 8
  store i8* %54, i8** %52, align 8
  br label %55
55:
  %56 = phi i32 [ %40, %42 ], [ %49, %48 ]
  %57 = phi i32* [ %21, %42 ], [ %51, %48 ]
  %58 = phi i32 [ %47, %42 ], [ %50, %48 ]
  %59 = phi i8* [ %46, %42 ], [ %53, %48 ]
  %60 = bitcast i8* %59 to i64*
  %61 = load i64, i64* %60, align 8
  %62 = trunc i64 %61 to i32
  %63 = and i32 %56, 127
  switch i32 %63, label %80 [
    i32 9, label %64
    i32 0, label %64
  ]
64:
  %65 = icmp ult i32 %58, 41
  br i1 %65, label %66, label %72
66:
  %67 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 3
  %68 = load i8*, i8** %67, align 16
  %69 = zext i32 %58 to i64
  %70 = getelementptr i8, i8* %68, i64 %69
  %71 = add nuw nsw i32 %58, 8
  store i32 %71, i32* %5, align 16
  br label %76
72:
  %73 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %2, i64 0, i64 0, i32 2
  %74 = load i8*, i8** %73, align 8
  %75 = getelementptr i8, i8* %74, i64 8
  store i8* %75, i8** %73, align 8
  br label %76
76:
  %77 = phi i8* [ %70, %66 ], [ %74, %72 ]
  %78 = bitcast i8* %77 to %struct.timespec**
  %79 = load %struct.timespec*, %struct.timespec** %78, align 8
  br label %80
80:
  %81 = phi %struct.timespec* [ %79, %76 ], [ null, %55 ]
  %82 = icmp eq i32 %63, 9
  switch i32 %63, label %118 [
    i32 0, label %83
    i32 9, label %83
    i32 1, label %102
    i32 10, label %102
  ]
83:
  %84 = icmp eq %struct.timespec* %81, null
  br i1 %84, label %85, label %88
85:
  %86 = bitcast i32* %57 to i8*
  %87 = call i64 @__mazurka_futex_wait(i8* %86, i32 %62)
  br label %119
88:
  br i1 %82, label %89, label %91
89:
  %90 = call i64 @limit_of(%struct.timespec* %81)
  br label %97
91:
  %92 = call i64 @duration_of(%struct.timespec* %81)
  %93 = icmp slt i64 %92, 0
  br i1 %93, label %122, label %94
94:
  %95 = call i64 @__mazurka_clock(i8* null, i64 0)
  %96 = add i64 %95, %92
  br label %97
97:
  %98 = phi i64 [ %96, %94 ], [ %90, %89 ]
  %99 = icmp slt i64 %98, 0
  br i1 %99, label %122, label %100
100:
  %101 = call i64 @futex_until(i32* %57, i32 %62, i64 %98)
  br label %119
102:
  %103 = bitcast i32* %57 to i8*
  %104 = icmp eq i32 %62, 2147483647
  br i1 %104, label %108, label %105
105:
  %106 = call i32 @llvm.smax.i32(i32 %62, i32 0)
  %107 = zext i32 %106 to i64
  br label %110
108:
  %109 = call i64 @__mazurka_futex_wake(i8* %103, i32 1)
  br label %134
110:
  %111 = phi i64 [ %117, %116 ], [ 0, %105 ]
  %112 = icmp eq i64 %111, %107
  br i1 %112, label %134, label %113
113:
  %114 = call i64 @__mazurka_futex_wake(i8* %103, i32 0)
  %115 = icmp eq i64 %114, 0
  br i1 %115, label %134, label %116
116:
  %117 = add nuw nsw i64 %111, 1
  br label %110
118:
  call void @__mazurka_error(i8* getelementptr inbounds ([43 x i8], [43 x i8]* @.str.172, i64 0, i64 0))
  unreachable
119:
  %120 = phi i64 [ %87, %85 ], [ %101, %100 ]
  %121 = icmp slt i64 %120, 0
  br i1 %121, label %122, label %134
122:
  %123 = phi i64 [ %120, %119 ], [ -22, %97 ], [ -22, %91 ]
  %124 = trunc i64 %123 to i32
  %125 = sub i32 0, %124
  store i32 %125, i32* @__mazurka_errno, align 4
  br label %134
126:
  %127 = call i32 @sched_yield()
  br label %134
128:
  %129 = call i64 @pthread_self()
  %130 = shl i64 %129, 32
  %131 = ashr exact i64 %130, 32
  br label %134
132:
  fence seq_cst
  br label %134
133:
  call void @__mazurka_error(i8* getelementptr inbounds ([68 x i8], [68 x i8]* @.str.63, i64 0, i64 0))
  unreachable
134:
  %135 = phi i64 [ 0, %132 ], [ %131, %128 ], [ 0, %126 ], [ -1, %122 ], [ %120, %119 ], [ %109, %108 ], [ 1, %1 ], [ %111, %113 ], [ %107, %110 ]
  call void @llvm.va_end(i8* %3)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %3)
  ret i64 %135
}
declare i32 @sched_yield()
define i32 @getuid() {
  ret i32 0
}
define i32 @geteuid() {
  ret i32 0
}
define i32 @getgid() {
  ret i32 0
}
define i32 @getegid() {
  ret i32 0
}
define i32 @getrusage(i32 %0, i8* %1) {
  %3 = call i8* @memset(i8* %1, i32 0, i64 144)
  ret i32 0
}
define i32 @isatty(i32 %0) {
  ret i32 0
}
define i32 @fsync(i32 %0) {
  ret i32 0
}
define i64 @sysconf(i32 %0) {
  switch i32 %0, label %6 [
    i32 2, label %7
    i32 4, label %2
    i32 30, label %3
    i32 83, label %4
    i32 84, label %4
    i32 85, label %5
  ]
2:
  br label %7
3:
  br label %7
4:
  br label %7
5:
  br label %7
6:
  br label %7
7:
  %8 = phi i64 [ -1, %6 ], [ 65536, %5 ], [ 2, %4 ], [ 4096, %3 ], [ 1024, %2 ], [ 100, %1 ]
  ret i64 %8
}
define i32 @get_nprocs() {
  ret i32 2
}
define i32 @get_nprocs_conf() {
  ret i32 2
}
define i32 @getpagesize() {
  ret i32 4096
}
define i32 @sched_getcpu() {
  ret i32 0
}
define i32 @sched_setaffinity(i32 %0, i64 %1, i8* %2) {
  ret i32 0
}
define i32 @sched_getaffinity(i32 %0, i64 %1, i8* %2) {
  %4 = call i8* @memset(i8* %2, i32 0, i64 %1)
  store i8 3, i8* %2, align 1
  ret i32 0
}
define i32 @sched_setscheduler(i32 %0, i32 %1, i32* %2) {
  ret i32 0
}
define i32 @sched_getscheduler(i32 %0) {
  ret i32 0
}
define i32 @__sched_cpucount(i64 %0, i8* %1) {
  br label %3
3:
  %4 = phi i32 [ 0, %2 ], [ %13, %8 ]
  %5 = phi i64 [ 0, %2 ], [ %14, %8 ]
  %6 = icmp eq i64 %5, %0
  br i1 %6, label %7, label %8
7:
  ret i32 %4
8:
  %9 = getelementptr i8, i8* %1, i64 %5
  %10 = load i8, i8* %9, align 1
  %11 = call i8 @llvm.ctpop.i8(i8 %10)
  %12 = zext i8 %11 to i32
  %13 = add i32 %4, %12
  %14 = add i64 %5, 1
  br label %3
}
define i32 @sched_get_priority_max(i32 %0) {
  ret i32 99
}
define i32 @sched_get_priority_min(i32 %0) {
  ret i32 1
}
define i32 @getrlimit(i32 %0, i64* %1) {
  %3 = getelementptr i64, i64* %1, i64 1
  store i64 -1, i64* %3, align 8
  store i64 -1, i64* %1, align 8
  ret i32 0
}
define i32 @setrlimit(i32 %0, i64* %1) {
  ret i32 0
}
define i32 @htonl(i32 %0) {
  %2 = call i32 @llvm.bswap.i32(i32 %0)
  ret i32 %2
}
declare i32 @llvm.bswap.i32(i32)
define i32 @ntohl(i32 %0) {
  %2 = call i32 @llvm.bswap.i32(i32 %0)
  ret i32 %2
}
define i16 @htons(i16 %0) {
  %2 = call i16 @llvm.bswap.i16(i16 %0)
  ret i16 %2
}
declare i16 @llvm.bswap.i16(i16)
define i16 @ntohs(i16 %0) {
  %2 = call i16 @llvm.bswap.i16(i16 %0)
  ret i16 %2
}
define void @__stack_chk_fail() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([14 x i8], [14 x i8]* @.str.64, i64 0, i64 0), i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str.65, i64 0, i64 0))
  unreachable
}
define void (i32)* @signal(i32 %0, void (i32)* %1) {
  %3 = add i32 %0, -65
  %4 = icmp ult i32 %3, -64
  br i1 %4, label %5, label %6
5:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %10
6:
  %7 = zext i32 %0 to i64
  %8 = getelementptr [65 x void (i32)*], [65 x void (i32)*]* @handlers, i64 0, i64 %7
  %9 = load void (i32)*, void (i32)** %8, align 8
  store void (i32)* %1, void (i32)** %8, align 8
  br label %10
10:
  %11 = phi void (i32)* [ inttoptr (i64 -1 to void (i32)*), %5 ], [ %9, %6 ]
  ret void (i32)* %11
}
define i32 @sigaction(i32 %0, void (i32)** %1, void (i32)** %2) {
  %4 = add i32 %0, -65
  %5 = icmp ult i32 %4, -64
  br i1 %5, label %6, label %7
6:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %21
7:
  %8 = icmp eq void (i32)** %2, null
  br i1 %8, label %15, label %9
9:
  %10 = bitcast void (i32)** %2 to i8*
  %11 = call i8* @memset(i8* %10, i32 0, i64 152)
  %12 = zext i32 %0 to i64
  %13 = getelementptr [65 x void (i32)*], [65 x void (i32)*]* @handlers, i64 0, i64 %12
  %14 = load void (i32)*, void (i32)** %13, align 8
  store void (i32)* %14, void (i32)** %2, align 8
  br label %15
15:
  %16 = icmp eq void (i32)** %1, null
  br i1 %16, label %21, label %17
17:
  %18 = load void (i32)*, void (i32)** %1, align 8
  %19 = zext i32 %0 to i64
  %20 = getelementptr [65 x void (i32)*], [65 x void (i32)*]* @handlers, i64 0, i64 %19
  store void (i32)* %18, void (i32)** %20, align 8
  br label %21
21:
  %22 = phi i32 [ -1, %6 ], [ 0, %17 ], [ 0, %15 ]
  ret i32 %22
}
define i32 @raise(i32 %0) {
  %2 = add i32 %0, -65
  %3 = icmp ult i32 %2, -64
  br i1 %3, label %4, label %5
4:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %20
5:
  %6 = zext i32 %0 to i64
  %7 = getelementptr [65 x void (i32)*], [65 x void (i32)*]* @handlers, i64 0, i64 %6
  %8 = load void (i32)*, void (i32)** %7, align 8
  %9 = icmp ult void (i32)* %8, inttoptr (i64 2 to void (i32)*)
  br i1 %9, label %11, label %10
10:
  call void %8(i32 %0)
  br label %20
11:
  %12 = icmp eq void (i32)* %8, null
  %13 = icmp eq i32 %0, 6
  %14 = and i1 %13, %12
  br i1 %14, label %15, label %16
15:
  call void @abort()
  unreachable
16:
  %17 = freeze i1 %12
  br i1 %17, label %18, label %20
18:
  switch i32 %0, label %19 [
    i32 28, label %20
    i32 23, label %20
    i32 18, label %20
    i32 17, label %20
  ]
19:
  call void @__mazurka_fail(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.66, i64 0, i64 0), i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.67, i64 0, i64 0))
  unreachable
20:
  %21 = phi i32 [ -1, %4 ], [ 0, %18 ], [ 0, %18 ], [ 0, %18 ], [ 0, %18 ], [ 0, %16 ], [ 0, %10 ]
  ret i32 %21
}
declare void @abort()
define i32 @sigemptyset(i8* %0) {
  %2 = call i8* @memset(i8* %0, i32 0, i64 128)
  ret i32 0
}
define i32 @sigfillset(i8* %0) {
  %2 = call i8* @memset(i8* %0, i32 255, i64 128)
  ret i32 0
}
define i32 @sigaddset(i64* %0, i32 %1) {
  %3 = add i32 %1, -1
  %4 = srem i32 %3, 64
  %5 = zext i32 %4 to i64
  %6 = shl nuw i64 1, %5
  %7 = sdiv i32 %3, 64
  %8 = sext i32 %7 to i64
  %9 = getelementptr i64, i64* %0, i64 %8
  %10 = load i64, i64* %9, align 8
  %11 = or i64 %10, %6
  store i64 %11, i64* %9, align 8
  ret i32 0
}
define i32 @sigdelset(i64* %0, i32 %1) {
  %3 = add i32 %1, -1
  %4 = srem i32 %3, 64
  %5 = zext i32 %4 to i64
  %6 = shl nuw i64 1, %5
  %7 = xor i64 %6, -1
  %8 = sdiv i32 %3, 64
  %9 = sext i32 %8 to i64
  %10 = getelementptr i64, i64* %0, i64 %9
  %11 = load i64, i64* %10, align 8
  %12 = and i64 %11, %7
  store i64 %12, i64* %10, align 8
  ret i32 0
}
define i32 @sigismember(i64* %0, i32 %1) {
  %3 = add i32 %1, -1
  %4 = sdiv i32 %3, 64
  %5 = sext i32 %4 to i64
  %6 = getelementptr i64, i64* %0, i64 %5
  %7 = load i64, i64* %6, align 8
  %8 = srem i32 %3, 64
  %9 = zext i32 %8 to i64
  %10 = lshr i64 %7, %9
  %11 = trunc i64 %10 to i32
  %12 = and i32 %11, 1
  ret i32 %12
}
define i32 @sigprocmask(i32 %0, i8* %1, i8* %2) {
  %4 = icmp eq i8* %2, null
  br i1 %4, label %7, label %5
5:
  %6 = call i8* @memset(i8* %2, i32 0, i64 128)
  br label %7
7:
  ret i32 0
}
define i32 @pthread_sigmask(i32 %0, i8* %1, i8* %2) {
  %4 = call i32 @sigprocmask(i32 undef, i8* undef, i8* %2)
  ret i32 0
}
define i32 @alarm(i32 %0) {
  ret i32 0
}
define i32 @kill() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.68, i64 0, i64 0))
  unreachable
}
define i32 @sigwait() {
  call void @__mazurka_error(i8* getelementptr inbounds ([51 x i8], [51 x i8]* @.str.69, i64 0, i64 0))
  unreachable
}
define i32 @sigsuspend() {
  call void @__mazurka_error(i8* getelementptr inbounds ([54 x i8], [54 x i8]* @.str.70, i64 0, i64 0))
  unreachable
}
define i32 @pause() {
  call void @__mazurka_error(i8* getelementptr inbounds ([49 x i8], [49 x i8]* @.str.71, i64 0, i64 0))
  unreachable
}
define i32 @fork() {
  call void @__mazurka_error(i8* getelementptr inbounds ([49 x i8], [49 x i8]* @.str.72, i64 0, i64 0))
  unreachable
}
define i32 @vfork() {
  call void @__mazurka_error(i8* getelementptr inbounds ([50 x i8], [50 x i8]* @.str.73, i64 0, i64 0))
  unreachable
}
define i32 @clone() {
  call void @__mazurka_error(i8* getelementptr inbounds ([50 x i8], [50 x i8]* @.str.74, i64 0, i64 0))
  unreachable
}
define i32 @execve() {
  call void @__mazurka_error(i8* getelementptr inbounds ([51 x i8], [51 x i8]* @.str.75, i64 0, i64 0))
  unreachable
}
define i32 @execvp() {
  call void @__mazurka_error(i8* getelementptr inbounds ([51 x i8], [51 x i8]* @.str.76, i64 0, i64 0))
  unreachable
}
define i32 @execl() {
  call void @__mazurka_error(i8* getelementptr inbounds ([50 x i8], [50 x i8]* @.str.77, i64 0, i64 0))
  unreachable
}
define i32 @wait() {
  call void @__mazurka_error(i8* getelementptr inbounds ([49 x i8], [49 x i8]* @.str.78, i64 0, i64 0))
  unreachable
}
define i32 @waitpid() {
  call void @__mazurka_error(i8* getelementptr inbounds ([52 x i8], [52 x i8]* @.str.79, i64 0, i64 0))
  unreachable
}
define i32 @shmget() {
  call void @__mazurka_error(i8* getelementptr inbounds ([51 x i8], [51 x i8]* @.str.80, i64 0, i64 0))
  unreachable
}
define i32 @shm_open() {
  call void @__mazurka_error(i8* getelementptr inbounds ([53 x i8], [53 x i8]* @.str.81, i64 0, i64 0))
  unreachable
}
define i8* @setlocale(i32 %0, i8* %1) {
  ret i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.82, i64 0, i64 0)
}
define %struct.tm* @gmtime_r(i64* %0, %struct.tm* %1) {
  %3 = load i64, i64* %0, align 8
  %4 = sdiv i64 %3, 86400
  %5 = srem i64 %3, 86400
  %6 = icmp slt i64 %5, 0
  %7 = add nsw i64 %5, 86400
  %8 = ashr i64 %5, 63
  %9 = add nsw i64 %8, %4
  %10 = select i1 %6, i64 %7, i64 %5
  %11 = add nsw i64 %9, 719162
  %12 = icmp ult i64 %11, 3652059
  br i1 %12, label %14, label %13
13:
  call void @__mazurka_error(i8* getelementptr inbounds ([57 x i8], [57 x i8]* @.str.83, i64 0, i64 0))
  unreachable
14:
  %15 = trunc i64 %9 to i32
  %16 = sdiv i32 %15, 366
  %17 = add nsw i32 %16, 1970
  %18 = zext i32 %17 to i64
  br label %19
19:
  %20 = phi i64 [ %18, %14 ], [ %23, %19 ]
  %21 = call i64 @days_before(i64 %20)
  %22 = icmp sgt i64 %21, %9
  %23 = add i64 %20, -1
  br i1 %22, label %19, label %24
24:
  %25 = phi i64 [ %26, %24 ], [ %20, %19 ]
  %26 = add i64 %25, 1
  %27 = call i64 @days_before(i64 %26)
  %28 = icmp sgt i64 %27, %9
  br i1 %28, label %29, label %24
29:
  %30 = call i64 @days_before(i64 %25)
  %31 = sub i64 %9, %30
  %32 = trunc i64 %31 to i32
  %33 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 7
  store i32 %32, i32* %33, align 4
  br label %34
34:
  %35 = phi i32 [ %32, %29 ], [ %41, %39 ]
  %36 = phi i32 [ 0, %29 ], [ %40, %39 ]
  %37 = call i32 @days_of_month(i64 %25, i32 %36)
  %38 = icmp slt i32 %35, %37
  br i1 %38, label %42, label %39
39:
  %40 = add i32 %36, 1
  %41 = sub i32 %35, %37
  br label %34
42:
  %43 = srem i64 %10, 60
  %44 = trunc i64 %43 to i32
  %45 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 0
  store i32 %44, i32* %45, align 8
  %46 = sdiv i64 %10, 60
  %47 = srem i64 %46, 60
  %48 = trunc i64 %47 to i32
  %49 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 1
  store i32 %48, i32* %49, align 4
  %50 = sdiv i64 %10, 3600
  %51 = trunc i64 %50 to i32
  %52 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 2
  store i32 %51, i32* %52, align 8
  %53 = add nsw i32 %35, 1
  %54 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 3
  store i32 %53, i32* %54, align 4
  %55 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 4
  store i32 %36, i32* %55, align 8
  %56 = trunc i64 %25 to i32
  %57 = add i32 %56, -1900
  %58 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 5
  store i32 %57, i32* %58, align 4
  %59 = add nsw i64 %9, 4
  %60 = srem i64 %59, 7
  %61 = trunc i64 %60 to i8
  %62 = add nsw i8 %61, 7
  %63 = urem i8 %62, 7
  %64 = zext i8 %63 to i32
  %65 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 6
  store i32 %64, i32* %65, align 8
  %66 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 8
  store i32 0, i32* %66, align 8
  %67 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 9
  store i64 0, i64* %67, align 8
  %68 = getelementptr inbounds %struct.tm, %struct.tm* %1, i64 0, i32 10
  store i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.84, i64 0, i64 0), i8** %68, align 8
  ret %struct.tm* %1
}
define internal i64 @days_before(i64 %0) {
  %2 = add i64 %0, -1
  %3 = sdiv i64 %2, 4
  %4 = sdiv i64 %2, -100
  %5 = sdiv i64 %2, 400
  %6 = mul i64 %0, 365
  %7 = add i64 %6, -719527
  %8 = add i64 %7, %3
  %9 = add i64 %8, %4
  %10 = add i64 %9, %5
  ret i64 %10
}
define internal i32 @days_of_month(i64 %0, i32 %1) {
  %3 = sext i32 %1 to i64
  %4 = getelementptr [12 x i8], [12 x i8]* @days_of_month.days, i64 0, i64 %3
  %5 = load i8, i8* %4, align 1
  %6 = icmp eq i32 %1, 1
  %7 = and i64 %0, 3
  %8 = icmp eq i64 %7, 0
  %9 = and i1 %6, %8
  br i1 %9, label %10, label %17
10:
  %11 = srem i64 %0, 100
  %12 = icmp eq i64 %11, 0
  br i1 %12, label %13, label %17
13:
  %14 = srem i64 %0, 400
  %15 = icmp eq i64 %14, 0
  %16 = zext i1 %15 to i32
  br label %17
17:
  %18 = phi i32 [ 0, %2 ], [ 1, %10 ], [ %16, %13 ]
  %19 = sext i8 %5 to i32
  %20 = add nsw i32 %18, %19
  ret i32 %20
}
define %struct.tm* @localtime_r(i64* %0, %struct.tm* %1) {
  %3 = call %struct.tm* @gmtime_r(i64* %0, %struct.tm* %1)
  ret %struct.tm* %1
}
define %struct.tm* @gmtime(i64* %0) {
  %2 = call %struct.tm* @gmtime_r(i64* %0, %struct.tm* @latest)
  ret %struct.tm* @latest
}
define %struct.tm* @localtime(i64* %0) {
  %2 = call %struct.tm* @gmtime_r(i64* %0, %struct.tm* @latest)
  ret %struct.tm* @latest
}
define i64 @mktime(%struct.tm* %0) {
  %2 = alloca i64, align 8
  %3 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 5
  %4 = load i32, i32* %3, align 4
  %5 = sext i32 %4 to i64
  %6 = mul nsw i64 %5, 12
  %7 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 4
  %8 = load i32, i32* %7, align 8
  %9 = sext i32 %8 to i64
  %10 = add nsw i64 %6, %9
  %11 = sdiv i64 %10, 12
  %12 = srem i64 %10, 12
  %13 = trunc i64 %12 to i32
  %14 = icmp slt i32 %13, 0
  %15 = add nsw i32 %13, 12
  %16 = select i1 %14, i64 1899, i64 1900
  %17 = add nsw i64 %16, %11
  %18 = select i1 %14, i32 %15, i32 %13
  %19 = call i64 @days_before(i64 %17)
  %20 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 3
  %21 = load i32, i32* %20, align 4
  %22 = sext i32 %21 to i64
  %23 = add i64 %19, -1
  %24 = add i64 %23, %22
  br label %25
25:
  %26 = phi i64 [ %24, %1 ], [ %50, %47 ]
  %27 = phi i32 [ 0, %1 ], [ %51, %47 ]
  %28 = icmp eq i32 %27, %18
  br i1 %28, label %29, label %47
29:
  %30 = bitcast i64* %2 to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %30)
  %31 = mul i64 %26, 86400
  %32 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 2
  %33 = load i32, i32* %32, align 8
  %34 = sext i32 %33 to i64
  %35 = mul nsw i64 %34, 3600
  %36 = add i64 %35, %31
  %37 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 1
  %38 = load i32, i32* %37, align 4
  %39 = sext i32 %38 to i64
  %40 = mul nsw i64 %39, 60
  %41 = add i64 %36, %40
  %42 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 0
  %43 = load i32, i32* %42, align 8
  %44 = sext i32 %43 to i64
  %45 = add i64 %41, %44
  store i64 %45, i64* %2, align 8
  %46 = call %struct.tm* @gmtime_r(i64* %2, %struct.tm* %0)
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %30)
  ret i64 %45
47:
  %48 = call i32 @days_of_month(i64 %17, i32 %27)
  %49 = sext i32 %48 to i64
  %50 = add i64 %26, %49
  %51 = add nuw i32 %27, 1
  br label %25
}
define i64 @timegm(%struct.tm* %0) {
  %2 = call i64 @mktime(%struct.tm* %0)
  ret i64 %2
}
define void @tzset() {
  ret void
}
define i8* @asctime_r(%struct.tm* %0, i8* %1) {
  %3 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 6
  %4 = load i32, i32* %3, align 8
  %5 = sext i32 %4 to i64
  %6 = getelementptr [7 x i8*], [7 x i8*]* @day_names, i64 0, i64 %5
  %7 = load i8*, i8** %6, align 8
  %8 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 4
  %9 = load i32, i32* %8, align 8
  %10 = sext i32 %9 to i64
  %11 = getelementptr [12 x i8*], [12 x i8*]* @month_names, i64 0, i64 %10
  %12 = load i8*, i8** %11, align 8
  %13 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 3
  %14 = load i32, i32* %13, align 4
  %15 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 2
  %16 = load i32, i32* %15, align 8
  %17 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 1
  %18 = load i32, i32* %17, align 4
  %19 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 0
  %20 = load i32, i32* %19, align 8
  %21 = getelementptr inbounds %struct.tm, %struct.tm* %0, i64 0, i32 5
  %22 = load i32, i32* %21, align 4
  %23 = add i32 %22, 1900
  %24 = call i32 (i8*, i8*, ...) @sprintf(i8* %1, i8* getelementptr inbounds ([33 x i8], [33 x i8]* @.str.85, i64 0, i64 0), i8* %7, i8* %12, i32 %14, i32 %16, i32 %18, i32 %20, i32 %23)
  ret i8* %1
}
define i8* @asctime(%struct.tm* %0) {
  %2 = call i8* @asctime_r(%struct.tm* %0, i8* getelementptr inbounds ([32 x i8], [32 x i8]* @latest_text, i64 0, i64 0))
  ret i8* getelementptr inbounds ([32 x i8], [32 x i8]* @latest_text, i64 0, i64 0)
}
define i8* @ctime_r(i64* %0, i8* %1) {
  %3 = alloca %struct.tm, align 8
  %4 = bitcast %struct.tm* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 56, i8* %4)
  %5 = call %struct.tm* @gmtime_r(i64* %0, %struct.tm* %3)
  %6 = call i8* @asctime_r(%struct.tm* %3, i8* %1)
  call void @llvm.lifetime.end.p0i8(i64 56, i8* %4)
  ret i8* %1
}
define i8* @ctime(i64* %0) {
  %2 = call i8* @ctime_r(i64* %0, i8* getelementptr inbounds ([32 x i8], [32 x i8]* @latest_text, i64 0, i64 0))
  ret i8* getelementptr inbounds ([32 x i8], [32 x i8]* @latest_text, i64 0, i64 0)
}
define i64 @strftime(i8* %0, i64 %1, i8* %2, %struct.tm* %3) {
  %5 = call i64 @add_dates(i8* %0, i64 0, i64 %1, i8* %2, %struct.tm* %3)
  %6 = icmp ult i64 %5, %1
  br i1 %6, label %7, label %9
7:
  %8 = getelementptr i8, i8* %0, i64 %5
  store i8 0, i8* %8, align 1
  br label %9
9:
  %10 = phi i64 [ %5, %7 ], [ 0, %4 ]
  ret i64 %10
}
define internal i64 @add_dates(i8* %0, i64 %1, i64 %2, i8* %3, %struct.tm* %4) {
  %6 = alloca [16 x i8], align 16
  %7 = getelementptr inbounds [16 x i8], [16 x i8]* %6, i64 0, i64 0
  %8 = getelementptr inbounds [16 x i8], [16 x i8]* %6, i64 0, i64 1
  %9 = getelementptr inbounds [16 x i8], [16 x i8]* %6, i64 0, i64 2
  %10 = getelementptr inbounds [16 x i8], [16 x i8]* %6, i64 0, i64 16
  %11 = getelementptr inbounds %struct.tm, %struct.tm* %4, i64 0, i32 5
  %12 = getelementptr inbounds %struct.tm, %struct.tm* %4, i64 0, i32 6
  %13 = getelementptr inbounds %struct.tm, %struct.tm* %4, i64 0, i32 0
  %14 = getelementptr inbounds %struct.tm, %struct.tm* %4, i64 0, i32 2
  %15 = getelementptr inbounds %struct.tm, %struct.tm* %4, i64 0, i32 1
  %16 = getelementptr inbounds %struct.tm, %struct.tm* %4, i64 0, i32 4
  %17 = getelementptr inbounds %struct.tm, %struct.tm* %4, i64 0, i32 7
  %18 = getelementptr inbounds %struct.tm, %struct.tm* %4, i64 0, i32 3
  br label %19
19:
  %20 = phi i8* [ %3, %5 ], [ %147, %144 ]
  %21 = phi i64 [ %1, %5 ], [ %146, %144 ]
  %22 = load i8, i8* %20, align 1
  %23 = icmp ne i8 %22, 0
  %24 = icmp ult i64 %21, %2
  %25 = select i1 %23, i1 %24, i1 false
  br i1 %25, label %26, label %148
26:
  call void @llvm.lifetime.start.p0i8(i64 16, i8* %7)
  store i8 %22, i8* %7, align 16
  store i8 0, i8* %8, align 1
  br label %27
27:
  %28 = phi i8* [ %9, %26 ], [ %29, %27 ]
  store i8 0, i8* %28, align 1
  %29 = getelementptr inbounds i8, i8* %28, i64 1
  %30 = icmp eq i8* %29, %10
  br i1 %30, label %31, label %27
31:
  %32 = load i8, i8* %20, align 1
  %33 = icmp eq i8 %32, 37
  br i1 %33, label %34, label %131
34:
  %35 = getelementptr i8, i8* %20, i64 1
  %36 = load i8, i8* %35, align 1
  %37 = icmp eq i8 %36, 0
  br i1 %37, label %131, label %38
38:
  %39 = call i8* @several(i8 %36)
  %40 = icmp eq i8* %39, null
  br i1 %40, label %43, label %41
41:
  %42 = call i64 @add_dates(i8* %0, i64 %21, i64 %2, i8* %39, %struct.tm* %4)
  br label %144
43:
  %44 = sext i8 %36 to i32
  switch i32 %44, label %130 [
    i32 97, label %45
    i32 65, label %51
    i32 98, label %57
    i32 104, label %57
    i32 66, label %63
    i32 100, label %69
    i32 101, label %72
    i32 72, label %75
    i32 73, label %78
    i32 106, label %84
    i32 109, label %88
    i32 77, label %92
    i32 112, label %95
    i32 83, label %100
    i32 117, label %103
    i32 119, label %109
    i32 121, label %112
    i32 89, label %116
    i32 122, label %120
    i32 90, label %122
    i32 110, label %124
    i32 116, label %126
    i32 37, label %128
  ]
45:
  %46 = load i32, i32* %12, align 8
  %47 = sext i32 %46 to i64
  %48 = getelementptr [7 x i8*], [7 x i8*]* @day_names, i64 0, i64 %47
  %49 = load i8*, i8** %48, align 8
  %50 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.198, i64 0, i64 0), i8* %49)
  br label %131
51:
  %52 = load i32, i32* %12, align 8
  %53 = sext i32 %52 to i64
  %54 = getelementptr [7 x i8*], [7 x i8*]* @day_names, i64 0, i64 %53
  %55 = load i8*, i8** %54, align 8
  %56 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.199, i64 0, i64 0), i8* %55)
  br label %131
57:
  %58 = load i32, i32* %16, align 8
  %59 = sext i32 %58 to i64
  %60 = getelementptr [12 x i8*], [12 x i8*]* @month_names, i64 0, i64 %59
  %61 = load i8*, i8** %60, align 8
  %62 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.198, i64 0, i64 0), i8* %61)
  br label %131
63:
  %64 = load i32, i32* %16, align 8
  %65 = sext i32 %64 to i64
  %66 = getelementptr [12 x i8*], [12 x i8*]* @month_names, i64 0, i64 %65
  %67 = load i8*, i8** %66, align 8
  %68 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.199, i64 0, i64 0), i8* %67)
  br label %131
69:
  %70 = load i32, i32* %18, align 4
  %71 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.200, i64 0, i64 0), i32 %70)
  br label %131
72:
  %73 = load i32, i32* %18, align 4
  %74 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.201, i64 0, i64 0), i32 %73)
  br label %131
75:
  %76 = load i32, i32* %14, align 8
  %77 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.200, i64 0, i64 0), i32 %76)
  br label %131
78:
  %79 = load i32, i32* %14, align 8
  %80 = add i32 %79, 11
  %81 = srem i32 %80, 12
  %82 = add nsw i32 %81, 1
  %83 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.200, i64 0, i64 0), i32 %82)
  br label %131
84:
  %85 = load i32, i32* %17, align 4
  %86 = add i32 %85, 1
  %87 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.202, i64 0, i64 0), i32 %86)
  br label %131
88:
  %89 = load i32, i32* %16, align 8
  %90 = add i32 %89, 1
  %91 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.200, i64 0, i64 0), i32 %90)
  br label %131
92:
  %93 = load i32, i32* %15, align 4
  %94 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.200, i64 0, i64 0), i32 %93)
  br label %131
95:
  %96 = load i32, i32* %14, align 8
  %97 = icmp slt i32 %96, 12
  %98 = select i1 %97, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.203, i64 0, i64 0), i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.204, i64 0, i64 0)
  %99 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.199, i64 0, i64 0), i8* %98)
  br label %131
100:
  %101 = load i32, i32* %13, align 8
  %102 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.200, i64 0, i64 0), i32 %101)
  br label %131
103:
  %104 = load i32, i32* %12, align 8
  %105 = add i32 %104, 6
  %106 = srem i32 %105, 7
  %107 = add nsw i32 %106, 1
  %108 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.205, i64 0, i64 0), i32 %107)
  br label %131
109:
  %110 = load i32, i32* %12, align 8
  %111 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.205, i64 0, i64 0), i32 %110)
  br label %131
112:
  %113 = load i32, i32* %11, align 4
  %114 = srem i32 %113, 100
  %115 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.200, i64 0, i64 0), i32 %114)
  br label %131
116:
  %117 = load i32, i32* %11, align 4
  %118 = add i32 %117, 1900
  %119 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.205, i64 0, i64 0), i32 %118)
  br label %131
120:
  %121 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.206, i64 0, i64 0))
  br label %131
122:
  %123 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.84, i64 0, i64 0))
  br label %131
124:
  %125 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.94, i64 0, i64 0))
  br label %131
126:
  %127 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.207, i64 0, i64 0))
  br label %131
128:
  %129 = call i32 (i8*, i8*, ...) @sprintf(i8* %7, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.208, i64 0, i64 0))
  br label %131
130:
  call void @__mazurka_error(i8* getelementptr inbounds ([47 x i8], [47 x i8]* @.str.209, i64 0, i64 0))
  unreachable
131:
  %132 = phi i8* [ %20, %34 ], [ %20, %31 ], [ %35, %45 ], [ %35, %51 ], [ %35, %57 ], [ %35, %63 ], [ %35, %69 ], [ %35, %72 ], [ %35, %75 ], [ %35, %78 ], [ %35, %84 ], [ %35, %88 ], [ %35, %92 ], [ %35, %95 ], [ %35, %100 ], [ %35, %103 ], [ %35, %109 ], [ %35, %112 ], [ %35, %116 ], [ %35, %120 ], [ %35, %122 ], [ %35, %124 ], [ %35, %126 ], [ %35, %128 ]
  br label %133
133:
  %134 = phi i64 [ %21, %131 ], [ %141, %140 ]
  %135 = phi i8* [ %7, %131 ], [ %143, %140 ]
  %136 = load i8, i8* %135, align 1
  %137 = icmp ne i8 %136, 0
  %138 = icmp ult i64 %134, %2
  %139 = select i1 %137, i1 %138, i1 false
  br i1 %139, label %140, label %144
140:
  %141 = add nuw i64 %134, 1
  %142 = getelementptr i8, i8* %0, i64 %134
  store i8 %136, i8* %142, align 1
  %143 = getelementptr i8, i8* %135, i64 1
  br label %133
144:
  %145 = phi i8* [ %35, %41 ], [ %132, %133 ]
  %146 = phi i64 [ %42, %41 ], [ %134, %133 ]
  call void @llvm.lifetime.end.p0i8(i64 16, i8* %7)
  %147 = getelementptr i8, i8* %145, i64 1
  br label %19
148:
  ret i64 %21
}
define i32 @pthread_attr_init(%struct.thread_attributes* %0) {
  %2 = bitcast %struct.thread_attributes* %0 to i8*
  %3 = call i8* @memset(i8* %2, i32 0, i64 40)
  %4 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 4
  store i64 4096, i64* %4, align 8
  %5 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 6
  store i64 8388608, i64* %5, align 8
  ret i32 0
}
define i32 @pthread_attr_destroy(%struct.thread_attributes* %0) {
  ret i32 0
}
define i32 @pthread_attr_setdetachstate(%struct.thread_attributes* %0, i32 %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 2
  %4 = icmp ult i32 %1, 2
  br i1 %4, label %5, label %11
5:
  %6 = icmp ne i32 %1, 0
  %7 = load i32, i32* %3, align 4
  %8 = and i32 %7, -2
  %9 = zext i1 %6 to i32
  %10 = or i32 %8, %9
  store i32 %10, i32* %3, align 4
  br label %11
11:
  %12 = phi i32 [ 0, %5 ], [ 22, %2 ]
  ret i32 %12
}
define i32 @pthread_attr_getdetachstate(%struct.thread_attributes* %0, i32* %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 2
  %4 = load i32, i32* %3, align 8
  %5 = and i32 %4, 1
  store i32 %5, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_attr_setinheritsched(%struct.thread_attributes* %0, i32 %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 2
  %4 = icmp ult i32 %1, 2
  br i1 %4, label %5, label %11
5:
  %6 = icmp eq i32 %1, 0
  %7 = load i32, i32* %3, align 4
  %8 = and i32 %7, -3
  %9 = select i1 %6, i32 0, i32 2
  %10 = or i32 %8, %9
  store i32 %10, i32* %3, align 4
  br label %11
11:
  %12 = phi i32 [ 0, %5 ], [ 22, %2 ]
  ret i32 %12
}
define i32 @pthread_attr_getinheritsched(%struct.thread_attributes* %0, i32* %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 2
  %4 = load i32, i32* %3, align 8
  %5 = lshr i32 %4, 1
  %6 = and i32 %5, 1
  store i32 %6, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_attr_setscope(%struct.thread_attributes* %0, i32 %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 2
  %4 = icmp ult i32 %1, 2
  br i1 %4, label %5, label %11
5:
  %6 = icmp eq i32 %1, 0
  %7 = load i32, i32* %3, align 4
  %8 = and i32 %7, -5
  %9 = select i1 %6, i32 0, i32 4
  %10 = or i32 %8, %9
  store i32 %10, i32* %3, align 4
  br label %11
11:
  %12 = phi i32 [ 0, %5 ], [ 22, %2 ]
  ret i32 %12
}
define i32 @pthread_attr_getscope(%struct.thread_attributes* %0, i32* %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 2
  %4 = load i32, i32* %3, align 8
  %5 = lshr i32 %4, 2
  %6 = and i32 %5, 1
  store i32 %6, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_attr_setschedpolicy(%struct.thread_attributes* %0, i32 %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 1
  store i32 %1, i32* %3, align 4
  ret i32 0
}
define i32 @pthread_attr_getschedpolicy(%struct.thread_attributes* %0, i32* %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 1
  %4 = load i32, i32* %3, align 4
  store i32 %4, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_attr_setschedparam(%struct.thread_attributes* %0, i32* %1) {
  %3 = load i32, i32* %1, align 4
  %4 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 0
  store i32 %3, i32* %4, align 8
  ret i32 0
}
define i32 @pthread_attr_getschedparam(%struct.thread_attributes* %0, i32* %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 0
  %4 = load i32, i32* %3, align 8
  store i32 %4, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_attr_setguardsize(%struct.thread_attributes* %0, i64 %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 4
  store i64 %1, i64* %3, align 8
  ret i32 0
}
define i32 @pthread_attr_getguardsize(%struct.thread_attributes* %0, i64* %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 4
  %4 = load i64, i64* %3, align 8
  store i64 %4, i64* %1, align 8
  ret i32 0
}
define i32 @pthread_attr_setstacksize(%struct.thread_attributes* %0, i64 %1) {
  %3 = icmp ult i64 %1, 16384
  br i1 %3, label %6, label %4
4:
  %5 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 6
  store i64 %1, i64* %5, align 8
  br label %6
6:
  %7 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %7
}
define i32 @pthread_attr_getstacksize(%struct.thread_attributes* %0, i64* %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 6
  %4 = load i64, i64* %3, align 8
  store i64 %4, i64* %1, align 8
  ret i32 0
}
define i32 @pthread_attr_setstack(%struct.thread_attributes* %0, i8* %1, i64 %2) {
  %4 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 5
  store i8* %1, i8** %4, align 8
  %5 = icmp ult i64 %2, 16384
  br i1 %5, label %8, label %6
6:
  %7 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 6
  store i64 %2, i64* %7, align 8
  br label %8
8:
  %9 = phi i32 [ 0, %6 ], [ 22, %3 ]
  ret i32 %9
}
define i32 @pthread_attr_getstack(%struct.thread_attributes* %0, i8** %1, i64* %2) {
  %4 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 5
  %5 = load i8*, i8** %4, align 8
  store i8* %5, i8** %1, align 8
  %6 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 6
  %7 = load i64, i64* %6, align 8
  store i64 %7, i64* %2, align 8
  ret i32 0
}
define i32 @pthread_attr_setstackaddr(%struct.thread_attributes* %0, i8* %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 5
  store i8* %1, i8** %3, align 8
  ret i32 0
}
define i32 @pthread_attr_getstackaddr(%struct.thread_attributes* %0, i8** %1) {
  %3 = getelementptr inbounds %struct.thread_attributes, %struct.thread_attributes* %0, i64 0, i32 5
  %4 = load i8*, i8** %3, align 8
  store i8* %4, i8** %1, align 8
  ret i32 0
}
define i32 @pthread_attr_getaffinity_np(i8* %0, i64 %1, i8* %2) {
  %4 = call i8* @memset(i8* %2, i32 0, i64 %1)
  store i8 3, i8* %2, align 1
  ret i32 0
}
define i32 @pthread_attr_setaffinity_np(i8* %0, i64 %1, i8* %2) {
  ret i32 0
}
define i32 @pthread_mutexattr_init(i32* %0) {
  store i32 0, i32* %0, align 4
  ret i32 0
}
define i32 @pthread_mutexattr_destroy(i32* %0) {
  ret i32 0
}
define i32 @pthread_mutexattr_settype(i32* %0, i32 %1) {
  %3 = icmp ugt i32 %1, 3
  br i1 %3, label %8, label %4
4:
  %5 = load i32, i32* %0, align 4
  %6 = and i32 %5, -65536
  %7 = or i32 %6, %1
  store i32 %7, i32* %0, align 4
  br label %8
8:
  %9 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %9
}
define i32 @pthread_mutexattr_gettype(i32* %0, i32* %1) {
  %3 = load i32, i32* %0, align 4
  %4 = and i32 %3, 65535
  store i32 %4, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_mutexattr_setkind_np(i32* %0, i32 %1) {
  %3 = icmp ugt i32 %1, 3
  br i1 %3, label %8, label %4
4:
  %5 = load i32, i32* %0, align 4
  %6 = and i32 %5, -65536
  %7 = or i32 %6, %1
  store i32 %7, i32* %0, align 4
  br label %8
8:
  %9 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %9
}
define i32 @pthread_mutexattr_setpshared(i32* %0, i32 %1) {
  %3 = icmp ult i32 %1, 2
  br i1 %3, label %4, label %10
4:
  %5 = icmp eq i32 %1, 0
  %6 = load i32, i32* %0, align 4
  %7 = and i32 %6, 2147483647
  %8 = select i1 %5, i32 0, i32 -2147483648
  %9 = or i32 %7, %8
  store i32 %9, i32* %0, align 4
  br label %10
10:
  %11 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %11
}
define i32 @pthread_mutexattr_getpshared(i32* %0, i32* %1) {
  %3 = load i32, i32* %0, align 4
  %4 = lshr i32 %3, 31
  store i32 %4, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_mutexattr_setrobust(i32* %0, i32 %1) {
  %3 = icmp ult i32 %1, 2
  br i1 %3, label %4, label %10
4:
  %5 = icmp eq i32 %1, 0
  %6 = load i32, i32* %0, align 4
  %7 = and i32 %6, -1073741825
  %8 = select i1 %5, i32 0, i32 1073741824
  %9 = or i32 %7, %8
  store i32 %9, i32* %0, align 4
  br label %10
10:
  %11 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %11
}
define i32 @pthread_mutexattr_getrobust(i32* %0, i32* %1) {
  %3 = load i32, i32* %0, align 4
  %4 = lshr i32 %3, 30
  %5 = and i32 %4, 1
  store i32 %5, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_mutexattr_setprotocol(i32* %0, i32 %1) {
  %3 = icmp ugt i32 %1, 2
  br i1 %3, label %9, label %4
4:
  %5 = load i32, i32* %0, align 4
  %6 = and i32 %5, -805306369
  %7 = shl nuw nsw i32 %1, 28
  %8 = or i32 %6, %7
  store i32 %8, i32* %0, align 4
  br label %9
9:
  %10 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %10
}
define i32 @pthread_mutexattr_getprotocol(i32* %0, i32* %1) {
  %3 = load i32, i32* %0, align 4
  %4 = lshr i32 %3, 28
  %5 = and i32 %4, 3
  store i32 %5, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_mutexattr_setprioceiling(i32* %0, i32 %1) {
  %3 = add i32 %1, -100
  %4 = icmp ult i32 %3, -99
  %5 = select i1 %4, i32 22, i32 0
  ret i32 %5
}
define i32 @pthread_mutexattr_getprioceiling(i32* %0, i32* %1) {
  store i32 1, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_mutex_setprioceiling(i8* %0, i32 %1, i32* %2) {
  %4 = add i32 %1, -100
  %5 = icmp ult i32 %4, -99
  br i1 %5, label %9, label %6
6:
  %7 = icmp eq i32* %2, null
  br i1 %7, label %9, label %8
8:
  store i32 1, i32* %2, align 4
  br label %9
9:
  %10 = phi i32 [ 22, %3 ], [ 0, %8 ], [ 0, %6 ]
  ret i32 %10
}
define i32 @pthread_mutex_getprioceiling(i8* %0, i32* %1) {
  store i32 1, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_mutexattr_setrobust_np(i32* %0, i32 %1) {
  %3 = icmp ult i32 %1, 2
  br i1 %3, label %4, label %10
4:
  %5 = icmp eq i32 %1, 0
  %6 = load i32, i32* %0, align 4
  %7 = and i32 %6, -1073741825
  %8 = select i1 %5, i32 0, i32 1073741824
  %9 = or i32 %7, %8
  store i32 %9, i32* %0, align 4
  br label %10
10:
  %11 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %11
}
define i32 @pthread_mutexattr_getrobust_np(i32* %0, i32* %1) {
  %3 = load i32, i32* %0, align 4
  %4 = lshr i32 %3, 30
  %5 = and i32 %4, 1
  store i32 %5, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_mutexattr_getkind_np(i32* %0, i32* %1) {
  %3 = load i32, i32* %0, align 4
  %4 = and i32 %3, 65535
  store i32 %4, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_mutex_init(i8* %0, i32* %1) {
  %3 = icmp eq i32* %1, null
  br i1 %3, label %10, label %4
4:
  %5 = load i32, i32* %1, align 4
  %6 = lshr i32 %5, 26
  %7 = and i32 %6, 16
  %8 = and i32 %5, 65535
  %9 = or i32 %7, %8
  br label %10
10:
  %11 = phi i32 [ %9, %4 ], [ 0, %2 ]
  %12 = call i32 @__mazurka_mutex_init(i8* %0, i32 %11)
  ret i32 %12
}
declare i32 @__mazurka_mutex_init(i8*, i32)
define i32 @pthread_condattr_init(i32* %0) {
  store i32 0, i32* %0, align 4
  ret i32 0
}
define i32 @pthread_condattr_destroy(i32* %0) {
  ret i32 0
}
define i32 @pthread_condattr_setpshared(i32* %0, i32 %1) {
  %3 = icmp ult i32 %1, 2
  br i1 %3, label %4, label %8
4:
  %5 = load i32, i32* %0, align 4
  %6 = and i32 %5, -2
  %7 = or i32 %6, %1
  store i32 %7, i32* %0, align 4
  br label %8
8:
  %9 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %9
}
define i32 @pthread_condattr_getpshared(i32* %0, i32* %1) {
  %3 = load i32, i32* %0, align 4
  %4 = and i32 %3, 1
  store i32 %4, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_rwlockattr_init(i64* %0) {
  store i64 0, i64* %0, align 8
  ret i32 0
}
define i32 @pthread_rwlockattr_destroy(i64* %0) {
  ret i32 0
}
define i32 @pthread_rwlockattr_setpshared(i64* %0, i32 %1) {
  %3 = icmp ult i32 %1, 2
  br i1 %3, label %4, label %9
4:
  %5 = load i64, i64* %0, align 8
  %6 = and i64 %5, -2
  %7 = zext i32 %1 to i64
  %8 = or i64 %6, %7
  store i64 %8, i64* %0, align 8
  br label %9
9:
  %10 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %10
}
define i32 @pthread_rwlockattr_getpshared(i64* %0, i32* %1) {
  %3 = load i64, i64* %0, align 8
  %4 = trunc i64 %3 to i32
  %5 = and i32 %4, 1
  store i32 %5, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_barrierattr_init(i32* %0) {
  store i32 0, i32* %0, align 4
  ret i32 0
}
define i32 @pthread_barrierattr_destroy(i32* %0) {
  ret i32 0
}
define i32 @pthread_barrierattr_setpshared(i32* %0, i32 %1) {
  %3 = icmp ult i32 %1, 2
  br i1 %3, label %4, label %8
4:
  %5 = load i32, i32* %0, align 4
  %6 = and i32 %5, -2
  %7 = or i32 %6, %1
  store i32 %7, i32* %0, align 4
  br label %8
8:
  %9 = phi i32 [ 0, %4 ], [ 22, %2 ]
  ret i32 %9
}
define i32 @pthread_barrierattr_getpshared(i32* %0, i32* %1) {
  %3 = load i32, i32* %0, align 4
  %4 = and i32 %3, 1
  store i32 %4, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_condattr_setclock(i32* %0, i32 %1) {
  %3 = load i32, i32* %0, align 4
  %4 = and i32 %3, 1
  %5 = shl i32 %1, 1
  %6 = or i32 %4, %5
  store i32 %6, i32* %0, align 4
  ret i32 0
}
define i32 @pthread_condattr_getclock(i32* %0, i32* %1) {
  %3 = load i32, i32* %0, align 4
  %4 = ashr i32 %3, 1
  store i32 %4, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_rwlockattr_setkind_np(i64* %0, i32 %1) {
  %3 = load i64, i64* %0, align 8
  %4 = and i64 %3, 1
  %5 = sext i32 %1 to i64
  %6 = shl nsw i64 %5, 1
  %7 = or i64 %4, %6
  store i64 %7, i64* %0, align 8
  ret i32 0
}
define i32 @pthread_rwlockattr_getkind_np(i64* %0, i32* %1) {
  %3 = load i64, i64* %0, align 8
  %4 = lshr i64 %3, 1
  %5 = trunc i64 %4 to i32
  store i32 %5, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_setname_np(i64 %0, i8* %1) {
  ret i32 0
}
define i32 @pthread_getname_np(i64 %0, i8* %1, i64 %2) {
  %4 = icmp eq i64 %2, 0
  br i1 %4, label %6, label %5
5:
  store i8 0, i8* %1, align 1
  br label %6
6:
  %7 = phi i32 [ 0, %5 ], [ 34, %3 ]
  ret i32 %7
}
define i32 @pthread_setconcurrency(i32 %0) {
  ret i32 0
}
define i32 @pthread_getconcurrency() {
  ret i32 0
}
define i32 @pthread_setaffinity_np(i64 %0, i64 %1, i8* %2) {
  ret i32 0
}
define i32 @pthread_getaffinity_np(i64 %0, i64 %1, i8* %2) {
  %4 = call i8* @memset(i8* %2, i32 0, i64 %1)
  store i8 3, i8* %2, align 1
  ret i32 0
}
define i32 @pthread_setschedparam(i64 %0, i32 %1, i32* %2) {
  ret i32 0
}
define i32 @pthread_getschedparam(i64 %0, i32* %1, i32* %2) {
  store i32 0, i32* %2, align 4
  store i32 0, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_atfork(void ()* %0, void ()* %1, void ()* %2) {
  ret i32 0
}
define i32 @pthread_setcancelstate(i32 %0, i32* %1) {
  %3 = icmp ult i32 %0, 2
  br i1 %3, label %4, label %8
4:
  %5 = call i32 @__mazurka_cancel_state(i32 %0)
  %6 = icmp eq i32* %1, null
  br i1 %6, label %8, label %7
7:
  store i32 %5, i32* %1, align 4
  br label %8
8:
  %9 = phi i32 [ 22, %2 ], [ 0, %7 ], [ 0, %4 ]
  ret i32 %9
}
declare i32 @__mazurka_cancel_state(i32)
define i32 @pthread_setcanceltype(i32 %0, i32* %1) {
  %3 = icmp ult i32 %0, 2
  br i1 %3, label %4, label %11
4:
  %5 = call i32 @__mazurka_cancel_type(i32 %0)
  %6 = icmp eq i32* %1, null
  br i1 %6, label %8, label %7
7:
  store i32 %5, i32* %1, align 4
  br label %8
8:
  %9 = icmp eq i32 %0, 0
  br i1 %9, label %11, label %10
10:
  call void @pthread_testcancel()
  br label %11
11:
  %12 = phi i32 [ 0, %10 ], [ 0, %8 ], [ 22, %2 ]
  ret i32 %12
}
declare i32 @__mazurka_cancel_type(i32)
define i32 @pthread_tryjoin_np(i64 %0, i8** %1) {
  %3 = call i32 @join_until(i64 %0, i8** %1, i64 0)
  ret i32 %3
}
define internal i32 @join_until(i64 %0, i8** %1, i64 %2) {
  %4 = call i32 @__mazurka_has_ended(i64 %0, i64 %2)
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %6, label %8
6:
  %7 = call i32 @pthread_join(i64 %0, i8** %1)
  br label %8
8:
  %9 = phi i32 [ %7, %6 ], [ %4, %3 ]
  ret i32 %9
}
define i32 @pthread_timedjoin_np(i64 %0, i8** %1, %struct.timespec* %2) {
  %4 = call i64 @limit_of(%struct.timespec* %2)
  %5 = icmp slt i64 %4, 0
  br i1 %5, label %14, label %6
6:
  %7 = icmp ugt i64 %4, 2305843009213693951
  br i1 %7, label %8, label %10
8:
  %9 = call i32 @pthread_join(i64 %0, i8** %1)
  br label %14
10:
  %11 = call i32 @join_until(i64 %0, i8** %1, i64 %4)
  %12 = icmp eq i32 %11, 16
  %13 = select i1 %12, i32 110, i32 %11
  br label %14
14:
  %15 = phi i32 [ %9, %8 ], [ %13, %10 ], [ 22, %3 ]
  ret i32 %15
}
declare i32 @pthread_join(i64, i8**)
define i32 @pthread_clockjoin_np(i64 %0, i8** %1, i32 %2, %struct.timespec* %3) {
  %5 = call i32 @pthread_timedjoin_np(i64 %0, i8** %1, %struct.timespec* %3)
  ret i32 %5
}
define i32 @pthread_mutex_timedlock(i8* %0, %struct.timespec* %1) {
  %3 = call i64 @limit_of(%struct.timespec* %1)
  %4 = icmp sgt i64 %3, 2305843009213693951
  br i1 %4, label %5, label %7
5:
  %6 = call i32 @pthread_mutex_lock(i8* %0)
  br label %14
7:
  %8 = icmp slt i64 %3, 0
  %9 = select i1 %8, i64 0, i64 %3
  %10 = call i32 @__mazurka_pthread_mutex_timedlock(i8* %0, i64 %9)
  %11 = icmp eq i32 %10, 110
  %12 = select i1 %11, i1 %8, i1 false
  %13 = select i1 %12, i32 22, i32 %10
  br label %14
14:
  %15 = phi i32 [ %6, %5 ], [ %13, %7 ]
  ret i32 %15
}
declare i32 @pthread_mutex_lock(i8*)
declare i32 @__mazurka_pthread_mutex_timedlock(i8*, i64)
define i32 @pthread_mutex_clocklock(i8* %0, i32 %1, %struct.timespec* %2) {
  %4 = call i32 @pthread_mutex_timedlock(i8* %0, %struct.timespec* %2)
  ret i32 %4
}
define i32 @pthread_rwlock_timedrdlock(i8* %0, %struct.timespec* %1) {
  %3 = call i64 @limit_of(%struct.timespec* %1)
  %4 = icmp sgt i64 %3, 2305843009213693951
  br i1 %4, label %5, label %7
5:
  %6 = call i32 @pthread_rwlock_rdlock(i8* %0)
  br label %14
7:
  %8 = icmp slt i64 %3, 0
  %9 = select i1 %8, i64 0, i64 %3
  %10 = call i32 @__mazurka_pthread_rwlock_timedrdlock(i8* %0, i64 %9)
  %11 = icmp eq i32 %10, 110
  %12 = select i1 %11, i1 %8, i1 false
  %13 = select i1 %12, i32 22, i32 %10
  br label %14
14:
  %15 = phi i32 [ %6, %5 ], [ %13, %7 ]
  ret i32 %15
}
declare i32 @pthread_rwlock_rdlock(i8*)
declare i32 @__mazurka_pthread_rwlock_timedrdlock(i8*, i64)
define i32 @pthread_rwlock_clockrdlock(i8* %0, i32 %1, %struct.timespec* %2) {
  %4 = call i32 @pthread_rwlock_timedrdlock(i8* %0, %struct.timespec* %2)
  ret i32 %4
}
define i32 @pthread_rwlock_timedwrlock(i8* %0, %struct.timespec* %1) {
  %3 = call i64 @limit_of(%struct.timespec* %1)
  %4 = icmp sgt i64 %3, 2305843009213693951
  br i1 %4, label %5, label %7
5:
  %6 = call i32 @pthread_rwlock_wrlock(i8* %0)
  br label %14
7:
  %8 = icmp slt i64 %3, 0
  %9 = select i1 %8, i64 0, i64 %3
  %10 = call i32 @__mazurka_pthread_rwlock_timedwrlock(i8* %0, i64 %9)
  %11 = icmp eq i32 %10, 110
  %12 = select i1 %11, i1 %8, i1 false
  %13 = select i1 %12, i32 22, i32 %10
  br label %14
14:
  %15 = phi i32 [ %6, %5 ], [ %13, %7 ]
  ret i32 %15
}
declare i32 @pthread_rwlock_wrlock(i8*)
declare i32 @__mazurka_pthread_rwlock_timedwrlock(i8*, i64)
define i32 @pthread_rwlock_clockwrlock(i8* %0, i32 %1, %struct.timespec* %2) {
  %4 = call i32 @pthread_rwlock_timedwrlock(i8* %0, %struct.timespec* %2)
  ret i32 %4
}
define i32 @sem_timedwait(i8* %0, %struct.timespec* %1) {
  %3 = call i64 @limit_of(%struct.timespec* %1)
  %4 = icmp sgt i64 %3, 2305843009213693951
  br i1 %4, label %5, label %7
5:
  %6 = call i32 @sem_wait(i8* %0)
  br label %14
7:
  %8 = icmp slt i64 %3, 0
  %9 = select i1 %8, i64 0, i64 %3
  %10 = call i32 @__mazurka_sem_timedwait(i8* %0, i64 %9)
  %11 = icmp ne i32 %10, 0
  %12 = select i1 %11, i1 %8, i1 false
  br i1 %12, label %13, label %14
13:
  store i32 22, i32* @__mazurka_errno, align 4
  br label %14
14:
  %15 = phi i32 [ %6, %5 ], [ %10, %13 ], [ %10, %7 ]
  ret i32 %15
}
declare i32 @sem_wait(i8*)
declare i32 @__mazurka_sem_timedwait(i8*, i64)
define i32 @sem_clockwait(i8* %0, i32 %1, %struct.timespec* %2) {
  %4 = call i32 @sem_timedwait(i8* %0, %struct.timespec* %2)
  ret i32 %4
}
define i32 @pthread_cond_timedwait(i8* %0, i8* %1, %struct.timespec* %2) {
  %4 = call i64 @limit_of(%struct.timespec* %2)
  %5 = icmp slt i64 %4, 0
  br i1 %5, label %12, label %6
6:
  %7 = icmp ugt i64 %4, 2305843009213693951
  br i1 %7, label %8, label %10
8:
  %9 = call i32 @pthread_cond_wait(i8* %0, i8* %1)
  br label %12
10:
  %11 = call i32 @__mazurka_pthread_cond_timedwait(i8* %0, i8* %1, i64 %4)
  br label %12
12:
  %13 = phi i32 [ %9, %8 ], [ %11, %10 ], [ 22, %3 ]
  ret i32 %13
}
declare i32 @pthread_cond_wait(i8*, i8*)
declare i32 @__mazurka_pthread_cond_timedwait(i8*, i8*, i64)
define i32 @pthread_cond_clockwait(i8* %0, i8* %1, i32 %2, %struct.timespec* %3) {
  %5 = call i32 @pthread_cond_timedwait(i8* %0, i8* %1, %struct.timespec* %3)
  ret i32 %5
}
define i32 @pthread_getattr_np(i64 %0, %struct.thread_attributes* %1) {
  %3 = call i32 @pthread_attr_init(%struct.thread_attributes* %1)
  ret i32 0
}
define i32 @pthread_getattr_default_np(%struct.thread_attributes* %0) {
  %2 = call i32 @pthread_attr_init(%struct.thread_attributes* %0)
  ret i32 0
}
define i32 @pthread_setattr_default_np(%struct.thread_attributes* %0) {
  ret i32 0
}
define i32 @pthread_getcpuclockid(i64 %0, i32* %1) {
  store i32 3, i32* %1, align 4
  ret i32 0
}
define i32 @pthread_setschedprio(i64 %0, i32 %1) {
  ret i32 0
}
define i32 @pthread_kill(i64 %0, i32 %1) {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %5, label %4
4:
  call void @__mazurka_error(i8* getelementptr inbounds ([56 x i8], [56 x i8]* @.str.86, i64 0, i64 0))
  unreachable
5:
  ret i32 0
}
define i8* @sem_open(i8* %0, i32 %1, ...) {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = and i32 %1, 64
  %5 = icmp eq i32 %4, 0
  br i1 %5, label %32, label %6
6:
  %7 = bitcast [1 x %struct.__va_list_tag]* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %7)
  call void @llvm.va_start(i8* %7)
  %8 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0, i32 0
  %9 = load i32, i32* %8, align 16
  %10 = icmp ult i32 %9, 41
  br i1 %10, label %15, label %11
11:
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0, i32 2
  %13 = load i8*, i8** %12, align 8
  %14 = getelementptr i8, i8* %13, i64 8
  store i8* %14, i8** %12, align 8
  br label %24
15:
  %16 = add nuw nsw i32 %9, 8
  store i32 %16, i32* %8, align 16
  %17 = icmp ult i32 %9, 33
  br i1 %17, label %18, label %24
18:
  %19 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0, i32 3
  %20 = load i8*, i8** %19, align 16
  %21 = zext i32 %16 to i64
  %22 = getelementptr i8, i8* %20, i64 %21
  %23 = add nuw nsw i32 %9, 16
  store i32 %23, i32* %8, align 16
  br label %28
24:
  %25 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0, i32 2
  %26 = load i8*, i8** %25, align 8
  %27 = getelementptr i8, i8* %26, i64 8
  store i8* %27, i8** %25, align 8
  br label %28
28:
  %29 = phi i8* [ %22, %18 ], [ %26, %24 ]
  %30 = bitcast i8* %29 to i32*
  %31 = load i32, i32* %30, align 4
  call void @llvm.va_end(i8* %7)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %7)
  br label %32
32:
  %33 = phi i32 [ %31, %28 ], [ 0, %2 ]
  %34 = call i32 @pthread_mutex_lock(i8* bitcast ([5 x i64]* @named_lock to i8*))
  %35 = call i32 @place_of(i8* %0)
  %36 = icmp slt i32 %35, 0
  br i1 %36, label %40, label %37
37:
  %38 = and i32 %1, 192
  %39 = icmp eq i32 %38, 192
  br i1 %39, label %45, label %74
40:
  %41 = lshr i32 %1, 5
  %42 = and i32 %41, 2
  %43 = xor i32 %42, 2
  %44 = icmp eq i32 %43, 0
  br i1 %44, label %47, label %45
45:
  %46 = phi i32 [ %43, %40 ], [ 17, %37 ]
  store i32 %46, i32* @__mazurka_errno, align 4
  br label %79
47:
  %48 = call i64 @strlen(i8* %0)
  %49 = icmp ugt i64 %48, 63
  br i1 %49, label %50, label %51
50:
  call void @__mazurka_error(i8* getelementptr inbounds ([52 x i8], [52 x i8]* @.str.210, i64 0, i64 0))
  unreachable
51:
  %52 = phi i64 [ %59, %58 ], [ 0, %47 ]
  %53 = icmp eq i64 %52, 16
  br i1 %53, label %60, label %54
54:
  %55 = getelementptr [16 x %struct.anon], [16 x %struct.anon]* @named, i64 0, i64 %52, i32 1
  %56 = load i8*, i8** %55, align 8
  %57 = icmp eq i8* %56, null
  br i1 %57, label %61, label %58
58:
  %59 = add nuw nsw i64 %52, 1
  br label %51
60:
  call void @__mazurka_error(i8* getelementptr inbounds ([39 x i8], [39 x i8]* @.str.211, i64 0, i64 0))
  unreachable
61:
  %62 = call i8* @malloc(i64 32)
  %63 = icmp eq i8* %62, null
  br i1 %63, label %79, label %64
64:
  %65 = trunc i64 %52 to i32
  %66 = shl i64 %52, 32
  %67 = ashr exact i64 %66, 32
  %68 = getelementptr [16 x %struct.anon], [16 x %struct.anon]* @named, i64 0, i64 %67, i32 0, i64 0
  %69 = call i64 @strlen(i8* %0)
  %70 = add i64 %69, 1
  %71 = call i8* @memcpy(i8* %68, i8* %0, i64 %70)
  %72 = getelementptr [16 x %struct.anon], [16 x %struct.anon]* @named, i64 0, i64 %67, i32 1
  store i8* %62, i8** %72, align 8
  %73 = call i32 @sem_init(i8* %62, i32 0, i32 %33)
  br label %74
74:
  %75 = phi i32 [ %65, %64 ], [ %35, %37 ]
  %76 = sext i32 %75 to i64
  %77 = getelementptr [16 x %struct.anon], [16 x %struct.anon]* @named, i64 0, i64 %76, i32 1
  %78 = load i8*, i8** %77, align 8
  br label %79
79:
  %80 = phi i8* [ null, %45 ], [ %78, %74 ], [ null, %61 ]
  %81 = call i32 @pthread_mutex_unlock(i8* bitcast ([5 x i64]* @named_lock to i8*))
  ret i8* %80
}
define i32 @sem_close(i8* %0) {
  ret i32 0
}
define i32 @sem_unlink(i8* %0) {
  %2 = call i32 @pthread_mutex_lock(i8* bitcast ([5 x i64]* @named_lock to i8*))
  %3 = call i32 @place_of(i8* %0)
  %4 = icmp sgt i32 %3, -1
  br i1 %4, label %5, label %9
5:
  %6 = zext i32 %3 to i64
  %7 = getelementptr [16 x %struct.anon], [16 x %struct.anon]* @named, i64 0, i64 %6, i32 1
  store i8* null, i8** %7, align 8
  %8 = call i32 @pthread_mutex_unlock(i8* bitcast ([5 x i64]* @named_lock to i8*))
  br label %11
9:
  %10 = call i32 @pthread_mutex_unlock(i8* bitcast ([5 x i64]* @named_lock to i8*))
  store i32 2, i32* @__mazurka_errno, align 4
  br label %11
11:
  %12 = phi i32 [ -1, %9 ], [ 0, %5 ]
  ret i32 %12
}
define internal i32 @place_of(i8* %0) {
  br label %2
2:
  %3 = phi i64 [ %14, %13 ], [ 0, %1 ]
  %4 = icmp eq i64 %3, 16
  br i1 %4, label %17, label %5
5:
  %6 = getelementptr [16 x %struct.anon], [16 x %struct.anon]* @named, i64 0, i64 %3, i32 1
  %7 = load i8*, i8** %6, align 8
  %8 = icmp eq i8* %7, null
  br i1 %8, label %13, label %9
9:
  %10 = getelementptr [16 x %struct.anon], [16 x %struct.anon]* @named, i64 0, i64 %3, i32 0, i64 0
  %11 = call i32 @strcmp(i8* %10, i8* %0)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %15, label %13
13:
  %14 = add nuw nsw i64 %3, 1
  br label %2
15:
  %16 = trunc i64 %3 to i32
  br label %17
17:
  %18 = phi i32 [ %16, %15 ], [ -1, %2 ]
  ret i32 %18
}
define i32 @thrd_create(i64* %0, i32 (i8*)* %1, i8* %2) {
  %4 = bitcast i32 (i8*)* %1 to i8* (i8*)*
  %5 = call i32 @pthread_create(i64* %0, i8* null, i8* (i8*)* %4, i8* %2)
  %6 = call i32 @code_of(i32 %5)
  ret i32 %6
}
define internal i32 @code_of(i32 %0) {
  switch i32 %0, label %5 [
    i32 0, label %6
    i32 16, label %2
    i32 12, label %3
    i32 110, label %4
  ]
2:
  br label %6
3:
  br label %6
4:
  br label %6
5:
  br label %6
6:
  %7 = phi i32 [ 2, %5 ], [ 4, %4 ], [ 3, %3 ], [ 1, %2 ], [ %0, %1 ]
  ret i32 %7
}
declare i32 @pthread_create(i64*, i8*, i8* (i8*)*, i8*)
define i32 @thrd_join(i64 %0, i32* %1) {
  %3 = alloca i8*, align 8
  %4 = bitcast i8** %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %4)
  %5 = call i32 @pthread_join(i64 %0, i8** %3)
  %6 = icmp eq i32 %5, 0
  %7 = icmp ne i32* %1, null
  %8 = and i1 %7, %6
  br i1 %8, label %9, label %13
9:
  %10 = load i8*, i8** %3, align 8
  %11 = ptrtoint i8* %10 to i64
  %12 = trunc i64 %11 to i32
  store i32 %12, i32* %1, align 4
  br label %13
13:
  %14 = call i32 @code_of(i32 %5)
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %4)
  ret i32 %14
}
define i32 @thrd_detach(i64 %0) {
  %2 = call i32 @pthread_detach(i64 %0)
  %3 = call i32 @code_of(i32 %2)
  ret i32 %3
}
declare i32 @pthread_detach(i64)
define i32 @thrd_sleep(%struct.timespec* %0, %struct.timespec* %1) {
  %3 = call i32 @nanosleep(%struct.timespec* %0, %struct.timespec* %1)
  ret i32 %3
}
define i32 @mtx_init(i8* %0, i32 %1) {
  %3 = alloca i32, align 4
  %4 = bitcast i32* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* %4)
  %5 = and i32 %1, 1
  store i32 %5, i32* %3, align 4
  %6 = call i32 @pthread_mutex_init(i8* %0, i32* %3)
  %7 = call i32 @code_of(i32 %6)
  call void @llvm.lifetime.end.p0i8(i64 4, i8* %4)
  ret i32 %7
}
define void @mtx_destroy(i8* %0) {
  %2 = call i32 @pthread_mutex_destroy(i8* %0)
  ret void
}
declare i32 @pthread_mutex_destroy(i8*)
define i32 @mtx_lock(i8* %0) {
  %2 = call i32 @pthread_mutex_lock(i8* %0)
  %3 = call i32 @code_of(i32 %2)
  ret i32 %3
}
define i32 @mtx_trylock(i8* %0) {
  %2 = call i32 @pthread_mutex_trylock(i8* %0)
  %3 = call i32 @code_of(i32 %2)
  ret i32 %3
}
define i32 @mtx_timedlock(i8* %0, %struct.timespec* %1) {
  %3 = call i32 @pthread_mutex_timedlock(i8* %0, %struct.timespec* %1)
  %4 = call i32 @code_of(i32 %3)
  ret i32 %4
}
define i32 @mtx_unlock(i8* %0) {
  %2 = call i32 @pthread_mutex_unlock(i8* %0)
  %3 = call i32 @code_of(i32 %2)
  ret i32 %3
}
define i32 @cnd_init(i8* %0) {
  %2 = call i32 @pthread_cond_init(i8* %0, i32* null)
  %3 = call i32 @code_of(i32 %2)
  ret i32 %3
}
declare i32 @pthread_cond_init(i8*, i32*)
define void @cnd_destroy(i8* %0) {
  %2 = call i32 @pthread_cond_destroy(i8* %0)
  ret void
}
declare i32 @pthread_cond_destroy(i8*)
define i32 @cnd_wait(i8* %0, i8* %1) {
  %3 = call i32 @pthread_cond_wait(i8* %0, i8* %1)
  %4 = call i32 @code_of(i32 %3)
  ret i32 %4
}
define i32 @cnd_timedwait(i8* %0, i8* %1, %struct.timespec* %2) {
  %4 = call i32 @pthread_cond_timedwait(i8* %0, i8* %1, %struct.timespec* %2)
  %5 = call i32 @code_of(i32 %4)
  ret i32 %5
}
define i32 @cnd_signal(i8* %0) {
  %2 = call i32 @pthread_cond_signal(i8* %0)
  %3 = call i32 @code_of(i32 %2)
  ret i32 %3
}
declare i32 @pthread_cond_signal(i8*)
define i32 @cnd_broadcast(i8* %0) {
  %2 = call i32 @pthread_cond_broadcast(i8* %0)
  %3 = call i32 @code_of(i32 %2)
  ret i32 %3
}
declare i32 @pthread_cond_broadcast(i8*)
define void @call_once(i32* %0, void ()* %1) {
  %3 = call i32 @pthread_once(i32* %0, void ()* %1)
  ret void
}
declare i32 @pthread_once(i32*, void ()*)
define i32 @tss_create(i32* %0, void (i8*)* %1) {
  %3 = call i32 @pthread_key_create(i32* %0, void (i8*)* %1)
  %4 = call i32 @code_of(i32 %3)
  ret i32 %4
}
declare i32 @pthread_key_create(i32*, void (i8*)*)
define void @tss_delete(i32 %0) {
  %2 = call i32 @pthread_key_delete(i32 %0)
  ret void
}
declare i32 @pthread_key_delete(i32)
define i8* @tss_get(i32 %0) {
  %2 = call i8* @pthread_getspecific(i32 %0)
  ret i8* %2
}
declare i8* @pthread_getspecific(i32)
define i32 @tss_set(i32 %0, i8* %1) {
  %3 = call i32 @pthread_setspecific(i32 %0, i8* %1)
  %4 = call i32 @code_of(i32 %3)
  ret i32 %4
}
declare i32 @pthread_setspecific(i32, i8*)
define i8 @__VERIFIER_load_await_i8(i8* %0, i8 %1, i8 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i8, i8* %0 seq_cst, align 1
  %9 = icmp sge i8 %8, %2
  %10 = icmp uge i8 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i8 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i8 %8
}
define i8 @__VERIFIER_xchg_await_i8(i8* %0, i8 %1, i8 %2, i8 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i8, i8* %0, align 1
  %11 = icmp sge i8 %10, %3
  %12 = icmp uge i8 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i8 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i8 %1, i8* %0, align 1
  call void @__VERIFIER_atomic_end()
  ret i8 %10
}
define i16 @__VERIFIER_load_await_i16(i16* %0, i8 %1, i16 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i16, i16* %0 seq_cst, align 2
  %9 = icmp sge i16 %8, %2
  %10 = icmp uge i16 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i16 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i16 %8
}
define i16 @__VERIFIER_xchg_await_i16(i16* %0, i16 %1, i8 %2, i16 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i16, i16* %0, align 2
  %11 = icmp sge i16 %10, %3
  %12 = icmp uge i16 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i16 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i16 %1, i16* %0, align 2
  call void @__VERIFIER_atomic_end()
  ret i16 %10
}
define i32 @__VERIFIER_load_await_i32(i32* %0, i8 %1, i32 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i32, i32* %0 seq_cst, align 4
  %9 = icmp sge i32 %8, %2
  %10 = icmp uge i32 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i32 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i32 %8
}
define i32 @__VERIFIER_xchg_await_i32(i32* %0, i32 %1, i8 %2, i32 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i32, i32* %0, align 4
  %11 = icmp sge i32 %10, %3
  %12 = icmp uge i32 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i32 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i32 %1, i32* %0, align 4
  call void @__VERIFIER_atomic_end()
  ret i32 %10
}
define i64 @__VERIFIER_load_await_i64(i64* %0, i8 %1, i64 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i64, i64* %0 seq_cst, align 8
  %9 = icmp sge i64 %8, %2
  %10 = icmp uge i64 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i64 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i64 %8
}
define i64 @__VERIFIER_xchg_await_i64(i64* %0, i64 %1, i8 %2, i64 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i64, i64* %0, align 8
  %11 = icmp sge i64 %10, %3
  %12 = icmp uge i64 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i64 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i64 %1, i64* %0, align 8
  call void @__VERIFIER_atomic_end()
  ret i64 %10
}
define i32 @__VERIFIER_load_await_int(i32* %0, i8 %1, i32 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i32, i32* %0 seq_cst, align 4
  %9 = icmp sge i32 %8, %2
  %10 = icmp uge i32 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i32 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i32 %8
}
define i32 @__VERIFIER_xchg_await_int(i32* %0, i32 %1, i8 %2, i32 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i32, i32* %0, align 4
  %11 = icmp sge i32 %10, %3
  %12 = icmp uge i32 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i32 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i32 %1, i32* %0, align 4
  call void @__VERIFIER_atomic_end()
  ret i32 %10
}
define i32 @__VERIFIER_load_await_uint(i32* %0, i8 %1, i32 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i32, i32* %0 seq_cst, align 4
  %9 = icmp sge i32 %8, %2
  %10 = icmp uge i32 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i32 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i32 %8
}
define i32 @__VERIFIER_xchg_await_uint(i32* %0, i32 %1, i8 %2, i32 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i32, i32* %0, align 4
  %11 = icmp sge i32 %10, %3
  %12 = icmp uge i32 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i32 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i32 %1, i32* %0, align 4
  call void @__VERIFIER_atomic_end()
  ret i32 %10
}
define i64 @__VERIFIER_load_await_long(i64* %0, i8 %1, i64 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i64, i64* %0 seq_cst, align 8
  %9 = icmp sge i64 %8, %2
  %10 = icmp uge i64 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i64 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i64 %8
}
define i64 @__VERIFIER_xchg_await_long(i64* %0, i64 %1, i8 %2, i64 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i64, i64* %0, align 8
  %11 = icmp sge i64 %10, %3
  %12 = icmp uge i64 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i64 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i64 %1, i64* %0, align 8
  call void @__VERIFIER_atomic_end()
  ret i64 %10
}
define i64 @__VERIFIER_load_await_ulong(i64* %0, i8 %1, i64 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i64, i64* %0 seq_cst, align 8
  %9 = icmp sge i64 %8, %2
  %10 = icmp uge i64 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i64 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i64 %8
}
define i64 @__VERIFIER_xchg_await_ulong(i64* %0, i64 %1, i8 %2, i64 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i64, i64* %0, align 8
  %11 = icmp sge i64 %10, %3
  %12 = icmp uge i64 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i64 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i64 %1, i64* %0, align 8
  call void @__VERIFIER_atomic_end()
  ret i64 %10
}
define i32 @__VERIFIER_load_await_aint(i32* %0, i8 %1, i32 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i32, i32* %0 seq_cst, align 4
  %9 = icmp sge i32 %8, %2
  %10 = icmp uge i32 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i32 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i32 %8
}
define i32 @__VERIFIER_xchg_await_aint(i32* %0, i32 %1, i8 %2, i32 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i32, i32* %0, align 4
  %11 = icmp sge i32 %10, %3
  %12 = icmp uge i32 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i32 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i32 %1, i32* %0, align 4
  call void @__VERIFIER_atomic_end()
  ret i32 %10
}
define i32 @__VERIFIER_load_await_auint(i32* %0, i8 %1, i32 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i32, i32* %0 seq_cst, align 4
  %9 = icmp sge i32 %8, %2
  %10 = icmp uge i32 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i32 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i32 %8
}
define i32 @__VERIFIER_xchg_await_auint(i32* %0, i32 %1, i8 %2, i32 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i32, i32* %0, align 4
  %11 = icmp sge i32 %10, %3
  %12 = icmp uge i32 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i32 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i32 %1, i32* %0, align 4
  call void @__VERIFIER_atomic_end()
  ret i32 %10
}
define i64 @__VERIFIER_load_await_along(i64* %0, i8 %1, i64 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i64, i64* %0 seq_cst, align 8
  %9 = icmp sge i64 %8, %2
  %10 = icmp uge i64 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i64 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i64 %8
}
define i64 @__VERIFIER_xchg_await_along(i64* %0, i64 %1, i8 %2, i64 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i64, i64* %0, align 8
  %11 = icmp sge i64 %10, %3
  %12 = icmp uge i64 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i64 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i64 %1, i64* %0, align 8
  call void @__VERIFIER_atomic_end()
  ret i64 %10
}
define i64 @__VERIFIER_load_await_aulong(i64* %0, i8 %1, i64 %2) {
  %4 = zext i8 %1 to i32
  %5 = and i32 %4, 8
  %6 = icmp eq i32 %5, 0
  br label %7
7:
  %8 = load atomic i64, i64* %0 seq_cst, align 8
  %9 = icmp sge i64 %8, %2
  %10 = icmp uge i64 %8, %2
  %11 = select i1 %6, i1 %10, i1 %9
  %12 = icmp eq i64 %8, %2
  %13 = select i1 %11, i32 1, i32 4
  %14 = select i1 %12, i32 2, i32 %13
  %15 = and i32 %14, %4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %7, label %17
17:
  ret i64 %8
}
define i64 @__VERIFIER_xchg_await_aulong(i64* %0, i64 %1, i8 %2, i64 %3) {
  %5 = zext i8 %2 to i32
  %6 = and i32 %5, 8
  %7 = icmp eq i32 %6, 0
  br label %9
8:
  call void @__VERIFIER_atomic_end()
  br label %9
9:
  call void @__VERIFIER_atomic_begin()
  %10 = load i64, i64* %0, align 8
  %11 = icmp sge i64 %10, %3
  %12 = icmp uge i64 %10, %3
  %13 = select i1 %7, i1 %12, i1 %11
  %14 = icmp eq i64 %10, %3
  %15 = select i1 %13, i32 1, i32 4
  %16 = select i1 %14, i32 2, i32 %15
  %17 = and i32 %16, %5
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %8, label %19
19:
  store i64 %1, i64* %0, align 8
  call void @__VERIFIER_atomic_end()
  ret i64 %10
}
define %struct.stream* @_ZNSolsEs(%struct.stream* %0, i16 %1) {
  %3 = sext i16 %1 to i64
  %4 = call %struct.stream* @stream_integer(%struct.stream* %0, i64 %3, i32 1, i32 2)
  ret %struct.stream* %4
}
define internal %struct.stream* @stream_integer(%struct.stream* %0, i64 %1, i32 %2, i32 %3) {
  %5 = alloca [32 x i8], align 16
  %6 = alloca [8 x i8], align 1
  %7 = getelementptr inbounds [32 x i8], [32 x i8]* %5, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 32, i8* %7)
  %8 = getelementptr inbounds [8 x i8], [8 x i8]* %6, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %8)
  %9 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 4
  %10 = load i32, i32* %9, align 8
  %11 = and i32 %10, 72
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %28, label %13
13:
  %14 = and i32 %10, 64
  %15 = icmp eq i32 %14, 0
  %16 = and i32 %10, 16384
  %17 = icmp eq i32 %16, 0
  %18 = select i1 %17, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.216, i64 0, i64 0), i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.215, i64 0, i64 0)
  %19 = select i1 %15, i8* %18, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.214, i64 0, i64 0)
  %20 = and i32 %10, -3073
  %21 = icmp slt i32 %3, 8
  br i1 %21, label %22, label %32
22:
  %23 = shl i32 %3, 3
  %24 = zext i32 %23 to i64
  %25 = shl nsw i64 -1, %24
  %26 = xor i64 %25, -1
  %27 = and i64 %26, %1
  br label %32
28:
  %29 = icmp eq i32 %2, 0
  %30 = select i1 %29, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.213, i64 0, i64 0), i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.212, i64 0, i64 0)
  %31 = and i32 %10, -1537
  br label %32
32:
  %33 = phi i32 [ %20, %22 ], [ %20, %13 ], [ %31, %28 ]
  %34 = phi i8* [ %19, %22 ], [ %19, %13 ], [ %30, %28 ]
  %35 = phi i64 [ %27, %22 ], [ %1, %13 ], [ %1, %28 ]
  call void @stream_format(i8* %8, i32 %33, i8* %34)
  %36 = call i32 (i8*, i64, i8*, ...) @snprintf(i8* %7, i64 32, i8* %8, i64 %35)
  %37 = sext i32 %36 to i64
  %38 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %7, i64 %37)
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %8)
  call void @llvm.lifetime.end.p0i8(i64 32, i8* %7)
  ret %struct.stream* %38
}
define %struct.stream* @_ZNSolsEt(%struct.stream* %0, i16 %1) {
  %3 = zext i16 %1 to i64
  %4 = call %struct.stream* @stream_integer(%struct.stream* %0, i64 %3, i32 0, i32 2)
  ret %struct.stream* %4
}
define %struct.stream* @_ZNSolsEi(%struct.stream* %0, i32 %1) {
  %3 = sext i32 %1 to i64
  %4 = call %struct.stream* @stream_integer(%struct.stream* %0, i64 %3, i32 1, i32 4)
  ret %struct.stream* %4
}
define %struct.stream* @_ZNSolsEj(%struct.stream* %0, i32 %1) {
  %3 = zext i32 %1 to i64
  %4 = call %struct.stream* @stream_integer(%struct.stream* %0, i64 %3, i32 0, i32 4)
  ret %struct.stream* %4
}
define %struct.stream* @_ZNSolsEl(%struct.stream* %0, i64 %1) {
  %3 = call %struct.stream* @stream_integer(%struct.stream* %0, i64 %1, i32 1, i32 8)
  ret %struct.stream* %3
}
define %struct.stream* @_ZNSolsEm(%struct.stream* %0, i64 %1) {
  %3 = call %struct.stream* @stream_integer(%struct.stream* %0, i64 %1, i32 0, i32 8)
  ret %struct.stream* %3
}
define %struct.stream* @_ZNSolsEx(%struct.stream* %0, i64 %1) {
  %3 = call %struct.stream* @stream_integer(%struct.stream* %0, i64 %1, i32 1, i32 8)
  ret %struct.stream* %3
}
define %struct.stream* @_ZNSolsEy(%struct.stream* %0, i64 %1) {
  %3 = call %struct.stream* @stream_integer(%struct.stream* %0, i64 %1, i32 0, i32 8)
  ret %struct.stream* %3
}
define %struct.stream* @_ZNSolsEb(%struct.stream* %0, i1 %1) {
  %3 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 4
  %4 = load i32, i32* %3, align 8
  %5 = and i32 %4, 1
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %11, label %7
7:
  %8 = select i1 %1, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @.str.87, i64 0, i64 0), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.88, i64 0, i64 0)
  %9 = select i1 %1, i64 4, i64 5
  %10 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %8, i64 %9)
  br label %14
11:
  %12 = zext i1 %1 to i64
  %13 = call %struct.stream* @stream_integer(%struct.stream* %0, i64 %12, i32 0, i32 1)
  br label %14
14:
  %15 = phi %struct.stream* [ %10, %7 ], [ %13, %11 ]
  ret %struct.stream* %15
}
define internal %struct.stream* @stream_text(%struct.stream* %0, i8* %1, i64 %2) {
  %4 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 3
  %5 = load i64, i64* %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %27, label %7
7:
  store i64 0, i64* %4, align 8
  %8 = sub i64 %5, %2
  %9 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 4
  %10 = load i32, i32* %9, align 8
  %11 = and i32 %10, 32
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %15, label %13
13:
  %14 = call %struct.stream* @stream_plain(%struct.stream* %0, i8* %1, i64 %2)
  br label %15
15:
  %16 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 8
  br label %17
17:
  %18 = phi i64 [ %8, %15 ], [ %22, %20 ]
  %19 = icmp sgt i64 %18, 0
  br i1 %19, label %20, label %23
20:
  %21 = call %struct.stream* @stream_plain(%struct.stream* %0, i8* %16, i64 1)
  %22 = add nsw i64 %18, -1
  br label %17
23:
  %24 = load i32, i32* %9, align 8
  %25 = and i32 %24, 32
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %29
27:
  %28 = call %struct.stream* @stream_plain(%struct.stream* %0, i8* %1, i64 %2)
  br label %29
29:
  ret %struct.stream* %0
}
define %struct.stream* @_ZNSolsEd(%struct.stream* %0, double %1) {
  %3 = alloca [512 x i8], align 16
  %4 = alloca [8 x i8], align 1
  %5 = getelementptr inbounds [512 x i8], [512 x i8]* %3, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 512, i8* %5)
  %6 = getelementptr inbounds [8 x i8], [8 x i8]* %4, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 8, i8* %6)
  %7 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 4
  %8 = load i32, i32* %7, align 8
  %9 = and i32 %8, 4
  %10 = icmp eq i32 %9, 0
  %11 = and i32 %8, 256
  %12 = icmp eq i32 %11, 0
  %13 = select i1 %12, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.91, i64 0, i64 0), i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.90, i64 0, i64 0)
  %14 = select i1 %10, i8* %13, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.89, i64 0, i64 0)
  %15 = and i32 %8, -513
  call void @stream_format(i8* %6, i32 %15, i8* %14)
  %16 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 2
  %17 = load i64, i64* %16, align 8
  %18 = trunc i64 %17 to i32
  %19 = call i32 (i8*, i64, i8*, ...) @snprintf(i8* %5, i64 512, i8* %6, i32 %18, double %1)
  %20 = sext i32 %19 to i64
  %21 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %5, i64 %20)
  call void @llvm.lifetime.end.p0i8(i64 8, i8* %6)
  call void @llvm.lifetime.end.p0i8(i64 512, i8* %5)
  ret %struct.stream* %21
}
define internal void @stream_format(i8* %0, i32 %1, i8* %2) {
  %4 = getelementptr i8, i8* %0, i64 1
  store i8 37, i8* %0, align 1
  %5 = and i32 %1, 2048
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %9, label %7
7:
  %8 = getelementptr i8, i8* %0, i64 2
  store i8 43, i8* %4, align 1
  br label %9
9:
  %10 = phi i8* [ %8, %7 ], [ %4, %3 ]
  %11 = and i32 %1, 1536
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %15, label %13
13:
  %14 = getelementptr i8, i8* %10, i64 1
  store i8 35, i8* %10, align 1
  br label %15
15:
  %16 = phi i8* [ %10, %9 ], [ %14, %13 ]
  br label %17
17:
  %18 = phi i8* [ %22, %17 ], [ %16, %15 ]
  %19 = phi i8* [ %20, %17 ], [ %2, %15 ]
  %20 = getelementptr i8, i8* %19, i64 1
  %21 = load i8, i8* %19, align 1
  %22 = getelementptr i8, i8* %18, i64 1
  store i8 %21, i8* %18, align 1
  %23 = icmp eq i8 %21, 0
  br i1 %23, label %24, label %17
24:
  ret void
}
define %struct.stream* @_ZNSolsEf(%struct.stream* %0, float %1) {
  %3 = fpext float %1 to double
  %4 = call %struct.stream* @_ZNSolsEd(%struct.stream* %0, double %3)
  ret %struct.stream* %4
}
define %struct.stream* @_ZNSolsEPKv(%struct.stream* %0, i8* %1) {
  %3 = alloca [32 x i8], align 16
  %4 = getelementptr inbounds [32 x i8], [32 x i8]* %3, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 32, i8* %4)
  %5 = call i32 (i8*, i64, i8*, ...) @snprintf(i8* %4, i64 32, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.92, i64 0, i64 0), i8* %1)
  %6 = icmp eq i8* %1, null
  %7 = select i1 %6, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.93, i64 0, i64 0), i8* %4
  %8 = sext i32 %5 to i64
  %9 = select i1 %6, i64 1, i64 %8
  %10 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %7, i64 %9)
  call void @llvm.lifetime.end.p0i8(i64 32, i8* %4)
  ret %struct.stream* %10
}
define %struct.stream* @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(%struct.stream* %0, i8* %1) {
  %3 = call i64 @strlen(i8* %1)
  %4 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %1, i64 %3)
  ret %struct.stream* %4
}
define %struct.stream* @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c(%struct.stream* %0, i8 %1) {
  %3 = alloca i8, align 1
  call void @llvm.lifetime.start.p0i8(i64 1, i8* %3)
  store i8 %1, i8* %3, align 1
  %4 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %3, i64 1)
  call void @llvm.lifetime.end.p0i8(i64 1, i8* %3)
  ret %struct.stream* %4
}
define %struct.stream* @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a(%struct.stream* %0, i8 %1) {
  %3 = alloca i8, align 1
  call void @llvm.lifetime.start.p0i8(i64 1, i8* %3)
  store i8 %1, i8* %3, align 1
  %4 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %3, i64 1)
  call void @llvm.lifetime.end.p0i8(i64 1, i8* %3)
  ret %struct.stream* %4
}
define %struct.stream* @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h(%struct.stream* %0, i8 %1) {
  %3 = alloca i8, align 1
  call void @llvm.lifetime.start.p0i8(i64 1, i8* %3)
  store i8 %1, i8* %3, align 1
  %4 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %3, i64 1)
  call void @llvm.lifetime.end.p0i8(i64 1, i8* %3)
  ret %struct.stream* %4
}
define %struct.stream* @_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l(%struct.stream* %0, i8* %1, i64 %2) {
  %4 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %1, i64 %2)
  ret %struct.stream* %4
}
define %struct.stream* @_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE(%struct.stream* %0, %struct.text* %1) {
  %3 = getelementptr inbounds %struct.text, %struct.text* %1, i64 0, i32 0
  %4 = load i8*, i8** %3, align 8
  %5 = getelementptr inbounds %struct.text, %struct.text* %1, i64 0, i32 1
  %6 = load i64, i64* %5, align 8
  %7 = call %struct.stream* @stream_text(%struct.stream* %0, i8* %4, i64 %6)
  ret %struct.stream* %7
}
define %struct.stream* @_ZNSo3putEc(%struct.stream* %0, i8 %1) {
  %3 = alloca i8, align 1
  store i8 %1, i8* %3, align 1
  %4 = call %struct.stream* @stream_plain(%struct.stream* %0, i8* %3, i64 1)
  ret %struct.stream* %0
}
define internal %struct.stream* @stream_plain(%struct.stream* %0, i8* %1, i64 %2) {
  %4 = icmp eq %struct.stream* %0, @_ZSt4cout
  br i1 %4, label %10, label %5
5:
  %6 = icmp eq %struct.stream* %0, @_ZSt4cerr
  %7 = icmp eq %struct.stream* %0, @_ZSt4clog
  %8 = or i1 %6, %7
  br i1 %8, label %10, label %9
9:
  call void @__mazurka_error(i8* getelementptr inbounds ([77 x i8], [77 x i8]* @.str.217, i64 0, i64 0))
  unreachable
10:
  %11 = phi i32 [ 1, %3 ], [ 2, %5 ]
  call void @__mazurka_print(i32 %11, i8* %1, i64 %2)
  ret %struct.stream* %0
}
define %struct.stream* @_ZNSo5writeEPKcl(%struct.stream* %0, i8* %1, i64 %2) {
  %4 = call %struct.stream* @stream_plain(%struct.stream* %0, i8* %1, i64 %2)
  ret %struct.stream* %0
}
define %struct.stream* @_ZNSo5flushEv(%struct.stream* %0) {
  ret %struct.stream* %0
}
define %struct.stream* @_ZNSolsEPFRSoS_E(%struct.stream* %0, %struct.stream* (%struct.stream*)* %1) {
  %3 = call %struct.stream* %1(%struct.stream* %0)
  ret %struct.stream* %3
}
define %struct.stream* @_ZNSolsEPFRSt8ios_baseS0_E(%struct.stream* %0, i8* (i8*)* %1) {
  %3 = getelementptr %struct.stream, %struct.stream* %0, i64 0, i32 1
  %4 = bitcast i8** %3 to i8*
  %5 = call i8* %1(i8* %4)
  ret %struct.stream* %0
}
define %struct.stream* @_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E(%struct.stream* %0, i8* (i8*)* %1) {
  %3 = getelementptr %struct.stream, %struct.stream* %0, i64 0, i32 1
  %4 = bitcast i8** %3 to i8*
  %5 = call i8* %1(i8* %4)
  ret %struct.stream* %0
}
define %struct.stream* @_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(%struct.stream* %0) {
  %2 = call %struct.stream* @stream_plain(%struct.stream* %0, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.94, i64 0, i64 0), i64 1)
  ret %struct.stream* %0
}
define %struct.stream* @_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(%struct.stream* %0) {
  ret %struct.stream* %0
}
define %struct.stream* @_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St5_Setw(%struct.stream* %0, i32 %1) {
  %3 = sext i32 %1 to i64
  %4 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 3
  store i64 %3, i64* %4, align 8
  ret %struct.stream* %0
}
define %struct.stream* @_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St13_Setprecision(%struct.stream* %0, i32 %1) {
  %3 = sext i32 %1 to i64
  %4 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 2
  store i64 %3, i64* %4, align 8
  ret %struct.stream* %0
}
define %struct.stream* @_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St8_SetfillIS3_E(%struct.stream* %0, i8 %1) {
  %3 = getelementptr inbounds %struct.stream, %struct.stream* %0, i64 0, i32 8
  store i8 %1, i8* %3, align 8
  ret %struct.stream* %0
}
define %struct.stream* @_ZNSolsEDn(%struct.stream* %0, i8* %1) {
  %3 = call %struct.stream* @stream_text(%struct.stream* %0, i8* getelementptr inbounds ([8 x i8], [8 x i8]* @.str.95, i64 0, i64 0), i64 7)
  ret %struct.stream* %3
}
define void @_ZNSt8ios_base4InitC1Ev(i8* %0) {
  ret void
}
define void @_ZNSt8ios_base4InitC2Ev(i8* %0) {
  ret void
}
define void @_ZNSt8ios_base4InitD1Ev(i8* %0) {
  ret void
}
define void @_ZNSt8ios_base4InitD2Ev(i8* %0) {
  ret void
}
define i1 @_ZNSt8ios_base15sync_with_stdioEb(i1 %0) {
  ret i1 true
}
define void @_ZdlPvSt11align_val_t(i8* %0, i64 %1) {
  call void @free(i8* %0)
  ret void
}
define void @_ZdaPvSt11align_val_t(i8* %0, i64 %1) {
  call void @free(i8* %0)
  ret void
}
define void @_ZdlPvmSt11align_val_t(i8* %0, i64 %1, i64 %2) {
  call void @free(i8* %0)
  ret void
}
define void @__cxa_pure_virtual() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([18 x i8], [18 x i8]* @.str.96, i64 0, i64 0), i8* getelementptr inbounds ([35 x i8], [35 x i8]* @.str.97, i64 0, i64 0))
  unreachable
}
define void @__cxa_deleted_virtual() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([18 x i8], [18 x i8]* @.str.96, i64 0, i64 0), i8* getelementptr inbounds ([38 x i8], [38 x i8]* @.str.98, i64 0, i64 0))
  unreachable
}
define void @_ZSt9terminatev() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.66, i64 0, i64 0), i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str.99, i64 0, i64 0))
  unreachable
}
define void @__clang_call_terminate() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([6 x i8], [6 x i8]* @.str.66, i64 0, i64 0), i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str.99, i64 0, i64 0))
  unreachable
}
define void @_ZSt17__throw_bad_allocv() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([26 x i8], [26 x i8]* @.str.101, i64 0, i64 0))
  unreachable
}
define void @_ZSt20__throw_system_errori() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([29 x i8], [29 x i8]* @.str.102, i64 0, i64 0))
  unreachable
}
define void @_ZSt20__throw_length_errorPKc() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([29 x i8], [29 x i8]* @.str.103, i64 0, i64 0))
  unreachable
}
define void @_ZSt19__throw_logic_errorPKc() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([28 x i8], [28 x i8]* @.str.104, i64 0, i64 0))
  unreachable
}
define void @_ZSt24__throw_out_of_range_fmtPKcz() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([29 x i8], [29 x i8]* @.str.105, i64 0, i64 0))
  unreachable
}
define void @_ZSt20__throw_out_of_rangePKc() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([29 x i8], [29 x i8]* @.str.105, i64 0, i64 0))
  unreachable
}
define void @_ZSt24__throw_invalid_argumentPKc() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([33 x i8], [33 x i8]* @.str.106, i64 0, i64 0))
  unreachable
}
define void @_ZSt20__throw_domain_errorPKc() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([29 x i8], [29 x i8]* @.str.107, i64 0, i64 0))
  unreachable
}
define void @_ZSt21__throw_runtime_errorPKc() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([30 x i8], [30 x i8]* @.str.108, i64 0, i64 0))
  unreachable
}
define void @_ZSt19__throw_range_errorPKc() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([28 x i8], [28 x i8]* @.str.109, i64 0, i64 0))
  unreachable
}
define void @_ZSt22__throw_overflow_errorPKc() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([31 x i8], [31 x i8]* @.str.110, i64 0, i64 0))
  unreachable
}
define void @_ZSt20__throw_future_errori() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([29 x i8], [29 x i8]* @.str.111, i64 0, i64 0))
  unreachable
}
define void @_ZSt16__throw_bad_castv() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([25 x i8], [25 x i8]* @.str.112, i64 0, i64 0))
  unreachable
}
define void @_ZSt21__throw_bad_exceptionv() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([30 x i8], [30 x i8]* @.str.113, i64 0, i64 0))
  unreachable
}
define void @_ZSt25__throw_bad_function_callv() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([34 x i8], [34 x i8]* @.str.114, i64 0, i64 0))
  unreachable
}
define void @_ZSt28__throw_bad_array_new_lengthv() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.100, i64 0, i64 0), i8* getelementptr inbounds ([37 x i8], [37 x i8]* @.str.115, i64 0, i64 0))
  unreachable
}
define void @_ZSt21__glibcxx_assert_failPKciS0_S0_() {
  call void @__mazurka_fail(i8* getelementptr inbounds ([10 x i8], [10 x i8]* @.str.116, i64 0, i64 0), i8* getelementptr inbounds ([33 x i8], [33 x i8]* @.str.117, i64 0, i64 0))
  unreachable
}
define void @_ZNSaIcEC1Ev(i8* %0) {
  ret void
}
define void @_ZNSaIcEC2Ev(i8* %0) {
  ret void
}
define void @_ZNSaIcED1Ev(i8* %0) {
  ret void
}
define void @_ZNSaIcED2Ev(i8* %0) {
  ret void
}
define void @_ZNSaIcEC1ERKS_(i8* %0) {
  ret void
}
define void @_ZNSaIcEC2ERKS_(i8* %0) {
  ret void
}
define i8* @__cxa_allocate_exception(i64 %0) {
  %2 = call i8* @__mazurka_alloc(i64 %0, i64 16, i32 2)
  ret i8* %2
}
define void @_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(i64* %0, %struct.thread_state** %1, void ()* %2) {
  %4 = bitcast %struct.thread_state** %1 to i8**
  %5 = load i8*, i8** %4, align 8
  store %struct.thread_state* null, %struct.thread_state** %1, align 8
  %6 = call i32 @pthread_create(i64* %0, i8* null, i8* (i8*)* @run_thread, i8* %5)
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %9, label %8
8:
  call void @_ZSt20__throw_system_errori()
  unreachable
9:
  ret void
}
define internal i8* @run_thread(i8* %0) {
  %2 = bitcast i8* %0 to %struct.thread_state*
  %3 = bitcast i8* %0 to void (%struct.thread_state*)***
  %4 = load void (%struct.thread_state*)**, void (%struct.thread_state*)*** %3, align 8
  %5 = getelementptr void (%struct.thread_state*)*, void (%struct.thread_state*)** %4, i64 2
  %6 = load void (%struct.thread_state*)*, void (%struct.thread_state*)** %5, align 8
  call void %6(%struct.thread_state* %2)
  %7 = load void (%struct.thread_state*)**, void (%struct.thread_state*)*** %3, align 8
  %8 = getelementptr void (%struct.thread_state*)*, void (%struct.thread_state*)** %7, i64 1
  %9 = load void (%struct.thread_state*)*, void (%struct.thread_state*)** %8, align 8
  call void %9(%struct.thread_state* %2)
  ret i8* null
}
define void @_ZNSt6thread6_StateD2Ev(%struct.thread_state* %0) {
  ret void
}
define void @_ZNSt6thread4joinEv(i64* %0) {
  %2 = load i64, i64* %0, align 8
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %7, label %4
4:
  %5 = call i32 @pthread_join(i64 %2, i8** null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7
7:
  call void @_ZSt20__throw_system_errori()
  unreachable
8:
  store i64 0, i64* %0, align 8
  ret void
}
define void @_ZNSt6thread6detachEv(i64* %0) {
  %2 = load i64, i64* %0, align 8
  %3 = icmp eq i64 %2, 0
  br i1 %3, label %7, label %4
4:
  %5 = call i32 @pthread_detach(i64 %2)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7
7:
  call void @_ZSt20__throw_system_errori()
  unreachable
8:
  store i64 0, i64* %0, align 8
  ret void
}
define i32 @_ZNSt6thread20hardware_concurrencyEv() {
  ret i32 2
}
define void @_ZNSt18condition_variableC1Ev(i8* %0) {
  %2 = call i32 @pthread_cond_init(i8* %0, i32* null)
  ret void
}
define void @_ZNSt18condition_variableD1Ev(i8* %0) {
  %2 = call i32 @pthread_cond_destroy(i8* %0)
  ret void
}
define void @_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(i8* %0, i8** %1) {
  %3 = load i8*, i8** %1, align 8
  %4 = call i32 @pthread_cond_wait(i8* %0, i8* %3)
  ret void
}
define void @_ZNSt18condition_variable10notify_oneEv(i8* %0) {
  %2 = call i32 @pthread_cond_signal(i8* %0)
  ret void
}
define void @_ZNSt18condition_variable10notify_allEv(i8* %0) {
  %2 = call i32 @pthread_cond_broadcast(i8* %0)
  ret void
}
define i64 @_ZNSt6chrono3_V212system_clock3nowEv() {
  %1 = call i64 @now(i8* null, i64 0)
  ret i64 %1
}
define i64 @_ZNSt6chrono3_V212steady_clock3nowEv() {
  %1 = call i64 @now(i8* null, i64 0)
  ret i64 %1
}
define void @__once_proxy() {
  %1 = load void ()*, void ()** @_ZSt11__once_call, align 8
  call void %1()
  ret void
}
define void @_ZNSt13__future_base12_Result_baseC2Ev(%struct.future_result* %0) {
  %2 = getelementptr inbounds %struct.future_result, %struct.future_result* %0, i64 0, i32 1
  store i8* null, i8** %2, align 8
  ret void
}
define void @_ZNSt13__future_base12_Result_baseD2Ev(%struct.future_result* %0) {
  ret void
}
define i1 @_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(i8* %0, i32* %1, i32 %2, i1 %3, i64 %4, i64 %5) {
  %7 = alloca %struct.timespec, align 8
  %8 = bitcast %struct.timespec* %7 to i8*
  call void @llvm.lifetime.start.p0i8(i64 16, i8* %8)
  %9 = getelementptr inbounds %struct.timespec, %struct.timespec* %7, i64 0, i32 0
  store i64 %4, i64* %9, align 8
  %10 = getelementptr inbounds %struct.timespec, %struct.timespec* %7, i64 0, i32 1
  store i64 %5, i64* %10, align 8
  br i1 %3, label %11, label %13
11:
  %12 = call i64 @limit_of(%struct.timespec* %7)
  br label %13
13:
  %14 = phi i64 [ %12, %11 ], [ 2305843009213693952, %6 ]
  %15 = call i64 @futex_until(i32* %1, i32 %2, i64 %14)
  %16 = icmp ne i64 %15, -110
  call void @llvm.lifetime.end.p0i8(i64 16, i8* %8)
  ret i1 %16
}
define internal i64 @futex_until(i32* %0, i32 %1, i64 %2) {
  %4 = icmp sgt i64 %2, 2305843009213693951
  %5 = bitcast i32* %0 to i8*
  br i1 %4, label %6, label %8
6:
  %7 = call i64 @__mazurka_futex_wait(i8* %5, i32 %1)
  br label %10
8:
  %9 = call i64 @__mazurka_futex_timedwait(i8* %5, i32 %1, i64 %2)
  br label %10
10:
  %11 = phi i64 [ %7, %6 ], [ %9, %8 ]
  ret i64 %11
}
define i1 @_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(i8* %0, i32* %1, i32 %2, i1 %3, i64 %4, i64 %5) {
  %7 = call i1 @_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(i8* undef, i32* %1, i32 %2, i1 %3, i64 %4, i64 %5)
  ret i1 %7
}
define void @_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(i32* %0) {
  %2 = bitcast i32* %0 to i8*
  %3 = call i64 @__mazurka_futex_wake(i8* %2, i32 1)
  ret void
}
declare i64 @__mazurka_futex_wake(i8*, i32)
define void @_ZSt17current_exceptionv(i8** %0) {
  store i8* null, i8** %0, align 8
  ret void
}
define void @_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(i8** %0) {
  ret void
}
define void @_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(i8** %0) {
  store i8* null, i8** %0, align 8
  ret void
}
define void @__cxa_begin_catch() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @__cxa_end_catch() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @__cxa_rethrow() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @__cxa_throw() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @_ZNSt13runtime_errorC1EPKc() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @_ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @_ZNSt11logic_errorC1EPKc() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @_ZNSt11logic_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @_ZNSt12out_of_rangeC1EPKc() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @_ZNSt12out_of_rangeC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @_ZNSt16invalid_argumentC1EPKc() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define void @_ZNSt16invalid_argumentC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE() {
  call void @__mazurka_error(i8* getelementptr inbounds ([48 x i8], [48 x i8]* @.str.118, i64 0, i64 0))
  unreachable
}
define i8* @__dynamic_cast(i8* %0, %struct.type_info* %1, %struct.type_info* %2, i64 %3) {
  %5 = bitcast i8* %0 to i64**
  %6 = load i64*, i64** %5, align 8
  %7 = getelementptr i64, i64* %6, i64 -2
  %8 = load i64, i64* %7, align 8
  %9 = getelementptr i8, i8* %0, i64 %8
  %10 = getelementptr i64, i64* %6, i64 -1
  %11 = load i64, i64* %10, align 8
  %12 = inttoptr i64 %11 to %struct.type_info*
  %13 = call i8* @part_of(i8* %9, %struct.type_info* %12, %struct.type_info* %2)
  ret i8* %13
}
define internal i8* @part_of(i8* %0, %struct.type_info* %1, %struct.type_info* %2) {
  br label %4
4:
  %5 = phi %struct.type_info* [ %1, %3 ], [ %13, %11 ]
  %6 = icmp eq %struct.type_info* %5, %2
  br i1 %6, label %46, label %7
7:
  %8 = getelementptr inbounds %struct.type_info, %struct.type_info* %5, i64 0, i32 0
  %9 = load i8*, i8** %8, align 8
  %10 = icmp eq i8* %9, bitcast (i8** getelementptr inbounds ([8 x i8*], [8 x i8*]* @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 0, i64 2) to i8*)
  br i1 %10, label %11, label %14
11:
  %12 = getelementptr inbounds %struct.type_info, %struct.type_info* %5, i64 0, i32 2
  %13 = load %struct.type_info*, %struct.type_info** %12, align 8
  br label %4
14:
  %15 = icmp eq i8* %9, bitcast (i8** getelementptr inbounds ([8 x i8*], [8 x i8*]* @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 0, i64 2) to i8*)
  br i1 %15, label %16, label %46
16:
  %17 = bitcast %struct.type_info* %5 to %struct.bases_info*
  %18 = getelementptr inbounds %struct.bases_info, %struct.bases_info* %17, i64 0, i32 3
  %19 = load i32, i32* %18, align 4
  %20 = getelementptr inbounds %struct.type_info, %struct.type_info* %5, i64 1
  %21 = bitcast %struct.type_info* %20 to [0 x %struct.base_info]*
  %22 = bitcast i8* %0 to i8**
  %23 = zext i32 %19 to i64
  br label %24
24:
  %25 = phi i64 [ %45, %38 ], [ 0, %16 ]
  %26 = icmp eq i64 %25, %23
  br i1 %26, label %46, label %27
27:
  %28 = getelementptr [0 x %struct.base_info], [0 x %struct.base_info]* %21, i64 0, i64 %25, i32 1
  %29 = load i64, i64* %28, align 8
  %30 = ashr i64 %29, 8
  %31 = and i64 %29, 1
  %32 = icmp eq i64 %31, 0
  br i1 %32, label %38, label %33
33:
  %34 = load i8*, i8** %22, align 8
  %35 = getelementptr i8, i8* %34, i64 %30
  %36 = bitcast i8* %35 to i64*
  %37 = load i64, i64* %36, align 8
  br label %38
38:
  %39 = phi i64 [ %37, %33 ], [ %30, %27 ]
  %40 = getelementptr i8, i8* %0, i64 %39
  %41 = getelementptr [0 x %struct.base_info], [0 x %struct.base_info]* %21, i64 0, i64 %25, i32 0
  %42 = load %struct.type_info*, %struct.type_info** %41, align 8
  %43 = call i8* @part_of(i8* %40, %struct.type_info* %42, %struct.type_info* %2)
  %44 = icmp eq i8* %43, null
  %45 = add nuw nsw i64 %25, 1
  br i1 %44, label %24, label %46
46:
  %47 = phi i8* [ null, %14 ], [ %43, %38 ], [ null, %24 ], [ %0, %4 ]
  ret i8* %47
}
define %struct.tree_node* @_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(%struct.tree_node* %0) {
  %2 = call %struct.tree_node* @next_node(%struct.tree_node* %0)
  ret %struct.tree_node* %2
}
define internal %struct.tree_node* @next_node(%struct.tree_node* %0) {
  %2 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 3
  %3 = load %struct.tree_node*, %struct.tree_node** %2, align 8
  %4 = icmp eq %struct.tree_node* %3, null
  br i1 %4, label %7, label %5
5:
  %6 = call %struct.tree_node* @leftmost(%struct.tree_node* %3)
  br label %19
7:
  %8 = phi %struct.tree_node* [ %10, %7 ], [ %0, %1 ]
  %9 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %8, i64 0, i32 1
  %10 = load %struct.tree_node*, %struct.tree_node** %9, align 8
  %11 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %10, i64 0, i32 3
  %12 = load %struct.tree_node*, %struct.tree_node** %11, align 8
  %13 = icmp eq %struct.tree_node* %8, %12
  br i1 %13, label %7, label %14
14:
  %15 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %8, i64 0, i32 3
  %16 = load %struct.tree_node*, %struct.tree_node** %15, align 8
  %17 = icmp eq %struct.tree_node* %16, %10
  %18 = select i1 %17, %struct.tree_node* %8, %struct.tree_node* %10
  br label %19
19:
  %20 = phi %struct.tree_node* [ %6, %5 ], [ %18, %14 ]
  ret %struct.tree_node* %20
}
define %struct.tree_node* @_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(%struct.tree_node* %0) {
  %2 = call %struct.tree_node* @next_node(%struct.tree_node* %0)
  ret %struct.tree_node* %2
}
define %struct.tree_node* @_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(%struct.tree_node* %0) {
  %2 = call %struct.tree_node* @previous_node(%struct.tree_node* %0)
  ret %struct.tree_node* %2
}
define internal %struct.tree_node* @previous_node(%struct.tree_node* %0) {
  %2 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 0
  %3 = load i32, i32* %2, align 8
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %5, label %16
5:
  %6 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 1
  %7 = load %struct.tree_node*, %struct.tree_node** %6, align 8
  %8 = icmp eq %struct.tree_node* %7, null
  br i1 %8, label %16, label %9
9:
  %10 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %7, i64 0, i32 1
  %11 = load %struct.tree_node*, %struct.tree_node** %10, align 8
  %12 = icmp eq %struct.tree_node* %11, %0
  br i1 %12, label %13, label %16
13:
  %14 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 3
  %15 = load %struct.tree_node*, %struct.tree_node** %14, align 8
  br label %29
16:
  %17 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 2
  %18 = load %struct.tree_node*, %struct.tree_node** %17, align 8
  %19 = icmp eq %struct.tree_node* %18, null
  br i1 %19, label %22, label %20
20:
  %21 = call %struct.tree_node* @rightmost(%struct.tree_node* %18)
  br label %29
22:
  %23 = phi %struct.tree_node* [ %25, %22 ], [ %0, %16 ]
  %24 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %23, i64 0, i32 1
  %25 = load %struct.tree_node*, %struct.tree_node** %24, align 8
  %26 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %25, i64 0, i32 2
  %27 = load %struct.tree_node*, %struct.tree_node** %26, align 8
  %28 = icmp eq %struct.tree_node* %23, %27
  br i1 %28, label %22, label %29
29:
  %30 = phi %struct.tree_node* [ %15, %13 ], [ %21, %20 ], [ %25, %22 ]
  ret %struct.tree_node* %30
}
define %struct.tree_node* @_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(%struct.tree_node* %0) {
  %2 = call %struct.tree_node* @previous_node(%struct.tree_node* %0)
  ret %struct.tree_node* %2
}
define void @_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(i1 %0, %struct.tree_node* %1, %struct.tree_node* %2, %struct.tree_node* %3) {
  %5 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 0
  store i32 0, i32* %5, align 8
  %6 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 1
  store %struct.tree_node* %2, %struct.tree_node** %6, align 8
  %7 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 3
  store %struct.tree_node* null, %struct.tree_node** %7, align 8
  %8 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 2
  store %struct.tree_node* null, %struct.tree_node** %8, align 8
  %9 = icmp eq %struct.tree_node* %2, %3
  br i1 %9, label %10, label %14
10:
  %11 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %2, i64 0, i32 3
  store %struct.tree_node* %1, %struct.tree_node** %11, align 8
  %12 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %2, i64 0, i32 2
  store %struct.tree_node* %1, %struct.tree_node** %12, align 8
  %13 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %2, i64 0, i32 1
  br label %25
14:
  br i1 %0, label %15, label %20
15:
  %16 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %2, i64 0, i32 2
  store %struct.tree_node* %1, %struct.tree_node** %16, align 8
  %17 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %3, i64 0, i32 2
  %18 = load %struct.tree_node*, %struct.tree_node** %17, align 8
  %19 = icmp eq %struct.tree_node* %18, %2
  br i1 %19, label %25, label %27
20:
  %21 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %2, i64 0, i32 3
  store %struct.tree_node* %1, %struct.tree_node** %21, align 8
  %22 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %3, i64 0, i32 3
  %23 = load %struct.tree_node*, %struct.tree_node** %22, align 8
  %24 = icmp eq %struct.tree_node* %23, %2
  br i1 %24, label %25, label %27
25:
  %26 = phi %struct.tree_node** [ %13, %10 ], [ %17, %15 ], [ %22, %20 ]
  store %struct.tree_node* %1, %struct.tree_node** %26, align 8
  br label %27
27:
  br label %28
28:
  %29 = phi %struct.tree_node* [ %39, %64 ], [ %1, %27 ]
  %30 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %29, i64 0, i32 1
  %31 = load %struct.tree_node*, %struct.tree_node** %30, align 8
  %32 = icmp eq %struct.tree_node* %31, %3
  br i1 %32, label %66, label %33
33:
  %34 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %31, i64 0, i32 0
  %35 = load i32, i32* %34, align 8
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %37, label %66
37:
  %38 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %31, i64 0, i32 1
  %39 = load %struct.tree_node*, %struct.tree_node** %38, align 8
  %40 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %39, i64 0, i32 2
  %41 = load %struct.tree_node*, %struct.tree_node** %40, align 8
  %42 = icmp eq %struct.tree_node* %41, %31
  br i1 %42, label %43, label %46
43:
  %44 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %39, i64 0, i32 3
  %45 = load %struct.tree_node*, %struct.tree_node** %44, align 8
  br label %46
46:
  %47 = phi %struct.tree_node* [ %45, %43 ], [ %41, %37 ]
  %48 = icmp eq %struct.tree_node* %47, null
  br i1 %48, label %53, label %49
49:
  %50 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %47, i64 0, i32 0
  %51 = load i32, i32* %50, align 8
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %64, label %53
53:
  %54 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %31, i64 0, i32 3
  %55 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %31, i64 0, i32 2
  %56 = select i1 %42, %struct.tree_node** %54, %struct.tree_node** %55
  %57 = load %struct.tree_node*, %struct.tree_node** %56, align 8
  %58 = icmp eq %struct.tree_node* %29, %57
  br i1 %58, label %59, label %60
59:
  call void @turn(%struct.tree_node* %3, %struct.tree_node* %29)
  br label %60
60:
  %61 = phi %struct.tree_node* [ %29, %59 ], [ %31, %53 ]
  %62 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %61, i64 0, i32 0
  store i32 1, i32* %62, align 8
  %63 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %39, i64 0, i32 0
  store i32 0, i32* %63, align 8
  call void @turn(%struct.tree_node* %3, %struct.tree_node* %61)
  br label %66
64:
  store i32 1, i32* %50, align 8
  store i32 1, i32* %34, align 8
  %65 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %39, i64 0, i32 0
  store i32 0, i32* %65, align 8
  br label %28
66:
  %67 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %3, i64 0, i32 1
  %68 = load %struct.tree_node*, %struct.tree_node** %67, align 8
  %69 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %68, i64 0, i32 0
  store i32 1, i32* %69, align 8
  ret void
}
define %struct.tree_node* @_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(%struct.tree_node* %0, %struct.tree_node* %1) {
  %3 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 2
  %4 = load %struct.tree_node*, %struct.tree_node** %3, align 8
  %5 = icmp eq %struct.tree_node* %4, %0
  br i1 %5, label %6, label %17
6:
  %7 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 3
  %8 = load %struct.tree_node*, %struct.tree_node** %7, align 8
  %9 = icmp eq %struct.tree_node* %8, null
  br i1 %9, label %12, label %10
10:
  %11 = call %struct.tree_node* @leftmost(%struct.tree_node* %8)
  br label %15
12:
  %13 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 1
  %14 = load %struct.tree_node*, %struct.tree_node** %13, align 8
  br label %15
15:
  %16 = phi %struct.tree_node* [ %11, %10 ], [ %14, %12 ]
  store %struct.tree_node* %16, %struct.tree_node** %3, align 8
  br label %17
17:
  %18 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 3
  %19 = load %struct.tree_node*, %struct.tree_node** %18, align 8
  %20 = icmp eq %struct.tree_node* %19, %0
  br i1 %20, label %21, label %32
21:
  %22 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 2
  %23 = load %struct.tree_node*, %struct.tree_node** %22, align 8
  %24 = icmp eq %struct.tree_node* %23, null
  br i1 %24, label %27, label %25
25:
  %26 = call %struct.tree_node* @rightmost(%struct.tree_node* %23)
  br label %30
27:
  %28 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 1
  %29 = load %struct.tree_node*, %struct.tree_node** %28, align 8
  br label %30
30:
  %31 = phi %struct.tree_node* [ %26, %25 ], [ %29, %27 ]
  store %struct.tree_node* %31, %struct.tree_node** %18, align 8
  br label %32
32:
  %33 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 0
  %34 = load i32, i32* %33, align 8
  %35 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 2
  %36 = load %struct.tree_node*, %struct.tree_node** %35, align 8
  %37 = icmp eq %struct.tree_node* %36, null
  %38 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 3
  %39 = load %struct.tree_node*, %struct.tree_node** %38, align 8
  br i1 %37, label %62, label %40
40:
  %41 = icmp eq %struct.tree_node* %39, null
  br i1 %41, label %62, label %42
42:
  %43 = call %struct.tree_node* @leftmost(%struct.tree_node* %39)
  %44 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %43, i64 0, i32 0
  %45 = load i32, i32* %44, align 8
  %46 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %43, i64 0, i32 3
  %47 = load %struct.tree_node*, %struct.tree_node** %46, align 8
  %48 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %43, i64 0, i32 1
  %49 = load %struct.tree_node*, %struct.tree_node** %48, align 8
  %50 = icmp eq %struct.tree_node* %49, %0
  %51 = select i1 %50, %struct.tree_node* %43, %struct.tree_node* %49
  %52 = icmp eq %struct.tree_node* %51, %43
  br i1 %52, label %57, label %53
53:
  call void @put_below(%struct.tree_node* %1, %struct.tree_node* %43, %struct.tree_node* %47)
  %54 = load %struct.tree_node*, %struct.tree_node** %38, align 8
  store %struct.tree_node* %54, %struct.tree_node** %46, align 8
  %55 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %54, i64 0, i32 1
  store %struct.tree_node* %43, %struct.tree_node** %55, align 8
  %56 = load %struct.tree_node*, %struct.tree_node** %35, align 8
  br label %57
57:
  %58 = phi %struct.tree_node* [ %56, %53 ], [ %36, %42 ]
  %59 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %43, i64 0, i32 2
  store %struct.tree_node* %58, %struct.tree_node** %59, align 8
  %60 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %58, i64 0, i32 1
  store %struct.tree_node* %43, %struct.tree_node** %60, align 8
  %61 = load i32, i32* %33, align 8
  store i32 %61, i32* %44, align 8
  br label %66
62:
  %63 = phi %struct.tree_node* [ %36, %40 ], [ %39, %32 ]
  %64 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 1
  %65 = load %struct.tree_node*, %struct.tree_node** %64, align 8
  br label %66
66:
  %67 = phi %struct.tree_node* [ %63, %62 ], [ %43, %57 ]
  %68 = phi %struct.tree_node* [ %65, %62 ], [ %51, %57 ]
  %69 = phi i32 [ %34, %62 ], [ %45, %57 ]
  %70 = phi %struct.tree_node* [ %63, %62 ], [ %47, %57 ]
  call void @put_below(%struct.tree_node* %1, %struct.tree_node* %0, %struct.tree_node* %67)
  %71 = icmp eq i32 %69, 1
  br i1 %71, label %72, label %145
72:
  %73 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 1
  %74 = load %struct.tree_node*, %struct.tree_node** %73, align 8
  %75 = icmp eq %struct.tree_node* %74, null
  br i1 %75, label %145, label %76
76:
  %77 = phi %struct.tree_node* [ %141, %138 ], [ %68, %72 ]
  %78 = phi %struct.tree_node* [ %77, %138 ], [ %70, %72 ]
  %79 = icmp eq %struct.tree_node* %77, %1
  %80 = icmp eq %struct.tree_node* %78, null
  br i1 %79, label %142, label %81
81:
  br i1 %80, label %86, label %82
82:
  %83 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %78, i64 0, i32 0
  %84 = load i32, i32* %83, align 8
  %85 = icmp eq i32 %84, 1
  br i1 %85, label %86, label %143
86:
  %87 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %77, i64 0, i32 2
  %88 = load %struct.tree_node*, %struct.tree_node** %87, align 8
  %89 = icmp eq %struct.tree_node* %88, %78
  br i1 %89, label %90, label %93
90:
  %91 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %77, i64 0, i32 3
  %92 = load %struct.tree_node*, %struct.tree_node** %91, align 8
  br label %93
93:
  %94 = phi %struct.tree_node* [ %92, %90 ], [ %88, %86 ]
  %95 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %94, i64 0, i32 0
  %96 = load i32, i32* %95, align 8
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %98, label %103
98:
  store i32 1, i32* %95, align 8
  %99 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %77, i64 0, i32 0
  store i32 0, i32* %99, align 8
  call void @turn(%struct.tree_node* %1, %struct.tree_node* %94)
  %100 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %77, i64 0, i32 3
  %101 = select i1 %89, %struct.tree_node** %100, %struct.tree_node** %87
  %102 = load %struct.tree_node*, %struct.tree_node** %101, align 8
  br label %103
103:
  %104 = phi %struct.tree_node* [ %102, %98 ], [ %94, %93 ]
  %105 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %104, i64 0, i32 2
  %106 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %104, i64 0, i32 3
  %107 = select i1 %89, %struct.tree_node** %105, %struct.tree_node** %106
  %108 = load %struct.tree_node*, %struct.tree_node** %107, align 8
  %109 = select i1 %89, %struct.tree_node** %106, %struct.tree_node** %105
  %110 = load %struct.tree_node*, %struct.tree_node** %109, align 8
  %111 = icmp eq %struct.tree_node* %108, null
  br i1 %111, label %116, label %112
112:
  %113 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %108, i64 0, i32 0
  %114 = load i32, i32* %113, align 8
  %115 = icmp eq i32 %114, 1
  br i1 %115, label %116, label %122
116:
  %117 = icmp eq %struct.tree_node* %110, null
  br i1 %117, label %138, label %118
118:
  %119 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %110, i64 0, i32 0
  %120 = load i32, i32* %119, align 8
  %121 = icmp eq i32 %120, 1
  br i1 %121, label %138, label %131
122:
  %123 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %108, i64 0, i32 0
  %124 = icmp eq %struct.tree_node* %110, null
  br i1 %124, label %129, label %125
125:
  %126 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %110, i64 0, i32 0
  %127 = load i32, i32* %126, align 8
  %128 = icmp eq i32 %127, 1
  br i1 %128, label %129, label %131
129:
  store i32 1, i32* %123, align 8
  %130 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %104, i64 0, i32 0
  store i32 0, i32* %130, align 8
  call void @turn(%struct.tree_node* %1, %struct.tree_node* %108)
  br label %131
131:
  %132 = phi %struct.tree_node* [ %108, %129 ], [ %104, %125 ], [ %104, %118 ]
  %133 = phi %struct.tree_node* [ %104, %129 ], [ %110, %125 ], [ %110, %118 ]
  %134 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %77, i64 0, i32 0
  %135 = load i32, i32* %134, align 8
  %136 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %132, i64 0, i32 0
  store i32 %135, i32* %136, align 8
  %137 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %133, i64 0, i32 0
  store i32 1, i32* %137, align 8
  store i32 1, i32* %134, align 8
  call void @turn(%struct.tree_node* %1, %struct.tree_node* %132)
  br label %145
138:
  %139 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %104, i64 0, i32 0
  store i32 0, i32* %139, align 8
  %140 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %77, i64 0, i32 1
  %141 = load %struct.tree_node*, %struct.tree_node** %140, align 8
  br label %76
142:
  br i1 %80, label %145, label %143
143:
  %144 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %78, i64 0, i32 0
  store i32 1, i32* %144, align 8
  br label %145
145:
  ret %struct.tree_node* %0
}
define internal %struct.tree_node* @leftmost(%struct.tree_node* %0) {
  br label %2
2:
  %3 = phi %struct.tree_node* [ %0, %1 ], [ %5, %2 ]
  %4 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %3, i64 0, i32 2
  %5 = load %struct.tree_node*, %struct.tree_node** %4, align 8
  %6 = icmp eq %struct.tree_node* %5, null
  br i1 %6, label %7, label %2
7:
  ret %struct.tree_node* %3
}
define internal %struct.tree_node* @rightmost(%struct.tree_node* %0) {
  br label %2
2:
  %3 = phi %struct.tree_node* [ %0, %1 ], [ %5, %2 ]
  %4 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %3, i64 0, i32 3
  %5 = load %struct.tree_node*, %struct.tree_node** %4, align 8
  %6 = icmp eq %struct.tree_node* %5, null
  br i1 %6, label %7, label %2
7:
  ret %struct.tree_node* %3
}
define internal void @put_below(%struct.tree_node* %0, %struct.tree_node* %1, %struct.tree_node* %2) {
  %4 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 1
  %5 = load %struct.tree_node*, %struct.tree_node** %4, align 8
  %6 = icmp eq %struct.tree_node* %5, %0
  br i1 %6, label %7, label %9
7:
  %8 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %0, i64 0, i32 1
  br label %15
9:
  %10 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %5, i64 0, i32 2
  %11 = load %struct.tree_node*, %struct.tree_node** %10, align 8
  %12 = icmp eq %struct.tree_node* %11, %1
  %13 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %5, i64 0, i32 3
  %14 = select i1 %12, %struct.tree_node** %10, %struct.tree_node** %13
  br label %15
15:
  %16 = phi %struct.tree_node** [ %8, %7 ], [ %14, %9 ]
  store %struct.tree_node* %2, %struct.tree_node** %16, align 8
  %17 = icmp eq %struct.tree_node* %2, null
  br i1 %17, label %20, label %18
18:
  %19 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %2, i64 0, i32 1
  store %struct.tree_node* %5, %struct.tree_node** %19, align 8
  br label %20
20:
  ret void
}
define void @_ZNSt8__detail15_List_node_base7_M_hookEPS0_(%struct.ring_node* %0, %struct.ring_node* %1) {
  %3 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %0, i64 0, i32 0
  store %struct.ring_node* %1, %struct.ring_node** %3, align 8
  %4 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %1, i64 0, i32 1
  %5 = load %struct.ring_node*, %struct.ring_node** %4, align 8
  %6 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %0, i64 0, i32 1
  store %struct.ring_node* %5, %struct.ring_node** %6, align 8
  %7 = load %struct.ring_node*, %struct.ring_node** %4, align 8
  %8 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %7, i64 0, i32 0
  store %struct.ring_node* %0, %struct.ring_node** %8, align 8
  store %struct.ring_node* %0, %struct.ring_node** %4, align 8
  ret void
}
define void @_ZNSt8__detail15_List_node_base9_M_unhookEv(%struct.ring_node* %0) {
  %2 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %0, i64 0, i32 0
  %3 = load %struct.ring_node*, %struct.ring_node** %2, align 8
  %4 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %0, i64 0, i32 1
  %5 = load %struct.ring_node*, %struct.ring_node** %4, align 8
  %6 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %5, i64 0, i32 0
  store %struct.ring_node* %3, %struct.ring_node** %6, align 8
  %7 = load %struct.ring_node*, %struct.ring_node** %4, align 8
  %8 = load %struct.ring_node*, %struct.ring_node** %2, align 8
  %9 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %8, i64 0, i32 1
  store %struct.ring_node* %7, %struct.ring_node** %9, align 8
  ret void
}
define void @_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(%struct.ring_node* %0, %struct.ring_node* %1, %struct.ring_node* %2) {
  %4 = icmp eq %struct.ring_node* %0, %2
  %5 = icmp eq %struct.ring_node* %1, %2
  %6 = or i1 %4, %5
  br i1 %6, label %18, label %7
7:
  %8 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %2, i64 0, i32 1
  %9 = load %struct.ring_node*, %struct.ring_node** %8, align 8
  %10 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %0, i64 0, i32 1
  %11 = load %struct.ring_node*, %struct.ring_node** %10, align 8
  %12 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %1, i64 0, i32 1
  %13 = load %struct.ring_node*, %struct.ring_node** %12, align 8
  %14 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %13, i64 0, i32 0
  store %struct.ring_node* %2, %struct.ring_node** %14, align 8
  %15 = load %struct.ring_node*, %struct.ring_node** %12, align 8
  store %struct.ring_node* %15, %struct.ring_node** %8, align 8
  %16 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %11, i64 0, i32 0
  store %struct.ring_node* %1, %struct.ring_node** %16, align 8
  store %struct.ring_node* %11, %struct.ring_node** %12, align 8
  %17 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %9, i64 0, i32 0
  store %struct.ring_node* %0, %struct.ring_node** %17, align 8
  store %struct.ring_node* %9, %struct.ring_node** %10, align 8
  br label %18
18:
  ret void
}
define void @_ZNSt8__detail15_List_node_base10_M_reverseEv(%struct.ring_node* %0) {
  br label %2
2:
  %3 = phi %struct.ring_node* [ %0, %1 ], [ %5, %2 ]
  %4 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %3, i64 0, i32 0
  %5 = load %struct.ring_node*, %struct.ring_node** %4, align 8
  %6 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %3, i64 0, i32 1
  %7 = load %struct.ring_node*, %struct.ring_node** %6, align 8
  store %struct.ring_node* %7, %struct.ring_node** %4, align 8
  store %struct.ring_node* %5, %struct.ring_node** %6, align 8
  %8 = icmp eq %struct.ring_node* %5, %0
  br i1 %8, label %9, label %2
9:
  ret void
}
define void @_ZNSt8__detail15_List_node_base4swapERS0_S1_(%struct.ring_node* %0, %struct.ring_node* %1) {
  %3 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %0, i64 0, i32 0
  %4 = load %struct.ring_node*, %struct.ring_node** %3, align 8
  %5 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %0, i64 0, i32 1
  %6 = load %struct.ring_node*, %struct.ring_node** %5, align 8
  %7 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %1, i64 0, i32 0
  %8 = load %struct.ring_node*, %struct.ring_node** %7, align 8
  %9 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %1, i64 0, i32 1
  %10 = load %struct.ring_node*, %struct.ring_node** %9, align 8
  %11 = icmp eq %struct.ring_node* %8, %1
  br i1 %11, label %12, label %13
12:
  store %struct.ring_node* %0, %struct.ring_node** %5, align 8
  br label %17
13:
  store %struct.ring_node* %8, %struct.ring_node** %3, align 8
  store %struct.ring_node* %10, %struct.ring_node** %5, align 8
  %14 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %10, i64 0, i32 0
  store %struct.ring_node* %0, %struct.ring_node** %14, align 8
  %15 = load %struct.ring_node*, %struct.ring_node** %3, align 8
  %16 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %15, i64 0, i32 1
  br label %17
17:
  %18 = phi %struct.ring_node** [ %16, %13 ], [ %3, %12 ]
  store %struct.ring_node* %0, %struct.ring_node** %18, align 8
  %19 = icmp eq %struct.ring_node* %4, %0
  br i1 %19, label %20, label %21
20:
  store %struct.ring_node* %1, %struct.ring_node** %9, align 8
  br label %25
21:
  store %struct.ring_node* %4, %struct.ring_node** %7, align 8
  store %struct.ring_node* %6, %struct.ring_node** %9, align 8
  %22 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %6, i64 0, i32 0
  store %struct.ring_node* %1, %struct.ring_node** %22, align 8
  %23 = load %struct.ring_node*, %struct.ring_node** %7, align 8
  %24 = getelementptr inbounds %struct.ring_node, %struct.ring_node* %23, i64 0, i32 1
  br label %25
25:
  %26 = phi %struct.ring_node** [ %24, %21 ], [ %7, %20 ]
  store %struct.ring_node* %1, %struct.ring_node** %26, align 8
  ret void
}
define i64 @_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(%struct.rehash_policy* %0, i64 %1) {
  br label %3
3:
  %4 = phi i64 [ %1, %2 ], [ %16, %13 ]
  br label %5
5:
  %6 = phi i64 [ 2, %3 ], [ %12, %9 ]
  %7 = mul i64 %6, %6
  %8 = icmp ugt i64 %7, %4
  br i1 %8, label %13, label %9
9:
  %10 = urem i64 %4, %6
  %11 = icmp eq i64 %10, 0
  %12 = add i64 %6, 1
  br i1 %11, label %13, label %5
13:
  %14 = icmp ugt i64 %4, 1
  %15 = and i1 %14, %8
  %16 = add i64 %4, 1
  br i1 %15, label %17, label %3
17:
  %18 = uitofp i64 %4 to double
  %19 = getelementptr inbounds %struct.rehash_policy, %struct.rehash_policy* %0, i64 0, i32 0
  %20 = load float, float* %19, align 8
  %21 = fpext float %20 to double
  %22 = fmul double %18, %21
  %23 = fptoui double %22 to i64
  %24 = getelementptr inbounds %struct.rehash_policy, %struct.rehash_policy* %0, i64 0, i32 1
  store i64 %23, i64* %24, align 8
  ret i64 %4
}
define { i8, i64 } @_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(%struct.rehash_policy* %0, i64 %1, i64 %2, i64 %3) {
  %5 = add i64 %3, %2
  %6 = getelementptr inbounds %struct.rehash_policy, %struct.rehash_policy* %0, i64 0, i32 1
  %7 = load i64, i64* %6, align 8
  %8 = icmp ugt i64 %5, %7
  br i1 %8, label %9, label %31
9:
  %10 = icmp eq i64 %7, 0
  %11 = icmp ult i64 %5, 11
  %12 = and i1 %11, %10
  %13 = uitofp i64 %5 to double
  %14 = select i1 %12, double 1.100000e+01, double %13
  %15 = getelementptr inbounds %struct.rehash_policy, %struct.rehash_policy* %0, i64 0, i32 0
  %16 = load float, float* %15, align 8
  %17 = fpext float %16 to double
  %18 = fdiv double %14, %17
  %19 = fptoui double %18 to i64
  %20 = icmp ult i64 %19, %1
  br i1 %20, label %21, label %25
21:
  %22 = uitofp i64 %1 to double
  %23 = fmul double %22, %17
  %24 = fptoui double %23 to i64
  store i64 %24, i64* %6, align 8
  br label %31
25:
  %26 = add i64 %19, 1
  %27 = shl i64 %1, 1
  %28 = icmp ugt i64 %26, %27
  %29 = select i1 %28, i64 %26, i64 %27
  %30 = call i64 @_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(%struct.rehash_policy* %0, i64 %29)
  br label %31
31:
  %32 = phi i64 [ 0, %4 ], [ 0, %21 ], [ %30, %25 ]
  %33 = phi i8 [ 0, %4 ], [ 0, %21 ], [ 1, %25 ]
  %34 = insertvalue { i8, i64 } poison, i8 %33, 0
  %35 = insertvalue { i8, i64 } %34, i64 %32, 1
  ret { i8, i64 } %35
}
declare void @llvm.memset.p0i8.i64(i8*, i8, i64, i1)
define i64 @_ZSt11_Hash_bytesPKvmm(i8* %0, i64 %1, i64 %2) {
  %4 = xor i64 %2, %1
  %5 = mul i64 %4, -7046029254386353131
  %6 = lshr i64 %5, 32
  %7 = xor i64 %6, %5
  br label %8
8:
  %9 = phi i64 [ %7, %3 ], [ %20, %13 ]
  %10 = phi i64 [ 0, %3 ], [ %21, %13 ]
  %11 = icmp eq i64 %10, %1
  br i1 %11, label %12, label %13
12:
  ret i64 %9
13:
  %14 = getelementptr i8, i8* %0, i64 %10
  %15 = load i8, i8* %14, align 1
  %16 = zext i8 %15 to i64
  %17 = xor i64 %9, %16
  %18 = mul i64 %17, -7046029254386353131
  %19 = lshr i64 %18, 32
  %20 = xor i64 %19, %18
  %21 = add i64 %10, 1
  br label %8
}
define i64 @_ZSt15_Fnv_hash_bytesPKvmm(i8* %0, i64 %1, i64 %2) {
  %4 = call i64 @_ZSt11_Hash_bytesPKvmm(i8* %0, i64 %1, i64 %2)
  ret i64 %4
}
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
define internal i32 @matches_word(i8* %0, i8* %1) {
  br label %3
3:
  %4 = phi i8* [ %0, %2 ], [ %14, %12 ]
  %5 = phi i8* [ %1, %2 ], [ %13, %12 ]
  %6 = load i8, i8* %5, align 1
  %7 = icmp eq i8 %6, 0
  br i1 %7, label %15, label %8
8:
  %9 = load i8, i8* %4, align 1
  %10 = or i8 %9, 32
  %11 = icmp eq i8 %10, %6
  br i1 %11, label %12, label %15
12:
  %13 = getelementptr i8, i8* %5, i64 1
  %14 = getelementptr i8, i8* %4, i64 1
  br label %3
15:
  %16 = phi i32 [ 0, %8 ], [ 1, %3 ]
  ret i32 %16
}
define internal i8* @read_digits(i8* %0, i32 %1, %struct.natural* %2, i32* %3, i32* %4, i32* %5) {
  store i32 0, i32* %5, align 4
  store i32 0, i32* %4, align 4
  store i32 0, i32* %3, align 4
  %7 = getelementptr inbounds %struct.natural, %struct.natural* %2, i64 0, i32 0
  store i32 0, i32* %7, align 4
  br label %8
8:
  %9 = phi i8* [ %0, %6 ], [ %39, %36 ]
  %10 = phi i32 [ 0, %6 ], [ %37, %36 ]
  %11 = phi i32 [ 0, %6 ], [ %38, %36 ]
  %12 = load i8, i8* %9, align 1
  %13 = call i32 @digit_value(i8 %12)
  %14 = icmp ne i8 %12, 46
  %15 = icmp ne i32 %10, 0
  %16 = select i1 %14, i1 true, i1 %15
  br i1 %16, label %17, label %36
17:
  %18 = icmp slt i32 %13, %1
  br i1 %18, label %19, label %40
19:
  %20 = load i32, i32* %4, align 4
  %21 = sub i32 %20, %10
  store i32 %21, i32* %4, align 4
  %22 = load i32, i32* %3, align 4
  %23 = icmp sgt i32 %22, 299
  br i1 %23, label %24, label %27
24:
  %25 = load i32, i32* %5, align 4
  %26 = or i32 %25, %13
  store i32 %26, i32* %5, align 4
  br label %32
27:
  %28 = icmp eq i32 %13, 0
  %29 = icmp eq i32 %22, 0
  %30 = select i1 %28, i1 %29, i1 false
  br i1 %30, label %36, label %31
31:
  call void @natural_multiply_add(%struct.natural* %2, i32 %1, i32 %13)
  br label %32
32:
  %33 = phi i32* [ %3, %31 ], [ %4, %24 ]
  %34 = load i32, i32* %33, align 4
  %35 = add i32 %34, 1
  store i32 %35, i32* %33, align 4
  br label %36
36:
  %37 = phi i32 [ %10, %27 ], [ 1, %8 ], [ %10, %32 ]
  %38 = phi i32 [ 1, %27 ], [ %11, %8 ], [ 1, %32 ]
  %39 = getelementptr i8, i8* %9, i64 1
  br label %8
40:
  %41 = icmp eq i32 %11, 0
  %42 = select i1 %41, i8* null, i8* %9
  ret i8* %42
}
define internal i32 @read_exponent(i8** %0, i8 %1) {
  %3 = load i8*, i8** %0, align 8
  %4 = load i8, i8* %3, align 1
  %5 = or i8 %4, 32
  %6 = sext i8 %5 to i32
  %7 = zext i8 %1 to i32
  %8 = icmp eq i32 %6, %7
  br i1 %8, label %9, label %36
9:
  %10 = getelementptr i8, i8* %3, i64 1
  %11 = load i8, i8* %10, align 1
  %12 = icmp eq i8 %11, 45
  %13 = icmp eq i8 %11, 43
  %14 = or i1 %13, %12
  %15 = getelementptr i8, i8* %3, i64 2
  %16 = select i1 %14, i8* %15, i8* %10
  %17 = load i8, i8* %16, align 1
  %18 = call i32 @digit_value(i8 %17)
  %19 = icmp sgt i32 %18, 9
  br i1 %19, label %36, label %20
20:
  %21 = phi i8 [ %32, %26 ], [ %17, %9 ]
  %22 = phi i8* [ %31, %26 ], [ %16, %9 ]
  %23 = phi i32 [ %30, %26 ], [ 0, %9 ]
  %24 = call i32 @digit_value(i8 %21)
  %25 = icmp slt i32 %24, 10
  br i1 %25, label %26, label %33
26:
  %27 = icmp slt i32 %23, 100000
  %28 = mul i32 %23, 10
  %29 = add i32 %24, %28
  %30 = select i1 %27, i32 %29, i32 %23
  %31 = getelementptr i8, i8* %22, i64 1
  %32 = load i8, i8* %31, align 1
  br label %20
33:
  store i8* %22, i8** %0, align 8
  %34 = sub i32 0, %23
  %35 = select i1 %12, i32 %34, i32 %23
  br label %36
36:
  %37 = phi i32 [ 0, %2 ], [ %35, %33 ], [ 0, %9 ]
  ret i32 %37
}
define internal double @natural_round(%struct.natural* %0, i32 %1, i32 %2) {
  %4 = getelementptr inbounds %struct.natural, %struct.natural* %0, i64 0, i32 0
  %5 = load i32, i32* %4, align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %98, label %7
7:
  %8 = shl i32 %5, 5
  %9 = add i32 %5, -1
  %10 = zext i32 %9 to i64
  %11 = getelementptr %struct.natural, %struct.natural* %0, i64 0, i32 1, i64 %10
  %12 = load i32, i32* %11, align 4
  %13 = call i32 @llvm.ctlz.i32(i32 %12, i1 true)
  %14 = sub i32 %8, %13
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %98, label %16
16:
  %17 = add i32 %14, -53
  %18 = add i32 %17, %1
  %19 = icmp slt i32 %18, -1074
  %20 = sub i32 -1074, %1
  %21 = select i1 %19, i32 %20, i32 %17
  br label %22
22:
  %23 = phi i64 [ 0, %16 ], [ %43, %40 ]
  %24 = phi i32 [ %14, %16 ], [ %25, %40 ]
  %25 = add i32 %24, -1
  %26 = icmp sgt i32 %24, %21
  br i1 %26, label %29, label %27
27:
  %28 = add i32 %21, -1
  br label %44
29:
  %30 = shl i64 %23, 1
  %31 = icmp slt i32 %25, 0
  br i1 %31, label %40, label %32
32:
  %33 = lshr i32 %25, 5
  %34 = zext i32 %33 to i64
  %35 = getelementptr %struct.natural, %struct.natural* %0, i64 0, i32 1, i64 %34
  %36 = load i32, i32* %35, align 4
  %37 = and i32 %25, 31
  %38 = lshr i32 %36, %37
  %39 = and i32 %38, 1
  br label %40
40:
  %41 = phi i32 [ %39, %32 ], [ 0, %29 ]
  %42 = zext i32 %41 to i64
  %43 = or i64 %30, %42
  br label %22
44:
  %45 = phi i32 [ %62, %54 ], [ %2, %27 ]
  %46 = phi i32 [ %63, %54 ], [ 0, %27 ]
  %47 = icmp slt i32 %46, %28
  %48 = icmp slt i32 %46, %14
  %49 = select i1 %47, i1 %48, i1 false
  br i1 %49, label %54, label %50
50:
  %51 = icmp slt i32 %21, 1
  %52 = icmp sgt i32 %21, %14
  %53 = select i1 %51, i1 true, i1 %52
  br i1 %53, label %78, label %64
54:
  %55 = lshr i32 %46, 5
  %56 = zext i32 %55 to i64
  %57 = getelementptr %struct.natural, %struct.natural* %0, i64 0, i32 1, i64 %56
  %58 = load i32, i32* %57, align 4
  %59 = and i32 %46, 31
  %60 = lshr i32 %58, %59
  %61 = and i32 %60, 1
  %62 = or i32 %61, %45
  %63 = add nuw nsw i32 %46, 1
  br label %44
64:
  %65 = lshr i32 %28, 5
  %66 = zext i32 %65 to i64
  %67 = getelementptr %struct.natural, %struct.natural* %0, i64 0, i32 1, i64 %66
  %68 = load i32, i32* %67, align 4
  %69 = and i32 %28, 31
  %70 = shl nuw i32 1, %69
  %71 = and i32 %68, %70
  %72 = icmp eq i32 %71, 0
  br i1 %72, label %78, label %73
73:
  %74 = sext i32 %45 to i64
  %75 = and i64 %23, 1
  %76 = or i64 %75, %74
  %77 = add i64 %76, %23
  br label %78
78:
  %79 = phi i64 [ %77, %73 ], [ %23, %64 ], [ %23, %50 ]
  %80 = add i32 %21, %1
  %81 = icmp ugt i64 %79, 9007199254740991
  %82 = zext i1 %81 to i32
  %83 = add i32 %80, %82
  %84 = zext i1 %81 to i64
  %85 = lshr i64 %79, %84
  %86 = icmp sgt i32 %83, 971
  br i1 %86, label %98, label %87
87:
  %88 = icmp ult i64 %85, 4503599627370496
  br i1 %88, label %89, label %91
89:
  %90 = bitcast i64 %85 to double
  br label %98
91:
  %92 = add nsw i32 %83, 1075
  %93 = zext i32 %92 to i64
  %94 = shl i64 %93, 52
  %95 = and i64 %85, 4503599627370495
  %96 = or i64 %94, %95
  %97 = bitcast i64 %96 to double
  br label %98
98:
  %99 = phi double [ 0.000000e+00, %7 ], [ %97, %91 ], [ %90, %89 ], [ 0x7FF0000000000000, %78 ], [ 0.000000e+00, %3 ]
  ret double %99
}
define internal void @natural_multiply_add(%struct.natural* %0, i32 %1, i32 %2) {
  %4 = zext i32 %2 to i64
  %5 = getelementptr inbounds %struct.natural, %struct.natural* %0, i64 0, i32 0
  %6 = load i32, i32* %5, align 4
  %7 = zext i32 %1 to i64
  %8 = zext i32 %6 to i64
  br label %9
9:
  %10 = phi i64 [ %25, %17 ], [ 0, %3 ]
  %11 = phi i64 [ %24, %17 ], [ %4, %3 ]
  %12 = icmp eq i64 %10, %8
  br i1 %12, label %13, label %17
13:
  %14 = icmp ne i64 %11, 0
  %15 = icmp ult i32 %6, 80
  %16 = select i1 %14, i1 %15, i1 false
  br i1 %16, label %26, label %30
17:
  %18 = getelementptr %struct.natural, %struct.natural* %0, i64 0, i32 1, i64 %10
  %19 = load i32, i32* %18, align 4
  %20 = zext i32 %19 to i64
  %21 = mul nuw i64 %20, %7
  %22 = add i64 %21, %11
  %23 = trunc i64 %22 to i32
  store i32 %23, i32* %18, align 4
  %24 = lshr i64 %22, 32
  %25 = add nuw nsw i64 %10, 1
  br label %9
26:
  %27 = trunc i64 %11 to i32
  %28 = add nuw nsw i32 %6, 1
  store i32 %28, i32* %5, align 4
  %29 = getelementptr %struct.natural, %struct.natural* %0, i64 0, i32 1, i64 %8
  store i32 %27, i32* %29, align 4
  br label %30
30:
  ret void
}
declare i32 @llvm.ctlz.i32(i32, i1)
define internal void @sink_flush(%struct.sink* %0) {
  %2 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 1
  %3 = load i32, i32* %2, align 8
  %4 = icmp sgt i32 %3, -1
  br i1 %4, label %5, label %11
5:
  %6 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 4
  %7 = load i64, i64* %6, align 8
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %11, label %9
9:
  %10 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 5, i64 0
  call void @__mazurka_print(i32 %3, i8* %10, i64 %7)
  br label %11
11:
  %12 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 4
  store i64 0, i64* %12, align 8
  ret void
}
declare void @llvm.va_copy(i8*, i8*)
define internal void @put(%struct.sink* %0, i8 %1) {
  %3 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 1
  %4 = load i32, i32* %3, align 8
  %5 = icmp sgt i32 %4, -1
  br i1 %5, label %6, label %16
6:
  %7 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 4
  %8 = load i64, i64* %7, align 8
  %9 = icmp eq i64 %8, 512
  br i1 %9, label %10, label %12
10:
  call void @sink_flush(%struct.sink* %0)
  %11 = load i64, i64* %7, align 8
  br label %12
12:
  %13 = phi i64 [ %11, %10 ], [ %8, %6 ]
  %14 = add i64 %13, 1
  store i64 %14, i64* %7, align 8
  %15 = getelementptr %struct.sink, %struct.sink* %0, i64 0, i32 5, i64 %13
  br label %26
16:
  %17 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 3
  %18 = load i64, i64* %17, align 8
  %19 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 2
  %20 = load i64, i64* %19, align 8
  %21 = icmp ult i64 %18, %20
  br i1 %21, label %22, label %28
22:
  %23 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 0
  %24 = load i8*, i8** %23, align 8
  %25 = getelementptr i8, i8* %24, i64 %18
  br label %26
26:
  %27 = phi i8* [ %25, %22 ], [ %15, %12 ]
  store i8 %1, i8* %27, align 1
  br label %28
28:
  %29 = getelementptr inbounds %struct.sink, %struct.sink* %0, i64 0, i32 3
  %30 = load i64, i64* %29, align 8
  %31 = add i64 %30, 1
  store i64 %31, i64* %29, align 8
  ret void
}
define internal i32 @read_count(i8** %0, %struct.arguments* %1) {
  %3 = load i8*, i8** %0, align 8
  %4 = load i8, i8* %3, align 1
  %5 = icmp eq i8 %4, 42
  br i1 %5, label %6, label %25
6:
  %7 = getelementptr i8, i8* %3, i64 1
  store i8* %7, i8** %0, align 8
  %8 = getelementptr inbounds %struct.arguments, %struct.arguments* %1, i64 0, i32 0, i64 0, i32 0
  %9 = load i32, i32* %8, align 8
  %10 = icmp ult i32 %9, 41
  br i1 %10, label %11, label %17
11:
  %12 = getelementptr inbounds %struct.arguments, %struct.arguments* %1, i64 0, i32 0, i64 0, i32 3
  %13 = load i8*, i8** %12, align 8
  %14 = zext i32 %9 to i64
  %15 = getelementptr i8, i8* %13, i64 %14
  %16 = add nuw nsw i32 %9, 8
  store i32 %16, i32* %8, align 8
  br label %21
17:
  %18 = getelementptr inbounds %struct.arguments, %struct.arguments* %1, i64 0, i32 0, i64 0, i32 2
  %19 = load i8*, i8** %18, align 8
  %20 = getelementptr i8, i8* %19, i64 8
  store i8* %20, i8** %18, align 8
  br label %21
21:
  %22 = phi i8* [ %15, %11 ], [ %19, %17 ]
  %23 = bitcast i8* %22 to i32*
  %24 = load i32, i32* %23, align 4
  br label %40
25:
  %26 = phi i8 [ %39, %31 ], [ %4, %2 ]
  %27 = phi i8* [ %38, %31 ], [ %3, %2 ]
  %28 = phi i32 [ %37, %31 ], [ 0, %2 ]
  %29 = add i8 %26, -48
  %30 = icmp ult i8 %29, 10
  br i1 %30, label %31, label %40
31:
  %32 = zext i8 %26 to i32
  %33 = icmp slt i32 %28, 214748363
  %34 = mul i32 %28, 10
  %35 = add i32 %34, -48
  %36 = add i32 %35, %32
  %37 = select i1 %33, i32 %36, i32 %28
  %38 = getelementptr i8, i8* %27, i64 1
  store i8* %38, i8** %0, align 8
  %39 = load i8, i8* %38, align 1
  br label %25
40:
  %41 = phi i32 [ %24, %21 ], [ %28, %25 ]
  ret i32 %41
}
define internal void @put_integer(%struct.sink* %0, %struct.form* %1, i64 %2) {
  %4 = alloca [24 x i8], align 16
  %5 = getelementptr inbounds [24 x i8], [24 x i8]* %4, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 24, i8* %5)
  %6 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 8
  %7 = load i8, i8* %6, align 4
  %8 = sext i8 %7 to i32
  switch i32 %8, label %33 [
    i32 100, label %9
    i32 105, label %9
    i32 111, label %23
    i32 120, label %24
    i32 88, label %24
  ]
9:
  %10 = icmp sgt i64 %2, -1
  br i1 %10, label %11, label %20
11:
  %12 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 1
  %13 = load i8, i8* %12, align 1
  %14 = icmp eq i8 %13, 0
  br i1 %14, label %15, label %20
15:
  %16 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 2
  %17 = load i8, i8* %16, align 2
  %18 = icmp eq i8 %17, 0
  %19 = select i1 %18, i8* getelementptr inbounds ([1 x i8], [1 x i8]* @.str.132, i64 0, i64 0), i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.139, i64 0, i64 0)
  br label %20
20:
  %21 = phi i8* [ getelementptr inbounds ([2 x i8], [2 x i8]* @.str.137, i64 0, i64 0), %9 ], [ %19, %15 ], [ getelementptr inbounds ([2 x i8], [2 x i8]* @.str.138, i64 0, i64 0), %11 ]
  %22 = call i64 @llvm.abs.i64(i64 %2, i1 false)
  br label %33
23:
  br label %33
24:
  %25 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 3
  %26 = load i8, i8* %25, align 1
  %27 = icmp ne i8 %26, 0
  %28 = icmp ne i64 %2, 0
  %29 = and i1 %28, %27
  br i1 %29, label %30, label %33
30:
  %31 = icmp eq i8 %7, 120
  %32 = select i1 %31, i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.133, i64 0, i64 0), i8* getelementptr inbounds ([3 x i8], [3 x i8]* @.str.134, i64 0, i64 0)
  br label %33
33:
  %34 = phi i8* [ getelementptr inbounds ([1 x i8], [1 x i8]* @.str.132, i64 0, i64 0), %3 ], [ %32, %30 ], [ getelementptr inbounds ([1 x i8], [1 x i8]* @.str.132, i64 0, i64 0), %24 ], [ getelementptr inbounds ([1 x i8], [1 x i8]* @.str.132, i64 0, i64 0), %23 ], [ %21, %20 ]
  %35 = phi i64 [ 10, %3 ], [ 16, %30 ], [ 16, %24 ], [ 8, %23 ], [ 10, %20 ]
  %36 = phi i64 [ %2, %3 ], [ %2, %30 ], [ %2, %24 ], [ %2, %23 ], [ %22, %20 ]
  %37 = icmp eq i8 %7, 88
  %38 = select i1 %37, i8* getelementptr inbounds ([17 x i8], [17 x i8]* @.str.135, i64 0, i64 0), i8* getelementptr inbounds ([17 x i8], [17 x i8]* @.str.136, i64 0, i64 0)
  br label %39
39:
  %40 = phi i32 [ 24, %33 ], [ %47, %43 ]
  %41 = phi i64 [ %36, %33 ], [ %50, %43 ]
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %51, label %43
43:
  %44 = urem i64 %41, %35
  %45 = getelementptr i8, i8* %38, i64 %44
  %46 = load i8, i8* %45, align 1
  %47 = add i32 %40, -1
  %48 = sext i32 %47 to i64
  %49 = getelementptr [24 x i8], [24 x i8]* %4, i64 0, i64 %48
  store i8 %46, i8* %49, align 1
  %50 = udiv i64 %41, %35
  br label %39
51:
  %52 = sub i32 24, %40
  %53 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 6
  %54 = load i32, i32* %53, align 4
  %55 = icmp slt i32 %54, 0
  %56 = select i1 %55, i32 1, i32 %54
  %57 = icmp eq i8 %7, 111
  br i1 %57, label %58, label %66
58:
  %59 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 3
  %60 = load i8, i8* %59, align 1
  %61 = icmp eq i8 %60, 0
  %62 = icmp sgt i32 %56, %52
  %63 = select i1 %61, i1 true, i1 %62
  %64 = sub i32 25, %40
  %65 = select i1 %63, i32 %56, i32 %64
  br label %66
66:
  %67 = phi i32 [ %56, %51 ], [ %65, %58 ]
  %68 = icmp sgt i32 %54, -1
  br i1 %68, label %69, label %71
69:
  %70 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 4
  store i8 0, i8* %70, align 4
  br label %71
71:
  %72 = sext i32 %40 to i64
  %73 = getelementptr [24 x i8], [24 x i8]* %4, i64 0, i64 %72
  %74 = sext i32 %52 to i64
  %75 = icmp sgt i32 %67, %52
  %76 = sub i32 %67, %52
  %77 = select i1 %75, i32 %76, i32 0
  call void @put_field(%struct.sink* %0, %struct.form* %1, i8* %34, i8* %73, i64 %74, i32 %77)
  call void @llvm.lifetime.end.p0i8(i64 24, i8* %5)
  ret void
}
define internal i64 @next_integer(%struct.arguments* %0, i32 %1, i32 %2) {
  %4 = icmp sgt i32 %1, 4
  %5 = getelementptr inbounds %struct.arguments, %struct.arguments* %0, i64 0, i32 0, i64 0, i32 0
  %6 = load i32, i32* %5, align 8
  %7 = icmp ult i32 %6, 41
  br i1 %4, label %8, label %23
8:
  br i1 %7, label %9, label %15
9:
  %10 = getelementptr inbounds %struct.arguments, %struct.arguments* %0, i64 0, i32 0, i64 0, i32 3
  %11 = load i8*, i8** %10, align 8
  %12 = zext i32 %6 to i64
  %13 = getelementptr i8, i8* %11, i64 %12
  %14 = add nuw nsw i32 %6, 8
  store i32 %14, i32* %5, align 8
  br label %19
15:
  %16 = getelementptr inbounds %struct.arguments, %struct.arguments* %0, i64 0, i32 0, i64 0, i32 2
  %17 = load i8*, i8** %16, align 8
  %18 = getelementptr i8, i8* %17, i64 8
  store i8* %18, i8** %16, align 8
  br label %19
19:
  %20 = phi i8* [ %13, %9 ], [ %17, %15 ]
  %21 = bitcast i8* %20 to i64*
  %22 = load i64, i64* %21, align 8
  br label %39
23:
  br i1 %7, label %24, label %30
24:
  %25 = getelementptr inbounds %struct.arguments, %struct.arguments* %0, i64 0, i32 0, i64 0, i32 3
  %26 = load i8*, i8** %25, align 8
  %27 = zext i32 %6 to i64
  %28 = getelementptr i8, i8* %26, i64 %27
  %29 = add nuw nsw i32 %6, 8
  store i32 %29, i32* %5, align 8
  br label %34
30:
  %31 = getelementptr inbounds %struct.arguments, %struct.arguments* %0, i64 0, i32 0, i64 0, i32 2
  %32 = load i8*, i8** %31, align 8
  %33 = getelementptr i8, i8* %32, i64 8
  store i8* %33, i8** %31, align 8
  br label %34
34:
  %35 = phi i8* [ %28, %24 ], [ %32, %30 ]
  %36 = bitcast i8* %35 to i32*
  %37 = load i32, i32* %36, align 4
  %38 = zext i32 %37 to i64
  br label %39
39:
  %40 = phi i64 [ %22, %19 ], [ %38, %34 ]
  %41 = icmp eq i32 %2, 0
  %42 = sub i32 0, %1
  %43 = select i1 %41, i32 %42, i32 %1
  switch i32 %43, label %57 [
    i32 1, label %44
    i32 2, label %47
    i32 4, label %50
    i32 -1, label %53
    i32 -2, label %55
  ]
44:
  %45 = shl i64 %40, 56
  %46 = ashr exact i64 %45, 56
  br label %57
47:
  %48 = shl i64 %40, 48
  %49 = ashr exact i64 %48, 48
  br label %57
50:
  %51 = shl i64 %40, 32
  %52 = ashr exact i64 %51, 32
  br label %57
53:
  %54 = and i64 %40, 255
  br label %57
55:
  %56 = and i64 %40, 65535
  br label %57
57:
  %58 = phi i64 [ %56, %55 ], [ %54, %53 ], [ %52, %50 ], [ %49, %47 ], [ %46, %44 ], [ %40, %39 ]
  ret i64 %58
}
define internal void @put_text(%struct.sink* %0, %struct.form* %1, i8* %2) {
  %4 = icmp eq i8* %2, null
  %5 = select i1 %4, i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.str.140, i64 0, i64 0), i8* %2
  %6 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 4
  store i8 0, i8* %6, align 4
  %7 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 6
  %8 = load i32, i32* %7, align 4
  %9 = icmp slt i32 %8, 0
  br i1 %9, label %10, label %12
10:
  %11 = call i64 @strlen(i8* %5)
  br label %15
12:
  %13 = zext i32 %8 to i64
  %14 = call i64 @strnlen(i8* %5, i64 %13)
  br label %15
15:
  %16 = phi i64 [ %11, %10 ], [ %14, %12 ]
  call void @put_field(%struct.sink* %0, %struct.form* %1, i8* getelementptr inbounds ([1 x i8], [1 x i8]* @.str.132, i64 0, i64 0), i8* %5, i64 %16, i32 0)
  ret void
}
define internal void @put_field(%struct.sink* %0, %struct.form* %1, i8* %2, i8* %3, i64 %4, i32 %5) {
  %7 = call i64 @strlen(i8* %2)
  %8 = trunc i64 %7 to i32
  %9 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 5
  %10 = load i32, i32* %9, align 4
  %11 = trunc i64 %4 to i32
  %12 = add i32 %11, %5
  %13 = add i32 %12, %8
  %14 = sub i32 %10, %13
  %15 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 4
  %16 = load i8, i8* %15, align 4
  %17 = icmp eq i8 %16, 0
  %18 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 0
  %19 = load i8, i8* %18, align 4
  br i1 %17, label %27, label %20
20:
  %21 = icmp eq i8 %19, 0
  %22 = icmp sgt i32 %14, 0
  %23 = select i1 %21, i1 %22, i1 false
  %24 = select i1 %23, i32 %14, i32 0
  %25 = add i32 %24, %5
  %26 = select i1 %23, i32 0, i32 %14
  br label %27
27:
  %28 = phi i32 [ %25, %20 ], [ %5, %6 ]
  %29 = phi i32 [ %26, %20 ], [ %14, %6 ]
  %30 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 0
  %31 = icmp eq i8 %19, 0
  br i1 %31, label %32, label %33
32:
  call void @put_times(%struct.sink* %0, i8 32, i32 %29)
  br label %33
33:
  %34 = shl i64 %7, 32
  %35 = ashr exact i64 %34, 32
  call void @put_bytes(%struct.sink* %0, i8* %2, i64 %35)
  call void @put_times(%struct.sink* %0, i8 48, i32 %28)
  call void @put_bytes(%struct.sink* %0, i8* %3, i64 %4)
  %36 = load i8, i8* %30, align 4
  %37 = icmp eq i8 %36, 0
  br i1 %37, label %39, label %38
38:
  call void @put_times(%struct.sink* %0, i8 32, i32 %29)
  br label %39
39:
  ret void
}
define internal void @put_times(%struct.sink* %0, i8 %1, i32 %2) {
  br label %4
4:
  %5 = phi i32 [ %2, %3 ], [ %8, %7 ]
  %6 = icmp sgt i32 %5, 0
  br i1 %6, label %7, label %9
7:
  call void @put(%struct.sink* %0, i8 %1)
  %8 = add nsw i32 %5, -1
  br label %4
9:
  ret void
}
define internal void @put_bytes(%struct.sink* %0, i8* %1, i64 %2) {
  br label %4
4:
  %5 = phi i64 [ 0, %3 ], [ %11, %8 ]
  %6 = icmp eq i64 %5, %2
  br i1 %6, label %7, label %8
7:
  ret void
8:
  %9 = getelementptr i8, i8* %1, i64 %5
  %10 = load i8, i8* %9, align 1
  call void @put(%struct.sink* %0, i8 %10)
  %11 = add i64 %5, 1
  br label %4
}
define internal void @put_fixed(%struct.sink* %0, %struct.form* %1, i8* %2, %struct.decimal* %3, i32 %4) {
  %6 = sub i32 0, %4
  call void @decimal_round_to(%struct.decimal* %3, i32 %6)
  %7 = call i32 @decimal_magnitude(%struct.decimal* %3)
  %8 = icmp sgt i32 %7, 0
  %9 = select i1 %8, i32 %7, i32 0
  %10 = icmp sgt i32 %4, 0
  br i1 %10, label %16, label %11
11:
  %12 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 3
  %13 = load i8, i8* %12, align 1
  %14 = icmp ne i8 %13, 0
  %15 = zext i1 %14 to i32
  br label %16
16:
  %17 = phi i32 [ 1, %5 ], [ %15, %11 ]
  %18 = add i32 %4, 1
  %19 = add i32 %18, %9
  %20 = add i32 %19, %17
  %21 = call i32 @put_before(%struct.sink* %0, %struct.form* %1, i8* %2, i32 %20)
  %22 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 3
  %23 = load i8, i8* %22, align 1
  %24 = sext i8 %23 to i32
  call void @put_digits(%struct.sink* %0, %struct.decimal* %3, i32 %9, i32 %6, i32 0, i32 %24)
  call void @put_times(%struct.sink* %0, i8 32, i32 %21)
  ret void
}
define internal void @put_scientific(%struct.sink* %0, %struct.form* %1, i8* %2, %struct.decimal* %3, i32 %4, i8 %5) {
  %7 = call i32 @decimal_magnitude(%struct.decimal* %3)
  %8 = sub i32 %7, %4
  call void @decimal_round_to(%struct.decimal* %3, i32 %8)
  %9 = call i32 @decimal_magnitude(%struct.decimal* %3)
  %10 = icmp sgt i32 %4, 0
  br i1 %10, label %16, label %11
11:
  %12 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 3
  %13 = load i8, i8* %12, align 1
  %14 = icmp eq i8 %13, 0
  %15 = select i1 %14, i32 1, i32 2
  br label %16
16:
  %17 = phi i32 [ 2, %6 ], [ %15, %11 ]
  %18 = add i32 %9, -100
  %19 = icmp ult i32 %18, -199
  %20 = select i1 %19, i32 5, i32 4
  %21 = add i32 %20, %4
  %22 = add i32 %21, %17
  %23 = call i32 @put_before(%struct.sink* %0, %struct.form* %1, i8* %2, i32 %22)
  %24 = sub i32 %9, %4
  %25 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 3
  %26 = load i8, i8* %25, align 1
  %27 = sext i8 %26 to i32
  call void @put_digits(%struct.sink* %0, %struct.decimal* %3, i32 %9, i32 %24, i32 %9, i32 %27)
  call void @put(%struct.sink* %0, i8 %5)
  %28 = icmp slt i32 %9, 0
  %29 = select i1 %28, i8 45, i8 43
  call void @put(%struct.sink* %0, i8 %29)
  %30 = sub i32 0, %9
  %31 = select i1 %28, i32 %30, i32 %9
  %32 = icmp sgt i32 %31, 99
  br i1 %32, label %33, label %37
33:
  %34 = udiv i32 %31, 100
  %35 = trunc i32 %34 to i8
  %36 = add i8 %35, 48
  call void @put(%struct.sink* %0, i8 %36)
  br label %37
37:
  %38 = sdiv i32 %31, 10
  %39 = srem i32 %38, 10
  %40 = trunc i32 %39 to i8
  %41 = add nsw i8 %40, 48
  call void @put(%struct.sink* %0, i8 %41)
  %42 = srem i32 %31, 10
  %43 = trunc i32 %42 to i8
  %44 = add nsw i8 %43, 48
  call void @put(%struct.sink* %0, i8 %44)
  call void @put_times(%struct.sink* %0, i8 32, i32 %23)
  ret void
}
define internal i32 @put_before(%struct.sink* %0, %struct.form* %1, i8* %2, i32 %3) {
  %5 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 5
  %6 = load i32, i32* %5, align 4
  %7 = call i64 @strlen(i8* %2)
  %8 = trunc i64 %7 to i32
  %9 = add i32 %8, %3
  %10 = sub i32 %6, %9
  %11 = icmp sgt i32 %10, 0
  %12 = select i1 %11, i32 %10, i32 0
  %13 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 0
  %14 = load i8, i8* %13, align 4
  %15 = icmp eq i8 %14, 0
  br i1 %15, label %16, label %21
16:
  %17 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 4
  %18 = load i8, i8* %17, align 4
  %19 = icmp eq i8 %18, 0
  br i1 %19, label %20, label %21
20:
  call void @put_times(%struct.sink* %0, i8 32, i32 %12)
  br label %21
21:
  %22 = call i64 @strlen(i8* %2)
  call void @put_bytes(%struct.sink* %0, i8* %2, i64 %22)
  %23 = load i8, i8* %13, align 4
  %24 = icmp eq i8 %23, 0
  br i1 %24, label %25, label %33
25:
  %26 = getelementptr inbounds %struct.form, %struct.form* %1, i64 0, i32 4
  %27 = load i8, i8* %26, align 4
  %28 = icmp eq i8 %27, 0
  br i1 %28, label %32, label %29
29:
  call void @put_times(%struct.sink* %0, i8 48, i32 %12)
  %30 = load i8, i8* %13, align 4
  %31 = icmp eq i8 %30, 0
  br i1 %31, label %32, label %33
32:
  br label %33
33:
  %34 = phi i32 [ 0, %32 ], [ %12, %29 ], [ %12, %21 ]
  ret i32 %34
}
define internal void @decimal_round_to(%struct.decimal* %0, i32 %1) {
  %3 = sub i32 323, %1
  %4 = icmp sgt i32 %3, 1438
  br i1 %4, label %90, label %5
5:
  %6 = add i32 %1, -1
  %7 = call i32 @decimal_digit(%struct.decimal* %0, i32 %6)
  %8 = icmp sgt i32 %7, 5
  br i1 %8, label %46, label %9
9:
  %10 = icmp eq i32 %7, 5
  br i1 %10, label %11, label %46
11:
  %12 = sub i32 325, %1
  %13 = icmp sgt i32 %12, 0
  %14 = select i1 %13, i32 %12, i32 0
  %15 = icmp ugt i32 %14, 1439
  br i1 %15, label %42, label %16
16:
  %17 = trunc i32 %14 to i16
  %18 = udiv i16 %17, 9
  %19 = zext i16 %18 to i64
  %20 = getelementptr %struct.decimal, %struct.decimal* %0, i64 0, i32 2, i64 %19
  %21 = load i32, i32* %20, align 4
  %22 = urem i16 %17, 9
  %23 = sub nuw nsw i16 9, %22
  %24 = zext i16 %23 to i32
  %25 = call i32 @power_of_ten(i32 %24)
  %26 = urem i32 %21, %25
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %28, label %46
28:
  %29 = getelementptr inbounds %struct.decimal, %struct.decimal* %0, i64 0, i32 1
  %30 = load i32, i32* %29, align 4
  %31 = sext i32 %30 to i64
  br label %32
32:
  %33 = phi i64 [ %19, %28 ], [ %34, %36 ]
  %34 = add nuw nsw i64 %33, 1
  %35 = icmp slt i64 %34, %31
  br i1 %35, label %36, label %42
36:
  %37 = shl i64 %34, 32
  %38 = ashr exact i64 %37, 32
  %39 = getelementptr %struct.decimal, %struct.decimal* %0, i64 0, i32 2, i64 %38
  %40 = load i32, i32* %39, align 4
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %32, label %46
42:
  %43 = call i32 @decimal_digit(%struct.decimal* %0, i32 %1)
  %44 = and i32 %43, 1
  %45 = icmp ne i32 %44, 0
  br label %46
46:
  %47 = phi i1 [ true, %5 ], [ false, %9 ], [ %45, %42 ], [ true, %16 ], [ true, %36 ]
  %48 = srem i32 %3, 9
  %49 = sub nsw i32 8, %48
  %50 = call i32 @power_of_ten(i32 %49)
  %51 = sdiv i32 %3, 9
  %52 = sext i32 %51 to i64
  %53 = getelementptr %struct.decimal, %struct.decimal* %0, i64 0, i32 2, i64 %52
  %54 = load i32, i32* %53, align 4
  %55 = urem i32 %54, %50
  %56 = sub i32 %54, %55
  store i32 %56, i32* %53, align 4
  %57 = getelementptr inbounds %struct.decimal, %struct.decimal* %0, i64 0, i32 1
  br label %58
58:
  %59 = phi i64 [ %60, %67 ], [ %52, %46 ]
  %60 = add nsw i64 %59, 1
  %61 = load i32, i32* %57, align 4
  %62 = sext i32 %61 to i64
  %63 = icmp slt i64 %60, %62
  br i1 %63, label %67, label %64
64:
  %65 = add nsw i32 %51, 1
  %66 = load i32, i32* %53, align 4
  br i1 %47, label %69, label %71
67:
  %68 = getelementptr %struct.decimal, %struct.decimal* %0, i64 0, i32 2, i64 %60
  store i32 0, i32* %68, align 4
  br label %58
69:
  %70 = add i32 %66, %50
  store i32 %70, i32* %53, align 4
  br label %71
71:
  %72 = phi i32 [ %66, %64 ], [ %70, %69 ]
  br label %73
73:
  %74 = phi i32 [ %85, %77 ], [ %72, %71 ]
  %75 = phi i32 [ %80, %77 ], [ %51, %71 ]
  %76 = icmp ugt i32 %74, 999999999
  br i1 %76, label %77, label %86
77:
  %78 = sext i32 %75 to i64
  %79 = getelementptr %struct.decimal, %struct.decimal* %0, i64 0, i32 2, i64 %78
  %80 = add i32 %75, -1
  %81 = add i32 %74, -1000000000
  store i32 %81, i32* %79, align 4
  %82 = sext i32 %80 to i64
  %83 = getelementptr %struct.decimal, %struct.decimal* %0, i64 0, i32 2, i64 %82
  %84 = load i32, i32* %83, align 4
  %85 = add i32 %84, 1
  store i32 %85, i32* %83, align 4
  br label %73
86:
  %87 = load i32, i32* %57, align 4
  %88 = icmp sgt i32 %87, %51
  br i1 %88, label %90, label %89
89:
  store i32 %65, i32* %57, align 4
  br label %90
90:
  ret void
}
define internal i32 @decimal_magnitude(%struct.decimal* %0) {
  %2 = getelementptr inbounds %struct.decimal, %struct.decimal* %0, i64 0, i32 1
  %3 = load i32, i32* %2, align 4
  %4 = call i32 @llvm.smax.i32(i32 %3, i32 0)
  %5 = zext i32 %4 to i64
  br label %6
6:
  %7 = phi i64 [ %23, %22 ], [ 0, %1 ]
  %8 = icmp eq i64 %7, %5
  br i1 %8, label %24, label %9
9:
  %10 = getelementptr %struct.decimal, %struct.decimal* %0, i64 0, i32 2, i64 %7
  %11 = load i32, i32* %10, align 4
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %22, label %13
13:
  %14 = trunc i64 %7 to i32
  %15 = sub nsw i32 36, %14
  %16 = mul i32 %15, 9
  br label %17
17:
  %18 = phi i32 [ %16, %13 ], [ %19, %17 ]
  %19 = add i32 %18, -1
  %20 = call i32 @decimal_digit(%struct.decimal* %0, i32 %19)
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %17, label %24
22:
  %23 = add nuw nsw i64 %7, 1
  br label %6
24:
  %25 = phi i32 [ %19, %17 ], [ 0, %6 ]
  ret i32 %25
}
define internal void @put_digits(%struct.sink* %0, %struct.decimal* %1, i32 %2, i32 %3, i32 %4, i32 %5) {
  %7 = icmp ne i32 %5, 0
  br label %8
8:
  %9 = phi i32 [ %2, %6 ], [ %22, %21 ]
  %10 = icmp slt i32 %9, %3
  br i1 %10, label %11, label %12
11:
  ret void
12:
  %13 = call i32 @decimal_digit(%struct.decimal* %1, i32 %9)
  %14 = trunc i32 %13 to i8
  %15 = add i8 %14, 48
  call void @put(%struct.sink* %0, i8 %15)
  %16 = icmp eq i32 %9, %4
  %17 = icmp sgt i32 %9, %3
  %18 = or i1 %7, %17
  %19 = and i1 %16, %18
  br i1 %19, label %20, label %21
20:
  call void @put(%struct.sink* %0, i8 46)
  br label %21
21:
  %22 = add i32 %9, -1
  br label %8
}
define internal i32 @decimal_digit(%struct.decimal* %0, i32 %1) {
  %3 = sub i32 323, %1
  %4 = icmp ugt i32 %3, 1439
  br i1 %4, label %17, label %5
5:
  %6 = trunc i32 %3 to i16
  %7 = udiv i16 %6, 9
  %8 = zext i16 %7 to i64
  %9 = getelementptr %struct.decimal, %struct.decimal* %0, i64 0, i32 2, i64 %8
  %10 = load i32, i32* %9, align 4
  %11 = urem i16 %6, 9
  %12 = sub nuw nsw i16 8, %11
  %13 = zext i16 %12 to i32
  %14 = call i32 @power_of_ten(i32 %13)
  %15 = udiv i32 %10, %14
  %16 = urem i32 %15, 10
  br label %17
17:
  %18 = phi i32 [ %16, %5 ], [ 0, %2 ]
  ret i32 %18
}
define internal i32 @power_of_ten(i32 %0) {
  br label %2
2:
  %3 = phi i32 [ %0, %1 ], [ %8, %6 ]
  %4 = phi i32 [ 1, %1 ], [ %7, %6 ]
  %5 = icmp sgt i32 %3, 0
  br i1 %5, label %6, label %9
6:
  %7 = mul i32 %4, 10
  %8 = add nsw i32 %3, -1
  br label %2
9:
  ret i32 %4
}
declare i8* @calloc(i64, i64)
define internal i32 @next_byte(%struct.FILE* %0) {
  %2 = call i32 @peek_byte(%struct.FILE* %0)
  %3 = icmp sgt i32 %2, -1
  br i1 %3, label %4, label %5
4:
  call void @take_byte(%struct.FILE* %0)
  br label %5
5:
  ret i32 %2
}
define internal i32 @peek_byte(%struct.FILE* %0) {
  %2 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 5
  %3 = load i32, i32* %2, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %11, label %5
5:
  %6 = add i32 %3, -1
  %7 = sext i32 %6 to i64
  %8 = getelementptr %struct.FILE, %struct.FILE* %0, i64 0, i32 6, i64 %7
  %9 = load i8, i8* %8, align 1
  %10 = zext i8 %9 to i32
  br label %30
11:
  %12 = call %struct.open_file* @open_of(%struct.FILE* %0)
  %13 = getelementptr inbounds %struct.open_file, %struct.open_file* %12, i64 0, i32 1
  %14 = load i64, i64* %13, align 8
  %15 = getelementptr inbounds %struct.open_file, %struct.open_file* %12, i64 0, i32 0
  %16 = load %struct.given*, %struct.given** %15, align 8
  %17 = getelementptr inbounds %struct.given, %struct.given* %16, i64 0, i32 2
  %18 = load i64, i64* %17, align 8
  %19 = icmp ult i64 %14, %18
  br i1 %19, label %20, label %26
20:
  %21 = getelementptr inbounds %struct.given, %struct.given* %16, i64 0, i32 1
  %22 = load i8*, i8** %21, align 8
  %23 = getelementptr i8, i8* %22, i64 %14
  %24 = load i8, i8* %23, align 1
  %25 = zext i8 %24 to i32
  br label %30
26:
  %27 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 0
  %28 = load i32, i32* %27, align 8
  %29 = or i32 %28, 16
  store i32 %29, i32* %27, align 8
  br label %30
30:
  %31 = phi i32 [ %10, %5 ], [ %25, %20 ], [ -1, %26 ]
  ret i32 %31
}
define internal void @take_byte(%struct.FILE* %0) {
  %2 = getelementptr inbounds %struct.FILE, %struct.FILE* %0, i64 0, i32 5
  %3 = load i32, i32* %2, align 4
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %7, label %5
5:
  %6 = add i32 %3, -1
  store i32 %6, i32* %2, align 4
  br label %12
7:
  %8 = call %struct.open_file* @open_of(%struct.FILE* %0)
  %9 = getelementptr inbounds %struct.open_file, %struct.open_file* %8, i64 0, i32 1
  %10 = load i64, i64* %9, align 8
  %11 = add i64 %10, 1
  store i64 %11, i64* %9, align 8
  br label %12
12:
  ret void
}
define internal i32 @peek(%struct.source* %0) {
  %2 = getelementptr inbounds %struct.source, %struct.source* %0, i64 0, i32 2
  %3 = load %struct.FILE*, %struct.FILE** %2, align 8
  %4 = icmp eq %struct.FILE* %3, null
  br i1 %4, label %7, label %5
5:
  %6 = call i32 @peek_byte(%struct.FILE* %3)
  br label %14
7:
  %8 = getelementptr inbounds %struct.source, %struct.source* %0, i64 0, i32 1
  %9 = load i8*, i8** %8, align 8
  %10 = load i8, i8* %9, align 1
  %11 = icmp eq i8 %10, 0
  %12 = zext i8 %10 to i32
  %13 = select i1 %11, i32 -1, i32 %12
  br label %14
14:
  %15 = phi i32 [ %6, %5 ], [ %13, %7 ]
  ret i32 %15
}
define internal void @take(%struct.source* %0) {
  %2 = getelementptr inbounds %struct.source, %struct.source* %0, i64 0, i32 3
  %3 = load i64, i64* %2, align 8
  %4 = add i64 %3, 1
  store i64 %4, i64* %2, align 8
  %5 = getelementptr inbounds %struct.source, %struct.source* %0, i64 0, i32 2
  %6 = load %struct.FILE*, %struct.FILE** %5, align 8
  %7 = icmp eq %struct.FILE* %6, null
  br i1 %7, label %9, label %8
8:
  call void @take_byte(%struct.FILE* %6)
  br label %13
9:
  %10 = getelementptr inbounds %struct.source, %struct.source* %0, i64 0, i32 1
  %11 = load i8*, i8** %10, align 8
  %12 = getelementptr i8, i8* %11, i64 1
  store i8* %12, i8** %10, align 8
  br label %13
13:
  ret void
}
declare i64 @__mazurka_input(i8*, i64, i64)
define internal i64 @any_number(i8* %0) {
  %2 = call i64 @__mazurka_input(i8* %0, i64 -9223372036854775808, i64 9223372036854775807)
  ret i64 %2
}
define internal void @keep_number(%struct.directive* %0, i8* %1, double %2) {
  %4 = getelementptr inbounds %struct.directive, %struct.directive* %0, i64 0, i32 2
  %5 = load i8, i8* %4, align 8
  %6 = sext i8 %5 to i32
  switch i32 %6, label %12 [
    i32 108, label %7
    i32 76, label %9
  ]
7:
  %8 = bitcast i8* %1 to double*
  store double %2, double* %8, align 8
  br label %15
9:
  %10 = fpext double %2 to x86_fp80
  %11 = bitcast i8* %1 to x86_fp80*
  store x86_fp80 %10, x86_fp80* %11, align 16
  br label %15
12:
  %13 = fptrunc double %2 to float
  %14 = bitcast i8* %1 to float*
  store float %13, float* %14, align 4
  br label %15
15:
  ret void
}
define internal void @keep_integer(%struct.directive* %0, i8* %1, i64 %2) {
  %4 = getelementptr inbounds %struct.directive, %struct.directive* %0, i64 0, i32 2
  %5 = load i8, i8* %4, align 8
  %6 = sext i8 %5 to i32
  switch i32 %6, label %15 [
    i32 72, label %7
    i32 104, label %9
    i32 0, label %12
  ]
7:
  %8 = trunc i64 %2 to i8
  store i8 %8, i8* %1, align 1
  br label %17
9:
  %10 = trunc i64 %2 to i16
  %11 = bitcast i8* %1 to i16*
  store i16 %10, i16* %11, align 2
  br label %17
12:
  %13 = trunc i64 %2 to i32
  %14 = bitcast i8* %1 to i32*
  store i32 %13, i32* %14, align 4
  br label %17
15:
  %16 = bitcast i8* %1 to i64*
  store i64 %2, i64* %16, align 8
  br label %17
17:
  ret void
}
define internal i32 @take_one_of(%struct.digits* %0, i8* %1) {
  %3 = getelementptr inbounds %struct.digits, %struct.digits* %0, i64 0, i32 1
  %4 = load i32, i32* %3, align 8
  %5 = icmp sgt i32 %4, 0
  br i1 %5, label %6, label %31
6:
  %7 = getelementptr inbounds %struct.digits, %struct.digits* %0, i64 0, i32 0
  %8 = load %struct.source*, %struct.source** %7, align 8
  %9 = call i32 @peek(%struct.source* %8)
  %10 = icmp slt i32 %9, 1
  br i1 %10, label %31, label %11
11:
  %12 = add nsw i32 %9, -65
  %13 = icmp ult i32 %12, 26
  %14 = add nuw i32 %9, 32
  %15 = select i1 %13, i32 %14, i32 %9
  %16 = call i8* @strchr(i8* %1, i32 %15)
  %17 = icmp eq i8* %16, null
  br i1 %17, label %31, label %18
18:
  %19 = getelementptr inbounds %struct.digits, %struct.digits* %0, i64 0, i32 2
  %20 = load i32, i32* %19, align 4
  %21 = icmp eq i32 %20, 399
  br i1 %21, label %22, label %23
22:
  call void @__mazurka_error(i8* getelementptr inbounds ([67 x i8], [67 x i8]* @.str.159, i64 0, i64 0))
  unreachable
23:
  %24 = trunc i32 %9 to i8
  %25 = add i32 %20, 1
  store i32 %25, i32* %19, align 4
  %26 = sext i32 %20 to i64
  %27 = getelementptr %struct.digits, %struct.digits* %0, i64 0, i32 3, i64 %26
  store i8 %24, i8* %27, align 1
  %28 = load i32, i32* %3, align 8
  %29 = add i32 %28, -1
  store i32 %29, i32* %3, align 8
  %30 = load %struct.source*, %struct.source** %7, align 8
  call void @take(%struct.source* %30)
  br label %31
31:
  %32 = phi i32 [ 1, %23 ], [ 0, %11 ], [ 0, %6 ], [ 0, %2 ]
  ret i32 %32
}
define internal i32 @take_word(%struct.digits* %0, i8* %1) {
  %3 = alloca i16, align 2
  %4 = bitcast i16* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 2, i8* %4)
  store i16 0, i16* %3, align 2
  br label %5
5:
  %6 = phi i8* [ %1, %2 ], [ %12, %9 ]
  %7 = load i8, i8* %6, align 1
  store i8 %7, i8* %4, align 2
  %8 = icmp eq i8 %7, 0
  br i1 %8, label %13, label %9
9:
  %10 = call i32 @take_one_of(%struct.digits* %0, i8* %4)
  %11 = icmp eq i32 %10, 0
  %12 = getelementptr i8, i8* %6, i64 1
  br i1 %11, label %13, label %5
13:
  call void @llvm.lifetime.end.p0i8(i64 2, i8* %4)
  %14 = zext i1 %8 to i32
  ret i32 %14
}
define internal i32 @take_all_of(%struct.digits* %0, i8* %1) {
  br label %3
3:
  %4 = phi i32 [ 0, %2 ], [ %7, %3 ]
  %5 = call i32 @take_one_of(%struct.digits* %0, i8* %1)
  %6 = icmp eq i32 %5, 0
  %7 = add i32 %4, 1
  br i1 %6, label %8, label %3
8:
  ret i32 %4
}
define internal i32 @read_short(%struct.reading* %0) {
  %2 = load i8*, i8** @option_rest, align 8
  %3 = getelementptr i8, i8* %2, i64 1
  store i8* %3, i8** @option_rest, align 8
  %4 = load i8, i8* %2, align 1
  %5 = sext i8 %4 to i32
  %6 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 2
  %7 = load i8*, i8** %6, align 8
  %8 = call i8* @strchr(i8* %7, i32 %5)
  %9 = load i8, i8* %3, align 1
  %10 = icmp eq i8 %9, 0
  br i1 %10, label %11, label %14
11:
  %12 = load i32, i32* @optind, align 4
  %13 = add i32 %12, 1
  store i32 %13, i32* @optind, align 4
  br label %14
14:
  %15 = icmp eq i8* %8, null
  %16 = icmp eq i8 %4, 58
  %17 = select i1 %15, i1 true, i1 %16
  %18 = icmp eq i8 %4, 59
  %19 = select i1 %17, i1 true, i1 %18
  br i1 %19, label %20, label %30
20:
  %21 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 6
  %22 = load i32, i32* %21, align 4
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %29, label %24
24:
  %25 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 1
  %26 = load i8**, i8*** %25, align 8
  %27 = load i8*, i8** %26, align 8
  %28 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([28 x i8], [28 x i8]* @.str.164, i64 0, i64 0), i8* %27, i32 %5)
  br label %29
29:
  store i32 %5, i32* @optopt, align 4
  br label %72
30:
  %31 = load i8, i8* %8, align 1
  %32 = icmp eq i8 %31, 87
  %33 = getelementptr i8, i8* %8, i64 1
  %34 = load i8, i8* %33, align 1
  %35 = icmp eq i8 %34, 59
  %36 = select i1 %32, i1 %35, i1 false
  br i1 %36, label %37, label %52
37:
  %38 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 3
  %39 = load %struct.option*, %struct.option** %38, align 8
  %40 = icmp eq %struct.option* %39, null
  br i1 %40, label %72, label %41
41:
  %42 = call i32 @take_argument(%struct.reading* %0, i32 %5)
  %43 = icmp eq i32 %42, 0
  br i1 %43, label %44, label %47
44:
  %45 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 7
  %46 = load i32, i32* %45, align 8
  br label %72
47:
  %48 = load i32, i32* @optind, align 4
  %49 = add i32 %48, -1
  store i32 %49, i32* @optind, align 4
  %50 = load i8*, i8** @optarg, align 8
  store i8* %50, i8** @option_rest, align 8
  store i8* null, i8** @optarg, align 8
  %51 = call i32 @read_long(%struct.reading* %0, i32 0, i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.165, i64 0, i64 0))
  br label %72
52:
  %53 = icmp eq i8 %34, 58
  br i1 %53, label %54, label %72
54:
  %55 = getelementptr i8, i8* %8, i64 2
  %56 = load i8, i8* %55, align 1
  %57 = icmp eq i8 %56, 58
  br i1 %57, label %64, label %58
58:
  %59 = call i32 @take_argument(%struct.reading* %0, i32 %5)
  %60 = icmp eq i32 %59, 0
  br i1 %60, label %61, label %70
61:
  %62 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 7
  %63 = load i32, i32* %62, align 8
  br label %70
64:
  %65 = load i8, i8* %3, align 1
  %66 = icmp eq i8 %65, 0
  br i1 %66, label %70, label %67
67:
  store i8* %3, i8** @optarg, align 8
  %68 = load i32, i32* @optind, align 4
  %69 = add i32 %68, 1
  store i32 %69, i32* @optind, align 4
  br label %70
70:
  %71 = phi i32 [ %5, %58 ], [ %63, %61 ], [ %5, %67 ], [ %5, %64 ]
  store i8* null, i8** @option_rest, align 8
  br label %72
72:
  %73 = phi i32 [ 63, %29 ], [ %51, %47 ], [ %46, %44 ], [ %71, %70 ], [ %5, %52 ], [ %5, %37 ]
  ret i32 %73
}
define internal i32 @read_long(%struct.reading* %0, i32 %1, i8* %2) {
  %4 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 1
  %5 = load i8**, i8*** %4, align 8
  %6 = load i8*, i8** %5, align 8
  %7 = load i8*, i8** @option_rest, align 8
  br label %8
8:
  %9 = phi i64 [ 0, %3 ], [ %13, %12 ]
  %10 = getelementptr i8, i8* %7, i64 %9
  %11 = load i8, i8* %10, align 1
  switch i8 %11, label %12 [
    i8 0, label %14
    i8 61, label %14
  ]
12:
  %13 = add i64 %9, 1
  br label %8
14:
  %15 = getelementptr i8, i8* %7, i64 %9
  %16 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 2
  %17 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 3
  %18 = load %struct.option*, %struct.option** %17, align 8
  %19 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 4
  %20 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 6
  %21 = load i32, i32* %20, align 4
  %22 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 7
  br label %23
23:
  %24 = phi %struct.option* [ %18, %14 ], [ %37, %36 ]
  %25 = getelementptr inbounds %struct.option, %struct.option* %24, i64 0, i32 0
  %26 = load i8*, i8** %25, align 8
  %27 = icmp eq i8* %26, null
  br i1 %27, label %28, label %30
28:
  %29 = icmp eq i32 %1, 0
  br label %38
30:
  %31 = call i32 @begins(%struct.option* %24, i8* %7, i64 %9)
  %32 = icmp eq i32 %31, 0
  br i1 %32, label %36, label %33
33:
  %34 = call i64 @strlen(i8* %26)
  %35 = icmp eq i64 %34, %9
  br i1 %35, label %95, label %36
36:
  %37 = getelementptr %struct.option, %struct.option* %24, i64 1
  br label %23
38:
  %39 = phi i32 [ %56, %55 ], [ 0, %28 ]
  %40 = phi %struct.option* [ %57, %55 ], [ null, %28 ]
  %41 = phi %struct.option* [ %58, %55 ], [ %18, %28 ]
  %42 = getelementptr inbounds %struct.option, %struct.option* %41, i64 0, i32 0
  %43 = load i8*, i8** %42, align 8
  %44 = icmp eq i8* %43, null
  br i1 %44, label %59, label %45
45:
  %46 = call i32 @begins(%struct.option* %41, i8* %7, i64 %9)
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %55, label %48
48:
  %49 = icmp eq %struct.option* %40, null
  br i1 %49, label %55, label %50
50:
  br i1 %29, label %51, label %54
51:
  %52 = call i32 @is_same(%struct.option* %40, %struct.option* %41)
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %54, label %55
54:
  br label %55
55:
  %56 = phi i32 [ %39, %45 ], [ %39, %48 ], [ 1, %54 ], [ %39, %51 ]
  %57 = phi %struct.option* [ %40, %45 ], [ %41, %48 ], [ %40, %54 ], [ %40, %51 ]
  %58 = getelementptr %struct.option, %struct.option* %41, i64 1
  br label %38
59:
  %60 = icmp eq i32 %39, 0
  br i1 %60, label %95, label %61
61:
  %62 = icmp eq i32 %21, 0
  br i1 %62, label %89, label %63
63:
  %64 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([47 x i8], [47 x i8]* @.str.170, i64 0, i64 0), i8* %6, i8* %2, i8* %7)
  br label %65
65:
  %66 = phi %struct.option* [ %40, %63 ], [ %88, %87 ]
  %67 = getelementptr inbounds %struct.option, %struct.option* %66, i64 0, i32 0
  %68 = load i8*, i8** %67, align 8
  %69 = icmp eq i8* %68, null
  br i1 %69, label %70, label %73
70:
  %71 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([2 x i8], [2 x i8]* @.str.94, i64 0, i64 0))
  %72 = load i8*, i8** @option_rest, align 8
  br label %89
73:
  %74 = icmp ne %struct.option* %66, %40
  %75 = and i1 %29, %74
  br i1 %75, label %76, label %79
76:
  %77 = call i32 @is_same(%struct.option* %40, %struct.option* %66)
  %78 = icmp eq i32 %77, 0
  br label %79
79:
  %80 = phi i1 [ true, %73 ], [ %78, %76 ]
  %81 = load i8*, i8** @option_rest, align 8
  %82 = call i32 @begins(%struct.option* %66, i8* %81, i64 %9)
  %83 = icmp ne i32 %82, 0
  %84 = select i1 %83, i1 %80, i1 false
  br i1 %84, label %85, label %87
85:
  %86 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([8 x i8], [8 x i8]* @.str.171, i64 0, i64 0), i8* %2, i8* %68)
  br label %87
87:
  %88 = getelementptr %struct.option, %struct.option* %66, i64 1
  br label %65
89:
  %90 = phi i8* [ %7, %61 ], [ %72, %70 ]
  %91 = call i64 @strlen(i8* %90)
  %92 = getelementptr i8, i8* %90, i64 %91
  store i8* %92, i8** @option_rest, align 8
  %93 = load i32, i32* @optind, align 4
  %94 = add i32 %93, 1
  store i32 %94, i32* @optind, align 4
  store i32 0, i32* @optopt, align 4
  br label %180
95:
  %96 = phi %struct.option* [ %40, %59 ], [ %24, %33 ]
  %97 = icmp eq %struct.option* %96, null
  br i1 %97, label %98, label %121
98:
  %99 = icmp eq i32 %1, 0
  br i1 %99, label %114, label %100
100:
  %101 = load i32, i32* @optind, align 4
  %102 = sext i32 %101 to i64
  %103 = getelementptr i8*, i8** %5, i64 %102
  %104 = load i8*, i8** %103, align 8
  %105 = getelementptr i8, i8* %104, i64 1
  %106 = load i8, i8* %105, align 1
  %107 = icmp eq i8 %106, 45
  br i1 %107, label %114, label %108
108:
  %109 = load i8*, i8** %16, align 8
  %110 = load i8, i8* %7, align 1
  %111 = sext i8 %110 to i32
  %112 = call i8* @strchr(i8* %109, i32 %111)
  %113 = icmp eq i8* %112, null
  br i1 %113, label %114, label %180
114:
  %115 = icmp eq i32 %21, 0
  br i1 %115, label %118, label %116
116:
  %117 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([32 x i8], [32 x i8]* @.str.167, i64 0, i64 0), i8* %6, i8* %2, i8* %7)
  br label %118
118:
  store i8* null, i8** @option_rest, align 8
  %119 = load i32, i32* @optind, align 4
  %120 = add i32 %119, 1
  store i32 %120, i32* @optind, align 4
  store i32 0, i32* @optopt, align 4
  br label %180
121:
  %122 = load i32, i32* @optind, align 4
  %123 = add i32 %122, 1
  store i32 %123, i32* @optind, align 4
  store i8* null, i8** @option_rest, align 8
  %124 = load i8, i8* %15, align 1
  %125 = icmp eq i8 %124, 0
  %126 = getelementptr inbounds %struct.option, %struct.option* %96, i64 0, i32 1
  %127 = load i32, i32* %126, align 8
  br i1 %125, label %141, label %128
128:
  %129 = icmp eq i32 %127, 0
  br i1 %129, label %130, label %139
130:
  %131 = icmp eq i32 %21, 0
  br i1 %131, label %136, label %132
132:
  %133 = getelementptr inbounds %struct.option, %struct.option* %96, i64 0, i32 0
  %134 = load i8*, i8** %133, align 8
  %135 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([45 x i8], [45 x i8]* @.str.168, i64 0, i64 0), i8* %6, i8* %2, i8* %134)
  br label %136
136:
  %137 = getelementptr inbounds %struct.option, %struct.option* %96, i64 0, i32 3
  %138 = load i32, i32* %137, align 8
  store i32 %138, i32* @optopt, align 4
  br label %180
139:
  %140 = getelementptr i8, i8* %15, i64 1
  br label %162
141:
  %142 = icmp eq i32 %127, 1
  br i1 %142, label %143, label %164
143:
  %144 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 0
  %145 = load i32, i32* %144, align 8
  %146 = icmp slt i32 %123, %145
  br i1 %146, label %157, label %147
147:
  %148 = icmp eq i32 %21, 0
  br i1 %148, label %153, label %149
149:
  %150 = getelementptr inbounds %struct.option, %struct.option* %96, i64 0, i32 0
  %151 = load i8*, i8** %150, align 8
  %152 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([40 x i8], [40 x i8]* @.str.169, i64 0, i64 0), i8* %6, i8* %2, i8* %151)
  br label %153
153:
  %154 = getelementptr inbounds %struct.option, %struct.option* %96, i64 0, i32 3
  %155 = load i32, i32* %154, align 8
  store i32 %155, i32* @optopt, align 4
  %156 = load i32, i32* %22, align 8
  br label %180
157:
  %158 = add i32 %122, 2
  store i32 %158, i32* @optind, align 4
  %159 = sext i32 %123 to i64
  %160 = getelementptr i8*, i8** %5, i64 %159
  %161 = load i8*, i8** %160, align 8
  br label %162
162:
  %163 = phi i8* [ %161, %157 ], [ %140, %139 ]
  store i8* %163, i8** @optarg, align 8
  br label %164
164:
  %165 = load i32*, i32** %19, align 8
  %166 = icmp eq i32* %165, null
  br i1 %166, label %173, label %167
167:
  %168 = ptrtoint %struct.option* %96 to i64
  %169 = ptrtoint %struct.option* %18 to i64
  %170 = sub i64 %168, %169
  %171 = lshr exact i64 %170, 5
  %172 = trunc i64 %171 to i32
  store i32 %172, i32* %165, align 4
  br label %173
173:
  %174 = getelementptr inbounds %struct.option, %struct.option* %96, i64 0, i32 2
  %175 = load i32*, i32** %174, align 8
  %176 = icmp eq i32* %175, null
  %177 = getelementptr inbounds %struct.option, %struct.option* %96, i64 0, i32 3
  %178 = load i32, i32* %177, align 8
  br i1 %176, label %180, label %179
179:
  store i32 %178, i32* %175, align 4
  br label %180
180:
  %181 = phi i32 [ 63, %89 ], [ 63, %118 ], [ -1, %108 ], [ 0, %179 ], [ 63, %136 ], [ %156, %153 ], [ %178, %173 ]
  ret i32 %181
}
define internal i32 @take_argument(%struct.reading* %0, i32 %1) {
  %3 = load i8*, i8** @option_rest, align 8
  %4 = load i8, i8* %3, align 1
  %5 = icmp eq i8 %4, 0
  br i1 %5, label %9, label %6
6:
  store i8* %3, i8** @optarg, align 8
  %7 = load i32, i32* @optind, align 4
  %8 = add i32 %7, 1
  store i32 %8, i32* @optind, align 4
  br label %31
9:
  %10 = load i32, i32* @optind, align 4
  %11 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 0
  %12 = load i32, i32* %11, align 8
  %13 = icmp eq i32 %10, %12
  br i1 %13, label %14, label %24
14:
  %15 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 6
  %16 = load i32, i32* %15, align 4
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %23, label %18
18:
  %19 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 1
  %20 = load i8**, i8*** %19, align 8
  %21 = load i8*, i8** %20, align 8
  %22 = call i32 (i32, i8*, ...) @dprintf(i32 2, i8* getelementptr inbounds ([41 x i8], [41 x i8]* @.str.166, i64 0, i64 0), i8* %21, i32 %1)
  br label %23
23:
  store i32 %1, i32* @optopt, align 4
  br label %31
24:
  %25 = getelementptr inbounds %struct.reading, %struct.reading* %0, i64 0, i32 1
  %26 = load i8**, i8*** %25, align 8
  %27 = add i32 %10, 1
  store i32 %27, i32* @optind, align 4
  %28 = sext i32 %10 to i64
  %29 = getelementptr i8*, i8** %26, i64 %28
  %30 = load i8*, i8** %29, align 8
  store i8* %30, i8** @optarg, align 8
  br label %31
31:
  %32 = phi i32 [ 0, %23 ], [ 1, %24 ], [ 1, %6 ]
  ret i32 %32
}
define internal void @move_passed(i8** %0) {
  %2 = load i32, i32* @optind, align 4
  %3 = load i32, i32* @passed_to, align 4
  %4 = sub i32 %2, %3
  %5 = load i32, i32* @passed_from, align 4
  %6 = sext i32 %5 to i64
  %7 = getelementptr i8*, i8** %0, i64 %6
  %8 = sext i32 %3 to i64
  %9 = getelementptr i8*, i8** %0, i64 %8
  call void @reverse(i8** %7, i8** %9)
  %10 = load i32, i32* @optind, align 4
  %11 = sext i32 %10 to i64
  %12 = getelementptr i8*, i8** %0, i64 %11
  call void @reverse(i8** %9, i8** %12)
  %13 = load i32, i32* @optind, align 4
  %14 = sext i32 %13 to i64
  %15 = getelementptr i8*, i8** %0, i64 %14
  call void @reverse(i8** %7, i8** %15)
  %16 = add i32 %4, %5
  store i32 %16, i32* @passed_from, align 4
  %17 = load i32, i32* @optind, align 4
  store i32 %17, i32* @passed_to, align 4
  ret void
}
define internal void @reverse(i8** %0, i8** %1) {
  br label %3
3:
  %4 = phi i8** [ %1, %2 ], [ %9, %7 ]
  %5 = phi i8** [ %0, %2 ], [ %11, %7 ]
  %6 = icmp ult i8** %5, %4
  br i1 %6, label %7, label %12
7:
  %8 = load i8*, i8** %5, align 8
  %9 = getelementptr i8*, i8** %4, i64 -1
  %10 = load i8*, i8** %9, align 8
  %11 = getelementptr i8*, i8** %5, i64 1
  store i8* %10, i8** %5, align 8
  store i8* %8, i8** %9, align 8
  br label %3
12:
  ret void
}
define internal i32 @begins(%struct.option* %0, i8* %1, i64 %2) {
  %4 = getelementptr inbounds %struct.option, %struct.option* %0, i64 0, i32 0
  %5 = load i8*, i8** %4, align 8
  %6 = call i32 @strncmp(i8* %5, i8* %1, i64 %2)
  %7 = icmp eq i32 %6, 0
  %8 = zext i1 %7 to i32
  ret i32 %8
}
define internal i32 @is_same(%struct.option* %0, %struct.option* %1) {
  %3 = getelementptr inbounds %struct.option, %struct.option* %0, i64 0, i32 1
  %4 = load i32, i32* %3, align 8
  %5 = getelementptr inbounds %struct.option, %struct.option* %1, i64 0, i32 1
  %6 = load i32, i32* %5, align 8
  %7 = icmp eq i32 %4, %6
  br i1 %7, label %8, label %21
8:
  %9 = getelementptr inbounds %struct.option, %struct.option* %0, i64 0, i32 2
  %10 = load i32*, i32** %9, align 8
  %11 = getelementptr inbounds %struct.option, %struct.option* %1, i64 0, i32 2
  %12 = load i32*, i32** %11, align 8
  %13 = icmp eq i32* %10, %12
  br i1 %13, label %14, label %21
14:
  %15 = getelementptr inbounds %struct.option, %struct.option* %0, i64 0, i32 3
  %16 = load i32, i32* %15, align 8
  %17 = getelementptr inbounds %struct.option, %struct.option* %1, i64 0, i32 3
  %18 = load i32, i32* %17, align 8
  %19 = icmp eq i32 %16, %18
  %20 = zext i1 %19 to i32
  br label %21
21:
  %22 = phi i32 [ 0, %8 ], [ 0, %2 ], [ %20, %14 ]
  ret i32 %22
}
declare void @__mazurka_sleep(i64, i64)
declare i64 @__mazurka_nanoseconds(i64, i64, i64)
declare i64 @__mazurka_futex_wait(i8*, i32)
define internal i8* @several(i8 %0) {
  %2 = sext i8 %0 to i32
  switch i32 %2, label %8 [
    i32 99, label %9
    i32 68, label %3
    i32 120, label %3
    i32 70, label %4
    i32 114, label %5
    i32 82, label %6
    i32 84, label %7
    i32 88, label %7
  ]
3:
  br label %9
4:
  br label %9
5:
  br label %9
6:
  br label %9
7:
  br label %9
8:
  br label %9
9:
  %10 = phi i8* [ null, %8 ], [ getelementptr inbounds ([9 x i8], [9 x i8]* @.str.197, i64 0, i64 0), %7 ], [ getelementptr inbounds ([6 x i8], [6 x i8]* @.str.196, i64 0, i64 0), %6 ], [ getelementptr inbounds ([12 x i8], [12 x i8]* @.str.195, i64 0, i64 0), %5 ], [ getelementptr inbounds ([9 x i8], [9 x i8]* @.str.194, i64 0, i64 0), %4 ], [ getelementptr inbounds ([9 x i8], [9 x i8]* @.str.193, i64 0, i64 0), %3 ], [ getelementptr inbounds ([21 x i8], [21 x i8]* @.str.192, i64 0, i64 0), %1 ]
  ret i8* %10
}
declare i32 @__mazurka_has_ended(i64, i64)
declare i32 @sem_init(i8*, i32, i32)
declare i64 @__mazurka_futex_timedwait(i8*, i32, i64)
define internal void @turn(%struct.tree_node* %0, %struct.tree_node* %1) {
  %3 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 1
  %4 = load %struct.tree_node*, %struct.tree_node** %3, align 8
  %5 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %4, i64 0, i32 2
  %6 = load %struct.tree_node*, %struct.tree_node** %5, align 8
  %7 = icmp eq %struct.tree_node* %6, %1
  call void @put_below(%struct.tree_node* %0, %struct.tree_node* %4, %struct.tree_node* %1)
  br i1 %7, label %8, label %11
8:
  %9 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 3
  %10 = load %struct.tree_node*, %struct.tree_node** %9, align 8
  store %struct.tree_node* %10, %struct.tree_node** %5, align 8
  br label %15
11:
  %12 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %1, i64 0, i32 2
  %13 = load %struct.tree_node*, %struct.tree_node** %12, align 8
  %14 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %4, i64 0, i32 3
  store %struct.tree_node* %13, %struct.tree_node** %14, align 8
  br label %15
15:
  %16 = phi %struct.tree_node** [ %12, %11 ], [ %9, %8 ]
  %17 = phi %struct.tree_node* [ %13, %11 ], [ %10, %8 ]
  store %struct.tree_node* %4, %struct.tree_node** %16, align 8
  %18 = icmp eq %struct.tree_node* %17, null
  br i1 %18, label %21, label %19
19:
  %20 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %17, i64 0, i32 1
  store %struct.tree_node* %4, %struct.tree_node** %20, align 8
  br label %21
21:
  %22 = getelementptr inbounds %struct.tree_node, %struct.tree_node* %4, i64 0, i32 1
  store %struct.tree_node* %1, %struct.tree_node** %22, align 8
  ret void
}
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.abs.i32(i32, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i8 @llvm.ctpop.i8(i8)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.usub.sat.i64(i64, i64)
