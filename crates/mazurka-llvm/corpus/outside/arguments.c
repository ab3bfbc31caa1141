// flags: --arg -n3 --arg file --arg --verbose --env LEVEL=high --env EMPTY= --leaks --races
// sc: verified 1
// tso: verified 1
// pso: verified 1
// What a program is given, and what it makes of it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void read_options(int argc, char **argv) {
    static const struct option names[] = {{"verbose", no_argument, NULL, 'v'}, {0}};
    int count = 0, is_verbose = 0, option;
    while ((option = getopt_long(argc, argv, "n:", names, NULL)) != -1) {
        if (option == 'n')
            count = atoi(optarg);
        else if (option == 'v')
            is_verbose = 1;
        else
            assert(0);
    }
    assert(count == 3 && is_verbose);
    assert(optind == 3 && strcmp(argv[optind], "file") == 0);
}

static void change_environment(void) {
    static char put[] = "PUT=1";
    assert(strcmp(getenv("LEVEL"), "high") == 0 && *getenv("EMPTY") == 0);
    assert(!getenv("LEVE") && !getenv("LEVEL=") && !getenv(""));
    assert(setenv("LEVEL", "low", 0) == 0 && strcmp(getenv("LEVEL"), "high") == 0);
    assert(setenv("LEVEL", "low", 1) == 0 && strcmp(getenv("LEVEL"), "low") == 0);
    assert(setenv("NEW", "x", 0) == 0 && setenv("OTHER", "y", 0) == 0);
    assert(strcmp(getenv("NEW"), "x") == 0 && strcmp(secure_getenv("OTHER"), "y") == 0);
    assert(putenv(put) == 0 && getenv("PUT") == put + 4);
    put[4] = '2';
    assert(strcmp(getenv("PUT"), "2") == 0);
    assert(putenv("PUT") == 0 && !getenv("PUT"));
    assert(unsetenv("LEVEL") == 0 && !getenv("LEVEL") && unsetenv("LEVEL") == 0);
    assert(setenv("A=B", "", 1) == -1 && errno == EINVAL);
    assert(setenv("", "", 1) == -1 && unsetenv("A=B") == -1);
    int count = 0;
    for (char **at = environ; *at; at++)
        count++;
    assert(count == 3);
    assert(clearenv() == 0 && !environ && !getenv("NEW"));
    assert(setenv("AGAIN", "1", 1) == 0 && strcmp(environ[0], "AGAIN=1") == 0 && !environ[1]);
}

int main(int argc, char **argv, char **envp) {
    assert(argc == 4 && argv[argc] == NULL && strcmp(argv[0], "arguments") == 0);
    assert(envp == environ && strcmp(envp[0], "LEVEL=high") == 0 && envp[2] == NULL);
    argv[0][0] = 'A';
    read_options(argc, argv);
    change_environment();
    return 0;
}
