// sc: misuse 2: destroyed while threads wait
// A barrier that is destroyed while a thread waits at it, made twice, or used after its end.
// variant: -DTWICE
// sc: misuse 1: initialised again
// variant: -DUSED
// sc: misuse 2: or was destroyed
// variant: -DRIGHT
// sc: verified 2
// tso: verified 2
// pso: verified 2
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *argument) {
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
#ifdef TWICE
    pthread_barrier_init(&barrier, NULL, 2);
#endif
    pthread_create(&thread, NULL, run, NULL);
#ifdef USED
    pthread_barrier_wait(&barrier);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_wait(&barrier);
#elif defined RIGHT
    /* Others may still be on their way out. */
    pthread_barrier_wait(&barrier);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
#else
    pthread_barrier_destroy(&barrier);
#endif
    return 0;
}
