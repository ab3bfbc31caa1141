// sc: verified 48
// tso: verified 48
// pso: verified 48
// variant: -DN=6
// sc: verified 1440
// Source Sets, Figure 12: N increments of one counter that must all be done before the
// second of two increments of another. 2 N! traces.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 4
#endif

static atomic_int counter1, counter2;
static pthread_t threads[N];

static void *first(void *argument) {
    return (void *)(long)atomic_fetch_add(&counter1, 1);
}

static void *other(void *argument) {
    return (void *)(long)atomic_fetch_add(&counter2, 1);
}

static void *last(void *argument) {
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return (void *)(long)atomic_fetch_add(&counter1, 1);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, first, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, other, NULL);
    pthread_create(&thread, NULL, last, NULL);
    pthread_exit(NULL);
}
