// sc: verified 2
// tso: verified 2
// pso: verified 2
// An assumption about what was just read waits until it holds: no execution is discarded
// here, and the assertion behind it is reached.
// variant: -DWRONG
// sc: assertion 2
// tso: assertion 2
// variant: -DNEVER
// sc: verified 0
// variant: -DABORT
// sc: verified 2
// variant: -DABORT -DWRONG
// sc: assertion 2
// variant: -DSEEN
// sc: assertion 0
// tso: assertion 0
// What a thread stored before it assumed something, others see.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);
void reach_error(void) { assert(0); }

#ifdef ABORT
static void assume(int condition) {
    if (!condition)
        abort();
}
#else
#define assume __VERIFIER_assume
#endif

static int x, done;

static void *first(void *unused) {
    x = 1;
    __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *second(void *unused) {
    x = 2;
    __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
    return unused;
}

static void *hidden(void *unused) {
    int seen = done;
    x = 7;
    assume(seen == 99);
    return unused;
}

int main(void) {
    pthread_t threads[2];
#ifdef SEEN
    pthread_create(&threads[0], 0, hidden, 0);
    if (x == 7)
        reach_error();
    done = 5;
    return 0;
#endif
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
#ifdef NEVER
    assume(done == 3);
    reach_error();
#else
    assume(done == 2);
#endif
#ifdef WRONG
    if (x == 1)
        reach_error();
#else
    if (x != 1 && x != 2)
        reach_error();
#endif
    return 0;
}
