/* The parts of <pthread.h> that neither block nor synchronise: attributes, and what is
   accepted and ignored. Layouts are those of glibc on x86-64, as far as the interpreter
   reads them. */

typedef unsigned long pthread_t;

/* The first words of a pthread_attr_t, which has 56 bytes, or as many as this if it is
   declared for 32 bits. */
struct thread_attributes {
    int priority, policy, flags, unused;
    size_t guard;
    void *stack;
    size_t stack_size;
};

#define DETACHED 1
#define INHERIT 2
#define PROCESS_SCOPE 4

int pthread_attr_init(struct thread_attributes *attributes) {
    memset(attributes, 0, sizeof *attributes);
    attributes->guard = 4096;
    attributes->stack_size = 8 << 20;
    return 0;
}

int pthread_attr_destroy(struct thread_attributes *attributes) {
    (void)attributes;
    return 0;
}

static int set_flag(int *flags, int flag, int value) {
    if (value != 0 && value != 1)
        return EINVAL;
    *flags = value ? *flags | flag : *flags & ~flag;
    return 0;
}

int pthread_attr_setdetachstate(struct thread_attributes *attributes, int state) {
    return set_flag(&attributes->flags, DETACHED, state);
}

int pthread_attr_getdetachstate(const struct thread_attributes *attributes, int *state) {
    *state = attributes->flags & DETACHED;
    return 0;
}

int pthread_attr_setinheritsched(struct thread_attributes *attributes, int state) {
    return set_flag(&attributes->flags, INHERIT, state);
}

int pthread_attr_getinheritsched(const struct thread_attributes *attributes, int *state) {
    *state = (attributes->flags & INHERIT) != 0;
    return 0;
}

int pthread_attr_setscope(struct thread_attributes *attributes, int scope) {
    return set_flag(&attributes->flags, PROCESS_SCOPE, scope);
}

int pthread_attr_getscope(const struct thread_attributes *attributes, int *scope) {
    *scope = (attributes->flags & PROCESS_SCOPE) != 0;
    return 0;
}

int pthread_attr_setschedpolicy(struct thread_attributes *attributes, int policy) {
    attributes->policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const struct thread_attributes *attributes, int *policy) {
    *policy = attributes->policy;
    return 0;
}

int pthread_attr_setschedparam(struct thread_attributes *attributes, const int *priority) {
    attributes->priority = *priority;
    return 0;
}

int pthread_attr_getschedparam(const struct thread_attributes *attributes, int *priority) {
    *priority = attributes->priority;
    return 0;
}

int pthread_attr_setguardsize(struct thread_attributes *attributes, size_t size) {
    attributes->guard = size;
    return 0;
}

int pthread_attr_getguardsize(const struct thread_attributes *attributes, size_t *size) {
    *size = attributes->guard;
    return 0;
}

