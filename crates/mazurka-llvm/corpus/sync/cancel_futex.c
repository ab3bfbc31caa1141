// sc: verified 2
// tso: verified 2
// A thread that sleeps at a futex is not at a cancellation point: it must be woken, and is
// cancelled at the next one.
// variant: -DFORGETS
// sc: deadlock
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *sleeper(void *argument) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    pthread_testcancel();
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, sleeper, NULL);
    pthread_cancel(thread);
#ifndef FORGETS
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#endif
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
