// sc: invalid-access 1: which has
// A read past the end of a table, by an index that comes from elsewhere.
static const int table[] = {1, 2, 3, 4};
static int extra = 7;

static int look(unsigned i) {
    return table[i];
}

int main(void) {
    int sum = extra;
    for (unsigned i = 0; i < 4; i++)
        sum += look(i);
    return look((unsigned)sum - 13) ? 0 : 1;
}
