// sc: verified 6
// tso: verified 6
// pso: verified 6
// Spin locks of N threads: as many executions as there are orders to take them.
// variant: -DN=2
// sc: verified 2
// tso: verified 2
// pso: verified 2
// variant: -DN=5
// sc: verified 120
// tso: verified 120
// pso: verified 120
// variant: -DEXCHANGE -DN=4
// sc: verified 24
// tso: verified 24
// pso: verified 24
// variant: -DWEAK -DN=4
// sc: verified 24
// tso: verified 24
// pso: verified 24
// variant: -DEXCHANGE -DN=6
// sc: verified 720
// tso: verified 720
// pso: verified 720
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int taken;
static int count;

static void lock(void) {
#if defined(EXCHANGE)
    while (atomic_exchange(&taken, 1))
        ;
#elif defined(WEAK)
    int free;
    do
        free = 0;
    while (!atomic_compare_exchange_weak(&taken, &free, 1));
#else
    int free;
    do
        free = 0;
    while (!atomic_compare_exchange_strong(&taken, &free, 1));
#endif
}

static void *run(void *argument) {
    lock();
    int before = count;
    count = before + 1;
    atomic_store_explicit(&taken, 0, memory_order_release);
    return argument;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(count == N);
    return 0;
}
