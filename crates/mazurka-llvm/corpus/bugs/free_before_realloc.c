// sc: invalid-access 4
// tso: invalid-access 4
// pso: invalid-access 4
// variant: -DFREED_AFTER
// sc: invalid-free 2
// `realloc` looks at the object before it copies it, so it may come too late for that, or
// for the `free` at its end. With -DFREED_AFTER it always comes first.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *object;
#ifdef FREED_AFTER
static atomic_int is_grown;
#endif

static void *grows(void *argument) {
    object = realloc(object, 16);
#ifdef FREED_AFTER
    is_grown = 1;
#endif
    return argument;
}

int main(void) {
    pthread_t thread;
    int *first = object = calloc(2, sizeof(int));
    pthread_create(&thread, NULL, grows, NULL);
#ifdef FREED_AFTER
    if (is_grown)
#endif
        free(first);
    pthread_join(thread, NULL);
    return 0;
}
