; ModuleID = 'atomics.c'
source_filename = "atomics.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Wide = type { i64, i64 }

@plain = internal global i32 0, align 4, !dbg !0
@counter = dso_local global i32 0, align 4, !dbg !5
@lock = dso_local global i8 0, align 1, !dbg !28
@port = dso_local global i32 0, align 4, !dbg !25
@flag = dso_local global i8 0, align 1, !dbg !9
@pointer = dso_local global i32* null, align 8, !dbg !21
@__const.others.both = private unnamed_addr constant %struct.Wide { i64 1, i64 2 }, align 16
@wide = dso_local global %struct.Wide zeroinitializer, align 16, !dbg !13

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @load() #0 !dbg !39 {
entry:
  %atomic-temp = alloca i32, align 4
  %0 = load atomic i32, i32* @plain acquire, align 4, !dbg !43
  store i32 %0, i32* %atomic-temp, align 4, !dbg !43
  %1 = load i32, i32* %atomic-temp, align 4, !dbg !43
  %atomic-load = load atomic i32, i32* @counter seq_cst, align 4, !dbg !44
  %add = add nsw i32 %1, %atomic-load, !dbg !45
  ret i32 %add, !dbg !46
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @store(i32 noundef %x) #0 !dbg !47 {
entry:
  %x.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !50, metadata !DIExpression()), !dbg !51
  %0 = load i32, i32* %x.addr, align 4, !dbg !52
  store i32 %0, i32* %.atomictmp, align 4, !dbg !53
  %1 = load i32, i32* %.atomictmp, align 4, !dbg !53
  store atomic i32 %1, i32* @plain release, align 4, !dbg !53
  %2 = load i32, i32* %x.addr, align 4, !dbg !54
  store atomic i32 %2, i32* @counter seq_cst, align 4, !dbg !55
  %3 = load i32, i32* %x.addr, align 4, !dbg !56
  store i32 %3, i32* %.atomictmp1, align 4, !dbg !57
  %4 = load i32, i32* %.atomictmp1, align 4, !dbg !57
  store atomic i32 %4, i32* @plain monotonic, align 4, !dbg !57
  ret void, !dbg !58
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

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
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !62, metadata !DIExpression()), !dbg !63
  %0 = load i32, i32* %x.addr, align 4, !dbg !64
  store i32 %0, i32* %.atomictmp, align 4, !dbg !65
  %1 = load i32, i32* %.atomictmp, align 4, !dbg !65
  %2 = atomicrmw add i32* @plain, i32 %1 seq_cst, align 4, !dbg !65
  store i32 %2, i32* %atomic-temp, align 4, !dbg !65
  %3 = load i32, i32* %atomic-temp, align 4, !dbg !65
  %4 = load i32, i32* %x.addr, align 4, !dbg !66
  %add = add nsw i32 %4, %3, !dbg !66
  store i32 %add, i32* %x.addr, align 4, !dbg !66
  %5 = load i32, i32* %x.addr, align 4, !dbg !67
  %6 = atomicrmw and i32* @plain, i32 %5 seq_cst, align 4, !dbg !68
  %7 = load i32, i32* %x.addr, align 4, !dbg !69
  %add1 = add nsw i32 %7, %6, !dbg !69
  store i32 %add1, i32* %x.addr, align 4, !dbg !69
  %8 = load i32, i32* %x.addr, align 4, !dbg !70
  store i32 %8, i32* %.atomictmp2, align 4, !dbg !71
  %9 = load i32, i32* %.atomictmp2, align 4, !dbg !71
  %10 = atomicrmw nand i32* @plain, i32 %9 acq_rel, align 4, !dbg !71
  %11 = and i32 %10, %9, !dbg !71
  %12 = xor i32 %11, -1, !dbg !71
  store i32 %12, i32* %atomic-temp3, align 4, !dbg !71
  %13 = load i32, i32* %atomic-temp3, align 4, !dbg !71
  %14 = load i32, i32* %x.addr, align 4, !dbg !72
  %add4 = add nsw i32 %14, %13, !dbg !72
  store i32 %add4, i32* %x.addr, align 4, !dbg !72
  %15 = load i32, i32* %x.addr, align 4, !dbg !73
  store i32 %15, i32* %.atomictmp5, align 4, !dbg !74
  %16 = load i32, i32* %.atomictmp5, align 4, !dbg !74
  %17 = atomicrmw or i32* @plain, i32 %16 acquire, align 4, !dbg !74
  store i32 %17, i32* %atomic-temp6, align 4, !dbg !74
  %18 = load i32, i32* %atomic-temp6, align 4, !dbg !74
  %19 = load i32, i32* %x.addr, align 4, !dbg !75
  %add7 = add nsw i32 %19, %18, !dbg !75
  store i32 %add7, i32* %x.addr, align 4, !dbg !75
  %20 = atomicrmw xchg i32* @plain, i32 1 seq_cst, align 4, !dbg !76
  %21 = load i32, i32* %x.addr, align 4, !dbg !77
  %add8 = add nsw i32 %21, %20, !dbg !77
  store i32 %add8, i32* %x.addr, align 4, !dbg !77
  %22 = atomicrmw add i32* @counter, i32 2 seq_cst, align 4, !dbg !78
  %23 = add i32 %22, 2, !dbg !78
  %24 = atomicrmw xor i32* @counter, i32 3 seq_cst, align 4, !dbg !79
  %25 = xor i32 %24, 3, !dbg !79
  %26 = load i32, i32* %x.addr, align 4, !dbg !80
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
  store i32 %expected, i32* %expected.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %expected.addr, metadata !85, metadata !DIExpression()), !dbg !86
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !87, metadata !DIExpression()), !dbg !88
  call void @llvm.dbg.declare(metadata i8* %a, metadata !89, metadata !DIExpression()), !dbg !90
  %0 = load i32, i32* %x.addr, align 4, !dbg !91
  store i32 %0, i32* %.atomictmp, align 4, !dbg !92
  %1 = load i32, i32* %expected.addr, align 4, !dbg !92
  %2 = load i32, i32* %.atomictmp, align 4, !dbg !92
  %3 = cmpxchg weak i32* @plain, i32 %1, i32 %2 acq_rel monotonic, align 4, !dbg !92
  %4 = extractvalue { i32, i1 } %3, 0, !dbg !92
  %5 = extractvalue { i32, i1 } %3, 1, !dbg !92
  br i1 %5, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !92

