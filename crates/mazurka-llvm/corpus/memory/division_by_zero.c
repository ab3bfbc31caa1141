// sc: arithmetic 1
// The mean of nothing.
static int mean(const int *numbers, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum / count;
}

int main(void) {
    int numbers[2] = {1, 2};
    return mean(numbers, 2) == 1 ? mean(numbers, 0) : 0;
}
