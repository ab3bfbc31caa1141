/* The text that printf and its relatives make. One call makes one text: what is
   printed goes to the interpreter in one piece, unless it is very long. */

struct sink {
    char *to;      /* where the text goes, or */
    int fd;        /* what it is printed to, if that is not negative */
    size_t room;   /* how many bytes there are at `to` */
    size_t length; /* of the text so far, whether it fits or not */
    size_t used;   /* of the buffer */
    char buffer[512];
};

static void sink_flush(struct sink *sink) {
    if (sink->fd >= 0 && sink->used)
        __mazurka_print(sink->fd, sink->buffer, sink->used);
    sink->used = 0;
}

static void put(struct sink *sink, char c) {
    if (sink->fd >= 0) {
        if (sink->used == sizeof sink->buffer)
            sink_flush(sink);
        sink->buffer[sink->used++] = c;
    } else if (sink->length < sink->room) {
        sink->to[sink->length] = c;
    }
    sink->length++;
}

static void put_bytes(struct sink *sink, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        put(sink, bytes[i]);
}

static void put_times(struct sink *sink, char c, int times) {
    for (; times > 0; times--)
        put(sink, c);
}

/* What a conversion asks for. */
struct form {
    char left, plus, space, alternative, zero;
    int width;
    int precision; /* -1 if it is not given */
    int size;      /* of an integer, in bytes; 16 for long double */
    char letter;
};

/* Puts a prefix and what follows it, as wide as it has to be; `zeros` more of them go
   between the two. */
static void put_field(struct sink *sink, const struct form *form, const char *prefix,
                      const char *body, size_t length, int zeros) {
    int before = (int)strlen(prefix);
    int padding = form->width - before - zeros - (int)length;
    if (form->zero && !form->left && padding > 0) {
        zeros += padding;
        padding = 0;
    }
    if (!form->left)
        put_times(sink, ' ', padding);
    put_bytes(sink, prefix, (size_t)before);
    put_times(sink, '0', zeros);
    put_bytes(sink, body, length);
    if (form->left)
        put_times(sink, ' ', padding);
}

static const char *sign_of(const struct form *form, int minus) {
    return minus ? "-" : form->plus ? "+" : form->space ? " " : "";
}

static void put_integer(struct sink *sink, struct form *form, unsigned long value) {
    char digits[24];
    int at = sizeof digits;
    const char *prefix = "";
    unsigned base = 10;
    switch (form->letter) {
    case 'd':
    case 'i':
        prefix = sign_of(form, (long)value < 0);
        if ((long)value < 0)
            value = -value;
        break;
    case 'o':
        base = 8;
        break;
    case 'x':
    case 'X':
        base = 16;
        if (form->alternative && value)
            prefix = form->letter == 'x' ? "0x" : "0X";
        break;
    }
    const char *symbols = form->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    for (; value; value /= base)
        digits[--at] = symbols[value % base];
    int length = (int)sizeof digits - at;
    int least = form->precision < 0 ? 1 : form->precision;
    if (form->letter == 'o' && form->alternative && least <= length)
        least = length + 1;
    if (form->precision >= 0)
        form->zero = 0;
    put_field(sink, form, prefix, digits + at, (size_t)length,
              least > length ? least - length : 0);
}

/* A number in decimal, exactly: words of nine digits. The point is after the first
   CELL_POINT words. */
#define CELLS 160
#define CELL_POINT 36
#define CELL 1000000000u

struct decimal {
    int first, last; /* the words that are in use; `last` is not */
    unsigned cells[CELLS];
};

/* The mantissa goes before the point and is doubled or halved as often as the exponent
   says. */
static void decimal_set(struct decimal *d, unsigned long mantissa, int exponent) {
    for (int i = 0; i < CELLS; i++)
        d->cells[i] = 0;
    d->first = d->last = CELL_POINT;
    for (; mantissa; mantissa /= CELL)
        d->cells[--d->first] = (unsigned)(mantissa % CELL);
    while (exponent > 0) {
        int bits = exponent < 29 ? exponent : 29;
        unsigned long carry = 0;
        for (int i = d->last; i-- > d->first;) {
            carry += (unsigned long)d->cells[i] << bits;
            d->cells[i] = (unsigned)(carry % CELL);
            carry /= CELL;
        }
        if (carry)
            d->cells[--d->first] = (unsigned)carry;
        exponent -= bits;
    }
    while (exponent < 0) {
        int bits = exponent > -9 ? -exponent : 9;
        unsigned rest = 0;
        for (int i = d->first; i < d->last; i++) {
            unsigned cell = d->cells[i];
            d->cells[i] = (cell >> bits) + rest;
            rest = (cell & ((1u << bits) - 1)) * (CELL >> bits);
        }
        if (rest)
            d->cells[d->last++] = rest;
        while (d->first < d->last && d->first < CELL_POINT && !d->cells[d->first])
            d->first++;
        exponent += bits;
    }
}

