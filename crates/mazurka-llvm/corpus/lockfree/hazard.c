// sc: verified 7
// tso: verified 7
// pso: verified 7
// variant: -DUNFENCED
// sc: verified 7
// tso: invalid-access 9: freed
// pso: invalid-access 9: freed
// A hazard pointer: the reader says what it looks at, and looks again whether it is still
// there; who replaces it frees it only if nobody says so. The store must reach memory
// before the second look.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared, hazard;

static void *reader(void *argument) {
    int *seen = atomic_load_explicit(&shared, memory_order_relaxed);
    atomic_store_explicit(&hazard, seen, memory_order_relaxed);
#ifndef UNFENCED
    atomic_thread_fence(memory_order_seq_cst);
#endif
    if (atomic_load_explicit(&shared, memory_order_relaxed) != seen)
        return NULL;
    int value = *seen;
    atomic_store_explicit(&hazard, NULL, memory_order_release);
    return (void *)(long)value;
}

static void *writer(void *argument) {
    int *new = malloc(sizeof *new);
    *new = 2;
    int *old = atomic_exchange(&shared, new);
    if (atomic_load(&hazard) != old)
        free(old);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int *first = malloc(sizeof *first);
    *first = 1;
    shared = first;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
