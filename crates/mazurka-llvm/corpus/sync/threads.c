// sc: verified 2
// tso: verified 2
// pso: verified 2
// Threads themselves: results, exit from a called function, identity, detaching, threads
// that start threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t first;
static atomic_int done;

static void leave(long code) {
    pthread_exit((void *)code);
}

static void *child(void *argument) {
    assert(!pthread_equal(pthread_self(), first));
    return (void *)((long)argument * 2);
}

static void *parent(void *argument) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, child, (void *)21);
    pthread_join(thread, &result);
    leave((long)result);
    return NULL;
}

static void *detached(void *argument) {
    done = 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    void *result;
    first = pthread_self();
    assert(pthread_equal(first, pthread_self()));
    pthread_create(&thread, NULL, parent, NULL);
    pthread_join(thread, &result);
    assert((long)result == 42);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, detached, NULL);
    pthread_create(&thread, NULL, detached, NULL);
    pthread_detach(thread);
    pthread_exit(NULL);
}
