/* Reading: what comes from outside is any number of the range of --nondet, and never
   ends. A word or a line is such a number in decimal digits, a character one that is a
   character, or the end of the file if that is in the range. Text in memory is read
   as the standard says. */

/* The longest word or line. */
#define LONGEST 24

/* Where scanf reads from: text, or nowhere. */
struct source {
    const char *function;
    const char *text;
};

/* A directive of a format. */
struct directive {
    int is_kept;
    int width;
    char length;
    char conversion;
    const char *set;
};

static int is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int is_in_set(const char *set, int c) {
    int inverse = *set == '^';
    const char *from = set + inverse, *at = from;
    for (; *at && (*at != ']' || at == from); at++) {
        if (at[1] == '-' && at[2] && at[2] != ']') {
            if (c >= (unsigned char)at[0] && c <= (unsigned char)at[2])
                return !inverse;
            at += 2;
        } else if (c == (unsigned char)*at) {
            return !inverse;
        }
    }
    return inverse;
}

/* Reads a directive after its sign; what comes behind it. */
static const char *read_directive(const char *format, struct directive *to) {
    to->is_kept = 1;
    to->width = 0;
    to->length = 0;
    to->set = NULL;
    if (*format == '*') {
        to->is_kept = 0;
        format++;
    }
    while (*format >= '0' && *format <= '9')
        to->width = to->width * 10 + *format++ - '0';
    while (*format == 'h' || *format == 'l' || *format == 'L' || *format == 'j' ||
           *format == 'z' || *format == 't' || *format == 'q') {
        int is_again = to->length == *format;
        to->length = *format++;
        if (is_again)
            to->length = to->length == 'h' ? 'H' : 'l';
    }
    to->conversion = *format;
    if (*format == '[') {
        to->set = ++format;
        if (*format == '^')
            format++;
        if (*format == ']')
            format++;
        while (*format && *format != ']')
            format++;
    }
    return *format ? format + 1 : format;
}

static void keep_integer(const struct directive *how, void *to, long value) {
    switch (how->length) {
    case 'H': *(char *)to = (char)value; break;
    case 'h': *(short *)to = (short)value; break;
    case 0: *(int *)to = (int)value; break;
    default: *(long *)to = value; break;
    }
}

static void keep_number(const struct directive *how, void *to, double value) {
    switch (how->length) {
    case 'l': *(double *)to = value; break;
    case 'L': *(long double *)to = value; break;
    default: *(float *)to = (float)value; break;
    }
}

static int base_of(char conversion) {
    switch (conversion) {
    case 'i': return 0;
    case 'o': return 8;
    case 'x':
    case 'X':
    case 'p': return 16;
    default: return 10;
    }
}

/* The least and the largest value of an integer that is read. */
static void bounds(const struct directive *how, long *least, long *most) {
    int bits = 32;
    switch (how->length) {
    case 'H': bits = 8; break;
    case 'h': bits = 16; break;
    case 0: break;
    default: bits = 64;
    }
    int is_signed = how->conversion == 'd' || how->conversion == 'i';
    *most = bits == 64 ? LONG_MAX : (1L << (bits - is_signed)) - 1;
    *least = is_signed ? -*most - 1 : 0;
}

static long any_number(const char *function) {
    return __mazurka_input(function, -LONG_MAX - 1, LONG_MAX);
}

/* Some number from outside, as text. */
static size_t any_text(const char *function, char *to) {
    return (size_t)sprintf(to, "%ld", any_number(function));
}

/* Carries out a directive with something from outside. */
static void convert_any(struct source *from, const struct directive *how, void *to) {
    long least, most;
    switch (how->conversion) {
    case 'c': {
        char *bytes = to;
        for (int i = 0; i < (how->width ? how->width : 1); i++) {
            char c = (char)__mazurka_input(from->function, -128, 127);
            if (to)
                bytes[i] = c;
        }
        return;
    }
    case 's':
    case '[': {
        char text[LONGEST];
        size_t length = any_text(from->function, text);
        if (how->width && (size_t)how->width < length)
            text[how->width] = 0;
        if (to)
            memcpy(to, text, strlen(text) + 1);
        return;
    }
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'G': {
        double value = (double)any_number(from->function);
        if (to)
            keep_number(how, to, value);
        return;
    }
    case 'n':
        if (to)
            keep_integer(how, to, 0);
        return;
    default: {
        bounds(how, &least, &most);
        long value = __mazurka_input(from->function, least, most);
        if (to)
            keep_integer(how, to, value);
    }
    }
}

