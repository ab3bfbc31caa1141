// sc: livelock
// tso: livelock
// pso: livelock
// The thread that tries again has stored to the variable before, and may have to wait for its
// store buffer between its look and its attempt.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint x, y, seen;

static void *add(void *argument) {
    unsigned before = atomic_fetch_add(&x, 1);
    atomic_store_explicit(&seen, before + atomic_load_explicit(&y, memory_order_relaxed),
                          memory_order_relaxed);
    return argument;
}

static void *take(void *argument) {
    atomic_store_explicit(&x, 0, memory_order_relaxed);
    atomic_store_explicit(&y, 0, memory_order_relaxed);
    unsigned left = atomic_load_explicit(&x, memory_order_relaxed);
    do {
        while (left == 0)
            left = atomic_load_explicit(&x, memory_order_relaxed);
    } while (!atomic_compare_exchange_strong(&x, &left, left - 1));
    return argument;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, add, NULL);
    pthread_create(&threads[1], NULL, add, NULL);
    pthread_create(&threads[2], NULL, take, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
