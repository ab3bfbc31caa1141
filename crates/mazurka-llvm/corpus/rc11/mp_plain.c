// rc11: verified 2
// variant: -DW=relaxed
// rc11: data-race: data
// variant: -DR=relaxed
// rc11: data-race: data
// variant: -DW=relaxed -DR=relaxed -DBEFORE=release -DAFTER=acquire
// rc11: verified 2
// variant: -DW=relaxed -DR=relaxed -DBEFORE=release
// rc11: data-race: data
// variant: -DW=relaxed -DR=relaxed -DAFTER=acquire
// rc11: data-race: data
// Message passing with a message that is not atomic: no event, and a race is undefined.
#include "threads.h"
#ifndef W
#define W release
#endif
#ifndef R
#define R acquire
#endif
#define STORE_(object, value, order) STORE(object, value, order)
#define LOAD_(object, order) LOAD(object, order)
#define FENCE_(order) FENCE(order)

static int data;
static atomic_int flag;

THREAD(sender) {
    data = 1;
#ifdef BEFORE
    FENCE_(BEFORE);
#endif
    STORE_(flag, 1, W);
    return NULL;
}

THREAD(receiver) {
    if (LOAD_(flag, R)) {
#ifdef AFTER
        FENCE_(AFTER);
#endif
        assert(data == 1);
    }
    return NULL;
}

int main(void) {
    RUN(sender, receiver);
    assert(data == 1);
}
