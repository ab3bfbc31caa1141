// sc: invalid-access 3: freed
// tso: invalid-access 3: freed
// pso: invalid-access 3: freed
// An object that only its maker has used when it is freed, and that another thread finds
// a pointer to: that thread may come before the publication, between it and the `free`, or
// after that, though nothing the maker does in between is seen by anybody else.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic published;

static void *user(void *argument) {
    int *found = published;
    if (found) {
        found[1] = 7;
    }
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, user, NULL);
    int *object = calloc(2, sizeof(int));
    published = object;
    free(object);
    pthread_join(thread, NULL);
    return 0;
}
