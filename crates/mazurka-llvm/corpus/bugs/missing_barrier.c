// sc: verified 2
// tso: verified 2
// pso: assertion 3
// variant: -DFIXED
// sc: verified 2
// tso: verified 2
// pso: verified 2
// A message of plain data, published by a volatile flag, as old code does it.
#include <assert.h>
#include <pthread.h>

static int data;
static volatile int ready;

static void *producer(void *argument) {
    data = 17;
#ifdef FIXED
    __sync_synchronize();
#endif
    ready = 1;
    return NULL;
}

static void *consumer(void *argument) {
    if (ready) {
#ifdef FIXED
        __sync_synchronize();
#endif
        assert(data == 17);
    }
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, producer, NULL);
    pthread_create(&t2, NULL, consumer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
