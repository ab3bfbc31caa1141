// Functions of the library that allocate fail as they do elsewhere. Six have two ends, and realloc after
// malloc three. To sort always succeeds.
// sc: verified 1
// variant: -DFAILING
// flags: --malloc-may-fail
// sc: verified 192
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

#define FAILED (errno == ENOMEM)

int main(void) {
    errno = 0;
    char *text = strdup("hello");
    assert(text ? !strcmp(text, "hello") : FAILED);
    free(text);

    errno = 0;
    char *row = malloc(4);
    if (row) {
        memcpy(row, "abc", 4);
        char *longer = realloc(row, 64);
        assert(longer || FAILED);
        assert(!strcmp(longer ? longer : row, "abc"));
        free(longer ? longer : row);
    } else {
        assert(FAILED);
    }

    errno = 0;
    void *aligned = NULL;
    int code = posix_memalign(&aligned, 64, 8);
    assert(errno == 0 && (code ? code == ENOMEM && !aligned : (unsigned long)aligned % 64 == 0));
    free(aligned);

    errno = 0;
    void *pages = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(pages != MAP_FAILED || FAILED);
    if (pages != MAP_FAILED)
        munmap(pages, 4096);

    errno = 0;
    char *printed;
    int length = asprintf(&printed, "%d", 42);
    assert(length == 2 || length == -1 && FAILED);
    if (length == 2)
        free(printed);

    errno = 0;
    sem_t *semaphore = sem_open("/one", 0100, 0600, 1);
    assert(semaphore || FAILED);

    errno = 0;
    void *old = memalign(16, 8);
    assert(old || FAILED);
    free(old);

    int numbers[] = {3, 1, 2};
    qsort(numbers, 3, sizeof *numbers, compare);
    assert(numbers[0] == 1 && numbers[2] == 3);
    return 0;
}
