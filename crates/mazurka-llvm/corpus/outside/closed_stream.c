// flags: --file words=words.txt
// sc: invalid-access: freed
// A stream is closed while another thread may still read from it.
#include <pthread.h>
#include <stdio.h>

static FILE *words;

static void *read_one(void *unused) {
    getc(words);
    return unused;
}

int main(void) {
    words = fopen("words", "r");
    pthread_t other;
    pthread_create(&other, NULL, read_one, NULL);
    fclose(words);
    pthread_join(other, NULL);
    return 0;
}
