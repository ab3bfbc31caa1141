// sc: verified 1
// tso: verified 1
// pso: verified 1
// Loops that wait for another thread, politely: sched_yield, usleep, pause.
// variant: -DBROKEN
// sc: livelock 1
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int ready, taken;

static void *producer(void *argument) {
#ifndef BROKEN
    ready = 1;
#endif
    while (!taken)
        usleep(10);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    while (!ready)
        sched_yield();
    taken = 1;
    pthread_join(thread, NULL);
    return 0;
}
