// Control flow, arithmetic and calls.
struct Big {
  long values[10];
};
struct Pair {
  int a;
  long b;
};
int printf(const char *, ...);
void *memset(void *, int, unsigned long);
static int add(int a, int b) { return a + b; }
int choose(int x) {
  switch (x) {
  case 1:
    return 5;
  case 2:
  case 3:
    x++;
    break;
  case -7:
    goto out;
  default:
    return x / 3;
  }
out:
  return x;
}
int computed(int x) {
  static void *targets[] = {&&zero, &&one};
  goto *targets[x & 1];
zero:
  return 1;
one:
  return 2;
}
int sum(int count, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, count);
  int total = 0;
  while (count--)
    total += __builtin_va_arg(list, int);
  __builtin_va_end(list);
  return total;
}
struct Big change(struct Big big) {
  big.values[1]++;
  return big;
}
struct Pair pair(int a, long b) {
  struct Pair pair = {a, b};
  return pair;
}
int on_stack(int n) {
  int array[n];
  for (int i = 0; i < n; i++)
    array[i] = i;
  return array[n - 1];
}
double numbers(double x, float y, unsigned u) {
  double z = x < y ? -x * y : (double)(long)x + u;
  return z != z || x >= 2.0 ? (float)u : (unsigned char)y;
}
__int128 product(__int128 a, long b) { return a * b / 3 >> 2; }
long shadow(long x) {
  long y = x;
  {
    long x = y * 2;
    y += x << 3;
  }
  return y ^ x;
}
int old(a, b) int a;
char b;
{ return undeclared(a, b); }
int called(int (*function)(int, int), int x) { return function ? function(x, 1) : add(x, 2); }
int main(int argc, char **argv) {
  struct Big big;
  memset(&big, 0, sizeof big);
  big = change(big);
  printf("%d %s\n", argc, argv[0]);
  return choose(argc) + computed(2) + sum(2, 1, 2) + on_stack(argc) + pair(1, 2).a + called(add, (int)big.values[1]);
}
