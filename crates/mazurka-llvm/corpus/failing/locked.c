// Who has no memory leaves without giving the lock back.
// sc: verified
// variant: -DFAILING
// flags: --malloc-may-fail
// sc: deadlock
// tso: deadlock
// pso: deadlock
// variant: -DFIXED
// flags: --malloc-may-fail
// sc: verified 8
// tso: verified 8
// pso: verified 8
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    char *room = malloc(16);
    if (!room) {
#ifdef FIXED
        pthread_mutex_unlock(&lock);
#endif
        return NULL;
    }
    free(room);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
