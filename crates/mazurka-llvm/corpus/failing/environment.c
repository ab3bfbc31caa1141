// To set a variable takes room for its text, and for the list: three ends. To open a file and to
// read a line takes room as well.
// sc: verified 1
// flags: --file words=words.txt
// variant: -DFAILING
// flags: --malloc-may-fail --file words=words.txt
// sc: verified 9
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    errno = 0;
    int code = setenv("NAME", "value", 1);
    assert(code == 0 || code == -1 && errno == ENOMEM);
    assert(code == 0 ? !strcmp(getenv("NAME"), "value") : !getenv("NAME"));

    errno = 0;
    FILE *file = fopen("words", "r");
    if (!file) {
        assert(errno == ENOMEM);
        return 0;
    }
    char *line = NULL;
    size_t room = 0;
    errno = 0;
    ssize_t length = getline(&line, &room, file);
    assert(length > 0 || length == -1 && errno == ENOMEM);
    free(line);
    fclose(file);
    return 0;
}
