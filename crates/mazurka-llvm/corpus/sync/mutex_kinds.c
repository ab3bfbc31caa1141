// sc: verified 3
// tso: verified 3
// pso: verified 3
// The kinds of mutexes: recursive ones may be taken again, error-checking ones say that
// they cannot, and trylock says whether a mutex is free.
// variant: -DSELF_DEADLOCK
// sc: deadlock 3
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive, checked, normal = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *visitor(void *argument) {
    int got = pthread_mutex_trylock(&recursive);
    assert(got == 0 || got == EBUSY);
    if (got == 0) {
        assert(inside == 0);
        pthread_mutex_unlock(&recursive);
    }
    assert(pthread_mutex_unlock(&checked) == EPERM);
    return NULL;
}

int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &attributes);

    pthread_t thread;
    pthread_create(&thread, NULL, visitor, NULL);
    pthread_mutex_lock(&recursive);
    inside = 1;
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    inside = 0;
    pthread_mutex_unlock(&recursive);
    assert(pthread_mutex_lock(&checked) == 0);
    assert(pthread_mutex_lock(&checked) == EDEADLK);
    pthread_mutex_lock(&normal);
    assert(pthread_mutex_trylock(&normal) == EBUSY);
#ifdef SELF_DEADLOCK
    pthread_mutex_lock(&normal);
#endif
    pthread_mutex_unlock(&normal);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&checked);
    pthread_mutex_destroy(&checked);
    return 0;
}
