; ModuleID = 'atomics.c'
source_filename = "atomics.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Wide = type { i64, i64 }

@plain = internal global i32 0, align 4, !dbg !0
@counter = dso_local global i32 0, align 4, !dbg !5
@lock = dso_local global i8 0, align 1, !dbg !28
@port = dso_local global i32 0, align 4, !dbg !25
@flag = dso_local local_unnamed_addr global i8 0, align 1, !dbg !9
@pointer = dso_local local_unnamed_addr global i32* null, align 8, !dbg !21
@__const.others.both = private unnamed_addr constant %struct.Wide { i64 1, i64 2 }, align 16
@wide = dso_local global %struct.Wide zeroinitializer, align 16, !dbg !13

; Function Attrs: mustprogress nofree norecurse nounwind uwtable willreturn
define dso_local i32 @load() local_unnamed_addr #0 !dbg !38 {
entry:
  %0 = load atomic i32, i32* @plain acquire, align 4, !dbg !42
  %atomic-load = load atomic i32, i32* @counter seq_cst, align 4, !dbg !43, !tbaa !44
  %add = add nsw i32 %atomic-load, %0, !dbg !47
  ret i32 %add, !dbg !48
}

; Function Attrs: mustprogress nofree norecurse nounwind uwtable willreturn
define dso_local void @store(i32 noundef %x) local_unnamed_addr #0 !dbg !49 {
entry:
  call void @llvm.dbg.value(metadata i32 %x, metadata !53, metadata !DIExpression()), !dbg !54
  store atomic i32 %x, i32* @plain release, align 4, !dbg !55
  store atomic i32 %x, i32* @counter seq_cst, align 4, !dbg !56, !tbaa !44
  store atomic i32 %x, i32* @plain monotonic, align 4, !dbg !57
  ret void, !dbg !58
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: mustprogress nofree norecurse nounwind uwtable willreturn
define dso_local i32 @modify(i32 noundef %x) local_unnamed_addr #0 !dbg !59 {
entry:
  call void @llvm.dbg.value(metadata i32 %x, metadata !63, metadata !DIExpression()), !dbg !64
  %0 = atomicrmw add i32* @plain, i32 %x seq_cst, align 4, !dbg !65
  %add = add nsw i32 %0, %x, !dbg !66
  call void @llvm.dbg.value(metadata i32 %add, metadata !63, metadata !DIExpression()), !dbg !64
  %1 = atomicrmw and i32* @plain, i32 %add seq_cst, align 4, !dbg !67
  %add1 = add nsw i32 %add, %1, !dbg !68
  call void @llvm.dbg.value(metadata i32 %add1, metadata !63, metadata !DIExpression()), !dbg !64
  %2 = atomicrmw nand i32* @plain, i32 %add1 acq_rel, align 4, !dbg !69
  %3 = and i32 %2, %add1, !dbg !69
  %4 = xor i32 %3, -1, !dbg !69
  %add4 = add nsw i32 %add1, %4, !dbg !70
  call void @llvm.dbg.value(metadata i32 %add4, metadata !63, metadata !DIExpression()), !dbg !64
  %5 = atomicrmw or i32* @plain, i32 %add4 acquire, align 4, !dbg !71
  %add7 = add nsw i32 %add4, %5, !dbg !72
  call void @llvm.dbg.value(metadata i32 %add7, metadata !63, metadata !DIExpression()), !dbg !64
  %6 = atomicrmw xchg i32* @plain, i32 1 seq_cst, align 4, !dbg !73
  %add8 = add nsw i32 %add7, %6, !dbg !74
  call void @llvm.dbg.value(metadata i32 %add8, metadata !63, metadata !DIExpression()), !dbg !64
  %7 = atomicrmw add i32* @counter, i32 2 seq_cst, align 4, !dbg !75
  %8 = atomicrmw xor i32* @counter, i32 3 seq_cst, align 4, !dbg !76
  ret i32 %add8, !dbg !77
}

