/* <stdio.h>: streams of files that can be read. What is any value of --nondet is in
   input.c. */

/* What a stream reads whose descriptor was closed. */
static const struct given no_file = {"", "", 0};

/* Where a stream is, between lock_stream and unlock_stream: in its descriptor, if it has one. */
static struct open_file *open_of(FILE *file) {
    if (file->fd < 0)
        return &file->own;
    struct open_file *open = &descriptors[file->fd].open;
    if (open->file)
        return open;
    file->flags |= HAS_ERROR;
    errno = EBADF;
    file->own = (struct open_file){&no_file, 0};
    return &file->own;
}

/* Locks a stream for reading. */
static void lock_stream(FILE *file) {
    if (standard_of(file) > 0)
        __mazurka_error("reading from stdout and stderr is not supported");
    lock_file(file);
    if (file->fd >= 0)
        pthread_mutex_lock(&descriptors[file->fd].lock);
}

static void unlock_stream(FILE *file) {
    if (file->fd >= 0)
        pthread_mutex_unlock(&descriptors[file->fd].lock);
    pthread_mutex_unlock(&file->lock);
}

/* Is it one that can be opened? If not, why. */
static const struct given *file_for(const char *name, const char *mode) {
    const struct given *file = find_file(name);
    if (*mode != 'r' && *mode != 'w' && *mode != 'a')
        fail_with(EINVAL);
    else if (*mode != 'r' || (file && strchr(mode, '+')))
        fail_with(EROFS);
    else if (file)
        return file;
    else
        fail_with(ENOENT);
    return NULL;
}

static FILE *new_stream(struct open_file open, int fd) {
    FILE *made = calloc(1, sizeof *made);
    if (!made) {
        errno = ENOMEM;
        return NULL;
    }
    made->flags = OPEN_FILE;
    made->lock.words[4] = RECURSIVE;
    made->own = open;
    made->fd = fd;
    return made;
}

/* A descriptor is made when it is asked for: else threads that open files of their own would
   depend on one another. */
FILE *fopen(const char *name, const char *mode) {
    const struct given *file = file_for(name, mode);
    return file ? new_stream((struct open_file){file, 0}, -1) : NULL;
}

FILE *fopen64(const char *name, const char *mode) {
    return fopen(name, mode);
}

FILE *fdopen(int fd, const char *mode) {
    if (*mode != 'r' && (fd == 1 || fd == 2))
        return (FILE *)(fd == 1 ? stdout : stderr);
    if (*mode != 'r' || strchr(mode, '+')) {
        fail_with(EINVAL);
        return NULL;
    }
    struct descriptor *of = lock_descriptor("fdopen", fd);
    if (!of)
        return NULL;
    pthread_mutex_unlock(&of->lock);
    return new_stream((struct open_file){NULL, 0}, fd);
}

FILE *freopen(const char *name, const char *mode, FILE *file) {
    if (standard_of(file) > 0)
        __mazurka_error("freopen() of stdout and stderr is not supported");
    if (is_any(file))
        __mazurka_error("freopen() of stdin needs a file there: give it one with --stdin PATH");
    if (!name)
        __mazurka_error("freopen() without a name is not supported");
    const struct given *given = file_for(name, mode);
    lock_stream(file);
    file->flags = OPEN_FILE;
    file->back_count = 0;
    *open_of(file) = (struct open_file){given ? given : open_of(file)->file, 0};
    unlock_stream(file);
    return given ? file : NULL;
}

int fileno(FILE *file) {
    if (standard_of(file) >= 0)
        return standard_of(file);
    lock_file(file);
    int fd = file->fd;
    if (fd < 0) {
        fd = new_descriptor(&file->own);
        file->fd = fd;
    }
    pthread_mutex_unlock(&file->lock);
    return fd;
}

int fileno_unlocked(FILE *file) {
    return fileno(file);
}

int fclose(FILE *file) {
    if (standard_of(file) >= 0)
        return 0;
    lock_file(file);
    int result = file->fd < 0 ? 0 : close_descriptor(file->fd);
    pthread_mutex_unlock(&file->lock);
    free(file);
    return result;
}

/* Output, and input that may be anything, are not locked. */
static int has_lock(const FILE *file) {
    return standard_of(file) <= 0 && !is_any(file);
}

void flockfile(FILE *file) {
    if (has_lock(file))
        lock_file(file);
}

int ftrylockfile(FILE *file) {
    return has_lock(file) && pthread_mutex_trylock(&file->lock) ? -1 : 0;
}

void funlockfile(FILE *file) {
    if (has_lock(file))
        pthread_mutex_unlock(&file->lock);
}

/* What follows has the stream locked. */

/* The next byte, which stays there; -1 at the end. */
static int peek_byte(FILE *file) {
    if (file->back_count)
        return file->back[file->back_count - 1];
    const struct open_file *at = open_of(file);
    if (at->position < at->file->size)
        return (unsigned char)at->file->bytes[at->position];
    file->flags |= AT_END;
    return -1;
}

/* Takes the byte that was seen. */
static void take_byte(FILE *file) {
    if (file->back_count)
        file->back_count--;
    else
        open_of(file)->position++;
}

