/* Output by std::cout, std::cerr and std::clog of libstdc++: an object of a stream, and
   the functions that compiled code calls with it. A stream is not changed by output, but
   for a width that was set for the next number: so output multiplies no executions. */

enum {
    BOOL_ALPHA = 1, FIXED = 4, HEXADECIMAL = 8, LEFT = 0x20, OCTAL = 0x40, SCIENTIFIC = 0x100,
    SHOW_BASE = 0x200, SHOW_POINT = 0x400, SHOW_PLUS = 0x800, SKIP_SPACE = 0x1000,
    UPPERCASE = 0x4000, DECIMAL = 2
};

/* As libstdc++ lays it out; inline functions of its headers access the fields. */
struct stream {
    const void *table;
    const void *base_table;
    long precision;
    long width;
    unsigned flags;
    unsigned exceptions;
    unsigned state;
    char fill_before[188];
    char fill;
    char fill_after[43];
};

/* Where the base begins in the object, as a table of virtual functions says. */
static const long stream_table[4] = {8, 0, 0, 0};

#define STREAM(name) \
    struct stream name = { \
        .table = &stream_table[3], .precision = 6, .flags = DECIMAL | SKIP_SPACE, .fill = ' '};
STREAM(_ZSt4cout)
STREAM(_ZSt4cerr)
STREAM(_ZSt4clog)
STREAM(_ZSt3cin)

static int stream_number(struct stream *stream) {
    if (stream == &_ZSt4cout)
        return 1;
    if (stream == &_ZSt4cerr || stream == &_ZSt4clog)
        return 2;
    __mazurka_error("of the streams of C++, only std::cout, std::cerr and std::clog are supported");
}

static struct stream *stream_plain(struct stream *stream, const char *text, size_t length) {
    __mazurka_print(stream_number(stream), text, length);
    return stream;
}

/* Writes a text, filled up to the width that was set for it. */
static struct stream *stream_text(struct stream *stream, const char *text, size_t length) {
    long width = stream->width;
    if (width == 0)
        return stream_plain(stream, text, length);
    stream->width = 0;
    long missing = width - (long)length;
    if (stream->flags & LEFT)
        stream_plain(stream, text, length);
    for (; missing > 0; missing--)
        stream_plain(stream, &stream->fill, 1);
    return stream->flags & LEFT ? stream : stream_plain(stream, text, length);
}

/* A format for printf: what the flags of the stream ask for, and then this. */
static void stream_format(char *format, unsigned flags, const char *rest) {
    *format++ = '%';
    if (flags & SHOW_PLUS)
        *format++ = '+';
    if (flags & (SHOW_BASE | SHOW_POINT))
        *format++ = '#';
    while ((*format++ = *rest++))
        continue;
}

static struct stream *stream_integer(struct stream *stream, unsigned long value,
                                     int is_signed, int bytes) {
    char text[32], format[8];
    unsigned flags = stream->flags & ~SHOW_POINT;
    const char *kind = is_signed ? "ld" : "lu";
    if (flags & (HEXADECIMAL | OCTAL)) {
        kind = flags & OCTAL ? "lo" : flags & UPPERCASE ? "lX" : "lx";
        flags &= ~SHOW_PLUS;
        if (bytes < 8)
            value &= (1ul << bytes * 8) - 1;
    } else {
        flags &= ~SHOW_BASE;
    }
    stream_format(format, flags, kind);
    int length = snprintf(text, sizeof text, format, value);
    return stream_text(stream, text, length);
}

#define INTEGER(name, type, is_signed) \
    struct stream *name(struct stream *stream, type value) { \
        return stream_integer(stream, (unsigned long)value, is_signed, sizeof value); \
    }
INTEGER(_ZNSolsEs, short, 1)
INTEGER(_ZNSolsEt, unsigned short, 0)
INTEGER(_ZNSolsEi, int, 1)
INTEGER(_ZNSolsEj, unsigned, 0)
INTEGER(_ZNSolsEl, long, 1)
INTEGER(_ZNSolsEm, unsigned long, 0)
INTEGER(_ZNSolsEx, long long, 1)
INTEGER(_ZNSolsEy, unsigned long long, 0)

