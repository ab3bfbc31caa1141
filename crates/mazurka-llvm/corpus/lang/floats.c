// sc: verified 1
// tso: verified 1
// pso: verified 1
// Floating-point numbers: arithmetic, conversions, comparisons, special values, math.h.
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

static double newton(double square) {
    double x = square;
    for (int i = 0; i < 30; i++)
        x = (x + square / x) / 2;
    return x;
}

static int close(double a, double b) {
    return fabs(a - b) < 1e-12 * (fabs(a) + fabs(b) + 1);
}

int main(void) {
    volatile double third = 1.0 / 3, zero = 0, big = 1e300;
    volatile float f = 16777216.0f;
    assert(f + 1 == f && (double)f + 1 != f);
    assert(third * 3 == 1.0 && third != (float)third);
    assert(0.1 + 0.2 != 0.3 && 0.1f + 0.2f == 0.3f);
    assert((int)-2.9 == -2 && (unsigned char)200.7 == 200 && (long)1e15 == 1000000000000000L);
    assert((double)0xFFFFFFFFFFFFFFFFUL == 18446744073709551616.0);
    assert((unsigned long)1.8e19 == 18000000000000000000UL);
    assert(big * big == INFINITY && -big * big == -INFINITY && 1 / zero == INFINITY);
    double nan = zero / zero;
    assert(nan != nan && !(nan < 1) && !(nan > 1) && !(nan == nan) && isnan(nan));
    assert(isinf(1 / zero) && isfinite(third) && signbit(-zero) && -zero == zero);
    assert(DBL_MIN / 2 > 0 && DBL_TRUE_MIN / 2 == 0);
    assert(close(newton(2), sqrt(2)) && sqrt(144) == 12 && isnan(sqrt(-1.0)));
    assert(floor(-2.5) == -3 && ceil(-2.5) == -2 && trunc(-2.5) == -2 && round(-2.5) == -3);
    assert(rint(2.5) == 2 && rint(3.5) == 4 && lround(2.5) == 3 && floorf(1.75f) == 1);
    assert(fmod(7.5, 2) == 1.5 && fmod(-7.5, 2) == -1.5 && fmax(1, nan) == 1 && fmin(2, 3) == 2);
    assert(close(pow(2, 0.5), sqrt(2)) && pow(3, 4) == 81 && close(exp(log(5)), 5));
    assert(close(sin(1) * sin(1) + cos(1) * cos(1), 1) && close(atan2(1, 1) * 4, 3.141592653589793));
    assert(close(log10(1000), 3) && close(log2(8), 3) && hypot(3, 4) == 5 && cbrt(27) == 3);
    int exponent;
    assert(frexp(10, &exponent) == 0.625 && exponent == 4 && ldexp(0.625, 4) == 10);
    double whole;
    assert(modf(-3.75, &whole) == -0.75 && whole == -3);
    assert(copysign(3, -0.0) == -3 && fabs(-4.5) == 4.5 && fma(2, 3, 4) == 10);
    assert(strtod("1.7976931348623157e308", NULL) == DBL_MAX && atof("-0x1.8p3") == -12);
    assert(strtod("123.456e-2xyz", NULL) == 1.23456 && strtod("4.9e-324", NULL) == DBL_TRUE_MIN);
    long double l = 1.5L;
    l = l * 2 + 0.25L;
    assert(l == 3.25L && (int)l == 3);
    float sum = 0;
    for (int i = 1; i <= 10; i++)
        sum += 1.0f / i;
    assert(sum > 2.92896f && sum < 2.92898f);
    return 0;
}
