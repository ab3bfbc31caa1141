// flags: --races
// sc: verified
// tso: verified
// A lock of atomic functions, as SV-COMP has them: what it protects is no race, since all
// accesses of atomic sections are atomic, and so synchronise.
// variant: -DUNLOCKED
// flags: --races
// sc: data-race: counter
// variant: -DPEEK
// flags: --races
// sc: data-race: lock
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static int lock, counter;

static void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

static void release(void) {
    __VERIFIER_atomic_begin();
    lock = 0;
    __VERIFIER_atomic_end();
}

static void *thread(void *unused) {
#ifdef PEEK
    /* Not in a section. */
    if (lock)
        return unused;
#endif
#ifndef UNLOCKED
    __VERIFIER_atomic_acquire();
#endif
    counter++;
    release();
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, thread, 0);
    pthread_create(&second, 0, thread, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
