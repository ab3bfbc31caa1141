// sc: verified 4
// tso: verified 4
// pso: verified 4
// The kernel's old read-write lock: who takes too much gives it back and looks until it may try
// again. What is taken and given back others see, so every such round is an execution of its own.
// variant: -DREADERS=2
// sc: verified 188
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ALL 0x100000
#ifndef READERS
#define READERS 1
#endif

static atomic_int left = ALL;
static int data;

static void *read_data(void *argument) {
    while (atomic_fetch_sub(&left, 1) <= 0) {
        atomic_fetch_add(&left, 1);
        while (atomic_load(&left) <= 0)
            ;
    }
    int before = data;
    assert(before == data);
    atomic_fetch_add(&left, 1);
    return argument;
}

static void *write_data(void *argument) {
    while (atomic_fetch_sub(&left, ALL) != ALL) {
        atomic_fetch_add(&left, ALL);
        while (atomic_load(&left) != ALL)
            ;
    }
    data++;
    atomic_fetch_add(&left, ALL);
    return argument;
}

int main(void) {
    pthread_t readers[READERS], writer;
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, read_data, NULL);
    pthread_create(&writer, NULL, write_data, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    pthread_join(writer, NULL);
    return 0;
}
