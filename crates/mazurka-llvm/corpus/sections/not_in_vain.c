// sc: assertion
// tso: assertion
// pso: assertion
// A step is not in vain if others see what it did, although an assumption fails after it: here
// it exchanged a value.
// variant: -DBUFFERED
// tso: assertion
// pso: assertion
// Here it put a store into its buffer.
// variant: -DFREED
// sc: invalid-access 2: freed
// What it reads may have been freed.
// variant: -DFREED -DEXCHANGE
// sc: invalid-access 2: freed
// So may what it would exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_assume(int);

static atomic_int a;
static volatile int x, v;

static void *thread(void *pointer) {
#if defined(BUFFERED)
    int seen = x;
    v = 1;
    __VERIFIER_assume(seen);
#elif defined(EXCHANGE)
    int seen = 1;
    __VERIFIER_assume(atomic_compare_exchange_strong((atomic_int *)pointer, &seen, 2));
#elif defined(FREED)
    int seen = *(volatile int *)pointer;
    __VERIFIER_assume(seen == 1);
#else
    int seen = atomic_exchange(&a, 2);
    __VERIFIER_assume(seen == 1);
#endif
    return pointer;
}

int main(void) {
    pthread_t other;
    int *pointer = calloc(1, sizeof *pointer);
    pthread_create(&other, 0, thread, pointer);
#if defined(BUFFERED)
    assert(v != 1);
    x = 0;
#elif defined(FREED)
    *(volatile int *)pointer = 1;
    free(pointer);
#else
    assert(atomic_load(&a) != 2);
#endif
    pthread_join(other, 0);
    return 0;
}
