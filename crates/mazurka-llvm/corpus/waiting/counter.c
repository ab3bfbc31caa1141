// sc: verified 6
// tso: verified 6
// pso: verified 6
// A counter by compare-exchange: a failed attempt comes to nothing, and the load is one step
// with what succeeds.
// variant: -DRELOAD
// sc: verified 6
// tso: verified 6
// pso: verified 6
// variant: -DN=5
// sc: verified 120
// tso: verified 120
// pso: verified 120
// variant: -DRELOAD -DN=5
// sc: verified 120
// tso: verified 120
// pso: verified 120
// variant: -DFIRST
// What the first load found is kept: which of the earlier values that was tells executions apart.
// sc: verified 36
// tso: verified 36
// pso: verified 36
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int count;
static int first[N];

static void *run(void *argument) {
    int *kept = argument;
#ifdef RELOAD
    for (;;) {
        int before = atomic_load(&count);
        if (atomic_compare_exchange_strong(&count, &before, before + 1))
            break;
    }
#else
    int before = atomic_load(&count);
#ifdef FIRST
    *kept = before;
#endif
    while (!atomic_compare_exchange_weak(&count, &before, before + 1))
        ;
#endif
    return kept;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, run, &first[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(count == N);
    return 0;
}
