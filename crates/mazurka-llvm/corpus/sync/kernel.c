// sc: verified
// tso: verified
// pso: verified
// variant: -DUNPROTECTED
// sc: invalid-access: freed
// variant: -DNO_BARRIER
// sc: verified
// tso: verified
// pso: assertion
// The names of the Linux kernel, as <lkmm.h> has them: a writer replaces what readers may
// look at, waits for them, and frees it; a counter says how often.
#include <lkmm.h>
#include <assert.h>

struct record {
    int value, check;
};

static struct record *shared;
static int plain, ready;
static atomic_t replaced = ATOMIC_INIT(0);
static DEFINE_SPINLOCK(lock);

static void *reader(void *argument) {
#ifndef UNPROTECTED
    rcu_read_lock();
#endif
    struct record *seen = rcu_dereference(shared);
    assert(seen->value == seen->check);
#ifndef UNPROTECTED
    rcu_read_unlock();
#endif
    if (READ_ONCE(ready)) {
        smp_rmb();
        assert(READ_ONCE(plain) == 1);
    }
    return argument;
}

static void *writer(void *argument) {
    struct record *next = malloc(sizeof *next), *before;
    next->value = next->check = 2;
    spin_lock(&lock);
    before = shared;
    rcu_assign_pointer(shared, next);
    spin_unlock(&lock);
    synchronize_rcu();
    free(before);
    assert(atomic_inc_return(&replaced) == 1);
    WRITE_ONCE(plain, 1);
#ifndef NO_BARRIER
    smp_wmb();
#endif
    WRITE_ONCE(ready, 1);
    return argument;
}

int main(void) {
    pthread_t threads[2];
    shared = malloc(sizeof *shared);
    shared->value = shared->check = 1;
    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(atomic_cmpxchg(&replaced, 1, 5) == 1 && atomic_read(&replaced) == 5);
    int number = 1, before = 1;
    assert(atomic_fetch_add_explicit(&number, 2, memory_order_relaxed) == 1);
    assert(!atomic_compare_exchange_strong_explicit(&number, &before, 7, memory_order_acquire,
                                                    memory_order_relaxed));
    assert(before == 3 && xchg(&number, 9) == 3);
    assert(!spin_is_locked(&lock) && spin_trylock(&lock) && spin_is_locked(&lock));
    return 0;
}