static unsigned power_of_ten(int n) {
    unsigned power = 1;
    for (; n > 0; n--)
        power *= 10;
    return power;
}

/* The digit at a place: 0 is before the point, -1 after it. */
static int decimal_digit(const struct decimal *d, int place) {
    /* Counted from the first digit of all cells. */
    int at = CELL_POINT * 9 - 1 - place;
    if (at < 0 || at >= CELLS * 9)
        return 0;
    return (int)(d->cells[at / 9] / power_of_ten(8 - at % 9) % 10);
}

/* The place of the first digit that is not zero; zero for zero. */
static int decimal_magnitude(const struct decimal *d) {
    for (int i = 0; i < d->last; i++)
        if (d->cells[i]) {
            int place = (CELL_POINT - i) * 9 - 1;
            while (!decimal_digit(d, place))
                place--;
            return place;
        }
    return 0;
}

/* Is anything but zero below that place? */
static int decimal_rest(const struct decimal *d, int place) {
    int at = CELL_POINT * 9 - place;
    if (at < 0)
        at = 0;
    if (at >= CELLS * 9)
        return 0;
    if (d->cells[at / 9] % power_of_ten(9 - at % 9))
        return 1;
    for (int i = at / 9 + 1; i < d->last; i++)
        if (d->cells[i])
            return 1;
    return 0;
}

/* Rounds to that place, by halves to even: nothing is left below it. */
static void decimal_round_to(struct decimal *d, int place) {
    int at = CELL_POINT * 9 - 1 - place;
    if (at >= CELLS * 9 - 1)
        return;
    int next = decimal_digit(d, place - 1);
    int up = next > 5 ||
             (next == 5 && (decimal_rest(d, place - 1) || decimal_digit(d, place) % 2));
    unsigned unit = power_of_ten(8 - at % 9);
    int i = at / 9;
    d->cells[i] -= d->cells[i] % unit;
    for (int below = i + 1; below < d->last; below++)
        d->cells[below] = 0;
    if (up)
        d->cells[i] += unit;
    while (d->cells[i] >= CELL) {
        d->cells[i--] -= CELL;
        d->cells[i]++;
    }
    if (d->last < at / 9 + 1)
        d->last = at / 9 + 1;
}

/* Puts digits from one place down to another, and the point where it belongs. */
static void put_digits(struct sink *sink, const struct decimal *d, int from, int to,
                       int point_after, int always_point) {
    for (int place = from; place >= to; place--) {
        put(sink, (char)('0' + decimal_digit(d, place)));
        if (place == point_after && (place > to || always_point))
            put(sink, '.');
    }
}

static int exponent_length(int exponent) {
    return exponent <= -100 || exponent >= 100 ? 5 : 4;
}

static void put_exponent(struct sink *sink, char letter, int exponent) {
    put(sink, letter);
    put(sink, exponent < 0 ? '-' : '+');
    if (exponent < 0)
        exponent = -exponent;
    if (exponent >= 100)
        put(sink, (char)('0' + exponent / 100));
    put(sink, (char)('0' + exponent / 10 % 10));
    put(sink, (char)('0' + exponent % 10));
}

/* Puts the padding and the sign before a number of `length` characters; leaves how
   many spaces follow it. */
static int put_before(struct sink *sink, const struct form *form, const char *sign,
                      int length) {
    int padding = form->width - length - (int)strlen(sign);
    if (padding < 0)
        padding = 0;
    if (!form->left && !form->zero)
        put_times(sink, ' ', padding);
    put_bytes(sink, sign, strlen(sign));
    if (!form->left && form->zero)
        put_times(sink, '0', padding);
    return form->left ? padding : 0;
}

static void put_fixed(struct sink *sink, const struct form *form, const char *sign,
                      struct decimal *d, int precision) {
    decimal_round_to(d, -precision);
    int from = decimal_magnitude(d);
    if (from < 0)
        from = 0;
    int point = precision > 0 || form->alternative;
    int after = put_before(sink, form, sign, from + 1 + point + precision);
    put_digits(sink, d, from, -precision, 0, form->alternative);
    put_times(sink, ' ', after);
}

