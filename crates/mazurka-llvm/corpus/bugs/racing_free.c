// sc: invalid-access 2: free
// tso: invalid-access 2: free
// pso: invalid-access 2: free
// A thread frees what another reads: whether that is found must not depend on the order in
// which they are tried.
#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *reader(void *argument) {
    return (void *)(long)*shared;
}

static void *freer(void *argument) {
    free(shared);
    return NULL;
}

int main(void) {
    shared = malloc(sizeof *shared);
    *shared = 5;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, NULL);
    pthread_create(&t2, NULL, freer, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
