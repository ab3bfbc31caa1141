// sc: verified 1
// tso: verified 1
// pso: verified 1
// Global variables: initialisers with addresses, statics in functions, constructors,
// thread-local variables, weak functions, aliases.
#include <assert.h>
#include <stddef.h>

struct entry { const char *name; int (*function)(void); const int *data; };

static int one(void) { return 1; }
static int two(void) { return 2; }
static const int numbers[] = {10, 20, 30};

static struct entry entries[] = {
    {"one", one, numbers},
    {"two", two, &numbers[2]},
};
static struct entry *const last = &entries[1];
static const char *const names[2][2] = {{"a", "b"}, {"c", "d" "e"}};
int tentative;
int tentative;
static long distance = (char *)&entries[1] - (char *)&entries[0];
_Thread_local int local_number = 5;
static _Thread_local int *local_pointer;

static int constructed;
__attribute__((constructor)) static void construct(void) { constructed += 7; }

__attribute__((weak)) int weak_function(void);
__attribute__((weak)) int weak_defined(void) { return 3; }
int strong(void) { return 4; }
int another(void) __attribute__((alias("strong")));

static int counter(void) {
    static int count = 100;
    return ++count;
}

int main(void) {
    assert(constructed == 7);
    assert(entries[0].function() == 1 && last->function() == 2 && *last->data == 30);
    assert(last->name[1] == 'w' && names[1][1][1] == 'e');
    assert(tentative == 0 && distance == sizeof(struct entry));
    counter();
    assert(counter() == 102);
    assert(local_number == 5);
    local_pointer = &local_number;
    *local_pointer += 1;
    assert(local_number == 6);
    assert(weak_function == NULL && weak_defined() == 3 && another() == 4);
    entries[0] = entries[1];
    assert(entries[0].function == two);
    return 0;
}
