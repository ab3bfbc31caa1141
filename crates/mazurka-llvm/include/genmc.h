/*
 * What programs for GenMC include as <genmc.h>: the same names, with the same meaning.
 * Hints that only say where fewer executions would do are read and not followed.
 */
#ifndef __GENMC_H__
#define __GENMC_H__

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Executions in which this is zero do not count. */
void __VERIFIER_assume(int);

/* Every number of the range that the command was given. */
int __VERIFIER_nondet_int(void);

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Where loops begin and end: Mazurka finds that out by itself. */
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);

/* Threads. That some of them do the same is not used. */
typedef pthread_t __VERIFIER_thread_t;

static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*run)(void *), void *argument)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, run, argument))
		abort();
	return thread;
}

static inline __VERIFIER_thread_t
__VERIFIER_spawn_symmetric(void *(*run)(void *), void *argument, __VERIFIER_thread_t other)
{
	(void)other;
	return __VERIFIER_spawn(run, argument);
}

static inline void *__VERIFIER_join(__VERIFIER_thread_t thread)
{
	void *result;
	pthread_join(thread, &result);
	return result;
}

static inline void __VERIFIER_join_symmetric(__VERIFIER_thread_t thread)
{
	pthread_join(thread, NULL);
}

/* Hints about one access: the access is what counts. */
#define __VERIFIER_local_write(access) do { access; } while (0)
#define __VERIFIER_final_write(access) do { access; } while (0)
#define __VERIFIER_helped_CAS(access) do { access; } while (0)
#define __VERIFIER_helping_CAS(access) do { access; } while (0)
#define __VERIFIER_speculative_read(access) ({ access; })
#define __VERIFIER_confirming_read(access) ({ access; })
#define __VERIFIER_confirming_CAS(access) ({ access; })
#define __VERIFIER_final_CAS(access) ({ access; })

/* Code that a verifier may leave out. */
#define __VERIFIER_optional(code) do { } while (0)

/*
 * Hazard pointers. What is retired is freed as soon as no hazard pointer protects it:
 * at once, or when the last that does is cleared or set to something else.
 */
typedef struct __VERIFIER_hazard {
	void *kept;
	struct __VERIFIER_hazard *next;
} __VERIFIER_hp_t;

/* What was retired while it was protected. */
struct __mazurka_retired {
	void *object;
	struct __mazurka_retired *next;
};

__attribute__((weak)) __VERIFIER_hp_t *__mazurka_hazards;
__attribute__((weak)) struct __mazurka_retired *__mazurka_retired;

static inline __VERIFIER_hp_t *__VERIFIER_hp_alloc(void)
{
	__VERIFIER_hp_t *hazard = (__VERIFIER_hp_t *)malloc(sizeof(__VERIFIER_hp_t));
	hazard->kept = NULL;
	__VERIFIER_atomic_begin();
	hazard->next = __mazurka_hazards;
	__mazurka_hazards = hazard;
	__VERIFIER_atomic_end();
	return hazard;
}

static inline int __mazurka_is_kept(void *object)
{
	for (__VERIFIER_hp_t *hazard = __mazurka_hazards; hazard; hazard = hazard->next)
		if (hazard->kept == object)
			return 1;
	return 0;
}

/* Sets a hazard pointer, and frees what it protected as the last. */
static inline void __mazurka_keep(__VERIFIER_hp_t *hazard, void *object)
{
	void *before = hazard->kept;
	hazard->kept = object;
	if (!before || before == object || __mazurka_is_kept(before))
		return;
	for (struct __mazurka_retired **at = &__mazurka_retired; *at; at = &(*at)->next) {
		struct __mazurka_retired *retired = *at;
		if (retired->object == before) {
			*at = retired->next;
			free(before);
			free(retired);
			return;
		}
	}
}

static inline void *__mazurka_protect(__VERIFIER_hp_t *hazard, void **place)
{
	__VERIFIER_atomic_begin();
	void *value = __atomic_load_n(place, __ATOMIC_SEQ_CST);
	__mazurka_keep(hazard, value);
	__VERIFIER_atomic_end();
	return value;
}
#define __VERIFIER_hp_protect(hazard, place) __mazurka_protect(hazard, (void **)(place))

static inline void __VERIFIER_hp_clear(__VERIFIER_hp_t *hazard)
{
	__VERIFIER_atomic_begin();
	__mazurka_keep(hazard, NULL);
	__VERIFIER_atomic_end();
}

static inline void __VERIFIER_hp_free(__VERIFIER_hp_t *hazard)
{
	__VERIFIER_hp_clear(hazard);
}

static inline void __VERIFIER_hp_retire(void *object)
{
	struct __mazurka_retired *retired =
		(struct __mazurka_retired *)malloc(sizeof(struct __mazurka_retired));
	__VERIFIER_atomic_begin();
	if (__mazurka_is_kept(object)) {
		retired->object = object;
		retired->next = __mazurka_retired;
		__mazurka_retired = retired;
	} else {
		free(object);
		free(retired);
	}
	__VERIFIER_atomic_end();
}

#ifdef __cplusplus
}
#endif

#endif
