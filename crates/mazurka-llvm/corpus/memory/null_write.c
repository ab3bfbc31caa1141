// sc: invalid-access 1: null
// A write through a null pointer, in a field.
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *find(int value) {
    return value > 10 ? malloc(sizeof(struct node)) : NULL;
}

int main(void) {
    find(3)->next = NULL;
    return 0;
}
