#!/bin/sh
# Makes libc.ll of the C files beside this script, with clang 14: the oldest version that
# is supported, whose typed pointers every later reader has to know as well. What does
# not change the meaning (attributes, metadata, comments, blank lines) is left out.
# Usage: build.sh [OUTPUT]    (OUTPUT may be - for standard output)
set -eu
cd "$(dirname "$0")"
output=${1:-libc.ll}
compiled=$(mktemp)
trap 'rm -f "$compiled"' EXIT
"${CLANG:-clang-14}" --target=x86_64-unknown-linux-gnu -std=gnu11 -Wall -Wextra -Werror \
    -Wno-incompatible-library-redeclaration -Wno-builtin-requires-header -Wno-parentheses \
    -S -emit-llvm -Oz -mcx16 -nostdinc -ffreestanding -fno-builtin -fno-strict-aliasing \
    -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-stack-protector -fwrapv \
    -fno-delete-null-pointer-checks -fno-ident -fno-pic \
    libc.c -o "$compiled"
made=$(sed -E \
    -e '/^;/d' -e '/^source_filename/d' -e '/^attributes #/d' -e '/^!/d' -e '/^$/d' \
    -e 's/ +; preds = .*$//' \
    -e 's/, ![a-z.]+ ![0-9]+$//' \
    -e '/^(define|declare) |call /s/ #[0-9]+( \{)?$/\1/' \
    -e '/^(define|declare) |call /s/ (noundef|dso_local|local_unnamed_addr|unnamed_addr)\b//g' \
    -e '/^(define|declare) |call /s/ (nocapture|writeonly|readonly|readnone|noalias)\b//g' \
    -e '/^(define|declare) |call /s/ (nonnull|immarg|signext|zeroext|fastcc|tail|returned)\b//g' \
    -e '/^@/s/ (dso_local|local_unnamed_addr|unnamed_addr)\b//g' \
    "$compiled")
if [ "$output" = - ]; then
    printf '%s\n' "$made"
else
    printf '%s\n' "$made" >"$output"
fi
