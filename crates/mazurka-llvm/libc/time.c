/* <time.h>, <sys/time.h>, <unistd.h>, <signal.h> and relatives: what a check can say
   of the world without anything of it. */

struct timespec {
    long tv_sec, tv_nsec;
};

struct timeval {
    long tv_sec, tv_usec;
};

/* All clocks show the same: what time it is for the thread, in nanoseconds since the check
   began, and that began on 1 January 2020. */
#define START 1577836800L
#define SECOND 1000000000L
/* A limit that no wait reaches: any that is as late. */
#define FOREVER (1L << 61)

static long now(void *to, size_t size) {
    return START * SECOND + __mazurka_clock(to, size);
}

long time(long *to) {
    long seconds = now(to, sizeof *to) / SECOND;
    if (to)
        *to = seconds;
    return seconds;
}

long clock(void) {
    return __mazurka_clock(NULL, 0) / 1000;
}

int gettimeofday(struct timeval *to, void *zone) {
    (void)zone;
    long is = now(to, sizeof *to);
    to->tv_sec = is / SECOND;
    to->tv_usec = is % SECOND / 1000;
    return 0;
}

int clock_gettime(int clock, struct timespec *to) {
    (void)clock;
    long is = now(to, sizeof *to);
    to->tv_sec = is / SECOND;
    to->tv_nsec = is % SECOND;
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    clock_gettime(0, to);
    return base;
}

int clock_getres(int clock, struct timespec *to) {
    (void)clock;
    if (to) {
        to->tv_sec = 0;
        to->tv_nsec = 1;
    }
    return 0;
}

double difftime(long after, long before) {
    return (double)(after - before);
}

/* A duration in nanoseconds; less than zero if it is none. */
static long duration_of(const struct timespec *time) {
    return __mazurka_nanoseconds(time->tv_sec, time->tv_nsec, 0);
}

/* When a wait is over; less than zero if it is no time. */
static long limit_of(const struct timespec *until) {
    return __mazurka_nanoseconds(until->tv_sec, until->tv_nsec, START);
}

/* To sleep is to let others go first, and then it is so much later. */
static void sleep_for(long duration, long until) {
    pthread_testcancel();
    sched_yield();
    __mazurka_sleep(duration, until);
}

unsigned sleep(unsigned seconds) {
    sleep_for(seconds * SECOND, 0);
    return 0;
}

int usleep(unsigned duration) {
    sleep_for(duration * 1000L, 0);
    return 0;
}

#define TIMER_ABSTIME 1

int clock_nanosleep(int clock, int flags, const struct timespec *duration,
                    struct timespec *rest) {
    (void)clock;
    int is_absolute = flags & TIMER_ABSTIME;
    long is = is_absolute ? limit_of(duration) : duration_of(duration);
    if (is < 0)
        return EINVAL;
    if (rest && !is_absolute)
        rest->tv_sec = rest->tv_nsec = 0;
    sleep_for(is_absolute ? 0 : is, is_absolute ? is : 0);
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *rest) {
    int code = clock_nanosleep(0, 0, duration, rest);
    if (code) {
        errno = code;
        return -1;
    }
    return 0;
}

int getpid(void) {
    return 1;
}

int getppid(void) {
    return 0;
}

int gettid(void) {
    return (int)pthread_self();
}

#define FUTEX_WAIT 0
#define FUTEX_WAKE 1
#define FUTEX_WAIT_BITSET 9
#define FUTEX_WAKE_BITSET 10

/* Wakes as many as are asked for, as far as there are so many. */
static long wake_some(void *word, int count) {
    if (count == INT_MAX)
        return __mazurka_futex_wake(word, 1);
    long woken = 0;
    while (woken < count && __mazurka_futex_wake(word, 0))
        woken++;
    return woken;
}

/* A sleep that is over at a time. */
static long futex_until(int *word, int value, long until) {
    if (until >= FOREVER)
        return __mazurka_futex_wait(word, value);
    return __mazurka_futex_timedwait(word, value, until);
}

static long futex(int *word, int operation, int value, const struct timespec *timeout) {
    long result;
    int is_absolute = (operation & 127) == FUTEX_WAIT_BITSET;
    switch (operation & 127) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
        if (!timeout) {
            result = __mazurka_futex_wait(word, value);
        } else {
            long until = is_absolute ? limit_of(timeout) : duration_of(timeout);
            if (until >= 0 && !is_absolute)
                until += __mazurka_clock(NULL, 0);
            result = until < 0 ? -EINVAL : futex_until(word, value, until);
        }
        break;
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        return wake_some(word, value);
    default:
        __mazurka_error("this operation of futex() is not supported");
    }
    if (result < 0) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long result = 0;
    switch (number) {
    case 202: { /* SYS_futex */
        int *word = va_arg(list, int *);
        int operation = (int)va_arg(list, long);
        int value = (int)va_arg(list, long);
        int waits = (operation & 127) == FUTEX_WAIT || (operation & 127) == FUTEX_WAIT_BITSET;
        result = futex(word, operation, value, waits ? va_arg(list, const struct timespec *) : NULL);
        break;
    }
    case 24: /* SYS_sched_yield */
        sched_yield();
        break;
    case 39: /* SYS_getpid */
        result = getpid();
        break;
    case 186: /* SYS_gettid */
        result = gettid();
        break;
    case 324: /* SYS_membarrier */
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        break;
    default:
        __mazurka_error("this syscall() is not supported: nothing of the host is ever called");
    }
    va_end(list);
    return result;
}

unsigned getuid(void) {
    return 0;
}

unsigned geteuid(void) {
    return 0;
}

