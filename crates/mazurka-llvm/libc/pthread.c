/* The parts of <pthread.h> that neither block nor synchronise: attributes, and what is
   accepted and ignored. Layouts are those of glibc on x86-64, as far as the interpreter
   reads them. */

typedef unsigned long pthread_t;

/* The first words of a pthread_attr_t, which has 56 bytes. */
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
    memset(attributes, 0, 56);
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

int pthread_mutexattr_setprioceiling(int *attributes, int ceiling) {
    (void)attributes;
    (void)ceiling;
    return 0;
}

int pthread_mutex_init(void *mutex, const int *attributes) {
    return __mazurka_mutex_init(mutex, attributes ? *attributes & KIND : 0);
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

/* Nobody is ever cancelled. */

int pthread_cancel(pthread_t thread) {
    (void)thread;
    __mazurka_error("pthread_cancel() is not supported");
}

static _Thread_local int cancel_state, cancel_type;

static int exchange(int *setting, int value, int *old) {
    if (value != 0 && value != 1)
        return EINVAL;
    if (old)
        *old = *setting;
    *setting = value;
    return 0;
}

int pthread_setcancelstate(int state, int *old) {
    return exchange(&cancel_state, state, old);
}

int pthread_setcanceltype(int type, int *old) {
    return exchange(&cancel_type, type, old);
}

void pthread_testcancel(void) {
}

void __pthread_register_cancel(void *buffer) {
    (void)buffer;
}

void __pthread_unregister_cancel(void *buffer) {
    (void)buffer;
}

void __pthread_register_cancel_defer(void *buffer) {
    (void)buffer;
}

void __pthread_unregister_cancel_restore(void *buffer) {
    (void)buffer;
}

void __pthread_unwind_next(void *buffer) {
    (void)buffer;
    __mazurka_error("pthread_cancel() is not supported");
}
