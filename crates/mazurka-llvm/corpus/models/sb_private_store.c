// sc: verified 3
// tso: verified 3
// pso: verified 3
// variant: -DRELAXED
// sc: verified 3
// tso: assertion 4
// pso: assertion 4
// Store buffering, with a sequentially consistent store to a variable of the thread's own
// in between: nobody sees that, but what was stored before reaches memory before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef RELAXED
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_seq_cst
#endif

static atomic_int x, y;
static atomic_int mine[2];
static int seen[2];

static void *other(void *argument) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&mine[1], 1, ORDER);
    seen[1] = atomic_load_explicit(&x, memory_order_relaxed);
    return argument;
}

int main(void) {
    pthread_t thread;
    atomic_int local;
    pthread_create(&thread, NULL, other, NULL);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&local, 1, ORDER);
    seen[0] = atomic_load_explicit(&y, memory_order_relaxed);
    pthread_join(thread, NULL);
    assert(seen[0] || seen[1]);
    return 0;
}
