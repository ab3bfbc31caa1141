; ModuleID = 'flow.c'
source_filename = "flow.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.Big = type { [10 x i64] }

@computed.targets = internal unnamed_addr constant [2 x ptr] [ptr blockaddress(@computed, %return), ptr blockaddress(@computed, %one)], align 16, !dbg !0
@.str = private unnamed_addr constant [7 x i8] c"%d %s\0A\00", align 1, !dbg !14

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i32 -2147483647, -2147483648) i32 @choose(i32 noundef %x) local_unnamed_addr #0 !dbg !36 {
entry:
    #dbg_value(i32 %x, !38, !DIExpression(), !40)
  switch i32 %x, label %sw.default [
    i32 1, label %return
    i32 2, label %sw.bb1
    i32 3, label %sw.bb1
    i32 -7, label %out
  ], !dbg !41

sw.bb1:                                           ; preds = %entry, %entry
  %inc = add nuw nsw i32 %x, 1, !dbg !42
    #dbg_value(i32 %inc, !38, !DIExpression(), !40)
  br label %return, !dbg !44

sw.default:                                       ; preds = %entry
  %div = sdiv i32 %x, 3, !dbg !45
  br label %return, !dbg !46

out:                                              ; preds = %entry
    #dbg_value(i32 undef, !38, !DIExpression(), !40)
    #dbg_label(!39, !47)
  br label %return, !dbg !48

return:                                           ; preds = %sw.bb1, %entry, %out, %sw.default
  %retval.0 = phi i32 [ %div, %sw.default ], [ 5, %entry ], [ %inc, %sw.bb1 ], [ -7, %out ], !dbg !40
  ret i32 %retval.0, !dbg !49
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i32 1, 3) i32 @computed(i32 noundef %x) #0 !dbg !2 {
entry:
    #dbg_value(i32 %x, !21, !DIExpression(), !50)
  %and = and i32 %x, 1, !dbg !51
  %idxprom = zext nneg i32 %and to i64, !dbg !52
  %arrayidx = getelementptr inbounds [2 x ptr], ptr @computed.targets, i64 0, i64 %idxprom, !dbg !52
  %0 = load ptr, ptr %arrayidx, align 8, !dbg !52, !tbaa !53
  indirectbr ptr %0, [label %return, label %one]

one:                                              ; preds = %entry
    #dbg_label(!23, !57)
  br label %return, !dbg !58

return:                                           ; preds = %entry, %one
  %retval.0 = phi i32 [ 2, %one ], [ 1, %entry ], !dbg !50
  ret i32 %retval.0, !dbg !59
}

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @sum(i32 noundef %count, ...) local_unnamed_addr #1 !dbg !60 {
entry:
  %list = alloca [1 x %struct.__va_list_tag], align 16, !DIAssignID !78
    #dbg_assign(i1 undef, !65, !DIExpression(), !78, ptr %list, !DIExpression(), !79)
    #dbg_value(i32 %count, !64, !DIExpression(), !79)
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %list) #11, !dbg !80
  call void @llvm.va_start.p0(ptr nonnull %list), !dbg !81
    #dbg_value(i32 0, !77, !DIExpression(), !79)
    #dbg_value(i32 0, !77, !DIExpression(), !79)
    #dbg_value(i32 %count, !64, !DIExpression(), !79)
  %tobool.not7 = icmp eq i32 %count, 0, !dbg !82
  br i1 %tobool.not7, label %while.end, label %while.body.lr.ph, !dbg !82

while.body.lr.ph:                                 ; preds = %entry
  %list.promoted = load i32, ptr %list, align 16
  %overflow_arg_area_p = getelementptr inbounds i8, ptr %list, i64 8
  %0 = getelementptr inbounds i8, ptr %list, i64 16
  %reg_save_area = load ptr, ptr %0, align 16
  %overflow_arg_area_p.promoted = load ptr, ptr %overflow_arg_area_p, align 8
  %xtraiter = and i32 %count, 1, !dbg !82
  %1 = icmp eq i32 %count, 1, !dbg !82
  br i1 %1, label %while.end.loopexit.unr-lcssa, label %while.body.lr.ph.new, !dbg !82

while.body.lr.ph.new:                             ; preds = %while.body.lr.ph
  %unroll_iter = and i32 %count, -2, !dbg !82
  br label %while.body, !dbg !82

while.body:                                       ; preds = %vaarg.end.1, %while.body.lr.ph.new
  %overflow_arg_area12 = phi ptr [ %overflow_arg_area_p.promoted, %while.body.lr.ph.new ], [ %overflow_arg_area11.1, %vaarg.end.1 ]
  %total.09 = phi i32 [ 0, %while.body.lr.ph.new ], [ %add.1, %vaarg.end.1 ]
  %gp_offset58 = phi i32 [ %list.promoted, %while.body.lr.ph.new ], [ %gp_offset4.1, %vaarg.end.1 ]
  %niter = phi i32 [ 0, %while.body.lr.ph.new ], [ %niter.next.1, %vaarg.end.1 ]
    #dbg_value(i32 %total.09, !77, !DIExpression(), !79)
  %fits_in_gp = icmp ult i32 %gp_offset58, 41, !dbg !83
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !83

vaarg.in_reg:                                     ; preds = %while.body
  %2 = zext nneg i32 %gp_offset58 to i64, !dbg !83
  %3 = getelementptr i8, ptr %reg_save_area, i64 %2, !dbg !83
  %4 = add nuw nsw i32 %gp_offset58, 8, !dbg !83
  store i32 %4, ptr %list, align 16, !dbg !83, !DIAssignID !84
    #dbg_assign(i32 %4, !65, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !84, ptr %list, !DIExpression(), !79)
  br label %vaarg.end, !dbg !83

