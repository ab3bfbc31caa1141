// sc: verified 66
// tso: verified 66
// pso: verified 66
// The locks of Mellor-Crummey and Scott, and of Craig, Landin and Hagersten (-DCLH).
// variant: -DN=4
// sc: verified 1080
// tso: verified 1080
// pso: verified 1080
// variant: -DCLH
// sc: verified 6
// tso: verified 6
// pso: verified 6
// variant: -DCLH -DN=5
// sc: verified 120
// tso: verified 120
// pso: verified 120
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_int waits;
};

static struct node nodes[N + 1];
static int count;

#ifdef CLH
static _Atomic(struct node *) tail = &nodes[N];

static void *run(void *argument) {
    struct node *mine = argument;
    atomic_store(&mine->waits, 1);
    struct node *before = atomic_exchange(&tail, mine);
    while (atomic_load(&before->waits))
        ;
    count++;
    atomic_store(&mine->waits, 0);
    return argument;
}
#else
static _Atomic(struct node *) tail;

static void *run(void *argument) {
    struct node *mine = argument;
    atomic_store(&mine->next, NULL);
    struct node *before = atomic_exchange(&tail, mine);
    if (before) {
        atomic_store(&mine->waits, 1);
        atomic_store(&before->next, mine);
        while (atomic_load(&mine->waits))
            ;
    }
    count++;
    struct node *after = atomic_load(&mine->next);
    if (!after) {
        struct node *last = mine;
        if (atomic_compare_exchange_strong(&tail, &last, NULL))
            return argument;
        while (!(after = atomic_load(&mine->next)))
            ;
    }
    atomic_store(&after->waits, 0);
    return argument;
}
#endif

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, run, &nodes[i]);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(count == N);
    return 0;
}
