// sc: verified 2
// tso: verified 2
// pso: verified 2
// variant: -DBOTH
// sc: verified 3
// tso: verified 4
// pso: verified 4
// A load of two bytes, one of which the thread has stored itself: when that store reaches
// memory makes no difference to it. If both threads do that, it is store buffering.
#include "litmus.h"
#include <stdint.h>

static union {
    uint8_t bytes[2];
    uint16_t both;
} x;
static uint16_t a, b;

THREAD(first) {
    x.bytes[0] = 1;
    a = x.both;
    return NULL;
}

THREAD(second) {
    x.bytes[1] = 1;
#ifdef BOTH
    b = x.both;
#endif
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(a & 1);
    return 0;
}
