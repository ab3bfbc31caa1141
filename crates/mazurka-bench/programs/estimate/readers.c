/* A writer, and N readers that first read a variable of their own. */
#include "tasks.h"

static atomic_int x, y[N];

static void *writer(void *unused) {
    (void)unused;
    atomic_store(&x, 1);
    return 0;
}

static void *reader(void *argument) {
    (void)atomic_load(&y[(intptr_t)argument]);
    (void)atomic_load(&x);
    return 0;
}

int main(void) {
    struct task tasks[N + 1] = {{writer, 0}};
    for (int i = 0; i < N; i++)
        tasks[i + 1] = (struct task){reader, i};
    run_all(tasks, N + 1);
}
