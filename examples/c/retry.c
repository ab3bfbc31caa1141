// A loop that waits, and writes in each round: it has an execution without end.
//
//   mazurka check retry.c             no bug, and no verdict
//   mazurka check retry.c --unroll 3  the same, with the loop cut

#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, ready;

static void *wait_for_it(void *unused) {
    while (!atomic_load(&ready)) {
        atomic_fetch_add(&lock, 1);
        atomic_fetch_sub(&lock, 1);
    }
    return NULL;
}

int main(void) {
    pthread_t waiter;
    pthread_create(&waiter, NULL, wait_for_it, NULL);
    while (atomic_load(&lock) == 1)
        ;
    atomic_store(&ready, 1);
    pthread_join(waiter, NULL);
    return 0;
}
