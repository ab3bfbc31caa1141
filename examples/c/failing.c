/* A box with a name, made by two allocations. Where the second fails, make_box()
   forgets the first:

     mazurka check failing.c --malloc-may-fail --leaks
     mazurka check failing.c --malloc-may-fail --leaks -- -DFREE
*/

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct box {
    char *name;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct box *shelf;

static struct box *make_box(const char *name) {
    struct box *box = malloc(sizeof *box);
    if (!box)
        return NULL;
    box->name = strdup(name);
    if (!box->name) {
#ifdef FREE
        free(box);
#endif
        return NULL;
    }
    return box;
}

static void drop_box(struct box *box) {
    if (box) {
        free(box->name);
        free(box);
    }
}

/* Puts a box on the shelf, in the place of what is there. */
static void *put(void *name) {
    struct box *box = make_box(name);
    if (!box)
        return NULL;
    pthread_mutex_lock(&lock);
    struct box *before = shelf;
    shelf = box;
    pthread_mutex_unlock(&lock);
    drop_box(before);
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, put, "blue");
    put("red");
    pthread_join(other, NULL);
    drop_box(shelf);
    shelf = NULL;
    return 0;
}
