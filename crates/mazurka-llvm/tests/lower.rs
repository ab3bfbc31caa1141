//! What becomes of modules: the register code of small ones as text, and how bad
//! ones are refused.

use expect_test::{Expect, expect};
use mazurka_llvm::code::Code;
use mazurka_llvm::lower::lower;
use mazurka_llvm::parse::parse;

fn code(text: &str) -> Code {
    let module = parse("test.ll", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    lower(&module).unwrap_or_else(|error| panic!("{error}"))
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&code(text).dump());
}

fn error(text: &str) -> String {
    let module = parse("test.ll", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    match lower(&module) {
        Ok(code) => panic!("lowered:\n{}", code.dump()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn variables_become_registers_and_loops_are_counted() {
    check(
        "@x = global i32 7
        define i32 @sum(i32 %n) {
        entry:
          %n.addr = alloca i32
          %i = alloca i32
          %s = alloca i32
          store i32 %n, ptr %n.addr
          store i32 0, ptr %s
          store i32 0, ptr %i
          br label %cond
        cond:
          %0 = load i32, ptr %i
          %1 = load i32, ptr %n.addr
          %cmp = icmp slt i32 %0, %1
          br i1 %cmp, label %body, label %end
        body:
          %2 = load i32, ptr @x
          %3 = load i32, ptr %s
          %add = add nsw i32 %3, %2
          store i32 %add, ptr %s
          br label %inc
        inc:
          %4 = load i32, ptr %i
          %5 = add nsw i32 %4, 1
          store i32 %5, ptr %i
          br label %cond
        end:
          %6 = load i32, ptr %s
          ret i32 %6
        }",
        &expect![[r#"
            x: 4 bytes, align 4 07
            sum(1) -> 1, 5 registers
                0  r2 = 0
                1  r1 = 0
                2  r4 = 0
                3  if Slt r1, r0 :32 4 else 8
                4  r3 = load.4 &x  live {r0 r1 r2}
                5  r2 = r2 + r3 :32
                6  r1 = r1 + 1 :32
                7  again 3 (r4)  live {r0 r1 r2}
                8  return r2
        "#]],
    );
}

#[test]
fn what_nobody_reads_is_not_live_in_a_spin_loop() {
    check(
        "@flag = global i32 0
        define void @wait() {
          %count = alloca i32
          store i32 0, ptr %count
          br label %again
        again:
          %seen = load atomic i32, ptr @flag acquire, align 4
          %old = load i32, ptr %count
          %new = add i32 %old, 1
          store i32 %new, ptr %count
          %done = icmp ne i32 %seen, 0
          br i1 %done, label %end, label %again
        end:
          ret void
        }",
        &expect![[r#"
            flag: 4 bytes, align 4
            wait(0) -> 0, 2 registers
                0  r1 = 0
                1  r0 = load.4.Acquire &flag  live {}
                2  if Ne r0, 0 :32 3 else 4
                3  return 
                4  again 1 (r1)  live {}
        "#]],
    );
}

#[test]
fn variables_that_may_be_read_before_they_are_written_are_undefined_first() {
    check(
        "define i32 @f(i1 %c) {
          %v = alloca i32
          br i1 %c, label %yes, label %no
        yes:
          store i32 1, ptr %v
          br label %no
        no:
          %r = load i32, ptr %v
          ret i32 %r
        }",
        &expect![[r#"
            f(1) -> 1, 2 registers
                0  r1..2 = undefined
                1  if r0 2 else 3
                2  r1 = 1
                3  return r1
        "#]],
    );
}

#[test]
fn addresses_that_go_somewhere_stay_in_memory() {
    check(
        "declare void @free(ptr)
        define i64 @f() {
          %v = alloca i64
          %w = alloca i64
          store i64 1, ptr %w
          store i64 2, ptr %v
          call void @free(ptr %v)
          %half = load i32, ptr %w
          %r = load i64, ptr %v
          ret i64 %r
        }",
        &expect![[r#"
            f(0) -> 1, 3 registers
                0  r0 = alloca 1 * 8, align 8 `v`
                1  r1 = alloca 1 * 8, align 8 `w`
                2  store.8 1 -> r1
                3  store.8 2 -> r0
                4  r2 = builtin free(r0)
                5  r1 = load.4 r1
                6  r0 = load.8 r0
                7  return r0
        "#]],
    );
}

#[test]
fn phis_are_moved_at_once() {
    check(
        "define i32 @f(i32 %n) {
        entry:
          br label %loop
        loop:
          %a = phi i32 [ 1, %entry ], [ %b, %loop ]
          %b = phi i32 [ 2, %entry ], [ %a, %loop ]
          %i = phi i32 [ 0, %entry ], [ %j, %loop ]
          %j = add i32 %i, 1
          %c = icmp ult i32 %j, %n
          br i1 %c, label %loop, label %end
        end:
          ret i32 %a
        }",
        &expect![[r#"
            f(1) -> 1, 7 registers
                0  r2 = 1
                1  r1 = 2
                2  r4 = 0
                3  r6 = 0
                4  r3 = r4 + 1 :32
                5  if Ult r3, r0 :32 7 else 6
                6  return r2
                7  r5 = r1
                8  r1 = r2
                9  r4 = r3
               10  r2 = r5
               11  again 4 (r6)  live {r0 r1 r2 r4}
        "#]],
    );
}

#[test]
fn loops_with_two_entries_are_counted_from_the_start() {
    check(
        "define void @f(i1 %c) {
          br i1 %c, label %a, label %b
        a:
          fence seq_cst
          br label %b
        b:
          fence acquire
          br label %a
        }",
        &expect![[r#"
            f(1) -> 0, 2 registers
                0  r1 = 0
                1  if r0 2 else 4
                2  r1 = 0
                3  fence SequentiallyConsistent
                4  fence Acquire
                5  again 3 (r1)  live {}
        "#]],
    );
}

#[test]
fn integers_of_any_size_are_loaded_in_pieces() {
    check(
        "@p = global ptr null
        define void @f(ptr %p) {
          %a = load i24, ptr %p, align 1
          %b = load i1, ptr %p
          %c = load i128, ptr %p
          %d = add i128 %c, 5
          store i128 %d, ptr %p
          store i24 %a, ptr %p
          %e = load atomic i128, ptr %p seq_cst, align 16
          store atomic i128 %e, ptr %p seq_cst, align 16
          br i1 %b, label %x, label %x
        x:
          ret void
        }",
        &expect![[r#"
            p: 8 bytes, align 8
            f(1) -> 0, 12 registers
                0  r9 = load.2 r0
                1  r10 = r0 + 2 bytes
                2  r10 = load.1 r10
                3  r10 = Shl r10, 16 :24
                4  r10 = r9 | r10
                5  r9 = load.1 r0 :1
                6  r9 = load.8 r0
                7  r11 = r0 + 8 bytes
                8  r11 = load.8 r11
                9  r1.. = wide Add r9, 5, high r11, 0 :128
               10  store.8 r1 -> r0
               11  r11 = r0 + 8 bytes
               12  store.8 r2 -> r11
               13  r11 = truncate r10 :16
               14  store.2 r11 -> r0
               15  r10 = LShr r10, 16 :64
               16  r11 = r0 + 2 bytes
               17  store.1 r10 -> r11
               18  r3.. = cmpxchg.16.SequentiallyConsistent.SequentiallyConsistent r0, 0, 0, 0, 0
               19  r6.. = cmpxchg.16.SequentiallyConsistent.SequentiallyConsistent.always r0, 0, 0, r3, r4
               20  return 
        "#]],
    );
}

#[test]
fn arguments_by_value_are_copied_and_those_without_names_lie_in_slots() {
    check(
        "%s = type { i64, i64, i32 }
        declare void @abort()
        define void @many(i32 %n, ...) {
          ret void
        }
        define void @one(ptr byval(%s) align 8 %p) {
          ret void
        }
        define void @f(ptr %p) {
          call void @one(ptr byval(%s) align 8 %p)
          call void (i32, ...) @many(i32 2, i32 3, x86_fp80 0xK3FFF8000000000000000, ptr byval(%s) align 8 %p)
          call void @one()
          ret void
        }",
        &expect![[r#"
            many(1, ...) -> 0, 1 registers
                0  return 
            one(1) -> 0, 1 registers
                0  return 
            f(1) -> 0, 5 registers
                0  r1 = stack
                1  r2 = alloca 1 * 24, align 8 ``
                2  move 24 bytes r0 -> r2
                3  r2 = call one(r2)
                4  stack = r1
                5  r1 = load.8 r0
                6  r3 = r0 + 8 bytes
                7  r3 = load.8 r3
                8  r4 = r0 + 16 bytes
                9  r4 = load.8 r4
               10  r2 = call many(2, 3, undefined, 0x3ff0000000000000, undefined, r1, r3, r4)
               11  r2 = call one(undefined)
               12  return 
        "#]],
    );
}

#[test]
fn calls_find_builtins_unknown_functions_and_pointers() {
    check(
        "@table = global [2 x ptr] [ptr @malloc, ptr @nobody]
        @alias = alias i32 (i32), ptr @g
        declare ptr @malloc(i64)
        declare i32 @nobody(i32)
        declare extern_weak i32 @perhaps(i32)
        define i32 @g(i32 %x) {
          ret i32 %x
        }
        define i32 @f(ptr %p) {
          %m = call ptr @malloc(i64 8)
          %a = call i32 @alias(i32 1)
          %b = call i32 %p(i32 %a)
          %c = icmp eq ptr @perhaps, null
          br i1 %c, label %x, label %y
        x:
          %d = call i32 @nobody(i32 %b)
          ret i32 %d
        y:
          ret i32 %b
        }",
        &expect![[r#"
            table: 16 bytes, align 8 20 10 00 00 00 00 00 60 30 10 00 00 00 00 00 60
            g(1) -> 1, 1 registers
                0  return r0
            f(1) -> 1, 2 registers
                0  r1 = builtin malloc(8)
                1  r1 = call g(1)
                2  r1 = call *(r0, r1) 1 -> 1
                3  unknown function nobody
            malloc(1) -> 1, 2 registers
                0  r1 = builtin malloc(r0)
                1  return r1
            nobody(1) -> 1, 1 registers
                0  unknown function nobody
        "#]],
    );
}

#[test]
fn thread_local_variables_are_found_in_both_ways() {
    check(
        "@v = thread_local global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
        declare ptr @llvm.threadlocal.address.p0(ptr)
        define i32 @f() {
          %a = load i32, ptr getelementptr ([4 x i32], ptr @v, i64 0, i64 2)
          %p = call ptr @llvm.threadlocal.address.p0(ptr @v)
          store i32 %a, ptr %p
          ret i32 %a
        }",
        &expect![[r#"
            v: 16 bytes, align 4 thread-local 01 00 00 00 02 00 00 00 03 00 00 00 04
            f(0) -> 1, 2 registers
                0  r0 = thread-local &v
                1  r0 = r0 + 8 bytes
                2  r0 = load.4 r0
                3  r1 = thread-local &v
                4  store.4 r0 -> r1
                5  return r0
        "#]],
    );
}

#[test]
fn initial_values_are_bytes_without_the_zeros_at_the_end() {
    check(
        "%s = type { i8, i32, [3 x i16] }
        @a = global %s { i8 1, i32 -2, [3 x i16] [i16 3, i16 undef, i16 0] }
        @b = global ptr getelementptr (%s, ptr @a, i64 1, i32 2, i64 1)
        @c = constant [6 x i8] c\"hello\\00\"
        @d = global i64 sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @a to i64))
        @e = global [60000000 x i32] zeroinitializer
        @f = global double 1.5",
        &expect![[r#"
            e: 240000000 bytes, align 4
            a: 16 bytes, align 4 01 00 00 00 fe ff ff ff 03
            b: 8 bytes, align 8 1a 10 00 80
            c: 6 bytes, align 1 constant 68 65 6c 6c 6f
            d: 8 bytes, align 8 00 00 00 40
            f: 8 bytes, align 8 00 00 00 00 00 00 f8 3f
        "#]],
    );
}

#[test]
fn assembly_of_the_usual_kind_is_understood() {
    check(
        "define i32 @f(ptr %p, i32 %v, i32 %e) {
          call void asm sideeffect \"mfence\", \"~{memory}\"()
          call void asm sideeffect \"lock; addl $$0,0(%rsp)\", \"~{memory}\"()
          call void asm sideeffect \"rep; nop\", \"\"()
          %a = call i32 asm sideeffect \"xchgl $0, $1\", \"=r,=*m,0,*m\"(ptr elementtype(i32) %p, i32 %v, ptr elementtype(i32) %p)
          %b = call i32 asm sideeffect \"lock xaddl $0, ($1)\", \"=r,r,0\"(ptr %p, i32 %a)
          %c = call i8 asm sideeffect \"lock; cmpxchgl $2, $1; sete $0\", \"=q,=*m,r,{ax},*m\"(ptr elementtype(i32) %p, i32 %b, i32 %e, ptr elementtype(i32) %p)
          %d = zext i8 %c to i32
          ret i32 %d
        }
        define void @g() {
          call void asm sideeffect \"cpuid\", \"\"()
          ret void
        }",
        &expect![[r#"
            f(3) -> 1, 6 registers
                0  fence SequentiallyConsistent
                1  fence SequentiallyConsistent
                2  fence SequentiallyConsistent
                3  r5 = rmw.4.SequentiallyConsistent.volatile Exchange r0, r1
                4  fence SequentiallyConsistent
                5  fence SequentiallyConsistent
                6  r5 = rmw.4.SequentiallyConsistent.volatile Add r0, r5
                7  fence SequentiallyConsistent
                8  fence SequentiallyConsistent
                9  r3.. = cmpxchg.4.SequentiallyConsistent.SequentiallyConsistent r0, r2, r5
               10  fence SequentiallyConsistent
               11  return r4
            g(0) -> 0, 0 registers
                0  error: the assembly `cpuid` is not supported
        "#]],
    );
}

#[test]
fn what_is_not_supported_is_an_error_where_it_is_reached() {
    check(
        "@elsewhere = external global i32
        declare token @llvm.strange.thing(i32)
        define i32 @f() {
          %a = load i32, ptr @elsewhere
          ret i32 %a
        }
        define half @g(half %x) {
          ret half %x
        }
        define void @h() {
          call token @llvm.strange.thing(i32 1)
          ret void
        }
        define void @k() {
          %big = alloca [2000000000 x i32]
          store i32 1, ptr %big
          ret void
        }",
        &expect![[r#"
            f(0) -> 1, 0 registers
                0  error: variable `elsewhere` is declared, but no file defines it
            g(0) -> 0, 0 registers
                0  error: function `g`: numbers of type `half` are not supported
            h(0) -> 0, 0 registers
                0  error: values of this type are not supported: call token @llvm.strange.thing(i32 1)
            k(0) -> 0, 0 registers
                0  error: variable `big` needs 8000000000 bytes, which is more than a check can give (1024 MiB)
        "#]],
    );
}

#[test]
fn steps_of_an_address_become_one() {
    check(
        "%s = type { i32, [4 x i16] }
        @a = global [10 x %s] zeroinitializer
        define i16 @f(i32 %i) {
          %x = sext i32 %i to i64
          %p = getelementptr [10 x %s], ptr @a, i64 0, i64 %x
          %q = getelementptr %s, ptr %p, i32 0, i32 1
          %r = getelementptr [4 x i16], ptr %q, i64 0, i64 2
          %v = load i16, ptr %r
          ret i16 %v
        }",
        &expect![[r#"
            a: 120 bytes, align 4
            f(1) -> 1, 2 registers
                0  r1 = &a + r0:32 * 12 + 8 bytes
                1  r1 = load.2 r1
                2  return r1
        "#]],
    );
}

/// As clang 14 stores to an atomic pointer without optimisation.
#[test]
fn variables_whose_address_is_only_cast_become_registers() {
    check(
        "@p = global i32* null
        define void @f(i32* %v) {
          %tmp = alloca i32*
          store i32* %v, i32** %tmp
          %1 = bitcast i32** %tmp to i64*
          %2 = load i64, i64* %1
          store atomic i64 %2, i64* bitcast (i32** @p to i64*) seq_cst, align 8
          ret void
        }",
        &expect![[r#"
            p: 8 bytes, align 8
            f(1) -> 0, 1 registers
                0  store.8.SequentiallyConsistent r0 -> &p
                1  return 
        "#]],
    );
}

#[test]
fn intrinsics_become_operations() {
    check(
        "declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
        declare i8 @llvm.usub.sat.i8(i8, i8)
        declare i32 @llvm.fshl.i32(i32, i32, i32)
        declare i32 @llvm.ctlz.i32(i32, i1)
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
        define i32 @f(i32 %a, i8 %b, ptr %p) {
          %s = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 5)
          %v = extractvalue { i32, i1 } %s, 0
          %t = call i8 @llvm.usub.sat.i8(i8 %b, i8 3)
          %u = call i32 @llvm.fshl.i32(i32 %v, i32 %a, i32 7)
          %z = call i32 @llvm.ctlz.i32(i32 %u, i1 false)
          %o = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
          call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 %o, i1 false)
          store i8 %t, ptr %p
          ret i32 %z
        }",
        &expect![[r#"
            f(3) -> 1, 7 registers
                0  r3 = r0 + 5 :32
                1  r4 = r1 - 3 :8
                2  r5 = Ult r1, 3 :8
                3  r5 = r5 ? 0 : r4
                4  r4 = 31 - 7 :32
                5  r6 = LShr r0, 1 :32
                6  r3 = Shl r3, 7 :32
                7  r6 = LShr r6, r4 :32
                8  r6 = r3 | r6
                9  r6 = LeadingZeros r6 :32
               10  copy 0xffffffffffffffff bytes r2 -> r2
               11  store.1 r5 -> r2
               12  return r6
        "#]],
    );
}

#[test]
fn variables_that_are_too_large_are_refused_by_name() {
    let message = error("@huge = global [1000000000000 x i32] zeroinitializer");
    assert_eq!(
        message,
        "variable `huge` needs 4000000000000 bytes, which is more than a check can give (1024 MiB)"
    );
    let message = error("@huge = global [4611686018427387904 x i64] zeroinitializer");
    assert!(
        message.contains("variable `huge`: a type is larger than memory"),
        "{message}"
    );
}

#[test]
fn targets_with_other_pointers_are_refused() {
    let message = error("target datalayout = \"e-m:e-p:32:32-i64:64\"");
    assert!(message.contains("64-bit pointers"), "{message}");
    let message = error("target datalayout = \"E-m:e-i64:64\"");
    assert!(message.contains("big-endian"), "{message}");
}

/// Each alias is twice the one before: 2^40 if each is computed anew.
#[test]
fn aliases_of_aliases_end() {
    use std::fmt::Write;
    let mut text = String::from("@x = global i32 0\n@a0 = alias i32, ptr @x\n");
    for number in 1..40 {
        let last = number - 1;
        let _ = writeln!(
            text,
            "@a{number} = alias i32, inttoptr (i64 add (i64 ptrtoint (ptr @a{last} to i64), \
             i64 ptrtoint (ptr @a{last} to i64)) to ptr)"
        );
    }
    text.push_str("define ptr @f() {\n  ret ptr @a39\n}\n");
    let module = parse("test.ll", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    if let Ok(code) = lower(&module) {
        assert!(code.dump().contains("nested too deep"), "{}", code.dump());
    }
}

/// A hundred thousand blocks, many variables and a loop around it all.
#[test]
fn large_functions_take_seconds() {
    use std::fmt::Write;
    let mut text = String::from("@g = global i32 0\ndefine i32 @f(i32 %n) {\nentry:\n");
    for number in 0..500 {
        let _ = writeln!(
            text,
            "  %v{number} = alloca i32\n  store i32 1, ptr %v{number}"
        );
    }
    text.push_str("  br label %b0\n");
    let blocks = 50_000;
    for number in 0..blocks {
        let (next, a, b) = (number + 1, number % 500, number * 7 % 500);
        let _ = writeln!(
            text,
            "b{number}:
  %x{number} = load i32, ptr %v{a}
  %c{number} = icmp slt i32 %x{number}, %n
  br i1 %c{number}, label %d{number}, label %b{next}
d{number}:
  %y{number} = load i32, ptr @g
  store i32 %y{number}, ptr %v{b}
  br label %b{next}"
        );
    }
    let _ = writeln!(
        text,
        "b{blocks}:\n  %z = load i32, ptr @g\n  %e = icmp eq i32 %z, 0"
    );
    text.push_str("  br i1 %e, label %b0, label %end\nend:\n  ret i32 0\n}\n");
    let start = std::time::Instant::now();
    let code = code(&text);
    assert!(code.functions[0].ops.len() > 100_000);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
