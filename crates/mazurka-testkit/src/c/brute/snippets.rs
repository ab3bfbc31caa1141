//! What threads are made of: pieces of C text, each of which can be left out.
//!
//! In a piece, `@name` is something of this program, `$k` a small constant, `$i` an index
//! below four, `$o` a word that only this thread writes, `$x` a plain variable, `$a` an
//! atomic one, `$h` a thread, `$l`, `$s` and `$r` the order of a load, a store and a read-modify-write,
//! `$A` a simple access, and `$B` another piece, without such a one within it.

/// Pieces that have to do with one another.
pub(super) struct Family {
    /// What they are about.
    pub(super) name: &'static str,
    /// The pieces.
    pub(super) pieces: &'static [&'static str],
}

/// What a program has of its own, whatever its threads do.
pub(super) const GLOBALS: &str = "\
int @x, @y;
volatile int @v;
_Atomic(int) @a, @b;
_Atomic(int *) @p, @unset;
struct @node { int value; int other; struct @node *next; };
_Atomic(struct @node *) @n;
struct @pair { int x, y, z; };
struct @pair @s, @t;
struct { unsigned low : 3, middle : 5, high : 8; unsigned rest; } @f;
union { uint64_t q; uint32_t d[2]; uint16_t w[4]; uint8_t c[8]; } @u;
uint8_t @buffer[16];
int @array[4], @index;
pthread_mutex_t @m = PTHREAD_MUTEX_INITIALIZER, @m2 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t @recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t @checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_rwlock_t @rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t @c = PTHREAD_COND_INITIALIZER;
pthread_once_t @once = PTHREAD_ONCE_INIT;
pthread_spinlock_t @spin;
pthread_barrier_t @barrier;
sem_t @sem;
pthread_key_t @key;
mtx_t @mtx;
cnd_t @cnd;
once_flag @flag = ONCE_FLAG_INIT;
tss_t @tss;
pthread_mutex_t @robust;
pthread_t @h[4];
__thread int @mine;
uint64_t @o0[8], @o1[8], @o2[8], @o3[8];
void *@child(void *);
int @started(void *);
void @first(void);
void @destructor(void *);
static struct @pair @turned(struct @pair p) { return (struct @pair){p.z, p.x, p.y}; }
static int @deep(int n, int *up) {
    int local = n + @x;
    if (up) *up += local;
    if (n > 0) local += @deep(n - 1, &local);
    return local;
}
void __VERIFIER_atomic_@both(int value) { @x = value; @y = value; @b = value; }
void __VERIFIER_atomic_@take(int value) { __VERIFIER_assume(@x != value); @x = value; @y++; }
void __VERIFIER_atomic_@locked(int value) {
    pthread_mutex_lock(&@m);
    @x = value;
    pthread_mutex_unlock(&@m);
    @y = value;
}
static void @cleaned(void *argument) { @y = 4; }
static void @unlocked(void *argument) { pthread_mutex_unlock(argument); }
";

/// How `main` begins: what is initialised by a call.
pub(super) const INITIALISED: &str = "\
    pthread_spin_init(&@spin, 0);
    pthread_barrier_init(&@barrier, NULL, 2);
    sem_init(&@sem, 0, 1);
    pthread_key_create(&@key, @destructor);
    mtx_init(&@mtx, mtx_plain);
    cnd_init(&@cnd);
    tss_create(&@tss, @destructor);
    {
        pthread_mutexattr_t attr;
        pthread_mutexattr_init(&attr);
        pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
        pthread_mutex_init(&@robust, &attr);
    }
";

/// What of the globals is looked at in the end: names, offsets and sizes.
pub(super) const LOOKED_AT: &[(&str, u64, usize)] = &[
    ("x", 0, 4),
    ("y", 0, 4),
    ("v", 0, 4),
    ("a", 0, 4),
    ("b", 0, 4),
    ("p", 0, 8),
    ("n", 0, 8),
    ("s", 0, 8),
    ("s", 8, 4),
    ("t", 0, 8),
    ("t", 8, 4),
    ("f", 0, 8),
    ("u", 0, 8),
    ("buffer", 0, 8),
    ("buffer", 8, 8),
    ("array", 0, 8),
    ("array", 8, 8),
    ("index", 0, 4),
];

