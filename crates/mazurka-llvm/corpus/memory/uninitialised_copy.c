// sc: verified 1
// Memory that nobody has written may be copied, and padding with it; only what decides or
// is used as an address must have been written.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct padded { char c; int i; };

int main(void) {
    struct padded a, b, *c = malloc(sizeof *c);
    a.i = 5;
    memcpy(&b, &a, sizeof b);
    *c = b;
    assert(c->i == 5);
    unsigned mask;
    ((unsigned char *)&mask)[0] = 3;
    assert((mask & 1) == 1 && (mask & 0xff) == 3);
    char text[8];
    text[0] = 'a';
    text[1] = 0;
    assert(strcmp(text, "a") == 0);
    free(c);
    return 0;
}
