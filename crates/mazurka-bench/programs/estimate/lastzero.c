/* A search for a zero from the end of an array, whose elements N threads write. */
#include "tasks.h"

static atomic_int x[N + 1];

static void *search(void *unused) {
    (void)unused;
    for (int i = N; i > 0 && atomic_load(&x[i]) != 0; i--) {
    }
    return 0;
}

static void *add(void *argument) {
    intptr_t j = (intptr_t)argument;
    atomic_store(&x[j], atomic_load(&x[j - 1]) + 1);
    return 0;
}

int main(void) {
    struct task tasks[N + 1] = {{search, 0}};
    for (int j = 1; j <= N; j++)
        tasks[j] = (struct task){add, j};
    run_all(tasks, N + 1);
}
