/* N threads that write one variable, and then read another that the last of them writes. */
#include "tasks.h"

static atomic_int x, y;

static void *write(void *argument) {
    int me = (int)(intptr_t)argument;
    atomic_store(&x, me);
    if (me == N)
        atomic_store(&y, 1);
    else
        (void)atomic_load(&y);
    return 0;
}

int main(void) {
    struct task tasks[N];
    for (int i = 0; i < N; i++)
        tasks[i] = (struct task){write, i + 1};
    run_all(tasks, N);
}
