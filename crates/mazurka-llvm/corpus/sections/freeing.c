// flags: --races
// sc: verified 2
// tso: verified 2
// What is freed within a section does not race with what another section accesses: sections
// never run at the same time. (That it is freed before it is used is another matter.)
// variant: -DLATE
// flags: --races
// sc: invalid-access: freed
// variant: -DOUTSIDE
// flags: --races
// sc: data-race: heap object
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int *pointer;

static void *reader(void *result) {
    __VERIFIER_atomic_begin();
    int *p = pointer;
#ifdef LATE
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    if (p)
        *(int *)result = *p;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    int result = 0;
    pointer = malloc(sizeof *pointer);
    *pointer = 1;
    pthread_create(&thread, 0, reader, &result);
    __VERIFIER_atomic_begin();
    int *p = pointer;
    pointer = 0;
#ifdef OUTSIDE
    __VERIFIER_atomic_end();
    free(p);
#else
    free(p);
    __VERIFIER_atomic_end();
#endif
    pthread_join(thread, 0);
    return 0;
}
