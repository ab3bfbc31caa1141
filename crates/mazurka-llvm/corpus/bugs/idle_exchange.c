// flags: --races
// sc: data-race 2
// variant: -DFIXED
// flags: --races
// sc: verified 2
// An exchange for what is there already: the other thread may look before or after it and
// sees the same, so it has not learnt that the data is there.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FIXED
#define READY 1
#else
#define READY 0
#endif

static atomic_int flag;
static int data;

static void *reader(void *argument) {
    if (atomic_load_explicit(&flag, memory_order_acquire) == READY) {
        int seen = data;
    }
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    data = 1;
    atomic_exchange_explicit(&flag, READY, memory_order_release);
    pthread_join(thread, NULL);
    return 0;
}
