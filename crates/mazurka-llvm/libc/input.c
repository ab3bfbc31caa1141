/* Reading of numbers, words and lines, from text in memory, from files, and from outside.
   What comes from outside is any number of the range of --nondet, and never ends. A word or a
   line is such a number in decimal digits, a character one that is a character, or the end
   of the file if that is in the range. */

/* The longest word or line from outside. */
#define LONGEST 24

/* Where scanf reads from: text, or a stream, or nowhere. */
struct source {
    const char *function;
    const char *text;
    FILE *stream;
    /* How many bytes were taken. */
    long taken;
};

/* The next byte, which stays there; -1 at the end. */
static int peek(struct source *from) {
    if (from->stream)
        return peek_byte(from->stream);
    return *from->text ? (unsigned char)*from->text : -1;
}

/* Takes the byte that was seen. */
static void take(struct source *from) {
    from->taken++;
    if (from->stream)
        take_byte(from->stream);
    else
        from->text++;
}

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

/* The text of a number, as far as it could be one. */
struct digits {
    struct source *from;
    int room;
    int length;
    char text[400];
};

/* Takes the next byte if it is one of these, in small letters or large ones; whether it was. */
static int take_one_of(struct digits *digits, const char *allowed) {
    int c = digits->room > 0 ? peek(digits->from) : -1;
    int small = c >= 'A' && c <= 'Z' ? c + 32 : c;
    if (c <= 0 || !strchr(allowed, small))
        return 0;
    if (digits->length == (int)sizeof digits->text - 1)
        __mazurka_error("scanf() of a number with more than 399 characters is not supported");
    digits->text[digits->length++] = (char)c;
    digits->room--;
    take(digits->from);
    return 1;
}

static int take_all_of(struct digits *digits, const char *allowed) {
    int count = 0;
    while (take_one_of(digits, allowed))
        count++;
    return count;
}

#define DECIMAL_DIGITS "0123456789"
#define HEXADECIMAL_DIGITS "0123456789abcdef"

/* Takes an integer; its base, or -1 if it is none. */
static int take_integer(struct digits *digits, int base) {
    take_one_of(digits, "+-");
    int has_zero = 0;
    if (base != 10 && take_one_of(digits, "0")) {
        has_zero = 1;
        if (base != 8 && take_one_of(digits, "x")) {
            base = 16;
            /* Without digits behind it, that is a zero. */
            digits->length--;
        } else if (!base) {
            base = 8;
        }
    }
    const char *allowed = base == 16 ? HEXADECIMAL_DIGITS : base == 8 ? "01234567" : DECIMAL_DIGITS;
    int count = take_all_of(digits, allowed);
    return count || has_zero ? base ? base : 10 : -1;
}

/* Takes a word that is known by its first letter; whether all of it is there. */
static int take_word(struct digits *digits, const char *word) {
    for (char letter[2] = ""; (letter[0] = *word); word++)
        if (!take_one_of(digits, letter))
            return 0;
    return 1;
}

/* Takes a number that may have a fraction; whether it is one. */
static int take_fraction(struct digits *digits) {
    take_one_of(digits, "+-");
    if (take_one_of(digits, "n"))
        return take_word(digits, "an");
    if (take_one_of(digits, "i")) {
        if (!take_word(digits, "nf"))
            return 0;
        return !take_one_of(digits, "i") || take_word(digits, "nity");
    }
    const char *allowed = DECIMAL_DIGITS, *exponent = "e";
    int count = 0;
    if (take_one_of(digits, "0")) {
        count = 1;
        if (take_one_of(digits, "x")) {
            allowed = HEXADECIMAL_DIGITS;
            exponent = "p";
            count = 0;
        }
    }
    count += take_all_of(digits, allowed);
    if (take_one_of(digits, "."))
        count += take_all_of(digits, allowed);
    if (count && take_one_of(digits, exponent)) {
        take_one_of(digits, "+-");
        take_all_of(digits, DECIMAL_DIGITS);
    }
    return count > 0;
}

/* Carries out a directive for characters: 1 if it could, 0 if not. */
static int convert_characters(struct source *from, const struct directive *how, char *to) {
    char conversion = how->conversion;
    int most = how->width ? how->width : conversion == 'c' ? 1 : INT_MAX;
    int count = 0, c;
    for (; count < most && (c = peek(from)) >= 0; count++) {
        if (conversion == 's' ? is_space(c) : conversion == '[' && !is_in_set(how->set, c))
            break;
        if (to)
            to[count] = (char)c;
        take(from);
    }
    if (count && to && conversion != 'c')
        to[count] = 0;
    return count > 0;
}

/* Carries out a directive: 1 if it could, 0 if not, -1 at the end. */
static int convert(struct source *from, const struct directive *how, void *to) {
    char conversion = how->conversion;
    if (conversion == 'n') {
        if (to)
            keep_integer(how, to, from->taken);
        return 1;
    }
    if (conversion != 'c' && conversion != '[')
        while (is_space(peek(from)))
            take(from);
    if (peek(from) < 0)
        return -1;
    if (conversion == 'c' || conversion == 's' || conversion == '[')
        return convert_characters(from, how, to);
    struct digits digits;
    digits.from = from;
    digits.room = how->width ? how->width : INT_MAX;
    digits.length = 0;
    if (strchr("aefgAEFG", conversion)) {
        if (!take_fraction(&digits))
            return 0;
        digits.text[digits.length] = 0;
        if (to)
            keep_number(how, to, strtod(digits.text, NULL));
        return 1;
    }
    int base = take_integer(&digits, base_of(conversion));
    if (base < 0)
        return 0;
    digits.text[digits.length] = 0;
    int is_signed = conversion == 'd' || conversion == 'i';
    if (to)
        keep_integer(how, to,
                     is_signed ? strtol(digits.text, NULL, base)
                               : (long)strtoul(digits.text, NULL, base));
    return 1;
}

