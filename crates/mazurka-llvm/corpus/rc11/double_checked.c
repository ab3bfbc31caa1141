// rc11: verified 4
// variant: -DGET=relaxed
// rc11: data-race
// variant: -DSET=relaxed
// rc11: data-race
// Double-checked initialisation, with a mutex.
#include "threads.h"
#include <stdlib.h>
#ifndef GET
#define GET acquire
#endif
#ifndef SET
#define SET release
#endif
#define STORE_(object, value, order) STORE(object, value, order)
#define LOAD_(object, order) LOAD(object, order)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic made;

static int get(void) {
    int *p = LOAD_(made, GET);
    if (!p) {
        pthread_mutex_lock(&mutex);
        p = LOAD(made, relaxed);
        if (!p) {
            p = malloc(sizeof *p);
            *p = 7;
            STORE_(made, p, SET);
        }
        pthread_mutex_unlock(&mutex);
    }
    return *p;
}

THREAD(first) {
    assert(get() == 7);
    return NULL;
}

THREAD(second) {
    assert(get() == 7);
    return NULL;
}

int main(void) {
    RUN(first, second);
}
