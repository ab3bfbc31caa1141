// sc: invalid-access 1: which has
// A write past the end of an array on the stack, in a called function.
static void fill(int *array, int count) {
    for (int i = 0; i < count; i++)
        array[i] = i;
}

int main(void) {
    int array[3], neighbour[3];
    fill(neighbour, 3);
    fill(array, 4);
    return neighbour[0];
}
