// flags: --races
// sc: data-race 2
// tso: data-race 2
// pso: data-race 2
// variant: -DFIXED
// flags: --races
// sc: verified 2
// tso: verified 2
// pso: verified 2
// A compare-exchange that fails has an order of its own. If that is relaxed, what the
// other thread wrote before its release is not ordered with what comes after.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define SUCCESS memory_order_relaxed
#define FAILURE memory_order_acquire
#else
#define SUCCESS memory_order_acquire
#define FAILURE memory_order_relaxed
#endif

static int data;
static atomic_int flag;

static void *writer(void *argument) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return argument;
}

static void *reader(void *argument) {
    int expected = 0;
    if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 2, SUCCESS, FAILURE))
        data = 2;
    return argument;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
