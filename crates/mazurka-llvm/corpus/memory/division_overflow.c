// sc: arithmetic 1
// The least integer divided by minus one.
#include <limits.h>

int main(void) {
    volatile int least = INT_MIN, minus = -1;
    return least % minus;
}
