// sc: invalid-access 3: freed
// variant: -DREADS
// sc: invalid-access 3: freed
// As in free_before_use.c, with an access that covers two variables of the object: that it
// comes too late is seen at the first of them, and it touches both.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static uint32_t *_Atomic published;

static void *user(void *argument) {
    uint32_t *found = published;
    if (found) {
#ifdef READS
        uint64_t both = *(uint64_t *)found;
#else
        *(uint64_t *)found = 7;
#endif
    }
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, user, NULL);
    uint32_t *object = calloc(2, sizeof(uint32_t));
    object[1] = 3;
    published = object;
    free(object);
    pthread_join(thread, NULL);
    return 0;
}
