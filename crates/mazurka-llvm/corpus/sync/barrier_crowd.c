// sc: verified 24
// tso: verified 24
// pso: verified 24
// Four threads share a barrier for two: any two make a round, and one of each round is told
// that it was the last. Numbers are taken in 4! orders.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int last[4];

static void *run(void *argument) {
    last[(long)argument] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&barrier, NULL, 2);
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(last[0] + last[1] + last[2] + last[3] == 2);
    pthread_barrier_destroy(&barrier);
    return 0;
}
