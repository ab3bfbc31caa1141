/*
 * What programs in the manner of the Linux kernel include as <lkmm.h>, for GenMC and
 * Dartagnan. The names have the meaning that they have on the machine that is asked for
 * (SC, TSO or PSO), which allows less than the model of the kernel does: there may be
 * bugs that only other machines have.
 */
#ifndef __LKMM_H__
#define __LKMM_H__

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Accesses, and barriers. */
#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, value) __atomic_store_n(&(x), value, __ATOMIC_RELAXED)
#define smp_load_acquire(place) __atomic_load_n(place, __ATOMIC_ACQUIRE)
#define smp_store_release(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
#define smp_store_mb(x, value) do { WRITE_ONCE(x, value); smp_mb(); } while (0)
#define rcu_dereference(x) READ_ONCE(x)
#define rcu_assign_pointer(x, value) smp_store_release(&(x), value)
#define barrier() __asm__ __volatile__("" : : : "memory")
#define cpu_relax() barrier()

#define smp_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define smp_mb__before_atomic() smp_mb()
#define smp_mb__after_atomic() smp_mb()
#define smp_mb__after_spinlock() smp_mb()
#define smp_mb__after_unlock_lock() smp_mb()
#define smp_mb__after_srcu_read_unlock() smp_mb()

/* Exchanges. What is returned is what was there. */
#define __mazurka_xchg(place, value, order) __atomic_exchange_n(place, value, order)
#define xchg(place, value) __mazurka_xchg(place, value, __ATOMIC_SEQ_CST)
#define xchg_relaxed(place, value) __mazurka_xchg(place, value, __ATOMIC_RELAXED)
#define xchg_acquire(place, value) __mazurka_xchg(place, value, __ATOMIC_ACQUIRE)
#define xchg_release(place, value) __mazurka_xchg(place, value, __ATOMIC_RELEASE)

#define __mazurka_cmpxchg(place, before, value, success, failure) ({ \
	__typeof__(*(place)) __before = (before); \
	__atomic_compare_exchange_n(place, &__before, value, 0, success, failure); \
	__before; })
#define cmpxchg(place, before, value) \
	__mazurka_cmpxchg(place, before, value, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)
