// sc: verified 1
// Static objects are destroyed after main, in the order opposite to their making; those of
// threads at the end of the thread, and of main before the static ones.
// variant: -DRACING
// sc: assertion 2: still_there
#include <cassert>
#include <thread>

static int count;

struct Static {
    int order;
    explicit Static(int order) : order(order) { assert(count++ == order); }
    ~Static() { assert(--count == order); }
};

static Static first(0), second(1);

struct Local {
    bool is_made = false;
    void use() { count += !is_made, is_made = true; }
    ~Local() { count--; }
};

static thread_local Local local;

static bool still_there = true;

struct Guard {
    ~Guard() { still_there = false; }
};

static Guard guard;

int main() {
    assert(count == 2);
#ifdef RACING
    // Main does not wait for it.
    std::thread([] { assert(still_there); }).detach();
#else
    std::thread([] { local.use(); }).join();
    assert(count == 2);
    local.use();
#endif
}
