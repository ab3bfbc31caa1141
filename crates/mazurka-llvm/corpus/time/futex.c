// sc: verified
// tso: verified
// A sleep at a futex that is over after a second: the thread was woken before, or it is that late.
// variant: -DNEVER_OUT
// sc: assertion
// variant: -DNEVER_WOKEN
// sc: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word;

static long now(void) {
    struct timespec is;
    clock_gettime(CLOCK_MONOTONIC, &is);
    return is.tv_sec * 1000000000 + is.tv_nsec;
}

static void *wake(void *unused) {
    syscall(SYS_futex, &word, FUTEX_WAKE, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, wake, NULL);
    struct timespec second = {1, 0};
    long began = now();
    long code = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &second, NULL, 0);
    assert(code == 0 || errno == ETIMEDOUT && now() >= began + 1000000000);
#ifdef NEVER_OUT
    assert(code == 0);
#endif
#ifdef NEVER_WOKEN
    assert(code != 0);
#endif
    pthread_join(thread, NULL);
    return 0;
}
