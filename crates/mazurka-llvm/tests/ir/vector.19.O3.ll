; ModuleID = 'vector.c'
source_filename = "vector.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x i32> @shuffle(<4 x i32> noundef %a, <4 x i32> noundef %b) local_unnamed_addr #0 !dbg !10 {
entry:
    #dbg_value(<4 x i32> %a, !19, !DIExpression(), !21)
    #dbg_value(<4 x i32> %b, !20, !DIExpression(), !21)
    #dbg_value(<4 x i32> poison, !19, !DIExpression(), !21)
  %add = add <4 x i32> %b, %a, !dbg !22
  %shuffle = shufflevector <4 x i32> %add, <4 x i32> %b, <4 x i32> <i32 0, i32 5, i32 2, i32 poison>, !dbg !23
  ret <4 x i32> %shuffle, !dbg !24
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local range(i32 0, -2147483648) i32 @total(ptr noalias nocapture noundef readonly %from, i32 noundef %count) local_unnamed_addr #1 !dbg !25 {
entry:
    #dbg_value(ptr %from, !32, !DIExpression(), !37)
    #dbg_value(i32 %count, !33, !DIExpression(), !37)
    #dbg_value(i32 0, !34, !DIExpression(), !37)
    #dbg_value(i32 0, !35, !DIExpression(), !38)
  %cmp9 = icmp sgt i32 %count, 0, !dbg !39
  br i1 %cmp9, label %for.body.preheader, label %for.cond.cleanup, !dbg !41

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext nneg i32 %count to i64, !dbg !39
  %min.iters.check = icmp ult i32 %count, 8, !dbg !41
  br i1 %min.iters.check, label %for.body.preheader15, label %vector.ph, !dbg !41

for.body.preheader15:                             ; preds = %middle.block, %for.body.preheader
  %indvars.iv.ph = phi i64 [ 0, %for.body.preheader ], [ %n.vec, %middle.block ]
  %sum.010.ph = phi i32 [ 0, %for.body.preheader ], [ %9, %middle.block ]
  br label %for.body, !dbg !41

vector.ph:                                        ; preds = %for.body.preheader
  %n.vec = and i64 %wide.trip.count, 2147483640, !dbg !41
  br label %vector.body, !dbg !41

vector.body:                                      ; preds = %vector.body, %vector.ph
  %index = phi i64 [ 0, %vector.ph ], [ %index.next, %vector.body ], !dbg !42
  %vec.phi = phi <4 x i32> [ zeroinitializer, %vector.ph ], [ %6, %vector.body ]
  %vec.phi13 = phi <4 x i32> [ zeroinitializer, %vector.ph ], [ %7, %vector.body ]
  %0 = getelementptr inbounds i32, ptr %from, i64 %index, !dbg !43
  %1 = getelementptr inbounds i8, ptr %0, i64 16, !dbg !43
  %wide.load = load <4 x i32>, ptr %0, align 4, !dbg !43, !tbaa !44
  %wide.load14 = load <4 x i32>, ptr %1, align 4, !dbg !43, !tbaa !44
  %2 = icmp sgt <4 x i32> %wide.load, <i32 3, i32 3, i32 3, i32 3>, !dbg !48
  %3 = icmp sgt <4 x i32> %wide.load14, <i32 3, i32 3, i32 3, i32 3>, !dbg !48
  %4 = select <4 x i1> %2, <4 x i32> %wide.load, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, !dbg !43
  %5 = select <4 x i1> %3, <4 x i32> %wide.load14, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, !dbg !43
  %6 = add <4 x i32> %4, %vec.phi, !dbg !49
  %7 = add <4 x i32> %5, %vec.phi13, !dbg !49
  %index.next = add nuw i64 %index, 8, !dbg !42
  %8 = icmp eq i64 %index.next, %n.vec, !dbg !42
  br i1 %8, label %middle.block, label %vector.body, !dbg !42, !llvm.loop !50

middle.block:                                     ; preds = %vector.body
  %bin.rdx = add <4 x i32> %7, %6, !dbg !41
  %9 = tail call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %bin.rdx), !dbg !41
  %cmp.n = icmp eq i64 %n.vec, %wide.trip.count, !dbg !41
  br i1 %cmp.n, label %for.cond.cleanup, label %for.body.preheader15, !dbg !41

