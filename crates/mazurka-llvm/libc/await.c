/* What programs for Nidhugg call to wait for a value: they load it, or exchange it, as
   soon as it compares with an operand as asked for. The comparison is a set of bits: 1
   if it may be greater, 2 equal, 4 less; 8 if the numbers are signed. Nidhugg knows the
   functions by what their names begin with; these are the types that programs use. */

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int await_holds(int comparison, int is_less, int is_equal) {
    return comparison & (is_equal ? 2 : is_less ? 4 : 1);
}

#define AWAIT(suffix, type, signed_type) \
    static int await_##suffix(int comparison, type value, type operand) { \
        int is_less = comparison & 8 ? (signed_type)value < (signed_type)operand \
                                     : value < operand; \
        return await_holds(comparison, is_less, value == operand); \
    } \
    type __VERIFIER_load_await_##suffix(type *place, char comparison, type operand) { \
        type value; \
        do \
            value = __atomic_load_n(place, __ATOMIC_SEQ_CST); \
        while (!await_##suffix(comparison, value, operand)); \
        return value; \
    } \
    type __VERIFIER_xchg_await_##suffix(type *place, type next, char comparison, \
                                        type operand) { \
        int holds; \
        type value; \
        do { \
            __VERIFIER_atomic_begin(); \
            value = *place; \
            holds = await_##suffix(comparison, value, operand); \
            if (holds) \
                *place = next; \
            __VERIFIER_atomic_end(); \
        } while (!holds); \
        return value; \
    }
AWAIT(i8, unsigned char, signed char)
AWAIT(i16, unsigned short, short)
AWAIT(i32, unsigned, int)
AWAIT(i64, unsigned long, long)
AWAIT(int, unsigned, int)
AWAIT(uint, unsigned, int)
AWAIT(long, unsigned long, long)
AWAIT(ulong, unsigned long, long)
AWAIT(aint, unsigned, int)
AWAIT(auint, unsigned, int)
AWAIT(along, unsigned long, long)
AWAIT(aulong, unsigned long, long)
