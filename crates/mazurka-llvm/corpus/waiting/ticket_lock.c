// sc: verified 6
// tso: verified 6
// pso: verified 6
// Who waits for its number waits for nothing else: N! executions.
// variant: -DN=2
// sc: verified 2
// tso: verified 2
// pso: verified 2
// variant: -DN=5
// sc: verified 120
// tso: verified 120
// pso: verified 120
// variant: -DN=6
// sc: verified 720
// tso: verified 720
// pso: verified 720
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int next, serving;
static int count;

static void *run(void *argument) {
    int mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine)
        ;
    count++;
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
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
