// flags: --stdin words.txt
// sc: verified 2
// tso: verified 2
// pso: verified 2
// A thread holds standard input while it reads two words: no other comes between them.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *read_pair(void *unused) {
    char pair[2][8];
    flockfile(stdin);
    assert(scanf("%7s", pair[0]) == 1);
    assert(scanf("%7s", pair[1]) == 1);
    funlockfile(stdin);
    int is_first = strcmp(pair[0], "one") == 0 && strcmp(pair[1], "two") == 0;
    int is_second = strcmp(pair[0], "three") == 0 && strcmp(pair[1], "four") == 0;
    assert(is_first || is_second);
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, read_pair, NULL);
    read_pair(NULL);
    pthread_join(other, NULL);
    assert(scanf("%*s") == EOF);
    return 0;
}
