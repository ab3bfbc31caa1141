// rc11: uninitialised
// variant: -DWRITTEN
// rc11: verified 3
// What was never written is found, also by way of an older write that is recalled.
#include "threads.h"
#include <stdlib.h>

static atomic_int *_Atomic shared;

THREAD(maker) {
    atomic_int *p = malloc(sizeof *p);
#ifdef WRITTEN
    STORE(*p, 1, relaxed);
#endif
    STORE(shared, p, release);
    STORE(*p, 1, relaxed);
    return NULL;
}

THREAD(user) {
    atomic_int *p = LOAD(shared, acquire);
    if (p && LOAD(*p, relaxed) != 1) {
        return (void *)1;
    }
    return NULL;
}

int main(void) {
    RUN(maker, user);
}
