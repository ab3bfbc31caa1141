// sc: verified 1
// tso: verified 1
// pso: verified 1
// The x86 assembly that programs bring along for barriers and atomic operations.
#include <assert.h>

static inline int exchange(int *at, int value) {
    __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
    return value;
}

static inline int fetch_add(int *at, int value) {
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
    return value;
}

static inline int compare_swap(int *at, int old, int new) {
    int before;
    __asm__ volatile("lock; cmpxchgl %2, %1" : "=a"(before), "+m"(*at) : "r"(new), "0"(old) : "memory");
    return before;
}

static inline void increment(int *at) {
    __asm__ volatile("lock; incl %0" : "+m"(*at) : : "memory");
}

int main(void) {
    int n = 5;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("pause");
    __asm__ volatile("rep; nop" ::: "memory");
    assert(exchange(&n, 7) == 5 && n == 7);
    assert(fetch_add(&n, 3) == 7 && n == 10);
    assert(compare_swap(&n, 10, 20) == 10 && n == 20);
    assert(compare_swap(&n, 10, 30) == 20 && n == 20);
    increment(&n);
    assert(n == 21);
    __asm__ volatile("lock; addl $0, 0(%%rsp)" ::: "memory", "cc");
    __asm__ volatile("sfence; lfence" ::: "memory");
    return 0;
}
