// sc: assertion 8
// tso: assertion 8
// pso: assertion 8
// Every thread gets the address of the same loop variable.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seen[3];

static void *run(void *argument) {
    seen[*(int *)argument] = 1;
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, &i);
    for (int j = 0; j < 2; j++)
        pthread_join(threads[j], NULL);
    assert(seen[0] && seen[1]);
    return 0;
}
