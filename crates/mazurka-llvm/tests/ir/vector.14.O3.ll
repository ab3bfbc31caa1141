; ModuleID = 'vector.c'
source_filename = "vector.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone uwtable willreturn
define dso_local <4 x i32> @shuffle(<4 x i32> noundef %a, <4 x i32> noundef %b) local_unnamed_addr #0 !dbg !9 {
entry:
  call void @llvm.dbg.value(metadata <4 x i32> %a, metadata !18, metadata !DIExpression()), !dbg !20
  call void @llvm.dbg.value(metadata <4 x i32> %b, metadata !19, metadata !DIExpression()), !dbg !20
  call void @llvm.dbg.value(metadata <4 x i32> undef, metadata !18, metadata !DIExpression()), !dbg !20
  %add = add <4 x i32> %b, %a, !dbg !21
  %shuffle = shufflevector <4 x i32> %add, <4 x i32> %b, <4 x i32> <i32 0, i32 5, i32 2, i32 undef>, !dbg !22
  ret <4 x i32> %shuffle, !dbg !23
}

; Function Attrs: nofree norecurse nosync nounwind readonly uwtable
define dso_local i32 @total(i32* noalias nocapture noundef readonly %from, i32 noundef %count) local_unnamed_addr #1 !dbg !24 {
entry:
  call void @llvm.dbg.value(metadata i32* %from, metadata !31, metadata !DIExpression()), !dbg !36
  call void @llvm.dbg.value(metadata i32 %count, metadata !32, metadata !DIExpression()), !dbg !36
  call void @llvm.dbg.value(metadata i32 0, metadata !33, metadata !DIExpression()), !dbg !36
  call void @llvm.dbg.value(metadata i32 0, metadata !34, metadata !DIExpression()), !dbg !37
  %cmp11 = icmp sgt i32 %count, 0, !dbg !38
  br i1 %cmp11, label %for.body.preheader, label %for.cond.cleanup, !dbg !40

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i32 %count to i64, !dbg !38
  %min.iters.check = icmp ult i32 %count, 8, !dbg !40
  br i1 %min.iters.check, label %for.body.preheader17, label %vector.ph, !dbg !40

vector.ph:                                        ; preds = %for.body.preheader
  %n.vec = and i64 %wide.trip.count, 4294967288, !dbg !40
  %0 = add nsw i64 %n.vec, -8, !dbg !40
  %1 = lshr exact i64 %0, 3, !dbg !40
  %2 = add nuw nsw i64 %1, 1, !dbg !40
  %xtraiter = and i64 %2, 1, !dbg !40
  %3 = icmp eq i64 %0, 0, !dbg !40
  br i1 %3, label %middle.block.unr-lcssa, label %vector.ph.new, !dbg !40

vector.ph.new:                                    ; preds = %vector.ph
  %unroll_iter = and i64 %2, 4611686018427387902, !dbg !40
  br label %vector.body, !dbg !40

