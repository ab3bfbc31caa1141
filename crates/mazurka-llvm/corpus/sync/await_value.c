// sc: verified
// tso: verified
// pso: verified
// variant: -DNEVER
// sc: livelock
// The functions with which programs for Nidhugg wait for a value: three threads pass a
// token on, of which two may come in any order, and a fourth looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define EQUAL 2
#define SIGNED_GREATER 9

int __VERIFIER_load_await_aint(atomic_int *place, int comparison, int operand);
int __VERIFIER_xchg_await_aint(atomic_int *place, int next, int comparison, int operand);

static atomic_int token = -2;

static void *take(void *argument) {
    int before = __VERIFIER_xchg_await_aint(&token, 1, EQUAL, 0);
    assert(before == 0);
    atomic_store(&token, 0);
    return argument;
}

static void *look(void *argument) {
#ifdef NEVER
    int seen = __VERIFIER_load_await_aint(&token, SIGNED_GREATER, 1);
#else
    int seen = __VERIFIER_load_await_aint(&token, SIGNED_GREATER, -1);
#endif
    assert(seen == 0 || seen == 1);
    return argument;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, take, NULL);
    pthread_create(&threads[1], NULL, take, NULL);
    pthread_create(&threads[2], NULL, look, NULL);
    atomic_store(&token, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
