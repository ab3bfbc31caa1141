/* Files that the check was given, which can only be read: descriptors, and what a FILE is.

   A stream and a descriptor have a lock, as those of glibc and Linux have, so that each call
   is one operation for other threads. A stream has no buffer: its place in the file is
   that of its descriptor, if it has one. */

extern const struct given {
    /* NULL if there is no such file. */
    const char *name;
    const char *bytes;
    size_t size;
} __mazurka_files[], __mazurka_stdin;

/* A file, and where in it the next byte is read. */
struct open_file {
    const struct given *file;
    size_t position;
};

/* A mutex, as pthread.c has it: its kind is in the fifth word. */
struct lock {
    int words[10];
};
#define RECURSIVE 1

int pthread_mutex_lock(void *mutex);
int pthread_mutex_trylock(void *mutex);
int pthread_mutex_unlock(void *mutex);
void *calloc(size_t count, size_t size);

/* It begins as that of glibc, at which macros look. */
typedef struct {
    int flags;
    /* Pointers into buffers. */
    void *nothing[12];
    struct lock lock;
    struct open_file own;
    /* The descriptor; -1 if none was asked for yet. */
    int fd;
    /* What was given back by ungetc, the last one last. */
    int back_count;
    unsigned char back[8];
} FILE;

#define AT_END 0x10
#define HAS_ERROR 0x20
#define OPEN_FILE ((int)0xfbad0000)

static FILE stdin_file = {.flags = OPEN_FILE, .lock = {{[4] = RECURSIVE}}};
static const FILE stdout_file, stderr_file;
const FILE *const stdin = &stdin_file;
const FILE *const stdout = &stdout_file;
const FILE *const stderr = &stderr_file;

/* Zero, one or two; -1 for all other files. */
static int standard_of(const FILE *file) {
    if (file == &stdout_file)
        return 1;
    if (file == &stderr_file)
        return 2;
    return file == &stdin_file ? 0 : -1;
}

/* Is what it reads any value of --nondet? */
static int is_any(const FILE *file) {
    return file == &stdin_file && !__mazurka_stdin.name;
}

static void check_open(const FILE *file) {
    if ((file->flags & ~(AT_END | HAS_ERROR)) != OPEN_FILE)
        __mazurka_fail("invalid argument", "this is not an open FILE");
}

static void lock_file(FILE *file) {
    pthread_mutex_lock(&file->lock);
    check_open(file);
}

