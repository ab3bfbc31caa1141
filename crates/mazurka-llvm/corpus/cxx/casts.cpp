// sc: verified 1
// tso: verified 1
// pso: verified 1
// dynamic_cast: down, up, across, and to what an object is not; with virtual bases.
#include <cassert>

struct Base {
    int base = 1;
    virtual ~Base() {}
};
struct Left : virtual Base {
    int left = 2;
};
struct Right : virtual Base {
    int right = 3;
};
struct Whole : Left, Right {
    int whole = 4;
};
struct Plain {
    virtual ~Plain() {}
};
struct Derived : Plain {
    int derived = 5;
};
struct Other : Plain {};

int main() {
    Whole object;
    Base *base = &object;
    assert(dynamic_cast<Whole *>(base) == &object && dynamic_cast<Whole *>(base)->whole == 4);
    Left *left = &object;
    assert(dynamic_cast<Right *>(left)->right == 3);
    assert(dynamic_cast<Left *>(base)->left == 2);
    assert(dynamic_cast<void *>(left) == &object);
    Derived derived;
    Plain *plain = &derived;
    assert(dynamic_cast<Derived *>(plain)->derived == 5);
    assert(!dynamic_cast<Other *>(plain));
    assert(!dynamic_cast<Base *>(plain));
    return 0;
}
