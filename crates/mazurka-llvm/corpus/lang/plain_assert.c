// sc: assertion 1: assertion failed
// C without the header: `assert` is then a function that nobody has declared.
// variant: -DHOLDS
// sc: verified 1
int main(void) {
    int x = 1;
#ifdef HOLDS
    assert(x == 1);
#else
    assert(x == 2);
#endif
    return 0;
}
