// flags: --nondet 0..9
// sc: verified 4
// A choice that an assumption refuses at once is none: two are left, for each order of the stores.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static volatile int x;

static void *thread(void *unused) {
    int chosen = __VERIFIER_nondet_int();
    __VERIFIER_assume(chosen == 2 || chosen == 5);
    x = chosen;
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    x = 1;
    pthread_join(other, 0);
    return 0;
}
