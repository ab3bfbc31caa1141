// Four threads that meet in every step: there are far too many executions.
//
//   mazurka check many.c --max-time 2      no bug, and no verdict
//   mazurka check many.c --preemptions 2   those that are most likely to show one

#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void *work(void *unused) {
    for (int round = 0; round < 4; round++)
        atomic_exchange(&value, atomic_load(&value) + 1);
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    return 0;
}
