// Two threads exchange what they have for what is there, if they have something: both do so in two
// orders, and otherwise at most one does.
// sc: verified 2
// tso: verified 2
// variant: -DFAILING
// flags: --malloc-may-fail
// sc: verified 5
// tso: verified 5
// pso: verified 5
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *_Atomic slot;

static void *put(void *unused) {
    char *mine = malloc(8);
    if (mine) {
        *mine = 1;
        free(atomic_exchange(&slot, mine));
    }
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, put, NULL);
    pthread_create(&second, NULL, put, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    free(slot);
    return 0;
}
