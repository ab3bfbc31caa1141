// sc: invalid-access 14: freed
// tso: invalid-access 14: freed
// pso: invalid-access 14: freed
// variant: -DFIXED
// sc: verified 2
// tso: verified 2
// pso: verified 2
// Two sides give up a pipe. Each counts itself out under its own lock, then looks under the
// other's whether it was the last: both may be, and free it.
#include <pthread.h>
#include <stdlib.h>

struct pipe {
    pthread_mutex_t writing, reading;
    int writers, readers;
};

static void release(struct pipe *pipe, pthread_mutex_t *own, int *mine,
                    pthread_mutex_t *other, int *theirs) {
#ifdef FIXED
    own = other = &pipe->writing;
#endif
    pthread_mutex_lock(own);
    int left = --*mine;
#ifdef FIXED
    left += *theirs;
    pthread_mutex_unlock(own);
#else
    pthread_mutex_unlock(own);
    pthread_mutex_lock(other);
    left += *theirs;
    pthread_mutex_unlock(other);
#endif
    if (left == 0) {
        pthread_mutex_destroy(&pipe->writing);
        pthread_mutex_destroy(&pipe->reading);
        free(pipe);
    }
}

static void *writer(void *argument) {
    struct pipe *pipe = argument;
    release(pipe, &pipe->writing, &pipe->writers, &pipe->reading, &pipe->readers);
    return NULL;
}

static void *reader(void *argument) {
    struct pipe *pipe = argument;
    release(pipe, &pipe->reading, &pipe->readers, &pipe->writing, &pipe->writers);
    return NULL;
}

int main(void) {
    struct pipe *pipe = malloc(sizeof *pipe);
    pthread_mutex_init(&pipe->writing, NULL);
    pthread_mutex_init(&pipe->reading, NULL);
    pipe->writers = pipe->readers = 1;
    pthread_t a, b;
    pthread_create(&a, NULL, writer, pipe);
    pthread_create(&b, NULL, reader, pipe);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
