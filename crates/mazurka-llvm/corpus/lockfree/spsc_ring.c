// sc: verified 44
// tso: verified 47
// pso: verified 47
// variant: -DRELAXED
// sc: verified 44
// tso: verified 47
// pso: assertion 193
// A ring for one producer and one consumer. With relaxed stores, PSO may show the index
// before the element.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2
#define N 3
#ifdef RELAXED
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static int ring[SIZE];
static atomic_uint head, tail;

static int put(int value) {
    unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
    if (at - atomic_load_explicit(&head, memory_order_acquire) == SIZE)
        return 0;
    ring[at % SIZE] = value;
    atomic_store_explicit(&tail, at + 1, PUBLISH);
    return 1;
}

static int get(void) {
    unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
    if (at == atomic_load_explicit(&tail, memory_order_acquire))
        return 0;
    int value = ring[at % SIZE];
    atomic_store_explicit(&head, at + 1, PUBLISH);
    return value;
}

static void *producer(void *argument) {
    int next = 1;
    for (int i = 0; i < N; i++)
        next += put(next);
    return NULL;
}

static void *consumer(void *argument) {
    int last = 0;
    for (int i = 0; i < N; i++) {
        int value = get();
        assert(value == 0 || value == last + 1);
        if (value)
            last = value;
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