for.cond.cleanup:                                 ; preds = %for.body, %middle.block, %entry
  %sum.0.lcssa = phi i32 [ 0, %entry ], [ %9, %middle.block ], [ %add, %for.body ], !dbg !37
  ret i32 %sum.0.lcssa, !dbg !55

for.body:                                         ; preds = %for.body.preheader15, %for.body
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.body ], [ %indvars.iv.ph, %for.body.preheader15 ]
  %sum.010 = phi i32 [ %add, %for.body ], [ %sum.010.ph, %for.body.preheader15 ]
    #dbg_value(i64 %indvars.iv, !35, !DIExpression(), !38)
    #dbg_value(i32 %sum.010, !34, !DIExpression(), !37)
  %arrayidx = getelementptr inbounds i32, ptr %from, i64 %indvars.iv, !dbg !43
  %10 = load i32, ptr %arrayidx, align 4, !dbg !43, !tbaa !44
  %cmp1 = icmp sgt i32 %10, 3, !dbg !48
  %spec.select = select i1 %cmp1, i32 %10, i32 1, !dbg !43
  %add = add nuw nsw i32 %spec.select, %sum.010, !dbg !49
    #dbg_value(i32 %add, !34, !DIExpression(), !37)
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1, !dbg !42
    #dbg_value(i64 %indvars.iv.next, !35, !DIExpression(), !38)
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count, !dbg !39
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !dbg !41, !llvm.loop !56
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable
define dso_local void @scale(ptr noalias nocapture noundef %to, ptr noalias nocapture noundef readonly %from, i32 noundef %count) local_unnamed_addr #2 !dbg !57 {
entry:
    #dbg_value(ptr %to, !67, !DIExpression(), !72)
    #dbg_value(ptr %from, !68, !DIExpression(), !72)
    #dbg_value(i32 %count, !69, !DIExpression(), !72)
    #dbg_value(i32 0, !70, !DIExpression(), !73)
  %cmp6 = icmp sgt i32 %count, 0, !dbg !74
  br i1 %cmp6, label %for.body.preheader, label %for.cond.cleanup, !dbg !76

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext nneg i32 %count to i64, !dbg !74
  %min.iters.check = icmp ult i32 %count, 8, !dbg !76
  br i1 %min.iters.check, label %for.body.preheader12, label %vector.ph, !dbg !76

for.body.preheader12:                             ; preds = %middle.block, %for.body.preheader
  %indvars.iv.ph = phi i64 [ 0, %for.body.preheader ], [ %n.vec, %middle.block ]
  br label %for.body, !dbg !76

vector.ph:                                        ; preds = %for.body.preheader
  %n.vec = and i64 %wide.trip.count, 2147483640, !dbg !76
  br label %vector.body, !dbg !76

vector.body:                                      ; preds = %vector.body, %vector.ph
  %index = phi i64 [ 0, %vector.ph ], [ %index.next, %vector.body ], !dbg !77
  %0 = getelementptr inbounds float, ptr %from, i64 %index, !dbg !78
  %1 = getelementptr inbounds i8, ptr %0, i64 16, !dbg !78
  %wide.load = load <4 x float>, ptr %0, align 4, !dbg !78, !tbaa !79
  %wide.load9 = load <4 x float>, ptr %1, align 4, !dbg !78, !tbaa !79
  %2 = getelementptr inbounds float, ptr %to, i64 %index, !dbg !81
  %3 = getelementptr inbounds i8, ptr %2, i64 16, !dbg !82
  %wide.load10 = load <4 x float>, ptr %2, align 4, !dbg !82, !tbaa !79
  %wide.load11 = load <4 x float>, ptr %3, align 4, !dbg !82, !tbaa !79
  %4 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %wide.load, <4 x float> <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>, <4 x float> %wide.load10), !dbg !82
  %5 = tail call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %wide.load9, <4 x float> <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>, <4 x float> %wide.load11), !dbg !82
  store <4 x float> %4, ptr %2, align 4, !dbg !82, !tbaa !79
  store <4 x float> %5, ptr %3, align 4, !dbg !82, !tbaa !79
  %index.next = add nuw i64 %index, 8, !dbg !77
  %6 = icmp eq i64 %index.next, %n.vec, !dbg !77
  br i1 %6, label %middle.block, label %vector.body, !dbg !77, !llvm.loop !83

