/* The parts of libstdc++'s containers that are no templates: the trees of std::map and
   std::set, the rings of std::list, and the sizes and hashes of std::unordered_map. Only
   the layouts, and what callers see, are libstdc++'s. */

/* A node of a tree. The header, which is the end of an iteration, has the root as its
   parent, and the first and the last node as its children. */
struct tree_node {
    int colour;
    struct tree_node *parent, *left, *right;
};

enum { RED, BLACK };

static struct tree_node *leftmost(struct tree_node *node) {
    while (node->left)
        node = node->left;
    return node;
}

static struct tree_node *rightmost(struct tree_node *node) {
    while (node->right)
        node = node->right;
    return node;
}

static struct tree_node *next_node(struct tree_node *node) {
    if (node->right)
        return leftmost(node->right);
    struct tree_node *above = node->parent;
    while (node == above->right) {
        node = above;
        above = above->parent;
    }
    /* From a root without a right child one comes to the header, and back. */
    return node->right == above ? node : above;
}

static struct tree_node *previous_node(struct tree_node *node) {
    if (node->colour == RED && node->parent && node->parent->parent == node)
        return node->right;
    if (node->left)
        return rightmost(node->left);
    struct tree_node *above = node->parent;
    while (node == above->left) {
        node = above;
        above = above->parent;
    }
    return above;
}

struct tree_node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct tree_node *node) {
    return next_node(node);
}

struct tree_node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct tree_node *node) {
    return next_node(node);
}

struct tree_node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct tree_node *node) {
    return previous_node(node);
}

struct tree_node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct tree_node *node) {
    return previous_node(node);
}

/* Puts another node, or none, in the place that a node has below its parent. */
static void put_below(struct tree_node *header, struct tree_node *node, struct tree_node *other) {
    struct tree_node *above = node->parent;
    if (above == header)
        header->parent = other;
    else if (above->left == node)
        above->left = other;
    else
        above->right = other;
    if (other)
        other->parent = above;
}

/* Turns the edge to a child, so that the child comes to be above. */
static void turn(struct tree_node *header, struct tree_node *child) {
    struct tree_node *node = child->parent, *between;
    int was_left = node->left == child;
    put_below(header, node, child);
    if (was_left) {
        between = child->right;
        node->left = between;
        child->right = node;
    } else {
        between = child->left;
        node->right = between;
        child->left = node;
    }
    if (between)
        between->parent = node;
    node->parent = child;
}

/* A node is red and so may be its parent: moves that upwards until it is right. */
static void repair_red(struct tree_node *header, struct tree_node *node) {
    while (node->parent != header && node->parent->colour == RED) {
        struct tree_node *above = node->parent, *top = above->parent;
        int is_left = top->left == above;
        struct tree_node *uncle = is_left ? top->right : top->left;
        if (uncle && uncle->colour == RED) {
            above->colour = uncle->colour = BLACK;
            top->colour = RED;
            node = top;
            continue;
        }
        if (node == (is_left ? above->right : above->left)) {
            turn(header, node);
            above = node;
        }
        above->colour = BLACK;
        top->colour = RED;
        turn(header, above);
        break;
    }
    header->parent->colour = BLACK;
}

void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
    _Bool is_left, struct tree_node *node, struct tree_node *above, struct tree_node *header) {
    node->colour = RED;
    node->parent = above;
    node->left = node->right = NULL;
    if (above == header) {
        header->parent = header->left = header->right = node;
    } else if (is_left) {
        above->left = node;
        if (header->left == above)
            header->left = node;
    } else {
        above->right = node;
        if (header->right == above)
            header->right = node;
    }
    repair_red(header, node);
}

/* The paths by way of `node`, which may be none, below `above` have one black node too
   few. */
static void repair_black(struct tree_node *header, struct tree_node *node,
                         struct tree_node *above) {
    while (above != header && (!node || node->colour == BLACK)) {
        int is_left = above->left == node;
        struct tree_node *other = is_left ? above->right : above->left;
        if (other->colour == RED) {
            other->colour = BLACK;
            above->colour = RED;
            turn(header, other);
            other = is_left ? above->right : above->left;
        }
        struct tree_node *near = is_left ? other->left : other->right;
        struct tree_node *far = is_left ? other->right : other->left;
        if ((!near || near->colour == BLACK) && (!far || far->colour == BLACK)) {
            other->colour = RED;
            node = above;
            above = above->parent;
            continue;
        }
        if (!far || far->colour == BLACK) {
            near->colour = BLACK;
            other->colour = RED;
            turn(header, near);
            far = other;
            other = near;
        }
        other->colour = above->colour;
        above->colour = far->colour = BLACK;
        turn(header, other);
        return;
    }
    if (node)
        node->colour = BLACK;
}

