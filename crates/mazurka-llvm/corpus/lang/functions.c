// sc: verified 1
// tso: verified 1
// pso: verified 1
// Function pointers, tables of them, recursion (direct and mutual), variadic functions.
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>

typedef int (*operation)(int, int);

static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int times(int a, int b) { return a * b; }

static const operation table[] = {plus, minus, times};

static operation choose(char c) {
    switch (c) {
    case '+': return plus;
    case '-': return minus;
    case '*': return times;
    default: return NULL;
    }
}

static unsigned long factorial(unsigned n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static int ackermann(int m, int n) {
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static double total(const char *kinds, ...) {
    va_list list;
    double sum = 0;
    va_start(list, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': sum += va_arg(list, int); break;
        case 'l': sum += (double)va_arg(list, long); break;
        case 'd': sum += va_arg(list, double); break;
        case 'p': sum += *va_arg(list, int *); break;
        }
    va_end(list);
    return sum;
}

static int first_of(int count, va_list list) {
    va_list again;
    va_copy(again, list);
    int a = va_arg(list, int), b = va_arg(again, int);
    va_end(again);
    return count > 0 && a == b ? a : -1;
}

static int pass_on(int count, ...) {
    va_list list;
    va_start(list, count);
    int first = first_of(count, list);
    va_end(list);
    return first;
}

struct pair { long a, b; };

static long sum_pairs(int count, ...) {
    va_list list;
    long sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        struct pair p = va_arg(list, struct pair);
        sum += p.a * p.b;
    }
    va_end(list);
    return sum;
}

static void apply(int *values, size_t count, int (*change)(int)) {
    for (size_t i = 0; i < count; i++)
        values[i] = change(values[i]);
}

static int twice(int n) { return 2 * n; }

int main(void) {
    int results[3];
    for (int i = 0; i < 3; i++)
        results[i] = table[i](7, 3);
    assert(results[0] == 10 && results[1] == 4 && results[2] == 21);
    assert(choose('-')(5, 8) == -3 && choose('?') == NULL);
    assert(choose('+') == plus && choose('+') != minus);
    assert(factorial(20) == 2432902008176640000UL);
    assert(is_even(100) && is_odd(77) && !is_even(5));
    assert(ackermann(2, 5) == 13);
    int three = 3;
    assert(total("idlp", 1, 2.5, 10L, &three) == 16.5);
    assert(total("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
    assert(total("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 55);
    assert(pass_on(2, 42, 43) == 42);
    assert(sum_pairs(2, (struct pair){2, 3}, (struct pair){4, 5}) == 26);
    int values[] = {1, 2, 3};
    apply(values, 3, twice);
    assert(values[0] == 2 && values[2] == 6);
    return 0;
}