vaarg.in_mem:                                     ; preds = %while.body
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area12, i64 8, !dbg !83
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8, !dbg !83, !DIAssignID !85
    #dbg_assign(ptr %overflow_arg_area.next, !65, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !85, ptr %overflow_arg_area_p, !DIExpression(), !79)
  br label %vaarg.end, !dbg !83

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %overflow_arg_area11 = phi ptr [ %overflow_arg_area12, %vaarg.in_reg ], [ %overflow_arg_area.next, %vaarg.in_mem ]
  %gp_offset4 = phi i32 [ %4, %vaarg.in_reg ], [ %gp_offset58, %vaarg.in_mem ]
  %vaarg.addr = phi ptr [ %3, %vaarg.in_reg ], [ %overflow_arg_area12, %vaarg.in_mem ], !dbg !83
  %5 = load i32, ptr %vaarg.addr, align 4, !dbg !83, !tbaa !86
  %add = add nsw i32 %5, %total.09, !dbg !88
    #dbg_value(i32 %add, !77, !DIExpression(), !79)
    #dbg_value(i32 poison, !64, !DIExpression(DW_OP_constu, 1, DW_OP_minus, DW_OP_constu, 1, DW_OP_minus, DW_OP_stack_value), !79)
  %fits_in_gp.1 = icmp ult i32 %gp_offset4, 41, !dbg !83
  br i1 %fits_in_gp.1, label %vaarg.in_reg.1, label %vaarg.in_mem.1, !dbg !83

vaarg.in_mem.1:                                   ; preds = %vaarg.end
  %overflow_arg_area.next.1 = getelementptr i8, ptr %overflow_arg_area11, i64 8, !dbg !83
  store ptr %overflow_arg_area.next.1, ptr %overflow_arg_area_p, align 8, !dbg !83, !DIAssignID !85
    #dbg_assign(ptr %overflow_arg_area.next.1, !65, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !85, ptr %overflow_arg_area_p, !DIExpression(), !79)
  br label %vaarg.end.1, !dbg !83

vaarg.in_reg.1:                                   ; preds = %vaarg.end
  %6 = zext nneg i32 %gp_offset4 to i64, !dbg !83
  %7 = getelementptr i8, ptr %reg_save_area, i64 %6, !dbg !83
  %8 = add nuw nsw i32 %gp_offset4, 8, !dbg !83
  store i32 %8, ptr %list, align 16, !dbg !83, !DIAssignID !84
    #dbg_assign(i32 %8, !65, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !84, ptr %list, !DIExpression(), !79)
  br label %vaarg.end.1, !dbg !83

vaarg.end.1:                                      ; preds = %vaarg.in_reg.1, %vaarg.in_mem.1
  %overflow_arg_area11.1 = phi ptr [ %overflow_arg_area11, %vaarg.in_reg.1 ], [ %overflow_arg_area.next.1, %vaarg.in_mem.1 ]
  %gp_offset4.1 = phi i32 [ %8, %vaarg.in_reg.1 ], [ %gp_offset4, %vaarg.in_mem.1 ]
  %vaarg.addr.1 = phi ptr [ %7, %vaarg.in_reg.1 ], [ %overflow_arg_area11, %vaarg.in_mem.1 ], !dbg !83
  %9 = load i32, ptr %vaarg.addr.1, align 4, !dbg !83, !tbaa !86
  %add.1 = add nsw i32 %9, %add, !dbg !88
    #dbg_value(i32 %add.1, !77, !DIExpression(), !79)
    #dbg_value(i32 poison, !64, !DIExpression(DW_OP_constu, 2, DW_OP_minus, DW_OP_constu, 1, DW_OP_minus, DW_OP_stack_value), !79)
  %niter.next.1 = add i32 %niter, 2, !dbg !82
  %niter.ncmp.1 = icmp eq i32 %niter.next.1, %unroll_iter, !dbg !82
  br i1 %niter.ncmp.1, label %while.end.loopexit.unr-lcssa, label %while.body, !dbg !82, !llvm.loop !89

while.end.loopexit.unr-lcssa:                     ; preds = %vaarg.end.1, %while.body.lr.ph
  %add.lcssa.ph = phi i32 [ poison, %while.body.lr.ph ], [ %add.1, %vaarg.end.1 ]
  %overflow_arg_area12.unr = phi ptr [ %overflow_arg_area_p.promoted, %while.body.lr.ph ], [ %overflow_arg_area11.1, %vaarg.end.1 ]
  %total.09.unr = phi i32 [ 0, %while.body.lr.ph ], [ %add.1, %vaarg.end.1 ]
  %gp_offset58.unr = phi i32 [ %list.promoted, %while.body.lr.ph ], [ %gp_offset4.1, %vaarg.end.1 ]
  %lcmp.mod.not = icmp eq i32 %xtraiter, 0, !dbg !83
  br i1 %lcmp.mod.not, label %while.end, label %while.body.epil, !dbg !83

while.body.epil:                                  ; preds = %while.end.loopexit.unr-lcssa
    #dbg_value(i32 %total.09.unr, !77, !DIExpression(), !79)
  %fits_in_gp.epil = icmp ult i32 %gp_offset58.unr, 41, !dbg !83
  br i1 %fits_in_gp.epil, label %vaarg.in_reg.epil, label %vaarg.in_mem.epil, !dbg !83

vaarg.in_mem.epil:                                ; preds = %while.body.epil
  %overflow_arg_area.next.epil = getelementptr i8, ptr %overflow_arg_area12.unr, i64 8, !dbg !83
  store ptr %overflow_arg_area.next.epil, ptr %overflow_arg_area_p, align 8, !dbg !83, !DIAssignID !85
    #dbg_assign(ptr %overflow_arg_area.next.epil, !65, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !85, ptr %overflow_arg_area_p, !DIExpression(), !79)
  br label %vaarg.end.epil, !dbg !83

