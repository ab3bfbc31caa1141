/* <string.h> and <strings.h>. What only moves bytes (memcpy, memmove, memset) is
   known to the interpreter. */

void *memchr(const void *from, int c, size_t length) {
    const unsigned char *at = from;
    for (; length; length--, at++)
        if (*at == (unsigned char)c)
            return (void *)at;
    return NULL;
}

void *rawmemchr(const void *from, int c) {
    const unsigned char *at = from;
    while (*at != (unsigned char)c)
        at++;
    return (void *)at;
}

void *memrchr(const void *from, int c, size_t length) {
    const unsigned char *at = from;
    while (length--)
        if (at[length] == (unsigned char)c)
            return (void *)(at + length);
    return NULL;
}

int memcmp(const void *a, const void *b, size_t length) {
    const unsigned char *x = a, *y = b;
    for (; length; length--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}

int bcmp(const void *a, const void *b, size_t length) {
    return memcmp(a, b, length);
}

void bcopy(const void *from, void *to, size_t length) {
    memmove(to, from, length);
}

void bzero(void *to, size_t length) {
    memset(to, 0, length);
}

void explicit_bzero(void *to, size_t length) {
    memset(to, 0, length);
}

void *mempcpy(void *to, const void *from, size_t length) {
    memcpy(to, from, length);
    return (char *)to + length;
}

void *memccpy(void *to, const void *from, int c, size_t length) {
    unsigned char *target = to;
    const unsigned char *source = from;
    while (length--)
        if ((*target++ = *source++) == (unsigned char)c)
            return target;
    return NULL;
}

void *memmem(const void *in, size_t length, const void *what, size_t size) {
    const char *at = in;
    for (; length >= size; length--, at++)
        if (memcmp(at, what, size) == 0)
            return (void *)at;
    return NULL;
}

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t strnlen(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && text[length])
        length++;
    return length;
}

char *stpcpy(char *to, const char *from) {
    while ((*to = *from++))
        to++;
    return to;
}

char *strcpy(char *to, const char *from) {
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *to, const char *from, size_t most) {
    while (most && *from) {
        *to++ = *from++;
        most--;
    }
    memset(to, 0, most);
    return to;
}

char *strncpy(char *to, const char *from, size_t most) {
    stpncpy(to, from, most);
    return to;
}

char *strcat(char *to, const char *from) {
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t most) {
    char *end = to + strlen(to);
    while (most-- && *from)
        *end++ = *from++;
    *end = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t room) {
    size_t length = strlen(from);
    if (room) {
        size_t fits = length < room ? length : room - 1;
        memcpy(to, from, fits);
        to[fits] = 0;
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t room) {
    size_t length = strnlen(to, room);
    return length + strlcpy(to + length, from, room - length);
}

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

size_t strxfrm(char *to, const char *from, size_t room) {
    return strlcpy(to, from, room);
}

int strncmp(const char *a, const char *b, size_t most) {
    for (; most; most--, a++, b++)
        if (*a != *b || !*a)
            return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

static int lower_case(unsigned char c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int strncasecmp(const char *a, const char *b, size_t most) {
    for (; most; most--, a++, b++) {
        int difference = lower_case(*a) - lower_case(*b);
        if (difference || !*a)
            return difference;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    return strncasecmp(a, b, (size_t)-1);
}

char *strchrnul(const char *text, int c) {
    while (*text && *text != (char)c)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int c) {
    text = strchrnul(text, c);
    return *text == (char)c ? (char *)text : NULL;
}

char *index(const char *text, int c) {
    return strchr(text, c);
}

char *strrchr(const char *text, int c) {
    const char *found = NULL;
    do {
        if (*text == (char)c)
            found = text;
    } while (*text++);
    return (char *)found;
}

char *rindex(const char *text, int c) {
    return strrchr(text, c);
}

char *strstr(const char *text, const char *what) {
    size_t length = strlen(what);
    for (; strncmp(text, what, length); text++)
        if (!*text)
            return NULL;
    return (char *)text;
}

char *strcasestr(const char *text, const char *what) {
    size_t length = strlen(what);
    for (; strncasecmp(text, what, length); text++)
        if (!*text)
            return NULL;
    return (char *)text;
}

size_t strspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && strchr(set, text[length]))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && !strchr(set, text[length]))
        length++;
    return length;
}

char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text ? (char *)text : NULL;
}

char *strtok_r(char *text, const char *set, char **next) {
    if (!text)
        text = *next;
    text += strspn(text, set);
    char *end = text + strcspn(text, set);
    *next = end;
    if (end == text)
        return NULL;
    if (*end) {
        *end = 0;
        *next = end + 1;
    }
    return text;
}

char *__strtok_r(char *text, const char *set, char **next) {
    return strtok_r(text, set, next);
}

/* One for all threads, as the standard has it: threads that share it race. */
static char *strtok_next;

char *strtok(char *text, const char *set) {
    return strtok_r(text, set, &strtok_next);
}

char *strsep(char **text, const char *set) {
    char *start = *text;
    if (!start)
        return NULL;
    char *end = start + strcspn(start, set);
    *text = *end ? end + 1 : NULL;
    *end = 0;
    return start;
}

char *strndup(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *strdup(const char *text) {
    return strndup(text, (size_t)-1);
}

char *__strdup(const char *text) {
    return strndup(text, (size_t)-1);
}


int ffsll(long long bits) {
    return bits ? __builtin_ctzll(bits) + 1 : 0;
}

int ffsl(long bits) {
    return ffsll(bits);
}

int ffs(int bits) {
    return bits ? __builtin_ctz(bits) + 1 : 0;
}

char *strerror(int number) {
    switch (number) {
    case 0: return "Success";
    case EPERM: return "Operation not permitted";
    case ENOENT: return "No such file or directory";
    case 3: return "No such process";
    case EINTR: return "Interrupted system call";
    case EBADF: return "Bad file descriptor";
    case EAGAIN: return "Resource temporarily unavailable";
    case ENOMEM: return "Cannot allocate memory";
    case EACCES: return "Permission denied";
    case EBUSY: return "Device or resource busy";
    case EEXIST: return "File exists";
    case ENOTDIR: return "Not a directory";
    case EINVAL: return "Invalid argument";
    case EMFILE: return "Too many open files";
    case ESPIPE: return "Illegal seek";
    case EROFS: return "Read-only file system";
    case ERANGE: return "Numerical result out of range";
    case 33: return "Numerical argument out of domain";
    case 35: return "Resource deadlock avoided";
    case ENOSYS: return "Function not implemented";
    case EOVERFLOW: return "Value too large for defined data type";
    case ETIMEDOUT: return "Connection timed out";
    default: return "Unknown error";
    }
}

int __xpg_strerror_r(int number, char *to, size_t room) {
    return strlcpy(to, strerror(number), room) < room ? 0 : ERANGE;
}

char *strerror_r(int number, char *to, size_t room) {
    (void)to;
    (void)room;
    return strerror(number);
}

char *strsignal(int number) {
    (void)number;
    return "Unknown signal";
}

/* The names that _FORTIFY_SOURCE gives to functions: the sizes that they bring are
   not needed, as every access is checked. */

void *__mempcpy_chk(void *to, const void *from, size_t length, size_t room) {
    (void)room;
    return mempcpy(to, from, length);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t most, size_t room) {
    (void)room;
    return strncpy(to, from, most);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    (void)room;
    return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t most, size_t room) {
    (void)room;
    return strncat(to, from, most);
}
