// A leak and an exit code are found when the program ends. If one is ignored, the other
// is still found, and so is what other threads do then.
// flags: --leaks --check-exit
// sc: exit-code
// variant:
// flags: --leaks --check-exit --ignore exit-code
// sc: leak
// variant:
// flags: --leaks --check-exit --ignore leak
// sc: exit-code
// variant:
// flags: --leaks --check-exit --ignore leak,exit-code
// sc: verified
// variant: -DSTAYS
// flags: --leaks --check-exit --ignore leak,exit-code
// sc: assertion: late != 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int late;

static void *stay(void *unused) {
    (void)unused;
    assert(atomic_load(&late) == 0 || late != 0);
    assert(late != 0);
    return NULL;
}

int main(void) {
#ifdef STAYS
    pthread_t other;
    pthread_create(&other, NULL, stay, NULL);
#else
    (void)stay;
#endif
    malloc(1);
    return 1;
}
