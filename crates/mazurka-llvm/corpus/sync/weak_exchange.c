// sc: verified 2
// A weak compare-exchange may fail although the value is the expected one: with --spurious,
// once in each thread.
// variant: -DONCE
// flags: --spurious
// sc: assertion 7: expected == 1
// tso: assertion 7: expected == 1
// pso: assertion 7: expected == 1
// variant: -DALONE
// flags: --spurious
// sc: assertion 2: expected == 1
// variant: -DLOOPS
// flags: --spurious
// sc: verified 12
// tso: verified 12
// pso: verified 12
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *argument) {
    int expected = 0;
#ifdef LOOPS
    while (!atomic_compare_exchange_weak(&counter, &expected, expected + 1))
        ;
#else
    if (!atomic_compare_exchange_weak(&counter, &expected, 1))
        assert(expected == 1);
#endif
    return argument;
}

int main(void) {
    pthread_t a, b;
#ifdef ALONE
    add(NULL);
    return 0;
#endif
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
#ifdef LOOPS
    assert(counter == 2);
#endif
    return 0;
}
