; ModuleID = 'data.c'
source_filename = "data.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Item = type { i32, i8, [3 x double], %union.anon }
%union.anon = type { i32 }
%struct.Packed = type <{ i8, i32 }>
%struct.Node = type { %struct.Node*, i8*, i32 (i32)* }

@may_be_replaced = weak dso_local global i32 3, align 4, !dbg !0
@items = dso_local global [3 x %struct.Item] [%struct.Item { i32 1, i8 120, [3 x double] [double 1.500000e+00, double 2.500000e+00, double 1.000000e+300], %union.anon { i32 7 } }, %struct.Item { i32 2, i8 0, [3 x double] zeroinitializer, %union.anon zeroinitializer }, %struct.Item zeroinitializer], align 16, !dbg !5
@packed = dso_local global %struct.Packed <{ i8 1, i32 2 }>, align 1, !dbg !26
@bits = dso_local global { i8, i8, i8, i8, i8, i8, i8, i8 } { i8 17, i8 48, i8 0, i8 0, i8 0, i8 0, i8 0, i8 undef }, align 8, !dbg !32
@first = dso_local global %struct.Node { %struct.Node* @second, i8* getelementptr inbounds ([11 x i8], [11 x i8]* @.str.1, i32 0, i32 0), i32 (i32)* null }, align 8, !dbg !54
@.str = private unnamed_addr constant [8 x i8] c"second\0A\00", align 1
@second = dso_local global %struct.Node { %struct.Node* @first, i8* getelementptr inbounds ([8 x i8], [8 x i8]* @.str, i32 0, i32 0), i32 (i32)* @twice }, align 8, !dbg !41
@.str.1 = private unnamed_addr constant [11 x i8] c"quote\22 \\ \01\00", align 1
@text = dso_local global [5 x i8] c"text\00", align 1, !dbg !56
@bytes = dso_local global [5 x i8] c"\01\02\03\04\FF", align 1, !dbg !61
@.str.2 = private unnamed_addr constant [4 x i8] c"one\00", align 1
@.str.3 = private unnamed_addr constant [4 x i8] c"two\00", align 1
@words = dso_local constant [2 x i8*] [i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.2, i32 0, i32 0), i8* getelementptr inbounds ([4 x i8], [4 x i8]* @.str.3, i32 0, i32 0)], align 16, !dbg !65
@own = dso_local thread_local global i64 5, align 8, !dbg !71
@small = dso_local global float 0x3FB99999A0000000, align 4, !dbg !73
@wide = dso_local global x86_fp80 0xK3FFFA000000000000000, align 16, !dbg !75
@huge = dso_local global i128 -1, align 16, !dbg !78
@yes = dso_local global i8 1, align 1, !dbg !81
@inside = dso_local global i32* bitcast (i8* getelementptr (i8, i8* bitcast ([3 x %struct.Item]* @items to i8*), i64 72) to i32*), align 8, !dbg !84
@past = dso_local global i8* getelementptr (i8, i8* bitcast ([3 x %struct.Item]* @items to i8*), i64 120), align 8, !dbg !87
@self = dso_local global i8* bitcast (i8** @self to i8*), align 8, !dbg !90
@as_number = dso_local global i64 ptrtoint (i8* getelementptr (i8, i8* bitcast ([3 x %struct.Item]* @items to i8*), i64 40) to i64), align 8, !dbg !93
@fixed = dso_local global i32* inttoptr (i64 4096 to i32*), align 8, !dbg !96
@use.calls = internal global i32 10, align 4, !dbg !100
@hidden = internal global %struct.Item { i32 5, i8 0, [3 x double] zeroinitializer, %union.anon zeroinitializer }, align 8, !dbg !111
@elsewhere = external global i32, align 4
@perhaps = extern_weak global i32, align 4
@large = dso_local global [1000000 x i32] zeroinitializer, align 16, !dbg !106
@llvm.global_ctors = appending global [2 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @late, i8* null }, { i32, void ()*, i8* } { i32 101, void ()* @early, i8* null }]
@llvm.global_dtors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @done, i8* null }]

@other_name = dso_local alias i32 (), i32 ()* @use

