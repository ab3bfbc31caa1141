// Treiber's stack: N threads that each push a node of their own and then pop one. No node is
// pushed twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top;
static int next[N + 1];

static void push(int node) {
    int old = atomic_load_explicit(&top, memory_order_relaxed);
    do
        next[node] = old;
    while (!atomic_compare_exchange_strong_explicit(&top, &old, node, memory_order_release,
                                                    memory_order_relaxed));
}

static int pop(void) {
    int old = atomic_load_explicit(&top, memory_order_acquire);
    while (old && !atomic_compare_exchange_strong_explicit(&top, &old, next[old],
                                                           memory_order_acquire,
                                                           memory_order_acquire))
        continue;
    return old;
}

static void *run(void *argument) {
    push((int)(long)argument);
    assert(pop() != 0);
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (long i = 1; i <= N; i++)
        pthread_create(&thread, NULL, run, (void *)i);
    pthread_exit(NULL);
}
