// sc: verified 1
// tso: verified 1
// pso: verified 1
// Vector extensions, complex numbers, statement expressions, type generic selection.
#include <assert.h>
#include <complex.h>
#include <stdalign.h>

typedef int four __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

#define LARGER(a, b) ({ __typeof__(a) x = (a); __typeof__(b) y = (b); x > y ? x : y; })
#define NAME(x) _Generic((x), int: 'i', double: 'd', char *: 's', default: '?')

_Static_assert(sizeof(four) == 16, "four ints");

static four scale(four v, int by) { return v * by; }

int main(void) {
    four a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
    four c = scale(a + b, 2);
    assert(c[0] == 22 && c[3] == 88);
    c[1] = 5;
    four greater = c > b;
    assert(greater[0] == -1 && greater[1] == 0);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += c[i];
    assert(sum == 22 + 5 + 66 + 88);
    floats f = {0.5f, 1.5f, 2.5f, 3.5f};
    f = f * f - (floats){0.25f, 0.25f, 0.25f, 0.25f};
    assert(f[0] == 0 && f[2] == 6);

    double _Complex z = 3 + 4 * I;
    z = z * z;
    assert(creal(z) == -7 && cimag(z) == 24 && __real__ z == -7);
    z /= 3 + 4 * I;
    assert(__real__ z == 3 && __imag__ z == 4);

    assert(LARGER(3, 5) == 5 && LARGER(2.5, 1) == 2.5);
    assert(NAME(1) == 'i' && NAME(1.0) == 'd' && NAME("x"[0] + 0L) == '?');
    alignas(64) char aligned[3];
    assert((unsigned long)aligned % 64 == 0);
    return 0;
}
