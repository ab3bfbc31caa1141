; ModuleID = 'atomics.c'
source_filename = "atomics.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Wide = type { i64, i64 }

@plain = internal global i32 0, align 4, !dbg !0
@counter = dso_local global i32 0, align 4, !dbg !5
@lock = dso_local global i8 0, align 1, !dbg !28
@port = dso_local global i32 0, align 4, !dbg !25
@flag = dso_local global i8 0, align 1, !dbg !9
@pointer = dso_local global ptr null, align 8, !dbg !21
@__const.others.both = private unnamed_addr constant %struct.Wide { i64 1, i64 2 }, align 16
@wide = dso_local global %struct.Wide zeroinitializer, align 16, !dbg !13

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @load() #0 !dbg !39 {
entry:
  %atomic-temp = alloca i32, align 4
  %0 = load atomic i32, ptr @plain acquire, align 4, !dbg !42
  store i32 %0, ptr %atomic-temp, align 4, !dbg !42
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !42
  %atomic-load = load atomic i32, ptr @counter seq_cst, align 4, !dbg !43
  %add = add nsw i32 %1, %atomic-load, !dbg !44
  ret i32 %add, !dbg !45
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @store(i32 noundef %x) #0 !dbg !46 {
entry:
  %x.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !50, !DIExpression(), !51)
  %0 = load i32, ptr %x.addr, align 4, !dbg !52
  store i32 %0, ptr %.atomictmp, align 4, !dbg !53
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !53
  store atomic i32 %1, ptr @plain release, align 4, !dbg !53
  %2 = load i32, ptr %x.addr, align 4, !dbg !54
  store atomic i32 %2, ptr @counter seq_cst, align 4, !dbg !55
  %3 = load i32, ptr %x.addr, align 4, !dbg !56
  store i32 %3, ptr %.atomictmp1, align 4, !dbg !57
  %4 = load i32, ptr %.atomictmp1, align 4, !dbg !57
  store atomic i32 %4, ptr @plain monotonic, align 4, !dbg !57
  ret void, !dbg !58
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @modify(i32 noundef %x) #0 !dbg !59 {
entry:
  %x.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp2 = alloca i32, align 4
  %atomic-temp3 = alloca i32, align 4
  %.atomictmp5 = alloca i32, align 4
  %atomic-temp6 = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !62, !DIExpression(), !63)
  %0 = load i32, ptr %x.addr, align 4, !dbg !64
  store i32 %0, ptr %.atomictmp, align 4, !dbg !65
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !65
  %2 = atomicrmw add ptr @plain, i32 %1 seq_cst, align 4, !dbg !65
  store i32 %2, ptr %atomic-temp, align 4, !dbg !65
  %3 = load i32, ptr %atomic-temp, align 4, !dbg !65
  %4 = load i32, ptr %x.addr, align 4, !dbg !66
  %add = add nsw i32 %4, %3, !dbg !66
  store i32 %add, ptr %x.addr, align 4, !dbg !66
  %5 = load i32, ptr %x.addr, align 4, !dbg !67
  %6 = atomicrmw and ptr @plain, i32 %5 seq_cst, align 4, !dbg !68
  %7 = load i32, ptr %x.addr, align 4, !dbg !69
  %add1 = add nsw i32 %7, %6, !dbg !69
  store i32 %add1, ptr %x.addr, align 4, !dbg !69
  %8 = load i32, ptr %x.addr, align 4, !dbg !70
  store i32 %8, ptr %.atomictmp2, align 4, !dbg !71
  %9 = load i32, ptr %.atomictmp2, align 4, !dbg !71
  %10 = atomicrmw nand ptr @plain, i32 %9 acq_rel, align 4, !dbg !71
  %11 = and i32 %10, %9, !dbg !71
  %12 = xor i32 %11, -1, !dbg !71
  store i32 %12, ptr %atomic-temp3, align 4, !dbg !71
  %13 = load i32, ptr %atomic-temp3, align 4, !dbg !71
  %14 = load i32, ptr %x.addr, align 4, !dbg !72
  %add4 = add nsw i32 %14, %13, !dbg !72
  store i32 %add4, ptr %x.addr, align 4, !dbg !72
  %15 = load i32, ptr %x.addr, align 4, !dbg !73
  store i32 %15, ptr %.atomictmp5, align 4, !dbg !74
  %16 = load i32, ptr %.atomictmp5, align 4, !dbg !74
  %17 = atomicrmw or ptr @plain, i32 %16 acquire, align 4, !dbg !74
  store i32 %17, ptr %atomic-temp6, align 4, !dbg !74
  %18 = load i32, ptr %atomic-temp6, align 4, !dbg !74
  %19 = load i32, ptr %x.addr, align 4, !dbg !75
  %add7 = add nsw i32 %19, %18, !dbg !75
  store i32 %add7, ptr %x.addr, align 4, !dbg !75
  %20 = atomicrmw xchg ptr @plain, i32 1 seq_cst, align 4, !dbg !76
  %21 = load i32, ptr %x.addr, align 4, !dbg !77
  %add8 = add nsw i32 %21, %20, !dbg !77
  store i32 %add8, ptr %x.addr, align 4, !dbg !77
  %22 = atomicrmw add ptr @counter, i32 2 seq_cst, align 4, !dbg !78
  %23 = add i32 %22, 2, !dbg !78
  %24 = atomicrmw xor ptr @counter, i32 3 seq_cst, align 4, !dbg !79
  %25 = xor i32 %24, 3, !dbg !79
  %26 = load i32, ptr %x.addr, align 4, !dbg !80
  ret i32 %26, !dbg !81
}

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i1 @exchange(i32 noundef %expected, i32 noundef %x) #0 !dbg !82 {
entry:
  %expected.addr = alloca i32, align 4
  %x.addr = alloca i32, align 4
  %a = alloca i8, align 1
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %b = alloca i8, align 1
  store i32 %expected, ptr %expected.addr, align 4
    #dbg_declare(ptr %expected.addr, !85, !DIExpression(), !86)
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !87, !DIExpression(), !88)
    #dbg_declare(ptr %a, !89, !DIExpression(), !90)
  %0 = load i32, ptr %x.addr, align 4, !dbg !91
  store i32 %0, ptr %.atomictmp, align 4, !dbg !92
  %1 = load i32, ptr %expected.addr, align 4, !dbg !92
  %2 = load i32, ptr %.atomictmp, align 4, !dbg !92
  %3 = cmpxchg weak ptr @plain, i32 %1, i32 %2 acq_rel monotonic, align 4, !dbg !92
  %4 = extractvalue { i32, i1 } %3, 0, !dbg !92
  %5 = extractvalue { i32, i1 } %3, 1, !dbg !92
  br i1 %5, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !92

