// What an allocation returns is not looked at.
// sc: verified 1
// variant: -DFAILING
// flags: --malloc-may-fail
// sc: invalid-access: a null pointer is accessed
// tso: invalid-access: a null pointer is accessed
// pso: invalid-access: a null pointer is accessed
#include <stdlib.h>

int main(void) {
    int *number = malloc(sizeof *number);
    *number = 1;
    free(number);
    return 0;
}
