// Threads that wait for one another wait for ever: if that is ignored, nothing follows.
// sc: deadlock
// variant:
// flags: --ignore deadlock
// sc: verified
// variant: -DFAILS
// flags: --ignore deadlock
// sc: assertion: together
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
    (void)unused;
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    pthread_join(thread, NULL);
#ifdef FAILS
    assert(!"together");
#endif
    return 0;
}
