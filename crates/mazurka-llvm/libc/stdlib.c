/* <stdlib.h>, but for numbers from text. */

/* The interpreter sets it as well, where it is in use. */
_Thread_local int __mazurka_errno;

int *__errno_location(void) {
    return &__mazurka_errno;
}

void *realloc(void *object, size_t size) {
    if (!object)
        return malloc(size);
    size_t old = __mazurka_size(object);
    if (!size) {
        free(object);
        return NULL;
    }
    void *moved = malloc(size);
    if (moved) {
        memcpy(moved, object, old < size ? old : size);
        free(object);
    }
    return moved;
}

void *reallocarray(void *object, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(object, bytes);
}

static int is_power_of_two(size_t n) {
    return n && !(n & (n - 1));
}

void *memalign(size_t align, size_t size) {
    if (!is_power_of_two(align)) {
        errno = EINVAL;
        return NULL;
    }
    void *made = __mazurka_alloc(size, align, 0);
    if (!made)
        errno = ENOMEM;
    return made;
}

void *aligned_alloc(size_t align, size_t size) {
    return memalign(align, size);
}

int posix_memalign(void **object, size_t align, size_t size) {
    if (!is_power_of_two(align) || align % sizeof(void *))
        return EINVAL;
    void *made = __mazurka_alloc(size, align, 0);
    if (!made)
        return ENOMEM;
    *object = made;
    return 0;
}

/* Pages are memory of the heap; those of a file begin with what is in it. */
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_ANONYMOUS 32

static void *map_file(size_t size, int fd, long offset);

void *mmap(void *place, size_t size, int protection, int flags, int fd, long offset) {
    (void)place;
    if (!(flags & MAP_ANONYMOUS)) {
        if ((flags & MAP_SHARED) && (protection & PROT_WRITE)) {
            errno = EACCES;
            return (void *)-1;
        }
        return map_file(size, fd, offset);
    }
    void *pages = __mazurka_alloc(size, 4096, ALLOC_ZERO);
    if (pages)
        return pages;
    errno = ENOMEM;
    return (void *)-1;
}

void *mmap64(void *place, size_t size, int protection, int flags, int fd, long offset) {
    return mmap(place, size, protection, flags, fd, offset);
}

int munmap(void *pages, size_t size) {
    if (size > __mazurka_size(pages))
        __mazurka_fail("invalid argument", "munmap() of more than was mapped");
    if ((size + 4095) / 4096 < (__mazurka_size(pages) + 4095) / 4096)
        __mazurka_error("munmap() of a part is not supported");
    free(pages);
    return 0;
}

int mprotect(void *pages, size_t size, int protection) {
    (void)pages;
    (void)size;
    (void)protection;
    return 0;
}

int madvise(void *pages, size_t size, int advice) {
    (void)pages;
    (void)size;
    (void)advice;
    return 0;
}

int mallopt(int parameter, int value) {
    (void)parameter;
    (void)value;
    return 1;
}

int malloc_trim(size_t padding) {
    (void)padding;
    return 0;
}

size_t malloc_usable_size(void *object) {
    return object ? __mazurka_size(object) : 0;
}

typedef int (*comparison)(const void *, const void *, void *);

/* Merges two sorted runs of `buffer`, [from, middle) and [middle, to), into `base`. */
static void merge(char *base, const char *buffer, size_t size, size_t from, size_t middle,
                  size_t to, comparison compare, void *more) {
    size_t left = from, right = middle;
    for (size_t at = from; at < to; at++) {
        int take_left = right == to ||
                        (left < middle &&
                         compare(buffer + left * size, buffer + right * size, more) <= 0);
        memcpy(base + at * size, buffer + (take_left ? left++ : right++) * size, size);
    }
}

/* Stable, as that of glibc was for long. */
void qsort_r(void *base, size_t count, size_t size, comparison compare, void *more) {
    if (count < 2 || !size)
        return;
    /* Without memory, that of glibc sorts in place. */
    char *buffer = __mazurka_alloc(count * size, 16, ALLOC_SURELY);
    for (size_t run = 1; run < count; run *= 2) {
        memcpy(buffer, base, count * size);
        for (size_t from = 0; from + run < count; from += 2 * run) {
            size_t to = count - from < 2 * run ? count : from + 2 * run;
            merge(base, buffer, size, from, from + run, to, compare, more);
        }
    }
    free(buffer);
}

