/* A stack of Treiber: N threads, by turns one that pushes and one that pops. */
#include "tasks.h"

static atomic_int top, below[N + 1];

static void *push(void *argument) {
    int node = (int)(intptr_t)argument, old = atomic_load(&top);
    do
        atomic_store(&below[node], old);
    while (!atomic_compare_exchange_strong(&top, &old, node));
    return 0;
}

static void *pop(void *unused) {
    (void)unused;
    int old = atomic_load(&top);
    while (old != 0 && !atomic_compare_exchange_strong(&top, &old, atomic_load(&below[old]))) {
    }
    return 0;
}

int main(void) {
    struct task tasks[N];
    for (int i = 0; i < N; i++)
        tasks[i] = i % 2 == 0 ? (struct task){push, i + 1} : (struct task){pop, 0};
    run_all(tasks, N);
}
