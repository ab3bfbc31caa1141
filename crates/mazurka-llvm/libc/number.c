/* Numbers from text: the strtol and strtod families. */

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

static int is_blank_or_newline(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reads a sign and digits. Leaves whether there was a minus and whether the number
   was too large. */
static unsigned long read_integer(const char *text, char **end, int base, int *minus,
                                  int *overflow) {
    const char *at = text;
    *minus = *overflow = 0;
    while (is_blank_or_newline(*at))
        at++;
    if (*at == '+' || *at == '-')
        *minus = *at++ == '-';
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] | 32) == 'x' &&
        digit_value(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    unsigned long value = 0;
    const char *first = at;
    for (; digit_value(*at) < base; at++)
        if (__builtin_mul_overflow(value, (unsigned long)base, &value) ||
            __builtin_add_overflow(value, (unsigned long)digit_value(*at), &value))
            *overflow = 1;
    if (end)
        *end = (char *)(at == first ? text : at);
    return value;
}

long strtol(const char *text, char **end, int base) {
    int minus, overflow;
    unsigned long value = read_integer(text, end, base, &minus, &overflow);
    if (overflow || value > LONG_MAX + (unsigned long)minus) {
        errno = ERANGE;
        return minus ? -LONG_MAX - 1 : LONG_MAX;
    }
    return (long)(minus ? -value : value);
}

unsigned long strtoul(const char *text, char **end, int base) {
    int minus, overflow;
    unsigned long value = read_integer(text, end, base, &minus, &overflow);
    if (overflow) {
        errno = ERANGE;
        return -1UL;
    }
    return minus ? -value : value;
}

long long strtoll(const char *text, char **end, int base) {
    return strtol(text, end, base);
}

unsigned long long strtoull(const char *text, char **end, int base) {
    return strtoul(text, end, base);
}

long strtoimax(const char *text, char **end, int base) {
    return strtol(text, end, base);
}

unsigned long strtoumax(const char *text, char **end, int base) {
    return strtoul(text, end, base);
}

long __isoc23_strtol(const char *text, char **end, int base) {
    return strtol(text, end, base);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
    return strtoul(text, end, base);
}

long long __isoc23_strtoll(const char *text, char **end, int base) {
    return strtol(text, end, base);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
    return strtoul(text, end, base);
}

long atol(const char *text) {
    return strtol(text, NULL, 10);
}

int atoi(const char *text) {
    return (int)strtol(text, NULL, 10);
}

long long atoll(const char *text) {
    return strtol(text, NULL, 10);
}

/* A natural number of many digits: words of 32 bits, the lowest first. Large enough
   for 300 decimal digits times two to the power of 1,200. */
#define WORDS 80
#define DIGITS 300

struct natural {
    unsigned length;
    unsigned words[WORDS];
};

static void natural_multiply_add(struct natural *n, unsigned factor, unsigned summand) {
    unsigned long carry = summand;
    for (unsigned i = 0; i < n->length; i++) {
        carry += (unsigned long)n->words[i] * factor;
        n->words[i] = (unsigned)carry;
        carry >>= 32;
    }
    if (carry && n->length < WORDS)
        n->words[n->length++] = (unsigned)carry;
}

static unsigned natural_divide(struct natural *n, unsigned divisor) {
    unsigned long rest = 0;
    for (unsigned i = n->length; i-- > 0;) {
        rest = rest << 32 | n->words[i];
        n->words[i] = (unsigned)(rest / divisor);
        rest %= divisor;
    }
    while (n->length && !n->words[n->length - 1])
        n->length--;
    return (unsigned)rest;
}

static void natural_shift_words(struct natural *n, unsigned words) {
    for (unsigned i = n->length; i-- > 0;)
        n->words[i + words] = n->words[i];
    for (unsigned i = 0; i < words; i++)
        n->words[i] = 0;
    n->length += words;
}

static int natural_bits(const struct natural *n) {
    return n->length ? 32 * (int)n->length - __builtin_clz(n->words[n->length - 1]) : 0;
}

/* Bit `at` of a number; below zero there are only zeros. */
static unsigned natural_bit(const struct natural *n, int at) {
    return at < 0 ? 0 : n->words[at / 32] >> at % 32 & 1;
}

static double from_bits(unsigned long bits) {
    double number;
    __builtin_memcpy(&number, &bits, sizeof number);
    return number;
}

/* The number nearest to (n + a bit, if `more`) times two to the power of `exponent`,
   by halves to even. */