int pthread_attr_setstacksize(struct thread_attributes *attributes, size_t size) {
    if (size < 16384)
        return EINVAL;
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const struct thread_attributes *attributes, size_t *size) {
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setstack(struct thread_attributes *attributes, void *stack, size_t size) {
    attributes->stack = stack;
    return pthread_attr_setstacksize(attributes, size);
}

int pthread_attr_getstack(const struct thread_attributes *attributes, void **stack, size_t *size) {
    *stack = attributes->stack;
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setstackaddr(struct thread_attributes *attributes, void *stack) {
    attributes->stack = stack;
    return 0;
}

int pthread_attr_getstackaddr(const struct thread_attributes *attributes, void **stack) {
    *stack = attributes->stack;
    return 0;
}

int pthread_attr_getaffinity_np(const void *attributes, size_t size, void *set) {
    (void)attributes;
    memset(set, 0, size);
    *(char *)set = 3;
    return 0;
}

int pthread_attr_setaffinity_np(void *attributes, size_t size, const void *set) {
    (void)attributes;
    (void)size;
    (void)set;
    return 0;
}

/* A pthread_mutexattr_t is an int: the kind in its low bits, flags in its high ones. */
#define KIND 0xffff
#define SHARED 1 << 31
#define ROBUST 1 << 30
#define PROTOCOL_SHIFT 28

int pthread_mutexattr_init(int *attributes) {
    *attributes = 0;
    return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
    (void)attributes;
    return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < 0 || kind > 3)
        return EINVAL;
    *attributes = (*attributes & ~KIND) | kind;
    return 0;
}

int pthread_mutexattr_gettype(const int *attributes, int *kind) {
    *kind = *attributes & KIND;
    return 0;
}

int pthread_mutexattr_setkind_np(int *attributes, int kind) {
    return pthread_mutexattr_settype(attributes, kind);
}

int pthread_mutexattr_setpshared(int *attributes, int shared) {
    return set_flag(attributes, SHARED, shared);
}

int pthread_mutexattr_getpshared(const int *attributes, int *shared) {
    *shared = (*attributes & (SHARED)) != 0;
    return 0;
}

int pthread_mutexattr_setrobust(int *attributes, int robust) {
    return set_flag(attributes, ROBUST, robust);
}

int pthread_mutexattr_getrobust(const int *attributes, int *robust) {
    *robust = (*attributes & (ROBUST)) != 0;
    return 0;
}

int pthread_mutexattr_setprotocol(int *attributes, int protocol) {
    if (protocol < 0 || protocol > 2)
        return EINVAL;
    *attributes = (*attributes & ~(3 << PROTOCOL_SHIFT)) | protocol << PROTOCOL_SHIFT;
    return 0;
}

int pthread_mutexattr_getprotocol(const int *attributes, int *protocol) {
    *protocol = *attributes >> PROTOCOL_SHIFT & 3;
    return 0;
}

/* Priorities have no meaning here: ceilings are kept nowhere. */
int pthread_mutexattr_setprioceiling(int *attributes, int ceiling) {
    (void)attributes;
    return ceiling < 1 || ceiling > 99 ? EINVAL : 0;
}

int pthread_mutexattr_getprioceiling(const int *attributes, int *ceiling) {
    (void)attributes;
    *ceiling = 1;
    return 0;
}

int pthread_mutex_setprioceiling(void *mutex, int ceiling, int *old) {
    (void)mutex;
    if (ceiling < 1 || ceiling > 99)
        return EINVAL;
    if (old)
        *old = 1;
    return 0;
}

int pthread_mutex_getprioceiling(const void *mutex, int *ceiling) {
    (void)mutex;
    *ceiling = 1;
    return 0;
}

int pthread_mutexattr_setrobust_np(int *attributes, int robust) {
    return pthread_mutexattr_setrobust(attributes, robust);
}

int pthread_mutexattr_getrobust_np(const int *attributes, int *robust) {
    return pthread_mutexattr_getrobust(attributes, robust);
}

int pthread_mutexattr_getkind_np(const int *attributes, int *kind) {
    return pthread_mutexattr_gettype(attributes, kind);
}

int pthread_mutex_init(void *mutex, const int *attributes) {
    if (!attributes)
        return __mazurka_mutex_init(mutex, 0);
    int robust = *attributes & (ROBUST) ? 16 : 0;
    return __mazurka_mutex_init(mutex, (*attributes & KIND) | robust);
}

/* Attributes of the others only say who shares them. */
#define ATTRIBUTES(name, type) \
    int name##_init(type *attributes) { \
        *attributes = 0; \
        return 0; \
    } \
    int name##_destroy(type *attributes) { \
        (void)attributes; \
        return 0; \
    } \
    int name##_setpshared(type *attributes, int shared) { \
        if (shared != 0 && shared != 1) \
            return EINVAL; \
        *attributes = (*attributes & ~(type)1) | shared; \
        return 0; \
    } \
    int name##_getpshared(const type *attributes, int *shared) { \
        *shared = *attributes & 1; \
        return 0; \
    }
ATTRIBUTES(pthread_condattr, int)
ATTRIBUTES(pthread_rwlockattr, long)
ATTRIBUTES(pthread_barrierattr, int)

int pthread_condattr_setclock(int *attributes, int clock) {
    *attributes = (*attributes & 1) | clock << 1;
    return 0;
}

