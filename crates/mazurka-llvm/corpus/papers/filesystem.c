// sc: verified 2
// tso: verified 2
// pso: verified 2
// variant: -DN=16
// sc: verified 8
// tso: verified 8
// variant: -DN=18
// sc: verified 32
// Flanagan and Godefroid (POPL 2005): N threads that each look for a free block, under a
// lock for each inode and each block. 2^(N - 13) traces.
#include <pthread.h>
#include <stdbool.h>

#ifndef N
#define N 14
#endif
#define INODES 32
#define BLOCKS 26

static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES];
static bool busy[BLOCKS];

static void *run(void *argument) {
    int i = (int)(long)argument % INODES;
    pthread_mutex_lock(&inode_lock[i]);
    if (inode[i] == 0) {
        int b = i * 2 % BLOCKS;
        for (;;) {
            pthread_mutex_lock(&block_lock[b]);
            if (!busy[b]) {
                busy[b] = true;
                inode[i] = b + 1;
                pthread_mutex_unlock(&block_lock[b]);
                break;
            }
            pthread_mutex_unlock(&block_lock[b]);
            b = (b + 1) % BLOCKS;
        }
    }
    pthread_mutex_unlock(&inode_lock[i]);
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&inode_lock[i], NULL);
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&block_lock[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&thread, NULL, run, (void *)i);
    pthread_exit(NULL);
}
