// sc: assertion 2
// tso: assertion 2
// pso: assertion 2
// A mutex is taken within an atomic section. The section is one step, so it waits, as a
// whole, until the mutex is free; the other order must be seen as well.
// variant: -DBOTH
// sc: assertion 2
// tso: assertion 2
// pso: assertion 2
// variant: -DTHREADS=3
// sc: assertion 6
// tso: assertion 6
// pso: assertion 6
// variant: -DTHREADS=3 -DBOTH
// sc: assertion 6
// tso: assertion 6
// pso: assertion 6
// variant: -DKIND=1
// sc: assertion 2
// tso: assertion 2
// variant: -DKIND=2
// sc: assertion 2
// tso: assertion 2
// variant: -DKIND=3
// sc: assertion 2
// tso: assertion 2
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef KIND
#define KIND 0
#endif
#ifndef THREADS
#define THREADS 2
#endif

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#if KIND == 0
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define TAKE() pthread_mutex_lock(&lock)
#define GIVE() pthread_mutex_unlock(&lock)
#elif KIND == 1
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#define TAKE() pthread_rwlock_wrlock(&lock)
#define GIVE() pthread_rwlock_unlock(&lock)
#elif KIND == 2
static sem_t lock;
#define TAKE() sem_wait(&lock)
#define GIVE() sem_post(&lock)
#else
static pthread_spinlock_t lock;
#define TAKE() pthread_spin_lock(&lock)
#define GIVE() pthread_spin_unlock(&lock)
#endif

static int counter;

static void *in_section(void *unused) {
    __VERIFIER_atomic_begin();
    TAKE();
    int before = counter;
    __VERIFIER_atomic_end();
    counter = before + 1;
    GIVE();
    assert(before == 0);
    return unused;
}

static void *outside(void *unused) {
    TAKE();
    counter = counter + 1;
    GIVE();
    return unused;
}

int main(void) {
    pthread_t threads[THREADS];
#if KIND == 2
    sem_init(&lock, 0, 1);
#elif KIND == 3
    pthread_spin_init(&lock, 0);
#endif
    for (int i = 0; i < THREADS; i++) {
#ifdef BOTH
        pthread_create(&threads[i], 0, in_section, 0);
#else
        pthread_create(&threads[i], 0, i ? outside : in_section, 0);
#endif
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