cmpxchg.store_expected:                           ; preds = %entry
  store i32 %4, ptr %expected.addr, align 4, !dbg !92
  br label %cmpxchg.continue, !dbg !92

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %entry
  %storedv = zext i1 %5 to i8, !dbg !92
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !92
  %6 = load i8, ptr %cmpxchg.bool, align 1, !dbg !92
  %loadedv = trunc i8 %6 to i1, !dbg !92
  %storedv1 = zext i1 %loadedv to i8, !dbg !90
  store i8 %storedv1, ptr %a, align 1, !dbg !90
    #dbg_declare(ptr %b, !93, !DIExpression(), !94)
  %7 = load i32, ptr %expected.addr, align 4, !dbg !95
  %8 = load i32, ptr %x.addr, align 4, !dbg !96
  %9 = cmpxchg ptr @plain, i32 %7, i32 %8 seq_cst seq_cst, align 4, !dbg !97
  %10 = extractvalue { i32, i1 } %9, 1, !dbg !97
  %storedv2 = zext i1 %10 to i8, !dbg !94
  store i8 %storedv2, ptr %b, align 1, !dbg !94
  %11 = load i8, ptr %a, align 1, !dbg !98
  %loadedv3 = trunc i8 %11 to i1, !dbg !98
  %conv = zext i1 %loadedv3 to i32, !dbg !98
  %12 = load i8, ptr %b, align 1, !dbg !99
  %loadedv4 = trunc i8 %12 to i1, !dbg !99
  %conv5 = zext i1 %loadedv4 to i32, !dbg !99
  %add = add nsw i32 %conv, %conv5, !dbg !100
  %13 = cmpxchg ptr @plain, i32 1, i32 2 seq_cst seq_cst, align 4, !dbg !101
  %14 = extractvalue { i32, i1 } %13, 0, !dbg !101
  %add6 = add nsw i32 %add, %14, !dbg !102
  %tobool = icmp ne i32 %add6, 0, !dbg !98
  ret i1 %tobool, !dbg !103
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @fences() #0 !dbg !104 {
entry:
  fence seq_cst, !dbg !107
  fence syncscope("singlethread") acq_rel, !dbg !108
  fence seq_cst, !dbg !109
  call void asm sideeffect "mfence", "~{memory},~{dirflag},~{fpsr},~{flags}"() #3, !dbg !110, !srcloc !111
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #3, !dbg !112, !srcloc !113
  ret void, !dbg !114
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @assembly(i32 noundef %x) #0 !dbg !115 {
entry:
  %x.addr = alloca i32, align 4
  %old = alloca i8, align 1
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !116, !DIExpression(), !117)
  %0 = load i32, ptr %x.addr, align 4, !dbg !118
  %1 = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory},~{cc},~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i32) @plain, i32 %0, ptr elementtype(i32) @plain) #3, !dbg !118, !srcloc !119
  store i32 %1, ptr %x.addr, align 4, !dbg !118
    #dbg_declare(ptr %old, !120, !DIExpression(), !121)
  store i8 1, ptr %old, align 1, !dbg !121
  %2 = load i8, ptr %old, align 1, !dbg !122
  %3 = call i8 asm sideeffect "xchgb $0, $1", "=q,=*m,0,*m,~{memory},~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) @lock, i8 %2, ptr elementtype(i8) @lock) #3, !dbg !123, !srcloc !124
  store i8 %3, ptr %old, align 1, !dbg !123
  %4 = load i32, ptr %x.addr, align 4, !dbg !125
  %5 = load i8, ptr %old, align 1, !dbg !126
  %conv = zext i8 %5 to i32, !dbg !126
  %add = add nsw i32 %4, %conv, !dbg !127
  ret i32 %add, !dbg !128
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @device() #0 !dbg !129 {
entry:
  store volatile i32 1, ptr @port, align 4, !dbg !130
  %0 = load volatile i32, ptr @port, align 4, !dbg !131
  ret i32 %0, !dbg !132
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @others(ptr noundef %next) #0 !dbg !133 {
entry:
  %next.addr = alloca ptr, align 8
  %both = alloca %struct.Wide, align 16
  %agg.tmp.ensured = alloca %struct.Wide, align 16
  store ptr %next, ptr %next.addr, align 8
    #dbg_declare(ptr %next.addr, !136, !DIExpression(), !137)
  store atomic i8 1, ptr @flag seq_cst, align 1, !dbg !138
  %0 = load ptr, ptr %next.addr, align 8, !dbg !139
  store atomic ptr %0, ptr @pointer seq_cst, align 8, !dbg !140
    #dbg_declare(ptr %both, !141, !DIExpression(), !142)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %both, ptr align 16 @__const.others.both, i64 16, i1 false), !dbg !142
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %agg.tmp.ensured, ptr align 16 %both, i64 16, i1 false), !dbg !143
  call void @__atomic_store(i64 noundef 16, ptr noundef @wide, ptr noundef %agg.tmp.ensured, i32 noundef 5), !dbg !144
  ret void, !dbg !145
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #1

