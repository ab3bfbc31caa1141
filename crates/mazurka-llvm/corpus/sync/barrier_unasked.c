// sc: verified 1
// tso: verified 1
// pso: verified 1
// Eight threads meet twice, and none looks at which of them was told to be the last.
// variant: -DASKED
// sc: verified 8
// One does: any of the eight may be told, though only one of them says so.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *argument) {
    (void)argument;
    pthread_barrier_wait(&barrier);
#ifndef ASKED
    int result = pthread_barrier_wait(&barrier);
    (void)result;
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[7];
    pthread_barrier_init(&barrier, NULL, 8);
    for (int i = 0; i < 7; i++)
        pthread_create(&threads[i], NULL, run, NULL);
#ifdef ASKED
    int last = pthread_barrier_wait(&barrier);
    assert(last == 0 || last == PTHREAD_BARRIER_SERIAL_THREAD);
#else
    run(NULL);
#endif
    for (int i = 0; i < 7; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
