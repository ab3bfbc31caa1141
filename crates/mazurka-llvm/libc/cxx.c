/* A small part of the C++ runtime: the rarer forms of delete, what compiled code calls when
   something must not happen, and std::thread and std::condition_variable of
   libstdc++, whose other parts are templates. */

#define DELETE_SIZED(name) \
    void name(void *object, size_t size) { \
        (void)size; \
        free(object); \
    }
DELETE_SIZED(_ZdlPvSt11align_val_t)
DELETE_SIZED(_ZdaPvSt11align_val_t)

void _ZdlPvmSt11align_val_t(void *object, size_t size, size_t align) {
    (void)size;
    (void)align;
    free(object);
}

const char _ZSt7nothrow;
void *const __dso_handle = NULL;

/* The tables of type information, of which only the address matters. */
const void *const _ZTVN10__cxxabiv117__class_type_infoE[8] = {NULL};
const void *const _ZTVN10__cxxabiv120__si_class_type_infoE[8] = {NULL};
const void *const _ZTVN10__cxxabiv121__vmi_class_type_infoE[8] = {NULL};

#define NEVER(name, kind, message) \
    void name(void) { __mazurka_fail(kind, message); }
NEVER(__cxa_pure_virtual, "pure virtual call", "a pure virtual function was called")
NEVER(__cxa_deleted_virtual, "pure virtual call", "a deleted virtual function was called")
NEVER(_ZSt9terminatev, "abort", "std::terminate was called")
NEVER(__clang_call_terminate, "abort", "std::terminate was called")
NEVER(_ZSt17__throw_bad_allocv, "exception", "std::bad_alloc was thrown")
NEVER(_ZSt20__throw_system_errori, "exception", "std::system_error was thrown")
NEVER(_ZSt20__throw_length_errorPKc, "exception", "std::length_error was thrown")
NEVER(_ZSt19__throw_logic_errorPKc, "exception", "std::logic_error was thrown")
NEVER(_ZSt24__throw_out_of_range_fmtPKcz, "exception", "std::out_of_range was thrown")
NEVER(_ZSt20__throw_out_of_rangePKc, "exception", "std::out_of_range was thrown")
NEVER(_ZSt24__throw_invalid_argumentPKc, "exception", "std::invalid_argument was thrown")
NEVER(_ZSt20__throw_domain_errorPKc, "exception", "std::domain_error was thrown")
NEVER(_ZSt21__throw_runtime_errorPKc, "exception", "std::runtime_error was thrown")
NEVER(_ZSt19__throw_range_errorPKc, "exception", "std::range_error was thrown")
NEVER(_ZSt22__throw_overflow_errorPKc, "exception", "std::overflow_error was thrown")
NEVER(_ZSt20__throw_future_errori, "exception", "std::future_error was thrown")
NEVER(_ZSt16__throw_bad_castv, "exception", "std::bad_cast was thrown")
NEVER(_ZSt21__throw_bad_exceptionv, "exception", "std::bad_exception was thrown")
NEVER(_ZSt25__throw_bad_function_callv, "exception", "std::bad_function_call was thrown")
NEVER(_ZSt28__throw_bad_array_new_lengthv, "exception", "std::bad_array_new_length was thrown")

NEVER(_ZSt21__glibcxx_assert_failPKciS0_S0_, "assertion", "an assertion of libstdc++ failed")

/* std::allocator<char> has nothing to do. */
#define NOTHING(name) \
    void name(void *self) { (void)self; }
NOTHING(_ZNSaIcEC1Ev)
NOTHING(_ZNSaIcEC2Ev)
NOTHING(_ZNSaIcED1Ev)
NOTHING(_ZNSaIcED2Ev)
NOTHING(_ZNSaIcEC1ERKS_)
NOTHING(_ZNSaIcEC2ERKS_)

void *__cxa_allocate_exception(size_t size) {
    return __mazurka_alloc(size, 16, ALLOC_SURELY);
}

/* std::thread: what it runs is an object with three virtual functions, two
   destructors and the one to call. */
struct thread_state {
    void (*const *functions)(struct thread_state *);
};

static void *run_thread(void *argument) {
    struct thread_state *state = argument;
    state->functions[2](state);
    state->functions[1](state);
    return NULL;
}

void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    pthread_t *thread, struct thread_state **state, void (*depends)(void)) {
    (void)depends;
    struct thread_state *taken = *state;
    *state = NULL;
    if (pthread_create(thread, NULL, run_thread, taken))
        _ZSt20__throw_system_errori();
}