vaarg.in_reg.epil:                                ; preds = %while.body.epil
  %10 = zext nneg i32 %gp_offset58.unr to i64, !dbg !83
  %11 = getelementptr i8, ptr %reg_save_area, i64 %10, !dbg !83
  %12 = add nuw nsw i32 %gp_offset58.unr, 8, !dbg !83
  store i32 %12, ptr %list, align 16, !dbg !83, !DIAssignID !84
    #dbg_assign(i32 %12, !65, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !84, ptr %list, !DIExpression(), !79)
  br label %vaarg.end.epil, !dbg !83

vaarg.end.epil:                                   ; preds = %vaarg.in_reg.epil, %vaarg.in_mem.epil
  %vaarg.addr.epil = phi ptr [ %11, %vaarg.in_reg.epil ], [ %overflow_arg_area12.unr, %vaarg.in_mem.epil ], !dbg !83
  %13 = load i32, ptr %vaarg.addr.epil, align 4, !dbg !83, !tbaa !86
  %add.epil = add nsw i32 %13, %total.09.unr, !dbg !88
    #dbg_value(i32 %add.epil, !77, !DIExpression(), !79)
    #dbg_value(i32 poison, !64, !DIExpression(DW_OP_constu, 1, DW_OP_minus, DW_OP_stack_value), !79)
    #dbg_value(i32 poison, !64, !DIExpression(DW_OP_constu, 1, DW_OP_minus, DW_OP_constu, 1, DW_OP_minus, DW_OP_stack_value), !79)
  br label %while.end, !dbg !92

while.end:                                        ; preds = %vaarg.end.epil, %while.end.loopexit.unr-lcssa, %entry
  %total.0.lcssa = phi i32 [ 0, %entry ], [ %add.lcssa.ph, %while.end.loopexit.unr-lcssa ], [ %add.epil, %vaarg.end.epil ], !dbg !79
  call void @llvm.va_end.p0(ptr nonnull %list), !dbg !92
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %list) #11, !dbg !93
  ret i32 %total.0.lcssa, !dbg !94
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @change(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.Big) align 8 %agg.result, ptr nocapture noundef byval(%struct.Big) align 8 %big) local_unnamed_addr #4 !dbg !95 {
entry:
    #dbg_declare(ptr %big, !105, !DIExpression(), !106)
  %arrayidx = getelementptr inbounds i8, ptr %big, i64 8, !dbg !107
  %0 = load i64, ptr %arrayidx, align 8, !dbg !108, !tbaa !109
  %inc = add nsw i64 %0, 1, !dbg !108
  store i64 %inc, ptr %arrayidx, align 8, !dbg !108, !tbaa !109
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(80) %agg.result, ptr noundef nonnull align 8 dereferenceable(80) %big, i64 80, i1 false), !dbg !111, !tbaa.struct !112
  ret void, !dbg !114
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #5

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local { i32, i64 } @pair(i32 noundef %a, i64 noundef %b) local_unnamed_addr #0 !dbg !115 {
entry:
    #dbg_value(i32 %a, !123, !DIExpression(), !126)
    #dbg_value(i64 %b, !124, !DIExpression(), !126)
    #dbg_value(i32 %a, !125, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !126)
    #dbg_value(i64 %b, !125, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !126)
  %.fca.0.insert = insertvalue { i32, i64 } poison, i32 %a, 0, !dbg !127
  %.fca.1.insert = insertvalue { i32, i64 } %.fca.0.insert, i64 %b, 1, !dbg !127
  ret { i32, i64 } %.fca.1.insert, !dbg !127
}

; Function Attrs: nofree norecurse nosync nounwind memory(none) uwtable
define dso_local i32 @on_stack(i32 noundef %n) local_unnamed_addr #6 !dbg !128 {
entry:
    #dbg_value(i32 %n, !130, !DIExpression(), !139)
  %0 = zext i32 %n to i64, !dbg !140
  %vla = alloca i32, i64 %0, align 16, !dbg !140
    #dbg_value(i64 %0, !131, !DIExpression(), !139)
    #dbg_declare(ptr %vla, !133, !DIExpression(), !141)
    #dbg_value(i32 0, !137, !DIExpression(), !142)
  %cmp8 = icmp sgt i32 %n, 0, !dbg !143
  br i1 %cmp8, label %for.body.preheader, label %for.cond.cleanup, !dbg !145

for.body.preheader:                               ; preds = %entry
  %min.iters.check = icmp ult i32 %n, 8, !dbg !145
  br i1 %min.iters.check, label %for.body.preheader14, label %vector.ph, !dbg !145

for.body.preheader14:                             ; preds = %middle.block, %for.body.preheader
  %indvars.iv.ph = phi i64 [ 0, %for.body.preheader ], [ %n.vec, %middle.block ]
  br label %for.body, !dbg !145

vector.ph:                                        ; preds = %for.body.preheader
  %n.vec = and i64 %0, 2147483640, !dbg !145
  br label %vector.body, !dbg !145

vector.body:                                      ; preds = %vector.body, %vector.ph
  %index = phi i64 [ 0, %vector.ph ], [ %index.next, %vector.body ], !dbg !146
  %vec.ind = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %vector.ph ], [ %vec.ind.next, %vector.body ], !dbg !147
  %step.add = add <4 x i32> %vec.ind, <i32 4, i32 4, i32 4, i32 4>, !dbg !147
  %1 = getelementptr inbounds i32, ptr %vla, i64 %index, !dbg !148
  %2 = getelementptr inbounds i8, ptr %1, i64 16, !dbg !147
  store <4 x i32> %vec.ind, ptr %1, align 16, !dbg !147, !tbaa !86
  store <4 x i32> %step.add, ptr %2, align 16, !dbg !147, !tbaa !86
  %index.next = add nuw i64 %index, 8, !dbg !146
  %vec.ind.next = add <4 x i32> %vec.ind, <i32 8, i32 8, i32 8, i32 8>, !dbg !147
  %3 = icmp eq i64 %index.next, %n.vec, !dbg !146
  br i1 %3, label %middle.block, label %vector.body, !dbg !146, !llvm.loop !149

