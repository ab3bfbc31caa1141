// A loop of three rounds leaves when loops are cut after three, and after no fewer.
// flags: --unroll 3
// sc: verified
// variant:
// flags: --unroll 2
// sc: unknown: loops were cut after 2 rounds
// variant: -DASSUMES
// flags: --unroll 3
// sc: verified 1
// variant: -DASSUMES
// flags: --unroll 1
// sc: unknown: loops were cut after 1 rounds
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

static atomic_int ready;
static atomic_int count;

static void *set(void *unused) {
    (void)unused;
    atomic_store(&ready, 1);
    atomic_fetch_add(&count, 1);
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, set, NULL);
#ifdef ASSUMES
    __VERIFIER_assume(atomic_load(&ready));
#else
    atomic_load(&ready);
#endif
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&count, 1);
    }
    pthread_join(other, NULL);
    return 0;
}
