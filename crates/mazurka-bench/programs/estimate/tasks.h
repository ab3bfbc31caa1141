/* Threads in an order that ORDER decides: the programs of `./x bench estimate` are run in
   several orders of their threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef ORDER
#define ORDER 0
#endif

struct task {
    void *(*run)(void *);
    intptr_t argument;
};

static void run_all(struct task *tasks, int count) {
    uint64_t random = ORDER;
    for (int i = count - 1; ORDER != 0 && i > 0; i--) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        int other = (int)((random >> 33) % (uint64_t)(i + 1));
        struct task task = tasks[i];
        tasks[i] = tasks[other];
        tasks[other] = task;
    }
    pthread_t threads[count];
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], 0, tasks[i].run, (void *)tasks[i].argument);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], 0);
}
