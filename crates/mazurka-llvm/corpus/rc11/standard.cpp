// rc11: verified 4
// variant: -DORDER=relaxed
// rc11: data-race
// C++: threads, a spin lock of a flag, and a message.
#include <atomic>
#include <cassert>
#include <thread>
#ifndef ORDER
#define ORDER release
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

static std::atomic_flag lock = ATOMIC_FLAG_INIT;
static std::atomic<int *> message{nullptr};
static int count, data;

static void work() {
    while (lock.test_and_set(std::memory_order_acquire)) {
    }
    count++;
    lock.clear(std::memory_order_release);
}

int main() {
    std::thread first([] {
        data = 42;
        message.store(&data, JOIN(std::memory_order_, ORDER));
        work();
    });
    std::thread second([] {
        if (int *p = message.load(std::memory_order_acquire)) {
            assert(*p == 42);
        }
        work();
    });
    first.join();
    second.join();
    assert(count == 2);
}
