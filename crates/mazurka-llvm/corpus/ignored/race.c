// Two threads race. If that is ignored, both go on.
// flags: --races
// sc: data-race
// variant: -DLAST=1
// flags: --races --ignore data-race
// sc: assertion: shared == LAST
// variant:
// flags: --races --ignore data-race
// sc: verified 2
#include <assert.h>
#include <pthread.h>

static int shared;

static void *write_two(void *unused) {
    (void)unused;
    shared = 2;
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, write_two, NULL);
    shared = 1;
    pthread_join(other, NULL);
#ifdef LAST
    assert(shared == LAST);
#endif
    return 0;
}
