// sc: verified 2
// tso: verified 2
// pso: assertion 3
// Dynamic partial order reduction for relaxed memory models, Figure 2: a thread stores to x
// and then to y, another loads y and then, if it is set, x.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, value) atomic_store_explicit(&x, value, memory_order_relaxed)

static atomic_int x, y;

static void *writer(void *argument) {
    STORE(x, 1);
    STORE(y, 1);
    return NULL;
}

static void *reader(void *argument) {
    if (LOAD(y) == 1)
        assert(LOAD(x) == 1);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, writer, NULL);
    pthread_create(&t2, NULL, reader, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
