/* N philosophers, who each eat twice with two forks. */
#include "tasks.h"

static pthread_mutex_t forks[N];

static void *dine(void *argument) {
    int left = (int)(intptr_t)argument, right = (left + 1) % N;
    int first = left < right ? left : right, second = left < right ? right : left;
    for (int meal = 0; meal < MEALS; meal++) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return 0;
}

int main(void) {
    struct task tasks[N];
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&forks[i], 0);
        tasks[i] = (struct task){dine, i};
    }
    run_all(tasks, N);
}
