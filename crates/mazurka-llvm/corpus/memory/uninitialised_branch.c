// sc: uninitialised 1
// A field that nobody has written decides a branch.
#include <stdlib.h>

struct state { int is_ready; int count; };

int main(void) {
    struct state *state = malloc(sizeof *state);
    state->count = 1;
    int result = 0;
    if (state->is_ready)
        result = state->count;
    free(state);
    return result;
}
