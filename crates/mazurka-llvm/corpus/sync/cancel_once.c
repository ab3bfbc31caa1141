// sc: verified 1
// tso: verified 1
// A thread is cancelled in the function of pthread_once: as if that had never been called.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int calls;

static void initialise(void) {
    if (++calls == 1)
        for (;;)
            pthread_testcancel();
}

static void *run(void *argument) {
    pthread_once(&once, initialise);
    return argument;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, run, NULL);
    while (!calls)
        ;
    pthread_cancel(first);
    pthread_create(&second, NULL, run, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(calls == 2);
    return 0;
}
