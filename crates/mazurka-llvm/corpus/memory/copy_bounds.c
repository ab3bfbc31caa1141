// sc: invalid-access 1: which has
// memcpy of more than there is.
#include <string.h>

int main(void) {
    char from[8] = "1234567", to[16];
    memcpy(to, from, sizeof to);
    return 0;
}
