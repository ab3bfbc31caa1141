// sc: verified 2
// tso: verified 2
// pso: verified 2
// Output by streams, which multiplies no executions: two threads, in either order.
#include <cassert>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static int count;

static void run(int number) {
    std::cout << "thread " << number << '\n' << std::flush;
    std::lock_guard<std::mutex> guard(lock);
    count++;
    std::cerr << "so far " << count << std::endl;
}

int main() {
    std::thread first(run, 1), second(run, 2);
    first.join();
    second.join();
    std::string text = "abc";
    std::cout << std::setw(6) << text << '|' << std::left << std::setw(4) << 7 << '|' << std::hex
              << std::showbase << 255 << std::dec << ' ' << 1.5 << ' ' << std::fixed
              << std::setprecision(2) << 2.0 / 3 << ' ' << std::boolalpha << true << ' '
              << (unsigned char)'c' << ' ' << 12345678901ul << ' ' << std::setfill('*') << std::right << std::setw(5) << 1 << "\n";
    assert(count == 2);
    return 0;
}