; Function Attrs: mustprogress nofree norecurse nounwind uwtable willreturn
define dso_local zeroext i1 @exchange(i32 noundef %expected, i32 noundef %x) local_unnamed_addr #0 !dbg !78 {
entry:
  call void @llvm.dbg.value(metadata i32 %expected, metadata !82, metadata !DIExpression()), !dbg !86
  call void @llvm.dbg.value(metadata i32 %x, metadata !83, metadata !DIExpression()), !dbg !86
  %0 = cmpxchg weak i32* @plain, i32 %expected, i32 %x acq_rel monotonic, align 4, !dbg !87
  %1 = extractvalue { i32, i1 } %0, 1, !dbg !87
  %2 = extractvalue { i32, i1 } %0, 0
  call void @llvm.dbg.value(metadata i32 %2, metadata !82, metadata !DIExpression()), !dbg !86
  call void @llvm.dbg.value(metadata i1 %1, metadata !84, metadata !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value)), !dbg !86
  %3 = cmpxchg i32* @plain, i32 %2, i32 %x seq_cst seq_cst, align 4, !dbg !88
  %4 = extractvalue { i32, i1 } %3, 1, !dbg !88
  call void @llvm.dbg.value(metadata i1 %4, metadata !85, metadata !DIExpression(DW_OP_LLVM_convert, 1, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value)), !dbg !86
  %conv = zext i1 %1 to i32, !dbg !89
  %conv5 = zext i1 %4 to i32, !dbg !90
  %add = add nuw nsw i32 %conv5, %conv, !dbg !91
  %5 = cmpxchg i32* @plain, i32 1, i32 2 seq_cst seq_cst, align 4, !dbg !92
  %6 = extractvalue { i32, i1 } %5, 0, !dbg !92
  %add6 = sub i32 0, %6, !dbg !89
  %tobool7 = icmp ne i32 %add, %add6, !dbg !89
  ret i1 %tobool7, !dbg !93
}

; Function Attrs: nounwind uwtable
define dso_local void @fences() local_unnamed_addr #2 !dbg !94 {
entry:
  fence seq_cst, !dbg !97
  fence syncscope("singlethread") acq_rel, !dbg !98
  fence seq_cst, !dbg !99
  tail call void asm sideeffect "mfence", "~{memory},~{dirflag},~{fpsr},~{flags}"() #8, !dbg !100, !srcloc !101
  tail call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #8, !dbg !102, !srcloc !103
  ret void, !dbg !104
}

; Function Attrs: nounwind uwtable
define dso_local i32 @assembly(i32 noundef %x) local_unnamed_addr #2 !dbg !105 {
entry:
  call void @llvm.dbg.value(metadata i32 %x, metadata !107, metadata !DIExpression()), !dbg !109
  %0 = tail call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m,~{memory},~{cc},~{dirflag},~{fpsr},~{flags}"(i32* nonnull elementtype(i32) @plain, i32 %x, i32* nonnull elementtype(i32) @plain) #8, !dbg !110, !srcloc !111
  call void @llvm.dbg.value(metadata i32 %0, metadata !107, metadata !DIExpression()), !dbg !109
  call void @llvm.dbg.value(metadata i8 1, metadata !108, metadata !DIExpression()), !dbg !109
  %1 = tail call i8 asm sideeffect "xchgb $0, $1", "=q,=*m,0,*m,~{memory},~{dirflag},~{fpsr},~{flags}"(i8* nonnull elementtype(i8) @lock, i8 1, i8* nonnull elementtype(i8) @lock) #8, !dbg !112, !srcloc !113
  call void @llvm.dbg.value(metadata i8 %1, metadata !108, metadata !DIExpression()), !dbg !109
  %conv = zext i8 %1 to i32, !dbg !114
  %add = add nsw i32 %0, %conv, !dbg !115
  ret i32 %add, !dbg !116
}

; Function Attrs: nofree norecurse nounwind uwtable
define dso_local i32 @device() local_unnamed_addr #3 !dbg !117 {
entry:
  store volatile i32 1, i32* @port, align 4, !dbg !118, !tbaa !119
  %0 = load volatile i32, i32* @port, align 4, !dbg !121, !tbaa !119
  ret i32 %0, !dbg !122
}

