// An alignment that is no power of two: `aligned_alloc` and `memalign` return a null pointer
// (C17 says so of an alignment that is not supported, in the words of DR 460), and
// `posix_memalign` EINVAL. The size need not be a multiple of the alignment.
// sc: verified 1
// variant: -DUSES
// sc: invalid-access: a null pointer
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    char *three = aligned_alloc(3, 9);
#ifdef USES
    *three = 1;
#endif
    assert(!three && errno == EINVAL);
    assert(!aligned_alloc(0, 8));
    assert(!memalign(24, 8));
    void *made = &errno;
    assert(posix_memalign(&made, 3, 9) == EINVAL);
    assert(posix_memalign(&made, 0, 8) == EINVAL);
    assert(posix_memalign(&made, 4, 8) == EINVAL);
    assert(made == &errno);
    for (size_t align = 1; align <= 4096; align *= 2) {
        char *object = aligned_alloc(align, 9);
        assert(object && (uintptr_t)object % align == 0);
        object[8] = 1;
        free(object);
        object = memalign(align, 9);
        assert(object && (uintptr_t)object % align == 0);
        free(object);
        int expected = align < sizeof(void *) ? EINVAL : 0;
        assert(posix_memalign(&made, align, 9) == expected);
        if (expected == 0) {
            assert((uintptr_t)made % align == 0);
            free(made);
        }
    }
    return 0;
}
