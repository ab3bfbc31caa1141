// sc: verified 1
// tso: verified 1
// pso: verified 1
// <stdlib.h>: sorting, searching, numbers from text, random numbers, the malloc family.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct record { int key; char name[4]; };

static int by_number(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_key(const void *a, const void *b) {
    return ((const struct record *)a)->key - ((const struct record *)b)->key;
}

static int at_exit_calls;
static void second(void) { assert(++at_exit_calls == 1); }
static void first(void) { assert(++at_exit_calls == 2); }

int main(void) {
    int numbers[] = {5, -3, 9, 0, 7, 7, -8, 2, 1};
    size_t count = sizeof numbers / sizeof *numbers;
    qsort(numbers, count, sizeof *numbers, by_number);
    for (size_t i = 1; i < count; i++)
        assert(numbers[i - 1] <= numbers[i]);
    int key = 9;
    assert(bsearch(&key, numbers, count, sizeof *numbers, by_number) == &numbers[8]);
    key = 3;
    assert(bsearch(&key, numbers, count, sizeof *numbers, by_number) == NULL);
    struct record records[] = {{2, "b"}, {1, "a"}, {3, "c"}};
    qsort(records, 3, sizeof *records, by_key);
    assert(strcmp(records[0].name, "a") == 0 && strcmp(records[2].name, "c") == 0);

    char *end;
    assert(atoi(" -42abc") == -42 && atol("123456789012") == 123456789012L);
    assert(strtol("0x1Fz", &end, 0) == 31 && *end == 'z');
    assert(strtol("077", NULL, 0) == 63 && strtol("zz", &end, 36) == 35 * 36 + 35);
    errno = 0;
    assert(strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    assert(strtoul("18446744073709551615", NULL, 10) == ULONG_MAX);
    assert(strtol("none", &end, 10) == 0 && *end == 'n');

    assert(abs(-5) == 5 && labs(-5L) == 5 && llabs(-5LL) == 5);
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(17, -5);
    assert(d.quot == -3 && d.rem == -2 && l.quot == -3 && l.rem == 2);

    srand(1);
    int a = rand(), b = rand();
    srand(1);
    assert(rand() == a && rand() == b && a >= 0 && b >= 0 && a <= RAND_MAX);
    unsigned seed = 7;
    assert(rand_r(&seed) >= 0);

    int *p = malloc(4 * sizeof *p);
    for (int i = 0; i < 4; i++)
        p[i] = i * i;
    p = realloc(p, 100 * sizeof *p);
    assert(p[3] == 9);
    p[99] = 1;
    p = realloc(p, 2 * sizeof *p);
    assert(p[1] == 1);
    free(p);
    char *zeros = calloc(10, 3);
    for (int i = 0; i < 30; i++)
        assert(zeros[i] == 0);
    free(zeros);
    void *aligned = aligned_alloc(64, 128), *more = NULL;
    assert((uintptr_t)aligned % 64 == 0);
    assert(posix_memalign(&more, 256, 10) == 0 && (uintptr_t)more % 256 == 0);
    free(aligned);
    free(more);
    free(NULL);
    assert(getenv("NO_SUCH_VARIABLE") == NULL);
    atexit(first);
    atexit(second);
    return 0;
}
