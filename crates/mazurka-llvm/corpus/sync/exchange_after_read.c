// flags: --races
// sc: verified 2
// tso: verified 2
// pso: verified 2
// variant: -DRELAXED
// flags: --races
// sc: data-race 2
// tso: data-race 2
// pso: data-race 2
// A compare-exchange comes after what it acquires: if it finds what the other thread has
// released, it is ordered with that thread's plain read of the same variable, and else it
// does not write.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef RELAXED
#define SUCCESS __ATOMIC_RELAXED
#else
#define SUCCESS __ATOMIC_ACQUIRE
#endif

static int word;

static void *reader(void *argument) {
    int seen = word;
    __atomic_fetch_add(&word, 1, __ATOMIC_RELEASE);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    int expected = 1;
    __atomic_compare_exchange_n(&word, &expected, 2, 0, SUCCESS, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    return 0;
}
