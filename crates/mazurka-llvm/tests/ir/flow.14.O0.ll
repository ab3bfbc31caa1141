; ModuleID = 'flow.c'
source_filename = "flow.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, i8*, i8* }
%struct.Big = type { [10 x i64] }
%struct.Pair = type { i32, i64 }

@computed.targets = internal global [2 x i8*] [i8* blockaddress(@computed, %zero), i8* blockaddress(@computed, %one)], align 16, !dbg !0
@.str = private unnamed_addr constant [7 x i8] c"%d %s\0A\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @choose(i32 noundef %x) #0 !dbg !27 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !28, metadata !DIExpression()), !dbg !29
  %0 = load i32, i32* %x.addr, align 4, !dbg !30
  switch i32 %0, label %sw.default [
    i32 1, label %sw.bb
    i32 2, label %sw.bb1
    i32 3, label %sw.bb1
    i32 -7, label %sw.bb2
  ], !dbg !31

sw.bb:                                            ; preds = %entry
  store i32 5, i32* %retval, align 4, !dbg !32
  br label %return, !dbg !32

sw.bb1:                                           ; preds = %entry, %entry
  %1 = load i32, i32* %x.addr, align 4, !dbg !34
  %inc = add nsw i32 %1, 1, !dbg !34
  store i32 %inc, i32* %x.addr, align 4, !dbg !34
  br label %sw.epilog, !dbg !35

sw.bb2:                                           ; preds = %entry
  br label %out, !dbg !36

sw.default:                                       ; preds = %entry
  %2 = load i32, i32* %x.addr, align 4, !dbg !37
  %div = sdiv i32 %2, 3, !dbg !38
  store i32 %div, i32* %retval, align 4, !dbg !39
  br label %return, !dbg !39

sw.epilog:                                        ; preds = %sw.bb1
  br label %out, !dbg !40

out:                                              ; preds = %sw.epilog, %sw.bb2
  call void @llvm.dbg.label(metadata !41), !dbg !42
  %3 = load i32, i32* %x.addr, align 4, !dbg !43
  store i32 %3, i32* %retval, align 4, !dbg !44
  br label %return, !dbg !44

return:                                           ; preds = %out, %sw.default, %sw.bb
  %4 = load i32, i32* %retval, align 4, !dbg !45
  ret i32 %4, !dbg !45
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @computed(i32 noundef %x) #0 !dbg !2 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !46, metadata !DIExpression()), !dbg !47
  %0 = load i32, i32* %x.addr, align 4, !dbg !48
  %and = and i32 %0, 1, !dbg !49
  %idxprom = sext i32 %and to i64, !dbg !50
  %arrayidx = getelementptr inbounds [2 x i8*], [2 x i8*]* @computed.targets, i64 0, i64 %idxprom, !dbg !50
  %1 = load i8*, i8** %arrayidx, align 8, !dbg !50
  br label %indirectgoto, !dbg !51

zero:                                             ; preds = %indirectgoto
  call void @llvm.dbg.label(metadata !52), !dbg !53
  store i32 1, i32* %retval, align 4, !dbg !54
  br label %return, !dbg !54

one:                                              ; preds = %indirectgoto
  call void @llvm.dbg.label(metadata !55), !dbg !56
  store i32 2, i32* %retval, align 4, !dbg !57
  br label %return, !dbg !57

return:                                           ; preds = %one, %zero
  %2 = load i32, i32* %retval, align 4, !dbg !58
  ret i32 %2, !dbg !58

indirectgoto:                                     ; preds = %entry
  %indirect.goto.dest = phi i8* [ %1, %entry ]
  indirectbr i8* %indirect.goto.dest, [label %zero, label %one]
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @sum(i32 noundef %count, ...) #0 !dbg !59 {
entry:
  %count.addr = alloca i32, align 4
  %list = alloca [1 x %struct.__va_list_tag], align 16
  %total = alloca i32, align 4
  store i32 %count, i32* %count.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %count.addr, metadata !62, metadata !DIExpression()), !dbg !63
  call void @llvm.dbg.declare(metadata [1 x %struct.__va_list_tag]* %list, metadata !64, metadata !DIExpression()), !dbg !77
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %list, i64 0, i64 0, !dbg !78
  %arraydecay1 = bitcast %struct.__va_list_tag* %arraydecay to i8*, !dbg !78
  call void @llvm.va_start(i8* %arraydecay1), !dbg !78
  call void @llvm.dbg.declare(metadata i32* %total, metadata !79, metadata !DIExpression()), !dbg !80
  store i32 0, i32* %total, align 4, !dbg !80
  br label %while.cond, !dbg !81

while.cond:                                       ; preds = %vaarg.end, %entry
  %0 = load i32, i32* %count.addr, align 4, !dbg !82
  %dec = add nsw i32 %0, -1, !dbg !82
  store i32 %dec, i32* %count.addr, align 4, !dbg !82
  %tobool = icmp ne i32 %0, 0, !dbg !81
  br i1 %tobool, label %while.body, label %while.end, !dbg !81

while.body:                                       ; preds = %while.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %list, i64 0, i64 0, !dbg !83
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 0, !dbg !83
  %gp_offset = load i32, i32* %gp_offset_p, align 16, !dbg !83
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !83
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !83

vaarg.in_reg:                                     ; preds = %while.body
  %1 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 3, !dbg !83
  %reg_save_area = load i8*, i8** %1, align 16, !dbg !83
  %2 = getelementptr i8, i8* %reg_save_area, i32 %gp_offset, !dbg !83
  %3 = bitcast i8* %2 to i32*, !dbg !83
  %4 = add i32 %gp_offset, 8, !dbg !83
  store i32 %4, i32* %gp_offset_p, align 16, !dbg !83
  br label %vaarg.end, !dbg !83

