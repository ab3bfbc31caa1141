// sc: deadlock 3
// tso: deadlock 3
// pso: deadlock 3
// variant: -DFIXED
// sc: verified 2
// tso: verified 2
// pso: verified 2
// Two locks that are taken in both orders.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *forwards(void *argument) {
    both(&a, &b);
    return NULL;
}

static void *backwards(void *argument) {
#ifdef FIXED
    both(&a, &b);
#else
    both(&b, &a);
#endif
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, forwards, NULL);
    pthread_create(&t2, NULL, backwards, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
