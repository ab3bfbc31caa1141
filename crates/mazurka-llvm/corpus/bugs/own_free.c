// sc: invalid-access: freed
// tso: invalid-access: freed
// pso: invalid-access: freed
// A thread stores to memory, frees it, and reads it again, while another thread frees it, too.
// With store buffers the store may still be in the buffer when the thread reads.
#include <pthread.h>
#include <stdlib.h>

static int *volatile shared;

static void *thread(void *unused) {
    int *pointer = calloc(1, sizeof *pointer);
    shared = pointer;
    *(volatile int *)pointer = 1;
    free(pointer);
    int seen = *(volatile int *)pointer;
    (void)seen;
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, thread, 0);
    free(shared);
    pthread_join(other, 0);
    return 0;
}