vector.body:                                      ; preds = %vector.body, %vector.ph.new
  %index = phi i64 [ 0, %vector.ph.new ], [ %index.next.1, %vector.body ], !dbg !41
  %vec.phi = phi <4 x i32> [ zeroinitializer, %vector.ph.new ], [ %22, %vector.body ]
  %vec.phi15 = phi <4 x i32> [ zeroinitializer, %vector.ph.new ], [ %23, %vector.body ]
  %niter = phi i64 [ 0, %vector.ph.new ], [ %niter.next.1, %vector.body ]
  %4 = getelementptr inbounds i32, i32* %from, i64 %index, !dbg !41
  %5 = bitcast i32* %4 to <4 x i32>*, !dbg !42
  %wide.load = load <4 x i32>, <4 x i32>* %5, align 4, !dbg !42, !tbaa !43
  %6 = getelementptr inbounds i32, i32* %4, i64 4, !dbg !42
  %7 = bitcast i32* %6 to <4 x i32>*, !dbg !42
  %wide.load16 = load <4 x i32>, <4 x i32>* %7, align 4, !dbg !42, !tbaa !43
  %8 = icmp sgt <4 x i32> %wide.load, <i32 3, i32 3, i32 3, i32 3>, !dbg !47
  %9 = icmp sgt <4 x i32> %wide.load16, <i32 3, i32 3, i32 3, i32 3>, !dbg !47
  %10 = select <4 x i1> %8, <4 x i32> %wide.load, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, !dbg !42
  %11 = select <4 x i1> %9, <4 x i32> %wide.load16, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, !dbg !42
  %12 = add <4 x i32> %10, %vec.phi, !dbg !48
  %13 = add <4 x i32> %11, %vec.phi15, !dbg !48
  %index.next = or i64 %index, 8, !dbg !41
  %14 = getelementptr inbounds i32, i32* %from, i64 %index.next, !dbg !41
  %15 = bitcast i32* %14 to <4 x i32>*, !dbg !42
  %wide.load.1 = load <4 x i32>, <4 x i32>* %15, align 4, !dbg !42, !tbaa !43
  %16 = getelementptr inbounds i32, i32* %14, i64 4, !dbg !42
  %17 = bitcast i32* %16 to <4 x i32>*, !dbg !42
  %wide.load16.1 = load <4 x i32>, <4 x i32>* %17, align 4, !dbg !42, !tbaa !43
  %18 = icmp sgt <4 x i32> %wide.load.1, <i32 3, i32 3, i32 3, i32 3>, !dbg !47
  %19 = icmp sgt <4 x i32> %wide.load16.1, <i32 3, i32 3, i32 3, i32 3>, !dbg !47
  %20 = select <4 x i1> %18, <4 x i32> %wide.load.1, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, !dbg !42
  %21 = select <4 x i1> %19, <4 x i32> %wide.load16.1, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, !dbg !42
  %22 = add <4 x i32> %20, %12, !dbg !48
  %23 = add <4 x i32> %21, %13, !dbg !48
  %index.next.1 = add nuw i64 %index, 16, !dbg !41
  %niter.next.1 = add i64 %niter, 2, !dbg !41
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter, !dbg !41
  br i1 %niter.ncmp.1, label %middle.block.unr-lcssa, label %vector.body, !dbg !41, !llvm.loop !49

middle.block.unr-lcssa:                           ; preds = %vector.body, %vector.ph
  %.lcssa18.ph = phi <4 x i32> [ undef, %vector.ph ], [ %22, %vector.body ]
  %.lcssa.ph = phi <4 x i32> [ undef, %vector.ph ], [ %23, %vector.body ]
  %index.unr = phi i64 [ 0, %vector.ph ], [ %index.next.1, %vector.body ]
  %vec.phi.unr = phi <4 x i32> [ zeroinitializer, %vector.ph ], [ %22, %vector.body ]
  %vec.phi15.unr = phi <4 x i32> [ zeroinitializer, %vector.ph ], [ %23, %vector.body ]
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0, !dbg !41
  br i1 %lcmp.mod.not, label %middle.block, label %vector.body.epil, !dbg !41

vector.body.epil:                                 ; preds = %middle.block.unr-lcssa
  %24 = getelementptr inbounds i32, i32* %from, i64 %index.unr, !dbg !41
  %25 = bitcast i32* %24 to <4 x i32>*, !dbg !42
  %wide.load.epil = load <4 x i32>, <4 x i32>* %25, align 4, !dbg !42, !tbaa !43
  %26 = getelementptr inbounds i32, i32* %24, i64 4, !dbg !42
  %27 = bitcast i32* %26 to <4 x i32>*, !dbg !42
  %wide.load16.epil = load <4 x i32>, <4 x i32>* %27, align 4, !dbg !42, !tbaa !43
  %28 = icmp sgt <4 x i32> %wide.load.epil, <i32 3, i32 3, i32 3, i32 3>, !dbg !47
  %29 = icmp sgt <4 x i32> %wide.load16.epil, <i32 3, i32 3, i32 3, i32 3>, !dbg !47
  %30 = select <4 x i1> %28, <4 x i32> %wide.load.epil, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, !dbg !42
  %31 = select <4 x i1> %29, <4 x i32> %wide.load16.epil, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, !dbg !42
  %32 = add <4 x i32> %30, %vec.phi.unr, !dbg !48
  %33 = add <4 x i32> %31, %vec.phi15.unr, !dbg !48
  br label %middle.block, !dbg !40

