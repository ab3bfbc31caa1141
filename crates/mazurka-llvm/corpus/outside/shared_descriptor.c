// flags: --file words=words.txt --races
// sc: verified 2
// tso: verified 2
// pso: verified 2
// Two threads read from one descriptor: each byte is read once.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int fd;

static void *read_four(void *to) {
    assert(read(fd, to, 4) == 4);
    return NULL;
}

int main(void) {
    static char first[4], second[4];
    fd = open("words", O_RDONLY);
    pthread_t other;
    pthread_create(&other, NULL, read_four, first);
    read_four(second);
    pthread_join(other, NULL);
    assert(first[0] + second[0] == 'o' + 't');
    assert(lseek(fd, 0, SEEK_CUR) == 8);
    return close(fd);
}
