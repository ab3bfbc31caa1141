// sc: verified 1
// tso: verified 1
// pso: verified 1
// Atomics of all sizes and all their operations, by one thread.
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static atomic_int counter = 5;
static _Atomic uint8_t byte = 250;
static _Atomic uint16_t half = 1;
static _Atomic int64_t wide = -1;
static atomic_bool flag;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int *_Atomic pointer;
struct pair { int a, b; };
static _Atomic struct pair pair;
static _Atomic double number = 1.5;

int main(void) {
    assert(atomic_fetch_add(&counter, 3) == 5 && counter == 8);
    assert(atomic_fetch_sub_explicit(&counter, 1, memory_order_relaxed) == 8);
    assert(counter++ == 7 && --counter == 7);
    counter += 5;
    assert(counter == 12);
    counter *= 2;
    counter ^= 1;
    assert(counter == 25);
    assert(atomic_fetch_or(&byte, 5) == 250 && byte == 255);
    byte++;
    assert(byte == 0);
    assert(atomic_fetch_sub(&half, 2) == 1 && half == 65535);
    assert(atomic_fetch_and(&wide, 0xFF) == -1 && wide == 255);
    assert(atomic_fetch_xor(&wide, 1L << 40) == 255 && wide == (1L << 40) + 255);
    assert(atomic_exchange(&counter, 100) == 25 && atomic_load(&counter) == 100);
    int expected = 99;
    assert(!atomic_compare_exchange_strong(&counter, &expected, 1) && expected == 100);
    assert(atomic_compare_exchange_strong(&counter, &expected, 1) && counter == 1);
    assert(!atomic_exchange(&flag, true) && flag);
    assert(!atomic_flag_test_and_set(&lock) && atomic_flag_test_and_set(&lock));
    atomic_flag_clear(&lock);
    assert(!atomic_flag_test_and_set(&lock));
    int numbers[4] = {1, 2, 3, 4};
    atomic_store(&pointer, numbers);
    assert(*atomic_load(&pointer) == 1);
    assert(atomic_exchange(&pointer, numbers + 2) == numbers && *pointer == 3);
    pair = (struct pair){1, 2};
    struct pair copy = pair;
    assert(copy.a == 1 && copy.b == 2);
    struct pair old = {1, 2};
    assert(atomic_compare_exchange_strong(&pair, &old, ((struct pair){3, 4})));
    copy = pair;
    assert(copy.b == 4);
    atomic_store(&number, number + 2);
    assert(number == 3.5);

    int plain = 0;
    assert(__sync_fetch_and_add(&plain, 2) == 0 && __sync_add_and_fetch(&plain, 2) == 4);
    assert(__sync_bool_compare_and_swap(&plain, 4, 9) && __sync_val_compare_and_swap(&plain, 9, 3) == 9);
    assert(__sync_lock_test_and_set(&plain, 1) == 3);
    __sync_lock_release(&plain);
    __sync_synchronize();
    assert(__atomic_load_n(&plain, __ATOMIC_ACQUIRE) == 0);
    __atomic_store_n(&plain, 6, __ATOMIC_RELEASE);
    assert(__atomic_nand_fetch(&plain, 3, __ATOMIC_SEQ_CST) == ~2);
    assert(__atomic_exchange_n(&plain, -5, __ATOMIC_ACQ_REL) == ~2);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acquire);
    assert(atomic_is_lock_free(&wide));
    return 0;
}
