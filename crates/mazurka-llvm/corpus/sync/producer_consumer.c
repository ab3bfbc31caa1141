// sc: verified 32
// tso: verified 32
// pso: verified 32
// A bounded buffer with two condition variables.
// variant: -DBROKEN
// sc: assertion 32
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif
#ifdef BROKEN
#define WHILE if
#else
#define WHILE while
#endif

static int buffer, count, received[N + 2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;

static void *producer(void *argument) {
    for (int i = 1; i <= N; i++) {
        pthread_mutex_lock(&lock);
        WHILE (count == 1)
            pthread_cond_wait(&not_full, &lock);
        assert(count == 0);
        buffer = i;
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consumer(void *argument) {
    pthread_mutex_lock(&lock);
    WHILE (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    assert(count == 1);
    count--;
    received[buffer]++;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t p, c[N];
    for (int i = 0; i < N; i++)
        pthread_create(&c[i], NULL, consumer, NULL);
    pthread_create(&p, NULL, producer, NULL);
    pthread_join(p, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(c[i], NULL);
    for (int i = 1; i <= N; i++)
        assert(received[i] == 1);
    return 0;
}