int pthread_condattr_getclock(const int *attributes, int *clock) {
    *clock = *attributes >> 1;
    return 0;
}

int pthread_rwlockattr_setkind_np(long *attributes, int kind) {
    *attributes = (*attributes & 1) | (long)kind << 1;
    return 0;
}

int pthread_rwlockattr_getkind_np(const long *attributes, int *kind) {
    *kind = (int)(*attributes >> 1);
    return 0;
}

int pthread_setname_np(pthread_t thread, const char *name) {
    (void)thread;
    (void)name;
    return 0;
}

int pthread_getname_np(pthread_t thread, char *name, size_t room) {
    (void)thread;
    if (!room)
        return ERANGE;
    *name = 0;
    return 0;
}

int pthread_setconcurrency(int level) {
    (void)level;
    return 0;
}

int pthread_getconcurrency(void) {
    return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const void *set) {
    (void)thread;
    (void)size;
    (void)set;
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, void *set) {
    (void)thread;
    memset(set, 0, size);
    *(char *)set = 3;
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const int *priority) {
    (void)thread;
    (void)policy;
    (void)priority;
    return 0;
}

int pthread_getschedparam(pthread_t thread, int *policy, int *priority) {
    (void)thread;
    *policy = *priority = 0;
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}

/* Cancellation is the interpreter's; these are the parts that write results. */

static int exchange(int value, int *old, int (*set)(int)) {
    if (value != 0 && value != 1)
        return EINVAL;
    int before = set(value);
    if (old)
        *old = before;
    return 0;
}

int pthread_setcancelstate(int state, int *old) {
    return exchange(state, old, __mazurka_cancel_state);
}

int pthread_setcanceltype(int type, int *old) {
    int code = exchange(type, old, __mazurka_cancel_type);
    if (!code && type)
        pthread_testcancel();
    return code;
}

int pthread_join(pthread_t thread, void **result);

static int join_until(pthread_t thread, void **result, long until) {
    int code = __mazurka_has_ended(thread, until);
    return code ? code : pthread_join(thread, result);
}

int pthread_tryjoin_np(pthread_t thread, void **result) {
    return join_until(thread, result, 0);
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
    long limit = limit_of(until);
    if (limit < 0)
        return EINVAL;
    if (limit >= FOREVER)
        return pthread_join(thread, result);
    int code = join_until(thread, result, limit);
    return code == EBUSY ? ETIMEDOUT : code;
}

int pthread_clockjoin_np(pthread_t thread, void **result, int clock,
                         const struct timespec *until) {
    (void)clock;
    return pthread_timedjoin_np(thread, result, until);
}

/* A wait that never ends by its limit is one without. If it would have to wait, the limit has
   to be one. (All clocks are the same.) */
#define TIMED(name, clocked, builtin, unlimited) \
    int unlimited(void *object); \
    int name(void *object, const struct timespec *until) { \
        long limit = limit_of(until); \
        if (limit >= FOREVER) \
            return unlimited(object); \
        int code = builtin(object, limit < 0 ? 0 : limit); \
        return code == ETIMEDOUT && limit < 0 ? EINVAL : code; \
    } \
    int clocked(void *object, int clock, const struct timespec *until) { \
        (void)clock; \
        return name(object, until); \
    }
TIMED(pthread_mutex_timedlock, pthread_mutex_clocklock, __mazurka_pthread_mutex_timedlock,
      pthread_mutex_lock)
TIMED(pthread_rwlock_timedrdlock, pthread_rwlock_clockrdlock,
      __mazurka_pthread_rwlock_timedrdlock, pthread_rwlock_rdlock)
TIMED(pthread_rwlock_timedwrlock, pthread_rwlock_clockwrlock,
      __mazurka_pthread_rwlock_timedwrlock, pthread_rwlock_wrlock)

int sem_wait(void *semaphore);

int sem_timedwait(void *semaphore, const struct timespec *until) {
    long limit = limit_of(until);
    if (limit >= FOREVER)
        return sem_wait(semaphore);
    int code = __mazurka_sem_timedwait(semaphore, limit < 0 ? 0 : limit);
    if (code && limit < 0)
        errno = EINVAL;
    return code;
}

