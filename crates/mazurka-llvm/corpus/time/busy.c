// sc: verified 1
// Loops that wait for nothing but a clock, by each of them.
#include <assert.h>
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    time_t end = time(NULL) + 2;
    while (time(NULL) < end)
        ;
    assert(time(NULL) >= end && time(NULL) <= end + 1);
    clock_t ticks = clock() + CLOCKS_PER_SEC / 10;
    while (clock() < ticks)
        usleep(100);
    struct timeval from, to;
    gettimeofday(&from, NULL);
    do
        gettimeofday(&to, NULL);
    while (to.tv_sec < from.tv_sec + 3);
    struct timespec before, after, pause = {0, 250}, bad = {0, 1000000000};
    clock_gettime(CLOCK_REALTIME, &before);
    nanosleep(&pause, NULL);
    clock_gettime(CLOCK_REALTIME, &after);
    assert(after.tv_nsec - before.tv_nsec >= 250);
    after.tv_sec += 5;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &after, NULL);
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert(before.tv_sec == after.tv_sec);
    assert(nanosleep(&bad, NULL) == -1 && errno == EINVAL);
    sleep(1);
    assert(time(NULL) >= after.tv_sec + 1);
    return 0;
}
