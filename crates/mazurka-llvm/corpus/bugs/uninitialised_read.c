// sc: uninitialised 2
// tso: uninitialised 2
// pso: uninitialised 2
// variant: -DFIXED
// sc: verified 2
// tso: verified 2
// pso: verified 2
// A field is set after the object has been handed over.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct task { atomic_int kind; };

static void *worker(void *argument) {
    struct task *task = argument;
    if (atomic_load(&task->kind) == 1)
        return task;
    return NULL;
}

int main(void) {
    struct task *task = malloc(sizeof *task);
    pthread_t thread;
#ifdef FIXED
    atomic_store(&task->kind, 0);
#endif
    pthread_create(&thread, NULL, worker, task);
    atomic_store(&task->kind, 1);
    pthread_join(thread, NULL);
    free(task);
    return 0;
}
