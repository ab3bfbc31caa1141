// sc: verified 256
// tso: verified 256
// pso: verified 256
// variant: -DN=2
// sc: verified 4
// tso: verified 4
// pso: verified 4
// Source Sets, Figures 1 and 13: a writer of x, and N readers of x that first read a
// variable of their own. 2^N traces; `classic` explores (3^N + 1) / 2.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 8
#endif

static atomic_int x, y[N];

static void *writer(void *argument) {
    (void)argument;
    atomic_store(&x, 1);
    return NULL;
}

static void *reader(void *argument) {
    long i = (long)argument;
    atomic_load(&y[i]);
    atomic_load(&x);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&thread, NULL, reader, (void *)i);
    pthread_exit(NULL);
}