static void put_scientific(struct sink *sink, const struct form *form, const char *sign,
                           struct decimal *d, int precision, char letter) {
    decimal_round_to(d, decimal_magnitude(d) - precision);
    int from = decimal_magnitude(d);
    int point = precision > 0 || form->alternative;
    int after = put_before(sink, form, sign,
                           1 + point + precision + exponent_length(from));
    put_digits(sink, d, from, from - precision, from, form->alternative);
    put_exponent(sink, letter, from);
    put_times(sink, ' ', after);
}

/* The shorter of the two, without zeros at the end. */
static void put_general(struct sink *sink, const struct form *form, const char *sign,
                        struct decimal *d, int precision, char letter) {
    if (precision == 0)
        precision = 1;
    decimal_round_to(d, decimal_magnitude(d) - precision + 1);
    int magnitude = decimal_magnitude(d);
    int lowest = magnitude - precision + 1;
    int is_fixed = magnitude >= -4 && magnitude < precision;
    if (!form->alternative)
        while (lowest < (is_fixed ? 0 : magnitude) && !decimal_digit(d, lowest))
            lowest++;
    if (is_fixed)
        put_fixed(sink, form, sign, d, lowest < 0 ? -lowest : 0);
    else
        put_scientific(sink, form, sign, d, magnitude - lowest, letter);
}

static void put_hexadecimal(struct sink *sink, const struct form *form, const char *sign,
                            unsigned long mantissa, int exponent, int is_upper) {
    const char *symbols = is_upper ? "0123456789ABCDEF" : "0123456789abcdef";
    int precision = form->precision;
    if (precision >= 0 && precision < 13) {
        unsigned long half = 1UL << (51 - 4 * precision), unit = half * 2;
        unsigned long below = mantissa & (unit - 1);
        mantissa -= below;
        if (below > half || (below == half && mantissa & unit))
            mantissa += unit;
    }
    if (precision < 0)
        for (precision = 13; precision > 0 && !(mantissa >> (52 - 4 * precision) & 15);)
            precision--;
    char text[8];
    int at = sizeof text, power = exponent < 0 ? -exponent : exponent;
    do
        text[--at] = (char)('0' + power % 10);
    while ((power /= 10));
    text[--at] = exponent < 0 ? '-' : '+';
    text[--at] = is_upper ? 'P' : 'p';
    int point = precision > 0 || form->alternative;
    char prefix[4] = {0, 0, 0, 0};
    prefix[0] = *sign;
    prefix[*sign != 0] = '0';
    prefix[1 + (*sign != 0)] = is_upper ? 'X' : 'x';
    int length = 1 + point + precision + (int)sizeof text - at;
    int after = put_before(sink, form, prefix, length);
    put(sink, symbols[mantissa >> 52]);
    if (point)
        put(sink, '.');
    for (int i = 1; i <= precision; i++)
        put(sink, i > 13 ? '0' : symbols[mantissa >> (52 - 4 * i) & 15]);
    put_bytes(sink, text + at, sizeof text - (size_t)at);
    put_times(sink, ' ', after);
}

static void put_number(struct sink *sink, struct form *form, double value) {
    unsigned long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    const char *sign = sign_of(form, (int)(bits >> 63));
    int exponent = (int)(bits >> 52 & 2047);
    unsigned long mantissa = bits & ((1UL << 52) - 1);
    int is_upper = form->letter < 'a';
    if (exponent == 2047) {
        form->zero = 0;
        put_field(sink, form, sign,
                  mantissa ? is_upper ? "NAN" : "nan" : is_upper ? "INF" : "inf", 3, 0);
        return;
    }
    if (exponent)
        mantissa |= 1UL << 52;
    else
        exponent = 1;
    if ((form->letter | 32) == 'a') {
        put_hexadecimal(sink, form, sign, mantissa, mantissa ? exponent - 1023 : 0, is_upper);
        return;
    }
    struct decimal decimal;
    decimal_set(&decimal, mantissa, exponent - 1075);
    int precision = form->precision < 0 ? 6 : form->precision;
    switch (form->letter | 32) {
    case 'f':
        put_fixed(sink, form, sign, &decimal, precision);
        break;
    case 'e':
        put_scientific(sink, form, sign, &decimal, precision, form->letter);
        break;
    default:
        put_general(sink, form, sign, &decimal, precision, (char)(form->letter - 2));
    }
}

static void put_text(struct sink *sink, struct form *form, const char *text) {
    if (!text)
        text = "(null)";
    form->zero = 0;
    size_t length = form->precision < 0 ? strlen(text)
                                        : strnlen(text, (size_t)form->precision);
    put_field(sink, form, "", text, length, 0);
}

