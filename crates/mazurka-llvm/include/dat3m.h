/*
 * What programs for Dartagnan include as <dat3m.h>.
 */
#ifndef __DAT3M_H__
#define __DAT3M_H__

#include <stdlib.h>

/* Every number of the range that the command was given. */
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);

/* Executions in which this is zero do not count. */
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);

unsigned __VERIFIER_tid(void);

/* What loops do: Mazurka finds that out by itself. */
void __VERIFIER_loop_bound(int);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);

#define await_while(condition) while (condition)

#endif