cmpxchg.store_expected:                           ; preds = %entry
  store i32 %4, i32* %expected.addr, align 4, !dbg !92
  br label %cmpxchg.continue, !dbg !92

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %entry
  %frombool = zext i1 %5 to i8, !dbg !92
  store i8 %frombool, i8* %cmpxchg.bool, align 1, !dbg !92
  %6 = load i8, i8* %cmpxchg.bool, align 1, !dbg !92
  %tobool = trunc i8 %6 to i1, !dbg !92
  %frombool1 = zext i1 %tobool to i8, !dbg !90
  store i8 %frombool1, i8* %a, align 1, !dbg !90
  call void @llvm.dbg.declare(metadata i8* %b, metadata !93, metadata !DIExpression()), !dbg !94
  %7 = load i32, i32* %expected.addr, align 4, !dbg !95
  %8 = load i32, i32* %x.addr, align 4, !dbg !96
  %9 = cmpxchg i32* @plain, i32 %7, i32 %8 seq_cst seq_cst, align 4, !dbg !97
  %10 = extractvalue { i32, i1 } %9, 1, !dbg !97
  %frombool2 = zext i1 %10 to i8, !dbg !94
  store i8 %frombool2, i8* %b, align 1, !dbg !94
  %11 = load i8, i8* %a, align 1, !dbg !98
  %tobool3 = trunc i8 %11 to i1, !dbg !98
  %conv = zext i1 %tobool3 to i32, !dbg !98
  %12 = load i8, i8* %b, align 1, !dbg !99
  %tobool4 = trunc i8 %12 to i1, !dbg !99
  %conv5 = zext i1 %tobool4 to i32, !dbg !99
  %add = add nsw i32 %conv, %conv5, !dbg !100
  %13 = cmpxchg i32* @plain, i32 1, i32 2 seq_cst seq_cst, align 4, !dbg !101
  %14 = extractvalue { i32, i1 } %13, 0, !dbg !101
  %add6 = add nsw i32 %add, %14, !dbg !102
  %tobool7 = icmp ne i32 %add6, 0, !dbg !98
  ret i1 %tobool7, !dbg !103
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @fences() #0 !dbg !104 {
entry:
  fence seq_cst, !dbg !107
  fence syncscope("singlethread") acq_rel, !dbg !108
  fence seq_cst, !dbg !109
  call void asm sideeffect "mfence", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !110, !srcloc !111
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !112, !srcloc !113
  ret void, !dbg !114
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @assembly(i32 noundef %x) #0 !dbg !115 {
entry:
  %x.addr = alloca i32, align 4
  %old = alloca i8, align 1
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !116, metadata !DIExpression()), !dbg !117
  %0 = load i32, i32* %x.addr, align 4, !dbg !118
  %1 = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory},~{cc},~{dirflag},~{fpsr},~{flags}"(i32* elementtype(i32) @plain, i32 %0, i32* elementtype(i32) @plain) #4, !dbg !118, !srcloc !119
  store i32 %1, i32* %x.addr, align 4, !dbg !118
  call void @llvm.dbg.declare(metadata i8* %old, metadata !120, metadata !DIExpression()), !dbg !121
  store i8 1, i8* %old, align 1, !dbg !121
  %2 = load i8, i8* %old, align 1, !dbg !122
  %3 = call i8 asm sideeffect "xchgb $0, $1", "=q,=*m,0,*m,~{memory},~{dirflag},~{fpsr},~{flags}"(i8* elementtype(i8) @lock, i8 %2, i8* elementtype(i8) @lock) #4, !dbg !123, !srcloc !124
  store i8 %3, i8* %old, align 1, !dbg !123
  %4 = load i32, i32* %x.addr, align 4, !dbg !125
  %5 = load i8, i8* %old, align 1, !dbg !126
  %conv = zext i8 %5 to i32, !dbg !126
  %add = add nsw i32 %4, %conv, !dbg !127
  ret i32 %add, !dbg !128
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @device() #0 !dbg !129 {
entry:
  store volatile i32 1, i32* @port, align 4, !dbg !130
  %0 = load volatile i32, i32* @port, align 4, !dbg !131
  ret i32 %0, !dbg !132
}

