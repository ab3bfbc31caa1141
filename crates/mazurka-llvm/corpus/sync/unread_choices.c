// sc: verified 2
// tso: verified 2
// pso: verified 2
// Choices that go to variables which nobody reads have one outcome; needs no range for
// numbers then.
// variant: -DREAD
// sc: verified 32
// tso: verified 32
// variant: -DESCAPES
// sc: verified 32
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

_Bool choice;
int x, number;
#ifdef ESCAPES
_Bool *pointer = &choice;
#endif

static void *thread(void *unused) {
    __VERIFIER_atomic_begin();
    choice = __VERIFIER_nondet_bool();
    choice = __VERIFIER_nondet_bool();
    x++;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void) {
    pthread_t first, second;
#if !defined(READ) && !defined(ESCAPES)
    number = __VERIFIER_nondet_int();
#endif
    pthread_create(&first, 0, thread, 0);
    pthread_create(&second, 0, thread, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(x == 2);
#ifdef READ
    assert(choice == 0 || choice == 1);
#endif
    return 0;
}