static int next_byte(FILE *file) {
    int byte = peek_byte(file);
    if (byte >= 0)
        take_byte(file);
    return byte;
}

static size_t read_bytes(FILE *file, char *to, size_t most) {
    size_t length = 0;
    while (length < most && file->back_count)
        to[length++] = (char)next_byte(file);
    struct open_file *at = open_of(file);
    size_t more = copy_from(at->file, at->position, to + length, most - length);
    at->position += more;
    length += more;
    if (length < most)
        file->flags |= AT_END;
    return length;
}

/* How many bytes there are up to the first that is this one, or to the end, but at most so
   many. */
static size_t length_to(FILE *file, int last, size_t most) {
    size_t length = 0;
    for (int i = file->back_count; i > 0 && length < most; i--) {
        length++;
        if (file->back[i - 1] == (unsigned char)last)
            return length;
    }
    const struct open_file *at = open_of(file);
    for (size_t from = at->position; from < at->file->size && length < most; from++) {
        length++;
        if (at->file->bytes[from] == (char)last)
            return length;
    }
    if (length < most)
        file->flags |= AT_END;
    return length;
}

static int seek_stream(FILE *file, long offset, int from) {
    if (from == 1)
        offset -= file->back_count;
    if (seek_in(open_of(file), offset, from) < 0)
        return -1;
    file->back_count = 0;
    file->flags &= ~AT_END;
    return 0;
}

/* Streams that have no place: standard output, and input that may be anything. */
static int has_no_place(const char *function, const FILE *file) {
    if (is_any(file)) {
        char message[120];
        snprintf(message, sizeof message,
                 "%s() of stdin needs a file there: give it one with --stdin PATH", function);
        __mazurka_error(message);
    }
    return standard_of(file) > 0 && fail_with(ESPIPE);
}

int fseek(FILE *file, long offset, int from) {
    if (has_no_place("fseek", file))
        return -1;
    lock_stream(file);
    int result = seek_stream(file, offset, from);
    unlock_stream(file);
    return result;
}

int fseeko(FILE *file, long offset, int from) {
    return fseek(file, offset, from);
}

int fseeko64(FILE *file, long offset, int from) {
    return fseek(file, offset, from);
}

long ftell(FILE *file) {
    if (has_no_place("ftell", file))
        return -1;
    lock_stream(file);
    long place = (long)open_of(file)->position - file->back_count;
    unlock_stream(file);
    return place;
}

long ftello(FILE *file) {
    return ftell(file);
}

long ftello64(FILE *file) {
    return ftell(file);
}

void rewind(FILE *file) {
    if (has_no_place("rewind", file))
        return;
    lock_stream(file);
    seek_stream(file, 0, 0);
    file->flags &= ~HAS_ERROR;
    unlock_stream(file);
}

int fgetpos(FILE *file, long *to) {
    long place = ftell(file);
    if (place < 0)
        return -1;
    *to = place;
    return 0;
}

int fgetpos64(FILE *file, long *to) {
    return fgetpos(file, to);
}

int fsetpos(FILE *file, const long *to) {
    return fseek(file, *to, 0);
}

int fsetpos64(FILE *file, const long *to) {
    return fsetpos(file, to);
}

static int has_flag(FILE *file, int flag) {
    if (!has_lock(file))
        return 0;
    lock_file(file);
    int is_set = (file->flags & flag) != 0;
    pthread_mutex_unlock(&file->lock);
    return is_set;
}

int feof(FILE *file) {
    return has_flag(file, AT_END);
}

int feof_unlocked(FILE *file) {
    return feof(file);
}

int ferror(FILE *file) {
    return has_flag(file, HAS_ERROR);
}

int ferror_unlocked(FILE *file) {
    return ferror(file);
}

void clearerr(FILE *file) {
    if (!has_lock(file))
        return;
    lock_file(file);
    file->flags = OPEN_FILE;
    pthread_mutex_unlock(&file->lock);
}

void clearerr_unlocked(FILE *file) {
    clearerr(file);
}

int ungetc(int c, FILE *file) {
    if (is_any(file))
        __mazurka_error("ungetc() is not supported: what comes from outside is not known before");
    if (c < 0)
        return -1;
    lock_stream(file);
    int has_room = file->back_count < (int)sizeof file->back;
    if (has_room) {
        file->back[file->back_count++] = (unsigned char)c;
        file->flags &= ~AT_END;
    }
    unlock_stream(file);
    return has_room ? (unsigned char)c : -1;
}

size_t fread(void *to, size_t size, size_t count, FILE *file) {
    if (is_any(file))
        __mazurka_error("fread() of stdin needs a file there: give it one with --stdin PATH");
    size_t bytes;
    if (__builtin_mul_overflow(size, count, &bytes))
        bytes = (size_t)LONG_MAX;
    if (!bytes)
        return 0;
    lock_stream(file);
    size_t length = read_bytes(file, to, bytes);
    unlock_stream(file);
    return length / size;
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file) {
    return fread(to, size, count, file);
}
