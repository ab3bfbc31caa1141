// sc: assertion 24
// tso: assertion 24
// pso: assertion 24
// variant: -DFIXED
// sc: verified 20
// tso: verified 20
// pso: verified 20
// ABA in a stack with a pool of nodes: a thread that is about to pop node 1 is overtaken by
// another that pops 1 and 2 and pushes 1 again; then 2 is in the stack although it is
// in use. FIXED counts how often the top has changed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NODES 3 // node 0 is none
static int next[NODES];
static atomic_int used[NODES];
static atomic_uint top; // a node, and in FIXED a count above it

#ifdef FIXED
#define CHANGED(old, node) ((((old) >> 8) + 1) << 8 | (node))
#else
#define CHANGED(old, node) (node)
#endif
#define NODE(top) ((top)&255)

static void push(unsigned node) {
    unsigned old = atomic_load(&top);
    do
        next[node] = (int)NODE(old);
    while (!atomic_compare_exchange_strong(&top, &old, CHANGED(old, node)));
}

static unsigned pop(void) {
    unsigned old = atomic_load(&top);
    while (NODE(old)) {
        unsigned below = (unsigned)next[NODE(old)];
        if (atomic_compare_exchange_strong(&top, &old, CHANGED(old, below)))
            break;
    }
    return NODE(old);
}

static void use(unsigned node) {
    assert(atomic_exchange(&used[node], 1) == 0);
}

static void *slow(void *argument) {
    unsigned node = pop();
    if (node)
        use(node);
    node = pop();
    if (node)
        use(node);
    return NULL;
}

static void *fast(void *argument) {
    unsigned a = pop(), b = pop();
    if (b)
        use(b);
    if (a)
        push(a);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    push(2);
    push(1);
    pthread_create(&t1, NULL, slow, NULL);
    pthread_create(&t2, NULL, fast, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
