// Two parts of one thing are allocated. Where the second fails, the first is lost.
// sc: verified 1
// variant: -DLOST
// flags: --malloc-may-fail --leaks
// sc: leak 3: 16 bytes that were allocated
// variant: -DFIXED
// flags: --malloc-may-fail --leaks
// sc: verified 3
// tso: verified 3
// pso: verified 3
#include <stdlib.h>

struct pair {
    int *left, *right;
};

static struct pair *make(void) {
    struct pair *pair = malloc(sizeof *pair);
    if (!pair)
        return NULL;
    pair->left = calloc(4, sizeof(int));
    if (!pair->left) {
#ifdef FIXED
        free(pair);
#endif
        return NULL;
    }
    return pair;
}

int main(void) {
    struct pair *pair = make();
    if (pair) {
        free(pair->left);
        free(pair);
    }
    pair = NULL;
    return 0;
}