int sem_clockwait(void *semaphore, int clock, const struct timespec *until) {
    (void)clock;
    return sem_timedwait(semaphore, until);
}

int pthread_cond_wait(void *condition, void *mutex);

int pthread_cond_timedwait(void *condition, void *mutex, const struct timespec *until) {
    long limit = limit_of(until);
    if (limit < 0)
        return EINVAL;
    if (limit >= FOREVER)
        return pthread_cond_wait(condition, mutex);
    return __mazurka_pthread_cond_timedwait(condition, mutex, limit);
}

int pthread_cond_clockwait(void *condition, void *mutex, int clock,
                           const struct timespec *until) {
    (void)clock;
    return pthread_cond_timedwait(condition, mutex, until);
}

int pthread_getattr_np(pthread_t thread, struct thread_attributes *attributes) {
    (void)thread;
    return pthread_attr_init(attributes);
}

int pthread_getattr_default_np(struct thread_attributes *attributes) {
    return pthread_attr_init(attributes);
}

int pthread_setattr_default_np(const struct thread_attributes *attributes) {
    (void)attributes;
    return 0;
}

int pthread_getcpuclockid(pthread_t thread, int *clock) {
    (void)thread;
    *clock = 3;
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority) {
    (void)thread;
    (void)priority;
    return 0;
}

/* No signal ever comes; that of number zero only asks whether there is such a thread. */
int pthread_kill(pthread_t thread, int number) {
    (void)thread;
    if (number)
        __mazurka_error("pthread_kill() is not supported: a check has no signals");
    return 0;
}

/* Semaphores with names, which all threads of the one process share. */
#define NAMED 16

int sem_init(void *semaphore, int shared, unsigned value);
int pthread_mutex_lock(void *mutex);
int pthread_mutex_unlock(void *mutex);

static struct {
    char name[64];
    void *semaphore;
} named[NAMED];
static long named_lock[5];

static int place_of(const char *name) {
    for (int i = 0; i < NAMED; i++)
        if (named[i].semaphore && !strcmp(named[i].name, name))
            return i;
    return -1;
}

static int free_place(void) {
    for (int i = 0; i < NAMED; i++)
        if (!named[i].semaphore)
            return i;
    __mazurka_error("more than 16 named semaphores are open");
}

#define EEXIST 17

static void *open_semaphore(const char *name, int flags, unsigned value) {
    int place = place_of(name);
    int wrong = place < 0 ? (flags & O_CREAT ? 0 : ENOENT)
                          : (flags & O_CREAT && flags & O_EXCL ? EEXIST : 0);
    if (wrong) {
        errno = wrong;
        return NULL;
    }
    if (place < 0) {
        if (strlen(name) >= sizeof named[0].name)
            __mazurka_error("the name of a semaphore has more than 63 characters");
        place = free_place();
        void *semaphore = malloc(32);
        if (!semaphore)
            return NULL;
        memcpy(named[place].name, name, strlen(name) + 1);
        named[place].semaphore = semaphore;
        sem_init(semaphore, 0, value);
    }
    return named[place].semaphore;
}

void *sem_open(const char *name, int flags, ...) {
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list list;
        va_start(list, flags);
        (void)va_arg(list, unsigned);
        value = va_arg(list, unsigned);
        va_end(list);
    }
    pthread_mutex_lock(named_lock);
    void *semaphore = open_semaphore(name, flags, value);
    pthread_mutex_unlock(named_lock);
    return semaphore;
}

int sem_close(void *semaphore) {
    (void)semaphore;
    return 0;
}

/* Those who have it open may go on with it. */
int sem_unlink(const char *name) {
    pthread_mutex_lock(named_lock);
    int place = place_of(name);
    if (place >= 0)
        named[place].semaphore = NULL;
    pthread_mutex_unlock(named_lock);
    if (place >= 0)
        return 0;
    errno = ENOENT;
    return -1;
}
