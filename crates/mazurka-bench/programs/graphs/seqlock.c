// A sequence lock: a writer that writes a pair twice, and N readers that try again until they
// have read a pair.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOAD(x, order) atomic_load_explicit(&x, memory_order_##order)
#define STORE(x, value, order) atomic_store_explicit(&x, value, memory_order_##order)

static atomic_int sequence, left, right;

static void *writer(void *argument) {
    for (int i = 1; i <= 2; i++) {
        STORE(sequence, 2 * i - 1, relaxed);
        atomic_thread_fence(memory_order_release);
        STORE(left, i, relaxed);
        STORE(right, i, relaxed);
        STORE(sequence, 2 * i, release);
    }
    return argument;
}

static void *reader(void *argument) {
    int before, x, y;
    do {
        while ((before = LOAD(sequence, acquire)) & 1)
            continue;
        x = LOAD(left, relaxed);
        y = LOAD(right, relaxed);
        atomic_thread_fence(memory_order_acquire);
    } while (LOAD(sequence, relaxed) != before);
    assert(x == y);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    for (int i = 0; i < N; i++)
        pthread_create(&thread, NULL, reader, NULL);
    pthread_exit(NULL);
}
