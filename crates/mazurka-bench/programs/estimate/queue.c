/* A queue of Michael and Scott: N threads, by turns one that enqueues and one that dequeues. */
#include "tasks.h"

enum { NONE, DUMMY };

static atomic_int head = DUMMY, tail = DUMMY, next[N + 2];

static int swing(atomic_int *place, int from, int to) {
    return atomic_compare_exchange_strong(place, &from, to);
}

static void *enqueue(void *argument) {
    int node = (int)(intptr_t)argument;
    for (;;) {
        int last = atomic_load(&tail), behind = atomic_load(&next[last]);
        if (behind != NONE) {
            swing(&tail, last, behind);
        } else if (swing(&next[last], NONE, node)) {
            swing(&tail, last, node);
            return 0;
        }
    }
}

static void *dequeue(void *unused) {
    (void)unused;
    for (;;) {
        int first = atomic_load(&head), last = atomic_load(&tail);
        int behind = atomic_load(&next[first]);
        if (behind == NONE)
            return 0;
        if (first == last)
            swing(&tail, last, behind);
        else if (swing(&head, first, behind))
            return 0;
    }
}

int main(void) {
    struct task tasks[N];
    for (int i = 0; i < N; i++)
        tasks[i] = i % 2 == 0 ? (struct task){enqueue, DUMMY + 1 + i} : (struct task){dequeue, 0};
    run_all(tasks, N);
}
