// sc: verified 16
// tso: verified 16
// pso: verified 16
// Additions commute where they wrap around as well: a compare-exchange that comes after none of
// them, after either, or after both finds what is there then, and succeeds only after one. Then
// it is in an order with the load.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint8_t count = 1;
static int found;

static void *down(void *argument) {
    (void)argument;
    __atomic_fetch_sub(&count, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static void *look(void *argument) {
    (void)argument;
    uint8_t expected = 0;
    found = __atomic_compare_exchange_n(&count, &expected, 7, 0, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST);
    assert(found || expected == 1 || expected == 255);
    return NULL;
}

static void *load(void *argument) {
    (void)argument;
    return (void *)(intptr_t)__atomic_load_n(&count, __ATOMIC_SEQ_CST);
}

int main(void) {
    pthread_t a, b, c, d;
    pthread_create(&a, NULL, down, NULL);
    pthread_create(&b, NULL, down, NULL);
    pthread_create(&c, NULL, look, NULL);
    pthread_create(&d, NULL, load, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    assert(count == (found ? 6 : 255));
    return 0;
}
