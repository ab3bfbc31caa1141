// sc: invalid-access 1: which has
// sprintf into a buffer that is too small.
#include <stdio.h>

int main(void) {
    char buffer[8];
    sprintf(buffer, "%d and %d", 1234, 5678);
    return 0;
}