middle.block:                                     ; preds = %vector.body
  %cmp.n = icmp eq i64 %n.vec, %0, !dbg !145
  br i1 %cmp.n, label %for.cond.cleanup.loopexit, label %for.body.preheader14, !dbg !145

for.cond.cleanup.loopexit:                        ; preds = %for.body, %middle.block
  %.phi.trans.insert = zext nneg i32 %n to i64
  %.phi.trans.insert11 = getelementptr i32, ptr %vla, i64 %.phi.trans.insert
  %arrayidx2.phi.trans.insert = getelementptr i8, ptr %.phi.trans.insert11, i64 -4
  %.pre = load i32, ptr %arrayidx2.phi.trans.insert, align 4, !dbg !153, !tbaa !86
  br label %for.cond.cleanup, !dbg !153

for.cond.cleanup:                                 ; preds = %entry, %for.cond.cleanup.loopexit
  %4 = phi i32 [ %.pre, %for.cond.cleanup.loopexit ], [ undef, %entry ], !dbg !153
  ret i32 %4, !dbg !154

for.body:                                         ; preds = %for.body.preheader14, %for.body
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.body ], [ %indvars.iv.ph, %for.body.preheader14 ]
    #dbg_value(i64 %indvars.iv, !137, !DIExpression(), !142)
  %arrayidx = getelementptr inbounds i32, ptr %vla, i64 %indvars.iv, !dbg !148
  %5 = trunc nuw nsw i64 %indvars.iv to i32, !dbg !147
  store i32 %5, ptr %arrayidx, align 4, !dbg !147, !tbaa !86
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1, !dbg !146
    #dbg_value(i64 %indvars.iv.next, !137, !DIExpression(), !142)
  %exitcond.not = icmp eq i64 %indvars.iv.next, %0, !dbg !143
  br i1 %exitcond.not, label %for.cond.cleanup.loopexit, label %for.body, !dbg !145, !llvm.loop !155
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local double @numbers(double noundef %x, float noundef %y, i32 noundef %u) local_unnamed_addr #0 !dbg !156 {
entry:
    #dbg_value(double %x, !160, !DIExpression(), !164)
    #dbg_value(float %y, !161, !DIExpression(), !164)
    #dbg_value(i32 %u, !162, !DIExpression(), !164)
  %conv = fpext float %y to double, !dbg !165
  %cmp = fcmp ogt double %conv, %x, !dbg !166
  %fneg = fneg double %x, !dbg !167
  %mul = fmul double %fneg, %conv, !dbg !167
  %0 = fcmp uno double %mul, 0.000000e+00, !dbg !167
  %cond = and i1 %cmp, %0, !dbg !167
    #dbg_value(double poison, !163, !DIExpression(), !164)
  %cmp8 = fcmp oge double %x, 2.000000e+00
  %or.cond = or i1 %cmp8, %cond, !dbg !168
  %conv11 = uitofp i32 %u to float, !dbg !168
  %conv13 = fptoui float %y to i8, !dbg !168
  %conv15 = uitofp i8 %conv13 to float, !dbg !168
  %cond17 = select i1 %or.cond, float %conv11, float %conv15, !dbg !168
  %conv18 = fpext float %cond17 to double, !dbg !169
  ret double %conv18, !dbg !170
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local { i64, i64 } @product(i64 noundef %a.coerce0, i64 noundef %a.coerce1, i64 noundef %b) local_unnamed_addr #0 !dbg !171 {
entry:
  %a.sroa.2.0.insert.ext = zext i64 %a.coerce1 to i128
  %a.sroa.2.0.insert.shift = shl nuw i128 %a.sroa.2.0.insert.ext, 64
  %a.sroa.0.0.insert.ext = zext i64 %a.coerce0 to i128
  %a.sroa.0.0.insert.insert = or disjoint i128 %a.sroa.2.0.insert.shift, %a.sroa.0.0.insert.ext
    #dbg_value(i128 %a.sroa.0.0.insert.insert, !176, !DIExpression(), !178)
    #dbg_value(i64 %b, !177, !DIExpression(), !178)
  %conv = sext i64 %b to i128, !dbg !179
  %mul = mul nsw i128 %a.sroa.0.0.insert.insert, %conv, !dbg !180
  %div = sdiv i128 %mul, 3, !dbg !181
  %shr = ashr i128 %div, 2, !dbg !182
  %retval.sroa.0.0.extract.trunc = trunc i128 %shr to i64, !dbg !183
  %retval.sroa.2.0.extract.shift = lshr i128 %shr, 64, !dbg !183
  %retval.sroa.2.0.extract.trunc = trunc nuw i128 %retval.sroa.2.0.extract.shift to i64, !dbg !183
  %.fca.0.insert = insertvalue { i64, i64 } poison, i64 %retval.sroa.0.0.extract.trunc, 0, !dbg !183
  %.fca.1.insert = insertvalue { i64, i64 } %.fca.0.insert, i64 %retval.sroa.2.0.extract.trunc, 1, !dbg !183
  ret { i64, i64 } %.fca.1.insert, !dbg !183
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef i64 @shadow(i64 noundef %x) local_unnamed_addr #0 !dbg !184 {
entry:
    #dbg_value(i64 %x, !188, !DIExpression(), !192)
    #dbg_value(i64 %x, !189, !DIExpression(), !192)
    #dbg_value(i64 %x, !190, !DIExpression(DW_OP_constu, 4, DW_OP_shl, DW_OP_stack_value), !193)
  %add = mul i64 %x, 17, !dbg !194
    #dbg_value(i64 %add, !189, !DIExpression(), !192)
  %xor = xor i64 %add, %x, !dbg !195
  ret i64 %xor, !dbg !196
}

