// sc: verified 4
// tso: verified 4
// pso: verified 4
// variant: -DUNSET
// sc: uninitialised
// A pointer with a counter, changed as one: the four bytes between them are nobody's, and
// are not compared. Those of the fields are.
#include <atomic>
#include <cassert>
#include <thread>

struct Counted {
    int count;
    int *object;
};

static int number;

static void change(std::atomic<Counted> &shared) {
    Counted before = shared.load(), after;
    do {
        after.count = before.count + 1;
        after.object = before.object;
    } while (!shared.compare_exchange_strong(before, after));
}

int main() {
    static std::atomic<Counted> shared;
    Counted first;
#ifdef UNSET
    std::atomic<Counted> own(first);
    change(own);
#endif
    first.count = 0;
    first.object = &number;
    shared.store(first);
    // To store is not to look at what was there.
    alignas(16) unsigned char room[sizeof shared];
    auto *fresh = reinterpret_cast<std::atomic<Counted> *>(room);
    fresh->store(first);
    assert(fresh->load().object == &number);
    std::thread a([] { change(shared); }), b([] { change(shared); });
    a.join();
    b.join();
    Counted last = shared.load();
    assert(last.count == 2 && last.object == &number);
    return 0;
}
