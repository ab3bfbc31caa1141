// flags: --file words=words.txt --races --leaks
// sc: verified 1
// tso: verified 1
// pso: verified 1
// Threads that open files of their own have nothing in common, even if it is the same file.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *count(void *lines) {
    FILE *words = fopen("words", "r");
    assert(words);
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, words) != -1)
        ++*(int *)lines;
    free(line);
    fclose(words);
    return NULL;
}

int main(void) {
    static int first, second;
    pthread_t other;
    pthread_create(&other, NULL, count, &first);
    count(&second);
    pthread_join(other, NULL);
    assert(first == 4 && second == 4);
    return 0;
}
