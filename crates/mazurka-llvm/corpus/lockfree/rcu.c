// sc: verified 3
// tso: verified 3
// pso: verified 3
// A configuration that is replaced as a whole: readers follow the pointer once; the writer
// frees the old one when no reader that may have seen it is left.
// variant: -DEAGER
// sc: invalid-access 4: freed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct configuration { int a, b; };

static _Atomic(struct configuration *) current;
static atomic_int readers;

static struct configuration *make(int value) {
    struct configuration *new = malloc(sizeof *new);
    new->a = value;
    new->b = -value;
    return new;
}

static void *reader(void *argument) {
    atomic_fetch_add(&readers, 1);
    struct configuration *seen = atomic_load(&current);
    assert(seen->a == -seen->b);
    atomic_fetch_sub(&readers, 1);
    return NULL;
}

static void *writer(void *argument) {
    struct configuration *old = atomic_exchange(&current, make(2));
#ifdef EAGER
    free(old);
#else
    while (atomic_load(&readers) != 0)
        continue;
    free(old);
#endif
    return NULL;
}

int main(void) {
    pthread_t a, b;
    current = make(1);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(current);
    return 0;
}
