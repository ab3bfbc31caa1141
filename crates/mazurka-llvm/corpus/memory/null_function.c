// sc: invalid-access 1
// A call through a null pointer.
struct operations { void (*start)(void); void (*stop)(void); };

static void start(void) {}
static struct operations operations = {.start = start};

int main(void) {
    operations.start();
    operations.stop();
    return 0;
}
