// sc: invalid-access 1: aligned
// An atomic access across the natural boundary.
#include <stdatomic.h>
#include <stdint.h>

static _Alignas(8) char bytes[16];

int main(void) {
    atomic_int *odd = (atomic_int *)(bytes + 2);
    atomic_store(odd, 1);
    return 0;
}
