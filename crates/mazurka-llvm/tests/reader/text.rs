//! Small texts: what is read, and what is said if it cannot be.

use mazurka_llvm::ir::{BlockId, ConstantKind, InstructionKind, Module, SymbolKind, Type, Value};
use mazurka_llvm::parse::parse;

use crate::function;

fn read(text: &str) -> Module {
    parse("x.ll", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    match parse("x.ll", text.as_bytes()) {
        Ok(_) => panic!("this could be read: {text}"),
        Err(error) => error.to_string(),
    }
}

/// A function with these lines.
fn body(lines: &str) -> String {
    format!("define i32 @f(i32 %x, ptr %p) {{\n{lines}\n}}\n")
}

#[test]
fn errors_name_the_line() {
    let cases = [
        (
            "define i32 @f() {\n  ret i64 1\n}",
            "x.ll:2:11: the function returns another type",
        ),
        (
            "@x = global i32 \"a\"",
            "x.ll:1:17: expected a value, found a text",
        ),
        (
            "@x = global i32 1\n@x = global i32 2",
            "x.ll:2:1: `@x` is defined twice",
        ),
        (
            "@x = global [2 x i32] [i32 1]",
            "x.ll:1:23: this has not the parts that its type says",
        ),
        (
            "@x = global [2 x i8] c\"abc\"",
            "x.ll:1:22: these are 3 bytes, but the type says otherwise",
        ),
        (
            "@x = global ptr @y",
            "x.ll:1:17: `@y` is neither defined nor declared",
        ),
        (
            "define void @f() {\n  ret void, !dbg !7\n}\n!6 = !{}",
            "x.ll:2:18: `!7` is not defined",
        ),
        (
            "@x = global i32 1, align 3",
            "x.ll:1:26: an alignment is a power of two, at most 2^32",
        ),
        (
            "@x = global i129 1",
            "x.ll:1:13: integers of more than 128 bits are not supported",
        ),
        (
            "@x = global i32 12345678901234567890123456789012345678901234567890",
            "x.ll:1:17: this integer is too large",
        ),
        (
            "%t = type { %t }\n@x = global %t zeroinitializer",
            "x.ll:1:1: `%t` contains itself, or is nested deeper than 200 levels",
        ),
        (
            "hello",
            "x.ll:1:1: expected a definition (`@name = ...`, `define`, `declare`, ...), found `hello`",
        ),
        (
            "@x = global i32 1\n\n  ?",
            "x.ll:3:3: unexpected character '?'",
        ),
        (
            "source_filename = \"abc",
            "x.ll:1:19: this text has no end: a quotation mark is missing",
        ),
        (
            "define void @f() {\n",
            "x.ll:2:1: a block has at least one instruction",
        ),
        (
            "define void @f() {\n}",
            "x.ll:2:1: a function that is defined has at least one block",
        ),
        ("!0 = !{!1", "x.ll:1:7: this bracket is never closed"),
    ];
    for (text, message) in cases {
        let found = error(text);
        assert_eq!(found, message, "{text}");
    }
}

#[test]
fn errors_in_bodies() {
    let cases = [
        (
            "  %y = add i32 %x, %z\n  ret i32 %y",
            "x.ll:2:20: `%z` is not defined in this function",
        ),
        (
            "  br label %no",
            "x.ll:2:12: there is no block `no` in this function",
        ),
        (
            "  %x = add i32 1, 2\n  ret i32 %x",
            "x.ll:2:3: `%x` is defined twice",
        ),
        (
            "  %y = add ptr %p, %p\n  ret i32 0",
            "x.ll:3:3: there is no such arithmetic for this type",
        ),
        (
            "  %y = add i64 %x, 1\n  ret i32 0",
            "x.ll:2:16: `%x` has another type elsewhere",
        ),
        (
            "  %y = load i32, i32 %x\n  ret i32 0",
            "x.ll:3:3: this has to be a pointer",
        ),
        (
            "  store i32 1, ptr %p, align 7\n  ret i32 0",
            "x.ll:2:30: an alignment is a power of two, at most 2^32",
        ),
        (
            "  %y = store i32 1, ptr %p\n  ret i32 0",
            "x.ll:2:3: this instruction leaves no value to name",
        ),
        (
            "  store i32 1, ptr %p",
            "x.ll:3:1: the block before this has no end: no `br`, `ret` or the like",
        ),
        (
            "a:\n  br label %a\na:\n  br label %a",
            "x.ll:4:1: the block `a` is defined twice",
        ),
        (
            "  %y = extractvalue {i32, i32} zeroinitializer, 2\n  ret i32 %y",
            "x.ll:3:3: these indices lead to no part of the type",
        ),
        (
            "  %y = getelementptr {i32}, ptr %p, i32 0, i32 1\n  ret i32 0",
            "x.ll:2:22: these indices lead to no part of the type",
        ),
        (
            "  %y = cmpxchg ptr %p, i32 1, i64 2 seq_cst seq_cst\n  ret i32 0",
            "x.ll:2:37: both operands have to be integers or pointers of one type",
        ),
        (
            "  %y = trunc ptr %p to i32\n  ret i32 %y",
            "x.ll:2:8: there is no conversion between these types",
        ),
        (
            "  %y = load atomic i32, ptr %p, align 4\n  ret i32 %y",
            "x.ll:2:31: expected an order (`monotonic`, `acquire`, `release`, `acq_rel` or `seq_cst`), found `,`",
        ),
    ];
    for (lines, message) in cases {
        let found = error(&body(lines));
        assert_eq!(found, message, "{lines}");
    }
}

#[test]
fn numbers_are_counted_as_llvm_does() {
    // The parameters are %0 and %1, the entry is block %2, the result of the call that
    // has no name is %3.
    let module = read(
        "declare i32 @g()
         define i32 @f(i32, i32) {
           call i32 @g()
           br label %4
         4:
           %5 = add i32 %3, %0
           br i1 true, label %6, label %4
         6:
           ret i32 %5
         }",
    );
    let f = function(&module, "f");
    assert_eq!(f.blocks.len(), 3);
    assert_eq!(f.locals.len(), 4);
    let InstructionKind::Binary(_, a, Value::Local(b)) = &f.blocks[1].instructions[0].kind else {
        panic!("{:?}", f.blocks[1]);
    };
    assert_eq!(
        a.value,
        Value::Local(f.blocks[0].instructions[0].result.unwrap())
    );
    assert_eq!(b.0, 0);
}

#[test]
fn what_comes_later_may_be_used() {
    let module = read(
        "@a = global ptr @b
         define i32 @f() {
         entry:
           br label %loop
         out:
           ret i32 %next
         loop:
           %i = phi i32 [ 0, %entry ], [ %next, %loop ]
           %next = add i32 %i, 1
           %done = icmp eq i32 %next, 9
           br i1 %done, label %out, label %loop
         }
         @b = global %pair zeroinitializer
         %pair = type { i32, ptr }",
    );
    let f = function(&module, "f");
    // Blocks are in the order of the text.
    assert!(matches!(
        f.blocks[0].instructions[0].kind,
        InstructionKind::Jump(BlockId(2))
    ));
    assert!(matches!(
        f.blocks[1].instructions[0].kind,
        InstructionKind::Return(Some(_))
    ));
    let InstructionKind::Phi(_, incoming) = &f.blocks[2].instructions[0].kind else {
        panic!("{:?}", f.blocks[2]);
    };
    assert_eq!(
        incoming[1],
        (
            Value::Local(f.blocks[2].instructions[1].result.unwrap()),
            BlockId(2)
        )
    );
}

#[test]
fn pointers_lose_what_they_point_to() {
    let module = read(
        "%s = type { i32, %s*, void (i8*, ...)* }
         @g = global %s* bitcast (i8* @h to %s*)
         @h = global i8 0
         define %s* @f(%s* %p, i32 addrspace(0)** %q) {
           %a = bitcast %s* %p to i8*
           %b = bitcast i8* %a to %s*
           %c = getelementptr inbounds %s, %s* %b, i32 0, i32 0
           store i32 1, i32* %c
           %d = bitcast i32* %c to %s*
           ret %s* %d
         }",
    );
    let Type::Struct { fields, .. } = module.ty(module.named[0].body.unwrap()) else {
        panic!();
    };
    assert_eq!(*module.ty(fields[1]), Type::Pointer);
    assert_eq!(fields[1], fields[2]);
    let f = function(&module, "f");
    let instructions = &f.blocks[0].instructions;
    assert_eq!(instructions.len(), 2);
    let InstructionKind::Return(Some(value)) = &instructions[1].kind else {
        panic!();
    };
    assert_eq!(value.value, Value::Local(mazurka_llvm::ir::LocalId(0)));
}

#[test]
fn conversions_that_lead_in_a_circle_are_kept() {
    let module = read(&body(
        "  ret i32 0
dead:
  %a = bitcast ptr %b to ptr
  %b = bitcast ptr %a to ptr
  %c = bitcast ptr %b to ptr
  store i32 1, ptr %c
  br label %dead",
    ));
    assert!(function(&module, "f").blocks[1].instructions.len() >= 3);
}

#[test]
fn attributes_are_passed_over() {
    let module = read(
        "define weak_odr dso_local hidden zeroext range(i8 0, 5) i8 @f(ptr noundef byval({ i32, [4 x i8] }) align 8 dereferenceable(8) captures(none) \"a\"=\"b\" %p, ptr nocapture writeonly sret({ i32 }) initializes((0, 4), (8, 12)) %q) local_unnamed_addr addrspace(0) #0 section \"x\" comdat($f) align 16 gc \"none\" prefix i32 7 prologue i8 1 personality ptr @p !dbg !7 !prof !{!\"x\", i64 1} {
           %1 = musttail call fastcc noundef nonnull align 4 dereferenceable(4) ptr (ptr, ...) @g(ptr noundef nonnull align 8 %p, i32 signext 3) #1 [ \"deopt\"(i32 1, ptr %p), \"align\"(ptr %p) ], !srcloc !3
           %2 = call nnan ninf reassoc float @h(float nofpclass(nan inf) 1.0) nounwind memory(none) \"x\"
           %3 = tail call cc 10 i8 @k()
           ret i8 %3
         }
         declare !dbg !7 extern_weak fastcc ptr @g(ptr, ...) unnamed_addr #2
         declare float @h(float)
         declare i8 @k() allockind(\"alloc,zeroed\") allocsize(0) memory(argmem: readwrite)
         declare i32 @p(...)
         $f = comdat any
         attributes #0 = { nounwind \"frame-pointer\"=\"all\" allocsize(0) }
         attributes #1 = { nounwind }
         module asm \".ident \\22x\\22\"
         !llvm.module.flags = !{!0}
         !0 = !{i32 1, !\"wchar_size\", i32 4}
         !3 = !{i32 1}
         !7 = !{}
         ^0 = module: (path: \"x\", hash: (0, 0))",
    );
    let f = function(&module, "f");
    assert!(f.parameters[0].by_value.is_some());
    assert!(f.parameters[1].by_value.is_none());
    let InstructionKind::Call(call) = &f.blocks[0].instructions[0].kind else {
        panic!();
    };
    assert_eq!((call.arguments.len(), call.fixed), (2, Some(1)));
}

#[test]
fn what_is_not_supported_is_kept_as_such() {
    let module = read(&body(
        "  %v = load <vscale x 4 x i32>, ptr %p, !dbg !3
  %w = add <vscale x 4 x i32> %v, %v
  %n = load i256, ptr %p
  %t = trunc i256 %n to i32
  %u = newinstruction i32 %x
  %s = add i32 %t, %u
  ret i32 %s
other:
  endswithsomethingnew label %other
last:
  %z = atomicrmw usub_sat ptr %p, i32 1 seq_cst
  ret i32 %z",
    ));
    let f = function(&module, "f");
    let first = &f.blocks[0].instructions;
    let InstructionKind::Unsupported(text) = &first[0].kind else {
        panic!("{first:?}");
    };
    assert_eq!(
        text,
        "vectors of no fixed length are not supported: %v = load <vscale x 4 x i32>, ptr %p"
    );
    assert_eq!(
        first
            .iter()
            .filter(|one| matches!(one.kind, InstructionKind::Unsupported(_)))
            .count(),
        5
    );
    assert!(matches!(
        f.blocks[1].instructions[1].kind,
        InstructionKind::Unreachable
    ));
    assert!(matches!(
        f.blocks[2].instructions[0].kind,
        InstructionKind::Unsupported(_)
    ));
}

#[test]
fn constants_of_every_kind() {
    let module = read(
        "@a = constant [4 x i8] [i8 1, i8 2, i8 3, i8 -1]
         @b = constant <{ i8, i32 }> <{ i8 1, i32 2 }>
         @c = constant <2 x float> splat (float 0x3FF8000000000000)
         @d = constant i64 ptrtoint (ptr getelementptr inbounds nuw ([4 x i8], ptr @a, i64 0, i64 2) to i64)
         @e = constant ptr getelementptr inbounds ({ [3 x ptr] }, { [3 x ptr] }* @f, i32 0, inrange i32 0, i32 2)
         @f = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr no_cfi @g, ptr dso_local_equivalent @g] }
         @h = constant i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
         @i = constant i1 icmp ne (ptr @a, ptr null)
         @j = constant x86_fp80 0xK3FFFC000000000000000
         @k = constant ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @f, i32 0, i32 0, i32 2)
         @l = constant i32 select (i1 icmp eq (ptr @a, ptr @b), i32 1, i32 2)
         @m = constant [2 x ptr] [ptr blockaddress(@g, %two), ptr blockaddress(@g, %0)]
         @n = constant [5 x i8] c\"\\00\\FFa\\\\\\22\"
         @\"quoted name\" = alias i8, getelementptr (i8, ptr @a, i64 1)
         @0 = private unnamed_addr constant i8 1
         define void @g() {
           br label %two
         two:
           ret void
         }",
    );
    let kind = |name: &str| {
        let initial = crate::variable(&module, name).initial.expect("a value");
        module.constant(initial).kind.clone()
    };
    assert_eq!(kind("a"), ConstantKind::Bytes(vec![1, 2, 3, 255]));
    assert_eq!(kind("n"), ConstantKind::Bytes(b"\0\xffa\\\"".to_vec()));
    assert_eq!(kind("j"), ConstantKind::Float(1.5));
    assert!(matches!(kind("d"), ConstantKind::Cast(..)));
    assert!(matches!(kind("h"), ConstantKind::Binary(..)));
    assert!(matches!(kind("i"), ConstantKind::Compare(..)));
    assert!(matches!(kind("l"), ConstantKind::Select(..)));
    let (ConstantKind::GetElementPtr(_, _, e), ConstantKind::GetElementPtr(_, _, k)) =
        (kind("e"), kind("k"))
    else {
        panic!();
    };
    assert_eq!((e.len(), k.len()), (3, 3));
    let ConstantKind::Aggregate(blocks) = kind("m") else {
        panic!();
    };
    let blocks: Vec<ConstantKind> = blocks
        .iter()
        .map(|&block| module.constant(block).kind.clone())
        .collect();
    assert!(matches!(
        blocks[0],
        ConstantKind::BlockAddress(_, BlockId(1))
    ));
    assert!(matches!(
        blocks[1],
        ConstantKind::BlockAddress(_, BlockId(0))
    ));
    assert!(matches!(
        crate::symbol(&module, "quoted name").kind,
        SymbolKind::Alias(_)
    ));
    assert_eq!(
        crate::symbol(&module, "0").linkage,
        mazurka_llvm::ir::Linkage::Internal
    );
}

