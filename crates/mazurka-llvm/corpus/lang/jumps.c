// sc: verified 1
// setjmp and longjmp: out of calls, again and again, within one function.
#include <assert.h>
#include <setjmp.h>

static jmp_buf environment;
static int depth;

static void deep(int n) {
    depth++;
    if (!n)
        longjmp(environment, 42);
    deep(n - 1);
}

int main(void) {
    volatile int tries = 0;
    int code = setjmp(environment);
    tries++;
    if (tries < 4)
        deep(tries);
    assert(code == 42 && depth == 2 + 3 + 4);
    switch (setjmp(environment)) {
    case 0:
        longjmp(environment, 0);
    case 1:
        break;
    default:
        assert(0);
    }
    return 0;
}
