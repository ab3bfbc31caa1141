// A ticket lock that N threads take once: N! orders.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tickets, serving;
static int shared;

static void *run(void *argument) {
    int own = atomic_fetch_add_explicit(&tickets, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_acquire) != own)
        continue;
    shared++;
    atomic_store_explicit(&serving, own + 1, memory_order_release);
    return argument;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < N; i++)
        pthread_create(&thread, NULL, run, NULL);
    pthread_exit(NULL);
}
