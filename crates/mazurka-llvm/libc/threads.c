/* C11 <threads.h>, over pthreads: types are the same, codes are not. */

enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_recursive = 1 };

int pthread_create(pthread_t *thread, const void *attributes, void *(*function)(void *),
                   void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_detach(pthread_t thread);
int pthread_mutex_destroy(void *mutex);
int pthread_mutex_trylock(void *mutex);
int pthread_mutex_unlock(void *mutex);
int pthread_cond_init(void *condition, const int *attributes);
int pthread_cond_destroy(void *condition);
int pthread_cond_signal(void *condition);
int pthread_cond_broadcast(void *condition);
int pthread_once(int *control, void (*function)(void));
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
void *pthread_getspecific(unsigned key);
int pthread_setspecific(unsigned key, const void *value);

static int code_of(int number) {
    switch (number) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
    }
}

/* A thread's function returns an int here: the low half of what joining finds. */
int thrd_create(pthread_t *thread, int (*function)(void *), void *argument) {
    return code_of(pthread_create(thread, NULL, (void *(*)(void *))function, argument));
}

int thrd_join(pthread_t thread, int *result) {
    void *value;
    int code = pthread_join(thread, &value);
    if (!code && result)
        *result = (int)(long)value;
    return code_of(code);
}

int thrd_detach(pthread_t thread) {
    return code_of(pthread_detach(thread));
}

int thrd_sleep(const struct timespec *duration, struct timespec *rest) {
    return nanosleep(duration, rest);
}

int mtx_init(void *mutex, int type) {
    int attributes = type & mtx_recursive;
    return code_of(pthread_mutex_init(mutex, &attributes));
}

void mtx_destroy(void *mutex) {
    pthread_mutex_destroy(mutex);
}

int mtx_lock(void *mutex) {
    return code_of(pthread_mutex_lock(mutex));
}

int mtx_trylock(void *mutex) {
    return code_of(pthread_mutex_trylock(mutex));
}

int mtx_timedlock(void *mutex, const struct timespec *until) {
    return code_of(pthread_mutex_timedlock(mutex, until));
}

int mtx_unlock(void *mutex) {
    return code_of(pthread_mutex_unlock(mutex));
}

int cnd_init(void *condition) {
    return code_of(pthread_cond_init(condition, NULL));
}

void cnd_destroy(void *condition) {
    pthread_cond_destroy(condition);
}

int cnd_wait(void *condition, void *mutex) {
    return code_of(pthread_cond_wait(condition, mutex));
}

int cnd_timedwait(void *condition, void *mutex, const struct timespec *until) {
    return code_of(pthread_cond_timedwait(condition, mutex, until));
}

int cnd_signal(void *condition) {
    return code_of(pthread_cond_signal(condition));
}

int cnd_broadcast(void *condition) {
    return code_of(pthread_cond_broadcast(condition));
}

void call_once(int *control, void (*function)(void)) {
    pthread_once(control, function);
}

int tss_create(unsigned *key, void (*destructor)(void *)) {
    return code_of(pthread_key_create(key, destructor));
}

void tss_delete(unsigned key) {
    pthread_key_delete(key);
}

void *tss_get(unsigned key) {
    return pthread_getspecific(key);
}

int tss_set(unsigned key, void *value) {
    return code_of(pthread_setspecific(key, value));
}
