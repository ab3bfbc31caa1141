// Memory is asked for until there is some: one execution has no end. With loops cut, the others
// are explored.
// sc: verified 1
// variant: -DFAILING
// flags: --malloc-may-fail
// sc: endless: with loops cut after 64 rounds, all others were explored
// variant: -DFAILING -DBOUND
// flags: --malloc-may-fail=3
// sc: unknown 4: at most 3 allocations of each thread failed
#include <stdlib.h>

int main(void) {
    char *room;
    while (!(room = malloc(8)))
        ;
    free(room);
    return 0;
}