; Function Attrs: mustprogress nofree nounwind uwtable willreturn
define dso_local void @others(i32* noundef %next) local_unnamed_addr #4 !dbg !123 {
entry:
  %agg.tmp.ensured = alloca %struct.Wide, align 16
  call void @llvm.dbg.value(metadata i32* %next, metadata !127, metadata !DIExpression()), !dbg !129
  store atomic i8 1, i8* @flag seq_cst, align 1, !dbg !130, !tbaa !44
  %0 = ptrtoint i32* %next to i64, !dbg !131
  store atomic i64 %0, i64* bitcast (i32** @pointer to i64*) seq_cst, align 8, !dbg !131, !tbaa !44
  call void @llvm.dbg.declare(metadata %struct.Wide* @__const.others.both, metadata !128, metadata !DIExpression()), !dbg !132
  %1 = bitcast %struct.Wide* %agg.tmp.ensured to i8*, !dbg !133
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* noundef nonnull align 16 dereferenceable(16) %1, i8* noundef nonnull align 16 dereferenceable(16) bitcast (%struct.Wide* @__const.others.both to i8*), i64 16, i1 false), !dbg !133, !tbaa.struct !134
  call void @__atomic_store(i64 noundef 16, i8* noundef bitcast (%struct.Wide* @wide to i8*), i8* noundef nonnull %1, i32 noundef 5), !dbg !137
  ret void, !dbg !138
}

; Function Attrs: argmemonly mustprogress nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #5

; Function Attrs: mustprogress nofree nounwind willreturn
declare void @__atomic_store(i64, i8*, i8*, i32) local_unnamed_addr #6

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #7

