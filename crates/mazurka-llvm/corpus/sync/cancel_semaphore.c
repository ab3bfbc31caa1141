// sc: verified 2
// tso: verified 2
// pso: verified 2
// A semaphore is posted and the thread that waits for it cancelled: it may get through, or
// not.
// variant: -DASSUMES
// sc: assertion 2: passed
// variant: -DNEVER
// sc: verified 1
// tso: verified 1
// pso: verified 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int passed;

static void *waiter(void *argument) {
    sem_wait(&semaphore);
    passed = 1;
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, waiter, NULL);
#ifndef NEVER
    sem_post(&semaphore);
#endif
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(passed == (result != PTHREAD_CANCELED));
#ifdef ASSUMES
    assert(passed);
#endif
    return 0;
}
