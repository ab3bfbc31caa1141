// sc: verified 2
// tso: verified 2
// pso: verified 2
// std::map, std::set and std::list that two threads change under a mutex, in either order.
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>

static std::map<int, int> squares;
static std::set<int> odd;
static std::list<int> order;
static std::mutex lock;

static void add(int n) {
    std::lock_guard<std::mutex> guard(lock);
    squares[n] = n * n;
    if (n % 2)
        odd.insert(n);
    order.push_back(n);
}

int main() {
    std::thread thread(add, 3);
    add(2);
    thread.join();
    assert(squares.size() == 2 && squares[3] == 9 && odd.count(3) && !odd.count(2));
    assert(order.size() == 2);
    order.sort();
    order.reverse();
    assert(order.front() == 3 && order.back() == 2);
    squares.erase(2);
    assert(squares.find(2) == squares.end() && squares.begin()->first == 3);
}
