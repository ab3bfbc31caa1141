// sc: verified 1
// Dates, in UTC.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
    static const long times[] = {0, 951782400, 951868799, 1577836800, 4102444799, -86401};
    static const char *const texts[] = {
        "Thu Jan  1 00:00:00 1970\n", "Tue Feb 29 00:00:00 2000\n", "Tue Feb 29 23:59:59 2000\n",
        "Wed Jan  1 00:00:00 2020\n", "Thu Dec 31 23:59:59 2099\n", "Tue Dec 30 23:59:59 1969\n",
    };
    for (int i = 0; i < 6; i++) {
        struct tm parts;
        char text[64];
        time_t time = times[i];
        assert(gmtime_r(&time, &parts) == &parts);
        assert(!strcmp(asctime_r(&parts, text), texts[i]));
        assert(timegm(&parts) == time);
    }
    struct tm march = {.tm_year = 100, .tm_mon = 13, .tm_mday = 29, .tm_hour = 25};
    timegm(&march);
    char text[64];
    assert(strftime(text, sizeof text, "%F %T %a %j %I%p %%", &march) == 34);
    assert(!strcmp(text, "2001-03-02 01:00:00 Fri 061 01AM %"));
    assert(!strftime(text, 5, "%F", &march));
    return 0;
}
