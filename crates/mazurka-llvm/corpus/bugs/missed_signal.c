// sc: deadlock 10
// tso: deadlock 10
// pso: deadlock 10
// Two threads wait for different things on one condition variable, and only one of them is
// woken: perhaps the wrong one.
// variant: -DFIXED
// sc: verified 10
// tso: verified 10
// pso: verified 10
#include <pthread.h>

static int turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

#ifdef FIXED
#define WAKE pthread_cond_broadcast
#else
#define WAKE pthread_cond_signal
#endif

static void *wait_for(void *argument) {
    int mine = (int)(long)argument;
    pthread_mutex_lock(&lock);
    while (turn != mine)
        pthread_cond_wait(&condition, &lock);
    turn = mine + 1;
    WAKE(&condition);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, wait_for, (void *)1);
    pthread_create(&b, NULL, wait_for, (void *)2);
    pthread_mutex_lock(&lock);
    turn = 1;
    WAKE(&condition);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
