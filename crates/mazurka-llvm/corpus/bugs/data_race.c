// sc: verified 2
// variant: -DFIXED
// flags: --races
// sc: verified 2
// variant: -DRACES
// flags: --races
// sc: data-race 2
// A flag that is not atomic: a data race, though nothing goes wrong on this machine.
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
static atomic_int stop;
#else
static int stop;
#endif

static void *run(void *argument) {
    return stop ? argument : NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    stop = 1;
    pthread_join(thread, NULL);
    return 0;
}
