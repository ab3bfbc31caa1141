// sc: verified 1
// tso: verified 1
// pso: verified 1
// The printf family: snprintf is compared with what it must write, printf with what it
// must return.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char buffer[200];

static const char *format(const char *pattern, ...) {
    va_list list;
    va_start(list, pattern);
    int length = vsnprintf(buffer, sizeof buffer, pattern, list);
    va_end(list);
    assert(length == (int)strlen(buffer));
    return buffer;
}

#define SAME(expected, ...) assert(strcmp(format(__VA_ARGS__), expected) == 0)

int main(void) {
    SAME("plain 100%", "plain %d%%", 100);
    SAME("[   42|42   |00042|+42| 42]", "[%5d|%-5d|%05d|%+d|% d]", 42, 42, 42, 42, 42);
    SAME("-1 4294967295 37777777777 ffffffff", "%d %u %o %x", -1, -1, -1, -1);
    SAME("0x1f 0X1F 017 0", "%#x %#X %#o %#x", 31, 31, 15, 0);
    SAME("-128 255 -32768 9223372036854775807", "%hhd %hhu %hd %ld", 128, -1, 32768, 0x7fffffffffffffffL);
    SAME("12345678901 18446744073709551615 3", "%lld %zu %td", 12345678901LL, (size_t)-1, (long)3);
    SAME("[ab|   ab|ab   |a]", "[%s|%5s|%-5s|%.1s]", "ab", "ab", "ab", "ab");
    SAME("[x|  x|(null)]", "[%c|%3c|%s]", 'x', 'x', (char *)0);
    SAME("[  007|]", "[%5.3d|%.0d]", 7, 0);
    SAME("[   3|3   |2.50]", "[%*d|%-*d|%.*f]", 4, 3, 4, 3, 2, 2.5);
    SAME("3.141593 3.14 3 -0.500000", "%f %.2f %.0f %f", 3.14159265, 3.14159265, 3.14159265, -0.5);
    SAME("0.5 2.5e+10 1e-05 100000 1e+06", "%g %g %g %g %g", 0.5, 2.5e10, 1e-5, 1e5, 1e6);
    SAME("1.234500e+03 1E-10 0x1.8p+1", "%e %.0E %a", 1234.5, 1e-10, 3.0);
    SAME("0 2 2 4 0.1 0.30000000000000004", "%.0f %.0f %.0f %.0f %g %.17g", 0.5, 1.5, 2.5, 3.5, 0.1, 0.1 + 0.2);
    SAME("inf -inf nan", "%f %f %f", 1 / 0.0, -1 / 0.0, __builtin_nan(""));
    SAME("100000000000000008821361405306422640701865984", "%.0f", 1e44);
    SAME("4.9406564584124654418e-324", "%.19e", 5e-324);
    SAME("0x1234 (nil)", "%p %p", (void *)0x1234, (void *)0);
    int count = 0;
    SAME("abc", "abc%n", &count);
    assert(count == 3);
    char small[4];
    assert(snprintf(small, sizeof small, "%s", "longer") == 6 && strcmp(small, "lon") == 0);
    assert(snprintf(NULL, 0, "%d", 12345) == 5);
    assert(sprintf(small, "%d", 7) == 1);
    assert(printf("printed %d\n", 1) == 10 && puts("line") >= 0 && putchar('x') == 'x');
    assert(fprintf(stderr, "%s", "error\n") == 6 && fputs("y\n", stdout) >= 0);
    assert(fwrite("abc\n", 1, 4, stdout) == 4 && fflush(stdout) == 0);
    return 0;
}
