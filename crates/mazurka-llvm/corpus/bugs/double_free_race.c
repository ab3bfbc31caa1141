// sc: invalid-free 4: free
// tso: invalid-free 4: free
// pso: invalid-free 4: free
// variant: -DFIXED
// sc: verified 2
// tso: verified 2
// pso: verified 2
// Two threads look whether an object is still there before they free it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *drop(void *argument) {
#ifdef FIXED
    free(atomic_exchange(&shared, NULL));
#else
    int *object = shared;
    if (object) {
        free(object);
        shared = NULL;
    }
#endif
    return NULL;
}

int main(void) {
    shared = malloc(sizeof(int));
    pthread_t t1, t2;
    pthread_create(&t1, NULL, drop, NULL);
    pthread_create(&t2, NULL, drop, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
