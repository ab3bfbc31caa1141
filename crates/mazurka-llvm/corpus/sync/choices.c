// flags: --nondet 0..2
// sc: verified 9
// variant: -DBROKEN
// flags: --nondet 0..2
// sc: assertion 9
// Values that nobody knows: every one of the range is tried.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    assert(a >= 0 && a <= 2);
#ifdef BROKEN
    assert(a * b != 2 || a > b);
#else
    assert(a + b <= 4);
#endif
    return 0;
}
