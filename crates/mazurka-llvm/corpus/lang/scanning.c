// sc: verified 1
// Text that is read from memory.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int n, used;
    short s;
    long l;
    unsigned u;
    double d;
    float f;
    char c, text[16], set[8];
    assert(sscanf("12 foo 0x1f 2.5;abc", "%d %s %x %lf;%c%[bc]", &n, text, &u, &d, &c, set) == 6);
    assert(n == 12 && !strcmp(text, "foo") && u == 31 && d == 2.5 && c == 'a');
    assert(!strcmp(set, "bc"));
    assert(sscanf("-7,-8 1.25", "%hd,%ld %f%n", &s, &l, &f, &used) == 3);
    assert(s == -7 && l == -8 && f == 1.25f && used == 10);
    assert(sscanf("ab]c", "%[^]]]%c", set, &c) == 2 && !strcmp(set, "ab") && c == 'c');
    assert(sscanf("1 2", "%*d %d", &n) == 1 && n == 2);
    assert(sscanf("", "%d", &n) == EOF && sscanf("x", "%d", &n) == 0);
    assert(sscanf("010", "%i", &n) == 1 && n == 8);
    return 0;
}
