// sc: verified 41
// tso: verified 41
// pso: verified 41
// variant: -DUNFENCED
// sc: verified 41
// tso: assertion 46
// pso: assertion 46
// The work-stealing deque of Chase and Lev (2005): the owner takes from the bottom, a thief
// from the top. Between the owner's store of the bottom and its load of the top there
// must be a fence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 4
#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, value) atomic_store_explicit(&x, value, memory_order_relaxed)

static atomic_int top, bottom, tasks[SIZE];
static atomic_int taken[3];

static void push(int task) {
    int b = LOAD(bottom);
    STORE(tasks[b % SIZE], task);
    atomic_store_explicit(&bottom, b + 1, memory_order_release);
}

static int take(void) {
    int b = LOAD(bottom) - 1;
    STORE(bottom, b);
#ifndef UNFENCED
    atomic_thread_fence(memory_order_seq_cst);
#endif
    int t = LOAD(top);
    if (t > b) {
        STORE(bottom, b + 1);
        return 0;
    }
    int task = LOAD(tasks[b % SIZE]);
    if (t < b)
        return task;
    if (!atomic_compare_exchange_strong(&top, &t, t + 1))
        task = 0;
    STORE(bottom, b + 1);
    return task;
}

static int steal(void) {
    int t = LOAD(top), b = LOAD(bottom);
    if (t >= b)
        return 0;
    int task = LOAD(tasks[t % SIZE]);
    return atomic_compare_exchange_strong(&top, &t, t + 1) ? task : 0;
}

static void run(int task) {
    if (task)
        assert(atomic_fetch_add(&taken[task], 1) == 0);
}

static void *thief(void *argument) {
    run(steal());
    run(steal());
    return NULL;
}

int main(void) {
    pthread_t thread;
    push(1);
    push(2);
    pthread_create(&thread, NULL, thief, NULL);
    run(take());
    run(take());
    pthread_join(thread, NULL);
    assert(LOAD(taken[1]) + LOAD(taken[2]) >= 1);
    return 0;
}
