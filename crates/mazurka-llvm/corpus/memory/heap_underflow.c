// sc: invalid-access 1: which has
// A read before the start of a heap object.
#include <stdlib.h>

int main(void) {
    char *text = calloc(8, 1);
    int found = 0;
    for (int i = 7; i >= -1; i--)
        found += text[i];
    free(text);
    return found;
}
