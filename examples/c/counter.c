// Two threads add one to a counter. Each loads it, and then stores the sum: an update may be lost.
//
//   mazurka check counter.c           a bug
//   mazurka check counter.c --races   a data race

#include <assert.h>
#include <pthread.h>

static int counter;

static void *add(void *unused) {
    counter = counter + 1;
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, add, NULL);
    pthread_create(&second, NULL, add, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
