// rc11: verified 72
// Coherence: all see the writes of a variable in one order.
#include "threads.h"

static atomic_int x;
static int a, b, c, d;

THREAD(write_one) {
    STORE(x, 1, relaxed);
    return NULL;
}

THREAD(write_two) {
    STORE(x, 2, relaxed);
    return NULL;
}

THREAD(reader) {
    a = LOAD(x, relaxed);
    b = LOAD(x, relaxed);
    return NULL;
}

THREAD(other_reader) {
    c = LOAD(x, relaxed);
    d = LOAD(x, relaxed);
    return NULL;
}

int main(void) {
    RUN(write_one, write_two, reader, other_reader);
    assert(!(a == 1 && b == 2 && c == 2 && d == 1));
    assert(!(a == 2 && b == 1 && c == 1 && d == 2));
    assert(!(a == 1 && b == 0) && !(a == 2 && b == 0));
}
