// A message that is published with a relaxed store.
//
//   mazurka check mp.c               verified: every store is seen at once
//   mazurka check mp.c --model rc11  a data race
//   mazurka check mp.c --model rc11 --suggest-fences
//                                    and what to change

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int ready;

static void *send(void *unused) {
    message = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t sender;
    pthread_create(&sender, NULL, send, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        assert(message == 42);
    pthread_join(sender, NULL);
    return 0;
}
