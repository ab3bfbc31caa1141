/* <stdio.h>: output goes to the trace; streams that can be read are in stream.c. Nothing is
   ever read from the FILE of an output: only its address matters, so that printing is no
   event. */

/* The number of an output; -1, and an error, if it is a stream for reading. */
static int output_of(const FILE *file) {
    int fd = standard_of(file);
    if (fd == 0)
        __mazurka_error("writing to stdin is not supported");
    if (fd < 0) {
        FILE *stream = (FILE *)file;
        lock_file(stream);
        stream->flags |= HAS_ERROR;
        pthread_mutex_unlock(&stream->lock);
        errno = EBADF;
    }
    return fd;
}

static int print_to(int fd, const char *format, va_list list) {
    struct sink sink;
    sink.fd = fd;
    sink.used = sink.length = 0;
    put_format(&sink, format, list);
    sink_flush(&sink);
    return (int)sink.length;
}

int vfprintf(const FILE *file, const char *format, va_list list) {
    int fd = output_of(file);
    return fd < 0 ? -1 : print_to(fd, format, list);
}

int vprintf(const char *format, va_list list) {
    return print_to(1, format, list);
}

int vdprintf(int fd, const char *format, va_list list) {
    return print_to(fd, format, list);
}

int vsnprintf(char *to, size_t room, const char *format, va_list list) {
    struct sink sink;
    sink.fd = -1;
    sink.to = to;
    /* The last byte is for the zero. */
    sink.room = room ? room - 1 : 0;
    sink.used = sink.length = 0;
    put_format(&sink, format, list);
    if (room)
        to[sink.length < sink.room ? sink.length : sink.room] = 0;
    return (int)sink.length;
}

int vsprintf(char *to, const char *format, va_list list) {
    return vsnprintf(to, (size_t)-1, format, list);
}

int vasprintf(char **to, const char *format, va_list list) {
    int length = vsnprintf(NULL, 0, format, list);
    *to = malloc((size_t)length + 1);
    return *to ? vsnprintf(*to, (size_t)length + 1, format, list) : -1;
}

#define VARIADIC(call) \
    va_list list; \
    va_start(list, format); \
    int result = call; \
    va_end(list); \
    return result

int fprintf(const FILE *file, const char *format, ...) {
    VARIADIC(vfprintf(file, format, list));
}

int printf(const char *format, ...) {
    VARIADIC(vprintf(format, list));
}

int dprintf(int fd, const char *format, ...) {
    VARIADIC(vdprintf(fd, format, list));
}

int snprintf(char *to, size_t room, const char *format, ...) {
    VARIADIC(vsnprintf(to, room, format, list));
}

int sprintf(char *to, const char *format, ...) {
    VARIADIC(vsprintf(to, format, list));
}

int asprintf(char **to, const char *format, ...) {
    VARIADIC(vasprintf(to, format, list));
}

/* The names of _FORTIFY_SOURCE. */

int __vfprintf_chk(const FILE *file, int flag, const char *format, va_list list) {
    (void)flag;
    return vfprintf(file, format, list);
}

int __vprintf_chk(int flag, const char *format, va_list list) {
    (void)flag;
    return vprintf(format, list);
}

int __vsnprintf_chk(char *to, size_t room, int flag, size_t size, const char *format,
                    va_list list) {
    (void)flag;
    (void)size;
    return vsnprintf(to, room, format, list);
}

int __vsprintf_chk(char *to, int flag, size_t size, const char *format, va_list list) {
    (void)flag;
    (void)size;
    return vsprintf(to, format, list);
}

int __fprintf_chk(const FILE *file, int flag, const char *format, ...) {
    (void)flag;
    VARIADIC(vfprintf(file, format, list));
}

int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    VARIADIC(vprintf(format, list));
}

int __snprintf_chk(char *to, size_t room, int flag, size_t size, const char *format, ...) {
    (void)flag;
    (void)size;
    VARIADIC(vsnprintf(to, room, format, list));
}

int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...) {
    (void)flag;
    (void)size;
    VARIADIC(vsprintf(to, format, list));
}