/* Carries out a directive with text: 1 if it could, 0 if not, -1 at the end. */
static int convert_text(struct source *from, const char *start, const struct directive *how,
                        void *to) {
    char conversion = how->conversion;
    if (conversion == 'n') {
        if (to)
            keep_integer(how, to, from->text - start);
        return 1;
    }
    if (conversion != 'c' && conversion != '[')
        while (is_space((unsigned char)*from->text))
            from->text++;
    if (!*from->text)
        return -1;
    char *end;
    if (conversion == 'c' || conversion == 's' || conversion == '[') {
        int most = how->width ? how->width : conversion == 'c' ? 1 : INT_MAX;
        int count = 0;
        char *bytes = to;
        for (; count < most && *from->text; count++) {
            int c = (unsigned char)*from->text;
            if (conversion == 's' ? is_space(c) : conversion == '[' && !is_in_set(how->set, c))
                break;
            if (to)
                bytes[count] = (char)c;
            from->text++;
        }
        if (!count)
            return 0;
        if (to && conversion != 'c')
            bytes[count] = 0;
        return 1;
    }
    if (how->width)
        __mazurka_error("sscanf() with the width of a number is not supported");
    if (strchr("aefgEG", conversion)) {
        double value = strtod(from->text, &end);
        if (end == from->text)
            return 0;
        if (to)
            keep_number(how, to, value);
    } else {
        long value = strtol(from->text, &end, base_of(conversion));
        if (end == from->text)
            return 0;
        if (to)
            keep_integer(how, to, value);
    }
    from->text = end;
    return 1;
}

static int scan(struct source *from, const char *format, va_list list) {
    const char *start = from->text;
    int count = 0;
    while (*format) {
        if (*format != '%') {
            char wanted = *format++;
            if (!from->text)
                continue;
            if (is_space((unsigned char)wanted)) {
                while (is_space((unsigned char)*from->text))
                    from->text++;
            } else if (*from->text++ != wanted) {
                return count;
            }
            continue;
        }
        if (format[1] == '%') {
            if (from->text && *from->text++ != '%')
                return count;
            format += 2;
            continue;
        }
        struct directive how;
        format = read_directive(format + 1, &how);
        void *to = how.is_kept ? va_arg(list, void *) : NULL;
        if (from->text) {
            int done = convert_text(from, start, &how, to);
            if (done <= 0)
                return done < 0 && !count ? -1 : count;
        } else {
            convert_any(from, &how, to);
        }
        count += how.is_kept && how.conversion != 'n';
    }
    return count;
}

static void check_input(const FILE *file) {
    if (fileno(file) != 0)
        __mazurka_error("reading is only supported from stdin");
}

int vscanf(const char *format, va_list list) {
    struct source from = {"scanf", NULL};
    return scan(&from, format, list);
}

int vfscanf(const FILE *file, const char *format, va_list list) {
    check_input(file);
    struct source from = {"fscanf", NULL};
    return scan(&from, format, list);
}

int vsscanf(const char *text, const char *format, va_list list) {
    struct source from = {"sscanf", text};
    return scan(&from, format, list);
}

#define SCANF(name) \
    int name(const char *format, ...) { \
        VARIADIC(vscanf(format, list)); \
    }
SCANF(scanf)
SCANF(__isoc99_scanf)
SCANF(__isoc23_scanf)

#define FSCANF(name) \
    int name(const FILE *file, const char *format, ...) { \
        VARIADIC(vfscanf(file, format, list)); \
    }
FSCANF(fscanf)
FSCANF(__isoc99_fscanf)
FSCANF(__isoc23_fscanf)

#define SSCANF(name) \
    int name(const char *text, const char *format, ...) { \
        VARIADIC(vsscanf(text, format, list)); \
    }
SSCANF(sscanf)
SSCANF(__isoc99_sscanf)
SSCANF(__isoc23_sscanf)

int getchar(void) {
    return (int)__mazurka_input("getchar", -1, 255);
}

int getchar_unlocked(void) {
    return getchar();
}

#define GETC(name) \
    int name(const FILE *file) { \
        check_input(file); \
        return (int)__mazurka_input(#name, -1, 255); \
    }
GETC(getc)
GETC(fgetc)
GETC(_IO_getc)
GETC(getc_unlocked)

char *fgets(char *to, int room, const FILE *file) {
    check_input(file);
    if (room <= 0)
        return NULL;
    char text[LONGEST + 1];
    size_t length = any_text("fgets", text);
    text[length++] = '\n';
    if (length > (size_t)room - 1)
        length = (size_t)room - 1;
    memcpy(to, text, length);
    to[length] = 0;
    return to;
}

char *gets(char *to) {
    any_text("gets", to);
    return to;
}

/* There is always more. */
int feof(const FILE *file) {
    (void)file;
    return 0;
}

int ungetc(int c, const FILE *file) {
    (void)c;
    (void)file;
    __mazurka_error("ungetc() is not supported: what comes from outside is not known before");
}
