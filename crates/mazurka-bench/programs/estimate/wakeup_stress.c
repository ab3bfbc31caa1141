/* N increments of one counter, which must all be done before the second of two increments of
   another. */
#include "tasks.h"

static atomic_int counter1, counter2;

static void *one(void *unused) {
    (void)unused;
    return (void *)(intptr_t)atomic_fetch_add(&counter1, 1);
}

static void *both(void *unused) {
    (void)unused;
    if (atomic_load(&counter1) == N)
        return (void *)(intptr_t)atomic_fetch_add(&counter2, 1);
    return 0;
}

static void *other(void *unused) {
    (void)unused;
    return (void *)(intptr_t)atomic_fetch_add(&counter2, 1);
}

int main(void) {
    struct task tasks[N + 2] = {{both, 0}, {other, 0}};
    for (int i = 0; i < N; i++)
        tasks[i + 2] = (struct task){one, 0};
    run_all(tasks, N + 2);
}
