// sc: verified 3
// tso: assertion 4
// pso: assertion 4
// Dynamic partial order reduction for relaxed memory models, Figure 1: two threads store
// to x and to y, and then load what the other stored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, value) atomic_store_explicit(&x, value, memory_order_relaxed)

static atomic_int x, y;
static int a, b;

static void *first(void *argument) {
    STORE(x, 1);
    a = LOAD(y);
    return NULL;
}

static void *second(void *argument) {
    STORE(y, 1);
    b = LOAD(x);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(a == 1 || b == 1);
    return 0;
}
