/* <getopt.h>, as glibc has it: arguments are sorted while they are read, so that options
   come first. Its state is memory like any other, for it is not safe with threads. */

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* Of <getopt.h>. */
struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

#define REQUIRED_ARGUMENT 1

/* What becomes of an argument that is no option. */
enum order {
    /* It goes behind the options. */
    SORTED,
    /* It ends the options. */
    STOPPED,
    /* It is returned like an option, as number one. */
    RETURNED
};

/* A command line that is being read. */
struct reading {
    int count;
    char **arguments;
    const char *options;
    const struct option *names;
    int *place;
    /* A long option may begin with one sign. */
    int is_long_only;
    int is_told;
    /* What a missing argument is answered by. */
    int missing;
};

/* The rest of an argument with several options. */
static char *option_rest;
static int options_begun;
static enum order options_order;
/* The arguments that were passed over, and are to go behind the next options. */
static int passed_from, passed_to;

static void reverse(char **from, char **to) {
    while (from < to) {
        char *kept = *from;
        *from++ = *--to;
        *to = kept;
    }
}

/* Moves what was passed over behind the options that came after it. */
static void move_passed(char **arguments) {
    int options = optind - passed_to;
    reverse(arguments + passed_from, arguments + passed_to);
    reverse(arguments + passed_to, arguments + optind);
    reverse(arguments + passed_from, arguments + optind);
    passed_from += options;
    passed_to = optind;
}

static void begin_options(const char *options, int is_posix) {
    if (!optind)
        optind = 1;
    passed_from = passed_to = optind;
    option_rest = NULL;
    if (*options == '-')
        options_order = RETURNED;
    else if (*options == '+' || is_posix || getenv("POSIXLY_CORRECT"))
        options_order = STOPPED;
    else
        options_order = SORTED;
    options_begun = 1;
}

static int is_plain(const char *argument) {
    return argument[0] != '-' || !argument[1];
}

/* Does the name of an option begin with these letters? */
static int begins(const struct option *option, const char *letters, size_t length) {
    return strncmp(option->name, letters, length) == 0;
}

