// sc: invalid-access
// tso: invalid-access
// pso: invalid-access
// A thread is given the address of a variable of a function that returns meanwhile.
#include <pthread.h>

static pthread_t thread;

static void *run(void *argument) {
    return (void *)(long)*(int *)argument;
}

static void start(void) {
    int number = 5;
    pthread_create(&thread, NULL, run, &number);
}

int main(void) {
    start();
    pthread_join(thread, NULL);
    return 0;
}