attributes #0 = { mustprogress nofree norecurse nounwind uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nofree norecurse nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nofree nounwind uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { argmemonly mustprogress nofree nounwind willreturn }
attributes #6 = { mustprogress nofree nounwind willreturn }
attributes #7 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #8 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!31, !32, !33, !34, !35, !36}
!llvm.ident = !{!37}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "plain", scope: !2, file: !3, line: 10, type: !8, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !4, splitDebugInlining: false, nameTableKind: None)
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
!37 = !{!"Debian clang version 14.0.6"}
!38 = distinct !DISubprogram(name: "load", scope: !3, file: !3, line: 12, type: !39, scopeLine: 12, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !41)
!39 = !DISubroutineType(types: !40)
!40 = !{!8}
!41 = !{}
!42 = !DILocation(line: 12, column: 25, scope: !38)
!43 = !DILocation(line: 12, column: 69, scope: !38)
!44 = !{!45, !45, i64 0}
!45 = !{!"omnipotent char", !46, i64 0}
!46 = !{!"Simple C/C++ TBAA"}
!47 = !DILocation(line: 12, column: 67, scope: !38)
!48 = !DILocation(line: 12, column: 18, scope: !38)
!49 = distinct !DISubprogram(name: "store", scope: !3, file: !3, line: 13, type: !50, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !52)
!50 = !DISubroutineType(types: !51)
!51 = !{null, !8}
!52 = !{!53}
!53 = !DILocalVariable(name: "x", arg: 1, scope: !49, file: !3, line: 13, type: !8)
!54 = !DILocation(line: 0, scope: !49)
!55 = !DILocation(line: 14, column: 3, scope: !49)
!56 = !DILocation(line: 15, column: 11, scope: !49)
!57 = !DILocation(line: 16, column: 3, scope: !49)
!58 = !DILocation(line: 17, column: 1, scope: !49)
!59 = distinct !DISubprogram(name: "modify", scope: !3, file: !3, line: 18, type: !60, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !62)
!60 = !DISubroutineType(types: !61)
!61 = !{!8, !8}
!62 = !{!63}
!63 = !DILocalVariable(name: "x", arg: 1, scope: !59, file: !3, line: 18, type: !8)
!64 = !DILocation(line: 0, scope: !59)
!65 = !DILocation(line: 19, column: 8, scope: !59)
!66 = !DILocation(line: 19, column: 5, scope: !59)
!67 = !DILocation(line: 20, column: 8, scope: !59)
!68 = !DILocation(line: 20, column: 5, scope: !59)
!69 = !DILocation(line: 21, column: 8, scope: !59)
!70 = !DILocation(line: 21, column: 5, scope: !59)
!71 = !DILocation(line: 22, column: 8, scope: !59)
!72 = !DILocation(line: 22, column: 5, scope: !59)
!73 = !DILocation(line: 23, column: 8, scope: !59)
!74 = !DILocation(line: 23, column: 5, scope: !59)
!75 = !DILocation(line: 24, column: 11, scope: !59)
!76 = !DILocation(line: 25, column: 11, scope: !59)
!77 = !DILocation(line: 26, column: 3, scope: !59)
!78 = distinct !DISubprogram(name: "exchange", scope: !3, file: !3, line: 28, type: !79, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !81)
!79 = !DISubroutineType(types: !80)
!80 = !{!12, !8, !8}
!81 = !{!82, !83, !84, !85}
!82 = !DILocalVariable(name: "expected", arg: 1, scope: !78, file: !3, line: 28, type: !8)
!83 = !DILocalVariable(name: "x", arg: 2, scope: !78, file: !3, line: 28, type: !8)
!84 = !DILocalVariable(name: "a", scope: !78, file: !3, line: 29, type: !12)
!85 = !DILocalVariable(name: "b", scope: !78, file: !3, line: 30, type: !12)
!86 = !DILocation(line: 0, scope: !78)
!87 = !DILocation(line: 29, column: 13, scope: !78)
!88 = !DILocation(line: 30, column: 13, scope: !78)
!89 = !DILocation(line: 31, column: 10, scope: !78)
!90 = !DILocation(line: 31, column: 14, scope: !78)
!91 = !DILocation(line: 31, column: 12, scope: !78)
!92 = !DILocation(line: 31, column: 18, scope: !78)
!93 = !DILocation(line: 31, column: 3, scope: !78)
!94 = distinct !DISubprogram(name: "fences", scope: !3, file: !3, line: 33, type: !95, scopeLine: 33, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !41)
!95 = !DISubroutineType(types: !96)
!96 = !{null}
!97 = !DILocation(line: 34, column: 3, scope: !94)
!98 = !DILocation(line: 35, column: 3, scope: !94)
!99 = !DILocation(line: 36, column: 3, scope: !94)
!100 = !DILocation(line: 37, column: 3, scope: !94)
!101 = !{i64 1204}
!102 = !DILocation(line: 38, column: 3, scope: !94)
!103 = !{i64 1247}
!104 = !DILocation(line: 39, column: 1, scope: !94)
!105 = distinct !DISubprogram(name: "assembly", scope: !3, file: !3, line: 40, type: !60, scopeLine: 40, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !106)
!106 = !{!107, !108}
!107 = !DILocalVariable(name: "x", arg: 1, scope: !105, file: !3, line: 40, type: !8)
!108 = !DILocalVariable(name: "old", scope: !105, file: !3, line: 42, type: !30)
!109 = !DILocation(line: 0, scope: !105)
!110 = !DILocation(line: 41, column: 3, scope: !105)
!111 = !{i64 1308}
!112 = !DILocation(line: 43, column: 3, scope: !105)
!113 = !{i64 1414}
!114 = !DILocation(line: 44, column: 14, scope: !105)
!115 = !DILocation(line: 44, column: 12, scope: !105)
!116 = !DILocation(line: 44, column: 3, scope: !105)
!117 = distinct !DISubprogram(name: "device", scope: !3, file: !3, line: 46, type: !39, scopeLine: 46, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !41)
!118 = !DILocation(line: 47, column: 8, scope: !117)
!119 = !{!120, !120, i64 0}
!120 = !{!"int", !45, i64 0}
!121 = !DILocation(line: 48, column: 10, scope: !117)
!122 = !DILocation(line: 48, column: 3, scope: !117)
!123 = distinct !DISubprogram(name: "others", scope: !3, file: !3, line: 50, type: !124, scopeLine: 50, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !126)
!124 = !DISubroutineType(types: !125)
!125 = !{null, !24}
!126 = !{!127, !128}
!127 = !DILocalVariable(name: "next", arg: 1, scope: !123, file: !3, line: 50, type: !24)
!128 = !DILocalVariable(name: "both", scope: !123, file: !3, line: 53, type: !16)
!129 = !DILocation(line: 0, scope: !123)
!130 = !DILocation(line: 51, column: 8, scope: !123)
!131 = !DILocation(line: 52, column: 11, scope: !123)
!132 = !DILocation(line: 53, column: 15, scope: !123)
!133 = !DILocation(line: 54, column: 10, scope: !123)
!134 = !{i64 0, i64 8, !135, i64 8, i64 8, !135}
!135 = !{!136, !136, i64 0}
!136 = !{!"long", !45, i64 0}
!137 = !DILocation(line: 54, column: 8, scope: !123)
!138 = !DILocation(line: 55, column: 1, scope: !123)