struct stream *_ZNSolsEb(struct stream *stream, _Bool value) {
    if (stream->flags & BOOL_ALPHA)
        return stream_text(stream, value ? "true" : "false", value ? 4 : 5);
    return stream_integer(stream, value, 0, 1);
}

struct stream *_ZNSolsEd(struct stream *stream, double value) {
    char text[512], format[8];
    unsigned flags = stream->flags & ~SHOW_BASE;
    const char *kind = flags & FIXED ? ".*f" : flags & SCIENTIFIC ? ".*e" : ".*g";
    stream_format(format, flags, kind);
    int length = snprintf(text, sizeof text, format, (int)stream->precision, value);
    return stream_text(stream, text, length);
}

struct stream *_ZNSolsEf(struct stream *stream, float value) {
    return _ZNSolsEd(stream, value);
}

struct stream *_ZNSolsEPKv(struct stream *stream, const void *value) {
    char text[32];
    int length = snprintf(text, sizeof text, "%p", value);
    return stream_text(stream, value ? text : "0", value ? length : 1);
}

/* operator<<(std::ostream &, const char *), and with a character. */
struct stream *_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(struct stream *stream,
                                                                       const char *text) {
    return stream_text(stream, text, strlen(text));
}

#define CHARACTER(name, type) \
    struct stream *name(struct stream *stream, type value) { \
        char character = (char)value; \
        return stream_text(stream, &character, 1); \
    }
CHARACTER(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, char)
CHARACTER(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a, signed char)
CHARACTER(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h, unsigned char)

/* std::__ostream_insert, and operator<< with a std::string. */
struct stream *_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l(
    struct stream *stream, const char *text, long length) {
    return stream_text(stream, text, length);
}

struct text {
    const char *start;
    size_t length;
};

struct stream *
_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE(
    struct stream *stream, const struct text *text) {
    return stream_text(stream, text->start, text->length);
}

struct stream *_ZNSo3putEc(struct stream *stream, char character) {
    return stream_plain(stream, &character, 1);
}

struct stream *_ZNSo5writeEPKcl(struct stream *stream, const char *text, long length) {
    return stream_plain(stream, text, length);
}

struct stream *_ZNSo5flushEv(struct stream *stream) {
    return stream;
}

/* Manipulators: functions that a stream is given to. */
struct stream *_ZNSolsEPFRSoS_E(struct stream *stream, struct stream *(*change)(struct stream *)) {
    return change(stream);
}

#define OF_BASE(name, offset) \
    struct stream *name(struct stream *stream, void *(*change)(void *)) { \
        change((char *)stream + offset); \
        return stream; \
    }
OF_BASE(_ZNSolsEPFRSt8ios_baseS0_E, 8)
OF_BASE(_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E, 8)

struct stream *_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(struct stream *stream) {
    return stream_plain(stream, "\n", 1);
}

struct stream *_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_(struct stream *stream) {
    return stream;
}

/* std::setw, std::setprecision and std::setfill. */
struct stream *_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St5_Setw(
    struct stream *stream, int width) {
    stream->width = width;
    return stream;
}

struct stream *_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St13_Setprecision(
    struct stream *stream, int precision) {
    stream->precision = precision;
    return stream;
}

struct stream *_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St8_SetfillIS3_E(
    struct stream *stream, char fill) {
    stream->fill = fill;
    return stream;
}

struct stream *_ZNSolsEDn(struct stream *stream, void *null) {
    (void)null;
    return stream_text(stream, "nullptr", 7);
}

/* std::ios_base::Init, which makes the streams, and std::ios::sync_with_stdio. */
#define STREAMS_READY(name) \
    void name(void *self) { (void)self; }
STREAMS_READY(_ZNSt8ios_base4InitC1Ev)
STREAMS_READY(_ZNSt8ios_base4InitC2Ev)
STREAMS_READY(_ZNSt8ios_base4InitD1Ev)
STREAMS_READY(_ZNSt8ios_base4InitD2Ev)

_Bool _ZNSt8ios_base15sync_with_stdioEb(_Bool is_synchronised) {
    (void)is_synchronised;
    return 1;
}
