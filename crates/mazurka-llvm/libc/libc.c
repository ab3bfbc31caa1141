/* All of the library in one unit, which build.sh makes libc.ll of. */

#include "mazurka.h"

#include "string.c"
#include "ctype.c"
#include "number.c"
#include "stdlib.c"
#include "format.c"
#include "stdio.c"
#include "math.c"
#include "complex.c"
#include "atomic.c"
#include "time.c"
#include "pthread.c"
#include "threads.c"
#include "cxx.c"