/* Wide characters, as far as they are ASCII. */
static void put_wide_text(struct sink *sink, struct form *form, const int *text) {
    size_t length = 0;
    size_t most = form->precision < 0 ? (size_t)-1 : (size_t)form->precision;
    while (length < most && text[length])
        length++;
    int padding = form->width - (int)length;
    if (!form->left)
        put_times(sink, ' ', padding);
    for (size_t i = 0; i < length; i++)
        put(sink, text[i] < 128 ? (char)text[i] : '?');
    if (form->left)
        put_times(sink, ' ', padding);
}

static void put_character(struct sink *sink, struct form *form, char c) {
    form->zero = 0;
    put_field(sink, form, "", &c, 1, 0);
}

/* A va_list as what a function can be given the address of. */
struct arguments {
    va_list list;
};

static unsigned long next_integer(struct arguments *arguments, int size, int is_signed) {
    unsigned long value = size > 4 ? va_arg(arguments->list, unsigned long)
                                   : va_arg(arguments->list, unsigned);
    switch (is_signed ? size : -size) {
    case 1: return (unsigned long)(signed char)value;
    case 2: return (unsigned long)(short)value;
    case 4: return (unsigned long)(int)value;
    case -1: return (unsigned char)value;
    case -2: return (unsigned short)value;
    default: return value;
    }
}

static void store_length(void *to, int size, size_t length) {
    switch (size) {
    case 1: *(char *)to = (char)length; break;
    case 2: *(short *)to = (short)length; break;
    case 4: *(int *)to = (int)length; break;
    default: *(long *)to = (long)length;
    }
}

static int read_count(const char **at, struct arguments *arguments) {
    if (**at == '*') {
        ++*at;
        return va_arg(arguments->list, int);
    }
    int count = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        if (count < INT_MAX / 10 - 1)
            count = count * 10 + (**at - '0');
    return count;
}

/* Reads flags, width, precision, size and letter after a percent sign. */
static const char *read_form(const char *at, struct form *form, struct arguments *arguments) {
    form->left = form->plus = form->space = form->alternative = form->zero = 0;
    for (;; at++) {
        switch (*at) {
        case '-': form->left = 1; continue;
        case '+': form->plus = 1; continue;
        case ' ': form->space = 1; continue;
        case '#': form->alternative = 1; continue;
        case '0': form->zero = 1; continue;
        case '\'': continue;
        }
        break;
    }
    form->width = read_count(&at, arguments);
    if (form->width < 0) {
        form->left = 1;
        form->width = -form->width;
    }
    if (*at == '$')
        __mazurka_error("printf: arguments by number (%1$d) are not supported");
    form->precision = -1;
    if (*at == '.') {
        at++;
        form->precision = read_count(&at, arguments);
    }
    form->size = 4;
    for (;; at++) {
        switch (*at) {
        case 'h': form->size = form->size == 2 ? 1 : 2; continue;
        case 'l':
        case 'z':
        case 'j':
        case 't':
        case 'q': form->size = 8; continue;
        case 'L': form->size = 16; continue;
        }
        break;
    }
    form->letter = *at;
    return *at ? at + 1 : at;
}

static void put_conversion(struct sink *sink, struct form *form, struct arguments *arguments) {
    switch (form->letter) {
    case 'd':
    case 'i':
        put_integer(sink, form, next_integer(arguments, form->size, 1));
        break;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_integer(sink, form, next_integer(arguments, form->size, 0));
        break;
    case 'c':
        put_character(sink, form, (char)va_arg(arguments->list, int));
        break;
    case 's':
        if (form->size == 8)
            put_wide_text(sink, form, va_arg(arguments->list, const int *));
        else
            put_text(sink, form, va_arg(arguments->list, const char *));
        break;
    case 'p': {
        unsigned long address = (unsigned long)va_arg(arguments->list, void *);
        if (!address) {
            put_text(sink, form, "(nil)");
            break;
        }
        form->letter = 'x';
        form->alternative = 1;
        put_integer(sink, form, address);
        break;
    }
    case 'n':
        store_length(va_arg(arguments->list, void *), form->size, sink->length);
        break;
    case 'm':
        put_text(sink, form, strerror(errno));
        break;
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        put_number(sink, form,
                   form->size == 16 ? (double)va_arg(arguments->list, long double)
                                    : va_arg(arguments->list, double));
        break;
    case '%':
        put(sink, '%');
        break;
    default:
        __mazurka_error("printf: the format has a conversion that is not known");
    }
}

static void put_format(struct sink *sink, const char *format, va_list list) {
    struct arguments arguments;
    va_copy(arguments.list, list);
    while (*format) {
        if (*format != '%') {
            put(sink, *format++);
            continue;
        }
        struct form form;
        format = read_form(format + 1, &form, &arguments);
        put_conversion(sink, &form, &arguments);
    }
    va_end(arguments.list);
}
