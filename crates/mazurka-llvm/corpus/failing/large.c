// An allocation of more than a check gives ends its execution, and nothing is verified. What others
// do is explored all the same, and a bug is a bug. Where it may fail, that is explored as well.
// sc: unknown 1: an allocation of 300000000 bytes at
// tso: unknown 1: raise that with --max-allocation
// variant: -DCALL=calloc(2,150000000)
// sc: unknown 1: an allocation of 300000000 bytes at
// variant: -DCALL=realloc(malloc(4),300000000)
// sc: unknown 1: an allocation of 300000000 bytes at
// variant: -DCALL=reallocarray(0,2,150000000)
// sc: unknown 1: an allocation of 300000000 bytes at
// variant: -DCALL=aligned_alloc(64,300000000)
// sc: unknown 1: an allocation of 300000000 bytes at
// variant: -DCALL=valloc(300000000)
// sc: unknown 1: an allocation of 300000000 bytes at
// variant: -DCALL=mmap(0,300000000,3,34,-1,0)
// sc: unknown 1: an allocation of 300000000 bytes at
// variant: -DCALL=aligned()
// sc: unknown 1: an allocation of 300000000 bytes at
// variant: -DCALL=malloc(268435456)
// sc: verified 1
// variant: -DCALL=malloc(268435457)
// sc: unknown 1: an allocation of 268435457 bytes at
// variant: -DCALL=malloc(2000000000)
// sc: unknown 1: is more than a check can give (1024 MiB)
// variant: -DCALL=malloc(300000000) -DFAILING
// flags: --malloc-may-fail
// sc: unknown 2: an allocation of 300000000 bytes at
// variant: -DBAD
// sc: assertion: the other thread
// variant: -DBAD -DFAILING
// flags: --malloc-may-fail
// sc: assertion: the other thread
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifndef CALL
#define CALL malloc(300000000)
#endif

static void *aligned(void) {
    void *made = NULL;
    posix_memalign(&made, 64, 300000000);
    return made;
}

static void *other(void *unused) {
    assert(unused && "the other thread");
    return unused;
}

int main(void) {
#ifdef BAD
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
#endif
    void *object = CALL;
    (void)object;
    (void)aligned;
    (void)other;
    return 0;
}
