// sc: invalid-access 1: free
// A pointer into an object that realloc has moved.
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(2 * sizeof *numbers);
    numbers[0] = 1;
    int *first = &numbers[0];
    numbers = realloc(numbers, 100 * sizeof *numbers);
    *first = 2;
    free(numbers);
    return 0;
}
