// sc: verified 1
// tso: verified 1
// pso: verified 1
// Pointers: arithmetic, differences, comparisons, casts to integers and back, tags in
// their low bits, pointers to pointers, arrays of arrays, flexible array members.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct buffer { size_t length; char data[]; };
struct list { struct list *next, *previous; };
struct item { int value; struct list link; };

#define ITEM(pointer) ((struct item *)((char *)(pointer)-offsetof(struct item, link)))

static void swap(int **a, int **b) {
    int *c = *a;
    *a = *b;
    *b = c;
}

static int sum(int rows, int columns, int grid[rows][columns]) {
    int total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            total += grid[i][j];
    return total;
}

static void append(struct list *head, struct list *new) {
    new->next = head;
    new->previous = head->previous;
    head->previous->next = new;
    head->previous = new;
}

int main(void) {
    int numbers[10];
    for (int *p = numbers; p != numbers + 10; p++)
        *p = (int)(p - numbers) * 10;
    int *third = &numbers[3], *end = numbers + 10;
    assert(end - third == 7 && third < end && third[-1] == 20 && *(3 + numbers) == 30);
    assert((char *)end - (char *)numbers == 40 && 2 [numbers] == 20);

    uintptr_t address = (uintptr_t)third;
    assert(address % 4 == 0 && (int *)address == third && *(int *)(address + 4) == 40);
    uintptr_t tagged = address | 1;
    assert((tagged & 1) && *(int *)(tagged & ~(uintptr_t)1) == 30);
    uintptr_t mixed = address ^ (uintptr_t)end;
    assert((int *)(mixed ^ (uintptr_t)end) == third);

    int a = 1, b = 2, *pa = &a, *pb = &b;
    swap(&pa, &pb);
    assert(*pa == 2 && *pb == 1 && pa == &b);
    int **pp = &pa, ***ppp = &pp;
    ***ppp = 5;
    assert(b == 5);

    int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    assert(sum(3, 4, grid) == 78 && *(*(grid + 1) + 2) == 7);
    int n = 5;
    int variable[n * 2];
    assert(sizeof variable == 40);
    variable[9] = 3;
    assert(variable[9] == 3);

    struct buffer *buffer = malloc(sizeof *buffer + 6);
    buffer->length = 6;
    memcpy(buffer->data, "hello", 6);
    assert(strcmp(buffer->data, "hello") == 0);
    free(buffer);

    struct list head = {&head, &head};
    struct item items[3];
    for (int i = 0; i < 3; i++) {
        items[i].value = i + 1;
        append(&head, &items[i].link);
    }
    int product = 1;
    for (struct list *p = head.next; p != &head; p = p->next)
        product *= ITEM(p)->value;
    assert(product == 6);

    const char *words[] = {"zero", "one", NULL};
    int count = 0;
    for (const char **word = words; *word; word++)
        count += (int)strlen(*word);
    assert(count == 7);
    void *any = &a;
    assert(*(int *)any == 1 && any == (void *)&a && any != NULL);
    unsigned char bytes[sizeof(int)];
    int value = 0x01020304;
    for (size_t i = 0; i < sizeof value; i++)
        bytes[i] = ((unsigned char *)&value)[i];
    assert(bytes[0] == 4 && bytes[3] == 1);
    short overlay;
    memcpy(&overlay, (char *)&value + 1, sizeof overlay);
    assert(overlay == 0x0203);
    return 0;
}