/* Goes past what a format has literally: 1 if it is there, 0 if not, -1 at the end. */
static int pass(struct source *from, char wanted) {
    if (is_space((unsigned char)wanted)) {
        while (is_space(peek(from)))
            take(from);
        return 1;
    }
    int c = peek(from);
    if (c < 0)
        return -1;
    if (c != (unsigned char)wanted)
        return 0;
    take(from);
    return 1;
}

static int scan(struct source *from, const char *format, va_list list) {
    int is_outside = !from->text && !from->stream;
    int count = 0;
    while (*format) {
        int done = 1;
        if (*format != '%' || format[1] == '%') {
            if (!is_outside && *format == '%')
                while (is_space(peek(from)))
                    take(from);
            done = is_outside ? 1 : pass(from, *format);
            format += *format == '%' ? 2 : 1;
        } else {
            struct directive how;
            format = read_directive(format + 1, &how);
            void *to = how.is_kept ? va_arg(list, void *) : NULL;
            if (is_outside)
                convert_any(from, &how, to);
            else
                done = convert(from, &how, to);
            count += done > 0 && how.is_kept && how.conversion != 'n';
        }
        if (done <= 0)
            return done < 0 && !count ? -1 : count;
    }
    return count;
}

/* Reads from a stream, in one piece for others. */
static int scan_stream(const char *function, FILE *file, const char *format, va_list list) {
    struct source from = {function, NULL, NULL, 0};
    if (is_any(file))
        return scan(&from, format, list);
    from.stream = file;
    lock_stream(file);
    int count = scan(&from, format, list);
    unlock_stream(file);
    return count;
}

int vscanf(const char *format, va_list list) {
    return scan_stream("scanf", &stdin_file, format, list);
}

int vfscanf(FILE *file, const char *format, va_list list) {
    return scan_stream("fscanf", file, format, list);
}

int vsscanf(const char *text, const char *format, va_list list) {
    struct source from = {"sscanf", text, NULL, 0};
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
    int name(FILE *file, const char *format, ...) { \
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

static int get_byte(const char *function, FILE *file) {
    if (is_any(file))
        return (int)__mazurka_input(function, -1, 255);
    lock_stream(file);
    int byte = next_byte(file);
    unlock_stream(file);
    return byte;
}

int getchar(void) {
    return get_byte("getchar", &stdin_file);
}

int getchar_unlocked(void) {
    return getchar();
}

#define GETC(name) \
    int name(FILE *file) { \
        return get_byte(#name, file); \
    }
GETC(getc)
GETC(fgetc)
GETC(_IO_getc)
GETC(getc_unlocked)
GETC(fgetc_unlocked)
/* What the macro of getc_unlocked calls. */
GETC(__uflow)

/* Some number from outside, as a line. */
static size_t any_line(const char *function, char *to) {
    size_t length = any_text(function, to);
    to[length++] = '\n';
    return length;
}

char *fgets(char *to, int room, FILE *file) {
    if (room <= 0)
        return NULL;
    size_t length, most = (size_t)room - 1;
    if (is_any(file)) {
        char text[LONGEST + 1];
        length = any_line("fgets", text);
        if (length > most)
            length = most;
        memcpy(to, text, length);
    } else {
        lock_stream(file);
        length = length_to(file, '\n', most);
        read_bytes(file, to, length);
        unlock_stream(file);
        if (!length && most)
            return NULL;
    }
    to[length] = 0;
    return to;
}

char *fgets_unlocked(char *to, int room, FILE *file) {
    return fgets(to, room, file);
}

char *gets(char *to) {
    if (is_any(&stdin_file)) {
        any_text("gets", to);
        return to;
    }
    if (!fgets(to, INT_MAX, &stdin_file))
        return NULL;
    size_t length = strlen(to);
    if (length && to[length - 1] == '\n')
        to[length - 1] = 0;
    return to;
}

/* Makes room for a line and the zero behind it, as glibc does; whether there is some. */
static int make_room(char **line, size_t *room, size_t length) {
    if (!*line || !*room) {
        char *made = realloc(*line, 120);
        if (!made)
            return 0;
        *line = made;
        *room = 120;
    }
    if (length + 1 <= *room)
        return 1;
    size_t needed = length + 1 < 2 * *room ? 2 * *room : length + 1;
    char *longer = realloc(*line, needed);
    if (!longer)
        return 0;
    *line = longer;
    *room = needed;
    return 1;
}

ssize_t getdelim(char **line, size_t *room, int last, FILE *file) {
    if (!line || !room)
        return fail_with(EINVAL);
    char text[LONGEST + 1];
    size_t length;
    int is_outside = is_any(file);
    if (is_outside) {
        length = any_line("getdelim", text);
    } else {
        lock_stream(file);
        length = length_to(file, last, (size_t)LONG_MAX);
    }
    int has_room = make_room(line, room, length);
    if (has_room && is_outside)
        memcpy(*line, text, length);
    else if (has_room)
        read_bytes(file, *line, length);
    if (!is_outside)
        unlock_stream(file);
    if (!has_room)
        return fail_with(ENOMEM);
    (*line)[length] = 0;
    return length ? (ssize_t)length : -1;
}

ssize_t __getdelim(char **line, size_t *room, int last, FILE *file) {
    return getdelim(line, room, last, file);
}

ssize_t getline(char **line, size_t *room, FILE *file) {
    return getdelim(line, room, '\n', file);
}