#define cmpxchg_relaxed(place, before, value) \
	__mazurka_cmpxchg(place, before, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#define cmpxchg_acquire(place, before, value) \
	__mazurka_cmpxchg(place, before, value, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)
#define cmpxchg_release(place, before, value) \
	__mazurka_cmpxchg(place, before, value, __ATOMIC_RELEASE, __ATOMIC_RELAXED)

/* The operations of C11, on variables that are not declared as atomic. */
#ifndef __CLANG_STDATOMIC_H
typedef enum memory_order {
	memory_order_relaxed = __ATOMIC_RELAXED,
	memory_order_consume = __ATOMIC_CONSUME,
	memory_order_acquire = __ATOMIC_ACQUIRE,
	memory_order_release = __ATOMIC_RELEASE,
	memory_order_acq_rel = __ATOMIC_ACQ_REL,
	memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;

#define atomic_load_explicit(place, order) __atomic_load_n(place, order)
#define atomic_store_explicit(place, value, order) __atomic_store_n(place, value, order)
#define atomic_exchange_explicit(place, value, order) __atomic_exchange_n(place, value, order)
#define atomic_compare_exchange_strong_explicit(place, before, value, success, failure) \
	__atomic_compare_exchange_n(place, before, value, 0, success, failure)
#define atomic_compare_exchange_weak_explicit(place, before, value, success, failure) \
	__atomic_compare_exchange_n(place, before, value, 1, success, failure)
#define atomic_fetch_add_explicit(place, by, order) __atomic_fetch_add(place, by, order)
#define atomic_fetch_sub_explicit(place, by, order) __atomic_fetch_sub(place, by, order)
#define atomic_fetch_and_explicit(place, by, order) __atomic_fetch_and(place, by, order)
#define atomic_fetch_or_explicit(place, by, order) __atomic_fetch_or(place, by, order)
#define atomic_fetch_xor_explicit(place, by, order) __atomic_fetch_xor(place, by, order)
#define atomic_add_fetch_explicit(place, by, order) __atomic_add_fetch(place, by, order)
#define atomic_sub_fetch_explicit(place, by, order) __atomic_sub_fetch(place, by, order)
#define atomic_and_fetch_explicit(place, by, order) __atomic_and_fetch(place, by, order)
#define atomic_or_fetch_explicit(place, by, order) __atomic_or_fetch(place, by, order)
#define atomic_xor_fetch_explicit(place, by, order) __atomic_xor_fetch(place, by, order)
#endif

/* Numbers with atomic operations. Those that return a number come in four orders. */
typedef struct { int counter; } atomic_t;
typedef struct { int64_t counter; } atomic64_t;
typedef atomic64_t atomic_long_t;
#define ATOMIC_INIT(value) { (value) }

#define atomic_read(x) READ_ONCE((x)->counter)
#define atomic_set(x, value) WRITE_ONCE((x)->counter, value)
#define atomic_read_acquire(x) smp_load_acquire(&(x)->counter)
#define atomic_set_release(x, value) smp_store_release(&(x)->counter, value)

#define __mazurka_change(change, x, by, order) __atomic_##change(&(x)->counter, by, order)
#define atomic_add(by, x) ((void)__mazurka_change(fetch_add, x, by, __ATOMIC_RELAXED))
#define atomic_sub(by, x) ((void)__mazurka_change(fetch_sub, x, by, __ATOMIC_RELAXED))
#define atomic_and(by, x) ((void)__mazurka_change(fetch_and, x, by, __ATOMIC_RELAXED))
#define atomic_or(by, x) ((void)__mazurka_change(fetch_or, x, by, __ATOMIC_RELAXED))
#define atomic_xor(by, x) ((void)__mazurka_change(fetch_xor, x, by, __ATOMIC_RELAXED))
#define atomic_inc(x) atomic_add(1, x)
#define atomic_dec(x) atomic_sub(1, x)

#define atomic_add_return(by, x) __mazurka_change(add_fetch, x, by, __ATOMIC_SEQ_CST)
#define atomic_add_return_relaxed(by, x) __mazurka_change(add_fetch, x, by, __ATOMIC_RELAXED)
#define atomic_add_return_acquire(by, x) __mazurka_change(add_fetch, x, by, __ATOMIC_ACQUIRE)
#define atomic_add_return_release(by, x) __mazurka_change(add_fetch, x, by, __ATOMIC_RELEASE)
#define atomic_sub_return(by, x) __mazurka_change(sub_fetch, x, by, __ATOMIC_SEQ_CST)
#define atomic_sub_return_relaxed(by, x) __mazurka_change(sub_fetch, x, by, __ATOMIC_RELAXED)
#define atomic_sub_return_acquire(by, x) __mazurka_change(sub_fetch, x, by, __ATOMIC_ACQUIRE)
#define atomic_sub_return_release(by, x) __mazurka_change(sub_fetch, x, by, __ATOMIC_RELEASE)
#define atomic_inc_return(x) atomic_add_return(1, x)
#define atomic_inc_return_relaxed(x) atomic_add_return_relaxed(1, x)
#define atomic_inc_return_acquire(x) atomic_add_return_acquire(1, x)
#define atomic_inc_return_release(x) atomic_add_return_release(1, x)
#define atomic_dec_return(x) atomic_sub_return(1, x)
#define atomic_dec_return_relaxed(x) atomic_sub_return_relaxed(1, x)
#define atomic_dec_return_acquire(x) atomic_sub_return_acquire(1, x)
#define atomic_dec_return_release(x) atomic_sub_return_release(1, x)

#define atomic_fetch_add(by, x) __mazurka_change(fetch_add, x, by, __ATOMIC_SEQ_CST)
#define atomic_fetch_add_relaxed(by, x) __mazurka_change(fetch_add, x, by, __ATOMIC_RELAXED)
#define atomic_fetch_add_acquire(by, x) __mazurka_change(fetch_add, x, by, __ATOMIC_ACQUIRE)
#define atomic_fetch_add_release(by, x) __mazurka_change(fetch_add, x, by, __ATOMIC_RELEASE)
#define atomic_fetch_sub(by, x) __mazurka_change(fetch_sub, x, by, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub_relaxed(by, x) __mazurka_change(fetch_sub, x, by, __ATOMIC_RELAXED)
#define atomic_fetch_sub_acquire(by, x) __mazurka_change(fetch_sub, x, by, __ATOMIC_ACQUIRE)
#define atomic_fetch_sub_release(by, x) __mazurka_change(fetch_sub, x, by, __ATOMIC_RELEASE)
#define atomic_fetch_inc(x) atomic_fetch_add(1, x)
#define atomic_fetch_inc_relaxed(x) atomic_fetch_add_relaxed(1, x)
#define atomic_fetch_inc_acquire(x) atomic_fetch_add_acquire(1, x)
#define atomic_fetch_inc_release(x) atomic_fetch_add_release(1, x)
#define atomic_fetch_dec(x) atomic_fetch_sub(1, x)
#define atomic_fetch_dec_relaxed(x) atomic_fetch_sub_relaxed(1, x)
#define atomic_fetch_dec_acquire(x) atomic_fetch_sub_acquire(1, x)
#define atomic_fetch_dec_release(x) atomic_fetch_sub_release(1, x)
#define atomic_fetch_and(by, x) __mazurka_change(fetch_and, x, by, __ATOMIC_SEQ_CST)
#define atomic_fetch_and_relaxed(by, x) __mazurka_change(fetch_and, x, by, __ATOMIC_RELAXED)
#define atomic_fetch_and_acquire(by, x) __mazurka_change(fetch_and, x, by, __ATOMIC_ACQUIRE)
#define atomic_fetch_and_release(by, x) __mazurka_change(fetch_and, x, by, __ATOMIC_RELEASE)
#define atomic_fetch_or(by, x) __mazurka_change(fetch_or, x, by, __ATOMIC_SEQ_CST)
#define atomic_fetch_or_relaxed(by, x) __mazurka_change(fetch_or, x, by, __ATOMIC_RELAXED)
#define atomic_fetch_or_acquire(by, x) __mazurka_change(fetch_or, x, by, __ATOMIC_ACQUIRE)
#define atomic_fetch_or_release(by, x) __mazurka_change(fetch_or, x, by, __ATOMIC_RELEASE)
#define atomic_fetch_xor(by, x) __mazurka_change(fetch_xor, x, by, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor_relaxed(by, x) __mazurka_change(fetch_xor, x, by, __ATOMIC_RELAXED)

#define atomic_xchg(x, value) xchg(&(x)->counter, value)
#define atomic_xchg_relaxed(x, value) xchg_relaxed(&(x)->counter, value)
#define atomic_xchg_acquire(x, value) xchg_acquire(&(x)->counter, value)
#define atomic_xchg_release(x, value) xchg_release(&(x)->counter, value)
#define atomic_cmpxchg(x, before, value) cmpxchg(&(x)->counter, before, value)
#define atomic_cmpxchg_relaxed(x, before, value) cmpxchg_relaxed(&(x)->counter, before, value)
#define atomic_cmpxchg_acquire(x, before, value) cmpxchg_acquire(&(x)->counter, before, value)
#define atomic_cmpxchg_release(x, before, value) cmpxchg_release(&(x)->counter, before, value)
#define atomic_sub_and_test(by, x) (atomic_sub_return(by, x) == 0)
#define atomic_dec_and_test(x) (atomic_dec_return(x) == 0)
#define atomic_inc_and_test(x) (atomic_inc_return(x) == 0)
#define atomic_add_negative(by, x) (atomic_add_return(by, x) < 0)

/* Spin locks. The first word of a mutex is zero when it is free. */
typedef pthread_mutex_t spinlock_t;
#define DEFINE_SPINLOCK(name) spinlock_t name = PTHREAD_MUTEX_INITIALIZER
#define spin_lock_init(lock) pthread_mutex_init(lock, NULL)
#define spin_lock(lock) pthread_mutex_lock(lock)
#define spin_unlock(lock) pthread_mutex_unlock(lock)
#define spin_trylock(lock) (!pthread_mutex_trylock(lock))
#define spin_is_locked(lock) (__atomic_load_n((int *)(lock), __ATOMIC_RELAXED) != 0)

/*
 * Read-copy-update. Readers count themselves in, at one of two counters; who waits for
 * them has later ones use the other, and waits until none is left at the first.
 */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

__attribute__((weak)) int __mazurka_rcu_side;
__attribute__((weak)) int __mazurka_rcu_readers[2];
__attribute__((weak)) pthread_mutex_t __mazurka_rcu_writers;
static __thread int __mazurka_rcu_depth, __mazurka_rcu_at;

static inline void rcu_read_lock(void)
{
	if (__mazurka_rcu_depth++)
		return;
	__VERIFIER_atomic_begin();
	__mazurka_rcu_at = __mazurka_rcu_side;
	__mazurka_rcu_readers[__mazurka_rcu_at]++;
	__VERIFIER_atomic_end();
}

static inline void rcu_read_unlock(void)
{
	if (--__mazurka_rcu_depth == 0)
		__atomic_fetch_sub(&__mazurka_rcu_readers[__mazurka_rcu_at], 1, __ATOMIC_SEQ_CST);
}

static inline void synchronize_rcu(void)
{
	smp_mb();
	pthread_mutex_lock(&__mazurka_rcu_writers);
	int before = __mazurka_rcu_side;
	__atomic_store_n(&__mazurka_rcu_side, !before, __ATOMIC_SEQ_CST);
	while (__atomic_load_n(&__mazurka_rcu_readers[before], __ATOMIC_SEQ_CST))
		continue;
	pthread_mutex_unlock(&__mazurka_rcu_writers);
	smp_mb();
}
#define synchronize_rcu_expedited() synchronize_rcu()

#ifdef __cplusplus
}
#endif

#endif
