// What the litmus tests have in common: short names, and a main that runs the threads
// and then looks at what they loaded.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, value) atomic_store_explicit(&x, value, memory_order_relaxed)
#define LOAD_SC(x) atomic_load(&x)
#define STORE_SC(x, value) atomic_store(&x, value)
#define LOAD_ACQUIRE(x) atomic_load_explicit(&x, memory_order_acquire)
#define STORE_RELEASE(x, value) atomic_store_explicit(&x, value, memory_order_release)
#define FENCE() atomic_thread_fence(memory_order_seq_cst)
#define FENCE_RELEASE() atomic_thread_fence(memory_order_release)
#define EXCHANGE(x, value) atomic_exchange(&x, value)

#define THREAD(name) static void *name(void *unused)

static inline void run(int count, void *(**threads)(void *)) {
    pthread_t started[4];
    for (int i = 0; i < count; i++)
        pthread_create(&started[i], NULL, threads[i], NULL);
    for (int i = 0; i < count; i++)
        pthread_join(started[i], NULL);
}

#define RUN(...) \
    do { \
        void *(*threads[])(void *) = {__VA_ARGS__}; \
        run(sizeof threads / sizeof *threads, threads); \
    } while (0)
