// sc: verified 1
// tso: verified 1
// pso: verified 1
// pthread_exit runs cleanup handlers, the last first, and then the destructors of keys.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int order;
static pthread_key_t key;

static void outer(void *argument) {
    assert(order == 1 && *(int *)argument == 7);
    order = 2;
}

static void inner(void *argument) {
    assert(order == 0 && !argument);
    order = 1;
}

static void destroy(void *value) {
    assert(order == 2);
    order = 3;
    free(value);
}

static void unused(void *argument) {
    (void)argument;
    assert(0);
}

static void leave(void) {
    pthread_cleanup_push(inner, NULL);
    pthread_cleanup_push(unused, NULL);
    pthread_cleanup_pop(0);
    pthread_exit((void *)5);
    pthread_cleanup_pop(0);
}

static void *run(void *argument) {
    int seven = 7;
    pthread_setspecific(key, malloc(4));
    pthread_cleanup_push(outer, &seven);
    leave();
    pthread_cleanup_pop(0);
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, &result);
    assert(result == (void *)5 && order == 3);
    return 0;
}
