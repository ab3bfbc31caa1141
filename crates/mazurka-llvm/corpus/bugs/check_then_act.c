// sc: assertion 6
// tso: assertion 6
// pso: assertion 6
// variant: -DFIXED
// sc: verified 2
// tso: verified 2
// pso: verified 2
// An account from which two withdraw: the balance is looked at under the lock, and changed
// under the lock, but the lock is given back in between.
#include <assert.h>
#include <pthread.h>

static int balance = 10;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *withdraw(void *argument) {
    pthread_mutex_lock(&lock);
    int is_enough = balance >= 8;
#ifndef FIXED
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (is_enough)
        balance -= 8;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, withdraw, NULL);
    pthread_create(&t2, NULL, withdraw, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(balance >= 0);
    return 0;
}