middle.block:                                     ; preds = %vector.body
  %cmp.n = icmp eq i64 %n.vec, %wide.trip.count, !dbg !76
  br i1 %cmp.n, label %for.cond.cleanup, label %for.body.preheader12, !dbg !76

for.cond.cleanup:                                 ; preds = %for.body, %middle.block, %entry
  ret void, !dbg !85

for.body:                                         ; preds = %for.body.preheader12, %for.body
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.body ], [ %indvars.iv.ph, %for.body.preheader12 ]
    #dbg_value(i64 %indvars.iv, !70, !DIExpression(), !73)
  %arrayidx = getelementptr inbounds float, ptr %from, i64 %indvars.iv, !dbg !78
  %7 = load float, ptr %arrayidx, align 4, !dbg !78, !tbaa !79
  %arrayidx2 = getelementptr inbounds float, ptr %to, i64 %indvars.iv, !dbg !81
  %8 = load float, ptr %arrayidx2, align 4, !dbg !82, !tbaa !79
  %9 = tail call float @llvm.fmuladd.f32(float %7, float 2.000000e+00, float %8), !dbg !82
  store float %9, ptr %arrayidx2, align 4, !dbg !82, !tbaa !79
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1, !dbg !77
    #dbg_value(i64 %indvars.iv.next, !70, !DIExpression(), !73)
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count, !dbg !74
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !dbg !76, !llvm.loop !86
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #3

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local void @clear(ptr nocapture noundef writeonly %to, i64 noundef %count) local_unnamed_addr #4 !dbg !87 {
entry:
    #dbg_value(ptr %to, !94, !DIExpression(), !98)
    #dbg_value(i64 %count, !95, !DIExpression(), !98)
    #dbg_value(i64 0, !96, !DIExpression(), !99)
  %cmp3.not = icmp eq i64 %count, 0, !dbg !100
  br i1 %cmp3.not, label %for.cond.cleanup, label %for.body.preheader, !dbg !102

for.body.preheader:                               ; preds = %entry
  tail call void @llvm.memset.p0.i64(ptr align 1 %to, i8 0, i64 %count, i1 false), !dbg !103, !tbaa !104
    #dbg_value(i64 poison, !96, !DIExpression(), !99)
  br label %for.cond.cleanup, !dbg !105

