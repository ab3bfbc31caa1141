// sc: assertion
// tso: assertion
// pso: assertion
// What an assumption is about is read by the main thread before another one has touched it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

static atomic_int flag;
static int x;

static void *thread(void *unused) {
    atomic_store(&flag, 1);
    x = 1;
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    int seen = atomic_load(&flag);
    int late = x;
    __VERIFIER_assume(late == 1);
    assert(seen == 0);
    pthread_join(other, 0);
    return 0;
}
