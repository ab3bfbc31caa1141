// sc: invalid-access: after the thread that it belongs to has ended
// tso: invalid-access: after the thread that it belongs to has ended
// pso: invalid-access: after the thread that it belongs to has ended
// A variable of a thread is gone when that has ended, be it thread-local or on its stack.
// variant: -DSTACK
// sc: invalid-access: after the function that it belongs to has returned
// variant: -DBESIDE
// sc: invalid-access: after the thread that it belongs to has ended
// variant: -DBESIDE -DFIXED
// sc: verified 2
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local atomic_int own = 3;
static _Atomic(atomic_int *) pointer;

static void *publish(void *unused) {
#ifdef STACK
    atomic_int local = 3;
    pointer = &local;
#else
    pointer = &own;
#endif
#ifdef FIXED
    while (own == 3)
        ;
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, publish, NULL);
#ifdef BESIDE
    atomic_int *seen = pointer;
#ifdef FIXED
    while (!seen)
        seen = pointer;
#endif
    if (seen)
        *seen = 1;
    pthread_join(thread, NULL);
#else
    pthread_join(thread, NULL);
    *pointer = 1;
#endif
    return 0;
}