unsigned getgid(void) {
    return 0;
}

unsigned getegid(void) {
    return 0;
}

int getrusage(int who, void *to) {
    (void)who;
    memset(to, 0, 144);
    return 0;
}

int isatty(int fd) {
    (void)fd;
    return 0;
}

int fsync(int fd) {
    (void)fd;
    return 0;
}

long sysconf(int name) {
    switch (name) {
    case 2: return 100;    /* _SC_CLK_TCK */
    case 4: return 1024;   /* _SC_OPEN_MAX */
    case 30: return 4096;  /* _SC_PAGESIZE */
    case 83:               /* _SC_NPROCESSORS_CONF */
    case 84: return 2;     /* _SC_NPROCESSORS_ONLN */
    case 85: return 65536; /* _SC_PHYS_PAGES */
    default: return -1;
    }
}

int get_nprocs(void) {
    return 2;
}

int get_nprocs_conf(void) {
    return 2;
}

int getpagesize(void) {
    return 4096;
}

int sched_getcpu(void) {
    return 0;
}

int sched_setaffinity(int process, size_t size, const void *set) {
    (void)process;
    (void)size;
    (void)set;
    return 0;
}

int sched_getaffinity(int process, size_t size, void *set) {
    (void)process;
    memset(set, 0, size);
    *(char *)set = 3;
    return 0;
}

int sched_setscheduler(int process, int policy, const int *priority) {
    (void)process;
    (void)policy;
    (void)priority;
    return 0;
}

int sched_getscheduler(int process) {
    (void)process;
    return 0;
}

int __sched_cpucount(size_t size, const unsigned char *set) {
    int count = 0;
    for (size_t i = 0; i < size; i++)
        count += __builtin_popcount(set[i]);
    return count;
}

int sched_get_priority_max(int policy) {
    (void)policy;
    return 99;
}

int sched_get_priority_min(int policy) {
    (void)policy;
    return 1;
}

int getrlimit(int what, unsigned long *to) {
    (void)what;
    to[0] = to[1] = -1UL;
    return 0;
}

int setrlimit(int what, const unsigned long *from) {
    (void)what;
    (void)from;
    return 0;
}

unsigned htonl(unsigned n) {
    return __builtin_bswap32(n);
}

unsigned ntohl(unsigned n) {
    return __builtin_bswap32(n);
}

unsigned short htons(unsigned short n) {
    return __builtin_bswap16(n);
}

unsigned short ntohs(unsigned short n) {
    return __builtin_bswap16(n);
}

void __stack_chk_fail(void) {
    __mazurka_fail("out of bounds", "the stack was overwritten");
}

/* No signal comes but those that a thread raises itself. */
#define SIGNALS 65
#define SIGABRT 6
#define SIGCHLD 17
#define SIGCONT 18

typedef void (*handler)(int);
static handler handlers[SIGNALS];

handler signal(int number, handler new) {
    if (number <= 0 || number >= SIGNALS) {
        errno = EINVAL;
        return (handler)-1;
    }
    handler old = handlers[number];
    handlers[number] = new;
    return old;
}

/* A struct sigaction begins with the handler, and has 152 bytes. */
int sigaction(int number, handler const *action, handler *old) {
    if (number <= 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    if (old) {
        memset(old, 0, 152);
        *old = handlers[number];
    }
    if (action)
        handlers[number] = *action;
    return 0;
}

int raise(int number) {
    if (number <= 0 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    handler set = handlers[number];
    if (set && set != (handler)1)
        set(number);
    else if (!set && number == SIGABRT)
        abort();
    else if (!set && number != SIGCHLD && number != SIGCONT && number != 23 && number != 28)
        __mazurka_fail("abort", "the program is ended by a signal that it raises");
    return 0;
}

int sigemptyset(void *set) {
    memset(set, 0, 128);
    return 0;
}

int sigfillset(void *set) {
    memset(set, 255, 128);
    return 0;
}

int sigaddset(unsigned long *set, int number) {
    set[(number - 1) / 64] |= 1UL << (number - 1) % 64;
    return 0;
}

int sigdelset(unsigned long *set, int number) {
    set[(number - 1) / 64] &= ~(1UL << (number - 1) % 64);
    return 0;
}

int sigismember(const unsigned long *set, int number) {
    return (int)(set[(number - 1) / 64] >> (number - 1) % 64 & 1);
}

int sigprocmask(int how, const void *set, void *old) {
    (void)how;
    (void)set;
    if (old)
        memset(old, 0, 128);
    return 0;
}

int pthread_sigmask(int how, const void *set, void *old) {
    return sigprocmask(how, set, old);
}

unsigned alarm(unsigned seconds) {
    (void)seconds;
    return 0;
}

#define NO_SIGNALS(name) \
    int name(void) { \
        __mazurka_error(#name "() is not supported: a check has no signals"); \
    }
NO_SIGNALS(kill)
NO_SIGNALS(sigwait)
NO_SIGNALS(sigsuspend)
NO_SIGNALS(pause)

#define NO_PROCESSES(name) \
    int name(void) { \
        __mazurka_error(#name "() is not supported: a check has one process"); \
    }
NO_PROCESSES(fork)
NO_PROCESSES(vfork)
NO_PROCESSES(clone)
NO_PROCESSES(execve)
NO_PROCESSES(execvp)
NO_PROCESSES(execl)
NO_PROCESSES(wait)
NO_PROCESSES(waitpid)
NO_PROCESSES(shmget)
NO_PROCESSES(shm_open)

char *setlocale(int category, const char *name) {
    (void)category;
    (void)name;
    return "C";
}
