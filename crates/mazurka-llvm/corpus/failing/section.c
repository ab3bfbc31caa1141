// Two allocations of each of two threads, within atomic sections that come in two orders.
// sc: verified 2
// variant: -DFAILING
// flags: --malloc-may-fail
// sc: verified 32
// tso: verified 32
// pso: verified 32
// variant: -DFAILING -DBAD
// flags: --malloc-may-fail
// sc: assertion 32
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int sections, failed;

static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    int before = sections++;
    char *one = malloc(8), *two = malloc(16);
    failed = failed * 4 + (before + 1) * (!one + !two);
    free(one);
    free(two);
    __VERIFIER_atomic_end();
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
#ifdef BAD
    assert(failed != 12);
#endif
    return 0;
}
