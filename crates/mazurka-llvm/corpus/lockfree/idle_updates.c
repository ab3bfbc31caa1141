// sc: verified 1
// tso: verified 1
// pso: verified 1
// Updates that write what is there are reads, which commute: bits that are set or clear
// already, the greater and the lesser of two numbers with a sign or without, additions of zero.
// variant: -DFIRST
// sc: verified 6561
// In each of eight variables one of three updates comes first, and writes: 3^8.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef FIRST
static uint8_t bits = 0, mask = 7;
static int8_t high = -100, low = 100;
static uint8_t over = 0, under = 255;
static int64_t wide = INT64_MIN;
static uint16_t all = 5;
#else
static uint8_t bits = 1, mask = 6;
static int8_t high = -3, low = -5;
static uint8_t over = 200, under = 100;
static int64_t wide = -3;
static uint16_t all = UINT16_MAX;
#endif
static _Atomic(int) zero;

static void *run(void *argument) {
    (void)argument;
    int sum = __atomic_fetch_or(&bits, 1, __ATOMIC_SEQ_CST);
    sum += __sync_fetch_and_and(&mask, 6);
    sum += __atomic_fetch_max(&high, -4, __ATOMIC_SEQ_CST);
    sum += __atomic_fetch_min(&low, 3, __ATOMIC_SEQ_CST);
    sum += __atomic_fetch_max(&over, 128, __ATOMIC_SEQ_CST);
    sum += __atomic_fetch_min(&under, 128, __ATOMIC_SEQ_CST);
    sum += (int)__atomic_fetch_max(&wide, -4, __ATOMIC_SEQ_CST);
    sum += __sync_fetch_and_nand(&all, 0);
    sum += atomic_fetch_add(&zero, 0) + atomic_fetch_xor(&zero, 0);
    return (void *)(intptr_t)sum;
}

int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(bits == 1 && mask == 6 && all == UINT16_MAX);
    return 0;
}