for.cond.cleanup:                                 ; preds = %for.body.preheader, %entry
  ret void, !dbg !105
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local noundef zeroext i1 @overflow(i32 noundef %a, i32 noundef %b, ptr nocapture noundef writeonly %to) local_unnamed_addr #4 !dbg !106 {
entry:
    #dbg_value(i32 %a, !112, !DIExpression(), !115)
    #dbg_value(i32 %b, !113, !DIExpression(), !115)
    #dbg_value(ptr %to, !114, !DIExpression(), !115)
  %0 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b), !dbg !116
  %1 = extractvalue { i32, i1 } %0, 1, !dbg !116
  %2 = extractvalue { i32, i1 } %0, 0, !dbg !116
  store i32 %2, ptr %to, align 4, !dbg !116
  ret i1 %1, !dbg !117
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #3

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) uwtable
define dso_local i32 @hint(ptr nocapture noundef readonly %at) local_unnamed_addr #5 !dbg !118 {
entry:
    #dbg_value(ptr %at, !122, !DIExpression(), !123)
  tail call void @llvm.prefetch.p0(ptr %at, i32 0, i32 3, i32 1), !dbg !124
  %0 = load i32, ptr %at, align 4, !dbg !125, !tbaa !44
  %cmp = icmp ne i32 %0, 7, !dbg !127
  tail call void @llvm.assume(i1 %cmp), !dbg !128
  %1 = tail call range(i32 0, 33) i32 @llvm.ctlz.i32(i32 %0, i1 true), !dbg !129
  %2 = tail call i32 @llvm.bswap.i32(i32 %0), !dbg !130
  %add = add i32 %1, %2, !dbg !131
  ret i32 %add, !dbg !132
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32 immarg) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #7

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #8

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #9

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #9

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #7 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #8 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #9 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "vector.c", directory: ".", checksumkind: CSK_MD5, checksum: "26741c3a977bb3cf9568d495eb33c000")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = distinct !DISubprogram(name: "shuffle", scope: !1, file: !1, line: 3, type: !11, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !18)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !13, !13}
!13 = !DIDerivedType(tag: DW_TAG_typedef, name: "Four", file: !1, line: 2, baseType: !14)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 128, flags: DIFlagVector, elements: !16)
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !{!17}
!17 = !DISubrange(count: 4)
!18 = !{!19, !20}
!19 = !DILocalVariable(name: "a", arg: 1, scope: !10, file: !1, line: 3, type: !13)
!20 = !DILocalVariable(name: "b", arg: 2, scope: !10, file: !1, line: 3, type: !13)
!21 = !DILocation(line: 0, scope: !10)
!22 = !DILocation(line: 5, column: 36, scope: !10)
!23 = !DILocation(line: 5, column: 10, scope: !10)
!24 = !DILocation(line: 5, column: 3, scope: !10)
!25 = distinct !DISubprogram(name: "total", scope: !1, file: !1, line: 7, type: !26, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !31)
!26 = !DISubroutineType(types: !27)
!27 = !{!15, !28, !15}
!28 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !29)
!29 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!30 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !15)
!31 = !{!32, !33, !34, !35}
!32 = !DILocalVariable(name: "from", arg: 1, scope: !25, file: !1, line: 7, type: !28)
!33 = !DILocalVariable(name: "count", arg: 2, scope: !25, file: !1, line: 7, type: !15)
!34 = !DILocalVariable(name: "sum", scope: !25, file: !1, line: 8, type: !15)
!35 = !DILocalVariable(name: "i", scope: !36, file: !1, line: 9, type: !15)
!36 = distinct !DILexicalBlock(scope: !25, file: !1, line: 9, column: 3)
!37 = !DILocation(line: 0, scope: !25)
!38 = !DILocation(line: 0, scope: !36)
!39 = !DILocation(line: 9, column: 21, scope: !40)
!40 = distinct !DILexicalBlock(scope: !36, file: !1, line: 9, column: 3)
!41 = !DILocation(line: 9, column: 3, scope: !36)
!42 = !DILocation(line: 9, column: 31, scope: !40)
!43 = !DILocation(line: 10, column: 12, scope: !40)
!44 = !{!45, !45, i64 0}
!45 = !{!"int", !46, i64 0}
!46 = !{!"omnipotent char", !47, i64 0}
!47 = !{!"Simple C/C++ TBAA"}
!48 = !DILocation(line: 10, column: 20, scope: !40)
!49 = !DILocation(line: 10, column: 9, scope: !40)
!50 = distinct !{!50, !41, !51, !52, !53, !54}
!51 = !DILocation(line: 10, column: 36, scope: !36)
!52 = !{!"llvm.loop.mustprogress"}
!53 = !{!"llvm.loop.isvectorized", i32 1}
!54 = !{!"llvm.loop.unroll.runtime.disable"}
!55 = !DILocation(line: 11, column: 3, scope: !25)
!56 = distinct !{!56, !41, !51, !52, !54, !53}
!57 = distinct !DISubprogram(name: "scale", scope: !1, file: !1, line: 13, type: !58, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !66)
!58 = !DISubroutineType(types: !59)
!59 = !{null, !60, !63, !15}
!60 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !61)
!61 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !62, size: 64)
!62 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!63 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !64)
!64 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !65, size: 64)
!65 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !62)
!66 = !{!67, !68, !69, !70}
!67 = !DILocalVariable(name: "to", arg: 1, scope: !57, file: !1, line: 13, type: !60)
!68 = !DILocalVariable(name: "from", arg: 2, scope: !57, file: !1, line: 13, type: !63)
!69 = !DILocalVariable(name: "count", arg: 3, scope: !57, file: !1, line: 13, type: !15)
!70 = !DILocalVariable(name: "i", scope: !71, file: !1, line: 14, type: !15)
!71 = distinct !DILexicalBlock(scope: !57, file: !1, line: 14, column: 3)
!72 = !DILocation(line: 0, scope: !57)
!73 = !DILocation(line: 0, scope: !71)
!74 = !DILocation(line: 14, column: 21, scope: !75)
!75 = distinct !DILexicalBlock(scope: !71, file: !1, line: 14, column: 3)
!76 = !DILocation(line: 14, column: 3, scope: !71)
!77 = !DILocation(line: 14, column: 31, scope: !75)
!78 = !DILocation(line: 15, column: 14, scope: !75)
!79 = !{!80, !80, i64 0}
!80 = !{!"float", !46, i64 0}
!81 = !DILocation(line: 15, column: 5, scope: !75)
!82 = !DILocation(line: 15, column: 11, scope: !75)
!83 = distinct !{!83, !76, !84, !52, !53, !54}
!84 = !DILocation(line: 15, column: 24, scope: !71)
!85 = !DILocation(line: 16, column: 1, scope: !57)
!86 = distinct !{!86, !76, !84, !52, !54, !53}
!87 = distinct !DISubprogram(name: "clear", scope: !1, file: !1, line: 17, type: !88, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !93)
!88 = !DISubroutineType(types: !89)
!89 = !{null, !90, !92}
!90 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !91, size: 64)
!91 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!92 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!93 = !{!94, !95, !96}
!94 = !DILocalVariable(name: "to", arg: 1, scope: !87, file: !1, line: 17, type: !90)
!95 = !DILocalVariable(name: "count", arg: 2, scope: !87, file: !1, line: 17, type: !92)
!96 = !DILocalVariable(name: "i", scope: !97, file: !1, line: 18, type: !92)
!97 = distinct !DILexicalBlock(scope: !87, file: !1, line: 18, column: 3)
!98 = !DILocation(line: 0, scope: !87)
!99 = !DILocation(line: 0, scope: !97)
!100 = !DILocation(line: 18, column: 31, scope: !101)
!101 = distinct !DILexicalBlock(scope: !97, file: !1, line: 18, column: 3)
!102 = !DILocation(line: 18, column: 3, scope: !97)
!103 = !DILocation(line: 19, column: 11, scope: !101)
!104 = !{!46, !46, i64 0}
!105 = !DILocation(line: 20, column: 1, scope: !87)
!106 = distinct !DISubprogram(name: "overflow", scope: !1, file: !1, line: 21, type: !107, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !111)
!107 = !DISubroutineType(types: !108)
!108 = !{!109, !15, !15, !110}
!109 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!110 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!111 = !{!112, !113, !114}
!112 = !DILocalVariable(name: "a", arg: 1, scope: !106, file: !1, line: 21, type: !15)
!113 = !DILocalVariable(name: "b", arg: 2, scope: !106, file: !1, line: 21, type: !15)
!114 = !DILocalVariable(name: "to", arg: 3, scope: !106, file: !1, line: 21, type: !110)
!115 = !DILocation(line: 0, scope: !106)
!116 = !DILocation(line: 21, column: 48, scope: !106)
!117 = !DILocation(line: 21, column: 41, scope: !106)
!118 = distinct !DISubprogram(name: "hint", scope: !1, file: !1, line: 22, type: !119, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !121)
!119 = !DISubroutineType(types: !120)
!120 = !{!15, !110}
!121 = !{!122}
!122 = !DILocalVariable(name: "at", arg: 1, scope: !118, file: !1, line: 22, type: !110)
!123 = !DILocation(line: 0, scope: !118)
!124 = !DILocation(line: 23, column: 3, scope: !118)
!125 = !DILocation(line: 24, column: 24, scope: !126)
!126 = distinct !DILexicalBlock(scope: !118, file: !1, line: 24, column: 7)
!127 = !DILocation(line: 24, column: 28, scope: !126)
!128 = !DILocation(line: 24, column: 7, scope: !118)
!129 = !DILocation(line: 26, column: 10, scope: !118)
!130 = !DILocation(line: 26, column: 31, scope: !118)
!131 = !DILocation(line: 26, column: 29, scope: !118)
!132 = !DILocation(line: 26, column: 3, scope: !118)
