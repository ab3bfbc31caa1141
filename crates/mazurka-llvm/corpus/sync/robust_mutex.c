// sc: verified 2
// tso: verified 2
// pso: verified 2
// A thread ends with a robust mutex: the next to lock it is told, and either repairs it or
// nobody can lock it any more.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int x;

static void *forget(void *argument) {
    pthread_mutex_lock(&lock);
    x++;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&thread, NULL, forget, NULL);
    int code = pthread_mutex_lock(&lock);
    assert(x == (code == EOWNERDEAD));
    if (code)
        assert(!pthread_mutex_consistent(&lock));
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    int again = pthread_mutex_lock(&lock);
    assert(again == (code ? 0 : EOWNERDEAD));
    pthread_mutex_unlock(&lock);
    if (again)
        assert(pthread_mutex_lock(&lock) == ENOTRECOVERABLE);
    return 0;
}
