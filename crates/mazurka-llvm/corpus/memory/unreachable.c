// sc: unreachable 1
// A switch that was said to cover everything.
enum color { RED, GREEN };

static int code(int color) {
    switch (color) {
    case RED: return 1;
    case GREEN: return 2;
    default: __builtin_unreachable();
    }
}

int main(void) {
    return code(GREEN) == 2 ? code(7) : 0;
}
