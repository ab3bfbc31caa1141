// sc: assertion 4
// variant: -DFIXED
// sc: verified 2
// variant: -DRACES
// flags: --races
// sc: assertion 4: nothing orders
// One counter, but each thread has a lock of its own.
#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *add(void *argument) {
    long i = (long)argument;
#ifdef FIXED
    i = 0;
#endif
    pthread_mutex_lock(&locks[i]);
    counter++;
    pthread_mutex_unlock(&locks[i]);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, add, (void *)0);
    pthread_create(&t2, NULL, add, (void *)1);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counter == 2);
    return 0;
}
