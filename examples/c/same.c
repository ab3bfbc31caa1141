// Four threads that do the same: executions that only exchange their roles need not be explored.
//
//   mazurka check same.c             verified
//   mazurka check same.c --symmetry  verified, with fewer executions

#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void *twice(void *unused) {
    atomic_exchange(&value, 1);
    atomic_exchange(&value, 2);
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, twice, NULL);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    return 0;
}
