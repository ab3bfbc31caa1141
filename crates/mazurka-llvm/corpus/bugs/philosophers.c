// sc: deadlock 7
// tso: deadlock 7
// pso: deadlock 7
// variant: -DFIXED
// sc: verified 6
// tso: verified 6
// pso: verified 6
// variant: -DN=2
// sc: deadlock 3
// Philosophers who all take the fork at their left first. FIXED: the last takes the other.
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t fork_of[N];

static void *philosopher(void *argument) {
    long i = (long)argument;
    long left = i, right = (i + 1) % N;
#ifdef FIXED
    if (right < left) {
        left = right;
        right = i;
    }
#endif
    pthread_mutex_lock(&fork_of[left]);
    pthread_mutex_lock(&fork_of[right]);
    pthread_mutex_unlock(&fork_of[right]);
    pthread_mutex_unlock(&fork_of[left]);
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_of[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
