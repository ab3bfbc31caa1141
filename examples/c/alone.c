// A test that tests nothing: the thread is joined before main takes the lock.
//
//   mazurka check alone.c --coverage   verified, with a warning: the lock is never held by another

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, missed;

static void *add(void *unused) {
    if (pthread_mutex_trylock(&lock) != 0) {
        missed++;
        return NULL;
    }
    counter++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    pthread_join(thread, NULL);
    add(NULL);
    return 0;
}
