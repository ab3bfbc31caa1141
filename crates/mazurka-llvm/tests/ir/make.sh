#!/bin/sh
# Makes the .ll files of this directory again. They are kept in the repository, so that
# the tests need no clang, and see what several versions of it write.
set -e
cd "$(dirname "$0")"
compile() { # source, version, level
    clang-"$2" -w -S -emit-llvm -g "-O$3" -fno-discard-value-names -Xclang -disable-O0-optnone \
        -fno-stack-protector -fdebug-compilation-dir=. -Wno-implicit-function-declaration \
        "$1" -o "${1%.*}.$2.O$3.ll"
}
for version in 14 16 19; do
    compile flow.c $version 0
done
for version in 14 19; do
    compile data.c $version 0
    compile atomics.c $version 0
    compile atomics.c $version 2
    compile vector.c $version 3
    compile object.cpp $version 0
done
compile flow.c 19 2
compile object.cpp 14 2
