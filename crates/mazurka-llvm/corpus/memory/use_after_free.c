// sc: invalid-access 1: free
// A list is freed, and then walked.
#include <stdlib.h>

struct node { int value; struct node *next; };

static void free_all(struct node *list) {
    for (; list; list = list->next)
        free(list);
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = list;
        list = node;
    }
    free_all(list);
    return 0;
}
