/* <ctype.h> in the "C" locale: the functions, and the tables that glibc's macros
   look into, which have 128 entries below zero. */

#define BETWEEN(c, first, last) ((c) >= (first) && (c) <= (last))
#define IS_UPPER(c) BETWEEN(c, 'A', 'Z')
#define IS_LOWER(c) BETWEEN(c, 'a', 'z')
#define IS_ALPHA(c) (IS_UPPER(c) || IS_LOWER(c))
#define IS_DIGIT(c) BETWEEN(c, '0', '9')
#define IS_XDIGIT(c) (IS_DIGIT(c) || BETWEEN(c, 'A', 'F') || BETWEEN(c, 'a', 'f'))
#define IS_SPACE(c) ((c) == ' ' || BETWEEN(c, '\t', '\r'))
#define IS_PRINT(c) BETWEEN(c, ' ', '~')
#define IS_GRAPH(c) BETWEEN(c, '!', '~')
#define IS_BLANK(c) ((c) == ' ' || (c) == '\t')
#define IS_CNTRL(c) (BETWEEN(c, 0, 31) || (c) == 127)
#define IS_ALNUM(c) (IS_ALPHA(c) || IS_DIGIT(c))
#define IS_PUNCT(c) (IS_GRAPH(c) && !IS_ALNUM(c))

#define FUNCTION(name, TEST) int name(int c) { return TEST(c) ? 1 : 0; }
FUNCTION(isupper, IS_UPPER)
FUNCTION(islower, IS_LOWER)
FUNCTION(isalpha, IS_ALPHA)
FUNCTION(isdigit, IS_DIGIT)
FUNCTION(isxdigit, IS_XDIGIT)
FUNCTION(isspace, IS_SPACE)
FUNCTION(isprint, IS_PRINT)
FUNCTION(isgraph, IS_GRAPH)
FUNCTION(isblank, IS_BLANK)
FUNCTION(iscntrl, IS_CNTRL)
FUNCTION(isalnum, IS_ALNUM)
FUNCTION(ispunct, IS_PUNCT)
#undef FUNCTION

int isascii(int c) {
    return BETWEEN(c, 0, 127);
}

int toascii(int c) {
    return c & 127;
}

#define TO_LOWER(c) (IS_UPPER(c) ? (c) + 32 : (c))
#define TO_UPPER(c) (IS_LOWER(c) ? (c)-32 : (c))

int tolower(int c) {
    return TO_LOWER(c);
}

int toupper(int c) {
    return TO_UPPER(c);
}

/* The bits of glibc on a little-endian machine: the first eight are in the high
   byte. */
#define BIT(test, n) ((test) ? (256 << (n) | 256 << (n) >> 16) & 0xffff : 0)
#define BITS(c) \
    (BIT(IS_UPPER(c), 0) | BIT(IS_LOWER(c), 1) | BIT(IS_ALPHA(c), 2) | \
     BIT(IS_DIGIT(c), 3) | BIT(IS_XDIGIT(c), 4) | BIT(IS_SPACE(c), 5) | \
     BIT(IS_PRINT(c), 6) | BIT(IS_GRAPH(c), 7) | BIT(IS_BLANK(c), 8) | \
     BIT(IS_CNTRL(c), 9) | BIT(IS_PUNCT(c), 10) | BIT(IS_ALNUM(c), 11))

#define FOUR(F, c) F(c), F((c) + 1), F((c) + 2), F((c) + 3)
#define SIXTEEN(F, c) FOUR(F, c), FOUR(F, (c) + 4), FOUR(F, (c) + 8), FOUR(F, (c) + 12)
#define SIXTY_FOUR(F, c) \
    SIXTEEN(F, c), SIXTEEN(F, (c) + 16), SIXTEEN(F, (c) + 32), SIXTEEN(F, (c) + 48)
#define ASCII(F) SIXTY_FOUR(F, 0), SIXTY_FOUR(F, 64)
#define ALL(F) SIXTY_FOUR(F, -128), SIXTY_FOUR(F, -64), ASCII(F), SIXTY_FOUR(F, 128), \
    SIXTY_FOUR(F, 192)

static const unsigned short class_table[384] = {[128] = ASCII(BITS)};
static const int lower_table[384] = {ALL(TO_LOWER)};
static const int upper_table[384] = {ALL(TO_UPPER)};
static const unsigned short *const class_start = class_table + 128;
static const int *const lower_start = lower_table + 128;
static const int *const upper_start = upper_table + 128;

const unsigned short *const *__ctype_b_loc(void) {
    return &class_start;
}

const int *const *__ctype_tolower_loc(void) {
    return &lower_start;
}

const int *const *__ctype_toupper_loc(void) {
    return &upper_start;
}

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}
