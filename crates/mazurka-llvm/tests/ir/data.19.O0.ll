; ModuleID = 'data.c'
source_filename = "data.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Item = type { i32, i8, [3 x double], %union.anon }
%union.anon = type { i32 }
%struct.Packed = type <{ i8, i32 }>
%struct.Node = type { ptr, ptr, ptr }

@may_be_replaced = weak dso_local global i32 3, align 4, !dbg !0
@items = dso_local global [3 x %struct.Item] [%struct.Item { i32 1, i8 120, [3 x double] [double 1.500000e+00, double 2.500000e+00, double 1.000000e+300], %union.anon { i32 7 } }, %struct.Item { i32 2, i8 0, [3 x double] zeroinitializer, %union.anon zeroinitializer }, %struct.Item zeroinitializer], align 16, !dbg !12
@packed = dso_local global %struct.Packed <{ i8 1, i32 2 }>, align 1, !dbg !31
@bits = dso_local global { i8, i8, i8, i8, i8, i8, i8, i8 } { i8 17, i8 48, i8 0, i8 0, i8 0, i8 0, i8 0, i8 undef }, align 8, !dbg !37
@first = dso_local global %struct.Node { ptr @second, ptr @.str.1, ptr null }, align 8, !dbg !69
@.str = private unnamed_addr constant [8 x i8] c"second\0A\00", align 1, !dbg !46
@second = dso_local global %struct.Node { ptr @first, ptr @.str, ptr @twice }, align 8, !dbg !51
@.str.1 = private unnamed_addr constant [11 x i8] c"quote\22 \\ \01\00", align 1, !dbg !64
@text = dso_local global [5 x i8] c"text\00", align 1, !dbg !71
@bytes = dso_local global [5 x i8] c"\01\02\03\04\FF", align 1, !dbg !76
@.str.2 = private unnamed_addr constant [4 x i8] c"one\00", align 1, !dbg !80
@.str.3 = private unnamed_addr constant [4 x i8] c"two\00", align 1, !dbg !85
@words = dso_local constant [2 x ptr] [ptr @.str.2, ptr @.str.3], align 16, !dbg !87
@own = dso_local thread_local global i64 5, align 8, !dbg !93
@small = dso_local global float 0x3FB99999A0000000, align 4, !dbg !95
@wide = dso_local global x86_fp80 0xK3FFFA000000000000000, align 16, !dbg !97
@huge = dso_local global i128 -1, align 16, !dbg !100
@yes = dso_local global i8 1, align 1, !dbg !103
@inside = dso_local global ptr getelementptr (i8, ptr @items, i64 72), align 8, !dbg !106
@past = dso_local global ptr getelementptr (i8, ptr @items, i64 120), align 8, !dbg !109
@self = dso_local global ptr @self, align 8, !dbg !111
@as_number = dso_local global i64 ptrtoint (ptr getelementptr (i8, ptr @items, i64 40) to i64), align 8, !dbg !114
@fixed = dso_local global ptr inttoptr (i64 4096 to ptr), align 8, !dbg !116
@use.calls = internal global i32 10, align 4, !dbg !118
@hidden = internal global %struct.Item { i32 5, i8 0, [3 x double] zeroinitializer, %union.anon zeroinitializer }, align 8, !dbg !128
@elsewhere = external global i32, align 4
@perhaps = extern_weak global i32, align 4
@large = dso_local global [1000000 x i32] zeroinitializer, align 16, !dbg !123
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @done, ptr null }]

@other_name = dso_local alias i32 (), ptr @use

; Function Attrs: noinline nounwind uwtable
define internal i32 @twice(i32 noundef %x) #0 !dbg !138 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !140, !DIExpression(), !141)
  %0 = load i32, ptr %x.addr, align 4, !dbg !142
  %mul = mul nsw i32 2, %0, !dbg !143
  ret i32 %mul, !dbg !144
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @use() #0 !dbg !120 {
entry:
  %0 = load i32, ptr @hidden, align 8, !dbg !145
  %1 = load i32, ptr @use.calls, align 4, !dbg !146
  %inc = add nsw i32 %1, 1, !dbg !146
  store i32 %inc, ptr @use.calls, align 4, !dbg !146
  %add = add nsw i32 %0, %1, !dbg !147
  %2 = load i32, ptr @elsewhere, align 4, !dbg !148
  %add1 = add nsw i32 %add, %2, !dbg !149
  %tobool = icmp ne ptr @perhaps, null, !dbg !150
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !150

