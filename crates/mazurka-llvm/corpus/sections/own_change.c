// flags: --nondet 0..1
// sc: assertion
// tso: assertion
// pso: assertion
// A step that changes what only its thread has used so far is not in vain: here another thread
// looks at that later, in executions in which the step was taken.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, seen;
static atomic_int own;

static void *thread(void *unused) {
    __VERIFIER_atomic_begin();
    int chosen = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == chosen);
    seen = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_assume(atomic_exchange(&own, 2) == 1);
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    __VERIFIER_atomic_begin();
    x = 2;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    assert(x == 0 || seen == 0);
    __VERIFIER_atomic_end();
    pthread_join(other, 0);
    return 0;
}
