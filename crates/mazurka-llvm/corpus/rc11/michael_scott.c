// rc11: verified 4
// variant: -DLINK=relaxed
// rc11: data-race
// variant: -DFOLLOW=relaxed
// rc11: data-race
// The queue of Michael and Scott; nothing is freed.
#include "threads.h"
#include <stdlib.h>
#ifndef LINK
#define LINK release
#endif
#ifndef FOLLOW
#define FOLLOW acquire
#endif
#define LOAD_(object, order) LOAD(object, order)
#define ORDER_(order) memory_order_##order
#define ORDER(order) ORDER_(order)

struct node {
    int value;
    struct node *_Atomic next;
};

static struct node *_Atomic head, *_Atomic tail;

static struct node *make(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    atomic_init(&node->next, NULL);
    return node;
}

static void enqueue(int value) {
    struct node *node = make(value);
    for (;;) {
        struct node *last = LOAD(tail, acquire);
        struct node *next = LOAD(last->next, acquire);
        if (next) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
                                                    memory_order_relaxed);
        } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, ORDER(LINK),
                                                           memory_order_relaxed)) {
            atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release,
                                                    memory_order_relaxed);
            return;
        }
    }
}

static int dequeue(void) {
    for (;;) {
        struct node *first = LOAD(head, acquire);
        struct node *last = LOAD(tail, acquire);
        struct node *next = LOAD_(first->next, FOLLOW);
        if (!next) {
            return 0;
        }
        if (first == last) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release,
                                                    memory_order_relaxed);
        }
        int value = next->value;
        if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release,
                                                    memory_order_relaxed)) {
            return value;
        }
    }
}

static int taken;

THREAD(producer) {
    enqueue(1);
    return NULL;
}

THREAD(consumer) {
    taken = dequeue();
    return NULL;
}

int main(void) {
    struct node *dummy = make(0);
    atomic_init(&head, dummy);
    atomic_init(&tail, dummy);
    RUN(producer, consumer);
    assert(taken == 0 || taken == 1);
    assert(taken + dequeue() == 1);
}
