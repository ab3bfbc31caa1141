/* Everything that reads files, printed: run here and checked, it must print the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sys/mman.h>

static void streams(void) {
    char line[16];
    FILE *file = fopen("words", "r");
    printf("fgets");
    while (fgets(line, sizeof line, file))
        printf(" <%s> %ld %d", line, ftell(file), feof(file));
    printf(" %d %d\n", feof(file), ferror(file));
    rewind(file);
    printf("getc %d %d", feof(file), getc(file));
    int c = fgetc(file);
    printf(" %d %d %ld", ungetc(c, file), ungetc('!', file), ftell(file));
    printf(" %d %d %d", getc(file), getc(file), getc(file));
    printf(" %d %d\n", ungetc(EOF, file), getc_unlocked(file));
    printf("fseek %d %ld", fseek(file, -5, SEEK_END), ftell(file));
    printf(" %d", fgetc(file));
    printf(" %d %d", fseek(file, 2, SEEK_CUR), fgetc(file));
    errno = 0;
    printf(" %d", fseek(file, -1000, SEEK_CUR));
    printf(" %d %ld", errno, ftell(file));
    printf(" %d %ld %d %d\n", fseek(file, 1000, SEEK_SET), ftell(file), fgetc(file), feof(file));
    fpos_t place;
    rewind(file);
    fgets(line, 3, file);
    fgetpos(file, &place);
    fgets(line, sizeof line, file);
    fsetpos(file, &place);
    printf("fsetpos %d\n", fgetc(file));
    fseek(file, 0, SEEK_SET);
    char bytes[8];
    printf("fread");
    for (size_t n; (n = fread(bytes, 3, 2, file)) > 0;)
        printf(" %zu %ld", n, ftell(file));
    printf(" %ld %d %zu %zu\n", ftell(file), feof(file), fread(bytes, 0, 5, file), fread(bytes, 5, 0, file));
    clearerr(file);
    printf("clearerr %d\n", feof(file));
    errno = 0;
    printf("write %d", fputc('x', file));
    printf(" %d %d\n", errno, ferror(file) != 0);
    printf("fclose %d\n", fclose(file));
}

static void lines(void) {
    FILE *file = fopen("words", "rb");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    printf("getline");
    while ((length = getline(&line, &room, file)) != -1)
        printf(" %zd %zu <%s>", length, room, line);
    printf(" %d\n", feof(file));
    rewind(file);
    printf("getdelim");
    while ((length = getdelim(&line, &room, 'e', file)) != -1)
        printf(" %zd <%s>", length, line);
    printf("\n");
    free(line);
    fclose(file);
    file = fopen("binary", "rb");
    line = NULL;
    room = 0;
    length = getline(&line, &room, file);
    printf("binary %zd %zu", length, room);
    for (int i = 0; i < 5; i++)
        printf(" %d", (unsigned char)line[i]);
    printf("\n");
    free(line);
    fclose(file);
    file = fopen("empty", "r");
    printf("empty %d", feof(file));
    printf(" %d", fgetc(file));
    printf(" %d %ld\n", feof(file), ftell(file));
    fclose(file);
}

static void numbers(void) {
    FILE *file = fopen("numbers", "r");
    int a = -1, b = -1, n = -1;
    unsigned u = 0;
    long l = -1;
    double d = -1;
    float f = -1;
    char word[20] = "", c = '?';
    printf("%d", fscanf(file, "%d %x", &a, &u));
    printf(" %d %u", a, u);
    printf(" %d", fscanf(file, "%2d%3d%n", &a, &b, &n));
    printf(" %d %d %d", a, b, n);
    printf(" %d", fscanf(file, "%lf,%f", &d, &f));
    printf(" %g %g", d, f);
    printf(" %d", fscanf(file, "%s %[a-z]%c", word, word + 10, &c));
    printf(" %s %s %d", word, word + 10, c);
    printf(" %d", fscanf(file, "%li %*s %i", &l, &a));
    printf(" %ld %d", l, a);
    printf(" %d", fscanf(file, "%d", &a));
    printf(" %d", fgetc(file));
    printf(" %d", fscanf(file, " x = %d%%", &a));
    printf(" %d %d", a, feof(file));
    printf(" %d", fscanf(file, "%d", &a));
    printf(" %d\n", feof(file));
    fclose(file);
}

static void descriptors(void) {
    char bytes[32] = "";
    struct stat data;
    int fd = open("words", O_RDONLY);
    printf("open %d %d %d", fd, open("none", O_RDONLY), errno == ENOENT);
    printf(" %zd %.5s", read(fd, bytes, 5), bytes);
    printf(" %ld %ld", (long)lseek(fd, 2, SEEK_CUR), (long)lseek(fd, -2, SEEK_END));
    printf(" %zd %zd", read(fd, bytes, 32), read(fd, bytes, 32));
    printf(" %zd %.3s", pread(fd, bytes, 3, 4), bytes);
    errno = 0;
    printf(" %ld", (long)lseek(fd, -100, SEEK_SET));
    printf(" %d", errno);
    printf(" %d %ld %d", fstat(fd, &data), (long)data.st_size, S_ISREG(data.st_mode));
    int other = open("numbers", O_RDONLY);
    printf(" %d %d", other, close(fd));
    fd = open("words", O_RDONLY | O_CLOEXEC);
    errno = 0;
    printf(" %d %d %d", fd, close(77), errno);
    FILE *file = fdopen(fd, "r");
    printf(" %d %s", fileno(file) == fd, fgets(bytes, sizeof bytes, file));
    fclose(file);
    errno = 0;
    printf(" %zd", read(fd, bytes, 1));
    printf(" %d", errno);
    file = fopen("words", "r");
    printf(" %d", fileno(file));
    fclose(file);
    errno = 0;
    printf(" %zd", write(other, "x", 1));
    printf(" %d\n", errno);
    char *pages = mmap(NULL, 10, PROT_READ, MAP_PRIVATE, other, 0);
    printf("mmap %.6s", pages);
    printf(" %d\n", munmap(pages, 10));
    close(other);
    printf("stat %d %ld", stat("words", &data), (long)data.st_size);
    errno = 0;
    printf(" %d", stat("none", &data));
    printf(" %d %d %d", errno, access("words", R_OK), access("words", F_OK));
    errno = 0;
    printf(" %d", access("none", R_OK));
    printf(" %d\n", errno);
}

static void missing(void) {
    errno = 0;
    printf("missing %d", fopen("none", "r") == NULL);
    printf(" %d", errno);
    errno = 0;
    printf(" %d", fopen("none", "r+") == NULL);
    printf(" %d", errno);
    errno = 0;
    printf(" %d", fopen("words", "?") == NULL);
    printf(" %d\n", errno);
}

static void input(void) {
    int a = 0, b = 0;
    char word[32], *line = NULL;
    size_t room = 0;
    printf("stdin %d", scanf("%d %d", &a, &b));
    printf(" %d %d %d", a, b, getchar());
    printf(" %s", fgets(word, sizeof word, stdin));
    printf(" %zd %s", getline(&line, &room, stdin), line);
    printf(" %d %d %d\n", getchar(), feof(stdin), fileno(stdin));
    free(line);
}

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    streams();
    lines();
    numbers();
    descriptors();
    missing();
    input();
    abort();
}
