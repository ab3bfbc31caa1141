// sc: invalid-access 1: constant
// A write into a string literal.
int main(void) {
    char *text = "hello";
    text[0] = 'j';
    return 0;
}
