// A thread waits for ever when `main` has returned: the end of the program ends its wait,
// unless it is asked for.
// sc: verified
// variant:
// flags: --check-threads
// sc: deadlock: to be notified by change
// variant: -DEXITS
// flags: --check-threads
// sc: deadlock: to be notified by change
// variant: -DSPINS
// flags: --check-threads
// sc: livelock: for word to change
// variant: -DNOTIFIES
// flags: --check-threads
// sc: verified
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int is_over;
static atomic_int word;

static void *wait(void *unused) {
    (void)unused;
#ifdef SPINS
    while (!atomic_load(&word)) {
    }
    return NULL;
#endif
    pthread_mutex_lock(&lock);
    while (!is_over) {
        pthread_cond_wait(&change, &lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, wait, NULL);
#ifdef NOTIFIES
    pthread_mutex_lock(&lock);
    is_over = 1;
    pthread_cond_signal(&change);
    pthread_mutex_unlock(&lock);
#endif
    (void)word;
#ifdef EXITS
    exit(0);
#endif
    return 0;
}
