/* What getopt and its relatives make of a command line: MODE OPTIONS ARGUMENT..., where the
   mode is s (getopt), l (getopt_long) or o (getopt_long_only), and has a q if nothing is to be
   told. Every line of the output has its number, so that none is as the one before. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int flagged;
static const struct option names[] = {
    {"verbose", no_argument, NULL, 'v'},
    {"version", no_argument, NULL, 'V'},
    {"verb", no_argument, NULL, 'w'},
    {"output", required_argument, NULL, 'o'},
    {"out", required_argument, NULL, 'o'},
    {"level", optional_argument, NULL, 'l'},
    {"flag", no_argument, &flagged, 7},
    {"same-a", no_argument, NULL, 's'},
    {"same-b", no_argument, NULL, 's'},
    {"f", no_argument, NULL, 1000},
    {NULL, 0, NULL, 0},
};

int main(int argc, char **argv) {
    char mode = argv[1][0];
    opterr = !strchr(argv[1], 'q');
    const char *options = argv[2];
    argc -= 2;
    argv += 2;
    argv[0] = "prog";
    setvbuf(stdout, NULL, _IONBF, 0);
    for (int step = 0, got = 0; got != -1; step++) {
        int place = -1;
        if (mode == 's')
            got = getopt(argc, argv, options);
        else if (mode == 'l')
            got = getopt_long(argc, argv, options, names, &place);
        else
            got = getopt_long_only(argc, argv, options, names, &place);
        int letter = got == '?' || got == ':' ? optopt : 0;
        printf("%d: %d %s %d %d %d %d\n", step, got, optarg ? optarg : "-", optind, letter, place,
               flagged);
    }
    for (int i = 0; i <= argc; i++)
        printf("%d[%s]\n", i, argv[i] ? argv[i] : "NULL");
    abort();
}
