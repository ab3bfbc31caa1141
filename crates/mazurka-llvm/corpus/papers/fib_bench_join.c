// sc: verified 19
// tso: verified 20
// pso: verified 20
// variant: -DN=4
// sc: verified 1107
// tso: verified 1764
// pso: verified 1764
// fib_bench of SV-COMP: i += j and j += i, N times each, and the first thread joins the two
// before it loads both.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, value) atomic_store_explicit(&x, value, memory_order_relaxed)

static atomic_int i = 1, j = 1;

static void *first(void *argument) {
    for (int k = 0; k < N; k++) {
        int sum = LOAD(i);
        sum += LOAD(j);
        STORE(i, sum);
    }
    return NULL;
}

static void *second(void *argument) {
    for (int k = 0; k < N; k++) {
        int sum = LOAD(i);
        sum += LOAD(j);
        STORE(j, sum);
    }
    return NULL;
}

static int fibonacci(int n) {
    int a = 0, b = 1;
    for (; n > 0; n--) {
        int c = a + b;
        a = b;
        b = c;
    }
    return a;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int most = fibonacci(2 * N + 2);
    int x = LOAD(i), y = LOAD(j);
    assert(x <= most && y <= most);
    return 0;
}
