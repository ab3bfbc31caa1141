// Atomic accesses, fences, assembly, volatile.
struct Wide {
  long a, b;
} __attribute__((aligned(16)));
_Atomic int counter;
_Atomic _Bool flag;
_Atomic(struct Wide) wide;
_Atomic(int *) pointer;
volatile int port;
static int plain;
unsigned char lock;
int load(void) { return __atomic_load_n(&plain, __ATOMIC_ACQUIRE) + counter; }
void store(int x) {
  __atomic_store_n(&plain, x, __ATOMIC_RELEASE);
  counter = x;
  __atomic_store_n(&plain, x, __ATOMIC_RELAXED);
}
int modify(int x) {
  x += __atomic_fetch_add(&plain, x, __ATOMIC_SEQ_CST);
  x += __sync_fetch_and_and(&plain, x);
  x += __atomic_nand_fetch(&plain, x, __ATOMIC_ACQ_REL);
  x += __atomic_fetch_or(&plain, x, __ATOMIC_CONSUME);
  x += __sync_lock_test_and_set(&plain, 1);
  counter += 2;
  counter ^= 3;
  return x;
}
_Bool exchange(int expected, int x) {
  _Bool a = __atomic_compare_exchange_n(&plain, &expected, x, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  _Bool b = __sync_bool_compare_and_swap(&plain, expected, x);
  return a + b + __sync_val_compare_and_swap(&plain, 1, 2);
}
void fences(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_ACQ_REL);
  __sync_synchronize();
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("" ::: "memory");
}
int assembly(int x) {
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(x), "+m"(plain)::"memory", "cc");
  unsigned char old = 1;
  __asm__ volatile("xchgb %0, %1" : "=q"(old), "+m"(lock) : "0"(old) : "memory");
  return x + old;
}
int device(void) {
  port = 1;
  return port;
}
void others(int *next) {
  flag = 1;
  pointer = next;
  struct Wide both = {1, 2};
  wide = both;
}
