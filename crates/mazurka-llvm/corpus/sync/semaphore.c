// sc: verified 2
// tso: verified 2
// pso: verified 2
// Semaphores: a handshake, a limit on how many are inside, and trywait.
// variant: -DBROKEN
// sc: deadlock 2
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t ready, places;
static atomic_int inside;
static int message;

static void *sender(void *argument) {
    message = 7;
#ifndef BROKEN
    sem_post(&ready);
#endif
    return NULL;
}

static void *visitor(void *argument) {
    sem_wait(&places);
    assert(atomic_fetch_add(&inside, 1) < 1);
    atomic_fetch_sub(&inside, 1);
    sem_post(&places);
    return NULL;
}

int main(void) {
    pthread_t a, b, c;
    int value;
    sem_init(&ready, 0, 0);
    sem_init(&places, 0, 1);
    assert(sem_trywait(&ready) == -1 && errno == EAGAIN);
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, visitor, NULL);
    pthread_create(&c, NULL, visitor, NULL);
    sem_wait(&ready);
    assert(message == 7);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(sem_getvalue(&places, &value) == 0 && value == 1);
    sem_destroy(&ready);
    return 0;
}
