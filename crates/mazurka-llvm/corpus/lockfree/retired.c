// sc: invalid-access: freed
// variant: -DFIXED
// sc: verified
// tso: verified
// pso: verified
// Hazard pointers as <genmc.h> has them. Who retires an object must have taken it out of
// the structure before: else another comes too late to protect it.
#include <assert.h>
#include <genmc.h>
#include <stdatomic.h>

static _Atomic(int *) shared;

static void *remover(void *argument) {
    __VERIFIER_hp_t *hazard = __VERIFIER_hp_alloc();
    int *object = __VERIFIER_hp_protect(hazard, &shared);
#ifdef FIXED
    atomic_store(&shared, NULL);
#endif
    __VERIFIER_hp_retire(object);
    __VERIFIER_hp_free(hazard);
    return argument;
}

static void *reader(void *argument) {
    __VERIFIER_hp_t *hazard = __VERIFIER_hp_alloc();
    int *object = __VERIFIER_hp_protect(hazard, &shared);
    if (object)
        assert(*object == 42);
    __VERIFIER_hp_free(hazard);
    return argument;
}

int main(void) {
    pthread_t threads[2];
    int *object = malloc(sizeof *object);
    *object = 42;
    atomic_init(&shared, object);
    pthread_create(&threads[0], NULL, remover, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
