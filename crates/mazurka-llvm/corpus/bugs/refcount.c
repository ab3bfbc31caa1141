// sc: invalid-access 14: free
// tso: invalid-access 14: free
// pso: invalid-access 14: free
// variant: -DFIXED
// sc: verified 2
// tso: verified 2
// pso: verified 2
// Two owners drop their reference with a load and a store instead of one operation: the
// object is freed twice, or not at all, or one looks at the count after the other freed it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int references; int data; };

static void drop(struct object *object) {
#ifdef FIXED
    if (atomic_fetch_sub(&object->references, 1) == 1)
        free(object);
#else
    int left = atomic_load(&object->references) - 1;
    atomic_store(&object->references, left);
    if (atomic_load(&object->references) == 0)
        free(object);
#endif
}

static void *owner(void *argument) {
    drop(argument);
    return NULL;
}

int main(void) {
    struct object *object = malloc(sizeof *object);
    object->references = 2;
    pthread_t t1, t2;
    pthread_create(&t1, NULL, owner, object);
    pthread_create(&t2, NULL, owner, object);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
