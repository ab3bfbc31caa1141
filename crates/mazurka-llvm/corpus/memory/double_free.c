// sc: invalid-free 1: free
// Two owners of one object.
#include <stdlib.h>

struct owner { int *data; };

static void drop(struct owner owner) {
    free(owner.data);
}

int main(void) {
    struct owner a = {malloc(sizeof(int))};
    struct owner b = a;
    drop(a);
    drop(b);
    return 0;
}
