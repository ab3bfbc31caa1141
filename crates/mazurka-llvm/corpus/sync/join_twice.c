// sc: misuse 1
// A thread is joined that was joined before.
#include <pthread.h>

static void *run(void *argument) {
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    pthread_join(thread, NULL);
    return 0;
}
