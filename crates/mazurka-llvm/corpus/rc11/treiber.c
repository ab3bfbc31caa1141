// rc11: verified 36
// variant: -DPUSH=relaxed
// rc11: data-race
// variant: -DPOP=relaxed
// rc11: data-race
// Treiber's stack; nothing is freed.
#include "threads.h"
#include <stdlib.h>
#ifndef PUSH
#define PUSH release
#endif
#ifndef POP
#define POP acquire
#endif
#define LOAD_(object, order) LOAD(object, order)
#define ORDER_(order) memory_order_##order
#define ORDER(order) ORDER_(order)

struct node {
    int value;
    struct node *next;
};

static struct node *_Atomic top;

static void push(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    struct node *head = LOAD(top, relaxed);
    do {
        node->next = head;
    } while (!atomic_compare_exchange_weak_explicit(&top, &head, node, ORDER(PUSH),
                                                    memory_order_relaxed));
}

static int pop(void) {
    struct node *head = LOAD_(top, POP);
    while (head) {
        struct node *next = head->next;
        if (atomic_compare_exchange_weak_explicit(&top, &head, next, ORDER(POP), ORDER(POP))) {
            return head->value;
        }
    }
    return 0;
}

static int popped[2];

THREAD(first) {
    push(1);
    popped[0] = pop();
    return NULL;
}

THREAD(second) {
    push(2);
    popped[1] = pop();
    return NULL;
}

int main(void) {
    RUN(first, second);
    assert(popped[0] + popped[1] == 3 && popped[0] && popped[1]);
}
