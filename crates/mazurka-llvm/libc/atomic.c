/* Atomic operations on objects that no instruction of the processor is wide enough for:
   calls of libatomic. No other thread runs between the two marks. */

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int memcmp(const void *a, const void *b, size_t length);

/* The compiler does not let these names be defined as they are. */
#define CALLED(name) __asm__(#name)
void wide_load(size_t size, const void *from, void *to, int order) CALLED(__atomic_load);
void wide_store(size_t size, void *to, const void *from, int order) CALLED(__atomic_store);
void wide_exchange(size_t size, void *object, const void *value, void *old, int order)
    CALLED(__atomic_exchange);
_Bool wide_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                            int success, int failure) CALLED(__atomic_compare_exchange);
_Bool wide_is_lock_free(size_t size, const void *object) CALLED(__atomic_is_lock_free);

void wide_load(size_t size, const void *from, void *to, int order) {
    (void)order;
    __VERIFIER_atomic_begin();
    memcpy(to, from, size);
    __VERIFIER_atomic_end();
}

void wide_store(size_t size, void *to, const void *from, int order) {
    (void)order;
    __VERIFIER_atomic_begin();
    memcpy(to, from, size);
    __VERIFIER_atomic_end();
}

void wide_exchange(size_t size, void *object, const void *value, void *old, int order) {
    (void)order;
    __VERIFIER_atomic_begin();
    memcpy(old, object, size);
    memcpy(object, value, size);
    __VERIFIER_atomic_end();
}

typedef unsigned __int128 wide;

/* Sixteen bytes that an instruction of the interpreter compares, which knows padding. */
static _Bool compare_exchange_16(wide *object, void *expected, const void *desired) {
    wide before, after;
    memcpy(&before, expected, sizeof before);
    memcpy(&after, desired, sizeof after);
    _Bool is_equal = __atomic_compare_exchange_n(object, &before, after, 0, __ATOMIC_SEQ_CST,
                                                 __ATOMIC_SEQ_CST);
    if (!is_equal)
        memcpy(expected, &before, sizeof before);
    return is_equal;
}

_Bool wide_compare_exchange(size_t size, void *object, void *expected, const void *desired,
                            int success, int failure) {
    (void)success;
    (void)failure;
    if (size == sizeof(wide) && (unsigned long)object % sizeof(wide) == 0)
        return compare_exchange_16(object, expected, desired);
    __VERIFIER_atomic_begin();
    _Bool is_equal = memcmp(object, expected, size) == 0;
    if (is_equal)
        memcpy(object, desired, size);
    else
        memcpy(expected, object, size);
    __VERIFIER_atomic_end();
    return is_equal;
}

_Bool wide_is_lock_free(size_t size, const void *object) {
    (void)object;
    return size == 1 || size == 2 || size == 4 || size == 8;
}

wide __atomic_load_16(const wide *from, int order) {
    wide value;
    wide_load(sizeof value, from, &value, order);
    return value;
}

void __atomic_store_16(wide *to, wide value, int order) {
    wide_store(sizeof value, to, &value, order);
}

wide __atomic_exchange_16(wide *object, wide value, int order) {
    wide old;
    wide_exchange(sizeof value, object, &value, &old, order);
    return old;
}

_Bool __atomic_compare_exchange_16(wide *object, wide *expected, wide desired, int success,
                                   int failure) {
    return wide_compare_exchange(sizeof desired, object, expected, &desired, success,
                                 failure);
}

#define WIDE(name, operation) \
    wide name(wide *object, wide value, int order) { \
        (void)order; \
        __VERIFIER_atomic_begin(); \
        wide old = *object; \
        *object = old operation value; \
        __VERIFIER_atomic_end(); \
        return old; \
    }
WIDE(__atomic_fetch_add_16, +)
WIDE(__atomic_fetch_sub_16, -)
WIDE(__atomic_fetch_and_16, &)
WIDE(__atomic_fetch_or_16, |)
WIDE(__atomic_fetch_xor_16, ^)
