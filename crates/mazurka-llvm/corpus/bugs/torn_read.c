// sc: assertion 3
// tso: assertion 3
// pso: assertion 4
// variant: -DFIXED
// sc: verified 2
// tso: verified 2
// pso: verified 2
// Eight bytes are read at once, but written by halves.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
    _Atomic uint64_t whole;
    _Atomic uint32_t halves[2];
} shared;

static void *writer(void *argument) {
#ifdef FIXED
    atomic_store_explicit(&shared.whole, 0xffffffffffffffff, memory_order_relaxed);
#else
    atomic_store_explicit(&shared.halves[0], 0xffffffff, memory_order_relaxed);
    atomic_store_explicit(&shared.halves[1], 0xffffffff, memory_order_relaxed);
#endif
    return NULL;
}

static void *reader(void *argument) {
    uint64_t value = atomic_load_explicit(&shared.whole, memory_order_relaxed);
    assert((uint32_t)value == (uint32_t)(value >> 32));
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
