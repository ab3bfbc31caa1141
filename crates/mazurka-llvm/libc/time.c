/* <time.h>, <sys/time.h>, <unistd.h>, <signal.h> and relatives: what a check can say
   of the world without anything of it. */

struct timespec {
    long tv_sec, tv_nsec;
};

struct timeval {
    long tv_sec, tv_usec;
};

/* Each thread has a clock of its own that goes on by a microsecond when it is looked
   at: nothing depends on what other threads do. It starts on 1 January 2020. */
#define START 1577836800L
static _Thread_local long microseconds;

long time(long *to) {
    long now = START + microseconds++ / 1000000;
    if (to)
        *to = now;
    return now;
}

long clock(void) {
    return microseconds++;
}

int gettimeofday(struct timeval *to, void *zone) {
    (void)zone;
    long now = microseconds++;
    to->tv_sec = START + now / 1000000;
    to->tv_usec = now % 1000000;
    return 0;
}

int clock_gettime(int clock, struct timespec *to) {
    (void)clock;
    long now = microseconds++;
    to->tv_sec = START + now / 1000000;
    to->tv_nsec = now % 1000000 * 1000;
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
        to->tv_nsec = 1000;
    }
    return 0;
}

double difftime(long after, long before) {
    return (double)(after - before);
}

/* Time passes at once: to sleep is to let others go first. */

unsigned sleep(unsigned seconds) {
    (void)seconds;
    sched_yield();
    return 0;
}

int usleep(unsigned duration) {
    (void)duration;
    sched_yield();
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *rest) {
    (void)duration;
    if (rest)
        rest->tv_sec = rest->tv_nsec = 0;
    sched_yield();
    return 0;
}

int clock_nanosleep(int clock, int flags, const struct timespec *duration,
                    struct timespec *rest) {
    (void)clock;
    (void)flags;
    return nanosleep(duration, rest);
}

#define NO_CALENDAR(name) \
    void *name(void) { \
        __mazurka_error(#name "() is not supported: a check has no calendar"); \
    }
NO_CALENDAR(localtime)
NO_CALENDAR(localtime_r)
NO_CALENDAR(gmtime)
NO_CALENDAR(gmtime_r)
NO_CALENDAR(ctime)
NO_CALENDAR(asctime)
NO_CALENDAR(strftime)
NO_CALENDAR(mktime)

int getpid(void) {
    return 1;
}

int getppid(void) {
    return 0;
}

int gettid(void) {
    __mazurka_error("gettid() is not supported: use pthread_self()");
}

long syscall(long number, ...) {
    (void)number;
    __mazurka_error("syscall() is not supported: nothing of the host is ever called");
}

unsigned getuid(void) {
    return 0;
}

int isatty(int fd) {
    (void)fd;
    return 0;
}

ssize_t write(int fd, const void *from, size_t length) {
    if (fd != 1 && fd != 2)
        __mazurka_error("write() is only supported for standard output and standard error");
    print_text(fd, from, length, 0);
    return (ssize_t)length;
}

int close(int fd) {
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

/* No signal ever comes, so handlers are never called. */

void (*signal(int number, void (*handler)(int)))(int) {
    (void)number;
    (void)handler;
    return NULL;
}

int sigaction(int number, const void *action, void *old) {
    (void)number;
    (void)action;
    if (old)
        memset(old, 0, 152);
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
NO_SIGNALS(raise)
NO_SIGNALS(kill)
NO_SIGNALS(pthread_kill)
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

/* pthread_cleanup_push of glibc calls __sigsetjmp: it may return, but nobody may jump
   back. */

int setjmp(void *buffer) {
    (void)buffer;
    return 0;
}

int _setjmp(void *buffer) {
    (void)buffer;
    return 0;
}

int __sigsetjmp(void *buffer, int mask) {
    (void)buffer;
    (void)mask;
    return 0;
}

#define NO_JUMPS(name) \
    void name(void) { __mazurka_error(#name "() is not supported"); }
NO_JUMPS(longjmp)
NO_JUMPS(_longjmp)
NO_JUMPS(siglongjmp)
NO_JUMPS(__longjmp_chk)

char *setlocale(int category, const char *name) {
    (void)category;
    (void)name;
    return "C";
}
