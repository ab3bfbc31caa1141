// rc11: data-race
// variant:
// flags: --ignore data-race
// rc11: assertion 4: !(g == 1 && r == 0)
// variant: -DSAFE
// flags: --ignore data-race
// rc11: verified 4
// variant: -DSAFE -DFREES
// flags: --ignore data-race
// rc11: invalid-access
// What follows a data race, if that is ignored: accesses of the variable are relaxed ones then.
#include "threads.h"
#include <stdlib.h>

static int *x;
static atomic_int f;

THREAD(writer) {
    *x = 1;
    atomic_store(&f, 1);
    return NULL;
}

THREAD(reader) {
    int r = *x;
    int g = atomic_load(&f);
#ifdef SAFE
    assert(r == 0 || r == 1);
#else
    assert(!(g == 1 && r == 0));
#endif
#ifdef FREES
    free(x);
#endif
    (void)g;
    return NULL;
}

int main(void) {
    x = calloc(1, sizeof *x);
    RUN(writer, reader);
    return 0;
}
