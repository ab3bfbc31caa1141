// flags: --nondet -1..2
// sc: verified 64
// Input is any number of the range: three of four values each are read.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int n, m;
    char word[30];
    assert(scanf("%d %29s", &n, word) == 2);
    assert(n >= -1 && n <= 2);
    assert(sscanf(word, "%d", &m) == 1 && m >= -1 && m <= 2);
    int c = getchar();
    assert(c == EOF || (c >= 0 && c <= 2));
    return 0;
}