struct tree_node *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(
    struct tree_node *node, struct tree_node *header) {
    if (header->left == node)
        header->left = node->right ? leftmost(node->right) : node->parent;
    if (header->right == node)
        header->right = node->left ? rightmost(node->left) : node->parent;
    struct tree_node *below, *above;
    int colour = node->colour;
    if (node->left && node->right) {
        /* The next node takes its place. */
        struct tree_node *next = leftmost(node->right);
        colour = next->colour;
        below = next->right;
        above = next->parent == node ? next : next->parent;
        if (above != next) {
            put_below(header, next, below);
            next->right = node->right;
            next->right->parent = next;
        }
        next->left = node->left;
        next->left->parent = next;
        next->colour = node->colour;
        put_below(header, node, next);
    } else {
        below = node->left ? node->left : node->right;
        above = node->parent;
        put_below(header, node, below);
    }
    if (colour == BLACK && header->parent)
        repair_black(header, below, above);
    return node;
}

/* A node of a ring. */
struct ring_node {
    struct ring_node *next, *previous;
};

void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct ring_node *node, struct ring_node *place) {
    node->next = place;
    node->previous = place->previous;
    place->previous->next = node;
    place->previous = node;
}

void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct ring_node *node) {
    node->previous->next = node->next;
    node->next->previous = node->previous;
}

/* Moves those from `first` to before `last` to before `place`. */
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct ring_node *place,
                                                          struct ring_node *first,
                                                          struct ring_node *last) {
    if (place == last || first == last)
        return;
    struct ring_node *end = last->previous, *before = place->previous;
    first->previous->next = last;
    last->previous = first->previous;
    before->next = first;
    first->previous = before;
    end->next = place;
    place->previous = end;
}

void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct ring_node *ring) {
    struct ring_node *node = ring;
    do {
        struct ring_node *next = node->next;
        node->next = node->previous;
        node->previous = next;
        node = next;
    } while (node != ring);
}

/* Makes a ring out of what another has between its ends. */
static void take_ring(struct ring_node *to, struct ring_node from, const struct ring_node *old) {
    if (from.next == old) {
        to->next = to->previous = to;
    } else {
        *to = from;
        to->next->previous = to->previous->next = to;
    }
}

void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct ring_node *a, struct ring_node *b) {
    struct ring_node first = *a, second = *b;
    take_ring(a, second, b);
    take_ring(b, first, a);
}

/* When a hash table grows. */
struct rehash_policy {
    float load;
    size_t limit;
};

static int is_prime(size_t n) {
    for (size_t i = 2; i * i <= n; i++)
        if (n % i == 0)
            return 0;
    return n > 1;
}

size_t _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(struct rehash_policy *policy,
                                                            size_t least) {
    while (!is_prime(least))
        least++;
    policy->limit = (size_t)((double)least * policy->load);
    return least;
}

struct rehash_answer {
    _Bool grows;
    size_t buckets;
};

struct rehash_answer _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(
    struct rehash_policy *policy, size_t buckets, size_t elements, size_t more) {
    struct rehash_answer answer = {0, 0};
    size_t wanted = elements + more;
    if (wanted <= policy->limit)
        return answer;
    if (!policy->limit && wanted < 11)
        wanted = 11;
    size_t least = (size_t)((double)wanted / policy->load);
    if (least < buckets) {
        policy->limit = (size_t)((double)buckets * policy->load);
        return answer;
    }
    least = least + 1 > buckets * 2 ? least + 1 : buckets * 2;
    answer.grows = 1;
    answer.buckets = _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(policy, least);
    return answer;
}

/* Hashes of bytes: a function of them and of the seed, and of nothing else. */
static size_t mix(size_t hash, size_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15UL;
    return hash ^ hash >> 32;
}

size_t _ZSt11_Hash_bytesPKvmm(const unsigned char *bytes, size_t length, size_t seed) {
    size_t hash = mix(seed, length);
    for (size_t i = 0; i < length; i++)
        hash = mix(hash, bytes[i]);
    return hash;
}

size_t _ZSt15_Fnv_hash_bytesPKvmm(const unsigned char *bytes, size_t length, size_t seed) {
    return _ZSt11_Hash_bytesPKvmm(bytes, length, seed);
}
