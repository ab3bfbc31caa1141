// sc: verified 64
// tso: verified 64
// pso: verified 64
// variant: -DN=10
// sc: verified 3328
// Source Sets, Figure 11: a search from index N down for a zero, and N threads that each
// write x[j - 1] + 1 to x[j]. 2^(N-2) (N + 3) traces.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int x[N + 1];

static void *search(void *argument) {
    (void)argument;
    int i = N;
    while (i > 0 && atomic_load(&x[i]) != 0)
        i--;
    return NULL;
}

static void *add(void *argument) {
    long j = (long)argument;
    atomic_store(&x[j], atomic_load(&x[j - 1]) + 1);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, search, NULL);
    for (long j = 1; j <= N; j++)
        pthread_create(&thread, NULL, add, (void *)j);
    pthread_exit(NULL);
}
