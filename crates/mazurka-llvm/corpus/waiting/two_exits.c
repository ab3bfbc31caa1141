// sc: assertion
// tso: assertion
// pso: assertion
// An attempt that fails comes to nothing, unless it finds five: then the thread gives up. So the
// load is not one step with the compare-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *run(void *argument) {
    int before = atomic_load(&x), has_given_up = 0;
    while (!atomic_compare_exchange_strong(&x, &before, before + 10))
        if (before == 5) {
            has_given_up = 1;
            break;
        }
    assert(!has_given_up);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    atomic_store(&x, 3);
    atomic_store(&x, 5);
    pthread_join(thread, NULL);
    return 0;
}
