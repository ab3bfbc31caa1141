/* Dates of <time.h>: the zone is UTC, as nothing of the host is asked. */

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

#define DAY 86400L

static int is_leap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_of_month(long year, int month) {
    static const char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month] + (month == 1 && is_leap(year));
}

/* How many days the first of January of a year is after that of 1970. */
static long days_before(long year) {
    long before = year - 1;
    long leaps = before / 4 - before / 100 + before / 400;
    return 365 * (year - 1970) + leaps - (1969 / 4 - 1969 / 100 + 1969 / 400);
}

struct tm *gmtime_r(const long *time, struct tm *to) {
    long days = *time / DAY, seconds = *time % DAY;
    if (seconds < 0) {
        seconds += DAY;
        days--;
    }
    if (days < days_before(1) || days >= days_before(10000))
        __mazurka_error("dates before the year 1 and after 9999 are not supported");
    long year = 1970 + days / 366;
    while (days_before(year) > days)
        year--;
    while (days_before(year + 1) <= days)
        year++;
    int day = (int)(days - days_before(year)), month = 0;
    to->tm_yday = day;
    while (day >= days_of_month(year, month))
        day -= days_of_month(year, month++);
    to->tm_sec = (int)(seconds % 60);
    to->tm_min = (int)(seconds / 60 % 60);
    to->tm_hour = (int)(seconds / 3600);
    to->tm_mday = day + 1;
    to->tm_mon = month;
    to->tm_year = (int)(year - 1900);
    to->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = "UTC";
    return to;
}

struct tm *localtime_r(const long *time, struct tm *to) {
    return gmtime_r(time, to);
}

/* Each thread has its own, so that what one is told does not depend on the others. */
static _Thread_local struct tm latest;

struct tm *gmtime(const long *time) {
    return gmtime_r(time, &latest);
}

struct tm *localtime(const long *time) {
    return gmtime_r(time, &latest);
}

/* What is out of its range counts on. */
long mktime(struct tm *from) {
    long months = from->tm_year * 12L + from->tm_mon;
    long year = 1900 + months / 12;
    int month = (int)(months % 12);
    if (month < 0) {
        month += 12;
        year--;
    }
    long days = days_before(year) + from->tm_mday - 1;
    for (int i = 0; i < month; i++)
        days += days_of_month(year, i);
    long time = days * DAY + from->tm_hour * 3600L + from->tm_min * 60L + from->tm_sec;
    gmtime_r(&time, from);
    return time;
}

long timegm(struct tm *from) {
    return mktime(from);
}

void tzset(void) {
}

static const char *const day_names[7] = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
};
static const char *const month_names[12] = {
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
};

char *asctime_r(const struct tm *from, char *to) {
    sprintf(to, "%.3s %.3s %2d %02d:%02d:%02d %d\n", day_names[from->tm_wday],
            month_names[from->tm_mon], from->tm_mday, from->tm_hour, from->tm_min, from->tm_sec,
            1900 + from->tm_year);
    return to;
}

static _Thread_local char latest_text[32];

char *asctime(const struct tm *from) {
    return asctime_r(from, latest_text);
}

char *ctime_r(const long *time, char *to) {
    struct tm parts;
    return asctime_r(gmtime_r(time, &parts), to);
}

char *ctime(const long *time) {
    return ctime_r(time, latest_text);
}

/* A conversion of strftime: its text, which is short. */
static void put_date(char *to, char conversion, const struct tm *from) {
    switch (conversion) {
    case 'a': sprintf(to, "%.3s", day_names[from->tm_wday]); break;
    case 'A': sprintf(to, "%s", day_names[from->tm_wday]); break;
    case 'b':
    case 'h': sprintf(to, "%.3s", month_names[from->tm_mon]); break;
    case 'B': sprintf(to, "%s", month_names[from->tm_mon]); break;
    case 'd': sprintf(to, "%02d", from->tm_mday); break;
    case 'e': sprintf(to, "%2d", from->tm_mday); break;
    case 'H': sprintf(to, "%02d", from->tm_hour); break;
    case 'I': sprintf(to, "%02d", (from->tm_hour + 11) % 12 + 1); break;
    case 'j': sprintf(to, "%03d", from->tm_yday + 1); break;
    case 'm': sprintf(to, "%02d", from->tm_mon + 1); break;
    case 'M': sprintf(to, "%02d", from->tm_min); break;
    case 'p': sprintf(to, "%s", from->tm_hour < 12 ? "AM" : "PM"); break;
    case 'S': sprintf(to, "%02d", from->tm_sec); break;
    case 'u': sprintf(to, "%d", (from->tm_wday + 6) % 7 + 1); break;
    case 'w': sprintf(to, "%d", from->tm_wday); break;
    case 'y': sprintf(to, "%02d", from->tm_year % 100); break;
    case 'Y': sprintf(to, "%d", 1900 + from->tm_year); break;
    case 'z': sprintf(to, "+0000"); break;
    case 'Z': sprintf(to, "UTC"); break;
    case 'n': sprintf(to, "\n"); break;
    case 't': sprintf(to, "\t"); break;
    case '%': sprintf(to, "%%"); break;
    default: __mazurka_error("this conversion of strftime() is not supported");
    }
}

/* Conversions that stand for several. */
static const char *several(char conversion) {
    switch (conversion) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x': return "%m/%d/%y";
    case 'F': return "%Y-%m-%d";
    case 'r': return "%I:%M:%S %p";
    case 'R': return "%H:%M";
    case 'T':
    case 'X': return "%H:%M:%S";
    default: return NULL;
    }
}

/* Adds to a text that has a length: the new length, or more than there is room for. */
static size_t add_dates(char *to, size_t length, size_t room, const char *format,
                        const struct tm *from) {
    for (; *format && length < room; format++) {
        char part[16] = {*format, 0};
        if (*format == '%' && format[1]) {
            format++;
            if (several(*format)) {
                length = add_dates(to, length, room, several(*format), from);
                continue;
            }
            put_date(part, *format, from);
        }
        for (const char *c = part; *c && length < room; c++)
            to[length++] = *c;
    }
    return length;
}

size_t strftime(char *to, size_t room, const char *format, const struct tm *from) {
    size_t length = add_dates(to, 0, room, format, from);
    if (length >= room)
        return 0;
    to[length] = 0;
    return length;
}
