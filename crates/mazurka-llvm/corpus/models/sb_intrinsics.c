// sc: verified 3
// tso: verified 3
// pso: verified 3
// variant: -DSTORES_ONLY
// sc: verified 3
// tso: assertion 4
// pso: assertion 4
// Store buffering with the barriers of the compiler's header for x86. That for stores
// alone does not keep a load behind them.
#include <assert.h>
#include <emmintrin.h>
#include <pthread.h>

#ifdef STORES_ONLY
#define BARRIER() (_mm_sfence(), _mm_lfence())
#else
#define BARRIER() _mm_mfence()
#endif

static volatile int x, y;
static int seen[2];

static void *left(void *argument) {
    x = 1;
    BARRIER();
    seen[0] = y;
    return argument;
}

static void *right(void *argument) {
    y = 1;
    BARRIER();
    seen[1] = x;
    return argument;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, left, 0);
    pthread_create(&threads[1], 0, right, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    __builtin_ia32_pause();
    assert(seen[0] || seen[1]);
    return 0;
}
