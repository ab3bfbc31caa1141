// sc: verified 1
// tso: verified 1
// A semaphore that two threads find by its name.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int x;

static void *run(void *argument) {
    sem_t *semaphore = sem_open("/passed", 0);
    assert(semaphore != SEM_FAILED);
    x = 1;
    sem_post(semaphore);
    return argument;
}

int main(void) {
    pthread_t thread;
    assert(sem_open("/passed", 0) == SEM_FAILED && errno == ENOENT);
    sem_t *semaphore = sem_open("/passed", O_CREAT, 0600, 0);
    pthread_create(&thread, NULL, run, NULL);
    sem_wait(semaphore);
    assert(x == 1);
    pthread_join(thread, NULL);
    sem_close(semaphore);
    assert(!sem_unlink("/passed"));
    return 0;
}
