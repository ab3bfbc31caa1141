// rc11: verified 1
// variant: -DNEVER
// rc11: livelock 1
// Loops that wait: in vain, if the other thread never says so.
#include "threads.h"

static atomic_int ready, go;
static int data;

THREAD(first) {
    data = 1;
    STORE(ready, 1, release);
    while (!LOAD(go, acquire)) {
    }
    return NULL;
}

THREAD(second) {
    while (!LOAD(ready, acquire)) {
    }
    assert(data == 1);
#ifndef NEVER
    STORE(go, 1, release);
#endif
    return NULL;
}

int main(void) {
    RUN(first, second);
}
