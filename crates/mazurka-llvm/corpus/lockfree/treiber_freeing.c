// sc: invalid-access 4: freed
// tso: invalid-access 4: freed
// pso: invalid-access 4: freed
// Treiber's stack whose pop frees the node at once: another thread may be about to look at
// its next.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *next; };

static _Atomic(struct node *) top;

static void push(void) {
    struct node *node = malloc(sizeof *node), *old = atomic_load(&top);
    do
        node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void *pop(void *argument) {
    struct node *old = atomic_load(&top);
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
        continue;
    free(old);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    push();
    push();
    pthread_create(&a, NULL, pop, NULL);
    pthread_create(&b, NULL, pop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
