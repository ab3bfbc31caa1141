// sc: invalid-access 4: freed
// tso: invalid-access 4: freed
// pso: invalid-access 4: freed
// variant: -DFIXED
// sc: verified 2
// tso: verified 2
// pso: verified 2
// A pool is freed by the thread that finds no worker left, and looks without the lock: the last
// worker is still about to unlock the mutex that lies in the pool.
#include <pthread.h>
#include <stdlib.h>

struct pool {
    pthread_mutex_t lock;
    volatile int alive;
};

static void *worker(void *argument) {
    struct pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    pool->alive--;
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static int is_alive(struct pool *pool) {
#ifdef FIXED
    pthread_mutex_lock(&pool->lock);
    int alive = pool->alive;
    pthread_mutex_unlock(&pool->lock);
    return alive;
#else
    return pool->alive;
#endif
}

int main(void) {
    struct pool *pool = malloc(sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pool->alive = 2;
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, worker, pool);
        pthread_detach(thread);
    }
    while (is_alive(pool)) {
    }
    free(pool);
    return 0;
}
