// sc: verified 4
// tso: verified 4
// pso: assertion 12
// The conventions of SV-COMP: atomic sections, assumptions, functions that are atomic by
// their name.
// variant: -DBROKEN
// sc: assertion 16
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

static int lock, counter, log_length;

static void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

static void *run(void *argument) {
#ifndef BROKEN
    __VERIFIER_atomic_acquire();
#endif
    counter++;
    lock = 0;
    __VERIFIER_atomic_begin();
    log_length = log_length + 1;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2 && log_length == 2);
    return 0;
}
