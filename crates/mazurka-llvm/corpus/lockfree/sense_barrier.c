// sc: verified 4
// tso: verified 4
// pso: verified 4
// A barrier that is made of a counter and a phase.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 2

static atomic_int arrived, phase;
static int data[THREADS];

static void wait_for_all(int next) {
    if (atomic_fetch_add(&arrived, 1) == THREADS - 1) {
        atomic_store(&arrived, 0);
        atomic_store(&phase, next);
    } else {
        while (atomic_load(&phase) != next)
            continue;
    }
}

static void *run(void *argument) {
    long i = (long)argument;
    data[i] = 1;
    wait_for_all(1);
    assert(data[1 - i] == 1);
    wait_for_all(2);
    data[i] = 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, run, (void *)0);
    pthread_create(&b, NULL, run, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(data[0] == 2 && data[1] == 2);
    return 0;
}
