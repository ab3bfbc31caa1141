// sc: invalid-access 1: which has
// A write one past the end of a heap object.
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(4 * sizeof *numbers);
    for (int i = 0; i <= 4; i++)
        numbers[i] = i;
    free(numbers);
    return 0;
}
