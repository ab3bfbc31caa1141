// `new` without exceptions has a null pointer. Where `new` throws, what follows is not known. More
// than there can be is thrown at once.
// sc: verified 1
// variant: -DNOTHROW
// flags: --malloc-may-fail
// sc: verified 4
// variant: -DUNCHECKED
// flags: --malloc-may-fail
// sc: invalid-access: a null pointer is accessed
// variant: -DTHROWS
// flags: --malloc-may-fail
// sc: unknown 2: operator new(4) fails at
// variant: -DIMPOSSIBLE
// sc: assertion: std::bad_alloc was thrown
// variant: -DNOTHROW -DIMPOSSIBLE
// sc: verified 1
// variant: -DLARGE
// sc: unknown 1: an allocation of 400000000 bytes at
// variant: -DVECTOR
// sc: unknown 1: an allocation of 400000000 bytes at
#include <cassert>
#include <cstddef>
#include <new>
#include <vector>

struct alignas(64) Wide {
    char bytes[64];
};

int main() {
    std::ptrdiff_t none = -1;
    (void)none;
#if defined(NOTHROW) && defined(IMPOSSIBLE)
    assert(!::operator new(static_cast<std::size_t>(none), std::nothrow));
#elif defined(NOTHROW)
    int *number = new (std::nothrow) int(7);
    assert(!number || *number == 7);
    delete number;
    Wide *wide = new (std::nothrow) Wide[2];
    assert(reinterpret_cast<std::size_t>(wide) % 64 == 0);
    delete[] wide;
#elif defined(UNCHECKED)
    int *numbers = new (std::nothrow) int[2];
    numbers[0] = 1;
    delete[] numbers;
#elif defined(IMPOSSIBLE)
    delete[] new int[static_cast<std::size_t>(none)];
#elif defined(LARGE)
    delete[] new int[100000000];
#elif defined(VECTOR)
    std::vector<int> many(100000000);
    return many[1];
#else
    int *number = new int(7);
    assert(*number == 7);
    delete number;
#endif
    return 0;
}