; Function Attrs: nounwind willreturn
declare void @__atomic_store(i64, ptr, ptr, i32) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind willreturn }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!31, !32, !33, !34, !35, !36, !37}
!llvm.ident = !{!38}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "plain", scope: !2, file: !3, line: 10, type: !8, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "atomics.c", directory: ".", checksumkind: CSK_MD5, checksum: "e1dc2b8dd8aa078b0e3c39b37f7a60fe")
!4 = !{!5, !9, !13, !21, !25, !0, !28}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 5, type: !7, isLocal: false, isDefinition: true)
!7 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !8)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "flag", scope: !2, file: !3, line: 6, type: !11, isLocal: false, isDefinition: true)
!11 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !12)
!12 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!13 = !DIGlobalVariableExpression(var: !14, expr: !DIExpression())
!14 = distinct !DIGlobalVariable(name: "wide", scope: !2, file: !3, line: 7, type: !15, isLocal: false, isDefinition: true)
!15 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Wide", file: !3, line: 2, size: 128, align: 128, elements: !17)
!17 = !{!18, !20}
!18 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !16, file: !3, line: 3, baseType: !19, size: 64)
!19 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !16, file: !3, line: 3, baseType: !19, size: 64, offset: 64)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "pointer", scope: !2, file: !3, line: 8, type: !23, isLocal: false, isDefinition: true)
!23 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !24)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !8, size: 64)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "port", scope: !2, file: !3, line: 9, type: !27, isLocal: false, isDefinition: true)
!27 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !8)
!28 = !DIGlobalVariableExpression(var: !29, expr: !DIExpression())
!29 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 11, type: !30, isLocal: false, isDefinition: true)
!30 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!31 = !{i32 7, !"Dwarf Version", i32 5}
!32 = !{i32 2, !"Debug Info Version", i32 3}
!33 = !{i32 1, !"wchar_size", i32 4}
!34 = !{i32 8, !"PIC Level", i32 2}
!35 = !{i32 7, !"PIE Level", i32 2}
!36 = !{i32 7, !"uwtable", i32 2}
!37 = !{i32 7, !"frame-pointer", i32 2}
!38 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!39 = distinct !DISubprogram(name: "load", scope: !3, file: !3, line: 12, type: !40, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!40 = !DISubroutineType(types: !41)
!41 = !{!8}
!42 = !DILocation(line: 12, column: 25, scope: !39)
!43 = !DILocation(line: 12, column: 69, scope: !39)
!44 = !DILocation(line: 12, column: 67, scope: !39)
!45 = !DILocation(line: 12, column: 18, scope: !39)
!46 = distinct !DISubprogram(name: "store", scope: !3, file: !3, line: 13, type: !47, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!47 = !DISubroutineType(types: !48)
!48 = !{null, !8}
!49 = !{}
!50 = !DILocalVariable(name: "x", arg: 1, scope: !46, file: !3, line: 13, type: !8)
!51 = !DILocation(line: 13, column: 16, scope: !46)
!52 = !DILocation(line: 14, column: 28, scope: !46)
!53 = !DILocation(line: 14, column: 3, scope: !46)
!54 = !DILocation(line: 15, column: 13, scope: !46)
!55 = !DILocation(line: 15, column: 11, scope: !46)
!56 = !DILocation(line: 16, column: 28, scope: !46)
!57 = !DILocation(line: 16, column: 3, scope: !46)
!58 = !DILocation(line: 17, column: 1, scope: !46)
!59 = distinct !DISubprogram(name: "modify", scope: !3, file: !3, line: 18, type: !60, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!60 = !DISubroutineType(types: !61)
!61 = !{!8, !8}
!62 = !DILocalVariable(name: "x", arg: 1, scope: !59, file: !3, line: 18, type: !8)
!63 = !DILocation(line: 18, column: 16, scope: !59)
!64 = !DILocation(line: 19, column: 35, scope: !59)
!65 = !DILocation(line: 19, column: 8, scope: !59)
!66 = !DILocation(line: 19, column: 5, scope: !59)
!67 = !DILocation(line: 20, column: 37, scope: !59)
!68 = !DILocation(line: 20, column: 8, scope: !59)
!69 = !DILocation(line: 20, column: 5, scope: !59)
!70 = !DILocation(line: 21, column: 36, scope: !59)
!71 = !DILocation(line: 21, column: 8, scope: !59)
!72 = !DILocation(line: 21, column: 5, scope: !59)
!73 = !DILocation(line: 22, column: 34, scope: !59)
!74 = !DILocation(line: 22, column: 8, scope: !59)
!75 = !DILocation(line: 22, column: 5, scope: !59)
!76 = !DILocation(line: 23, column: 8, scope: !59)
!77 = !DILocation(line: 23, column: 5, scope: !59)
!78 = !DILocation(line: 24, column: 11, scope: !59)
!79 = !DILocation(line: 25, column: 11, scope: !59)
!80 = !DILocation(line: 26, column: 10, scope: !59)
!81 = !DILocation(line: 26, column: 3, scope: !59)
!82 = distinct !DISubprogram(name: "exchange", scope: !3, file: !3, line: 28, type: !83, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!83 = !DISubroutineType(types: !84)
!84 = !{!12, !8, !8}
!85 = !DILocalVariable(name: "expected", arg: 1, scope: !82, file: !3, line: 28, type: !8)
!86 = !DILocation(line: 28, column: 20, scope: !82)
!87 = !DILocalVariable(name: "x", arg: 2, scope: !82, file: !3, line: 28, type: !8)
!88 = !DILocation(line: 28, column: 34, scope: !82)
!89 = !DILocalVariable(name: "a", scope: !82, file: !3, line: 29, type: !12)
!90 = !DILocation(line: 29, column: 9, scope: !82)
!91 = !DILocation(line: 29, column: 60, scope: !82)
!92 = !DILocation(line: 29, column: 13, scope: !82)
!93 = !DILocalVariable(name: "b", scope: !82, file: !3, line: 30, type: !12)
!94 = !DILocation(line: 30, column: 9, scope: !82)
!95 = !DILocation(line: 30, column: 50, scope: !82)
!96 = !DILocation(line: 30, column: 60, scope: !82)
!97 = !DILocation(line: 30, column: 13, scope: !82)
!98 = !DILocation(line: 31, column: 10, scope: !82)
!99 = !DILocation(line: 31, column: 14, scope: !82)
!100 = !DILocation(line: 31, column: 12, scope: !82)
!101 = !DILocation(line: 31, column: 18, scope: !82)
!102 = !DILocation(line: 31, column: 16, scope: !82)
!103 = !DILocation(line: 31, column: 3, scope: !82)
!104 = distinct !DISubprogram(name: "fences", scope: !3, file: !3, line: 33, type: !105, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!105 = !DISubroutineType(types: !106)
!106 = !{null}
!107 = !DILocation(line: 34, column: 3, scope: !104)
!108 = !DILocation(line: 35, column: 3, scope: !104)
!109 = !DILocation(line: 36, column: 3, scope: !104)
!110 = !DILocation(line: 37, column: 3, scope: !104)
!111 = !{i64 1204}
!112 = !DILocation(line: 38, column: 3, scope: !104)
!113 = !{i64 1247}
!114 = !DILocation(line: 39, column: 1, scope: !104)
!115 = distinct !DISubprogram(name: "assembly", scope: !3, file: !3, line: 40, type: !60, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!116 = !DILocalVariable(name: "x", arg: 1, scope: !115, file: !3, line: 40, type: !8)
!117 = !DILocation(line: 40, column: 18, scope: !115)
!118 = !DILocation(line: 41, column: 3, scope: !115)
!119 = !{i64 1308}
!120 = !DILocalVariable(name: "old", scope: !115, file: !3, line: 42, type: !30)
!121 = !DILocation(line: 42, column: 17, scope: !115)
!122 = !DILocation(line: 43, column: 65, scope: !115)
!123 = !DILocation(line: 43, column: 3, scope: !115)
!124 = !{i64 1414}
!125 = !DILocation(line: 44, column: 10, scope: !115)
!126 = !DILocation(line: 44, column: 14, scope: !115)
!127 = !DILocation(line: 44, column: 12, scope: !115)
!128 = !DILocation(line: 44, column: 3, scope: !115)
!129 = distinct !DISubprogram(name: "device", scope: !3, file: !3, line: 46, type: !40, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2)
!130 = !DILocation(line: 47, column: 8, scope: !129)
!131 = !DILocation(line: 48, column: 10, scope: !129)
!132 = !DILocation(line: 48, column: 3, scope: !129)
!133 = distinct !DISubprogram(name: "others", scope: !3, file: !3, line: 50, type: !134, scopeLine: 50, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !49)
!134 = !DISubroutineType(types: !135)
!135 = !{null, !24}
!136 = !DILocalVariable(name: "next", arg: 1, scope: !133, file: !3, line: 50, type: !24)
!137 = !DILocation(line: 50, column: 18, scope: !133)
!138 = !DILocation(line: 51, column: 8, scope: !133)
!139 = !DILocation(line: 52, column: 13, scope: !133)
!140 = !DILocation(line: 52, column: 11, scope: !133)
!141 = !DILocalVariable(name: "both", scope: !133, file: !3, line: 53, type: !16)
!142 = !DILocation(line: 53, column: 15, scope: !133)
!143 = !DILocation(line: 54, column: 10, scope: !133)
!144 = !DILocation(line: 54, column: 8, scope: !133)
!145 = !DILocation(line: 55, column: 1, scope: !133)
