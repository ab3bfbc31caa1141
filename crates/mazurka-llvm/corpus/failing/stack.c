// The same for what is on the stack.
// sc: unknown 1: a variable of sized on the stack that needs 300000000 bytes at
// variant: -DFIXED
// sc: unknown 1: a variable of fixed on the stack that needs 300000000 bytes at
// variant: -DALLOCA
// sc: unknown 1: a variable of asked on the stack that needs 300000000 bytes at
// variant: -DIMPOSSIBLE
// sc: stack-overflow
// variant: -DSMALL
// sc: verified 1
#include <alloca.h>
#include <stdlib.h>

static int sized(size_t size) {
    volatile char room[size];
    room[0] = 1;
    return room[0];
}

static int fixed(void) {
    volatile char room[300000000];
    room[0] = 1;
    return room[0];
}

static int asked(size_t size) {
    volatile char *room = alloca(size);
    room[0] = 1;
    return room[0];
}

int main(void) {
    (void)sized;
    (void)fixed;
    (void)asked;
#if defined(FIXED)
    return !fixed();
#elif defined(ALLOCA)
    return !asked(300000000);
#elif defined(IMPOSSIBLE)
    return !sized((size_t)-1 / 2 + 1);
#elif defined(SMALL)
    return !sized(1000000);
#else
    return !sized(300000000);
#endif
}