static int compare_simply(const void *a, const void *b, void *compare) {
    return ((int (*)(const void *, const void *))compare)(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    qsort_r(base, count, size, compare_simply, (void *)compare);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    const char *from = base;
    while (count) {
        const char *middle = from + count / 2 * size;
        int order = compare(key, middle);
        if (!order)
            return (void *)middle;
        if (order > 0) {
            from = middle + size;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
    for (size_t i = 0; i < *count; i++)
        if (!compare(key, (const char *)base + i * size))
            return (char *)base + i * size;
    return NULL;
}

int abs(int n) {
    return n < 0 ? -n : n;
}

long labs(long n) {
    return n < 0 ? -n : n;
}

long long llabs(long long n) {
    return n < 0 ? -n : n;
}

long imaxabs(long n) {
    return n < 0 ? -n : n;
}

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;

div_t div(int a, int b) {
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

ldiv_t lldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

ldiv_t imaxdiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

/* Random numbers: the same in every execution, and each thread has its own, so that
   what one draws does not depend on what the others did. The generator is the
   64-bit linear congruential one of Knuth's MMIX. */
static unsigned long step(unsigned long *state) {
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return *state >> 33;
}

static _Thread_local unsigned long random_state = 1;

void srand(unsigned seed) {
    random_state = seed;
}

int rand(void) {
    return (int)step(&random_state);
}

void srandom(unsigned seed) {
    random_state = seed;
}

long random(void) {
    return (long)step(&random_state);
}

int rand_r(unsigned *seed) {
    unsigned long state = *seed;
    int drawn = (int)step(&state);
    *seed = (unsigned)(state >> 16);
    return drawn;
}

void srand48(long seed) {
    random_state = (unsigned long)seed;
}

long lrand48(void) {
    return (long)step(&random_state);
}

long mrand48(void) {
    return (long)(int)(step(&random_state) << 1 | (step(&random_state) & 1));
}

double drand48(void) {
    return (double)step(&random_state) / 2147483648.0;
}

unsigned arc4random(void) {
    return (unsigned)(step(&random_state) << 1 | (step(&random_state) & 1));
}

unsigned arc4random_uniform(unsigned bound) {
    return bound ? arc4random() % bound : 0;
}

int system(const char *command) {
    (void)command;
    __mazurka_error("system() is not supported: nothing of the host is ever run");
}

/* What runs at the end: the interpreter calls __mazurka_at_exit, quick_exit its own. */
#define EXIT_FUNCTIONS 256

struct exit_function {
    void (*function)(void *);
    void *argument;
};

struct exit_functions {
    int count;
    struct exit_function all[EXIT_FUNCTIONS];
};

static struct exit_functions at_exit, at_quick;

/* Other threads may do the same meanwhile. */
static int add_function(struct exit_functions *to, void (*function)(void *), void *argument) {
    int place = __atomic_fetch_add(&to->count, 1, __ATOMIC_SEQ_CST);
    if (place >= EXIT_FUNCTIONS)
        __mazurka_error("more than 256 functions are registered to run at exit");
    to->all[place].function = function;
    to->all[place].argument = argument;
    return 0;
}

/* The last comes first, and those that are added meanwhile come before the others. */
static void run_functions(struct exit_functions *functions) {
    int count;
    while ((count = __atomic_load_n(&functions->count, __ATOMIC_SEQ_CST)) > 0) {
        struct exit_function last = functions->all[count - 1];
        __atomic_store_n(&functions->count, count - 1, __ATOMIC_SEQ_CST);
        last.function(last.argument);
    }
}

void __mazurka_at_exit(void) {
    run_functions(&at_exit);
}

int __cxa_atexit(void (*function)(void *), void *argument, void *handle) {
    (void)handle;
    __mazurka_keep(__mazurka_at_exit);
    return add_function(&at_exit, function, argument);
}

void __cxa_finalize(void *handle) {
    (void)handle;
}

static void call_without_argument(void *function) {
    ((void (*)(void))function)();
}

int atexit(void (*function)(void)) {
    return __cxa_atexit(call_without_argument, (void *)function, NULL);
}

int at_quick_exit(void (*function)(void)) {
    return add_function(&at_quick, call_without_argument, (void *)function);
}

int __cxa_at_quick_exit(void (*function)(void *), void *handle) {
    (void)handle;
    return add_function(&at_quick, function, NULL);
}

void quick_exit(int status) {
    run_functions(&at_quick);
    _exit(status);
}
