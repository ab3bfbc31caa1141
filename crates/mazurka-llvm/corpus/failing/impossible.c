// No machine has as much: these fail, whatever is asked for.
// sc: verified 1
// variant: -DFAILING
// flags: --malloc-may-fail
// sc: verified 2
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#define FAILS(call) (errno = 0, !(call) && errno == ENOMEM)

int main(void) {
    size_t half = (size_t)1 << 33;
    assert(FAILS(malloc((size_t)PTRDIFF_MAX + 1)));
    assert(FAILS(malloc(SIZE_MAX)));
    assert(FAILS(calloc(half, half)));
    assert(FAILS(calloc(SIZE_MAX, 1)));
    assert(FAILS(reallocarray(NULL, half, half)));
    assert(FAILS(realloc(NULL, SIZE_MAX)));
    assert(FAILS(aligned_alloc(64, SIZE_MAX - 63)));
    assert(FAILS(memalign(64, SIZE_MAX - 63)));
    assert(FAILS(valloc(SIZE_MAX - 4095)));
    errno = 0;
    void *pages = mmap(NULL, SIZE_MAX - 4095, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(pages == MAP_FAILED && errno == ENOMEM);
    void *none = &half;
    assert(posix_memalign(&none, 64, SIZE_MAX - 63) == ENOMEM && none == &half);
    char *kept = malloc(1);
    if (kept) {
        *kept = 7;
        assert(FAILS(realloc(kept, SIZE_MAX)));
        assert(*kept == 7);
    }
    free(kept);
    return 0;
}
