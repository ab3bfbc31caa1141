// A value that was never written decides where the program goes on. If that is ignored,
// it is taken as it is in memory; the other values that it might have are not explored.
// sc: uninitialised: a condition depends on memory
// variant: -DFAILS
// flags: --ignore uninitialised
// sc: assertion: unset == 1
// variant: -DGOES
// flags: --ignore uninitialised
// sc: unknown: what other values lead to
// variant: -DADDRESS
// flags: --ignore uninitialised
// sc: invalid-access: a null pointer
// variant: -DSHARED
// flags: --ignore uninitialised
// sc: unknown 2: what other values lead to
// variant: -DEXCHANGE
// flags: --ignore uninitialised
// sc: assertion: seen != 0
// variant: -DSET
// flags: --ignore uninitialised
// sc: verified 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *cell;

static void *look(void *unused) {
    (void)unused;
    if (*cell == 3) {
        *cell = 4;
    }
    return NULL;
}

int main(void) {
    int unset;
    int **where = malloc(sizeof *where);
    _Atomic int *word = malloc(sizeof *word);
#ifdef SET
    unset = 0;
#endif
#ifdef ADDRESS
    return **where;
#elif defined SHARED
    cell = malloc(sizeof *cell);
    pthread_t other;
    pthread_create(&other, NULL, look, NULL);
    *cell = 3;
    pthread_join(other, NULL);
    assert(*cell == 3 || *cell == 4);
#elif defined EXCHANGE
    int seen = 0;
    atomic_compare_exchange_strong(word, &seen, 1);
    assert(seen != 0);
#else
    if (unset) {
        return 1;
    }
#endif
#ifdef FAILS
    assert(unset == 1);
#endif
    (void)where;
    (void)word;
    return 0;
}
