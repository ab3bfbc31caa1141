// sc: verified 1
// tso: verified 1
// pso: verified 1
// Loops, switch (dense, sparse, falling through), goto, computed goto, conditional
// operators, short circuits.
#include <assert.h>

static int calls;

static int called(int result) {
    calls++;
    return result;
}

static int classify(int n) {
    switch (n) {
    case 0: return 10;
    case 1:
    case 2: n += 20; /* falls through */
    case 3: n += 30; break;
    case -5: return -50;
    case 1000000: return 7;
    case 50 ... 60: return 55;
    default: return -1;
    }
    return n;
}

static const char *word(unsigned long n) {
    switch (n) {
    case 0xFFFFFFFFFFFFFFFF: return "largest";
    case 1UL << 40: return "large";
    default: return "other";
    }
}

/* A small machine, by computed goto: push 2, push 3, add, double, stop. */
static int run(const unsigned char *code) {
    static void *const steps[] = {&&stop, &&push, &&add, &&twice};
    int stack[8], top = 0;
    goto *steps[*code];
push:
    stack[top++] = *++code;
    goto *steps[*++code];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *steps[*++code];
twice:
    stack[top - 1] *= 2;
    goto *steps[*++code];
stop:
    return stack[0];
}

/* Duff's device. */
static int copy(char *to, const char *from, int count) {
    int rounds = (count + 3) / 4, n = 0;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++, n++;
        case 3: *to++ = *from++, n++;
        case 2: *to++ = *from++, n++;
        case 1: *to++ = *from++, n++;
        } while (--rounds > 0);
    }
    return n;
}

int main(void) {
    assert(classify(0) == 10 && classify(1) == 51 && classify(2) == 52 && classify(3) == 33);
    assert(classify(-5) == -50 && classify(1000000) == 7 && classify(57) == 55);
    assert(classify(61) == -1 && classify(-1) == -1);
    assert(word(-1UL)[0] == 'l' && word(-1UL)[5] == 's' && word(1UL << 40)[4] == 'e');
    assert(word(1)[0] == 'o');

    int sum = 0;
    for (int i = 0, j = 10; i < j; i++, j--) {
        if (i == 2)
            continue;
        if (j == 6)
            break;
        sum += i * j;
    }
    assert(sum == 0 * 10 + 1 * 9 + 3 * 7);
    int n = 27, steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    assert(steps == 111);
    do
        n++;
    while (0);
    assert(n == 2);

    int found = -1;
    for (int i = 1; i < 20; i++)
        for (int j = 1; j < 20; j++)
            if (i * j == 91) {
                found = i * 100 + j;
                goto out;
            }
out:
    assert(found == 713);

    assert((called(0) && called(1)) == 0 && calls == 1);
    assert((called(1) || called(1)) == 1 && calls == 2);
    assert((called(0) ? called(5) : called(6)) == 6 && calls == 4);
    assert((called(3) ?: called(4)) == 3 && calls == 5);

    const unsigned char code[] = {1, 2, 1, 3, 2, 3, 0};
    assert(run(code) == 10);
    char to[10] = {0};
    assert(copy(to, "abcdefg", 7) == 7 && to[6] == 'g' && to[7] == 0);
    return 0;
}
