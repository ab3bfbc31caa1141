// sc: invalid-access 1
// A call through a pointer that points to no function.
typedef int (*function)(int);

static int data = 5;

int main(void) {
    function f = (function)(void *)&data;
    return f(3);
}
