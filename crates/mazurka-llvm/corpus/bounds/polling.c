// A loop that waits and counts has an execution without end. The others are explored with
// the loop cut after more and more rounds, and show a bug that needs four of them.
// sc: assertion: rounds != ROUNDS
// tso: assertion: rounds != ROUNDS
// variant: -DROUNDS=1000
// sc: endless 66: with loops cut after 64 rounds, all others were explored
// variant: -DSTARTS -DROUNDS=3
// sc: assertion: started
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 4
#endif

static atomic_int flag;
static int rounds;

static void *poll(void *unused) {
    (void)unused;
    while (!atomic_load(&flag)) {
        rounds++;
    }
    assert(rounds != ROUNDS);
    return NULL;
}

#ifdef STARTS
static void *nothing(void *unused) {
    return unused;
}
#endif

int main(void) {
    pthread_t other;
#ifdef STARTS
    int started = 0;
    pthread_create(&other, NULL, poll, NULL);
    for (;;) {
        pthread_create(&other, NULL, nothing, NULL);
        assert(++started != ROUNDS || !atomic_load(&flag));
        atomic_store(&flag, 1);
    }
#endif
    pthread_create(&other, NULL, poll, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
