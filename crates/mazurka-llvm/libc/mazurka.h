/* What the interpreter provides, and what the parts of the library need of one
   another. No header of the host is used: libc.ll is the same on every machine. */

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __builtin_va_list va_list;

#define NULL ((void *)0)
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)

#define INT_MAX 0x7fffffff
#define LONG_MAX 0x7fffffffffffffffL

#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EBADF 9
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define ENOTDIR 20
#define EINVAL 22
#define EMFILE 24
#define ESPIPE 29
#define EROFS 30
#define ERANGE 34
#define ENOSYS 38
#define EOVERFLOW 75
#define ETIMEDOUT 110

/* Memory of the heap; NULL if there is none, and then errno is as it was. */
void *__mazurka_alloc(size_t size, size_t align, int flags);
/* It holds zeros. */
#define ALLOC_ZERO 1
/* The check does not make it fail: who asks for it has no way to say so. */
#define ALLOC_SURELY 2
/* The size of the heap object that begins at `object`; a finding if none does. */
size_t __mazurka_size(void *object);
/* Output, kept with the trace; no event. */
void __mazurka_print(int fd, const char *bytes, size_t length);
/* Ends the check with a message: what the program asks for is not supported. */
void __mazurka_error(const char *message) __attribute__((noreturn));
/* A finding. */
void __mazurka_fail(const char *kind, const char *message) __attribute__((noreturn));
/* One of the functions below, by its number. */
double __mazurka_math1(int function, double x);
double __mazurka_math2(int function, double x, double y);
/* Nothing: what is given must be there if the caller is. */
void __mazurka_keep(void (*function)(void));
/* Sets whether the thread may be cancelled, and how; what was set before. */
int __mazurka_cancel_state(int state);
int __mazurka_cancel_type(int type);
/* A point at which it may be. */
void pthread_testcancel(void);
/* Zero if a thread has ended, else EBUSY; then it is at least that late. */
int __mazurka_has_ended(unsigned long thread, long until);
/* Sleeps if the word is as expected: zero when it was woken, else -EAGAIN. */
long __mazurka_futex_wait(void *word, int expected);
/* The same until a time: -ETIMEDOUT if it was not woken before. */
long __mazurka_futex_timedwait(void *word, int expected, long until);
/* Wakes one that sleeps there, or all; how many. */
long __mazurka_futex_wake(void *word, int all);
/* A number from least to most that the function reads from somewhere. */
long __mazurka_input(const char *function, long least, long most);
void _exit(int status) __attribute__((noreturn));
unsigned long pthread_self(void);
/* How late it is for the thread, in nanoseconds. Of these bytes, if they are its own, zero
   are left: the caller writes them next. */
long __mazurka_clock(void *to, size_t size);
/* A time since another one, in seconds; FOREVER if it is as late, zero if it is before that, less
   than zero if it is none. */
long __mazurka_nanoseconds(long seconds, long nanoseconds, long since);
/* From now on it is so much later for the thread, and at least as late as that. */
void __mazurka_sleep(long duration, long until);
/* Waits that are over at a time. */
int __mazurka_pthread_mutex_timedlock(void *mutex, long until);
int __mazurka_pthread_rwlock_timedrdlock(void *lock, long until);
int __mazurka_pthread_rwlock_timedwrlock(void *lock, long until);
int __mazurka_pthread_cond_timedwait(void *condition, void *mutex, long until);
int __mazurka_sem_timedwait(void *semaphore, long until);
/* Makes a mutex: 0 normal, 1 recursive, 2 checked for errors, 3 as 0; 16 more if it is
   robust. */
int __mazurka_mutex_init(void *mutex, int kind);

enum {
    SQRT, CBRT, EXP, EXP2, EXPM1, LOG, LOG2, LOG10, LOG1P, SIN, COS, TAN, ASIN, ACOS,
    ATAN, SINH, COSH, TANH, ASINH, ACOSH, ATANH, POW, ATAN2, FMOD, HYPOT, UNUSED, FLOOR,
    CEIL, TRUNC, ROUND, RINT, REMAINDER
};

void *malloc(size_t size);
void free(void *object);
void *memcpy(void *to, const void *from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);
void abort(void) __attribute__((noreturn));
void exit(int status) __attribute__((noreturn));
int sched_yield(void);

int *__errno_location(void);
#define errno (*__errno_location())

size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);
char *strchr(const char *text, int c);
char *strerror(int number);
int snprintf(char *to, size_t room, const char *format, ...);