#[test]
fn rarities() {
    let module = read(
        "@\"\\01exact\" = global i32 u0xFF
         define i32 @f(ptr %p) {
           %t = call token @g()
           %m = load x86_mmx, ptr %p
           br label %end
         end:
           ret i32 0
           uselistorder ptr %p, { 1, 0 }
         }
         declare token @g()
         uselistorder ptr @f, { 1, 0 }",
    );
    let exact = crate::variable(&module, "exact").initial.expect("a value");
    assert_eq!(module.constant(exact).kind, ConstantKind::Int(255));
    let f = function(&module, "f");
    assert!(matches!(
        f.blocks[0].instructions[1].kind,
        InstructionKind::Unsupported(_)
    ));
}

#[test]
fn places_of_inlined_code_are_the_innermost() {
    let module = read(
        "define void @f() !dbg !1 {
           ret void, !dbg !3
         }
         !0 = !DIFile(filename: \"dir/a.c\", directory: \"/where\")
         !1 = distinct !DISubprogram(name: \"f\", scope: !0, file: !0, line: 3, type: !9, spFlags: DISPFlagDefinition)
         !2 = distinct !DISubprogram(name: \"inner\", file: !0, line: 30)
         !3 = !DILocation(line: 31, column: 7, scope: !4, inlinedAt: !5)
         !4 = distinct !DILexicalBlock(scope: !2, file: !6, line: 30)
         !5 = distinct !DILocation(line: 5, column: 1, scope: !1)
         !6 = !DIFile(filename: \"b.h\", directory: \"/where\", checksumkind: CSK_MD5, checksum: \"12\")
         !9 = !DISubroutineType(types: !{null})",
    );
    let f = function(&module, "f");
    let at = |location: Option<mazurka_llvm::ir::LocationId>| {
        module.locations[location.expect("a place").0 as usize]
    };
    let place = at(f.blocks[0].instructions[0].location);
    assert_eq!(
        (
            module.files[place.file as usize].as_str(),
            place.line,
            place.column
        ),
        ("b.h", 31, 7)
    );
    let start = at(f.location);
    assert_eq!(
        (module.files[start.file as usize].as_str(), start.line),
        ("dir/a.c", 3)
    );
    assert_eq!(module.directories, ["/where", "/where"]);
}

#[test]
fn parts_of_types_of_the_library_have_no_names() {
    let module = read(
        "@s = global { i32, [5 x i64] } zeroinitializer, !dbg !0
         !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
         !1 = distinct !DIGlobalVariable(name: \"s\", file: !9, line: 1, type: !2)
         !2 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !3)
         !3 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !9, line: 1, size: 384, elements: !4)
         !4 = !{!5, !6, !12}
         !5 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", baseType: !10, size: 32)
         !6 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: !7, size: 320, offset: 64)
         !7 = !DIDerivedType(tag: DW_TAG_typedef, name: \"pthread_mutex_t\", baseType: !8)
         !8 = !DICompositeType(tag: DW_TAG_union_type, size: 320, elements: !11)
         !9 = !DIFile(filename: \"s.c\", directory: \"\")
         !10 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
         !11 = !{!5}
         !12 = !DIDerivedType(tag: DW_TAG_member, name: \"itself\", baseType: !3, size: 384, offset: 384)",
    );
    let shape = crate::variable(&module, "s").shape.expect("a shape");
    assert_eq!(module.shapes.part(shape, 0, 4), ".a");
    assert_eq!(module.shapes.part(shape, 8, 4), ".m");
    // A struct that contains itself is nonsense, and does no harm.
    assert_eq!(module.shapes.part(shape, 50, 4), ".itself+2");
}
