// Classes, exceptions, constructors of variables, names.
extern "C" int atexit(void (*)());
struct Base {
  virtual ~Base();
  virtual int value() = 0;
};
Base::~Base() {}
struct Left : virtual Base {
  int x = 3;
  int value() override { return x; }
};
struct Both : Left {
  int value() override { return 7 + x; }
};
namespace space {
template <class T> struct Guard {
  T &held;
  explicit Guard(T &held) : held(held) { held += 1; }
  ~Guard() { held -= 1; }
};
int shared = 0;
int held(int x) {
  Guard<int> guard(shared);
  if (x > 3)
    throw x;
  return x;
}
} // namespace space
Both both;
thread_local Both each;
int caught(int x) {
  try {
    return space::held(x) + each.value();
  } catch (int y) {
    return y;
  } catch (...) {
    return -1;
  }
}
int once() {
  static int first = caught(2);
  auto closure = [&](int y) { return first + y; };
  return closure(1);
}
int main() {
  Base *base = &both;
  return base->value() + once();
}
