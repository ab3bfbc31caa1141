// Threads that all run at once, for the programs beside this file.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define THREAD(name) static void *name(void *unused)
#define STORE(object, value, order) atomic_store_explicit(&(object), value, memory_order_##order)
#define LOAD(object, order) atomic_load_explicit(&(object), memory_order_##order)
#define FENCE(order) atomic_thread_fence(memory_order_##order)

#define RUN(...)                                                          \
    do {                                                                  \
        void *(*const functions[])(void *) = {__VA_ARGS__};               \
        enum { COUNT = sizeof functions / sizeof *functions };            \
        pthread_t threads[COUNT];                                         \
        for (int i = 0; i < COUNT; i++) {                                 \
            pthread_create(&threads[i], NULL, functions[i], NULL);        \
        }                                                                 \
        for (int i = 0; i < COUNT; i++) {                                 \
            pthread_join(threads[i], NULL);                               \
        }                                                                 \
    } while (0)
