// sc: verified 8
// tso: verified 8
// pso: verified 8
// variant: -DN=14
// sc: verified 512
// Flanagan and Godefroid (POPL 2005): N threads that each insert four messages into a hash
// table of 128 slots by compare-and-swap. 8^(N - 11) traces.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 12
#endif
#define SLOTS 128
#define MESSAGES 4

static atomic_int table[SLOTS];

static void *run(void *argument) {
    int thread = (int)(long)argument;
    for (int m = 1; m <= MESSAGES; m++) {
        int w = m * 11 + thread;
        int h = w * 7 % SLOTS;
        for (;;) {
            int empty = 0;
            if (atomic_compare_exchange_strong(&table[h], &empty, w))
                break;
            h = (h + 1) % SLOTS;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (long i = 0; i < N; i++)
        pthread_create(&thread, NULL, run, (void *)i);
    pthread_exit(NULL);
}