middle.block:                                     ; preds = %middle.block.unr-lcssa, %vector.body.epil
  %.lcssa18 = phi <4 x i32> [ %.lcssa18.ph, %middle.block.unr-lcssa ], [ %32, %vector.body.epil ], !dbg !48
  %.lcssa = phi <4 x i32> [ %.lcssa.ph, %middle.block.unr-lcssa ], [ %33, %vector.body.epil ], !dbg !48
  %bin.rdx = add <4 x i32> %.lcssa, %.lcssa18, !dbg !40
  %34 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %bin.rdx), !dbg !40
  %cmp.n = icmp eq i64 %n.vec, %wide.trip.count, !dbg !40
  br i1 %cmp.n, label %for.cond.cleanup, label %for.body.preheader17, !dbg !40

for.body.preheader17:                             ; preds = %for.body.preheader, %middle.block
  %indvars.iv.ph = phi i64 [ 0, %for.body.preheader ], [ %n.vec, %middle.block ]
  %sum.012.ph = phi i32 [ 0, %for.body.preheader ], [ %34, %middle.block ]
  br label %for.body, !dbg !40

for.cond.cleanup:                                 ; preds = %for.body, %middle.block, %entry
  %sum.0.lcssa = phi i32 [ 0, %entry ], [ %34, %middle.block ], [ %add, %for.body ], !dbg !36
  ret i32 %sum.0.lcssa, !dbg !53

for.body:                                         ; preds = %for.body.preheader17, %for.body
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.body ], [ %indvars.iv.ph, %for.body.preheader17 ]
  %sum.012 = phi i32 [ %add, %for.body ], [ %sum.012.ph, %for.body.preheader17 ]
  call void @llvm.dbg.value(metadata i64 %indvars.iv, metadata !34, metadata !DIExpression()), !dbg !37
  call void @llvm.dbg.value(metadata i32 %sum.012, metadata !33, metadata !DIExpression()), !dbg !36
  %arrayidx = getelementptr inbounds i32, i32* %from, i64 %indvars.iv, !dbg !42
  %35 = load i32, i32* %arrayidx, align 4, !dbg !42, !tbaa !43
  %cmp1 = icmp sgt i32 %35, 3, !dbg !47
  %spec.select = select i1 %cmp1, i32 %35, i32 1, !dbg !42
  %add = add nsw i32 %spec.select, %sum.012, !dbg !48
  call void @llvm.dbg.value(metadata i32 %add, metadata !33, metadata !DIExpression()), !dbg !36
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1, !dbg !41
  call void @llvm.dbg.value(metadata i64 %indvars.iv.next, metadata !34, metadata !DIExpression()), !dbg !37
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count, !dbg !38
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !dbg !40, !llvm.loop !54
}

; Function Attrs: nofree nosync nounwind uwtable
define dso_local void @scale(float* noalias nocapture noundef %to, float* noalias nocapture noundef readonly %from, i32 noundef %count) local_unnamed_addr #2 !dbg !56 {
entry:
  call void @llvm.dbg.value(metadata float* %to, metadata !66, metadata !DIExpression()), !dbg !71
  call void @llvm.dbg.value(metadata float* %from, metadata !67, metadata !DIExpression()), !dbg !71
  call void @llvm.dbg.value(metadata i32 %count, metadata !68, metadata !DIExpression()), !dbg !71
  call void @llvm.dbg.value(metadata i32 0, metadata !69, metadata !DIExpression()), !dbg !72
  %cmp7 = icmp sgt i32 %count, 0, !dbg !73
  br i1 %cmp7, label %for.body.preheader, label %for.cond.cleanup, !dbg !75

for.body.preheader:                               ; preds = %entry
  %wide.trip.count = zext i32 %count to i64, !dbg !73
  %min.iters.check = icmp ult i32 %count, 8, !dbg !75
  br i1 %min.iters.check, label %for.body.preheader13, label %vector.ph, !dbg !75

vector.ph:                                        ; preds = %for.body.preheader
  %n.vec = and i64 %wide.trip.count, 4294967288, !dbg !75
  %0 = add nsw i64 %n.vec, -8, !dbg !75
  %1 = lshr exact i64 %0, 3, !dbg !75
  %2 = add nuw nsw i64 %1, 1, !dbg !75
  %xtraiter = and i64 %2, 1, !dbg !75
  %3 = icmp eq i64 %0, 0, !dbg !75
  br i1 %3, label %middle.block.unr-lcssa, label %vector.ph.new, !dbg !75

