// sc: verified 2
// tso: verified 2
// pso: verified 2
// A spin lock of pthreads, and a counter under it.
// variant: -DBROKEN
// sc: assertion 4
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *add(void *argument) {
#ifndef BROKEN
    pthread_spin_lock(&lock);
#endif
    counter++;
#ifndef BROKEN
    pthread_spin_unlock(&lock);
#endif
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2 && pthread_spin_trylock(&lock) == 0);
    pthread_spin_unlock(&lock);
    pthread_spin_destroy(&lock);
    return 0;
}
