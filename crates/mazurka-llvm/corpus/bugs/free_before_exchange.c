// sc: invalid-access 3: freed
// As in free_before_wide_store.c, with a compare-exchange of sixteen bytes.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef unsigned __int128 wide;

static wide *_Atomic published;

static void *user(void *argument) {
    wide *found = published, expected = 0;
    if (found)
        __atomic_compare_exchange_n(found, &expected, 7, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, user, NULL);
    wide *object = aligned_alloc(16, sizeof *object);
    *object = 0;
    published = object;
    free(object);
    pthread_join(thread, NULL);
    return 0;
}