vaarg.in_mem:                                     ; preds = %while.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 2, !dbg !83
  %overflow_arg_area = load i8*, i8** %overflow_arg_area_p, align 8, !dbg !83
  %5 = bitcast i8* %overflow_arg_area to i32*, !dbg !83
  %overflow_arg_area.next = getelementptr i8, i8* %overflow_arg_area, i32 8, !dbg !83
  store i8* %overflow_arg_area.next, i8** %overflow_arg_area_p, align 8, !dbg !83
  br label %vaarg.end, !dbg !83

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi i32* [ %3, %vaarg.in_reg ], [ %5, %vaarg.in_mem ], !dbg !83
  %6 = load i32, i32* %vaarg.addr, align 4, !dbg !83
  %7 = load i32, i32* %total, align 4, !dbg !84
  %add = add nsw i32 %7, %6, !dbg !84
  store i32 %add, i32* %total, align 4, !dbg !84
  br label %while.cond, !dbg !81, !llvm.loop !85

while.end:                                        ; preds = %while.cond
  %arraydecay3 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %list, i64 0, i64 0, !dbg !88
  %arraydecay34 = bitcast %struct.__va_list_tag* %arraydecay3 to i8*, !dbg !88
  call void @llvm.va_end(i8* %arraydecay34), !dbg !88
  %8 = load i32, i32* %total, align 4, !dbg !89
  ret i32 %8, !dbg !90
}

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_start(i8*) #2

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_end(i8*) #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @change(%struct.Big* noalias sret(%struct.Big) align 8 %agg.result, %struct.Big* noundef byval(%struct.Big) align 8 %big) #0 !dbg !91 {
entry:
  call void @llvm.dbg.declare(metadata %struct.Big* %big, metadata !100, metadata !DIExpression()), !dbg !101
  %values = getelementptr inbounds %struct.Big, %struct.Big* %big, i32 0, i32 0, !dbg !102
  %arrayidx = getelementptr inbounds [10 x i64], [10 x i64]* %values, i64 0, i64 1, !dbg !103
  %0 = load i64, i64* %arrayidx, align 8, !dbg !104
  %inc = add nsw i64 %0, 1, !dbg !104
  store i64 %inc, i64* %arrayidx, align 8, !dbg !104
  %1 = bitcast %struct.Big* %agg.result to i8*, !dbg !105
  %2 = bitcast %struct.Big* %big to i8*, !dbg !105
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %1, i8* align 8 %2, i64 80, i1 false), !dbg !105
  ret void, !dbg !106
}

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: noinline nounwind uwtable
define dso_local { i32, i64 } @pair(i32 noundef %a, i64 noundef %b) #0 !dbg !107 {
entry:
  %retval = alloca %struct.Pair, align 8
  %a.addr = alloca i32, align 4
  %b.addr = alloca i64, align 8
  store i32 %a, i32* %a.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %a.addr, metadata !114, metadata !DIExpression()), !dbg !115
  store i64 %b, i64* %b.addr, align 8
  call void @llvm.dbg.declare(metadata i64* %b.addr, metadata !116, metadata !DIExpression()), !dbg !117
  call void @llvm.dbg.declare(metadata %struct.Pair* %retval, metadata !118, metadata !DIExpression()), !dbg !119
  %a1 = getelementptr inbounds %struct.Pair, %struct.Pair* %retval, i32 0, i32 0, !dbg !120
  %0 = load i32, i32* %a.addr, align 4, !dbg !121
  store i32 %0, i32* %a1, align 8, !dbg !120
  %b2 = getelementptr inbounds %struct.Pair, %struct.Pair* %retval, i32 0, i32 1, !dbg !120
  %1 = load i64, i64* %b.addr, align 8, !dbg !122
  store i64 %1, i64* %b2, align 8, !dbg !120
  %2 = bitcast %struct.Pair* %retval to { i32, i64 }*, !dbg !123
  %3 = load { i32, i64 }, { i32, i64 }* %2, align 8, !dbg !123
  ret { i32, i64 } %3, !dbg !123
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @on_stack(i32 noundef %n) #0 !dbg !124 {
entry:
  %n.addr = alloca i32, align 4
  %saved_stack = alloca i8*, align 8
  %__vla_expr0 = alloca i64, align 8
  %i = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %n.addr, metadata !125, metadata !DIExpression()), !dbg !126
  %0 = load i32, i32* %n.addr, align 4, !dbg !127
  %1 = zext i32 %0 to i64, !dbg !128
  %2 = call i8* @llvm.stacksave(), !dbg !128
  store i8* %2, i8** %saved_stack, align 8, !dbg !128
  %vla = alloca i32, i64 %1, align 16, !dbg !128
  store i64 %1, i64* %__vla_expr0, align 8, !dbg !128
  call void @llvm.dbg.declare(metadata i64* %__vla_expr0, metadata !129, metadata !DIExpression()), !dbg !131
  call void @llvm.dbg.declare(metadata i32* %vla, metadata !132, metadata !DIExpression()), !dbg !136
  call void @llvm.dbg.declare(metadata i32* %i, metadata !137, metadata !DIExpression()), !dbg !139
  store i32 0, i32* %i, align 4, !dbg !139
  br label %for.cond, !dbg !140

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, i32* %i, align 4, !dbg !141
  %4 = load i32, i32* %n.addr, align 4, !dbg !143
  %cmp = icmp slt i32 %3, %4, !dbg !144
  br i1 %cmp, label %for.body, label %for.end, !dbg !145

for.body:                                         ; preds = %for.cond
  %5 = load i32, i32* %i, align 4, !dbg !146
  %6 = load i32, i32* %i, align 4, !dbg !147
  %idxprom = sext i32 %6 to i64, !dbg !148
  %arrayidx = getelementptr inbounds i32, i32* %vla, i64 %idxprom, !dbg !148
  store i32 %5, i32* %arrayidx, align 4, !dbg !149
  br label %for.inc, !dbg !148

for.inc:                                          ; preds = %for.body
  %7 = load i32, i32* %i, align 4, !dbg !150
  %inc = add nsw i32 %7, 1, !dbg !150
  store i32 %inc, i32* %i, align 4, !dbg !150
  br label %for.cond, !dbg !151, !llvm.loop !152

