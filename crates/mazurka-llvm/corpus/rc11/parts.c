// rc11: error: accessed as a whole
// An atomic variable that is accessed in parts.
#include "threads.h"

static union {
    _Atomic long whole;
    atomic_int half;
} both;

THREAD(first) {
    STORE(both.whole, 1, relaxed);
    return NULL;
}

THREAD(second) {
    STORE(both.half, 1, relaxed);
    return NULL;
}

int main(void) {
    RUN(first, second);
}
