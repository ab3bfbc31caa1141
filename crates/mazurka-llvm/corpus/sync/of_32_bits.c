// sc: verified 2
// tso: verified 2
// pso: verified 2
// A file that was preprocessed for 32 bits, as most of SV-COMP's are: it declares all that it
// uses itself. Types are smaller than those of 64 bits, and a mutex has its kind elsewhere.
// variant: -DINT_THREADS
// sc: verified 2
// tso: verified 2
// pso: verified 2
typedef unsigned int size_t;
#ifdef INT_THREADS
typedef int pthread_t;
#else
typedef unsigned long int pthread_t;
#endif
typedef union {
    struct {
        int lock;
        unsigned int count;
        int owner;
        int kind;
        unsigned int users;
        int spins;
    } data;
    char size[24];
} pthread_mutex_t;
typedef union {
    char size[36];
    long align;
} pthread_attr_t;
typedef union {
    char size[32];
    long align;
} pthread_rwlock_t;
typedef union {
    char size[48];
    long long align;
} pthread_cond_t;
typedef union {
    char size[20];
    int align;
} pthread_barrier_t;
typedef union {
    char size[16];
    long align;
} sem_t;

extern void *malloc(size_t size) __attribute__((__nothrow__, __leaf__)) __attribute__((__malloc__));
extern void free(void *block);
extern size_t strlen(const char *text);
extern void *memset(void *to, int value, size_t size);
extern int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument);
extern int pthread_join(pthread_t thread, void **result);
extern int pthread_attr_init(pthread_attr_t *attributes);
extern int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
extern int pthread_attr_destroy(pthread_attr_t *attributes);
extern int pthread_mutex_init(pthread_mutex_t *mutex, const int *attributes);
extern int pthread_mutex_lock(pthread_mutex_t *mutex);
extern int pthread_mutex_unlock(pthread_mutex_t *mutex);
extern int pthread_mutex_destroy(pthread_mutex_t *mutex);
extern int pthread_rwlock_init(pthread_rwlock_t *lock, const void *attributes);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
extern int pthread_rwlock_unlock(pthread_rwlock_t *lock);
extern int pthread_cond_init(pthread_cond_t *condition, const void *attributes);
extern int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
extern int pthread_cond_signal(pthread_cond_t *condition);
extern int pthread_barrier_init(pthread_barrier_t *barrier, const void *attributes, unsigned count);
extern int pthread_barrier_wait(pthread_barrier_t *barrier);
extern int sem_init(sem_t *semaphore, int shared, unsigned int value);
extern int sem_wait(sem_t *semaphore);
extern int sem_post(sem_t *semaphore);
extern void __assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function) __attribute__((__noreturn__));
#define CHECK(what) ((what) ? (void)0 : __assert_fail(#what, __FILE__, __LINE__, __func__))

static pthread_mutex_t plain = {{0, 0, 0, 0, 0, 0}};
static pthread_mutex_t recursive = {{0, 0, 0, 1, 0, 0}};
static pthread_rwlock_t rwlock;
static pthread_cond_t condition;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int counter, is_ready;

static void *thread(void *argument) {
    int *own = malloc(sizeof(int) * 2);
    memset(own, 0, sizeof(int) * 2);
    own[1] = *(int *)argument;
    pthread_barrier_wait(&barrier);
    sem_wait(&semaphore);
    pthread_mutex_lock(&recursive);
    CHECK(pthread_mutex_lock(&recursive) == 0);
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_rwlock_rdlock(&rwlock);
    CHECK(counter == 7);
    pthread_rwlock_unlock(&rwlock);
    pthread_mutex_lock(&plain);
    is_ready = own[1];
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&plain);
    free(own);
    return 0;
}

int main(void) {
    struct {
        pthread_t thread;
        int after;
    } first = {0, 3};
    pthread_attr_t attributes;
    pthread_mutex_t local;
    int argument = 5;
    CHECK(strlen("seven..") == 7);
    pthread_rwlock_init(&rwlock, 0);
    pthread_cond_init(&condition, 0);
    pthread_barrier_init(&barrier, 0, 2);
    sem_init(&semaphore, 0, 0);
    pthread_mutex_init(&local, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, 0);
    CHECK(pthread_create(&first.thread, &attributes, thread, &argument) == 0);
    pthread_attr_destroy(&attributes);
    CHECK(first.after == 3);
    pthread_barrier_wait(&barrier);
    pthread_rwlock_wrlock(&rwlock);
    counter = 7;
    pthread_rwlock_unlock(&rwlock);
    sem_post(&semaphore);
    pthread_mutex_lock(&plain);
    while (!is_ready)
        pthread_cond_wait(&condition, &plain);
    CHECK(is_ready == 5);
    pthread_mutex_unlock(&plain);
    pthread_join(first.thread, 0);
    pthread_mutex_lock(&local);
    pthread_mutex_unlock(&local);
    pthread_mutex_destroy(&local);
    return 0;
}