for.end:                                          ; preds = %for.cond
  %8 = load i32, i32* %n.addr, align 4, !dbg !154
  %sub = sub nsw i32 %8, 1, !dbg !155
  %idxprom1 = sext i32 %sub to i64, !dbg !156
  %arrayidx2 = getelementptr inbounds i32, i32* %vla, i64 %idxprom1, !dbg !156
  %9 = load i32, i32* %arrayidx2, align 4, !dbg !156
  %10 = load i8*, i8** %saved_stack, align 8, !dbg !157
  call void @llvm.stackrestore(i8* %10), !dbg !157
  ret i32 %9, !dbg !157
}

; Function Attrs: nofree nosync nounwind willreturn
declare i8* @llvm.stacksave() #2

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.stackrestore(i8*) #2

; Function Attrs: noinline nounwind uwtable
define dso_local double @numbers(double noundef %x, float noundef %y, i32 noundef %u) #0 !dbg !158 {
entry:
  %x.addr = alloca double, align 8
  %y.addr = alloca float, align 4
  %u.addr = alloca i32, align 4
  %z = alloca double, align 8
  store double %x, double* %x.addr, align 8
  call void @llvm.dbg.declare(metadata double* %x.addr, metadata !161, metadata !DIExpression()), !dbg !162
  store float %y, float* %y.addr, align 4
  call void @llvm.dbg.declare(metadata float* %y.addr, metadata !163, metadata !DIExpression()), !dbg !164
  store i32 %u, i32* %u.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %u.addr, metadata !165, metadata !DIExpression()), !dbg !166
  call void @llvm.dbg.declare(metadata double* %z, metadata !167, metadata !DIExpression()), !dbg !168
  %0 = load double, double* %x.addr, align 8, !dbg !169
  %1 = load float, float* %y.addr, align 4, !dbg !170
  %conv = fpext float %1 to double, !dbg !170
  %cmp = fcmp olt double %0, %conv, !dbg !171
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !169

cond.true:                                        ; preds = %entry
  %2 = load double, double* %x.addr, align 8, !dbg !172
  %fneg = fneg double %2, !dbg !173
  %3 = load float, float* %y.addr, align 4, !dbg !174
  %conv2 = fpext float %3 to double, !dbg !174
  %mul = fmul double %fneg, %conv2, !dbg !175
  br label %cond.end, !dbg !169

cond.false:                                       ; preds = %entry
  %4 = load double, double* %x.addr, align 8, !dbg !176
  %conv3 = fptosi double %4 to i64, !dbg !177
  %conv4 = sitofp i64 %conv3 to double, !dbg !178
  %5 = load i32, i32* %u.addr, align 4, !dbg !179
  %conv5 = uitofp i32 %5 to double, !dbg !179
  %add = fadd double %conv4, %conv5, !dbg !180
  br label %cond.end, !dbg !169

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi double [ %mul, %cond.true ], [ %add, %cond.false ], !dbg !169
  store double %cond, double* %z, align 8, !dbg !168
  %6 = load double, double* %z, align 8, !dbg !181
  %7 = load double, double* %z, align 8, !dbg !182
  %cmp6 = fcmp une double %6, %7, !dbg !183
  br i1 %cmp6, label %cond.true10, label %lor.lhs.false, !dbg !184

lor.lhs.false:                                    ; preds = %cond.end
  %8 = load double, double* %x.addr, align 8, !dbg !185
  %cmp8 = fcmp oge double %8, 2.000000e+00, !dbg !186
  br i1 %cmp8, label %cond.true10, label %cond.false12, !dbg !181

cond.true10:                                      ; preds = %lor.lhs.false, %cond.end
  %9 = load i32, i32* %u.addr, align 4, !dbg !187
  %conv11 = uitofp i32 %9 to float, !dbg !188
  br label %cond.end16, !dbg !181

cond.false12:                                     ; preds = %lor.lhs.false
  %10 = load float, float* %y.addr, align 4, !dbg !189
  %conv13 = fptoui float %10 to i8, !dbg !190
  %conv14 = zext i8 %conv13 to i32, !dbg !190
  %conv15 = sitofp i32 %conv14 to float, !dbg !190
  br label %cond.end16, !dbg !181

cond.end16:                                       ; preds = %cond.false12, %cond.true10
  %cond17 = phi float [ %conv11, %cond.true10 ], [ %conv15, %cond.false12 ], !dbg !181
  %conv18 = fpext float %cond17 to double, !dbg !181
  ret double %conv18, !dbg !191
}