void _ZNSt6thread6_StateD2Ev(struct thread_state *state) {
    (void)state;
}

const void *const _ZTINSt6thread6_StateE[2] = {NULL, NULL};
const void *const _ZTVNSt6thread6_StateE[5] = {
    NULL, _ZTINSt6thread6_StateE, (void *)_ZNSt6thread6_StateD2Ev,
    (void *)_ZNSt6thread6_StateD2Ev, (void *)__cxa_pure_virtual,
};

void _ZNSt6thread4joinEv(pthread_t *thread) {
    if (!*thread || pthread_join(*thread, NULL))
        _ZSt20__throw_system_errori();
    *thread = 0;
}

void _ZNSt6thread6detachEv(pthread_t *thread) {
    if (!*thread || pthread_detach(*thread))
        _ZSt20__throw_system_errori();
    *thread = 0;
}

unsigned _ZNSt6thread20hardware_concurrencyEv(void) {
    return 2;
}

/* std::condition_variable is a pthread_cond_t, and a lock begins with the address of
   its mutex, which is a pthread_mutex_t. */

void _ZNSt18condition_variableC1Ev(void *condition) {
    pthread_cond_init(condition, NULL);
}

void _ZNSt18condition_variableD1Ev(void *condition) {
    pthread_cond_destroy(condition);
}

void _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void *condition, void **lock) {
    pthread_cond_wait(condition, *lock);
}

void _ZNSt18condition_variable10notify_oneEv(void *condition) {
    pthread_cond_signal(condition);
}

void _ZNSt18condition_variable10notify_allEv(void *condition) {
    pthread_cond_broadcast(condition);
}

long _ZNSt6chrono3_V212system_clock3nowEv(void) {
    return now(NULL, 0);
}

long _ZNSt6chrono3_V212steady_clock3nowEv(void) {
    return now(NULL, 0);
}

/* std::call_once: what is to be called stands in variables of the thread. */
_Thread_local void *_ZSt15__once_callable;
_Thread_local void (*_ZSt11__once_call)(void);

void __once_proxy(void) {
    _ZSt11__once_call();
}

/* std::future: results, and the futex that those who wait for one sleep at. */
struct future_result {
    const void *functions;
    void *exception;
};

void _ZNSt13__future_base12_Result_baseC2Ev(struct future_result *result) {
    result->exception = NULL;
}

void _ZNSt13__future_base12_Result_baseD2Ev(struct future_result *result) {
    (void)result;
}

/* True, unless the time is over. */
_Bool _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
    void *self, int *word, int value, _Bool has_timeout, long seconds, long nanoseconds) {
    (void)self;
    struct timespec until = {seconds, nanoseconds};
    long limit = has_timeout ? limit_of(&until) : FOREVER;
    return futex_until(word, value, limit) != -ETIMEDOUT;
}

_Bool _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
    void *self, int *word, int value, _Bool has_timeout, long seconds, long nanoseconds) {
    return _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
        self, word, value, has_timeout, seconds, nanoseconds);
}

void _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(int *word) {
    __mazurka_futex_wake(word, 1);
}

/* Nobody throws, so nobody holds an exception. */
void _ZSt17current_exceptionv(void **pointer) {
    *pointer = NULL;
}

void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void **pointer) {
    (void)pointer;
}

void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void **pointer) {
    *pointer = NULL;
}

/* Reference counts of libstdc++ are atomic unless this says that there is one thread. */
const char __libc_single_threaded = 0;

#define NO_EXCEPTIONS(name) \
    void name(void) { __mazurka_error("exceptions are not supported, and one is thrown"); }
NO_EXCEPTIONS(__cxa_begin_catch)
NO_EXCEPTIONS(__cxa_end_catch)
NO_EXCEPTIONS(__cxa_rethrow)
NO_EXCEPTIONS(__cxa_throw)
NO_EXCEPTIONS(_ZNSt13runtime_errorC1EPKc)
NO_EXCEPTIONS(_ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
NO_EXCEPTIONS(_ZNSt11logic_errorC1EPKc)
NO_EXCEPTIONS(_ZNSt11logic_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
NO_EXCEPTIONS(_ZNSt12out_of_rangeC1EPKc)
NO_EXCEPTIONS(_ZNSt12out_of_rangeC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
NO_EXCEPTIONS(_ZNSt16invalid_argumentC1EPKc)
NO_EXCEPTIONS(_ZNSt16invalid_argumentC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
