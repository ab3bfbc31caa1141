// sc: verified 4
// tso: verified 4
// pso: verified 4
// std::condition_variable, std::call_once and std::shared_ptr: the last of two owners
// destroys the object.
// variant: -DLOST
// sc: deadlock
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable condition;
static std::once_flag once;
static bool ready;
static int destroyed, called;

struct Object {
    ~Object() { destroyed++; }
};

int main() {
    auto object = std::make_shared<Object>();
    std::thread thread([object] {
        std::unique_lock<std::mutex> held(lock);
#ifdef LOST
        condition.wait(held);
#else
        condition.wait(held, [] { return ready; });
#endif
        std::call_once(once, [] { called++; });
    });
    {
        std::lock_guard<std::mutex> guard(lock);
        ready = true;
    }
    condition.notify_one();
    std::call_once(once, [] { called++; });
    thread.join();
    assert(destroyed == 0 && called == 1);
    object.reset();
    assert(destroyed == 1);
}