; Function Attrs: noinline nounwind uwtable
define dso_local { i64, i64 } @product(i64 noundef %a.coerce0, i64 noundef %a.coerce1, i64 noundef %b) #0 !dbg !192 {
entry:
  %retval = alloca i128, align 16
  %a = alloca i128, align 16
  %a.addr = alloca i128, align 16
  %b.addr = alloca i64, align 8
  %0 = bitcast i128* %a to { i64, i64 }*
  %1 = getelementptr inbounds { i64, i64 }, { i64, i64 }* %0, i32 0, i32 0
  store i64 %a.coerce0, i64* %1, align 16
  %2 = getelementptr inbounds { i64, i64 }, { i64, i64 }* %0, i32 0, i32 1
  store i64 %a.coerce1, i64* %2, align 8
  %a1 = load i128, i128* %a, align 16
  store i128 %a1, i128* %a.addr, align 16
  call void @llvm.dbg.declare(metadata i128* %a.addr, metadata !196, metadata !DIExpression()), !dbg !197
  store i64 %b, i64* %b.addr, align 8
  call void @llvm.dbg.declare(metadata i64* %b.addr, metadata !198, metadata !DIExpression()), !dbg !199
  %3 = load i128, i128* %a.addr, align 16, !dbg !200
  %4 = load i64, i64* %b.addr, align 8, !dbg !201
  %conv = sext i64 %4 to i128, !dbg !201
  %mul = mul nsw i128 %3, %conv, !dbg !202
  %div = sdiv i128 %mul, 3, !dbg !203
  %shr = ashr i128 %div, 2, !dbg !204
  store i128 %shr, i128* %retval, align 16, !dbg !205
  %5 = bitcast i128* %retval to { i64, i64 }*, !dbg !205
  %6 = load { i64, i64 }, { i64, i64 }* %5, align 16, !dbg !205
  ret { i64, i64 } %6, !dbg !205
}

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @shadow(i64 noundef %x) #0 !dbg !206 {
entry:
  %x.addr = alloca i64, align 8
  %y = alloca i64, align 8
  %x1 = alloca i64, align 8
  store i64 %x, i64* %x.addr, align 8
  call void @llvm.dbg.declare(metadata i64* %x.addr, metadata !209, metadata !DIExpression()), !dbg !210
  call void @llvm.dbg.declare(metadata i64* %y, metadata !211, metadata !DIExpression()), !dbg !212
  %0 = load i64, i64* %x.addr, align 8, !dbg !213
  store i64 %0, i64* %y, align 8, !dbg !212
  call void @llvm.dbg.declare(metadata i64* %x1, metadata !214, metadata !DIExpression()), !dbg !216
  %1 = load i64, i64* %y, align 8, !dbg !217
  %mul = mul nsw i64 %1, 2, !dbg !218
  store i64 %mul, i64* %x1, align 8, !dbg !216
  %2 = load i64, i64* %x1, align 8, !dbg !219
  %shl = shl i64 %2, 3, !dbg !220
  %3 = load i64, i64* %y, align 8, !dbg !221
  %add = add nsw i64 %3, %shl, !dbg !221
  store i64 %add, i64* %y, align 8, !dbg !221
  %4 = load i64, i64* %y, align 8, !dbg !222
  %5 = load i64, i64* %x.addr, align 8, !dbg !223
  %xor = xor i64 %4, %5, !dbg !224
  ret i64 %xor, !dbg !225
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @old(i32 noundef %a, i32 noundef %0) #0 !dbg !226 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i8, align 1
  %b = trunc i32 %0 to i8
  store i32 %a, i32* %a.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %a.addr, metadata !230, metadata !DIExpression()), !dbg !231
  store i8 %b, i8* %b.addr, align 1
  call void @llvm.dbg.declare(metadata i8* %b.addr, metadata !232, metadata !DIExpression()), !dbg !233
  %1 = load i32, i32* %a.addr, align 4, !dbg !234
  %2 = load i8, i8* %b.addr, align 1, !dbg !235
  %conv = sext i8 %2 to i32, !dbg !235
  %call = call i32 (i32, i32, ...) bitcast (i32 (...)* @undeclared to i32 (i32, i32, ...)*)(i32 noundef %1, i32 noundef %conv), !dbg !236
  ret i32 %call, !dbg !237
}

declare i32 @undeclared(...) #4

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @called(i32 (i32, i32)* noundef %function, i32 noundef %x) #0 !dbg !238 {
entry:
  %function.addr = alloca i32 (i32, i32)*, align 8
  %x.addr = alloca i32, align 4
  store i32 (i32, i32)* %function, i32 (i32, i32)** %function.addr, align 8
  call void @llvm.dbg.declare(metadata i32 (i32, i32)** %function.addr, metadata !244, metadata !DIExpression()), !dbg !245
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !246, metadata !DIExpression()), !dbg !247
  %0 = load i32 (i32, i32)*, i32 (i32, i32)** %function.addr, align 8, !dbg !248
  %tobool = icmp ne i32 (i32, i32)* %0, null, !dbg !248
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !248

cond.true:                                        ; preds = %entry
  %1 = load i32 (i32, i32)*, i32 (i32, i32)** %function.addr, align 8, !dbg !249
  %2 = load i32, i32* %x.addr, align 4, !dbg !250
  %call = call i32 %1(i32 noundef %2, i32 noundef 1), !dbg !249
  br label %cond.end, !dbg !248

