// tso: invalid-access: freed
// pso: invalid-access: freed
// A thread stores to memory that another one frees, and reads that again.
#include <pthread.h>
#include <stdlib.h>

static void *freeing(void *pointer) {
    free(pointer);
    return 0;
}

static void *using(void *pointer) {
    *(volatile int *)pointer = 1;
    int seen = *(volatile int *)pointer;
    (void)seen;
    return 0;
}

int main(void) {
    pthread_t first, second;
    int *pointer = calloc(1, sizeof *pointer);
    pthread_create(&first, 0, freeing, pointer);
    pthread_create(&second, 0, using, pointer);
    return 0;
}
