// sc: verified 1
// tso: verified 1
// pso: verified 1
// Larger computations: sorts, a sieve, a matrix product, a hash table, a tree, a parser of
// expressions. What an interpreter spends its time on.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 200
#endif

static unsigned state = 1;
static unsigned next(void) { return state = state * 1664525u + 1013904223u; }

static void quicksort(int *a, int n) {
    if (n < 2)
        return;
    int pivot = a[n / 2], i = 0, j = n - 1;
    for (;; i++, j--) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i >= j) break;
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
    quicksort(a, i);
    quicksort(a + i, n - i);
}

struct tree { int key; struct tree *left, *right; };

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->right, key);
    }
    return t;
}

static int walk(struct tree *t, int *out) {
    if (!t)
        return 0;
    int n = walk(t->left, out);
    out[n++] = t->key;
    n += walk(t->right, out + n);
    free(t);
    return n;
}

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static const char *at;
static int expression(void);

static int factor(void) {
    if (*at == '(') {
        at++;
        int value = expression();
        at++;
        return value;
    }
    return (int)strtol(at, (char **)&at, 10);
}

static int term(void) {
    int value = factor();
    while (*at == '*' || *at == '/')
        if (*at++ == '*')
            value *= factor();
        else
            value /= factor();
    return value;
}

static int expression(void) {
    int value = term();
    while (*at == '+' || *at == '-')
        if (*at++ == '+')
            value += term();
        else
            value -= term();
    return value;
}

int main(void) {
    static int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = (int)(next() >> 16) % 1000;
    quicksort(a, N);
    for (int i = 1; i < N; i++)
        assert(a[i - 1] <= a[i]);

    struct tree *t = NULL;
    for (int i = 0; i < N; i++)
        t = insert(t, a[(i * 7) % N]);
    int n = walk(t, b);
    for (int i = 1; i < n; i++)
        assert(b[i - 1] < b[i]);

    char composite[1000] = {1, 1};
    int primes = 0;
    for (int i = 2; i < 1000; i++) {
        primes += !composite[i];
        for (int j = 2 * i; j < 1000; j += i)
            composite[j] = 1;
    }
    assert(primes == 168);

    double x[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, y[3][3] = {{0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                y[i][j] += x[i][k] * x[k][j];
    assert(y[0][0] == 30 && y[2][2] == 150);

    assert(hash("hello") == 0x4f9f2cab);
    at = "2*(3+4)-10/5";
    assert(expression() == 12 && *at == 0);
    return 0;
}
