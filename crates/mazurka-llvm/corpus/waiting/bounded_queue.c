// sc: verified 4
// tso: verified 4
// pso: verified 4
// Vyukov's bounded queue of many producers and consumers, two of each: who finds it full or
// empty tries again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define SIZE 2

struct cell {
    atomic_uint turn;
    int value;
};

static struct cell cells[SIZE];
static atomic_uint head, tail;

static void *produce(void *argument) {
    for (;;) {
        unsigned place = atomic_load(&tail);
        struct cell *cell = &cells[place % SIZE];
        if (atomic_load(&cell->turn) == place &&
            atomic_compare_exchange_strong(&tail, &place, place + 1)) {
            cell->value = (int)(intptr_t)argument;
            atomic_store(&cell->turn, place + 1);
            return argument;
        }
    }
}

static void *consume(void *argument) {
    for (;;) {
        unsigned place = atomic_load(&head);
        struct cell *cell = &cells[place % SIZE];
        if (atomic_load(&cell->turn) == place + 1 &&
            atomic_compare_exchange_strong(&head, &place, place + 1)) {
            int value = cell->value;
            atomic_store(&cell->turn, place + SIZE);
            assert(value == 1 || value == 2);
            return argument;
        }
    }
}

int main(void) {
    for (unsigned i = 0; i < SIZE; i++)
        atomic_init(&cells[i].turn, i);
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, produce, (void *)1);
    pthread_create(&threads[1], NULL, produce, (void *)2);
    pthread_create(&threads[2], NULL, consume, NULL);
    pthread_create(&threads[3], NULL, consume, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
