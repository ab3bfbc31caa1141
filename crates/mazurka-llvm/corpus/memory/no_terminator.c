// sc: invalid-access 1: which has
// strlen of an array without a zero.
#include <string.h>

int main(void) {
    char text[4] = {'a', 'b', 'c', 'd'};
    return (int)strlen(text) - 4;
}
