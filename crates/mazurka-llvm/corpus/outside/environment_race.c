// flags: --races --env LEVEL=1
// sc: data-race
// The environment is changed while another thread looks at it, which POSIX does not allow.
#include <pthread.h>
#include <stdlib.h>

static void *look(void *unused) {
    getenv("LEVEL");
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, look, NULL);
    setenv("LEVEL", "2", 1);
    pthread_join(other, NULL);
    return 0;
}
