// sc: verified
// Loops that wait for what clocks show in other ways than a deadline: they end, and are not
// taken for loops without end.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int stop;
static sem_t work;

static void *serve(void *unused) {
    while (!stop) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        sem_timedwait(&work, &until);
    }
    return unused;
}

int main(void) {
    while (time(NULL) % 60 != 7)
        ;
    assert(time(NULL) % 60 == 7);
    sem_init(&work, 0, 0);
    pthread_t server;
    pthread_create(&server, NULL, serve, NULL);
    stop = 1;
    pthread_join(server, NULL);
    return 0;
}
