/* The environment. POSIX says that changing it is not safe with threads: it is memory like
   any other. */

extern char *__mazurka_environment[];

char **environ = __mazurka_environment;

/* How long a name is; zero, and an error, if it is none. */
static size_t name_length(const char *name) {
    size_t length = 0;
    while (name && name[length] && name[length] != '=')
        length++;
    if (length && !name[length])
        return length;
    errno = EINVAL;
    return 0;
}

/* The place of a variable, or of the end. */
static char **find_variable(const char *name, size_t length) {
    char **at = environ;
    while (*at && (strncmp(*at, name, length) != 0 || (*at)[length] != '='))
        at++;
    return at;
}

char *getenv(const char *name) {
    size_t length = strlen(name);
    if (!environ || !length)
        return NULL;
    char **found = find_variable(name, length);
    return *found ? *found + length + 1 : NULL;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

/* Texts that setenv has made stay as long as the program: others may still have them. */
struct made_text {
    struct made_text *next;
    char text[];
};
static struct made_text *made_texts;

/* The array that was made for a longer environment, while it is in use. */
static char **made_environ;

/* Gives a variable a text, in the place of what it has. */
static int set_variable(char *text, const char *name, size_t length) {
    char **found = NULL;
    size_t count = 0;
    if (environ) {
        found = find_variable(name, length);
        if (*found) {
            *found = text;
            return 0;
        }
        count = (size_t)(found - environ);
    }
    char **longer = malloc((count + 2) * sizeof *longer);
    if (!longer) {
        errno = ENOMEM;
        return -1;
    }
    if (count)
        memcpy(longer, environ, count * sizeof *longer);
    longer[count] = text;
    longer[count + 1] = NULL;
    if (made_environ && made_environ == environ)
        free(made_environ);
    environ = made_environ = longer;
    return 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    size_t length = name_length(name);
    if (!length)
        return -1;
    if (!overwrite && getenv(name))
        return 0;
    size_t size = strlen(value) + 1;
    struct made_text *made = malloc(sizeof *made + length + 1 + size);
    if (!made) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(made->text, name, length);
    made->text[length] = '=';
    memcpy(made->text + length + 1, value, size);
    made->next = made_texts;
    made_texts = made;
    return set_variable(made->text, name, length);
}

int unsetenv(const char *name) {
    size_t length = name_length(name);
    if (!length)
        return -1;
    while (environ) {
        char **found = find_variable(name, length);
        if (!*found)
            break;
        do
            found[0] = found[1];
        while (*found++);
    }
    return 0;
}

/* The text itself becomes a part of the environment. */
int putenv(char *text) {
    const char *end = strchr(text, '=');
    if (!end)
        return unsetenv(text);
    return set_variable(text, text, (size_t)(end - text));
}

int clearenv(void) {
    if (made_environ && made_environ == environ)
        free(made_environ);
    environ = made_environ = NULL;
    return 0;
}