vector.ph.new:                                    ; preds = %vector.ph
  %unroll_iter = and i64 %2, 4611686018427387902, !dbg !75
  br label %vector.body, !dbg !75

vector.body:                                      ; preds = %vector.body, %vector.ph.new
  %index = phi i64 [ 0, %vector.ph.new ], [ %index.next.1, %vector.body ], !dbg !76
  %niter = phi i64 [ 0, %vector.ph.new ], [ %niter.next.1, %vector.body ]
  %4 = getelementptr inbounds float, float* %from, i64 %index, !dbg !76
  %5 = bitcast float* %4 to <4 x float>*, !dbg !77
  %wide.load = load <4 x float>, <4 x float>* %5, align 4, !dbg !77, !tbaa !78
  %6 = getelementptr inbounds float, float* %4, i64 4, !dbg !77
  %7 = bitcast float* %6 to <4 x float>*, !dbg !77
  %wide.load10 = load <4 x float>, <4 x float>* %7, align 4, !dbg !77, !tbaa !78
  %8 = getelementptr inbounds float, float* %to, i64 %index, !dbg !76
  %9 = bitcast float* %8 to <4 x float>*, !dbg !80
  %wide.load11 = load <4 x float>, <4 x float>* %9, align 4, !dbg !80, !tbaa !78
  %10 = getelementptr inbounds float, float* %8, i64 4, !dbg !80
  %11 = bitcast float* %10 to <4 x float>*, !dbg !80
  %wide.load12 = load <4 x float>, <4 x float>* %11, align 4, !dbg !80, !tbaa !78
  %12 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %wide.load, <4 x float> <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>, <4 x float> %wide.load11), !dbg !80
  %13 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %wide.load10, <4 x float> <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>, <4 x float> %wide.load12), !dbg !80
  %14 = bitcast float* %8 to <4 x float>*, !dbg !80
  store <4 x float> %12, <4 x float>* %14, align 4, !dbg !80, !tbaa !78
  %15 = bitcast float* %10 to <4 x float>*, !dbg !80
  store <4 x float> %13, <4 x float>* %15, align 4, !dbg !80, !tbaa !78
  %index.next = or i64 %index, 8, !dbg !76
  %16 = getelementptr inbounds float, float* %from, i64 %index.next, !dbg !76
  %17 = bitcast float* %16 to <4 x float>*, !dbg !77
  %wide.load.1 = load <4 x float>, <4 x float>* %17, align 4, !dbg !77, !tbaa !78
  %18 = getelementptr inbounds float, float* %16, i64 4, !dbg !77
  %19 = bitcast float* %18 to <4 x float>*, !dbg !77
  %wide.load10.1 = load <4 x float>, <4 x float>* %19, align 4, !dbg !77, !tbaa !78
  %20 = getelementptr inbounds float, float* %to, i64 %index.next, !dbg !76
  %21 = bitcast float* %20 to <4 x float>*, !dbg !80
  %wide.load11.1 = load <4 x float>, <4 x float>* %21, align 4, !dbg !80, !tbaa !78
  %22 = getelementptr inbounds float, float* %20, i64 4, !dbg !80
  %23 = bitcast float* %22 to <4 x float>*, !dbg !80
  %wide.load12.1 = load <4 x float>, <4 x float>* %23, align 4, !dbg !80, !tbaa !78
  %24 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %wide.load.1, <4 x float> <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>, <4 x float> %wide.load11.1), !dbg !80
  %25 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %wide.load10.1, <4 x float> <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>, <4 x float> %wide.load12.1), !dbg !80
  %26 = bitcast float* %20 to <4 x float>*, !dbg !80
  store <4 x float> %24, <4 x float>* %26, align 4, !dbg !80, !tbaa !78
  %27 = bitcast float* %22 to <4 x float>*, !dbg !80
  store <4 x float> %25, <4 x float>* %27, align 4, !dbg !80, !tbaa !78
  %index.next.1 = add nuw i64 %index, 16, !dbg !76
  %niter.next.1 = add i64 %niter, 2, !dbg !76
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter, !dbg !76
  br i1 %niter.ncmp.1, label %middle.block.unr-lcssa, label %vector.body, !dbg !76, !llvm.loop !81

