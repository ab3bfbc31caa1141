// sc: assertion 6
// tso: assertion 6
// pso: assertion 6
// What a section accesses depends on what it reads. `source` and `classic` must see that the
// load of y comes before it where x is still zero, although the two do not conflict where x is
// one.
// variant: -DFUTEX
// sc: deadlock 3
// tso: deadlock 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
long __mazurka_futex_wait(void *, int);
long __mazurka_futex_wake(void *, int);

#ifdef FUTEX
static atomic_int a, b;

static void *first(void *unused) {
    __mazurka_futex_wake(&b, 1);
    atomic_fetch_add(&a, 1);
    return unused;
}

static void *second(void *unused) {
    __mazurka_futex_wake(&a, 1);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    __mazurka_futex_wait(&a, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
#else
static atomic_int x, y, z;
static int seen;

static void *first(void *unused) {
    atomic_store(&z, 1);
    atomic_store(&x, 1);
    return unused;
}

static void *second(void *unused) {
    seen = atomic_load(&y);
    return unused;
}

static void *third(void *unused) {
    atomic_store(&z, 2);
    return unused;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    __VERIFIER_atomic_begin();
    if (x == 0)
        y = 1;
    __VERIFIER_atomic_end();
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(!(seen == 0 && y == 1));
    return 0;
}
#endif
