// sc: verified 1
// Memory management that is right: alloca and arrays of variable length in loops, large
// objects, a struct that owns another, a ring of nodes.
#include <alloca.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ring { struct ring *next; int value; };

static struct ring *ring_of(int count) {
    struct ring *first = malloc(sizeof *first), *last = first;
    first->value = 0;
    for (int i = 1; i < count; i++) {
        last->next = malloc(sizeof *last);
        last = last->next;
        last->value = i;
    }
    last->next = first;
    return first;
}

int main(void) {
    int total = 0;
    for (int n = 1; n < 20; n++) {
        char variable[n];
        memset(variable, n, (size_t)n);
        total += variable[n - 1];
        int *local = alloca(sizeof(int) * (size_t)n);
        local[n - 1] = n;
        total -= local[n - 1];
    }
    assert(total == 0);
    char *large = malloc(3 << 20);
    memset(large, 7, 3 << 20);
    assert(large[(3 << 20) - 1] == 7);
    free(large);
    struct ring *ring = ring_of(5), *at = ring;
    for (int i = 0; i < 12; i++)
        at = at->next;
    assert(at->value == 2);
    for (int i = 0; i < 5; i++) {
        struct ring *next = ring->next;
        free(ring);
        ring = next;
    }
    return 0;
}
