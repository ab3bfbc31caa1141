/* N transfers between three accounts, with a mutex for each account, and a thread that adds them
   up. */
#include "tasks.h"

static pthread_mutex_t locks[3];
static int money[3] = {10, 10, 10};

static void *transfer(void *argument) {
    int from = (int)(intptr_t)argument % 3, to = (from + 1) % 3;
    pthread_mutex_lock(&locks[from]);
    money[from]--;
    pthread_mutex_unlock(&locks[from]);
    pthread_mutex_lock(&locks[to]);
    money[to]++;
    pthread_mutex_unlock(&locks[to]);
    return 0;
}

static void *add_up(void *unused) {
    (void)unused;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&locks[i]);
        sum += money[i];
        pthread_mutex_unlock(&locks[i]);
    }
    return 0;
}

int main(void) {
    struct task tasks[N + 1] = {{add_up, 0}};
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&locks[i], 0);
    for (int i = 0; i < N; i++)
        tasks[i + 1] = (struct task){transfer, i};
    run_all(tasks, N + 1);
}
