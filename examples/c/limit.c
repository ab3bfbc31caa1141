/* A second is enough for a message, or so it seems. `mazurka check examples/c/limit.c` shows the
   execution in which it comes too late. */

#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t sent = PTHREAD_COND_INITIALIZER;
static int message, received;

static void *receive(void *unused) {
    struct timespec end, now;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    pthread_mutex_lock(&lock);
    do {
        if (message)
            break;
        pthread_cond_timedwait(&sent, &lock, &end);
        clock_gettime(CLOCK_REALTIME, &now);
    } while (now.tv_sec < end.tv_sec);
    received = message;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t receiver;
    pthread_create(&receiver, NULL, receive, NULL);
    pthread_mutex_lock(&lock);
    message = 1;
    pthread_cond_signal(&sent);
    pthread_mutex_unlock(&lock);
    pthread_join(receiver, NULL);
    assert(received);
    return 0;
}