/// Simple accesses, of which every program has some.
pub(super) const ACCESSES: Family = Family {
    name: "access",
    pieces: &[
        "$x = $k;",
        "$x = $k;",
        "$o = $x;",
        "$o = $x;",
        "$x++;",
        "$x = $x + $k;",
        "$x = @array[$i] + $k;",
        "atomic_store_explicit(&$a, $k, $s);",
        "$a = $k;",
        "$o = atomic_load_explicit(&$a, $l);",
        "$o = $a;",
        "$o = atomic_fetch_add_explicit(&$a, $k, $r);",
        "$o = atomic_exchange_explicit(&$a, $k, $r);",
        "$a += $k;",
        "$o = atomic_fetch_or_explicit(&$a, $k, $r);",
        "{ int e = $k; $o = atomic_compare_exchange_strong(&$a, &e, $k); }",
        "$o = __sync_val_compare_and_swap(&$x, 0, $k);",
        "atomic_thread_fence($r);",
    ],
};

/// All other families.
pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "pointer",
        pieces: &[
            "@p = &@x;",
            "@p = &@array[$i];",
            "{ int *q = malloc(4); *q = $k; atomic_store_explicit(&@p, q, $s); }",
            "{ int local = $k; @p = &local; $B @p = NULL; $o = local; }",
            "{ int *q = atomic_load_explicit(&@p, $l); if (q) $o = *q; }",
            "{ int *q = @p; if (q) *q = $k; }",
            "{ int *q = @p; if (q) { $B *q += $k; } }",
            "free(atomic_exchange(&@p, NULL));",
            "{ struct @node *node = calloc(1, sizeof *node); node->value = $k; node->next = @n; \
              @n = node; }",
            "{ struct @node *node = @n; if (node) { $o = node->value; node->other = $k; } }",
            "{ struct @node *node = @n; if (node && node->next) $o = node->next->value; }",
            "{ struct @node *node = @n; if (node && atomic_compare_exchange_strong(&@n, &node, \
              node->next)) free(node); }",
        ],
    },
    Family {
        name: "free",
        pieces: &[
            "{ int *q = calloc(2, 4); q[1] = $k; @p = q; $B free(q); }",
            "{ int *q = @p; free(q); }",
            "{ int *q = @p; @p = NULL; free(q); }",
            "{ int *q = @p; if (q) q[0] = $k; }",
            "{ int *q = @p; if (q) $o = q[1]; }",
            "{ int *q = @p; if (q) @p = realloc(q, 16); }",
            "{ int *q = @p; if (q) { int local[2]; memcpy(local, q, 4); $o = local[0]; } }",
            "{ int *q = @p; if (q) memset(q, $k, 4); }",
            "pthread_mutex_lock(&@m); if (@n) { @n->value = $k; } pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); { struct @node *node = @n; @n = NULL; free(node); } \
             pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); if (!@n) @n = calloc(1, sizeof(struct @node)); \
             pthread_mutex_unlock(&@m);",
        ],
    },
    Family {
        name: "bytes",
        pieces: &[
            "memcpy(@buffer, @buffer + 6, 5);",
            "memmove(@buffer + 1, @buffer, 4);",
            "memset(@buffer + $i, $k, 3);",
            "memset(@buffer, $k, 8);",
            "*(uint32_t *)(@buffer + 4) = 0x01020304 * $k;",
            "*(uint16_t *)(@buffer + 2) = 0x0102 * $k;",
            "@buffer[$i] = $k;",
            "$o = *(uint64_t *)@buffer;",
            "$o = *(uint32_t *)(@buffer + $i);",
            "$o = @buffer[$i + 1];",
            "{ uint8_t local[8]; memcpy(local, @buffer, 8); $o = local[$i] + local[7]; }",
            "{ uint8_t local[4] = {1, 2, 3, $k}; memcpy(@buffer + $i, local, 4); }",
            "$o = memcmp(@buffer, @buffer + 8, 3) == 0;",
        ],
    },
    Family {
        name: "structure",
        pieces: &[
            "@s = @t;",
            "@s = (struct @pair){$k, $k, $k};",
            "@t = @turned(@s);",
            "@t.y = $k;",
            "@s.z++;",
            "{ struct @pair local = @s; $o = local.x * 100 + local.y * 10 + local.z; }",
            "{ struct @pair local = @turned(@t); $o = local.x; @s.x = local.y; }",
            "$o = *(uint64_t *)&@s;",
        ],
    },
    Family {
        name: "bits",
        pieces: &[
            "@f.low = $k;",
            "@f.middle = $k;",
            "@f.high++;",
            "$o = @f.low;",
            "$o = @f.middle + 100 * @f.high;",
            "@f.rest = $k;",
            "@u.c[$i] = $k;",
            "@u.w[$i] = 0x101 * $k;",
            "@u.d[1] = $k;",
            "$o = @u.q;",
            "@u.q += $k;",
            "$o = @u.d[0];",
        ],
    },
    Family {
        name: "array",
        pieces: &[
            "@index = $i;",
            "@array[@index & 3] = $k;",
            "@array[$i]++;",
            "$o = @array[(@index + $i) & 3];",
            "@array[@array[$i] & 3] = $k;",
            "{ int i = $i; int *q = @array + i; $o = *q--; if (i) *q = $k; }",
            "for (int i = 0; i < 2; i++) @array[i] += $k;",
            "$o = @array[$x & 3];",
        ],
    },
    Family {
        name: "mutex",
        pieces: &[
            "pthread_mutex_lock(&@m); $B $B pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); $B pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); pthread_mutex_lock(&@m2); $B pthread_mutex_unlock(&@m2); \
             pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m2); pthread_mutex_lock(&@m); $B pthread_mutex_unlock(&@m); \
             pthread_mutex_unlock(&@m2);",
            "if (pthread_mutex_trylock(&@m) == 0) { $B pthread_mutex_unlock(&@m); } else $o = 9;",
            "if (pthread_mutex_timedlock(&@m, &(struct timespec){1, 0}) == 0) { $B \
             pthread_mutex_unlock(&@m); } else $o = 8;",
            "pthread_mutex_lock(&@recursive); pthread_mutex_lock(&@recursive); $B \
             pthread_mutex_unlock(&@recursive); $B pthread_mutex_unlock(&@recursive);",
            "$o = pthread_mutex_trylock(&@recursive); $B $o = pthread_mutex_unlock(&@recursive);",
            "$o = pthread_mutex_lock(&@checking); $B $o = pthread_mutex_unlock(&@checking);",
            "$o = pthread_mutex_unlock(&@checking);",
            "pthread_mutex_lock(&@checking); $o = pthread_mutex_lock(&@checking); \
             pthread_mutex_unlock(&@checking);",
            "pthread_spin_lock(&@spin); $B pthread_spin_unlock(&@spin);",
            "if (!pthread_spin_trylock(&@spin)) { $B pthread_spin_unlock(&@spin); } else $o = 7;",
        ],
    },
    Family {
        name: "rwlock",
        pieces: &[
            "pthread_rwlock_rdlock(&@rw); $B pthread_rwlock_unlock(&@rw);",
            "pthread_rwlock_rdlock(&@rw); $o = $x; pthread_rwlock_unlock(&@rw);",
            "pthread_rwlock_wrlock(&@rw); $B pthread_rwlock_unlock(&@rw);",
            "if (!pthread_rwlock_tryrdlock(&@rw)) { $B pthread_rwlock_unlock(&@rw); } else $o = 6;",
            "if (!pthread_rwlock_trywrlock(&@rw)) { $B pthread_rwlock_unlock(&@rw); } else $o = 5;",
            "if (!pthread_rwlock_timedwrlock(&@rw, &(struct timespec){1, 0})) { $B \
             pthread_rwlock_unlock(&@rw); } else $o = 4;",
        ],
    },
    Family {
        name: "semaphore",
        pieces: &[
            "sem_wait(&@sem); $B sem_post(&@sem);",
            "sem_wait(&@sem);",
            "sem_post(&@sem);",
            "if (!sem_trywait(&@sem)) { $B } else $o = errno == EAGAIN;",
            "if (sem_timedwait(&@sem, &(struct timespec){1, 0})) $o = errno == ETIMEDOUT;",
            "{ int value; sem_getvalue(&@sem, &value); $o = value; }",
        ],
    },
    Family {
        name: "time",
        pieces: &[
            "$o = clock();",
            "usleep(1000); $A",
            "$o = clock(); usleep(500); $A $o = clock();",
            "{ long end = clock() + 1000; while (!$a && clock() < end) ; $o = clock(); }",
            "{ long end = clock() + 1000; while (!$a && clock() < end) usleep(300); }",
            "{ long end = clock() + 2000; int h; do { h = $a; if (clock() > end) break; } while \
             (!atomic_compare_exchange_strong(&$a, &h, $k)); }",
            "if (pthread_mutex_timedlock(&@m, &(struct timespec){1577836801, 0}) == 0) { $B \
             pthread_mutex_unlock(&@m); } else $o = clock();",
            "if (sem_timedwait(&@sem, &(struct timespec){1577836802, 0})) $o = clock();",
            "pthread_mutex_lock(&@m); $o = pthread_cond_timedwait(&@c, &@m, \
             &(struct timespec){1577836803, 0}); $o = clock(); pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); $B pthread_cond_signal(&@c); pthread_mutex_unlock(&@m);",
            "if (__mazurka_futex_timedwait((void *)&@a, 0, 4000000000L)) $o = clock();",
            "__mazurka_futex_wake((void *)&@a, 1);",
        ],
    },
    Family {
        name: "condition",
        pieces: &[
            "pthread_mutex_lock(&@m); while (!@y) pthread_cond_wait(&@c, &@m); $B \
             pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); if (!@y) pthread_cond_wait(&@c, &@m); $o = @y; \
             pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); $o = pthread_cond_timedwait(&@c, &@m, \
             &(struct timespec){1, 0}); pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); @y = $k; pthread_cond_signal(&@c); pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); @y = $k; pthread_mutex_unlock(&@m); \
             pthread_cond_broadcast(&@c);",
            "pthread_cond_broadcast(&@c);",
            "pthread_cond_signal(&@c);",
        ],
    },
    Family {
        name: "update",
        pieces: &[
            "$a++;",
            "atomic_fetch_sub_explicit(&$a, $k, $r);",
            "__sync_fetch_and_add(&$x, $k);",
            "{ int old = __atomic_fetch_add(&$x, $k, $r); if ($a) old++; }",
            "{ int old = atomic_fetch_add(&$a, $k); if ($x) $o = old; }",
            "__atomic_fetch_sub(&@u.c[$i], 1, $r);",
            "__atomic_fetch_add(&@u.w[0], 255, $r);",
            "$o = __atomic_fetch_add(&@u.c[0], 0, $r);",
            "$o = atomic_fetch_and_explicit(&$a, $k, $r);",
            "$o = __sync_fetch_and_or(&@u.c[$i], $k);",
            "$o = __atomic_fetch_max(&$x, $k - 2, $r);",
            "$o = __atomic_fetch_min((int8_t *)&@u.c[$i], $k - 3, $r);",
            "$o = __atomic_fetch_max(&@u.d[0], $k, $r);",
            "atomic_fetch_or(&$a, $k);",
            "$o = __sync_fetch_and_nand(&@u.c[0], 0);",
            "while (atomic_fetch_or(&$a, 1) & 1) { } $B $a = 0;",
            "for (int i = 0; i < 2; i++) atomic_fetch_add(&$a, i);",
        ],
    },
    Family {
        name: "barrier",
        pieces: &[
            "$o = pthread_barrier_wait(&@barrier);",
            "$B pthread_barrier_wait(&@barrier); $B",
        ],
    },
    Family {
        name: "once",
        pieces: &[
            "pthread_once(&@once, @first);",
            "pthread_once(&@once, @first); $o = $x;",
            "call_once(&@flag, @first);",
            "$B call_once(&@flag, @first);",
        ],
    },
    Family {
        name: "own",
        pieces: &[
            "@mine += $k; $B $o = @mine;",
            "@p = &@mine;",
            "{ int *q = @p; if (q) $o = *q; }",
            "{ int *q = @p; if (q) *q = $k; }",
            "pthread_setspecific(@key, &@x);",
            "{ int *q = malloc(4); *q = $k; pthread_setspecific(@key, q); $B $o = *(int *)\
              pthread_getspecific(@key); }",
            "$o = pthread_getspecific(@key) == &@x;",
            "tss_set(@tss, &@y);",
            "$o = tss_get(@tss) != NULL;",
            "$o = @deep(1, NULL);",
            "{ int local = $k; @deep(1, &local); $o = local; }",
            "{ int local = $k; @p = &local; $o = @deep(1, &local); @p = NULL; }",
        ],
    },
    Family {
        name: "thread",
        pieces: &[
            "{ pthread_t t; pthread_create(&t, NULL, @child, NULL); $B pthread_join(t, NULL); }",
            "{ pthread_t t; void *r; pthread_create(&t, NULL, @child, &@x); pthread_join(t, &r); \
              $o = r == &@x; }",
            "{ pthread_t t; pthread_create(&t, NULL, @child, NULL); pthread_detach(t); }",
            "{ pthread_t t; pthread_attr_t attr; pthread_attr_init(&attr); \
              pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED); \
              pthread_create(&t, &attr, @child, NULL); }",
            "if ($x == $k) pthread_exit(NULL);",
            "{ thrd_t t; int r; thrd_create(&t, @started, NULL); $B thrd_join(t, &r); $o = r; }",
            "$o = pthread_equal(pthread_self(), pthread_self());",
        ],
    },
    Family {
        name: "c11",
        pieces: &[
            "mtx_lock(&@mtx); $B mtx_unlock(&@mtx);",
            "if (mtx_trylock(&@mtx) == thrd_success) { $B mtx_unlock(&@mtx); } else $o = 3;",
            "mtx_lock(&@mtx); while (!@y) cnd_wait(&@cnd, &@mtx); $B mtx_unlock(&@mtx);",
            "mtx_lock(&@mtx); @y = $k; cnd_broadcast(&@cnd); mtx_unlock(&@mtx);",
            "mtx_lock(&@mtx); @y = $k; mtx_unlock(&@mtx); cnd_signal(&@cnd);",
            "mtx_lock(&@mtx); $o = cnd_timedwait(&@cnd, &@mtx, &(struct timespec){1, 0}); \
             mtx_unlock(&@mtx);",
        ],
    },
    Family {
        name: "verifier",
        pieces: &[
            "$o = __VERIFIER_nondet_int();",
            "if (__VERIFIER_nondet_int()) { $B } else { $B }",
            "__VERIFIER_atomic_begin(); $A $A __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); $o = __VERIFIER_nondet_int(); $A __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); if ($x) { $A } __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_@both($k);",
            "__VERIFIER_assume($x != $k);",
            "{ int e = $k; $o = atomic_compare_exchange_weak(&$a, &e, $k); }",
            "assert($x != $k);",
            "if ($x == $k) { $B } else { $B }",
            "for (int i = 0; i < 2; i++) { $B }",
        ],
    },
    Family {
        name: "section",
        pieces: &[
            "__VERIFIER_atomic_begin(); pthread_mutex_lock(&@m); $A __VERIFIER_atomic_end(); $A \
             pthread_mutex_unlock(&@m);",
            "__VERIFIER_atomic_begin(); $A pthread_mutex_lock(&@m); $A pthread_mutex_unlock(&@m); \
             __VERIFIER_atomic_end();",
            "pthread_mutex_lock(&@m); $A __VERIFIER_atomic_begin(); $A \
             pthread_mutex_unlock(&@m); $A __VERIFIER_atomic_end();",
            "pthread_mutex_lock(&@m); $B pthread_mutex_unlock(&@m);",
            "__VERIFIER_atomic_@locked($k);",
            "__VERIFIER_atomic_begin(); pthread_mutex_lock(&@m); pthread_mutex_lock(&@m2); $A \
             pthread_mutex_unlock(&@m); __VERIFIER_atomic_end(); pthread_mutex_unlock(&@m2);",
            "pthread_mutex_lock(&@m2); $A pthread_mutex_unlock(&@m2);",
            "__VERIFIER_atomic_begin(); pthread_rwlock_wrlock(&@rw); $A __VERIFIER_atomic_end(); \
             pthread_rwlock_unlock(&@rw);",
            "__VERIFIER_atomic_begin(); pthread_rwlock_rdlock(&@rw); $A __VERIFIER_atomic_end(); \
             pthread_rwlock_unlock(&@rw);",
            "pthread_rwlock_rdlock(&@rw); $A pthread_rwlock_unlock(&@rw);",
            "__VERIFIER_atomic_begin(); if ($x) sem_wait(&@sem); $A __VERIFIER_atomic_end();",
            "sem_wait(&@sem); $A sem_post(&@sem);",
            "sem_post(&@sem);",
            "__VERIFIER_atomic_begin(); pthread_spin_lock(&@spin); $A __VERIFIER_atomic_end(); $A \
             pthread_spin_unlock(&@spin);",
            "pthread_spin_lock(&@spin); $A pthread_spin_unlock(&@spin);",
            "__VERIFIER_atomic_begin(); $o = pthread_mutex_trylock(&@m); __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); pthread_once(&@once, @first); $A __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); { int *q = @p; @p = NULL; free(q); } \
             __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); { int *q = @p; if (q) $o = *q; } __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); { int *q = @p; if (q) *q = $k; } __VERIFIER_atomic_end();",
            "{ int *q = @p; __VERIFIER_atomic_begin(); if (q) $o = __sync_fetch_and_add(q, $k); $A \
              __VERIFIER_atomic_end(); }",
            "{ int *q = @p; if (q) free(q); }",
            "__VERIFIER_atomic_begin(); if (!@p) { int *q = calloc(1, 4); @p = q; } \
             __VERIFIER_atomic_end();",
            "{ pthread_t t; pthread_create(&t, NULL, @child, NULL); __VERIFIER_atomic_begin(); \
              $A pthread_join(t, NULL); $A __VERIFIER_atomic_end(); }",
            "pthread_mutex_lock(&@m); if (!@y) pthread_cond_wait(&@c, &@m); $o = @y; \
             pthread_mutex_unlock(&@m);",
            "__VERIFIER_atomic_begin(); @y = $k; pthread_cond_signal(&@c); $A \
             __VERIFIER_atomic_end();",
        ],
    },
    Family {
        name: "assumption",
        pieces: &[
            "__VERIFIER_assume($x == $k);",
            "__VERIFIER_assume($a != $k);",
            "{ int r = atomic_load_explicit(&$a, $l); __VERIFIER_assume(r > 1); $o = r; }",
            "{ int r = $x, s = $x; __VERIFIER_assume(r == s); $o = r; }",
            "{ int r = $x; @v = $k; __VERIFIER_assume(r); }",
            "{ int r = $x; $A __VERIFIER_assume(r != $k); }",
            "__VERIFIER_assume(__sync_bool_compare_and_swap(&$x, 0, $k));",
            "__VERIFIER_assume(atomic_exchange(&$a, $k) != $k);",
            "__VERIFIER_assume(atomic_exchange(&$a, $k) == $k);",
            "assert($a != $k);",
            "{ int *q = @p; if (q) __VERIFIER_assume(*q == $k); }",
            "{ int *q = calloc(2, 4); @p = q; *q = $k; free(q); }",
            "__VERIFIER_assume(pthread_mutex_trylock(&@m) == 0); $B pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); $B __VERIFIER_assume($x != $k); pthread_mutex_unlock(&@m);",
            "{ int r = __VERIFIER_nondet_int(); __VERIFIER_assume(r != $x); $o = r; }",
            "{ int r = __VERIFIER_nondet_int(); __VERIFIER_assume(r); $o = r; }",
            "{ int r = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_int(); __VERIFIER_assume(r != s); \
              $A $o = r; }",
            "{ int r = __VERIFIER_nondet_int(); if (r) { $A } __VERIFIER_assume(!r); $A }",
            "__VERIFIER_atomic_begin(); $A __VERIFIER_assume($x != $k); $A \
             __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); { int r = __VERIFIER_nondet_int(); __VERIFIER_assume(\
             r == $x); $A } __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_@take($k);",
            "{ pthread_t t; pthread_create(&t, NULL, @child, NULL); $o = $x; pthread_join(t, NULL); \
              __VERIFIER_assume($x); }",
            "assert($x != $k);",
        ],
    },
    Family {
        name: "cancellation",
        pieces: &[
            "pthread_cancel($h);",
            "$o = pthread_cancel($h);",
            "$B pthread_cancel($h);",
            "pthread_testcancel();",
            "$A pthread_testcancel(); $A",
            "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL); $B pthread_testcancel(); \
             pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);",
            "pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);",
            "pthread_cleanup_push(@cleaned, NULL); $A pthread_testcancel(); $A \
             pthread_cleanup_pop(1);",
            "pthread_cleanup_push(@cleaned, NULL); $A if ($x == $k) pthread_exit(NULL); \
             pthread_cleanup_pop(0);",
            "pthread_mutex_lock(&@m); pthread_cleanup_push(@unlocked, &@m); if (!@y) \
             pthread_cond_wait(&@c, &@m); $A pthread_cleanup_pop(1);",
            "pthread_mutex_lock(&@m); @y = $k; pthread_cond_signal(&@c); pthread_mutex_unlock(&@m);",
            "pthread_mutex_lock(&@m); $A pthread_mutex_unlock(&@m);",
            "sem_wait(&@sem); $A sem_post(&@sem);",
            "sem_wait(&@sem);",
            "{ pthread_t t; pthread_create(&t, NULL, @child, NULL); $A pthread_join(t, NULL); }",
            "{ pthread_t t; pthread_create(&t, NULL, @child, NULL); if (pthread_tryjoin_np(t, NULL)) \
              { $o = 1; pthread_join(t, NULL); } }",
        ],
    },
    Family {
        name: "futex",
        pieces: &[
            "__mazurka_futex_wait(&$a, $k);",
            "$o = __mazurka_futex_wait(&$a, 0);",
            "$a = $k; __mazurka_futex_wake(&$a, 0);",
            "$o = __mazurka_futex_wake(&$a, 1);",
            "while (!@a) __mazurka_futex_wait(&@a, 0);",
        ],
    },
    Family {
        name: "robust",
        pieces: &[
            "if (pthread_mutex_lock(&@robust) == EOWNERDEAD) { $o = 1; \
             pthread_mutex_consistent(&@robust); } $B pthread_mutex_unlock(&@robust);",
            "{ int e = pthread_mutex_lock(&@robust); $o = e; if (e == 0 || e == EOWNERDEAD) { $A \
              pthread_mutex_unlock(&@robust); } }",
            "{ int e = pthread_mutex_trylock(&@robust); $o = e; if (e == EOWNERDEAD) \
              pthread_mutex_consistent(&@robust); if (e == 0 || e == EOWNERDEAD) \
              pthread_mutex_unlock(&@robust); }",
            "if (!pthread_mutex_lock(&@robust)) { if ($x == $k) pthread_exit(NULL); \
             pthread_mutex_unlock(&@robust); }",
            "pthread_mutex_lock(&@robust); $A",
        ],
    },
    Family {
        name: "jump",
        pieces: &[
            "{ jmp_buf b; if (!setjmp(b)) { $A longjmp(b, 1); } $A }",
            "{ jmp_buf b; volatile int n = 0; if (setjmp(b) < 2) { n++; $A longjmp(b, n); } $o = n; }",
            "{ jmp_buf b; if (!setjmp(b)) { if ($x == $k) longjmp(b, 1); $A } else { $o = 7; } }",
        ],
    },
    Family {
        name: "wait",
        pieces: &[
            "while ($a != $k) { }",
            "while (!atomic_load_explicit(&$a, $l)) sched_yield();",
            "while (@v != $k) { }",
            "for (int i = 0; i < 2 && !$a; i++) sched_yield();",
            "{ int *q; while (!(q = @p)) { } $o = *q; }",
            "@p = &@x;",
            "$a = $k;",
            "@v = $k;",
        ],
    },
    Family {
        name: "end",
        pieces: &[
            "if ($x == $k) exit(0);",
            "if ($a) abort();",
            "$B if (@v) return NULL;",
        ],
    },
    Family {
        name: "ignored",
        pieces: &[
            "$o = pthread_mutex_unlock(&@m);",
            "$o = pthread_mutex_unlock(&@m) + 1; $B",
            "$o = pthread_rwlock_unlock(&@rw);",
            "$o = pthread_cond_wait(&@c, &@m2);",
            "pthread_mutex_lock(&@m); $B pthread_mutex_unlock(&@m);",
            "{ int local; if (local == $k) $o = 1; else $o = 2; $B }",
            "{ int *q = malloc(4); @unset = q; $B $o = *q == $k ? 1 : 2; }",
            "{ int *q = @unset; if (q && *q) *q = $k; }",
            "{ _Atomic(int) *q = malloc(4); int e = 0; $o = atomic_compare_exchange_strong(q, \
              &e, $k); $o = *q; }",
            "assert($x != $k);",
        ],
    },
];
