// Four allocations, none of which matters: each fails or does not. With at most two failures, those
// with more are left out: 1 + 4 + 6.
// sc: verified 1
// variant: -DN=4
// flags: --malloc-may-fail
// sc: verified 16
// tso: verified 16
// pso: verified 16
// variant: -DN=4 -DBOUND
// flags: --malloc-may-fail=2
// sc: unknown 11: at most 2 allocations of each thread failed
// tso: unknown 11: at most 2 allocations of each thread failed
// variant: -DN=4 -DENOUGH
// flags: --malloc-may-fail=4
// sc: verified 16
#include <stdlib.h>

#ifndef N
#define N 4
#endif

int main(void) {
    for (int i = 0; i < N; i++)
        free(malloc(8));
    return 0;
}
