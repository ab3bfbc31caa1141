// sc: verified 7
// tso: verified 7
// pso: verified 7
// Source Sets, Figure 2: a race that shows only if steps of other threads come first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, z;

static void *p(void *argument) {
    atomic_load(&x);
    return NULL;
}

static void *q(void *argument) {
    atomic_store(&y, 1);
    return NULL;
}

static void *r(void *argument) {
    if (atomic_load(&y) == 0)
        atomic_store(&z, 1);
    return NULL;
}

static void *s(void *argument) {
    int n = atomic_load(&z);
    int l = atomic_load(&y);
    if (n == 1 && l == 0)
        atomic_store(&x, 1);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, p, NULL);
    pthread_create(&thread, NULL, r, NULL);
    pthread_create(&thread, NULL, s, NULL);
    pthread_create(&thread, NULL, q, NULL);
    pthread_exit(NULL);
}
