// sc: verified 40
// tso: verified 40
// pso: verified 40
// Treiber's stack on the heap; nothing is freed before all threads are done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static _Atomic(struct node *) top;
static atomic_int popped;

static void push(int value) {
    struct node *node = malloc(sizeof *node), *old = atomic_load(&top);
    node->value = value;
    do
        node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

static struct node *pop(void) {
    struct node *old = atomic_load(&top);
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
        continue;
    return old;
}

static void *run(void *argument) {
    push((int)(long)argument);
    struct node *node = pop();
    assert(node != NULL);
    assert((atomic_fetch_or(&popped, node->value) & node->value) == 0);
    return node;
}

int main(void) {
    pthread_t a, b;
    void *x, *y;
    pthread_create(&a, NULL, run, (void *)1);
    pthread_create(&b, NULL, run, (void *)2);
    pthread_join(a, &x);
    pthread_join(b, &y);
    assert(popped == 3 && top == NULL && x != y);
    free(x);
    free(y);
    return 0;
}
