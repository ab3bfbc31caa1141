// flags: --races
// sc: data-race 2
// variant: -DFIXED
// flags: --races
// sc: verified 2
// variant: -DTRIES
// flags: --races
// sc: data-race 4
// Two readers of a read-write lock are not ordered with one another, whoever comes first,
// and one who tries to take a mutex and fails is not ordered with those before.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int data;

#ifdef FIXED
#define LOCK pthread_rwlock_wrlock(&lock)
#else
#define LOCK pthread_rwlock_rdlock(&lock)
#endif

static void is_ready(void) {
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
}

static void *reader(void *argument) {
#ifdef TRIES
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        if (pthread_mutex_trylock(&mutex) == 0) {
            pthread_mutex_unlock(&mutex);
        } else {
            int seen = data;
        }
    }
#else
    LOCK;
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        int seen = data;
    }
    pthread_rwlock_unlock(&lock);
#endif
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
#ifdef TRIES
    pthread_mutex_lock(&mutex);
    data = 1;
    pthread_mutex_unlock(&mutex);
    is_ready();
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
#else
    data = 1;
    LOCK;
    is_ready();
    pthread_rwlock_unlock(&lock);
#endif
    pthread_join(thread, NULL);
    return 0;
}
