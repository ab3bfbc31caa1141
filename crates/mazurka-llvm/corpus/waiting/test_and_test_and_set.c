// sc: verified 36
// tso: verified 36
// pso: verified 36
// The first look may find any of the earlier releases: N! for each order.
// variant: -DN=2
// sc: verified 4
// tso: verified 4
// pso: verified 4
// variant: -DN=4
// sc: verified 576
// tso: verified 576
// pso: verified 576
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int taken;
static int count;

static void *run(void *argument) {
    for (;;) {
        while (atomic_load(&taken))
            ;
        if (!atomic_exchange(&taken, 1))
            break;
    }
    count++;
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
