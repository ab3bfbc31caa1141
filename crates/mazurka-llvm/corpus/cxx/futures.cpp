// sc: verified
// tso: verified
// std::promise, std::future and std::async.
#include <cassert>
#include <future>

int main() {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread thread([&promise] { promise.set_value(7); });
    assert(future.get() == 7);
    thread.join();
    auto other = std::async(std::launch::async, [] { return 3; });
    assert(other.get() == 3);
}
