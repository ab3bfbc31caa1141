// sc: deadlock 1
// tso: deadlock 1
// pso: deadlock 1
// A barrier for one thread more than there are.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *argument) {
    pthread_barrier_wait(&barrier);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
