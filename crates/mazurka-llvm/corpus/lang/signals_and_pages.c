// sc: verified 1
// A signal that a thread raises itself, and pages that belong to no file.
// variant: -DENDS
// sc: abort 1
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

static volatile sig_atomic_t seen;

static void handle(int number) {
    seen = number;
}

int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    assert(signal(SIGUSR1, handle) == SIG_DFL && !raise(SIGUSR1) && seen == SIGUSR1);
    assert(!sigaction(SIGINT, &action, NULL) && !raise(SIGINT) && seen == SIGINT);
    assert(signal(SIGTERM, SIG_IGN) != SIG_ERR && !raise(SIGTERM) && seen == SIGINT);
    char *pages = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(pages != MAP_FAILED && !pages[0] && !pages[4999] && !((unsigned long)pages & 4095));
    pages[4999] = 1;
    assert(!munmap(pages, 5000));
#ifdef ENDS
    raise(SIGABRT);
#endif
    return 0;
}
