// What clang puts at the end of a function that has to return a value is no abort().
// sc: unreachable: the end of a function that must return a value is reached
// variant: -DTRAP
// sc: abort: __builtin_trap() is called
// variant: -DUNREACHABLE
// sc: unreachable: __builtin_unreachable
// variant: -DSTRUCT
// sc: unreachable: the end of a function that must return a value is reached
// variant: -DTRAP
// flags: --ignore abort
// sc: verified 1
#include <cstdlib>
#pragma clang diagnostic ignored "-Wreturn-type"

struct Large {
    int parts[20];
};

static int sign(int number) {
    if (number > 0) {
        return 1;
    }
#ifdef TRAP
    __builtin_trap();
#elif defined UNREACHABLE
    __builtin_unreachable();
#endif
}

static Large large(int number) {
    if (number > 0) {
        return Large();
    }
}

int main() {
#ifdef STRUCT
    return large(0).parts[0];
#else
    (void)large(1);
    return sign(0);
#endif
}
