/* i += j and j += i, N times each, while a third thread reads both. */
#include "tasks.h"

static atomic_int i = 1, j = 1;

#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, value) atomic_store_explicit(&x, value, memory_order_relaxed)

static void *first(void *unused) {
    (void)unused;
    for (int k = 0; k < N; k++)
        STORE(i, LOAD(i) + LOAD(j));
    return 0;
}

static void *second(void *unused) {
    (void)unused;
    for (int k = 0; k < N; k++)
        STORE(j, LOAD(i) + LOAD(j));
    return 0;
}

static void *look(void *unused) {
    (void)unused;
    (void)LOAD(i);
    (void)LOAD(j);
    return 0;
}

int main(void) {
    struct task tasks[3] = {{first, 0}, {second, 0}, {look, 0}};
    run_all(tasks, 3);
}