cond.false:                                       ; preds = %entry
  %3 = load i32, i32* %x.addr, align 4, !dbg !251
  %call1 = call i32 @add(i32 noundef %3, i32 noundef 2), !dbg !252
  br label %cond.end, !dbg !248

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %call, %cond.true ], [ %call1, %cond.false ], !dbg !248
  ret i32 %cond, !dbg !253
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @add(i32 noundef %a, i32 noundef %b) #0 !dbg !254 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  store i32 %a, i32* %a.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %a.addr, metadata !255, metadata !DIExpression()), !dbg !256
  store i32 %b, i32* %b.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %b.addr, metadata !257, metadata !DIExpression()), !dbg !258
  %0 = load i32, i32* %a.addr, align 4, !dbg !259
  %1 = load i32, i32* %b.addr, align 4, !dbg !260
  %add = add nsw i32 %0, %1, !dbg !261
  ret i32 %add, !dbg !262
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %argc, i8** noundef %argv) #0 !dbg !263 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca i8**, align 8
  %big = alloca %struct.Big, align 8
  %tmp = alloca %struct.Big, align 8
  %coerce = alloca %struct.Pair, align 8
  store i32 0, i32* %retval, align 4
  store i32 %argc, i32* %argc.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %argc.addr, metadata !268, metadata !DIExpression()), !dbg !269
  store i8** %argv, i8*** %argv.addr, align 8
  call void @llvm.dbg.declare(metadata i8*** %argv.addr, metadata !270, metadata !DIExpression()), !dbg !271
  call void @llvm.dbg.declare(metadata %struct.Big* %big, metadata !272, metadata !DIExpression()), !dbg !273
  %0 = bitcast %struct.Big* %big to i8*, !dbg !274
  call void @llvm.memset.p0i8.i64(i8* align 8 %0, i8 0, i64 80, i1 false), !dbg !274
  call void @change(%struct.Big* sret(%struct.Big) align 8 %tmp, %struct.Big* noundef byval(%struct.Big) align 8 %big), !dbg !275
  %1 = bitcast %struct.Big* %big to i8*, !dbg !275
  %2 = bitcast %struct.Big* %tmp to i8*, !dbg !275
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %1, i8* align 8 %2, i64 80, i1 false), !dbg !275
  %3 = load i32, i32* %argc.addr, align 4, !dbg !276
  %4 = load i8**, i8*** %argv.addr, align 8, !dbg !277
  %arrayidx = getelementptr inbounds i8*, i8** %4, i64 0, !dbg !277
  %5 = load i8*, i8** %arrayidx, align 8, !dbg !277
  %call = call i32 (i8*, ...) @printf(i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str, i64 0, i64 0), i32 noundef %3, i8* noundef %5), !dbg !278
  %6 = load i32, i32* %argc.addr, align 4, !dbg !279
  %call1 = call i32 @choose(i32 noundef %6), !dbg !280
  %call2 = call i32 @computed(i32 noundef 2), !dbg !281
  %add = add nsw i32 %call1, %call2, !dbg !282
  %call3 = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef 1, i32 noundef 2), !dbg !283
  %add4 = add nsw i32 %add, %call3, !dbg !284
  %7 = load i32, i32* %argc.addr, align 4, !dbg !285
  %call5 = call i32 @on_stack(i32 noundef %7), !dbg !286
  %add6 = add nsw i32 %add4, %call5, !dbg !287
  %call7 = call { i32, i64 } @pair(i32 noundef 1, i64 noundef 2), !dbg !288
  %8 = bitcast %struct.Pair* %coerce to { i32, i64 }*, !dbg !288
  %9 = getelementptr inbounds { i32, i64 }, { i32, i64 }* %8, i32 0, i32 0, !dbg !288
  %10 = extractvalue { i32, i64 } %call7, 0, !dbg !288
  store i32 %10, i32* %9, align 8, !dbg !288
  %11 = getelementptr inbounds { i32, i64 }, { i32, i64 }* %8, i32 0, i32 1, !dbg !288
  %12 = extractvalue { i32, i64 } %call7, 1, !dbg !288
  store i64 %12, i64* %11, align 8, !dbg !288
  %a = getelementptr inbounds %struct.Pair, %struct.Pair* %coerce, i32 0, i32 0, !dbg !289
  %13 = load i32, i32* %a, align 8, !dbg !289
  %add8 = add nsw i32 %add6, %13, !dbg !290
  %values = getelementptr inbounds %struct.Big, %struct.Big* %big, i32 0, i32 0, !dbg !291
  %arrayidx9 = getelementptr inbounds [10 x i64], [10 x i64]* %values, i64 0, i64 1, !dbg !292
  %14 = load i64, i64* %arrayidx9, align 8, !dbg !292
  %conv = trunc i64 %14 to i32, !dbg !293
  %call10 = call i32 @called(i32 (i32, i32)* noundef @add, i32 noundef %conv), !dbg !294
  %add11 = add nsw i32 %add8, %call10, !dbg !295
  ret i32 %add11, !dbg !296
}

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #5

