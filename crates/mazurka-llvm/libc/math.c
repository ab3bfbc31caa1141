/* <math.h>, over what the interpreter computes. A long double is a double. */

#define ONE(name, number) \
    double name(double x) { return __mazurka_math1(number, x); } \
    float name##f(float x) { return (float)__mazurka_math1(number, x); } \
    long double name##l(long double x) { return __mazurka_math1(number, (double)x); }
ONE(sqrt, SQRT)
ONE(cbrt, CBRT)
ONE(exp, EXP)
ONE(exp2, EXP2)
ONE(expm1, EXPM1)
ONE(log, LOG)
ONE(log2, LOG2)
ONE(log10, LOG10)
ONE(log1p, LOG1P)
ONE(sin, SIN)
ONE(cos, COS)
ONE(tan, TAN)
ONE(asin, ASIN)
ONE(acos, ACOS)
ONE(atan, ATAN)
ONE(sinh, SINH)
ONE(cosh, COSH)
ONE(tanh, TANH)
ONE(asinh, ASINH)
ONE(acosh, ACOSH)
ONE(atanh, ATANH)
ONE(floor, FLOOR)
ONE(ceil, CEIL)
ONE(trunc, TRUNC)
ONE(round, ROUND)
ONE(rint, RINT)
ONE(nearbyint, RINT)
#undef ONE

#define TWO(name, number) \
    double name(double x, double y) { return __mazurka_math2(number, x, y); } \
    float name##f(float x, float y) { return (float)__mazurka_math2(number, x, y); } \
    long double name##l(long double x, long double y) { \
        return __mazurka_math2(number, (double)x, (double)y); \
    }
TWO(pow, POW)
TWO(atan2, ATAN2)
TWO(fmod, FMOD)
TWO(hypot, HYPOT)
TWO(remainder, REMAINDER)
#undef TWO

double fma(double x, double y, double z) {
    return __builtin_fma(x, y, z);
}

float fmaf(float x, float y, float z) {
    return __builtin_fmaf(x, y, z);
}

static unsigned long bits_of(double x) {
    unsigned long bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

#define SIGN (1UL << 63)

double fabs(double x) {
    return from_bits(bits_of(x) & ~SIGN);
}

double copysign(double x, double y) {
    return from_bits((bits_of(x) & ~SIGN) | (bits_of(y) & SIGN));
}

double fmax(double x, double y) {
    return x != x || x < y ? y : x;
}

double fmin(double x, double y) {
    return x != x || x > y ? y : x;
}

double fdim(double x, double y) {
    return x <= y ? 0 : x - y;
}

long lround(double x) {
    return (long)round(x);
}

long lrint(double x) {
    return (long)rint(x);
}

double modf(double x, double *whole) {
    *whole = trunc(x);
    return copysign(x - *whole == x - *whole ? x - *whole : 0, x);
}

double scalbn(double x, int exponent) {
    for (; exponent > 1000; exponent -= 1000) {
        x *= 0x1p1000;
        if (exponent > 5000)
            exponent = 5000;
    }
    for (; exponent < -1000; exponent += 1000) {
        x *= 0x1p-1000;
        if (exponent < -5000)
            exponent = -5000;
    }
    return x * from_bits((unsigned long)(exponent + 1023) << 52);
}

double ldexp(double x, int exponent) {
    return scalbn(x, exponent);
}

double frexp(double x, int *exponent) {
    *exponent = 0;
    if (x == 0 || x - x != 0)
        return x;
    if (fabs(x) < 0x1p-1022) {
        x *= 0x1p64;
        *exponent = -64;
    }
    *exponent += (int)(bits_of(x) >> 52 & 2047) - 1022;
    return from_bits((bits_of(x) & ~(2047UL << 52)) | 1022UL << 52);
}

int ilogb(double x) {
    int exponent;
    frexp(x, &exponent);
    return exponent - 1;
}

double logb(double x) {
    return ilogb(x);
}

double nan(const char *tag) {
    (void)tag;
    return __builtin_nan("");
}

#define OF_FLOAT(name) \
    float name##f(float x) { return (float)name(x); } \
    long double name##l(long double x) { return name((double)x); }
OF_FLOAT(fabs)
OF_FLOAT(logb)
#undef OF_FLOAT

#define OF_FLOATS(name) \
    float name##f(float x, float y) { return (float)name(x, y); } \
    long double name##l(long double x, long double y) { \
        return name((double)x, (double)y); \
    }
OF_FLOATS(copysign)
OF_FLOATS(fmax)
OF_FLOATS(fmin)
OF_FLOATS(fdim)
#undef OF_FLOATS

long lroundf(float x) {
    return lround(x);
}

long long llround(double x) {
    return lround(x);
}

long long llroundf(float x) {
    return lround(x);
}

long lrintf(float x) {
    return lrint(x);
}

long long llrint(double x) {
    return lrint(x);
}

float ldexpf(float x, int exponent) {
    return (float)scalbn(x, exponent);
}

/* What glibc's macros call. */

int __isnan(double x) {
    return x != x;
}

int __isnanf(float x) {
    return x != x;
}

int __isinf(double x) {
    return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0;
}

int __isinff(float x) {
    return __isinf(x);
}

int __finite(double x) {
    return x - x == 0;
}

int __finitef(float x) {
    return x - x == 0;
}

int __signbit(double x) {
    return (int)(bits_of(x) >> 63);
}

int __signbitf(float x) {
    return __signbit(x);
}

int __fpclassify(double x) {
    int exponent = (int)(bits_of(x) >> 52 & 2047);
    int is_zero = !(bits_of(x) << 12);
    if (exponent == 2047)
        return is_zero;
    return exponent ? 4 : is_zero ? 2 : 3;
}

int __fpclassifyf(float x) {
    return x != 0 && fabs(x) < 0x1p-126 ? 3 : __fpclassify(x);
}
