// flags: --leaks
// sc: verified
// tso: verified
// What a thread still works with when the program ends is no leak, wherever it is then.
// variant: -DLOSES
// flags: --leaks
// sc: leak: 4 bytes
// tso: leak: 4 bytes
// What it has lost is one.
// variant: -DWAITS
// flags: --leaks
// sc: verified
// What a thread that waits for ever would free is none.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t never = PTHREAD_MUTEX_INITIALIZER;
static int *volatile shared;
static volatile int step;

static void *thread(void *unused) {
    int *pointer = malloc(sizeof *pointer);
    step = 1;
#if defined(WAITS)
    pthread_mutex_lock(&never);
    free(pointer);
#elif !defined(LOSES)
    shared = pointer;
#endif
    step = 2;
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_mutex_lock(&never);
    pthread_create(&other, 0, thread, 0);
    step = 3;
    return 0;
}
