// sc: verified 4
// tso: verified 4
// pso: assertion 6
// variant: -DFIXED
// sc: verified 4
// tso: verified 4
// pso: verified 4
// Double-checked locking: the flag is stored after the data, but not released. Only PSO
// shows it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define PUBLISH memory_order_release
#else
#define PUBLISH memory_order_relaxed
#endif

static atomic_int ready, data;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
    if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_mutex_lock(&lock);
        if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
            atomic_store_explicit(&data, 42, memory_order_relaxed);
            atomic_store_explicit(&ready, 1, PUBLISH);
        }
        pthread_mutex_unlock(&lock);
    }
    return atomic_load_explicit(&data, memory_order_relaxed);
}

static void *run(void *argument) {
    assert(get() == 42);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
