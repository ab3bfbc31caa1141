// sc: verified 1
// Waiting for a change of an atomic value, in C++20; without a notification for ever.
// variant: -std=c++20
// sc: verified
// tso: verified
// variant: -std=c++20 -DFORGETS
// sc: deadlock
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> word{0};

int main() {
#if __cplusplus >= 202002L
    std::thread thread([] {
        word.wait(0);
        assert(word == 1);
    });
    word = 1;
#ifndef FORGETS
    word.notify_one();
#endif
    thread.join();
#endif
}
