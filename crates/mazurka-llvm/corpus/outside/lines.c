// flags: --file words=words.txt --races --leaks
// sc: verified 6
// tso: verified 6
// pso: verified 6
// Two threads read two lines each from one stream: any two of the four may be those of the
// first, in their order.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *words;
static char seen[2][32];

static void *read_two(void *number) {
    char *to = seen[(long)number], line[16];
    for (int i = 0; i < 2; i++) {
        assert(fgets(line, sizeof line, words) == line);
        strcat(to, line);
    }
    return NULL;
}

int main(void) {
    words = fopen("words", "r");
    assert(words);
    pthread_t other;
    pthread_create(&other, NULL, read_two, (void *)1);
    read_two((void *)0);
    pthread_join(other, NULL);
    assert(strlen(seen[0]) + strlen(seen[1]) == 19);
    assert(!feof(words) && getc(words) == EOF && feof(words));
    assert(fclose(words) == 0);
    return 0;
}
