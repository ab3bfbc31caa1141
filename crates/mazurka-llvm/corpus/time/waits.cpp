// sc: verified 4
// tso: verified 4
// pso: verified 4
// Waits of C++ with limits, which look at the clock themselves: they end.
// variant: -DNOT_SET
// sc: assertion 4
// variant: -DLOCK
// sc: verified 3
// variant: -DFUTURE
// sc: verified
// variant: -DALONE
// sc: verified 1
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

using namespace std::chrono;

#if defined LOCK

static std::timed_mutex lock;
static int count;

int main() {
    std::thread other([] {
        std::lock_guard<std::timed_mutex> held(lock);
        count++;
    });
    auto began = steady_clock::now();
    if (lock.try_lock_for(seconds(1))) {
        count++;
        lock.unlock();
    } else {
        assert(steady_clock::now() - began >= seconds(1));
    }
    other.join();
    assert(count >= 1);
}

#elif defined FUTURE

int main() {
    std::promise<int> promise;
    auto future = promise.get_future();
    std::thread other([&] { promise.set_value(1); });
    auto began = steady_clock::now();
    if (future.wait_for(seconds(1)) == std::future_status::ready)
        assert(future.get() == 1);
    else
        assert(steady_clock::now() - began >= seconds(1));
    other.join();
}

#elif defined ALONE

static std::mutex lock;
static std::condition_variable condition;

int main() {
    std::unique_lock<std::mutex> held(lock);
    assert(condition.wait_for(held, seconds(1)) == std::cv_status::timeout);
    assert(!condition.wait_for(held, seconds(1), [] { return false; }));
    auto began = steady_clock::now();
    std::this_thread::sleep_for(milliseconds(10));
    assert(steady_clock::now() - began >= milliseconds(10));
    auto until = system_clock::now() + seconds(1);
    std::this_thread::sleep_until(until);
    assert(system_clock::now() >= until);
}

#else

static std::mutex lock;
static std::condition_variable condition;
static bool ready;

int main() {
    std::thread other([] {
        std::lock_guard<std::mutex> held(lock);
        ready = true;
        condition.notify_one();
    });
    bool was_set;
    {
        std::unique_lock<std::mutex> held(lock);
        auto began = steady_clock::now();
        was_set = condition.wait_for(held, seconds(1), [] { return ready; });
        assert(was_set || steady_clock::now() - began >= seconds(1));
    }
    other.join();
#ifdef NOT_SET
    assert(was_set);
#endif
}

#endif
