// sc: verified 1
// tso: verified 1
// pso: verified 1
// Threads that start threads, seven deep; each waits for the one that it started.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int depths[9];

static void *run(void *argument) {
    long depth = (long)argument;
    int *own = malloc(sizeof *own);
    *own = (int)depth;
    if (depth < 7) {
        pthread_t next;
        pthread_create(&next, NULL, run, (void *)(depth + 1));
        pthread_join(next, NULL);
    }
    depths[depth] = *own;
    free(own);
    return NULL;
}

int main(void) {
    pthread_t first;
    pthread_create(&first, NULL, run, (void *)1L);
    pthread_join(first, NULL);
    for (int i = 1; i <= 7; i++)
        assert(depths[i] == i);
    return 0;
}
