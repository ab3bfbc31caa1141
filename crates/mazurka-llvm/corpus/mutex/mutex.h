// What the algorithms for mutual exclusion have in common. Each defines lock(i) and
// unlock(i) before it includes the second half by defining MUTEX_MAIN.
//
// FENCES: 0 none, 1 those between a store and a load, 2 those between stores as well,
// 3 none, but all accesses are sequentially consistent.
#ifndef MUTEX_MAIN

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef FENCES
#define FENCES 2
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

void __VERIFIER_assume(int condition);

#if FENCES == 3
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_relaxed
#endif

#define LOAD(x) atomic_load_explicit(&(x), ORDER)
#define STORE(x, value) atomic_store_explicit(&(x), value, ORDER)

static inline void store_load(void) {
#if FENCES == 1 || FENCES == 2
    atomic_thread_fence(memory_order_seq_cst);
#endif
}

static inline void store_store(void) {
#if FENCES == 2
    atomic_thread_fence(memory_order_release);
#endif
}

// Who has to wait goes no further: another execution, in which it came later, covers
// what others can see of it.
#define AGAIN() __VERIFIER_assume(0)

#else

static atomic_int counter;

static void *run(void *argument) {
    int i = (int)(long)argument;
    for (int round = 0; round < ROUNDS; round++) {
        lock(i);
        int count = atomic_load_explicit(&counter, memory_order_relaxed);
        atomic_store_explicit(&counter, count + 1, memory_order_relaxed);
        unlock(i);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load_explicit(&counter, memory_order_relaxed) == THREADS * ROUNDS);
    return 0;
}

#endif
