/* dynamic_cast of C++, by the information about types that compiled code carries along. */

struct type_info {
    const void *table;
    const char *name;
    const struct type_info *base;
};

struct base_info {
    const struct type_info *type;
    /* Where it is, in bits from 8 on; bit 0: it is virtual, bit 1: it is public. */
    long place;
};

struct bases_info {
    const void *table;
    const char *name;
    unsigned flags;
    unsigned count;
    struct base_info bases[];
};

/* The part with a type of an object with another, at `object`; NULL if there is none. */
static char *part_of(char *object, const struct type_info *type, const struct type_info *wanted) {
    if (type == wanted)
        return object;
    if (type->table == &_ZTVN10__cxxabiv120__si_class_type_infoE[2])
        return part_of(object, type->base, wanted);
    if (type->table != &_ZTVN10__cxxabiv121__vmi_class_type_infoE[2])
        return NULL;
    const struct bases_info *bases = (const struct bases_info *)type;
    for (unsigned i = 0; i < bases->count; i++) {
        long place = bases->bases[i].place >> 8;
        if (bases->bases[i].place & 1)
            place = *(const long *)(*(char **)object + place);
        char *found = part_of(object + place, bases->bases[i].type, wanted);
        if (found)
            return found;
    }
    return NULL;
}

void *__dynamic_cast(const void *object, const struct type_info *from,
                     const struct type_info *to, long hint) {
    (void)from;
    (void)hint;
    const long *table = *(const long *const *)object;
    char *whole = (char *)object + table[-2];
    return part_of(whole, (const struct type_info *)table[-1], to);
}
