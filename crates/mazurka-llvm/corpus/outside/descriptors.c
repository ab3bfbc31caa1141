// flags: --file words=words.txt --races
// sc: verified 2
// tso: verified 2
// pso: verified 2
// The first thread that opens a file has the first descriptor that is free. What they read
// does not depend on one another.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int descriptors[2];

static void *read_file(void *number) {
    char bytes[64];
    int fd = open("words", O_RDONLY);
    descriptors[(long)number] = fd;
    assert(read(fd, bytes, 3) == 3 && bytes[0] == 'o');
    assert(read(fd, bytes, sizeof bytes) == 16);
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, read_file, (void *)1);
    read_file((void *)0);
    pthread_join(other, NULL);
    assert(descriptors[0] + descriptors[1] == 7 && descriptors[0] != descriptors[1]);
    assert(close(3) == 0 && close(4) == 0 && close(3) == -1);
    return 0;
}
