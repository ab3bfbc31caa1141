// Variables and their initial values.
typedef struct {
  int number;
  char letter;
  double real[3];
  union {
    int i;
    float f;
  } either;
} Item;
struct __attribute__((packed)) Packed {
  char letter;
  int number;
};
struct Bits {
  int a : 3;
  unsigned b : 9;
  long c : 40;
};
struct Node {
  struct Node *next;
  const char *name;
  int (*call)(int);
};
static int twice(int x) { return 2 * x; }
extern int elsewhere;
extern int perhaps __attribute__((weak));
int may_be_replaced __attribute__((weak)) = 3;
Item items[3] = {{1, 'x', {1.5, 2.5, 1e300}, {7}}, {2}};
static Item hidden = {5};
struct Packed packed = {1, 2};
struct Bits bits = {1, 2, 3};
struct Node first, second = {&first, "second\n", twice}, first = {&second, "quote\" \\ \001", 0};
char text[] = "text";
unsigned char bytes[5] = {1, 2, 3, 4, 255};
const char *const words[] = {"one", "two"};
int large[1000000];
_Thread_local long own = 5;
float small = 0.1f;
long double wide = 1.25L;
__int128 huge = -1;
_Bool yes = 1;
int *inside = &items[1].either.i;
char *past = (char *)&items[3];
void *self = &self;
unsigned long as_number = (unsigned long)&items[1];
volatile int *fixed = (volatile int *)0x1000;
int use(void) {
  static int calls = 10;
  return hidden.number + calls++ + elsewhere + (&perhaps ? perhaps : 0);
}
extern int other_name(void) __attribute__((alias("use")));
__attribute__((constructor)) void late(void) {}
__attribute__((constructor(101))) void early(void) {}
__attribute__((destructor)) void done(void) {}