/* Are they two names for the same? */
static int is_same(const struct option *a, const struct option *b) {
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

static int ambiguous(const struct reading *reading, const struct option *first, size_t length,
                     const char *prefix) {
    if (reading->is_told) {
        dprintf(2, "%s: option '%s%s' is ambiguous; possibilities:", reading->arguments[0],
                prefix, option_rest);
        for (const struct option *other = first; other->name; other++) {
            int is_meant = other == first || reading->is_long_only || !is_same(first, other);
            if (begins(other, option_rest, length) && is_meant)
                dprintf(2, " '%s%s'", prefix, other->name);
        }
        dprintf(2, "\n");
    }
    option_rest += strlen(option_rest);
    optind++;
    optopt = 0;
    return '?';
}

/* The long option that is meant, if any is; whether several may be. */
static const struct option *find_long(const struct reading *reading, size_t length,
                                      int *is_ambiguous) {
    const struct option *found = NULL;
    *is_ambiguous = 0;
    for (const struct option *option = reading->names; option->name; option++)
        if (begins(option, option_rest, length) && strlen(option->name) == length)
            return option;
    for (const struct option *option = reading->names; option->name; option++) {
        if (!begins(option, option_rest, length))
            continue;
        if (!found)
            found = option;
        else if (reading->is_long_only || !is_same(found, option))
            *is_ambiguous = 1;
    }
    return found;
}

/* Reads a long option; -1 if it is short options after all. */
static int read_long(const struct reading *reading, int is_long_only, const char *prefix) {
    const char *program = reading->arguments[0];
    size_t length = 0;
    while (option_rest[length] && option_rest[length] != '=')
        length++;
    struct reading how = *reading;
    how.is_long_only = is_long_only;
    int is_ambiguous;
    const struct option *found = find_long(&how, length, &is_ambiguous);
    if (is_ambiguous)
        return ambiguous(&how, found, length, prefix);
    if (!found) {
        if (is_long_only && reading->arguments[optind][1] != '-' &&
            strchr(reading->options, *option_rest))
            return -1;
        if (reading->is_told)
            dprintf(2, "%s: unrecognized option '%s%s'\n", program, prefix, option_rest);
        option_rest = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    char *end = option_rest + length;
    optind++;
    option_rest = NULL;
    if (*end) {
        if (!found->has_arg) {
            if (reading->is_told)
                dprintf(2, "%s: option '%s%s' doesn't allow an argument\n", program, prefix,
                        found->name);
            optopt = found->val;
            return '?';
        }
        optarg = end + 1;
    } else if (found->has_arg == REQUIRED_ARGUMENT) {
        if (optind >= reading->count) {
            if (reading->is_told)
                dprintf(2, "%s: option '%s%s' requires an argument\n", program, prefix,
                        found->name);
            optopt = found->val;
            return reading->missing;
        }
        optarg = reading->arguments[optind++];
    }
    if (reading->place)
        *reading->place = (int)(found - reading->names);
    if (!found->flag)
        return found->val;
    *found->flag = found->val;
    return 0;
}

/* The argument of a short option, which is the rest or the next: whether there is one. */
static int take_argument(const struct reading *reading, int option) {
    if (*option_rest) {
        optarg = option_rest;
        optind++;
    } else if (optind == reading->count) {
        if (reading->is_told)
            dprintf(2, "%s: option requires an argument -- '%c'\n", reading->arguments[0], option);
        optopt = option;
        return 0;
    } else {
        optarg = reading->arguments[optind++];
    }
    return 1;
}

static int read_short(const struct reading *reading) {
    int option = *option_rest++;
    const char *known = strchr(reading->options, option);
    if (!*option_rest)
        optind++;
    if (!known || option == ':' || option == ';') {
        if (reading->is_told)
            dprintf(2, "%s: invalid option -- '%c'\n", reading->arguments[0], option);
        optopt = option;
        return '?';
    }
    if (known[0] == 'W' && known[1] == ';' && reading->names) {
        if (!take_argument(reading, option))
            return reading->missing;
        /* A long option, which steps over its argument itself. */
        optind--;
        option_rest = optarg;
        optarg = NULL;
        return read_long(reading, 0, "-W ");
    }
    if (known[1] != ':')
        return option;
    if (known[2] != ':') {
        if (!take_argument(reading, option))
            option = reading->missing;
    } else if (*option_rest) {
        optarg = option_rest;
        optind++;
    }
    option_rest = NULL;
    return option;
}

/* Goes to the next argument with options: zero if there is one. What is returned is kept. */
static int next_argument(const struct reading *reading, int *result) {
    char **arguments = reading->arguments;
    int count = reading->count;
    if (passed_to > optind)
        passed_to = optind;
    if (passed_from > optind)
        passed_from = optind;
    if (options_order == SORTED) {
        if (passed_from != passed_to && passed_to != optind)
            move_passed(arguments);
        else if (passed_to != optind)
            passed_from = optind;
        while (optind < count && is_plain(arguments[optind]))
            optind++;
        passed_to = optind;
    }
    if (optind != count && strcmp(arguments[optind], "--") == 0) {
        optind++;
        if (passed_from != passed_to && passed_to != optind)
            move_passed(arguments);
        else if (passed_from == passed_to)
            passed_from = optind;
        passed_to = count;
        optind = count;
    }
    *result = -1;
    if (optind == count) {
        if (passed_from != passed_to)
            optind = passed_from;
        return 1;
    }
    if (!is_plain(arguments[optind]))
        return 0;
    if (options_order == STOPPED)
        return 1;
    optarg = arguments[optind++];
    *result = 1;
    return 1;
}

static int read_options(struct reading *reading, int is_posix) {
    if (reading->count < 1)
        return -1;
    optarg = NULL;
    if (!optind || !options_begun)
        begin_options(reading->options, is_posix);
    if (*reading->options == '-' || *reading->options == '+')
        reading->options++;
    int is_quiet = *reading->options == ':';
    reading->missing = is_quiet ? ':' : '?';
    reading->is_told = opterr && !is_quiet;
    if (option_rest && *option_rest)
        return read_short(reading);
    int result;
    if (next_argument(reading, &result))
        return result;
    char *argument = reading->arguments[optind];
    if (reading->names) {
        if (argument[1] == '-') {
            option_rest = argument + 2;
            return read_long(reading, reading->is_long_only, "--");
        }
        if (reading->is_long_only && (argument[2] || !strchr(reading->options, argument[1]))) {
            option_rest = argument + 1;
            result = read_long(reading, 1, "-");
            if (result != -1)
                return result;
        }
    }
    option_rest = argument + 1;
    return read_short(reading);
}

int getopt(int count, char *const *arguments, const char *options) {
    struct reading reading = {count, (char **)arguments, options, NULL, NULL, 0, 0, 0};
    return read_options(&reading, 0);
}

/* The name that <unistd.h> has for it where nothing but POSIX is asked for. */
int __posix_getopt(int count, char *const *arguments, const char *options) {
    struct reading reading = {count, (char **)arguments, options, NULL, NULL, 0, 0, 0};
    return read_options(&reading, 1);
}

int getopt_long(int count, char *const *arguments, const char *options,
                const struct option *names, int *place) {
    struct reading reading = {count, (char **)arguments, options, names, place, 0, 0, 0};
    return read_options(&reading, 0);
}

int getopt_long_only(int count, char *const *arguments, const char *options,
                     const struct option *names, int *place) {
    struct reading reading = {count, (char **)arguments, options, names, place, 1, 0, 0};
    return read_options(&reading, 0);
}
