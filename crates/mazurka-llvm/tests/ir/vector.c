// What becomes of loops with optimisation, and vectors by hand.
typedef int Four __attribute__((vector_size(16)));
Four shuffle(Four a, Four b) {
  a[1] = 3;
  return __builtin_shufflevector(a + b, b, 0, 5, 2, -1);
}
int total(const int *restrict from, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += from[i] > 3 ? from[i] : 1;
  return sum;
}
void scale(float *restrict to, const float *restrict from, int count) {
  for (int i = 0; i < count; i++)
    to[i] += from[i] * 2;
}
void clear(char *to, unsigned long count) {
  for (unsigned long i = 0; i < count; i++)
    to[i] = 0;
}
_Bool overflow(int a, int b, int *to) { return __builtin_sadd_overflow(a, b, to); }
int hint(int *at) {
  __builtin_prefetch(at);
  if (__builtin_expect(*at == 7, 0))
    __builtin_unreachable();
  return __builtin_clz(*at) + __builtin_bswap32(*at);
}
