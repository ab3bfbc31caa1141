// Two threads publish what they have allocated, if they have: with both, in two orders. One that
// does not look at what it has accesses a null pointer.
// rc11: verified 2
// variant: -DFAILING
// flags: --malloc-may-fail
// rc11: verified 5
// ra: verified 5
// variant: -DFAILING -DUNCHECKED
// flags: --malloc-may-fail
// rc11: invalid-access: a null pointer is accessed
// ra: invalid-access: a null pointer is accessed
// variant: -DFAILING -DBOUND
// flags: --malloc-may-fail=1
// rc11: verified 5
// variant: -DLARGE
// rc11: unknown: an allocation of 300000000 bytes at
// variant: -DLARGE -DFAILING
// flags: --malloc-may-fail
// rc11: unknown: an allocation of 300000000 bytes at
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef LARGE
#define SIZE 300000000
#else
#define SIZE sizeof(int)
#endif

static int *_Atomic slot;

static void *put(void *unused) {
    int *mine = malloc(SIZE);
#ifndef UNCHECKED
    if (!mine)
        return NULL;
#endif
    *mine = 1;
    free(atomic_exchange_explicit(&slot, mine, memory_order_acq_rel));
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, put, NULL);
    pthread_create(&second, NULL, put, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    free(atomic_load_explicit(&slot, memory_order_relaxed));
    return 0;
}
