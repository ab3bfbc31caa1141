// sc: verified 1
// Both ends of a program: atexit functions run, then exit with zero.
#include <assert.h>
#include <stdlib.h>

static int step;

static void last(void) { assert(step == 2); }
static void before_last(void) { assert(step++ == 1); }

int main(void) {
    atexit(last);
    atexit(before_last);
    step = 1;
    exit(0);
}
