// sc: deadlock 2
// tso: deadlock 2
// pso: deadlock 2
// An early return leaves the lock locked.
#include <pthread.h>

static int is_broken = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    pthread_mutex_lock(&lock);
    if (is_broken)
        return NULL;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, work, NULL);
    pthread_create(&t2, NULL, work, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