; Function Attrs: noinline nounwind uwtable
define dso_local void @others(i32* noundef %next) #0 !dbg !133 {
entry:
  %next.addr = alloca i32*, align 8
  %both = alloca %struct.Wide, align 16
  %agg.tmp.ensured = alloca %struct.Wide, align 16
  store i32* %next, i32** %next.addr, align 8
  call void @llvm.dbg.declare(metadata i32** %next.addr, metadata !136, metadata !DIExpression()), !dbg !137
  store atomic i8 1, i8* @flag seq_cst, align 1, !dbg !138
  %0 = load i32*, i32** %next.addr, align 8, !dbg !139
  %1 = ptrtoint i32* %0 to i64, !dbg !140
  store atomic i64 %1, i64* bitcast (i32** @pointer to i64*) seq_cst, align 8, !dbg !140
  call void @llvm.dbg.declare(metadata %struct.Wide* %both, metadata !141, metadata !DIExpression()), !dbg !142
  %2 = bitcast %struct.Wide* %both to i8*, !dbg !142
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 16 %2, i8* align 16 bitcast (%struct.Wide* @__const.others.both to i8*), i64 16, i1 false), !dbg !142
  %3 = bitcast %struct.Wide* %agg.tmp.ensured to i8*, !dbg !143
  %4 = bitcast %struct.Wide* %both to i8*, !dbg !143
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 16 %3, i8* align 16 %4, i64 16, i1 false), !dbg !143
  %5 = bitcast %struct.Wide* %agg.tmp.ensured to i8*, !dbg !144
  call void @__atomic_store(i64 noundef 16, i8* noundef bitcast (%struct.Wide* @wide to i8*), i8* noundef %5, i32 noundef 5), !dbg !144
  ret void, !dbg !145
}

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: nounwind willreturn
declare void @__atomic_store(i64, i8*, i8*, i32) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nofree nounwind willreturn }
attributes #3 = { nounwind willreturn }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!31, !32, !33, !34, !35, !36, !37}
!llvm.ident = !{!38}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "plain", scope: !2, file: !3, line: 10, type: !8, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
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
!34 = !{i32 7, !"PIC Level", i32 2}
!35 = !{i32 7, !"PIE Level", i32 2}
!36 = !{i32 7, !"uwtable", i32 1}
!37 = !{i32 7, !"frame-pointer", i32 2}
!38 = !{!"Debian clang version 14.0.6"}
!39 = distinct !DISubprogram(name: "load", scope: !3, file: !3, line: 12, type: !40, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !42)
!40 = !DISubroutineType(types: !41)
!41 = !{!8}
!42 = !{}
!43 = !DILocation(line: 12, column: 25, scope: !39)
!44 = !DILocation(line: 12, column: 69, scope: !39)
!45 = !DILocation(line: 12, column: 67, scope: !39)
!46 = !DILocation(line: 12, column: 18, scope: !39)
!47 = distinct !DISubprogram(name: "store", scope: !3, file: !3, line: 13, type: !48, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !42)
!48 = !DISubroutineType(types: !49)
!49 = !{null, !8}
!50 = !DILocalVariable(name: "x", arg: 1, scope: !47, file: !3, line: 13, type: !8)
!51 = !DILocation(line: 13, column: 16, scope: !47)
!52 = !DILocation(line: 14, column: 28, scope: !47)
!53 = !DILocation(line: 14, column: 3, scope: !47)
!54 = !DILocation(line: 15, column: 13, scope: !47)
!55 = !DILocation(line: 15, column: 11, scope: !47)
!56 = !DILocation(line: 16, column: 28, scope: !47)
!57 = !DILocation(line: 16, column: 3, scope: !47)
!58 = !DILocation(line: 17, column: 1, scope: !47)
!59 = distinct !DISubprogram(name: "modify", scope: !3, file: !3, line: 18, type: !60, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !42)
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
!82 = distinct !DISubprogram(name: "exchange", scope: !3, file: !3, line: 28, type: !83, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !42)
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
!104 = distinct !DISubprogram(name: "fences", scope: !3, file: !3, line: 33, type: !105, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !42)
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
!115 = distinct !DISubprogram(name: "assembly", scope: !3, file: !3, line: 40, type: !60, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !42)
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
!129 = distinct !DISubprogram(name: "device", scope: !3, file: !3, line: 46, type: !40, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !42)
!130 = !DILocation(line: 47, column: 8, scope: !129)
!131 = !DILocation(line: 48, column: 10, scope: !129)
!132 = !DILocation(line: 48, column: 3, scope: !129)
!133 = distinct !DISubprogram(name: "others", scope: !3, file: !3, line: 50, type: !134, scopeLine: 50, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !42)
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
