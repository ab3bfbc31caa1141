// sc: abort 1
// abort is a finding.
#include <stdlib.h>

int main(void) {
    volatile int is_wrong = 1;
    if (is_wrong)
        abort();
    return 0;
}
