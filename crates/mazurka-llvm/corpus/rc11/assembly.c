// rc11: verified 2
// variant: -DPASS=PLAIN
// rc11: verified 2
// variant: -DPASS=RELAXED
// rc11: verified 2
// variant: -DPASS=RELAXED -DBARE
// rc11: assertion 3
// variant: -DLOCKED
// rc11: verified 3
// variant: -DRACE
// rc11: data-race: by assembly
// x86 assembly: its loads acquire, its stores release, lfence orders loads before it and all after
// it, and a locked instruction is a full fence.
#include "threads.h"

static int flag, data, x, y, mine, others, saw_x, saw_y;

#ifdef BARE
#define LOADS ""
#else
#define LOADS "lfence"
#endif
#define PLAIN 1
#define RELAXED 2

static inline int load(int *at) {
    int value;
    __asm__ volatile("movl %1, %0" : "=q"(value) : "m"(*at) : "memory");
    return value;
}

static inline void store(int *at, int value) {
    __asm__ volatile("movl %1, %0" : "=m"(*at) : "ir"(value) : "memory");
}

#ifdef LOCKED
static inline void add(int *at) {
    __asm__ volatile("lock; addl $1, %0" : "+m"(*at) : : "memory");
}

THREAD(one) {
    store(&x, 1);
    add(&mine);
    saw_y = load(&y);
    return NULL;
}

THREAD(other) {
    store(&y, 1);
    add(&others);
    saw_x = load(&x);
    return NULL;
}

int main(void) {
    RUN(one, other);
    assert(saw_x || saw_y);
    return 0;
}
#else
THREAD(one) {
    store(&data, 1);
#if PASS == RELAXED
    __asm__ volatile("sfence" ::: "memory");
    __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
#else
    store(&flag, 1);
#endif
    return NULL;
}

THREAD(other) {
#if PASS == RELAXED
    if (__atomic_load_n(&flag, __ATOMIC_RELAXED)) {
        __asm__ volatile(LOADS ::: "memory");
        assert(__atomic_load_n(&data, __ATOMIC_RELAXED) == 1);
    }
#elif defined RACE
    return data ? NULL : unused;
#else
    if (load(&flag)) {
#if PASS != PLAIN
        __asm__ volatile("lfence" ::: "memory");
#endif
        assert(load(&data) == 1);
    }
#endif
    return NULL;
}

int main(void) {
    RUN(one, other);
    return 0;
}
#endif
