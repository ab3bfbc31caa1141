// sc: verified 2
// tso: verified 2
// pso: verified 2
// C11 threads: results, mutexes, condition variables.
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int ready, shared;

static int waiter(void *argument) {
    mtx_lock(&lock);
    while (!ready)
        cnd_wait(&changed, &lock);
    int seen = shared;
    mtx_unlock(&lock);
    return seen + *(int *)argument;
}

static int leaver(void *argument) {
    thrd_exit(-5);
}

int main(void) {
    thrd_t a, b;
    int one = 1, result;
    assert(mtx_init(&lock, mtx_plain) == thrd_success && cnd_init(&changed) == thrd_success);
    assert(thrd_create(&a, waiter, &one) == thrd_success);
    mtx_lock(&lock);
    shared = 41;
    ready = 1;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    assert(thrd_join(a, &result) == thrd_success && result == 42);
    thrd_create(&b, leaver, NULL);
    thrd_join(b, &result);
    assert(result == -5);
    assert(mtx_trylock(&lock) == thrd_success && mtx_trylock(&lock) == thrd_busy);
    mtx_unlock(&lock);
    thrd_yield();
    assert(thrd_equal(thrd_current(), thrd_current()));
    mtx_t recursive;
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    assert(mtx_lock(&recursive) == thrd_success && mtx_lock(&recursive) == thrd_success);
    mtx_unlock(&recursive);
    mtx_unlock(&recursive);
    mtx_destroy(&recursive);
    cnd_destroy(&changed);
    return 0;
}
