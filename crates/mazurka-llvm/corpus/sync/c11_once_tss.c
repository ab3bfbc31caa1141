// sc: verified 2
// tso: verified 2
// pso: verified 2
// C11: call_once and thread-specific storage.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static int initialised;
static tss_t key;
static atomic_int destroyed;

static void destroy(void *value) {
    assert(*(int *)value == 9);
    free(value);
    destroyed++;
}

static void initialise(void) {
    initialised++;
    assert(tss_create(&key, destroy) == thrd_success);
}

static int run(void *argument) {
    call_once(&once, initialise);
    int *value = malloc(sizeof *value);
    *value = 9;
    tss_set(key, value);
    assert(initialised == 1 && tss_get(key) == value);
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, run, NULL);
    thrd_create(&b, run, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    assert(destroyed == 2);
    return 0;
}
