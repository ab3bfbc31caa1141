// Peterson's algorithm: two threads, one at a time in the critical section.
//
// Each says that it wants to enter, then lets the other go first. That is enough if
// memory is sequentially consistent. On x86 it is not: a store waits in a buffer of its
// processor while the load after it already reads the other thread's flag.
//
//   mazurka check peterson.c                          verified
//   mazurka check peterson.c --model tso              a bug
//   mazurka check peterson.c --model tso -- -DFENCE   verified

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCE
#define fence() atomic_thread_fence(memory_order_seq_cst)
#else
#define fence()
#endif

static atomic_int wants[2];
static atomic_int turn;
static atomic_int inside;

static void *enter(void *argument) {
    int me = (int)(long)argument;
    int other = 1 - me;
    atomic_store_explicit(&wants[me], 1, memory_order_release);
    atomic_store_explicit(&turn, other, memory_order_release);
    fence();
    while (atomic_load_explicit(&wants[other], memory_order_acquire) &&
           atomic_load_explicit(&turn, memory_order_acquire) == other)
        ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store_explicit(&wants[me], 0, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, enter, (void *)1L);
    enter((void *)0L);
    pthread_join(thread, NULL);
    return 0;
}
