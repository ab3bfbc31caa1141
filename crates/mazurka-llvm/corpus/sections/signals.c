// sc: assertion: woken[0]
// A notification within a section wakes any of those that wait, as elsewhere.
// variant: -DOTHER
// sc: assertion: woken[1]
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting, woken[2];

static void *waiter(void *number) {
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_wait(&condition, &mutex);
    woken[number != 0] = 1;
#ifdef OTHER
    assert(!woken[1]);
#else
    assert(!woken[0]);
#endif
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, waiter, 0);
    pthread_create(&threads[1], 0, waiter, &waiting);
    pthread_mutex_lock(&mutex);
    if (waiting < 2)
        return 0;
    __VERIFIER_atomic_begin();
    pthread_cond_signal(&condition);
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&mutex);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
