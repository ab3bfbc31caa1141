// sc: verified 9
// tso: verified 9
// pso: verified 9
// Two threads sleep at a word until it changes; waking one of them is not enough.
// variant: -DONE
// sc: deadlock 10
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;

static void *sleeper(void *argument) {
    while (!word)
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sleeper, NULL);
    pthread_create(&b, NULL, sleeper, NULL);
    word = 1;
#ifdef ONE
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#else
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 0x7fffffff, NULL, NULL, 0);
#endif
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
