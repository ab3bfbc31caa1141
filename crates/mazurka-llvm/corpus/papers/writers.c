// sc: verified 120
// tso: verified 120
// pso: verified 120
// variant: -DN=7
// sc: verified 5040
// N writers of one variable: no two executions are equivalent.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int x;

static void *run(void *argument) {
    atomic_store(&x, (int)(long)argument);
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (long i = 1; i <= N; i++)
        pthread_create(&thread, NULL, run, (void *)i);
    pthread_exit(NULL);
}
