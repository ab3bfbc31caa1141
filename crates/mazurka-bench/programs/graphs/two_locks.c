// N threads that each take one mutex, and then another: N! * N! orders.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int one, two;

static void *run(void *argument) {
    pthread_mutex_lock(&first);
    one++;
    pthread_mutex_unlock(&first);
    pthread_mutex_lock(&second);
    two++;
    pthread_mutex_unlock(&second);
    return argument;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < N; i++)
        pthread_create(&thread, NULL, run, NULL);
    pthread_exit(NULL);
}
