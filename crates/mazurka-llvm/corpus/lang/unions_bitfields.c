// sc: verified 1
// tso: verified 1
// pso: verified 1
// Unions that look at the same bytes in several ways, and bit-fields.
#include <assert.h>
#include <stdint.h>
#include <string.h>

union word {
    uint32_t whole;
    uint16_t halves[2];
    uint8_t bytes[4];
    float number;
};

struct flags {
    unsigned low : 3;
    unsigned middle : 7;
    int is_signed : 5;
    unsigned : 0;
    unsigned long wide : 40;
    unsigned long rest : 24;
};

struct tagged {
    enum { INT, TEXT } tag;
    union {
        long number;
        char text[8];
    };
};

int main(void) {
    union word w = {.whole = 0x11223344};
    assert(w.bytes[0] == 0x44 && w.bytes[3] == 0x11 && w.halves[1] == 0x1122);
    w.number = 1.0f;
    assert(w.whole == 0x3f800000);
    w.bytes[2] = 0;
    assert(w.whole == 0x3f000000 && w.number == 0.5f);

    struct flags f = {0};
    f.low = 5;
    f.middle = 100;
    f.is_signed = -3;
    f.wide = 0xABCDEF0123;
    f.rest = 0x654321;
    assert(f.low == 5 && f.middle == 100 && f.is_signed == -3);
    f.low += 4;
    assert(f.low == 1 && f.middle == 100);
    f.is_signed = 15;
    f.is_signed++;
    assert(f.is_signed == -16);
    assert(f.wide == 0xABCDEF0123 && f.rest == 0x654321);
    f.wide++;
    assert(f.wide == 0xABCDEF0124 && f.rest == 0x654321);
    assert(sizeof(struct flags) == 16);

    struct tagged t = {.tag = TEXT, .text = "abc"};
    assert(t.tag == TEXT && strcmp(t.text, "abc") == 0);
    t.number = 0x4847464544434241;
    assert(memcmp(t.text, "ABCDEFGH", 8) == 0);

    double d = -2.5;
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    assert(bits == 0xC004000000000000);
    return 0;
}
