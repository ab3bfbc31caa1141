// sc: verified 1
// tso: verified 1
// pso: verified 1
// Integers of all sizes: conversions, wrapping, shifts, division, bit tricks, 128 bits.
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static unsigned long high(u128 n) { return (unsigned long)(n >> 64); }

static u128 power(u128 base, unsigned exponent) {
    u128 result = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

int main(void) {
    volatile int eight = 8, minus = -7, two = 2;
    assert(minus / two == -3 && minus % two == -1 && eight % 3 == 2);
    assert(-eight >> 1 == -4 && (unsigned)-eight >> 28 == 15);
    signed char c = (signed char)200;
    assert(c == -56 && (unsigned char)c == 200);
    unsigned char wraps = 255;
    wraps++;
    assert(wraps == 0);
    short s = (short)70000;
    assert(s == 4464);
    assert((unsigned)-1 == UINT_MAX && (long)(int)0x80000000 == -2147483648L);
    assert((uint64_t)(uint32_t)-1 == 0xFFFFFFFF);
    volatile unsigned big = UINT_MAX;
    assert(big + 2 == 1 && big * big == 1);
    volatile uint64_t huge = UINT64_MAX;
    assert(huge / 10 == 1844674407370955161UL && huge % 10 == 5);
    bool b = (bool)eight;
    assert(b == 1 && sizeof b == 1 && (bool)0.5 == true);
    assert((minus ^ 0x55) == -84 && (~minus) == 6 && (minus & 0xF0) == 0xF0);

    assert(__builtin_popcount(0xF0F0u) == 8 && __builtin_clz(1u) == 31);
    assert(__builtin_ctzl(1UL << 40) == 40 && __builtin_bswap32(0x01020304) == 0x04030201);
    assert(__builtin_ffs(eight) == 4 && __builtin_parity(7) == 1);
    int out;
    assert(__builtin_add_overflow(INT_MAX, two - 1, &out) && out == INT_MIN);
    assert(!__builtin_mul_overflow(1000, 1000, &out) && out == 1000000);
    unsigned long wide;
    assert(__builtin_mul_overflow(huge, 2UL, &wide) && wide == huge - 1);
    assert(__builtin_sub_overflow(0UL, 1UL, &wide));
    volatile unsigned turn = 0x80000001;
    assert((turn << 4 | turn >> 28) == 0x18);

    u128 p = power(10, 30);
    assert(high(p) == 54210108624UL && (unsigned long)p == 5076944270305263616UL);
    assert(p / power(10, 25) == 100000 && p % 1000003 == (power(10, 15) % 1000003) * (power(10, 15) % 1000003) % 1000003);
    assert((unsigned long)(p / power(10, 15)) == 1000000000000000UL && p % power(10, 15) == 0);
    i128 n = -(i128)p;
    assert(n < 0 && n / -3 == (i128)(p / 3) && n % 7 == -(i128)(p % 7));
    assert((n >> 100) == -1 && (n << 1) == n + n);
    assert((u128)n + p == 0 && (u128)-1 > p);
    u128 product = (u128)huge * huge;
    assert(high(product) == UINT64_MAX - 1 && (unsigned long)product == 1);

    enum { RED, GREEN = 5, BLUE } color = BLUE;
    assert(color == 6 && RED == 0);
    assert('a' + 1 == 'b' && L'x' == 120 && sizeof 'a' == 4 && "abc"[1] == 'b');
    int i = 5;
    i += 3;
    i <<= 2;
    i |= 1;
    i ^= 8;
    i %= 32;
    assert(i == 9);
    long l = INT_MIN;
    assert(-l == 2147483648L);
    return 0;
}