; Function Attrs: nounwind uwtable
define dso_local i32 @old(i32 noundef %a, i32 noundef %0) local_unnamed_addr #7 !dbg !197 {
entry:
    #dbg_value(i32 %a, !201, !DIExpression(), !203)
    #dbg_value(i32 %0, !202, !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_LLVM_convert, 8, DW_ATE_unsigned, DW_OP_stack_value), !203)
  %sext = shl i32 %0, 24, !dbg !204
  %conv = ashr exact i32 %sext, 24, !dbg !204
  %call = tail call i32 (i32, i32, ...) @undeclared(i32 noundef %a, i32 noundef %conv) #11, !dbg !205
  ret i32 %call, !dbg !206
}

declare i32 @undeclared(...) local_unnamed_addr #8

; Function Attrs: nounwind uwtable
define dso_local i32 @called(ptr noundef readonly %function, i32 noundef %x) local_unnamed_addr #7 !dbg !207 {
entry:
    #dbg_value(ptr %function, !214, !DIExpression(), !216)
    #dbg_value(i32 %x, !215, !DIExpression(), !216)
  %tobool.not = icmp eq ptr %function, null, !dbg !217
  br i1 %tobool.not, label %cond.false, label %cond.true, !dbg !217

cond.true:                                        ; preds = %entry
  %call = tail call i32 %function(i32 noundef %x, i32 noundef 1) #11, !dbg !218
  br label %cond.end, !dbg !217

cond.false:                                       ; preds = %entry
    #dbg_value(i32 %x, !219, !DIExpression(), !223)
    #dbg_value(i32 2, !222, !DIExpression(), !223)
  %add.i = add nsw i32 %x, 2, !dbg !225
  br label %cond.end, !dbg !217

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %call, %cond.true ], [ %add.i, %cond.false ], !dbg !217
  ret i32 %cond, !dbg !226
}

; Function Attrs: nofree nounwind uwtable
define dso_local i32 @main(i32 noundef %argc, ptr nocapture noundef readonly %argv) local_unnamed_addr #9 !dbg !227 {
entry:
    #dbg_declare(ptr poison, !105, !DIExpression(DW_OP_LLVM_fragment, 128, 512), !236)
    #dbg_assign(i1 undef, !235, !DIExpression(DW_OP_LLVM_fragment, 128, 512), !238, ptr undef, !DIExpression(), !239)
    #dbg_value(i32 %argc, !233, !DIExpression(), !239)
    #dbg_value(ptr %argv, !234, !DIExpression(), !239)
    #dbg_value(i64 0, !235, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !239)
    #dbg_value(i64 0, !235, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !239)
    #dbg_assign(i8 0, !235, !DIExpression(DW_OP_LLVM_fragment, 128, 512), !240, ptr undef, !DIExpression(), !239)
    #dbg_value(i64 0, !105, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !241)
    #dbg_value(i64 0, !105, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !241)
    #dbg_value(i64 1, !105, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !241)
    #dbg_value(i64 0, !235, !DIExpression(DW_OP_LLVM_fragment, 0, 64), !239)
    #dbg_value(i64 1, !235, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !239)
    #dbg_assign(i1 undef, !235, !DIExpression(DW_OP_LLVM_fragment, 128, 512), !242, ptr undef, !DIExpression(), !239)
  %0 = load ptr, ptr %argv, align 8, !dbg !243, !tbaa !53
  %call = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %argc, ptr noundef %0), !dbg !244
    #dbg_value(i32 %argc, !38, !DIExpression(), !245)
  switch i32 %argc, label %sw.default.i [
    i32 1, label %choose.exit
    i32 2, label %sw.bb1.i
    i32 3, label %sw.bb1.i
    i32 -7, label %out.i
  ], !dbg !247

sw.bb1.i:                                         ; preds = %entry, %entry
  %inc.i15 = add nuw nsw i32 %argc, 1, !dbg !248
    #dbg_value(i32 %inc.i15, !38, !DIExpression(), !245)
  br label %choose.exit, !dbg !249

sw.default.i:                                     ; preds = %entry
  %div.i = sdiv i32 %argc, 3, !dbg !250
  br label %choose.exit, !dbg !251

out.i:                                            ; preds = %entry
    #dbg_value(i32 undef, !38, !DIExpression(), !245)
    #dbg_label(!39, !252)
  br label %choose.exit, !dbg !253

choose.exit:                                      ; preds = %entry, %sw.bb1.i, %sw.default.i, %out.i
  %retval.0.i = phi i32 [ %div.i, %sw.default.i ], [ 5, %entry ], [ %inc.i15, %sw.bb1.i ], [ -7, %out.i ], !dbg !245
  %call2 = tail call i32 @computed(i32 noundef 2), !dbg !254
  %call3 = tail call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef 1, i32 noundef 2), !dbg !255
  %call5 = tail call i32 @on_stack(i32 noundef %argc), !dbg !256
  %add = add nsw i32 %retval.0.i, 3, !dbg !257
  %add4 = add nsw i32 %add, %call2, !dbg !258
  %add6 = add i32 %add4, %call3, !dbg !259
  %add11 = add i32 %add6, %call5, !dbg !260
  ret i32 %add11, !dbg !261
}

