// sc: verified 13
// tso: verified 13
// pso: verified 13
// variant: -DN=1
// sc: verified 5
// variant: -DN=6
// sc: verified 25
// Source Sets, Figure 10: N groups of threads, each started only by one trace of the group
// before it. 4 N + 1 traces; `source` starts exponentially many more.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int x[N], y[N], z[N];

static void *q(void *argument) {
    atomic_store(&y[(long)argument], 1);
    return NULL;
}

static void *r(void *argument) {
    long i = (long)argument;
    if (atomic_load(&y[i]) == 0)
        atomic_store(&z[i], 1);
    return NULL;
}

static void *s(void *argument) {
    long i = (long)argument;
    if (atomic_load(&z[i]) == 1 && atomic_load(&y[i]) == 0)
        atomic_store(&x[i], 1);
    return NULL;
}

static void start(long i) {
    pthread_t thread;
    pthread_create(&thread, NULL, r, (void *)i);
    pthread_create(&thread, NULL, s, (void *)i);
    pthread_create(&thread, NULL, q, (void *)i);
}

static void *p(void *argument) {
    long i = (long)argument;
    if (atomic_load(&x[i]) == 1 && i + 1 < N)
        start(i + 1);
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (long i = N; i-- > 0;)
        pthread_create(&thread, NULL, p, (void *)i);
    start(0);
    pthread_exit(NULL);
}