cond.true:                                        ; preds = %entry
  %3 = load i32, ptr @perhaps, align 4, !dbg !151
  br label %cond.end, !dbg !150

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !150

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %3, %cond.true ], [ 0, %cond.false ], !dbg !150
  %add2 = add nsw i32 %add1, %cond, !dbg !152
  ret i32 %add2, !dbg !153
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @late() #0 !dbg !154 {
entry:
  ret void, !dbg !157
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @early() #0 !dbg !158 {
entry:
  ret void, !dbg !159
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @done() #0 !dbg !160 {
entry:
  ret void, !dbg !161
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!130, !131, !132, !133, !134, !135, !136}
!llvm.ident = !{!137}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "may_be_replaced", scope: !2, file: !3, line: 28, type: !10, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !11, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "data.c", directory: ".", checksumkind: CSK_MD5, checksum: "e3e256165fda7f80eb76dc24277eb5c7")
!4 = !{!5, !7, !8}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!7 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!9 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !{!0, !12, !31, !37, !46, !51, !64, !69, !71, !76, !80, !85, !87, !93, !95, !97, !100, !103, !106, !109, !111, !114, !116, !118, !123, !128}
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(name: "items", scope: !2, file: !3, line: 29, type: !14, isLocal: false, isDefinition: true)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 960, elements: !23)
!15 = !DIDerivedType(tag: DW_TAG_typedef, name: "Item", file: !3, line: 10, baseType: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 2, size: 320, elements: !17)
!17 = !{!18, !19, !20, !25}
!18 = !DIDerivedType(tag: DW_TAG_member, name: "number", scope: !16, file: !3, line: 3, baseType: !10, size: 32)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "letter", scope: !16, file: !3, line: 4, baseType: !6, size: 8, offset: 32)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "real", scope: !16, file: !3, line: 5, baseType: !21, size: 192, offset: 64)
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 192, elements: !23)
!22 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!23 = !{!24}
!24 = !DISubrange(count: 3)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "either", scope: !16, file: !3, line: 9, baseType: !26, size: 32, offset: 256)
!26 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !16, file: !3, line: 6, size: 32, elements: !27)
!27 = !{!28, !29}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !26, file: !3, line: 7, baseType: !10, size: 32)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !26, file: !3, line: 8, baseType: !30, size: 32)
!30 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!31 = !DIGlobalVariableExpression(var: !32, expr: !DIExpression())
!32 = distinct !DIGlobalVariable(name: "packed", scope: !2, file: !3, line: 31, type: !33, isLocal: false, isDefinition: true)
!33 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Packed", file: !3, line: 11, size: 40, elements: !34)
!34 = !{!35, !36}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "letter", scope: !33, file: !3, line: 12, baseType: !6, size: 8)
!36 = !DIDerivedType(tag: DW_TAG_member, name: "number", scope: !33, file: !3, line: 13, baseType: !10, size: 32, offset: 8)
!37 = !DIGlobalVariableExpression(var: !38, expr: !DIExpression())
!38 = distinct !DIGlobalVariable(name: "bits", scope: !2, file: !3, line: 32, type: !39, isLocal: false, isDefinition: true)
!39 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Bits", file: !3, line: 15, size: 64, elements: !40)
!40 = !{!41, !42, !44}
!41 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !39, file: !3, line: 16, baseType: !10, size: 3, flags: DIFlagBitField, extraData: i64 0)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !39, file: !3, line: 17, baseType: !43, size: 9, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!43 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !39, file: !3, line: 18, baseType: !45, size: 40, offset: 12, flags: DIFlagBitField, extraData: i64 0)
!45 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!46 = !DIGlobalVariableExpression(var: !47, expr: !DIExpression())
!47 = distinct !DIGlobalVariable(scope: null, file: !3, line: 33, type: !48, isLocal: true, isDefinition: true)
!48 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 64, elements: !49)
!49 = !{!50}
!50 = !DISubrange(count: 8)
!51 = !DIGlobalVariableExpression(var: !52, expr: !DIExpression())
!52 = distinct !DIGlobalVariable(name: "second", scope: !2, file: !3, line: 33, type: !53, isLocal: false, isDefinition: true)
!53 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Node", file: !3, line: 20, size: 192, elements: !54)
!54 = !{!55, !57, !60}
!55 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !53, file: !3, line: 21, baseType: !56, size: 64)
!56 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !53, size: 64)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !53, file: !3, line: 22, baseType: !58, size: 64, offset: 64)
!58 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !59, size: 64)
!59 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !6)
!60 = !DIDerivedType(tag: DW_TAG_member, name: "call", scope: !53, file: !3, line: 23, baseType: !61, size: 64, offset: 128)
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !62, size: 64)
!62 = !DISubroutineType(types: !63)
!63 = !{!10, !10}
!64 = !DIGlobalVariableExpression(var: !65, expr: !DIExpression())
!65 = distinct !DIGlobalVariable(scope: null, file: !3, line: 33, type: !66, isLocal: true, isDefinition: true)
!66 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 88, elements: !67)
!67 = !{!68}
!68 = !DISubrange(count: 11)
!69 = !DIGlobalVariableExpression(var: !70, expr: !DIExpression())
!70 = distinct !DIGlobalVariable(name: "first", scope: !2, file: !3, line: 33, type: !53, isLocal: false, isDefinition: true)
!71 = !DIGlobalVariableExpression(var: !72, expr: !DIExpression())
!72 = distinct !DIGlobalVariable(name: "text", scope: !2, file: !3, line: 34, type: !73, isLocal: false, isDefinition: true)
!73 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 40, elements: !74)
!74 = !{!75}
!75 = !DISubrange(count: 5)
!76 = !DIGlobalVariableExpression(var: !77, expr: !DIExpression())
!77 = distinct !DIGlobalVariable(name: "bytes", scope: !2, file: !3, line: 35, type: !78, isLocal: false, isDefinition: true)
!78 = !DICompositeType(tag: DW_TAG_array_type, baseType: !79, size: 40, elements: !74)
!79 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!80 = !DIGlobalVariableExpression(var: !81, expr: !DIExpression())
!81 = distinct !DIGlobalVariable(scope: null, file: !3, line: 36, type: !82, isLocal: true, isDefinition: true)
!82 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 32, elements: !83)
!83 = !{!84}
!84 = !DISubrange(count: 4)
!85 = !DIGlobalVariableExpression(var: !86, expr: !DIExpression())
!86 = distinct !DIGlobalVariable(scope: null, file: !3, line: 36, type: !82, isLocal: true, isDefinition: true)
!87 = !DIGlobalVariableExpression(var: !88, expr: !DIExpression())
!88 = distinct !DIGlobalVariable(name: "words", scope: !2, file: !3, line: 36, type: !89, isLocal: false, isDefinition: true)
!89 = !DICompositeType(tag: DW_TAG_array_type, baseType: !90, size: 128, elements: !91)
!90 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !58)
!91 = !{!92}
!92 = !DISubrange(count: 2)
!93 = !DIGlobalVariableExpression(var: !94, expr: !DIExpression())
!94 = distinct !DIGlobalVariable(name: "own", scope: !2, file: !3, line: 38, type: !45, isLocal: false, isDefinition: true)
!95 = !DIGlobalVariableExpression(var: !96, expr: !DIExpression())
!96 = distinct !DIGlobalVariable(name: "small", scope: !2, file: !3, line: 39, type: !30, isLocal: false, isDefinition: true)
!97 = !DIGlobalVariableExpression(var: !98, expr: !DIExpression())
!98 = distinct !DIGlobalVariable(name: "wide", scope: !2, file: !3, line: 40, type: !99, isLocal: false, isDefinition: true)
!99 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!100 = !DIGlobalVariableExpression(var: !101, expr: !DIExpression())
!101 = distinct !DIGlobalVariable(name: "huge", scope: !2, file: !3, line: 41, type: !102, isLocal: false, isDefinition: true)
!102 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!103 = !DIGlobalVariableExpression(var: !104, expr: !DIExpression())
!104 = distinct !DIGlobalVariable(name: "yes", scope: !2, file: !3, line: 42, type: !105, isLocal: false, isDefinition: true)
!105 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!106 = !DIGlobalVariableExpression(var: !107, expr: !DIExpression())
!107 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 43, type: !108, isLocal: false, isDefinition: true)
!108 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!109 = !DIGlobalVariableExpression(var: !110, expr: !DIExpression())
!110 = distinct !DIGlobalVariable(name: "past", scope: !2, file: !3, line: 44, type: !5, isLocal: false, isDefinition: true)
!111 = !DIGlobalVariableExpression(var: !112, expr: !DIExpression())
!112 = distinct !DIGlobalVariable(name: "self", scope: !2, file: !3, line: 45, type: !113, isLocal: false, isDefinition: true)
!113 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!114 = !DIGlobalVariableExpression(var: !115, expr: !DIExpression())
!115 = distinct !DIGlobalVariable(name: "as_number", scope: !2, file: !3, line: 46, type: !7, isLocal: false, isDefinition: true)
!116 = !DIGlobalVariableExpression(var: !117, expr: !DIExpression())
!117 = distinct !DIGlobalVariable(name: "fixed", scope: !2, file: !3, line: 47, type: !8, isLocal: false, isDefinition: true)
!118 = !DIGlobalVariableExpression(var: !119, expr: !DIExpression())
!119 = distinct !DIGlobalVariable(name: "calls", scope: !120, file: !3, line: 49, type: !10, isLocal: true, isDefinition: true)
!120 = distinct !DISubprogram(name: "use", scope: !3, file: !3, line: 48, type: !121, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!121 = !DISubroutineType(types: !122)
!122 = !{!10}
!123 = !DIGlobalVariableExpression(var: !124, expr: !DIExpression())
!124 = distinct !DIGlobalVariable(name: "large", scope: !2, file: !3, line: 37, type: !125, isLocal: false, isDefinition: true)
!125 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 32000000, elements: !126)
!126 = !{!127}
!127 = !DISubrange(count: 1000000)
!128 = !DIGlobalVariableExpression(var: !129, expr: !DIExpression())
!129 = distinct !DIGlobalVariable(name: "hidden", scope: !2, file: !3, line: 30, type: !15, isLocal: true, isDefinition: true)
!130 = !{i32 7, !"Dwarf Version", i32 5}
!131 = !{i32 2, !"Debug Info Version", i32 3}
!132 = !{i32 1, !"wchar_size", i32 4}
!133 = !{i32 8, !"PIC Level", i32 2}
!134 = !{i32 7, !"PIE Level", i32 2}
!135 = !{i32 7, !"uwtable", i32 2}
!136 = !{i32 7, !"frame-pointer", i32 2}
!137 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!138 = distinct !DISubprogram(name: "twice", scope: !3, file: !3, line: 25, type: !62, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !139)
!139 = !{}
!140 = !DILocalVariable(name: "x", arg: 1, scope: !138, file: !3, line: 25, type: !10)
!141 = !DILocation(line: 25, column: 22, scope: !138)
!142 = !DILocation(line: 25, column: 38, scope: !138)
!143 = !DILocation(line: 25, column: 36, scope: !138)
!144 = !DILocation(line: 25, column: 27, scope: !138)
!145 = !DILocation(line: 50, column: 17, scope: !120)
!146 = !DILocation(line: 50, column: 31, scope: !120)
!147 = !DILocation(line: 50, column: 24, scope: !120)
!148 = !DILocation(line: 50, column: 36, scope: !120)
!149 = !DILocation(line: 50, column: 34, scope: !120)
!150 = !DILocation(line: 50, column: 49, scope: !120)
!151 = !DILocation(line: 50, column: 60, scope: !120)
!152 = !DILocation(line: 50, column: 46, scope: !120)
!153 = !DILocation(line: 50, column: 3, scope: !120)
!154 = distinct !DISubprogram(name: "late", scope: !3, file: !3, line: 53, type: !155, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!155 = !DISubroutineType(types: !156)
!156 = !{null}
!157 = !DILocation(line: 53, column: 47, scope: !154)
!158 = distinct !DISubprogram(name: "early", scope: !3, file: !3, line: 54, type: !155, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!159 = !DILocation(line: 54, column: 53, scope: !158)
!160 = distinct !DISubprogram(name: "done", scope: !3, file: !3, line: 55, type: !155, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!161 = !DILocation(line: 55, column: 46, scope: !160)