; Function Attrs: noinline nounwind uwtable
define internal i32 @twice(i32 noundef %x) #0 !dbg !121 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !122, metadata !DIExpression()), !dbg !123
  %0 = load i32, i32* %x.addr, align 4, !dbg !124
  %mul = mul nsw i32 2, %0, !dbg !125
  ret i32 %mul, !dbg !126
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @use() #0 !dbg !102 {
entry:
  %0 = load i32, i32* getelementptr inbounds (%struct.Item, %struct.Item* @hidden, i32 0, i32 0), align 8, !dbg !127
  %1 = load i32, i32* @use.calls, align 4, !dbg !128
  %inc = add nsw i32 %1, 1, !dbg !128
  store i32 %inc, i32* @use.calls, align 4, !dbg !128
  %add = add nsw i32 %0, %1, !dbg !129
  %2 = load i32, i32* @elsewhere, align 4, !dbg !130
  %add1 = add nsw i32 %add, %2, !dbg !131
  br i1 icmp ne (i32* @perhaps, i32* null), label %cond.true, label %cond.false, !dbg !132

cond.true:                                        ; preds = %entry
  %3 = load i32, i32* @perhaps, align 4, !dbg !133
  br label %cond.end, !dbg !132

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !132

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %3, %cond.true ], [ 0, %cond.false ], !dbg !132
  %add2 = add nsw i32 %add1, %cond, !dbg !134
  ret i32 %add2, !dbg !135
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @late() #0 !dbg !136 {
entry:
  ret void, !dbg !139
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @early() #0 !dbg !140 {
entry:
  ret void, !dbg !141
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @done() #0 !dbg !142 {
entry:
  ret void, !dbg !143
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!113, !114, !115, !116, !117, !118, !119}
!llvm.ident = !{!120}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "may_be_replaced", scope: !2, file: !3, line: 28, type: !12, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "data.c", directory: ".", checksumkind: CSK_MD5, checksum: "e3e256165fda7f80eb76dc24277eb5c7")
!4 = !{!0, !5, !26, !32, !41, !54, !56, !61, !65, !71, !73, !75, !78, !81, !84, !87, !90, !93, !96, !100, !106, !111}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "items", scope: !2, file: !3, line: 29, type: !7, isLocal: false, isDefinition: true)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !8, size: 960, elements: !18)
!8 = !DIDerivedType(tag: DW_TAG_typedef, name: "Item", file: !3, line: 10, baseType: !9)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, file: !3, line: 2, size: 320, elements: !10)
!10 = !{!11, !13, !15, !20}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "number", scope: !9, file: !3, line: 3, baseType: !12, size: 32)
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "letter", scope: !9, file: !3, line: 4, baseType: !14, size: 8, offset: 32)
!14 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "real", scope: !9, file: !3, line: 5, baseType: !16, size: 192, offset: 64)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 192, elements: !18)
!17 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!18 = !{!19}
!19 = !DISubrange(count: 3)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "either", scope: !9, file: !3, line: 9, baseType: !21, size: 32, offset: 256)
!21 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !9, file: !3, line: 6, size: 32, elements: !22)
!22 = !{!23, !24}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !21, file: !3, line: 7, baseType: !12, size: 32)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !21, file: !3, line: 8, baseType: !25, size: 32)
!25 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(name: "packed", scope: !2, file: !3, line: 31, type: !28, isLocal: false, isDefinition: true)
!28 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Packed", file: !3, line: 11, size: 40, elements: !29)
!29 = !{!30, !31}
!30 = !DIDerivedType(tag: DW_TAG_member, name: "letter", scope: !28, file: !3, line: 12, baseType: !14, size: 8)
!31 = !DIDerivedType(tag: DW_TAG_member, name: "number", scope: !28, file: !3, line: 13, baseType: !12, size: 32, offset: 8)
!32 = !DIGlobalVariableExpression(var: !33, expr: !DIExpression())
!33 = distinct !DIGlobalVariable(name: "bits", scope: !2, file: !3, line: 32, type: !34, isLocal: false, isDefinition: true)
!34 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Bits", file: !3, line: 15, size: 64, elements: !35)
!35 = !{!36, !37, !39}
!36 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !34, file: !3, line: 16, baseType: !12, size: 3, flags: DIFlagBitField, extraData: i64 0)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !34, file: !3, line: 17, baseType: !38, size: 9, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!38 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!39 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !34, file: !3, line: 18, baseType: !40, size: 40, offset: 12, flags: DIFlagBitField, extraData: i64 0)
!40 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!41 = !DIGlobalVariableExpression(var: !42, expr: !DIExpression())
!42 = distinct !DIGlobalVariable(name: "second", scope: !2, file: !3, line: 33, type: !43, isLocal: false, isDefinition: true)
!43 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Node", file: !3, line: 20, size: 192, elements: !44)
!44 = !{!45, !47, !50}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !43, file: !3, line: 21, baseType: !46, size: 64)
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !43, size: 64)
!47 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !43, file: !3, line: 22, baseType: !48, size: 64, offset: 64)
!48 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !49, size: 64)
!49 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !14)
!50 = !DIDerivedType(tag: DW_TAG_member, name: "call", scope: !43, file: !3, line: 23, baseType: !51, size: 64, offset: 128)
!51 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !52, size: 64)
!52 = !DISubroutineType(types: !53)
!53 = !{!12, !12}
!54 = !DIGlobalVariableExpression(var: !55, expr: !DIExpression())
!55 = distinct !DIGlobalVariable(name: "first", scope: !2, file: !3, line: 33, type: !43, isLocal: false, isDefinition: true)
!56 = !DIGlobalVariableExpression(var: !57, expr: !DIExpression())
!57 = distinct !DIGlobalVariable(name: "text", scope: !2, file: !3, line: 34, type: !58, isLocal: false, isDefinition: true)
!58 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 40, elements: !59)
!59 = !{!60}
!60 = !DISubrange(count: 5)
!61 = !DIGlobalVariableExpression(var: !62, expr: !DIExpression())
!62 = distinct !DIGlobalVariable(name: "bytes", scope: !2, file: !3, line: 35, type: !63, isLocal: false, isDefinition: true)
!63 = !DICompositeType(tag: DW_TAG_array_type, baseType: !64, size: 40, elements: !59)
!64 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!65 = !DIGlobalVariableExpression(var: !66, expr: !DIExpression())
!66 = distinct !DIGlobalVariable(name: "words", scope: !2, file: !3, line: 36, type: !67, isLocal: false, isDefinition: true)
!67 = !DICompositeType(tag: DW_TAG_array_type, baseType: !68, size: 128, elements: !69)
!68 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !48)
!69 = !{!70}
!70 = !DISubrange(count: 2)
!71 = !DIGlobalVariableExpression(var: !72, expr: !DIExpression())
!72 = distinct !DIGlobalVariable(name: "own", scope: !2, file: !3, line: 38, type: !40, isLocal: false, isDefinition: true)
!73 = !DIGlobalVariableExpression(var: !74, expr: !DIExpression())
!74 = distinct !DIGlobalVariable(name: "small", scope: !2, file: !3, line: 39, type: !25, isLocal: false, isDefinition: true)
!75 = !DIGlobalVariableExpression(var: !76, expr: !DIExpression())
!76 = distinct !DIGlobalVariable(name: "wide", scope: !2, file: !3, line: 40, type: !77, isLocal: false, isDefinition: true)
!77 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!78 = !DIGlobalVariableExpression(var: !79, expr: !DIExpression())
!79 = distinct !DIGlobalVariable(name: "huge", scope: !2, file: !3, line: 41, type: !80, isLocal: false, isDefinition: true)
!80 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!81 = !DIGlobalVariableExpression(var: !82, expr: !DIExpression())
!82 = distinct !DIGlobalVariable(name: "yes", scope: !2, file: !3, line: 42, type: !83, isLocal: false, isDefinition: true)
!83 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!84 = !DIGlobalVariableExpression(var: !85, expr: !DIExpression())
!85 = distinct !DIGlobalVariable(name: "inside", scope: !2, file: !3, line: 43, type: !86, isLocal: false, isDefinition: true)
!86 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!87 = !DIGlobalVariableExpression(var: !88, expr: !DIExpression())
!88 = distinct !DIGlobalVariable(name: "past", scope: !2, file: !3, line: 44, type: !89, isLocal: false, isDefinition: true)
!89 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
!90 = !DIGlobalVariableExpression(var: !91, expr: !DIExpression())
!91 = distinct !DIGlobalVariable(name: "self", scope: !2, file: !3, line: 45, type: !92, isLocal: false, isDefinition: true)
!92 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!93 = !DIGlobalVariableExpression(var: !94, expr: !DIExpression())
!94 = distinct !DIGlobalVariable(name: "as_number", scope: !2, file: !3, line: 46, type: !95, isLocal: false, isDefinition: true)
!95 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!96 = !DIGlobalVariableExpression(var: !97, expr: !DIExpression())
!97 = distinct !DIGlobalVariable(name: "fixed", scope: !2, file: !3, line: 47, type: !98, isLocal: false, isDefinition: true)
!98 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !99, size: 64)
!99 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !12)
!100 = !DIGlobalVariableExpression(var: !101, expr: !DIExpression())
!101 = distinct !DIGlobalVariable(name: "calls", scope: !102, file: !3, line: 49, type: !12, isLocal: true, isDefinition: true)
!102 = distinct !DISubprogram(name: "use", scope: !3, file: !3, line: 48, type: !103, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !105)
!103 = !DISubroutineType(types: !104)
!104 = !{!12}
!105 = !{}
!106 = !DIGlobalVariableExpression(var: !107, expr: !DIExpression())
!107 = distinct !DIGlobalVariable(name: "large", scope: !2, file: !3, line: 37, type: !108, isLocal: false, isDefinition: true)
!108 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 32000000, elements: !109)
!109 = !{!110}
!110 = !DISubrange(count: 1000000)
!111 = !DIGlobalVariableExpression(var: !112, expr: !DIExpression())
!112 = distinct !DIGlobalVariable(name: "hidden", scope: !2, file: !3, line: 30, type: !8, isLocal: true, isDefinition: true)
!113 = !{i32 7, !"Dwarf Version", i32 5}
!114 = !{i32 2, !"Debug Info Version", i32 3}
!115 = !{i32 1, !"wchar_size", i32 4}
!116 = !{i32 7, !"PIC Level", i32 2}
!117 = !{i32 7, !"PIE Level", i32 2}
!118 = !{i32 7, !"uwtable", i32 1}
!119 = !{i32 7, !"frame-pointer", i32 2}
!120 = !{!"Debian clang version 14.0.6"}
!121 = distinct !DISubprogram(name: "twice", scope: !3, file: !3, line: 25, type: !52, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !105)
!122 = !DILocalVariable(name: "x", arg: 1, scope: !121, file: !3, line: 25, type: !12)
!123 = !DILocation(line: 25, column: 22, scope: !121)
!124 = !DILocation(line: 25, column: 38, scope: !121)
!125 = !DILocation(line: 25, column: 36, scope: !121)
!126 = !DILocation(line: 25, column: 27, scope: !121)
!127 = !DILocation(line: 50, column: 17, scope: !102)
!128 = !DILocation(line: 50, column: 31, scope: !102)
!129 = !DILocation(line: 50, column: 24, scope: !102)
!130 = !DILocation(line: 50, column: 36, scope: !102)
!131 = !DILocation(line: 50, column: 34, scope: !102)
!132 = !DILocation(line: 50, column: 49, scope: !102)
!133 = !DILocation(line: 50, column: 60, scope: !102)
!134 = !DILocation(line: 50, column: 46, scope: !102)
!135 = !DILocation(line: 50, column: 3, scope: !102)
!136 = distinct !DISubprogram(name: "late", scope: !3, file: !3, line: 53, type: !137, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !105)
!137 = !DISubroutineType(types: !138)
!138 = !{null}
!139 = !DILocation(line: 53, column: 47, scope: !136)
!140 = distinct !DISubprogram(name: "early", scope: !3, file: !3, line: 54, type: !137, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !105)
!141 = !DILocation(line: 54, column: 53, scope: !140)
!142 = distinct !DISubprogram(name: "done", scope: !3, file: !3, line: 55, type: !137, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !105)
!143 = !DILocation(line: 55, column: 46, scope: !142)
