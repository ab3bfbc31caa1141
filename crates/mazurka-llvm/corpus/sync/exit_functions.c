// sc: verified 4
// tso: verified 4
// pso: verified 4
// What runs at the end runs while other threads still may: functions that atexit was
// given, the last first, and then destructors. (The other thread sees them or not.)
// variant: -DASSUMES
// sc: assertion 4: stage == 0
// variant: -DLEAVES
// sc: verified 1
// tso: verified 1
// variant: -DASSUMES -DNOW
// sc: verified 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stage;

static void first(void) {
    assert(stage == 1);
    stage = 2;
}

static void second(void) {
    assert(stage == 0);
    stage = 1;
}

__attribute__((destructor)) static void last(void) {
    assert(stage == 2);
    stage = 3;
}

static void *look(void *argument) {
#if defined ASSUMES || defined LEAVES
    assert(stage == 0);
#else
    assert(stage <= 3);
#endif
    return argument;
}

int main(void) {
    pthread_t thread;
    atexit(first);
    atexit(second);
    pthread_create(&thread, NULL, look, NULL);
#ifdef NOW
    _Exit(0);
#endif
#ifdef LEAVES
    /* The last thread ends the program. */
    pthread_exit(NULL);
#endif
    return 0;
}
