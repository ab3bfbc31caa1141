// sc: verified 9
// tso: verified 9
// pso: verified 10
// A thread reads a part of its own store, which is one to several cells: the other thread accesses
// only one of them. Reading that part, and the store reaching memory, are in no order.
#include <pthread.h>
#include <stdint.h>

static volatile uint8_t bytes[8] __attribute__((aligned(8)));

static void *thread(void *unused) {
    *(volatile uint32_t *)bytes = 0x01020304;
    (void)bytes[0];
    (void)bytes[4];
    (void)bytes[0];
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    bytes[0] = 7;
    (void)bytes[0];
    bytes[4] = 7;
    (void)bytes[4];
    pthread_join(other, 0);
    return 0;
}
