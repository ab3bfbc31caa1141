// sc: verified 1
// tso: verified 1
// pso: verified 1
// <string.h>, <strings.h> and <ctype.h>.
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char *global = "a text";

int main(void) {
    char text[40] = "hello";
    assert(strlen(text) == 5 && strnlen(text, 3) == 3 && strlen(global) == 6);
    assert(strcat(text, ", world") == text && strcmp(text, "hello, world") == 0);
    assert(strncat(text, "!!!", 1)[12] == '!' && text[13] == 0);
    assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("a", "aa") < 0);
    assert(strcmp("\xff", "a") > 0 && strncmp("abcd", "abxx", 2) == 0);
    assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABc", "abD", 2) == 0);
    assert(strchr(text, 'o') == text + 4 && strrchr(text, 'o') == text + 8);
    assert(strchr(text, 0) == text + 13 && strchr(text, 'z') == NULL);
    assert(strstr(text, "wor") == text + 7 && strstr(text, "worx") == NULL && strstr(text, "") == text);
    assert(strspn("aabbc", "ab") == 4 && strcspn("xyz,abc", ",;") == 3);
    assert(strpbrk(text, "wz") == text + 7 && strpbrk(text, "XYZ") == NULL);
    char copy[40];
    memset(copy, 'x', sizeof copy);
    strncpy(copy, "abc", 6);
    assert(memcmp(copy, "abc\0\0\0x", 7) == 0);
    strcpy(copy, text);
    memmove(copy + 2, copy, 6);
    assert(memcmp(copy, "hehello,", 8) == 0);
    memmove(copy, copy + 2, 6);
    assert(memcmp(copy, "hello,", 6) == 0);
    assert(memchr(text, 'w', 13) == text + 7 && memchr(text, 'w', 3) == NULL);
    assert(mempcpy(copy, "xyz", 3) == copy + 3 && stpcpy(copy, "12") == copy + 2);

    char line[] = ",one,,two;three,";
    char *state, *word = strtok_r(line, ",;", &state);
    assert(strcmp(word, "one") == 0);
    word = strtok_r(NULL, ",;", &state);
    assert(strcmp(word, "two") == 0);
    word = strtok_r(NULL, ",;", &state);
    assert(strcmp(word, "three") == 0 && strtok_r(NULL, ",;", &state) == NULL);
    char again[] = "a b", *rest = again;
    assert(strcmp(strtok(again, " "), "a") == 0 && strcmp(strtok(NULL, " "), "b") == 0);
    char fields[] = "k=v=w";
    rest = fields;
    assert(strcmp(strsep(&rest, "="), "k") == 0 && strcmp(rest, "v=w") == 0);

    char *duplicate = strdup(text), *shorter = strndup(text, 4);
    assert(duplicate != text && strcmp(duplicate, text) == 0 && strcmp(shorter, "hell") == 0);
    free(duplicate);
    free(shorter);

    int counts[4] = {0};
    for (int c = 0; c < 128; c++) {
        counts[0] += isalpha(c) != 0;
        counts[1] += isdigit(c) != 0;
        counts[2] += isspace(c) != 0;
        counts[3] += ispunct(c) != 0;
        assert(toupper(tolower(c)) == toupper(c));
    }
    assert(counts[0] == 52 && counts[1] == 10 && counts[2] == 6 && counts[3] == 32);
    assert(isxdigit('f') && !isxdigit('g') && isupper('Q') && islower('q') && iscntrl('\n'));
    assert(strcmp(strerror(0), "Success") == 0);
    return 0;
}
