// sc: verified 3
// tso: verified 3
// pso: assertion 9
// Loops that wait with atomic sections and functions: a round that leaves everything as it
// was waits for a change. The plain store that releases the lock may be early under PSO.
// variant: -DRELEASE
// sc: verified 3
// tso: verified 3
// pso: verified 3
// variant: -DNEVER
// sc: livelock
// tso: livelock
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int lock, counter, is_open, rounds;

/* Writes what was there, if somebody else holds the lock. */
static void __VERIFIER_atomic_test_and_set(int *lock, int *before) {
    *before = *lock;
    *lock = 1;
}

static int exchange(int *place, int value) {
    __VERIFIER_atomic_begin();
    int before = *place;
    *place = value;
    __VERIFIER_atomic_end();
    return before;
}

static void release(void) {
#ifdef RELEASE
    exchange(&lock, 0);
#else
    lock = 0;
#endif
}

static void *by_function(void *unused) {
    int before;
    do {
        __VERIFIER_atomic_test_and_set(&lock, &before);
    } while (before);
    counter++;
    release();
    return unused;
}

static void *by_section(void *unused) {
    while (exchange(&lock, 1)) {
    }
    counter++;
    release();
#ifndef NEVER
    exchange(&is_open, 1);
#endif
    return unused;
}

static void *by_reading(void *unused) {
    int seen;
    while (1) {
        __VERIFIER_atomic_begin();
        seen = is_open && rounds == 0;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_begin();
        __VERIFIER_atomic_end();
        if (seen)
            break;
    }
    return unused;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, by_function, 0);
    pthread_create(&threads[1], 0, by_section, 0);
    pthread_create(&threads[2], 0, by_reading, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(counter == 2);
    return 0;
}