static const struct given *find_file(const char *name) {
    for (const struct given *file = __mazurka_files; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return file;
    return NULL;
}

/* Descriptors. */

#define DESCRIPTORS 256

static struct descriptor {
    /* Whether it is in use, which is decided without the lock: a thread that looks for one that
       is free does not wait for others. */
    int is_taken;
    struct lock lock;
    /* It can be read if it has a file. */
    struct open_file open;
} descriptors[DESCRIPTORS] = {
    {.is_taken = 1, .open = {&__mazurka_stdin, 0}},
    {.is_taken = 1},
    {.is_taken = 1},
};

static int fail_with(int number) {
    errno = number;
    return -1;
}

/* The first descriptor that is free becomes one of that file. */
static int new_descriptor(const struct open_file *open) {
    for (int fd = 3; fd < DESCRIPTORS; fd++) {
        struct descriptor *found = &descriptors[fd];
        if (!__atomic_exchange_n(&found->is_taken, 1, __ATOMIC_SEQ_CST)) {
            pthread_mutex_lock(&found->lock);
            found->open = *open;
            pthread_mutex_unlock(&found->lock);
            return fd;
        }
    }
    return fail_with(EMFILE);
}

/* Locks a descriptor of a file that can be read; NULL, and an error, if it is none. */
static struct descriptor *lock_descriptor(const char *function, int fd) {
    if (fd == 0 && !__mazurka_stdin.name) {
        char message[120];
        snprintf(message, sizeof message,
                 "%s() of standard input needs a file: give it one with --stdin PATH", function);
        __mazurka_error(message);
    }
    if (fd >= 0 && fd < DESCRIPTORS) {
        struct descriptor *found = &descriptors[fd];
        pthread_mutex_lock(&found->lock);
        if (found->open.file)
            return found;
        pthread_mutex_unlock(&found->lock);
    }
    fail_with(EBADF);
    return NULL;
}

static int close_descriptor(int fd) {
    struct descriptor *found = lock_descriptor("close", fd);
    if (!found)
        return -1;
    found->open.file = NULL;
    pthread_mutex_unlock(&found->lock);
    __atomic_store_n(&found->is_taken, 0, __ATOMIC_SEQ_CST);
    return 0;
}

/* Standard streams stay open. */
int close(int fd) {
    return fd >= 0 && fd <= 2 ? 0 : close_descriptor(fd);
}

#define O_ACCMODE 3
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_DIRECTORY 0200000

/* There is one directory, which nothing can be written to. */
int open(const char *name, int flags, ...) {
    const struct given *file = find_file(name);
    if (!file)
        return fail_with(flags & O_CREAT ? EROFS : ENOENT);
    if ((flags & O_CREAT) && (flags & O_EXCL))
        return fail_with(EEXIST);
    if (flags & O_DIRECTORY)
        return fail_with(ENOTDIR);
    if ((flags & O_ACCMODE) || (flags & O_TRUNC))
        return fail_with(EROFS);
    struct open_file opened = {file, 0};
    return new_descriptor(&opened);
}

int open64(const char *name, int flags, ...) {
    return open(name, flags);
}

int openat(int directory, const char *name, int flags, ...) {
    (void)directory;
    return open(name, flags);
}

int openat64(int directory, const char *name, int flags, ...) {
    (void)directory;
    return open(name, flags);
}

int creat(const char *name, unsigned mode) {
    (void)name;
    (void)mode;
    return fail_with(EROFS);
}

int creat64(const char *name, unsigned mode) {
    return creat(name, mode);
}

/* Copies what there is from a place on, at most N bytes. */
static size_t copy_from(const struct given *file, size_t position, void *to, size_t most) {
    size_t left = position < file->size ? file->size - position : 0;
    size_t length = most < left ? most : left;
    memcpy(to, file->bytes + position, length);
    return length;
}

ssize_t read(int fd, void *to, size_t most) {
    pthread_testcancel();
    struct descriptor *from = lock_descriptor("read", fd);
    if (!from)
        return -1;
    size_t length = copy_from(from->open.file, from->open.position, to, most);
    from->open.position += length;
    pthread_mutex_unlock(&from->lock);
    return (ssize_t)length;
}

ssize_t pread(int fd, void *to, size_t most, long position) {
    pthread_testcancel();
    if (position < 0)
        return fail_with(EINVAL);
    struct descriptor *from = lock_descriptor("pread", fd);
    if (!from)
        return -1;
    const struct given *file = from->open.file;
    pthread_mutex_unlock(&from->lock);
    return (ssize_t)copy_from(file, (size_t)position, to, most);
}

ssize_t pread64(int fd, void *to, size_t most, long position) {
    return pread(fd, to, most, position);
}

/* Goes to another place, which is counted from the beginning, here or the end. */
static long seek_in(struct open_file *open, long offset, int from) {
    long start = from == 0 ? 0 : from == 1 ? (long)open->position : (long)open->file->size;
    if (from < 0 || from > 2 || offset < -start)
        return fail_with(EINVAL);
    if (offset > LONG_MAX - start)
        return fail_with(EOVERFLOW);
    open->position = (size_t)(start + offset);
    return start + offset;
}

long lseek(int fd, long offset, int from) {
    if (fd == 1 || fd == 2)
        return fail_with(ESPIPE);
    struct descriptor *in = lock_descriptor("lseek", fd);
    if (!in)
        return -1;
    long place = seek_in(&in->open, offset, from);
    pthread_mutex_unlock(&in->lock);
    return place;
}

long lseek64(int fd, long offset, int from) {
    return lseek(fd, offset, from);
}

/* What mmap of a file makes. */
static void *map_file(size_t size, int fd, long offset) {
    struct descriptor *from = lock_descriptor("mmap", fd);
    if (!from)
        return (void *)-1;
    const struct given *file = from->open.file;
    pthread_mutex_unlock(&from->lock);
    char *pages = NULL;
    if (!size || offset < 0 || offset % 4096) {
        errno = EINVAL;
    } else {
        pages = __mazurka_alloc(size, 4096, ALLOC_ZERO);
        if (!pages)
            errno = ENOMEM;
    }
    if (!pages)
        return (void *)-1;
    copy_from(file, (size_t)offset, pages, size);
    return pages;
}

/* What is known of files. */

/* As glibc has it on x86-64. */
struct stat {
    unsigned long device, number, links;
    unsigned mode, user, group, padding;
    unsigned long special;
    long size, block_size, blocks;
    long times[6];
    long unused[3];
};

#define REGULAR 0100000
#define TERMINAL 0020000

static int fill_stat(struct stat *to, const struct given *file) {
    memset(to, 0, sizeof *to);
    to->links = 1;
    to->block_size = 4096;
    to->mode = TERMINAL | 0620;
    if (file) {
        to->mode = REGULAR | 0444;
        to->number = 1 + (unsigned long)(file == &__mazurka_stdin ? 0 : file - __mazurka_files + 1);
        to->size = (long)file->size;
        to->blocks = (to->size + 511) / 512;
    }
    return 0;
}

int stat(const char *name, struct stat *to) {
    const struct given *file = find_file(name);
    return file ? fill_stat(to, file) : fail_with(ENOENT);
}

int fstat(int fd, struct stat *to) {
    if (fd == 1 || fd == 2 || (fd == 0 && !__mazurka_stdin.name))
        return fill_stat(to, NULL);
    struct descriptor *of = lock_descriptor("fstat", fd);
    if (!of)
        return -1;
    const struct given *file = of->open.file;
    pthread_mutex_unlock(&of->lock);
    return fill_stat(to, file);
}

#define STAT(name) \
    int name(const char *of, struct stat *to) { \
        return stat(of, to); \
    }
STAT(stat64)
STAT(lstat)
STAT(lstat64)

int fstat64(int fd, struct stat *to) {
    return fstat(fd, to);
}

int fstatat(int directory, const char *name, struct stat *to, int flags) {
    (void)directory;
    (void)flags;
    return stat(name, to);
}

/* The names before glibc 2.33. */

int __xstat(int version, const char *name, struct stat *to) {
    (void)version;
    return stat(name, to);
}

int __lxstat(int version, const char *name, struct stat *to) {
    (void)version;
    return stat(name, to);
}

int __fxstat(int version, int fd, struct stat *to) {
    (void)version;
    return fstat(fd, to);
}

/* May it be executed (1), written (2) or read (4)? */
int access(const char *name, int how) {
    if (how & ~7)
        return fail_with(EINVAL);
    if (!find_file(name))
        return fail_with(ENOENT);
    if (how & 2)
        return fail_with(EROFS);
    return how & 1 ? fail_with(EACCES) : 0;
}

int faccessat(int directory, const char *name, int how, int flags) {
    (void)directory;
    (void)flags;
    return access(name, how);
}

int unlink(const char *name) {
    return fail_with(find_file(name) ? EROFS : ENOENT);
}

int remove(const char *name) {
    return unlink(name);
}

int rename(const char *name, const char *other) {
    (void)other;
    return unlink(name);
}