middle.block.unr-lcssa:                           ; preds = %vector.body, %vector.ph
  %index.unr = phi i64 [ 0, %vector.ph ], [ %index.next.1, %vector.body ]
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0, !dbg !76
  br i1 %lcmp.mod.not, label %middle.block, label %vector.body.epil, !dbg !76

vector.body.epil:                                 ; preds = %middle.block.unr-lcssa
  %28 = getelementptr inbounds float, float* %from, i64 %index.unr, !dbg !76
  %29 = bitcast float* %28 to <4 x float>*, !dbg !77
  %wide.load.epil = load <4 x float>, <4 x float>* %29, align 4, !dbg !77, !tbaa !78
  %30 = getelementptr inbounds float, float* %28, i64 4, !dbg !77
  %31 = bitcast float* %30 to <4 x float>*, !dbg !77
  %wide.load10.epil = load <4 x float>, <4 x float>* %31, align 4, !dbg !77, !tbaa !78
  %32 = getelementptr inbounds float, float* %to, i64 %index.unr, !dbg !76
  %33 = bitcast float* %32 to <4 x float>*, !dbg !80
  %wide.load11.epil = load <4 x float>, <4 x float>* %33, align 4, !dbg !80, !tbaa !78
  %34 = getelementptr inbounds float, float* %32, i64 4, !dbg !80
  %35 = bitcast float* %34 to <4 x float>*, !dbg !80
  %wide.load12.epil = load <4 x float>, <4 x float>* %35, align 4, !dbg !80, !tbaa !78
  %36 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %wide.load.epil, <4 x float> <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>, <4 x float> %wide.load11.epil), !dbg !80
  %37 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %wide.load10.epil, <4 x float> <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>, <4 x float> %wide.load12.epil), !dbg !80
  %38 = bitcast float* %32 to <4 x float>*, !dbg !80
  store <4 x float> %36, <4 x float>* %38, align 4, !dbg !80, !tbaa !78
  %39 = bitcast float* %34 to <4 x float>*, !dbg !80
  store <4 x float> %37, <4 x float>* %39, align 4, !dbg !80, !tbaa !78
  br label %middle.block, !dbg !75

middle.block:                                     ; preds = %middle.block.unr-lcssa, %vector.body.epil
  %cmp.n = icmp eq i64 %n.vec, %wide.trip.count, !dbg !75
  br i1 %cmp.n, label %for.cond.cleanup, label %for.body.preheader13, !dbg !75

for.body.preheader13:                             ; preds = %for.body.preheader, %middle.block
  %indvars.iv.ph = phi i64 [ 0, %for.body.preheader ], [ %n.vec, %middle.block ]
  br label %for.body, !dbg !75

for.cond.cleanup:                                 ; preds = %for.body, %middle.block, %entry
  ret void, !dbg !83

for.body:                                         ; preds = %for.body.preheader13, %for.body
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.body ], [ %indvars.iv.ph, %for.body.preheader13 ]
  call void @llvm.dbg.value(metadata i64 %indvars.iv, metadata !69, metadata !DIExpression()), !dbg !72
  %arrayidx = getelementptr inbounds float, float* %from, i64 %indvars.iv, !dbg !77
  %40 = load float, float* %arrayidx, align 4, !dbg !77, !tbaa !78
  %arrayidx2 = getelementptr inbounds float, float* %to, i64 %indvars.iv, !dbg !84
  %41 = load float, float* %arrayidx2, align 4, !dbg !80, !tbaa !78
  %42 = tail call float @llvm.fmuladd.f32(float %40, float 2.000000e+00, float %41), !dbg !80
  store float %42, float* %arrayidx2, align 4, !dbg !80, !tbaa !78
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1, !dbg !76
  call void @llvm.dbg.value(metadata i64 %indvars.iv.next, metadata !69, metadata !DIExpression()), !dbg !72
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count, !dbg !73
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !dbg !75, !llvm.loop !85
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare float @llvm.fmuladd.f32(float, float, float) #3

