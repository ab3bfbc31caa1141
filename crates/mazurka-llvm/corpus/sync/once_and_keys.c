// sc: verified 2
// tso: verified 2
// pso: verified 2
// pthread_once, keys with destructors, thread-local variables.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int initialised;
static atomic_int destroyed;
static _Thread_local int mine = 3;

static void destroy(void *value) {
    free(value);
    destroyed++;
}

static void initialise(void) {
    initialised++;
    pthread_key_create(&key, destroy);
}

static void *run(void *argument) {
    pthread_once(&once, initialise);
    assert(initialised == 1 && pthread_getspecific(key) == NULL);
    int *number = malloc(sizeof *number);
    *number = (int)(long)argument;
    pthread_setspecific(key, number);
    mine += *number;
    assert(*(int *)pthread_getspecific(key) == (int)(long)argument);
    assert(mine == 3 + (int)(long)argument);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, run, (void *)1);
    pthread_create(&b, NULL, run, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(initialised == 1 && destroyed == 2 && mine == 3);
    return 0;
}
