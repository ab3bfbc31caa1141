/* Two writers, who take turns by a lock, and N readers of a sequence lock, who try once. */
#include "tasks.h"

static atomic_int sequence, first, second, taken;

static void *writer(void *argument) {
    int value = (int)(intptr_t)argument, free = 0;
    if (!atomic_compare_exchange_strong(&taken, &free, 1))
        return 0;
    (void)atomic_fetch_add(&sequence, 1);
    atomic_store(&first, value);
    atomic_store(&second, value);
    (void)atomic_fetch_add(&sequence, 1);
    atomic_store(&taken, 0);
    return 0;
}

static void *reader(void *unused) {
    (void)unused;
    int before = atomic_load(&sequence);
    (void)atomic_load(&first);
    (void)atomic_load(&second);
    return (void *)(intptr_t)(before == atomic_load(&sequence));
}

int main(void) {
    struct task tasks[N + 2] = {{writer, 1}, {writer, 2}};
    for (int i = 0; i < N; i++)
        tasks[i + 2] = (struct task){reader, 0};
    run_all(tasks, N + 2);
}
