// sc: invalid-access 2: free
// tso: invalid-access 2: free
// pso: invalid-access 2: free
// The object is freed when one of its two readers is done.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *reader(void *argument) {
    return (void *)(long)atomic_load((atomic_int *)argument);
}

int main(void) {
    atomic_int *number = malloc(sizeof *number);
    atomic_init(number, 1);
    pthread_t t1, t2;
    pthread_create(&t1, NULL, reader, number);
    pthread_create(&t2, NULL, reader, number);
    pthread_join(t1, NULL);
    free(number);
    pthread_join(t2, NULL);
    return 0;
}