; Function Attrs: nofree norecurse nosync nounwind uwtable writeonly
define dso_local void @clear(i8* nocapture noundef writeonly %to, i64 noundef %count) local_unnamed_addr #4 !dbg !86 {
entry:
  call void @llvm.dbg.value(metadata i8* %to, metadata !93, metadata !DIExpression()), !dbg !97
  call void @llvm.dbg.value(metadata i64 %count, metadata !94, metadata !DIExpression()), !dbg !97
  call void @llvm.dbg.value(metadata i64 0, metadata !95, metadata !DIExpression()), !dbg !98
  %cmp4.not = icmp eq i64 %count, 0, !dbg !99
  br i1 %cmp4.not, label %for.cond.cleanup, label %for.body.preheader, !dbg !101

for.body.preheader:                               ; preds = %entry
  call void @llvm.memset.p0i8.i64(i8* align 1 %to, i8 0, i64 %count, i1 false), !dbg !102, !tbaa !103
  call void @llvm.dbg.value(metadata i32 undef, metadata !95, metadata !DIExpression()), !dbg !98
  call void @llvm.dbg.value(metadata i32 undef, metadata !95, metadata !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value)), !dbg !98
  br label %for.cond.cleanup, !dbg !104

for.cond.cleanup:                                 ; preds = %for.body.preheader, %entry
  ret void, !dbg !104
}

; Function Attrs: mustprogress nofree nosync nounwind uwtable willreturn writeonly
define dso_local zeroext i1 @overflow(i32 noundef %a, i32 noundef %b, i32* nocapture noundef writeonly %to) local_unnamed_addr #5 !dbg !105 {
entry:
  call void @llvm.dbg.value(metadata i32 %a, metadata !111, metadata !DIExpression()), !dbg !114
  call void @llvm.dbg.value(metadata i32 %b, metadata !112, metadata !DIExpression()), !dbg !114
  call void @llvm.dbg.value(metadata i32* %to, metadata !113, metadata !DIExpression()), !dbg !114
  %0 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b), !dbg !115
  %1 = extractvalue { i32, i1 } %0, 1, !dbg !115
  %2 = extractvalue { i32, i1 } %0, 0, !dbg !115
  store i32 %2, i32* %to, align 4, !dbg !115
  ret i1 %1, !dbg !116
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #3

; Function Attrs: mustprogress nofree nosync nounwind uwtable willreturn
define dso_local i32 @hint(i32* nocapture noundef readonly %at) local_unnamed_addr #6 !dbg !117 {
entry:
  call void @llvm.dbg.value(metadata i32* %at, metadata !121, metadata !DIExpression()), !dbg !122
  %0 = bitcast i32* %at to i8*, !dbg !123
  tail call void @llvm.prefetch.p0i8(i8* %0, i32 0, i32 3, i32 1), !dbg !124
  %1 = load i32, i32* %at, align 4, !dbg !125, !tbaa !43
  %cmp = icmp ne i32 %1, 7, !dbg !127
  tail call void @llvm.assume(i1 %cmp), !dbg !128
  %2 = tail call i32 @llvm.ctlz.i32(i32 %1, i1 true), !dbg !129, !range !130
  %3 = tail call i32 @llvm.bswap.i32(i32 %1), !dbg !131
  %add = add i32 %2, %3, !dbg !132
  ret i32 %add, !dbg !133
}

; Function Attrs: inaccessiblemem_or_argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.prefetch.p0i8(i8* nocapture readonly, i32 immarg, i32 immarg, i32) #7

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #3

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.bswap.i32(i32) #3

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #8

; Function Attrs: inaccessiblememonly nofree nosync nounwind willreturn
declare void @llvm.assume(i1 noundef) #9

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #10

; Function Attrs: nofree nosync nounwind readnone willreturn
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #11

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #8

attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree norecurse nosync nounwind readonly uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nosync nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #4 = { nofree norecurse nosync nounwind uwtable writeonly "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nofree nosync nounwind uwtable willreturn writeonly "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nofree nosync nounwind uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { inaccessiblemem_or_argmemonly mustprogress nofree nosync nounwind willreturn }
attributes #8 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #9 = { inaccessiblememonly nofree nosync nounwind willreturn }
attributes #10 = { argmemonly nofree nounwind willreturn writeonly }
attributes #11 = { nofree nosync nounwind readnone willreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "vector.c", directory: ".", checksumkind: CSK_MD5, checksum: "26741c3a977bb3cf9568d495eb33c000")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{!"Debian clang version 14.0.6"}
!9 = distinct !DISubprogram(name: "shuffle", scope: !1, file: !1, line: 3, type: !10, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !17)
!10 = !DISubroutineType(types: !11)
!11 = !{!12, !12, !12}
!12 = !DIDerivedType(tag: DW_TAG_typedef, name: "Four", file: !1, line: 2, baseType: !13)
!13 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 128, flags: DIFlagVector, elements: !15)
!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!15 = !{!16}
!16 = !DISubrange(count: 4)
!17 = !{!18, !19}
!18 = !DILocalVariable(name: "a", arg: 1, scope: !9, file: !1, line: 3, type: !12)
!19 = !DILocalVariable(name: "b", arg: 2, scope: !9, file: !1, line: 3, type: !12)
!20 = !DILocation(line: 0, scope: !9)
!21 = !DILocation(line: 5, column: 36, scope: !9)
!22 = !DILocation(line: 5, column: 10, scope: !9)
!23 = !DILocation(line: 5, column: 3, scope: !9)
!24 = distinct !DISubprogram(name: "total", scope: !1, file: !1, line: 7, type: !25, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !30)
!25 = !DISubroutineType(types: !26)
!26 = !{!14, !27, !14}
!27 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !28)
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !29, size: 64)
!29 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !14)
!30 = !{!31, !32, !33, !34}
!31 = !DILocalVariable(name: "from", arg: 1, scope: !24, file: !1, line: 7, type: !27)
!32 = !DILocalVariable(name: "count", arg: 2, scope: !24, file: !1, line: 7, type: !14)
!33 = !DILocalVariable(name: "sum", scope: !24, file: !1, line: 8, type: !14)
!34 = !DILocalVariable(name: "i", scope: !35, file: !1, line: 9, type: !14)
!35 = distinct !DILexicalBlock(scope: !24, file: !1, line: 9, column: 3)
!36 = !DILocation(line: 0, scope: !24)
!37 = !DILocation(line: 0, scope: !35)
!38 = !DILocation(line: 9, column: 21, scope: !39)
!39 = distinct !DILexicalBlock(scope: !35, file: !1, line: 9, column: 3)
!40 = !DILocation(line: 9, column: 3, scope: !35)
!41 = !DILocation(line: 9, column: 31, scope: !39)
!42 = !DILocation(line: 10, column: 12, scope: !39)
!43 = !{!44, !44, i64 0}
!44 = !{!"int", !45, i64 0}
!45 = !{!"omnipotent char", !46, i64 0}
!46 = !{!"Simple C/C++ TBAA"}
!47 = !DILocation(line: 10, column: 20, scope: !39)
!48 = !DILocation(line: 10, column: 9, scope: !39)
!49 = distinct !{!49, !40, !50, !51, !52}
!50 = !DILocation(line: 10, column: 36, scope: !35)
!51 = !{!"llvm.loop.mustprogress"}
!52 = !{!"llvm.loop.isvectorized", i32 1}
!53 = !DILocation(line: 11, column: 3, scope: !24)
!54 = distinct !{!54, !40, !50, !51, !55, !52}
!55 = !{!"llvm.loop.unroll.runtime.disable"}
!56 = distinct !DISubprogram(name: "scale", scope: !1, file: !1, line: 13, type: !57, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !65)
!57 = !DISubroutineType(types: !58)
!58 = !{null, !59, !62, !14}
!59 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !60)
!60 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !61, size: 64)
!61 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!62 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !63)
!63 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !64, size: 64)
!64 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !61)
!65 = !{!66, !67, !68, !69}
!66 = !DILocalVariable(name: "to", arg: 1, scope: !56, file: !1, line: 13, type: !59)
!67 = !DILocalVariable(name: "from", arg: 2, scope: !56, file: !1, line: 13, type: !62)
!68 = !DILocalVariable(name: "count", arg: 3, scope: !56, file: !1, line: 13, type: !14)
!69 = !DILocalVariable(name: "i", scope: !70, file: !1, line: 14, type: !14)
!70 = distinct !DILexicalBlock(scope: !56, file: !1, line: 14, column: 3)
!71 = !DILocation(line: 0, scope: !56)
!72 = !DILocation(line: 0, scope: !70)
!73 = !DILocation(line: 14, column: 21, scope: !74)
!74 = distinct !DILexicalBlock(scope: !70, file: !1, line: 14, column: 3)
!75 = !DILocation(line: 14, column: 3, scope: !70)
!76 = !DILocation(line: 14, column: 31, scope: !74)
!77 = !DILocation(line: 15, column: 14, scope: !74)
!78 = !{!79, !79, i64 0}
!79 = !{!"float", !45, i64 0}
!80 = !DILocation(line: 15, column: 11, scope: !74)
!81 = distinct !{!81, !75, !82, !51, !52}
!82 = !DILocation(line: 15, column: 24, scope: !70)
!83 = !DILocation(line: 16, column: 1, scope: !56)
!84 = !DILocation(line: 15, column: 5, scope: !74)
!85 = distinct !{!85, !75, !82, !51, !55, !52}
!86 = distinct !DISubprogram(name: "clear", scope: !1, file: !1, line: 17, type: !87, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !92)
!87 = !DISubroutineType(types: !88)
!88 = !{null, !89, !91}
!89 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !90, size: 64)
!90 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!91 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!92 = !{!93, !94, !95}
!93 = !DILocalVariable(name: "to", arg: 1, scope: !86, file: !1, line: 17, type: !89)
!94 = !DILocalVariable(name: "count", arg: 2, scope: !86, file: !1, line: 17, type: !91)
!95 = !DILocalVariable(name: "i", scope: !96, file: !1, line: 18, type: !91)
!96 = distinct !DILexicalBlock(scope: !86, file: !1, line: 18, column: 3)
!97 = !DILocation(line: 0, scope: !86)
!98 = !DILocation(line: 0, scope: !96)
!99 = !DILocation(line: 18, column: 31, scope: !100)
!100 = distinct !DILexicalBlock(scope: !96, file: !1, line: 18, column: 3)
!101 = !DILocation(line: 18, column: 3, scope: !96)
!102 = !DILocation(line: 19, column: 11, scope: !100)
!103 = !{!45, !45, i64 0}
!104 = !DILocation(line: 20, column: 1, scope: !86)
!105 = distinct !DISubprogram(name: "overflow", scope: !1, file: !1, line: 21, type: !106, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !110)
!106 = !DISubroutineType(types: !107)
!107 = !{!108, !14, !14, !109}
!108 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!109 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
!110 = !{!111, !112, !113}
!111 = !DILocalVariable(name: "a", arg: 1, scope: !105, file: !1, line: 21, type: !14)
!112 = !DILocalVariable(name: "b", arg: 2, scope: !105, file: !1, line: 21, type: !14)
!113 = !DILocalVariable(name: "to", arg: 3, scope: !105, file: !1, line: 21, type: !109)
!114 = !DILocation(line: 0, scope: !105)
!115 = !DILocation(line: 21, column: 48, scope: !105)
!116 = !DILocation(line: 21, column: 41, scope: !105)
!117 = distinct !DISubprogram(name: "hint", scope: !1, file: !1, line: 22, type: !118, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !120)
!118 = !DISubroutineType(types: !119)
!119 = !{!14, !109}
!120 = !{!121}
!121 = !DILocalVariable(name: "at", arg: 1, scope: !117, file: !1, line: 22, type: !109)
!122 = !DILocation(line: 0, scope: !117)
!123 = !DILocation(line: 23, column: 22, scope: !117)
!124 = !DILocation(line: 23, column: 3, scope: !117)
!125 = !DILocation(line: 24, column: 24, scope: !126)
!126 = distinct !DILexicalBlock(scope: !117, file: !1, line: 24, column: 7)
!127 = !DILocation(line: 24, column: 28, scope: !126)
!128 = !DILocation(line: 24, column: 7, scope: !117)
!129 = !DILocation(line: 26, column: 10, scope: !117)
!130 = !{i32 0, i32 33}
!131 = !DILocation(line: 26, column: 31, scope: !117)
!132 = !DILocation(line: 26, column: 29, scope: !117)
!133 = !DILocation(line: 26, column: 3, scope: !117)
