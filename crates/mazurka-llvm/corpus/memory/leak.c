// sc: verified 1
// variant: 
// flags: --leaks
// sc: leak 1
// A list of which only the first node is freed.
#include <stdlib.h>

struct node { struct node *next; };

int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = malloc(sizeof *list);
    list->next->next = NULL;
    free(list);
    return 0;
}