; Function Attrs: nofree nounwind
declare !dbg !262 noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #10

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree norecurse nosync nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nofree norecurse nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!28, !29, !30, !31, !32, !33, !34}
!llvm.ident = !{!35}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "targets", scope: !2, file: !3, line: 29, type: !24, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "computed", scope: !3, file: !3, line: 28, type: !4, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !20)
!3 = !DIFile(filename: "flow.c", directory: ".", checksumkind: CSK_MD5, checksum: "bf1017d639fc5db392e2fe8ab71ed7c8")
!4 = !DISubroutineType(types: !5)
!5 = !{!6, !6}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, globals: !13, splitDebugInlining: false, nameTableKind: None)
!8 = !{!9, !10, !11, !12, !6}
!9 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!10 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!11 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!12 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!13 = !{!0, !14}
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(scope: null, file: !3, line: 80, type: !16, isLocal: true, isDefinition: true)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !17, size: 56, elements: !18)
!17 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!18 = !{!19}
!19 = !DISubrange(count: 7)
!20 = !{!21, !22, !23}
!21 = !DILocalVariable(name: "x", arg: 1, scope: !2, file: !3, line: 28, type: !6)
!22 = !DILabel(scope: !2, name: "zero", file: !3, line: 31)
!23 = !DILabel(scope: !2, name: "one", file: !3, line: 33)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !25, size: 128, elements: !26)
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!26 = !{!27}
!27 = !DISubrange(count: 2)
!28 = !{i32 7, !"Dwarf Version", i32 5}
!29 = !{i32 2, !"Debug Info Version", i32 3}
!30 = !{i32 1, !"wchar_size", i32 4}
!31 = !{i32 8, !"PIC Level", i32 2}
!32 = !{i32 7, !"PIE Level", i32 2}
!33 = !{i32 7, !"uwtable", i32 2}
!34 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!35 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!36 = distinct !DISubprogram(name: "choose", scope: !3, file: !3, line: 12, type: !4, scopeLine: 12, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !37)
!37 = !{!38, !39}
!38 = !DILocalVariable(name: "x", arg: 1, scope: !36, file: !3, line: 12, type: !6)
!39 = !DILabel(scope: !36, name: "out", file: !3, line: 25)
!40 = !DILocation(line: 0, scope: !36)
!41 = !DILocation(line: 13, column: 3, scope: !36)
!42 = !DILocation(line: 18, column: 6, scope: !43)
!43 = distinct !DILexicalBlock(scope: !36, file: !3, line: 13, column: 14)
!44 = !DILocation(line: 24, column: 3, scope: !43)
!45 = !DILocation(line: 23, column: 14, scope: !43)
!46 = !DILocation(line: 23, column: 5, scope: !43)
!47 = !DILocation(line: 25, column: 1, scope: !36)
!48 = !DILocation(line: 26, column: 3, scope: !36)
!49 = !DILocation(line: 27, column: 1, scope: !36)
!50 = !DILocation(line: 0, scope: !2)
!51 = !DILocation(line: 30, column: 19, scope: !2)
!52 = !DILocation(line: 30, column: 9, scope: !2)
!53 = !{!54, !54, i64 0}
!54 = !{!"any pointer", !55, i64 0}
!55 = !{!"omnipotent char", !56, i64 0}
!56 = !{!"Simple C/C++ TBAA"}
!57 = !DILocation(line: 33, column: 1, scope: !2)
!58 = !DILocation(line: 34, column: 3, scope: !2)
!59 = !DILocation(line: 35, column: 1, scope: !2)
!60 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 36, type: !61, scopeLine: 36, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !63)
!61 = !DISubroutineType(types: !62)
!62 = !{!6, !6, null}
!63 = !{!64, !65, !77}
!64 = !DILocalVariable(name: "count", arg: 1, scope: !60, file: !3, line: 36, type: !6)
!65 = !DILocalVariable(name: "list", scope: !60, file: !3, line: 37, type: !66)
!66 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !3, baseType: !67)
!67 = !DICompositeType(tag: DW_TAG_array_type, baseType: !68, size: 192, elements: !75)
!68 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !69)
!69 = !{!70, !72, !73, !74}
!70 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !68, file: !3, line: 37, baseType: !71, size: 32)
!71 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!72 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !68, file: !3, line: 37, baseType: !71, size: 32, offset: 32)
!73 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !68, file: !3, line: 37, baseType: !25, size: 64, offset: 64)
!74 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !68, file: !3, line: 37, baseType: !25, size: 64, offset: 128)
!75 = !{!76}
!76 = !DISubrange(count: 1)
!77 = !DILocalVariable(name: "total", scope: !60, file: !3, line: 39, type: !6)
!78 = distinct !DIAssignID()
!79 = !DILocation(line: 0, scope: !60)
!80 = !DILocation(line: 37, column: 3, scope: !60)
!81 = !DILocation(line: 38, column: 3, scope: !60)
!82 = !DILocation(line: 40, column: 3, scope: !60)
!83 = !DILocation(line: 41, column: 14, scope: !60)
!84 = distinct !DIAssignID()
!85 = distinct !DIAssignID()
!86 = !{!87, !87, i64 0}
!87 = !{!"int", !55, i64 0}
!88 = !DILocation(line: 41, column: 11, scope: !60)
!89 = distinct !{!89, !82, !90, !91}
!90 = !DILocation(line: 41, column: 40, scope: !60)
!91 = !{!"llvm.loop.mustprogress"}
!92 = !DILocation(line: 42, column: 3, scope: !60)
!93 = !DILocation(line: 44, column: 1, scope: !60)
!94 = !DILocation(line: 43, column: 3, scope: !60)
!95 = distinct !DISubprogram(name: "change", scope: !3, file: !3, line: 45, type: !96, scopeLine: 45, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !104)
!96 = !DISubroutineType(types: !97)
!97 = !{!98, !98}
!98 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Big", file: !3, line: 2, size: 640, elements: !99)
!99 = !{!100}
!100 = !DIDerivedType(tag: DW_TAG_member, name: "values", scope: !98, file: !3, line: 3, baseType: !101, size: 640)
!101 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 640, elements: !102)
!102 = !{!103}
!103 = !DISubrange(count: 10)
!104 = !{!105}
!105 = !DILocalVariable(name: "big", arg: 1, scope: !95, file: !3, line: 45, type: !98)
!106 = !DILocation(line: 45, column: 30, scope: !95)
!107 = !DILocation(line: 46, column: 3, scope: !95)
!108 = !DILocation(line: 46, column: 16, scope: !95)
!109 = !{!110, !110, i64 0}
!110 = !{!"long", !55, i64 0}
!111 = !DILocation(line: 47, column: 10, scope: !95)
!112 = !{i64 0, i64 80, !113}
!113 = !{!55, !55, i64 0}
!114 = !DILocation(line: 47, column: 3, scope: !95)
!115 = distinct !DISubprogram(name: "pair", scope: !3, file: !3, line: 49, type: !116, scopeLine: 49, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !122)
!116 = !DISubroutineType(types: !117)
!117 = !{!118, !6, !10}
!118 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !3, line: 5, size: 128, elements: !119)
!119 = !{!120, !121}
!120 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !118, file: !3, line: 6, baseType: !6, size: 32)
!121 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !118, file: !3, line: 7, baseType: !10, size: 64, offset: 64)
!122 = !{!123, !124, !125}
!123 = !DILocalVariable(name: "a", arg: 1, scope: !115, file: !3, line: 49, type: !6)
!124 = !DILocalVariable(name: "b", arg: 2, scope: !115, file: !3, line: 49, type: !10)
!125 = !DILocalVariable(name: "pair", scope: !115, file: !3, line: 50, type: !118)
!126 = !DILocation(line: 0, scope: !115)
!127 = !DILocation(line: 51, column: 3, scope: !115)
!128 = distinct !DISubprogram(name: "on_stack", scope: !3, file: !3, line: 53, type: !4, scopeLine: 53, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !129)
!129 = !{!130, !131, !133, !137}
!130 = !DILocalVariable(name: "n", arg: 1, scope: !128, file: !3, line: 53, type: !6)
!131 = !DILocalVariable(name: "__vla_expr0", scope: !128, type: !132, flags: DIFlagArtificial)
!132 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!133 = !DILocalVariable(name: "array", scope: !128, file: !3, line: 54, type: !134)
!134 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, elements: !135)
!135 = !{!136}
!136 = !DISubrange(count: !131)
!137 = !DILocalVariable(name: "i", scope: !138, file: !3, line: 55, type: !6)
!138 = distinct !DILexicalBlock(scope: !128, file: !3, line: 55, column: 3)
!139 = !DILocation(line: 0, scope: !128)
!140 = !DILocation(line: 54, column: 3, scope: !128)
!141 = !DILocation(line: 54, column: 7, scope: !128)
!142 = !DILocation(line: 0, scope: !138)
!143 = !DILocation(line: 55, column: 21, scope: !144)
!144 = distinct !DILexicalBlock(scope: !138, file: !3, line: 55, column: 3)
!145 = !DILocation(line: 55, column: 3, scope: !138)
!146 = !DILocation(line: 55, column: 27, scope: !144)
!147 = !DILocation(line: 56, column: 14, scope: !144)
!148 = !DILocation(line: 56, column: 5, scope: !144)
!149 = distinct !{!149, !145, !150, !91, !151, !152}
!150 = !DILocation(line: 56, column: 16, scope: !138)
!151 = !{!"llvm.loop.isvectorized", i32 1}
!152 = !{!"llvm.loop.unroll.runtime.disable"}
!153 = !DILocation(line: 57, column: 10, scope: !128)
!154 = !DILocation(line: 58, column: 1, scope: !128)
!155 = distinct !{!155, !145, !150, !91, !152, !151}
!156 = distinct !DISubprogram(name: "numbers", scope: !3, file: !3, line: 59, type: !157, scopeLine: 59, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !159)
!157 = !DISubroutineType(types: !158)
!158 = !{!9, !9, !11, !71}
!159 = !{!160, !161, !162, !163}
!160 = !DILocalVariable(name: "x", arg: 1, scope: !156, file: !3, line: 59, type: !9)
!161 = !DILocalVariable(name: "y", arg: 2, scope: !156, file: !3, line: 59, type: !11)
!162 = !DILocalVariable(name: "u", arg: 3, scope: !156, file: !3, line: 59, type: !71)
!163 = !DILocalVariable(name: "z", scope: !156, file: !3, line: 60, type: !9)
!164 = !DILocation(line: 0, scope: !156)
!165 = !DILocation(line: 60, column: 18, scope: !156)
!166 = !DILocation(line: 60, column: 16, scope: !156)
!167 = !DILocation(line: 60, column: 14, scope: !156)
!168 = !DILocation(line: 61, column: 17, scope: !156)
!169 = !DILocation(line: 61, column: 10, scope: !156)
!170 = !DILocation(line: 61, column: 3, scope: !156)
!171 = distinct !DISubprogram(name: "product", scope: !3, file: !3, line: 63, type: !172, scopeLine: 63, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !175)
!172 = !DISubroutineType(types: !173)
!173 = !{!174, !174, !10}
!174 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!175 = !{!176, !177}
!176 = !DILocalVariable(name: "a", arg: 1, scope: !171, file: !3, line: 63, type: !174)
!177 = !DILocalVariable(name: "b", arg: 2, scope: !171, file: !3, line: 63, type: !10)
!178 = !DILocation(line: 0, scope: !171)
!179 = !DILocation(line: 63, column: 51, scope: !171)
!180 = !DILocation(line: 63, column: 49, scope: !171)
!181 = !DILocation(line: 63, column: 53, scope: !171)
!182 = !DILocation(line: 63, column: 57, scope: !171)
!183 = !DILocation(line: 63, column: 40, scope: !171)
!184 = distinct !DISubprogram(name: "shadow", scope: !3, file: !3, line: 64, type: !185, scopeLine: 64, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !187)
!185 = !DISubroutineType(types: !186)
!186 = !{!10, !10}
!187 = !{!188, !189, !190}
!188 = !DILocalVariable(name: "x", arg: 1, scope: !184, file: !3, line: 64, type: !10)
!189 = !DILocalVariable(name: "y", scope: !184, file: !3, line: 65, type: !10)
!190 = !DILocalVariable(name: "x", scope: !191, file: !3, line: 67, type: !10)
!191 = distinct !DILexicalBlock(scope: !184, file: !3, line: 66, column: 3)
!192 = !DILocation(line: 0, scope: !184)
!193 = !DILocation(line: 0, scope: !191)
!194 = !DILocation(line: 68, column: 7, scope: !191)
!195 = !DILocation(line: 70, column: 12, scope: !184)
!196 = !DILocation(line: 70, column: 3, scope: !184)
!197 = distinct !DISubprogram(name: "old", scope: !3, file: !3, line: 72, type: !198, scopeLine: 74, flags: DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !200)
!198 = !DISubroutineType(types: !199)
!199 = !{!6, !6, !17}
!200 = !{!201, !202}
!201 = !DILocalVariable(name: "a", arg: 1, scope: !197, file: !3, line: 72, type: !6)
!202 = !DILocalVariable(name: "b", arg: 2, scope: !197, file: !3, line: 73, type: !17)
!203 = !DILocation(line: 0, scope: !197)
!204 = !DILocation(line: 74, column: 24, scope: !197)
!205 = !DILocation(line: 74, column: 10, scope: !197)
!206 = !DILocation(line: 74, column: 3, scope: !197)
!207 = distinct !DISubprogram(name: "called", scope: !3, file: !3, line: 75, type: !208, scopeLine: 75, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !213)
!208 = !DISubroutineType(types: !209)
!209 = !{!6, !210, !6}
!210 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !211, size: 64)
!211 = !DISubroutineType(types: !212)
!212 = !{!6, !6, !6}
!213 = !{!214, !215}
!214 = !DILocalVariable(name: "function", arg: 1, scope: !207, file: !3, line: 75, type: !210)
!215 = !DILocalVariable(name: "x", arg: 2, scope: !207, file: !3, line: 75, type: !6)
!216 = !DILocation(line: 0, scope: !207)
!217 = !DILocation(line: 75, column: 55, scope: !207)
!218 = !DILocation(line: 75, column: 66, scope: !207)
!219 = !DILocalVariable(name: "a", arg: 1, scope: !220, file: !3, line: 11, type: !6)
!220 = distinct !DISubprogram(name: "add", scope: !3, file: !3, line: 11, type: !211, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !221)
!221 = !{!219, !222}
!222 = !DILocalVariable(name: "b", arg: 2, scope: !220, file: !3, line: 11, type: !6)
!223 = !DILocation(line: 0, scope: !220, inlinedAt: !224)
!224 = distinct !DILocation(line: 75, column: 83, scope: !207)
!225 = !DILocation(line: 11, column: 41, scope: !220, inlinedAt: !224)
!226 = !DILocation(line: 75, column: 48, scope: !207)
!227 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 76, type: !228, scopeLine: 76, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !232)
!228 = !DISubroutineType(types: !229)
!229 = !{!6, !6, !230}
!230 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !231, size: 64)
!231 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!232 = !{!233, !234, !235}
!233 = !DILocalVariable(name: "argc", arg: 1, scope: !227, file: !3, line: 76, type: !6)
!234 = !DILocalVariable(name: "argv", arg: 2, scope: !227, file: !3, line: 76, type: !230)
!235 = !DILocalVariable(name: "big", scope: !227, file: !3, line: 77, type: !98)
!236 = !DILocation(line: 45, column: 30, scope: !95, inlinedAt: !237)
!237 = distinct !DILocation(line: 79, column: 9, scope: !227)
!238 = distinct !DIAssignID()
!239 = !DILocation(line: 0, scope: !227)
!240 = distinct !DIAssignID()
!241 = !DILocation(line: 0, scope: !95, inlinedAt: !237)
!242 = distinct !DIAssignID()
!243 = !DILocation(line: 80, column: 27, scope: !227)
!244 = !DILocation(line: 80, column: 3, scope: !227)
!245 = !DILocation(line: 0, scope: !36, inlinedAt: !246)
!246 = distinct !DILocation(line: 81, column: 10, scope: !227)
!247 = !DILocation(line: 13, column: 3, scope: !36, inlinedAt: !246)
!248 = !DILocation(line: 18, column: 6, scope: !43, inlinedAt: !246)
!249 = !DILocation(line: 24, column: 3, scope: !43, inlinedAt: !246)
!250 = !DILocation(line: 23, column: 14, scope: !43, inlinedAt: !246)
!251 = !DILocation(line: 23, column: 5, scope: !43, inlinedAt: !246)
!252 = !DILocation(line: 25, column: 1, scope: !36, inlinedAt: !246)
!253 = !DILocation(line: 26, column: 3, scope: !36, inlinedAt: !246)
!254 = !DILocation(line: 81, column: 25, scope: !227)
!255 = !DILocation(line: 81, column: 39, scope: !227)
!256 = !DILocation(line: 81, column: 54, scope: !227)
!257 = !DILocation(line: 81, column: 23, scope: !227)
!258 = !DILocation(line: 81, column: 37, scope: !227)
!259 = !DILocation(line: 81, column: 52, scope: !227)
!260 = !DILocation(line: 81, column: 84, scope: !227)
!261 = !DILocation(line: 81, column: 3, scope: !227)
!262 = !DISubprogram(name: "printf", scope: !3, file: !3, line: 9, type: !263, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!263 = !DISubroutineType(types: !264)
!264 = !{!6, !265, null}
!265 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !266, size: 64)
!266 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !17)
