// rc11: verified 10
// variant: -DRACE
// rc11: data-race
// Objects that are written before they are published, and then accessed atomically; and a variable
// that is read without being atomic when all others have ended.
#include "threads.h"
#include <stdlib.h>

struct node {
    int count;
};

static struct node *_Atomic shared;
static int total;

THREAD(maker) {
    struct node *node = malloc(sizeof *node);
    node->count = 1;
    STORE(shared, node, release);
#ifdef RACE
    node->count = 2;
#endif
    return NULL;
}

THREAD(user) {
    struct node *node = LOAD(shared, acquire);
    if (node) {
        __atomic_fetch_add(&node->count, 1, __ATOMIC_RELAXED);
    }
    __atomic_fetch_add(&total, 1, __ATOMIC_RELAXED);
    return NULL;
}

int main(void) {
    RUN(maker, user, user);
    assert(total == 2);
    struct node *node = LOAD(shared, relaxed);
    assert(node->count >= 1 && node->count <= 3);
}