static double natural_round(const struct natural *n, int exponent, int more) {
    int bits = natural_bits(n);
    if (!bits)
        return 0;
    /* The lowest bit that the result keeps: 53 bits, fewer for subnormal numbers. */
    int lowest = bits - 53;
    if (lowest + exponent < -1074)
        lowest = -1074 - exponent;
    unsigned long mantissa = 0;
    for (int at = bits; at-- > lowest;)
        mantissa = mantissa << 1 | natural_bit(n, at);
    for (int at = 0; at < lowest - 1 && at < bits; at++)
        more |= (int)natural_bit(n, at);
    if (lowest > 0 && lowest <= bits && natural_bit(n, lowest - 1))
        mantissa += more | (mantissa & 1);
    exponent += lowest;
    if (mantissa >> 53) {
        mantissa >>= 1;
        exponent++;
    }
    if (exponent > 971)
        return __builtin_inf();
    if (!(mantissa >> 52))
        return from_bits(mantissa);
    return from_bits((unsigned long)(exponent + 1075) << 52 | (mantissa & (1UL << 52) - 1));
}

/* The number nearest to the decimal digits times ten to the power of `exponent`. */
static double decimal_round(struct natural *digits, int count, int exponent, int more) {
    if (!digits->length || count + exponent < -330)
        return 0;
    if (count + exponent > 310)
        return __builtin_inf();
    for (; exponent > 0; exponent--)
        natural_multiply_add(digits, 10, 0);
    int shift = 0;
    if (exponent < 0) {
        /* So many more bits that the quotient has more than 64, or is subnormal. */
        shift = -exponent * 10 / 3 / 32 + 4;
        int room = WORDS - (int)digits->length;
        if (shift > room)
            shift = room;
        natural_shift_words(digits, (unsigned)shift);
        for (; exponent < 0; exponent++)
            more |= natural_divide(digits, 10) != 0;
    }
    return natural_round(digits, -32 * shift, more);
}

/* The exponent after a number, if there is one: `e` or `p`, a sign, digits. */
static int read_exponent(const char **at, char letter) {
    if ((**at | 32) != letter)
        return 0;
    const char *digits = *at + 1;
    int minus = *digits == '-';
    if (*digits == '+' || *digits == '-')
        digits++;
    if (digit_value(*digits) > 9)
        return 0;
    int value = 0;
    for (; digit_value(*digits) < 10; digits++)
        if (value < 100000)
            value = value * 10 + digit_value(*digits);
    *at = digits;
    return minus ? -value : value;
}

/* Reads digits and at most one point. Leaves how many of them count, and by which
   power of the base they are to be multiplied. */
static const char *read_digits(const char *at, int base, struct natural *digits,
                               int *count, int *power, int *more) {
    int point = 0, any = 0;
    *count = *power = *more = 0;
    digits->length = 0;
    for (;; at++) {
        int value = digit_value(*at);
        if (*at == '.' && !point) {
            point = 1;
        } else if (value < base) {
            any = 1;
            *power -= point;
            if (*count >= DIGITS) {
                *more |= value;
                *power += 1;
            } else if (value || *count) {
                natural_multiply_add(digits, (unsigned)base, (unsigned)value);
                ++*count;
            }
        } else {
            return any ? at : NULL;
        }
    }
}

static int matches_word(const char *at, const char *word) {
    for (; *word; word++, at++)
        if ((*at | 32) != *word)
            return 0;
    return 1;
}

/* A number without a sign; leaves where it ends, or NULL if there is none. */
static double read_number(const char *at, const char **end) {
    if (matches_word(at, "inf")) {
        *end = at + (matches_word(at, "infinity") ? 8 : 3);
        return __builtin_inf();
    }
    if (matches_word(at, "nan")) {
        *end = at + 3;
        return __builtin_nan("");
    }
    struct natural digits;
    int count, power, more;
    if (at[0] == '0' && (at[1] | 32) == 'x') {
        const char *after = read_digits(at + 2, 16, &digits, &count, &power, &more);
        *end = after ? after : at + 1;
        if (!after)
            return 0;
        power = 4 * power + read_exponent(end, 'p');
        if (power > 2000)
            power = 2000;
        if (power < -4000)
            power = -4000;
        return natural_round(&digits, power, more != 0);
    }
    *end = read_digits(at, 10, &digits, &count, &power, &more);
    if (!*end)
        return 0;
    power += read_exponent(end, 'e');
    return decimal_round(&digits, count, power, more != 0);
}

double strtod(const char *text, char **end) {
    const char *at = text, *after;
    while (is_blank_or_newline(*at))
        at++;
    int minus = *at == '-';
    if (*at == '+' || *at == '-')
        at++;
    double value = read_number(at, &after);
    if (end)
        *end = (char *)(after ? after : text);
    if (after && value == __builtin_inf() && digit_value(*at) < 10)
        errno = ERANGE;
    return minus && after ? -value : value;
}

float strtof(const char *text, char **end) {
    return (float)strtod(text, end);
}

long double strtold(const char *text, char **end) {
    return strtod(text, end);
}

double atof(const char *text) {
    return strtod(text, NULL);
}