/* Prints a text, and a newline if it is asked for, in one piece. */
static void print_text(int fd, const char *text, size_t length, int newline) {
    struct sink sink;
    sink.fd = fd;
    sink.used = sink.length = 0;
    put_bytes(&sink, text, length);
    if (newline)
        put(&sink, '\n');
    sink_flush(&sink);
}

ssize_t write(int fd, const void *from, size_t length) {
    if (fd != 1 && fd != 2) {
        errno = EBADF;
        return -1;
    }
    pthread_testcancel();
    print_text(fd, from, length, 0);
    return (ssize_t)length;
}

int puts(const char *text) {
    print_text(1, text, strlen(text), 1);
    return 1;
}

int fputs(const char *text, const FILE *file) {
    int fd = output_of(file);
    if (fd < 0)
        return -1;
    print_text(fd, text, strlen(text), 0);
    return 1;
}

int fputs_unlocked(const char *text, const FILE *file) {
    return fputs(text, file);
}

size_t fwrite(const void *from, size_t size, size_t count, const FILE *file) {
    int fd = output_of(file);
    if (fd < 0)
        return 0;
    print_text(fd, from, size * count, 0);
    return size ? count : 0;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, const FILE *file) {
    return fwrite(from, size, count, file);
}

int fputc(int c, const FILE *file) {
    char byte = (char)c;
    int fd = output_of(file);
    if (fd < 0)
        return -1;
    __mazurka_print(fd, &byte, 1);
    return (unsigned char)c;
}

int putc(int c, const FILE *file) {
    return fputc(c, file);
}

int putc_unlocked(int c, const FILE *file) {
    return fputc(c, file);
}

int _IO_putc(int c, const FILE *file) {
    return fputc(c, file);
}

/* What the macro of putc_unlocked calls. */
int __overflow(const FILE *file, int c) {
    return fputc(c, file);
}

int putchar(int c) {
    return fputc(c, stdout);
}

int putchar_unlocked(int c) {
    return fputc(c, stdout);
}

void perror(const char *text) {
    if (text && *text)
        dprintf(2, "%s: %m\n", text);
    else
        dprintf(2, "%m\n");
}

void psignal(int number, const char *text) {
    dprintf(2, "%s: signal %d\n", text, number);
}

int fflush(const FILE *file) {
    (void)file;
    return 0;
}

int fflush_unlocked(const FILE *file) {
    (void)file;
    return 0;
}

int setvbuf(const FILE *file, char *buffer, int mode, size_t size) {
    (void)file;
    (void)buffer;
    (void)mode;
    (void)size;
    return 0;
}

void setbuf(const FILE *file, char *buffer) {
    (void)file;
    (void)buffer;
}

void setlinebuf(const FILE *file) {
    (void)file;
}

#define NO_FILES(name) \
    long name(void) { \
        __mazurka_error(#name "() is not supported: the files of a check can only be read"); \
    }
NO_FILES(tmpfile)
NO_FILES(popen)
NO_FILES(pipe)
NO_FILES(socket)
NO_FILES(select)
NO_FILES(poll)

/* <err.h>: messages to standard error. */

static void complain(const char *format, va_list list, int with_error) {
    struct sink sink;
    sink.fd = 2;
    sink.used = sink.length = 0;
    if (format)
        put_format(&sink, format, list);
    if (format && with_error)
        put_bytes(&sink, ": ", 2);
    if (with_error)
        put_bytes(&sink, strerror(errno), strlen(strerror(errno)));
    put(&sink, '\n');
    sink_flush(&sink);
}

#define COMPLAIN(with_error) \
    va_list list; \
    va_start(list, format); \
    complain(format, list, with_error); \
    va_end(list)

void warn(const char *format, ...) {
    COMPLAIN(1);
}

void warnx(const char *format, ...) {
    COMPLAIN(0);
}

void err(int status, const char *format, ...) {
    COMPLAIN(1);
    exit(status);
}

void errx(int status, const char *format, ...) {
    COMPLAIN(0);
    exit(status);
}

void error(int status, int number, const char *format, ...) {
    errno = number;
    COMPLAIN(number != 0);
    if (status)
        exit(status);
}
