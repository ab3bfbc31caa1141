// sc: invalid-free 1: free
// A pointer that was moved on is freed.
#include <stdlib.h>

int main(void) {
    char *text = malloc(4);
    *text++ = 'x';
    free(text);
    return 0;
}