declare i32 @printf(i8* noundef, ...) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nofree nosync nounwind willreturn }
attributes #3 = { argmemonly nofree nounwind willreturn }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { argmemonly nofree nounwind willreturn writeonly }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!19, !20, !21, !22, !23, !24, !25}
!llvm.ident = !{!26}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "targets", scope: !2, file: !3, line: 29, type: !15, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "computed", scope: !3, file: !3, line: 28, type: !4, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!3 = !DIFile(filename: "flow.c", directory: ".", checksumkind: CSK_MD5, checksum: "bf1017d639fc5db392e2fe8ab71ed7c8")
!4 = !DISubroutineType(types: !5)
!5 = !{!6, !6}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, globals: !13, splitDebugInlining: false, nameTableKind: None)
!8 = !{!9, !10, !11, !12, !6}
!9 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!10 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!11 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!12 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!13 = !{!0}
!14 = !{}
!15 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 128, elements: !17)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !{!18}
!18 = !DISubrange(count: 2)
!19 = !{i32 7, !"Dwarf Version", i32 5}
!20 = !{i32 2, !"Debug Info Version", i32 3}
!21 = !{i32 1, !"wchar_size", i32 4}
!22 = !{i32 7, !"PIC Level", i32 2}
!23 = !{i32 7, !"PIE Level", i32 2}
!24 = !{i32 7, !"uwtable", i32 1}
!25 = !{i32 7, !"frame-pointer", i32 2}
!26 = !{!"Debian clang version 14.0.6"}
!27 = distinct !DISubprogram(name: "choose", scope: !3, file: !3, line: 12, type: !4, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!28 = !DILocalVariable(name: "x", arg: 1, scope: !27, file: !3, line: 12, type: !6)
!29 = !DILocation(line: 12, column: 16, scope: !27)
!30 = !DILocation(line: 13, column: 11, scope: !27)
!31 = !DILocation(line: 13, column: 3, scope: !27)
!32 = !DILocation(line: 15, column: 5, scope: !33)
!33 = distinct !DILexicalBlock(scope: !27, file: !3, line: 13, column: 14)
!34 = !DILocation(line: 18, column: 6, scope: !33)
!35 = !DILocation(line: 19, column: 5, scope: !33)
!36 = !DILocation(line: 21, column: 5, scope: !33)
!37 = !DILocation(line: 23, column: 12, scope: !33)
!38 = !DILocation(line: 23, column: 14, scope: !33)
!39 = !DILocation(line: 23, column: 5, scope: !33)
!40 = !DILocation(line: 24, column: 3, scope: !33)
!41 = !DILabel(scope: !27, name: "out", file: !3, line: 25)
!42 = !DILocation(line: 25, column: 1, scope: !27)
!43 = !DILocation(line: 26, column: 10, scope: !27)
!44 = !DILocation(line: 26, column: 3, scope: !27)
!45 = !DILocation(line: 27, column: 1, scope: !27)
!46 = !DILocalVariable(name: "x", arg: 1, scope: !2, file: !3, line: 28, type: !6)
!47 = !DILocation(line: 28, column: 18, scope: !2)
!48 = !DILocation(line: 30, column: 17, scope: !2)
!49 = !DILocation(line: 30, column: 19, scope: !2)
!50 = !DILocation(line: 30, column: 9, scope: !2)
!51 = !DILocation(line: 30, column: 3, scope: !2)
!52 = !DILabel(scope: !2, name: "zero", file: !3, line: 31)
!53 = !DILocation(line: 31, column: 1, scope: !2)
!54 = !DILocation(line: 32, column: 3, scope: !2)
!55 = !DILabel(scope: !2, name: "one", file: !3, line: 33)
!56 = !DILocation(line: 33, column: 1, scope: !2)
!57 = !DILocation(line: 34, column: 3, scope: !2)
!58 = !DILocation(line: 35, column: 1, scope: !2)
!59 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 36, type: !60, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!60 = !DISubroutineType(types: !61)
!61 = !{!6, !6, null}
!62 = !DILocalVariable(name: "count", arg: 1, scope: !59, file: !3, line: 36, type: !6)
!63 = !DILocation(line: 36, column: 13, scope: !59)
!64 = !DILocalVariable(name: "list", scope: !59, file: !3, line: 37, type: !65)
!65 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !66, baseType: !67)
!66 = !DIFile(filename: "flow.c", directory: ".")
!67 = !DICompositeType(tag: DW_TAG_array_type, baseType: !68, size: 192, elements: !75)
!68 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !69)
!69 = !{!70, !72, !73, !74}
!70 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !68, file: !66, line: 37, baseType: !71, size: 32)
!71 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!72 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !68, file: !66, line: 37, baseType: !71, size: 32, offset: 32)
!73 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !68, file: !66, line: 37, baseType: !16, size: 64, offset: 64)
!74 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !68, file: !66, line: 37, baseType: !16, size: 64, offset: 128)
!75 = !{!76}
!76 = !DISubrange(count: 1)
!77 = !DILocation(line: 37, column: 21, scope: !59)
!78 = !DILocation(line: 38, column: 3, scope: !59)
!79 = !DILocalVariable(name: "total", scope: !59, file: !3, line: 39, type: !6)
!80 = !DILocation(line: 39, column: 7, scope: !59)
!81 = !DILocation(line: 40, column: 3, scope: !59)
!82 = !DILocation(line: 40, column: 15, scope: !59)
!83 = !DILocation(line: 41, column: 14, scope: !59)
!84 = !DILocation(line: 41, column: 11, scope: !59)
!85 = distinct !{!85, !81, !86, !87}
!86 = !DILocation(line: 41, column: 40, scope: !59)
!87 = !{!"llvm.loop.mustprogress"}
!88 = !DILocation(line: 42, column: 3, scope: !59)
!89 = !DILocation(line: 43, column: 10, scope: !59)
!90 = !DILocation(line: 43, column: 3, scope: !59)
!91 = distinct !DISubprogram(name: "change", scope: !3, file: !3, line: 45, type: !92, scopeLine: 45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!92 = !DISubroutineType(types: !93)
!93 = !{!94, !94}
!94 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Big", file: !3, line: 2, size: 640, elements: !95)
!95 = !{!96}
!96 = !DIDerivedType(tag: DW_TAG_member, name: "values", scope: !94, file: !3, line: 3, baseType: !97, size: 640)
!97 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 640, elements: !98)
!98 = !{!99}
!99 = !DISubrange(count: 10)
!100 = !DILocalVariable(name: "big", arg: 1, scope: !91, file: !3, line: 45, type: !94)
!101 = !DILocation(line: 45, column: 30, scope: !91)
!102 = !DILocation(line: 46, column: 7, scope: !91)
!103 = !DILocation(line: 46, column: 3, scope: !91)
!104 = !DILocation(line: 46, column: 16, scope: !91)
!105 = !DILocation(line: 47, column: 10, scope: !91)
!106 = !DILocation(line: 47, column: 3, scope: !91)
!107 = distinct !DISubprogram(name: "pair", scope: !3, file: !3, line: 49, type: !108, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!108 = !DISubroutineType(types: !109)
!109 = !{!110, !6, !10}
!110 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !3, line: 5, size: 128, elements: !111)
!111 = !{!112, !113}
!112 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !110, file: !3, line: 6, baseType: !6, size: 32)
!113 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !110, file: !3, line: 7, baseType: !10, size: 64, offset: 64)
!114 = !DILocalVariable(name: "a", arg: 1, scope: !107, file: !3, line: 49, type: !6)
!115 = !DILocation(line: 49, column: 22, scope: !107)
!116 = !DILocalVariable(name: "b", arg: 2, scope: !107, file: !3, line: 49, type: !10)
!117 = !DILocation(line: 49, column: 30, scope: !107)
!118 = !DILocalVariable(name: "pair", scope: !107, file: !3, line: 50, type: !110)
!119 = !DILocation(line: 50, column: 15, scope: !107)
!120 = !DILocation(line: 50, column: 22, scope: !107)
!121 = !DILocation(line: 50, column: 23, scope: !107)
!122 = !DILocation(line: 50, column: 26, scope: !107)
!123 = !DILocation(line: 51, column: 3, scope: !107)
!124 = distinct !DISubprogram(name: "on_stack", scope: !3, file: !3, line: 53, type: !4, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!125 = !DILocalVariable(name: "n", arg: 1, scope: !124, file: !3, line: 53, type: !6)
!126 = !DILocation(line: 53, column: 18, scope: !124)
!127 = !DILocation(line: 54, column: 13, scope: !124)
!128 = !DILocation(line: 54, column: 3, scope: !124)
!129 = !DILocalVariable(name: "__vla_expr0", scope: !124, type: !130, flags: DIFlagArtificial)
!130 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!131 = !DILocation(line: 0, scope: !124)
!132 = !DILocalVariable(name: "array", scope: !124, file: !3, line: 54, type: !133)
!133 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, elements: !134)
!134 = !{!135}
!135 = !DISubrange(count: !129)
!136 = !DILocation(line: 54, column: 7, scope: !124)
!137 = !DILocalVariable(name: "i", scope: !138, file: !3, line: 55, type: !6)
!138 = distinct !DILexicalBlock(scope: !124, file: !3, line: 55, column: 3)
!139 = !DILocation(line: 55, column: 12, scope: !138)
!140 = !DILocation(line: 55, column: 8, scope: !138)
!141 = !DILocation(line: 55, column: 19, scope: !142)
!142 = distinct !DILexicalBlock(scope: !138, file: !3, line: 55, column: 3)
!143 = !DILocation(line: 55, column: 23, scope: !142)
!144 = !DILocation(line: 55, column: 21, scope: !142)
!145 = !DILocation(line: 55, column: 3, scope: !138)
!146 = !DILocation(line: 56, column: 16, scope: !142)
!147 = !DILocation(line: 56, column: 11, scope: !142)
!148 = !DILocation(line: 56, column: 5, scope: !142)
!149 = !DILocation(line: 56, column: 14, scope: !142)
!150 = !DILocation(line: 55, column: 27, scope: !142)
!151 = !DILocation(line: 55, column: 3, scope: !142)
!152 = distinct !{!152, !145, !153, !87}
!153 = !DILocation(line: 56, column: 16, scope: !138)
!154 = !DILocation(line: 57, column: 16, scope: !124)
!155 = !DILocation(line: 57, column: 18, scope: !124)
!156 = !DILocation(line: 57, column: 10, scope: !124)
!157 = !DILocation(line: 58, column: 1, scope: !124)
!158 = distinct !DISubprogram(name: "numbers", scope: !3, file: !3, line: 59, type: !159, scopeLine: 59, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!159 = !DISubroutineType(types: !160)
!160 = !{!9, !9, !11, !71}
!161 = !DILocalVariable(name: "x", arg: 1, scope: !158, file: !3, line: 59, type: !9)
!162 = !DILocation(line: 59, column: 23, scope: !158)
!163 = !DILocalVariable(name: "y", arg: 2, scope: !158, file: !3, line: 59, type: !11)
!164 = !DILocation(line: 59, column: 32, scope: !158)
!165 = !DILocalVariable(name: "u", arg: 3, scope: !158, file: !3, line: 59, type: !71)
!166 = !DILocation(line: 59, column: 44, scope: !158)
!167 = !DILocalVariable(name: "z", scope: !158, file: !3, line: 60, type: !9)
!168 = !DILocation(line: 60, column: 10, scope: !158)
!169 = !DILocation(line: 60, column: 14, scope: !158)
!170 = !DILocation(line: 60, column: 18, scope: !158)
!171 = !DILocation(line: 60, column: 16, scope: !158)
!172 = !DILocation(line: 60, column: 23, scope: !158)
!173 = !DILocation(line: 60, column: 22, scope: !158)
!174 = !DILocation(line: 60, column: 27, scope: !158)
!175 = !DILocation(line: 60, column: 25, scope: !158)
!176 = !DILocation(line: 60, column: 45, scope: !158)
!177 = !DILocation(line: 60, column: 39, scope: !158)
!178 = !DILocation(line: 60, column: 31, scope: !158)
!179 = !DILocation(line: 60, column: 49, scope: !158)
!180 = !DILocation(line: 60, column: 47, scope: !158)
!181 = !DILocation(line: 61, column: 10, scope: !158)
!182 = !DILocation(line: 61, column: 15, scope: !158)
!183 = !DILocation(line: 61, column: 12, scope: !158)
!184 = !DILocation(line: 61, column: 17, scope: !158)
!185 = !DILocation(line: 61, column: 20, scope: !158)
!186 = !DILocation(line: 61, column: 22, scope: !158)
!187 = !DILocation(line: 61, column: 38, scope: !158)
!188 = !DILocation(line: 61, column: 31, scope: !158)
!189 = !DILocation(line: 61, column: 57, scope: !158)
!190 = !DILocation(line: 61, column: 42, scope: !158)
!191 = !DILocation(line: 61, column: 3, scope: !158)
!192 = distinct !DISubprogram(name: "product", scope: !3, file: !3, line: 63, type: !193, scopeLine: 63, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!193 = !DISubroutineType(types: !194)
!194 = !{!195, !195, !10}
!195 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!196 = !DILocalVariable(name: "a", arg: 1, scope: !192, file: !3, line: 63, type: !195)
!197 = !DILocation(line: 63, column: 27, scope: !192)
!198 = !DILocalVariable(name: "b", arg: 2, scope: !192, file: !3, line: 63, type: !10)
!199 = !DILocation(line: 63, column: 35, scope: !192)
!200 = !DILocation(line: 63, column: 47, scope: !192)
!201 = !DILocation(line: 63, column: 51, scope: !192)
!202 = !DILocation(line: 63, column: 49, scope: !192)
!203 = !DILocation(line: 63, column: 53, scope: !192)
!204 = !DILocation(line: 63, column: 57, scope: !192)
!205 = !DILocation(line: 63, column: 40, scope: !192)
!206 = distinct !DISubprogram(name: "shadow", scope: !3, file: !3, line: 64, type: !207, scopeLine: 64, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!207 = !DISubroutineType(types: !208)
!208 = !{!10, !10}
!209 = !DILocalVariable(name: "x", arg: 1, scope: !206, file: !3, line: 64, type: !10)
!210 = !DILocation(line: 64, column: 18, scope: !206)
!211 = !DILocalVariable(name: "y", scope: !206, file: !3, line: 65, type: !10)
!212 = !DILocation(line: 65, column: 8, scope: !206)
!213 = !DILocation(line: 65, column: 12, scope: !206)
!214 = !DILocalVariable(name: "x", scope: !215, file: !3, line: 67, type: !10)
!215 = distinct !DILexicalBlock(scope: !206, file: !3, line: 66, column: 3)
!216 = !DILocation(line: 67, column: 10, scope: !215)
!217 = !DILocation(line: 67, column: 14, scope: !215)
!218 = !DILocation(line: 67, column: 16, scope: !215)
!219 = !DILocation(line: 68, column: 10, scope: !215)
!220 = !DILocation(line: 68, column: 12, scope: !215)
!221 = !DILocation(line: 68, column: 7, scope: !215)
!222 = !DILocation(line: 70, column: 10, scope: !206)
!223 = !DILocation(line: 70, column: 14, scope: !206)
!224 = !DILocation(line: 70, column: 12, scope: !206)
!225 = !DILocation(line: 70, column: 3, scope: !206)
!226 = distinct !DISubprogram(name: "old", scope: !3, file: !3, line: 72, type: !227, scopeLine: 74, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!227 = !DISubroutineType(types: !228)
!228 = !{!6, !6, !229}
!229 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!230 = !DILocalVariable(name: "a", arg: 1, scope: !226, file: !3, line: 72, type: !6)
!231 = !DILocation(line: 72, column: 19, scope: !226)
!232 = !DILocalVariable(name: "b", arg: 2, scope: !226, file: !3, line: 73, type: !229)
!233 = !DILocation(line: 73, column: 6, scope: !226)
!234 = !DILocation(line: 74, column: 21, scope: !226)
!235 = !DILocation(line: 74, column: 24, scope: !226)
!236 = !DILocation(line: 74, column: 10, scope: !226)
!237 = !DILocation(line: 74, column: 3, scope: !226)
!238 = distinct !DISubprogram(name: "called", scope: !3, file: !3, line: 75, type: !239, scopeLine: 75, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!239 = !DISubroutineType(types: !240)
!240 = !{!6, !241, !6}
!241 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !242, size: 64)
!242 = !DISubroutineType(types: !243)
!243 = !{!6, !6, !6}
!244 = !DILocalVariable(name: "function", arg: 1, scope: !238, file: !3, line: 75, type: !241)
!245 = !DILocation(line: 75, column: 18, scope: !238)
!246 = !DILocalVariable(name: "x", arg: 2, scope: !238, file: !3, line: 75, type: !6)
!247 = !DILocation(line: 75, column: 43, scope: !238)
!248 = !DILocation(line: 75, column: 55, scope: !238)
!249 = !DILocation(line: 75, column: 66, scope: !238)
!250 = !DILocation(line: 75, column: 75, scope: !238)
!251 = !DILocation(line: 75, column: 87, scope: !238)
!252 = !DILocation(line: 75, column: 83, scope: !238)
!253 = !DILocation(line: 75, column: 48, scope: !238)
!254 = distinct !DISubprogram(name: "add", scope: !3, file: !3, line: 11, type: !242, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !14)
!255 = !DILocalVariable(name: "a", arg: 1, scope: !254, file: !3, line: 11, type: !6)
!256 = !DILocation(line: 11, column: 20, scope: !254)
!257 = !DILocalVariable(name: "b", arg: 2, scope: !254, file: !3, line: 11, type: !6)
!258 = !DILocation(line: 11, column: 27, scope: !254)
!259 = !DILocation(line: 11, column: 39, scope: !254)
!260 = !DILocation(line: 11, column: 43, scope: !254)
!261 = !DILocation(line: 11, column: 41, scope: !254)
!262 = !DILocation(line: 11, column: 32, scope: !254)
!263 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 76, type: !264, scopeLine: 76, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !14)
!264 = !DISubroutineType(types: !265)
!265 = !{!6, !6, !266}
!266 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !267, size: 64)
!267 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !229, size: 64)
!268 = !DILocalVariable(name: "argc", arg: 1, scope: !263, file: !3, line: 76, type: !6)
!269 = !DILocation(line: 76, column: 14, scope: !263)
!270 = !DILocalVariable(name: "argv", arg: 2, scope: !263, file: !3, line: 76, type: !266)
!271 = !DILocation(line: 76, column: 27, scope: !263)
!272 = !DILocalVariable(name: "big", scope: !263, file: !3, line: 77, type: !94)
!273 = !DILocation(line: 77, column: 14, scope: !263)
!274 = !DILocation(line: 78, column: 3, scope: !263)
!275 = !DILocation(line: 79, column: 9, scope: !263)
!276 = !DILocation(line: 80, column: 21, scope: !263)
!277 = !DILocation(line: 80, column: 27, scope: !263)
!278 = !DILocation(line: 80, column: 3, scope: !263)
!279 = !DILocation(line: 81, column: 17, scope: !263)
!280 = !DILocation(line: 81, column: 10, scope: !263)
!281 = !DILocation(line: 81, column: 25, scope: !263)
!282 = !DILocation(line: 81, column: 23, scope: !263)
!283 = !DILocation(line: 81, column: 39, scope: !263)
!284 = !DILocation(line: 81, column: 37, scope: !263)
!285 = !DILocation(line: 81, column: 63, scope: !263)
!286 = !DILocation(line: 81, column: 54, scope: !263)
!287 = !DILocation(line: 81, column: 52, scope: !263)
!288 = !DILocation(line: 81, column: 71, scope: !263)
!289 = !DILocation(line: 81, column: 82, scope: !263)
!290 = !DILocation(line: 81, column: 69, scope: !263)
!291 = !DILocation(line: 81, column: 107, scope: !263)
!292 = !DILocation(line: 81, column: 103, scope: !263)
!293 = !DILocation(line: 81, column: 98, scope: !263)
!294 = !DILocation(line: 81, column: 86, scope: !263)
!295 = !DILocation(line: 81, column: 84, scope: !263)
!296 = !DILocation(line: 81, column: 3, scope: !263)
