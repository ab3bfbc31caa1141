// sc: invalid-access 1
// A function returns the address of a variable of its own.
static int *make(int value) {
    int local[2] = {value, value};
    int *address = local;
    return address;
}

int main(void) {
    return *make(0);
}
