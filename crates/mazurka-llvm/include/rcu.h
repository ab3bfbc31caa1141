/*
 * What programs for Dartagnan include as <rcu.h>: read-copy-update, which is in <lkmm.h>.
 */
#include <lkmm.h>
