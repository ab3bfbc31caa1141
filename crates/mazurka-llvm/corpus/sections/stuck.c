// sc: deadlock: atomic section
// tso: deadlock: atomic section
// A section that can never be carried through is a deadlock: it takes a mutex twice.
// variant: -DORDER
// sc: verified 2
// pso: verified 2
// Two mutexes taken at once, in any order, are no deadlock.
// variant: -DORDER -DAPART
// sc: deadlock 3
// variant: -DALONE
// sc: deadlock 1
// variant: -DJOIN
// sc: verified 1
// tso: verified 1
// variant: -DJOIN -DNEVER
// sc: deadlock: to finish
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#ifdef APART
#define BEGIN()
#define END()
#else
#define BEGIN() __VERIFIER_atomic_begin()
#define END() __VERIFIER_atomic_end()
#endif

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
    BEGIN();
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    END();
    x++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *one(void *unused) {
#if defined(JOIN)
    pthread_mutex_lock(&a);
    x = 1;
#ifdef NEVER
    pthread_mutex_lock(&a);
#endif
    pthread_mutex_unlock(&a);
#elif defined(ORDER)
    take(&a, &b);
#else
    take(&a, &a);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef ALONE
    take(&a, &a);
#endif
    pthread_create(&thread, 0, one, 0);
#ifdef ORDER
    take(&b, &a);
#endif
#ifdef JOIN
    __VERIFIER_atomic_begin();
    pthread_join(thread, 0);
    assert(x == 1);
    __VERIFIER_atomic_end();
#else
    pthread_join(thread, 0);
#endif
    return 0;
}
