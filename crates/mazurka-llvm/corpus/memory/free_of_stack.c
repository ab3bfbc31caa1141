// sc: invalid-free 1: free
// A variable of a function is freed.
#include <stdlib.h>

int main(void) {
    int number = 5;
    int *pointer = &number;
    free(pointer);
    return 0;
}
