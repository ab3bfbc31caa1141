// Nothing says what happens after these. If they are ignored, the execution is left there,
// and nothing is verified.
// sc: arithmetic
// variant:
// flags: --ignore arithmetic
// sc: unknown 2: 2 executions were left at an ignored finding (division by zero
// variant: -DACCESS
// flags: --ignore invalid-access
// sc: unknown 2: what follows is not explored
// variant: -DFREES
// flags: --ignore invalid-free
// sc: unknown 2: what follows is not explored
// variant: -DDESTROYS
// flags: --ignore misuse
// sc: unknown: (a mutex is destroyed while it is held
// variant: -DOTHER
// flags: --ignore arithmetic
// sc: assertion 3: shared == 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
    (void)unused;
    atomic_store(&shared, 1);
#ifdef OTHER
    assert(shared == 1);
#endif
#ifdef DESTROYS
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

int main(void) {
    pthread_t thread;
    int *word = malloc(sizeof *word);
    pthread_create(&thread, NULL, other, NULL);
    int zero = atomic_exchange(&shared, 0) * 0;
#ifdef ACCESS
    word[1] = zero;
#elif defined FREES
    free(word + 1);
#elif defined DESTROYS
    if (pthread_mutex_trylock(&lock) == 0) {
        pthread_mutex_destroy(&lock);
    }
#else
    zero = 1 / zero;
#endif
#ifdef OTHER
    atomic_store(&shared, 2);
#endif
    (void)word;
    (void)lock;
    pthread_join(thread, NULL);
    return 0;
}
