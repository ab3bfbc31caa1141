; ModuleID = 'flow.c'
source_filename = "flow.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.Big = type { [10 x i64] }
%struct.Pair = type { i32, i64 }

@computed.targets = internal global [2 x ptr] [ptr blockaddress(@computed, %zero), ptr blockaddress(@computed, %one)], align 16, !dbg !0
@.str = private unnamed_addr constant [7 x i8] c"%d %s\0A\00", align 1, !dbg !14

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @choose(i32 noundef %x) #0 !dbg !33 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !34, metadata !DIExpression()), !dbg !35
  %0 = load i32, ptr %x.addr, align 4, !dbg !36
  switch i32 %0, label %sw.default [
    i32 1, label %sw.bb
    i32 2, label %sw.bb1
    i32 3, label %sw.bb1
    i32 -7, label %sw.bb2
  ], !dbg !37

sw.bb:                                            ; preds = %entry
  store i32 5, ptr %retval, align 4, !dbg !38
  br label %return, !dbg !38

sw.bb1:                                           ; preds = %entry, %entry
  %1 = load i32, ptr %x.addr, align 4, !dbg !40
  %inc = add nsw i32 %1, 1, !dbg !40
  store i32 %inc, ptr %x.addr, align 4, !dbg !40
  br label %sw.epilog, !dbg !41

sw.bb2:                                           ; preds = %entry
  br label %out, !dbg !42

sw.default:                                       ; preds = %entry
  %2 = load i32, ptr %x.addr, align 4, !dbg !43
  %div = sdiv i32 %2, 3, !dbg !44
  store i32 %div, ptr %retval, align 4, !dbg !45
  br label %return, !dbg !45

sw.epilog:                                        ; preds = %sw.bb1
  br label %out, !dbg !46

out:                                              ; preds = %sw.epilog, %sw.bb2
  call void @llvm.dbg.label(metadata !47), !dbg !48
  %3 = load i32, ptr %x.addr, align 4, !dbg !49
  store i32 %3, ptr %retval, align 4, !dbg !50
  br label %return, !dbg !50

return:                                           ; preds = %out, %sw.default, %sw.bb
  %4 = load i32, ptr %retval, align 4, !dbg !51
  ret i32 %4, !dbg !51
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.label(metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @computed(i32 noundef %x) #0 !dbg !2 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !52, metadata !DIExpression()), !dbg !53
  %0 = load i32, ptr %x.addr, align 4, !dbg !54
  %and = and i32 %0, 1, !dbg !55
  %idxprom = sext i32 %and to i64, !dbg !56
  %arrayidx = getelementptr inbounds [2 x ptr], ptr @computed.targets, i64 0, i64 %idxprom, !dbg !56
  %1 = load ptr, ptr %arrayidx, align 8, !dbg !56
  br label %indirectgoto, !dbg !57

zero:                                             ; preds = %indirectgoto
  call void @llvm.dbg.label(metadata !58), !dbg !59
  store i32 1, ptr %retval, align 4, !dbg !60
  br label %return, !dbg !60

one:                                              ; preds = %indirectgoto
  call void @llvm.dbg.label(metadata !61), !dbg !62
  store i32 2, ptr %retval, align 4, !dbg !63
  br label %return, !dbg !63

return:                                           ; preds = %one, %zero
  %2 = load i32, ptr %retval, align 4, !dbg !64
  ret i32 %2, !dbg !64

indirectgoto:                                     ; preds = %entry
  %indirect.goto.dest = phi ptr [ %1, %entry ]
  indirectbr ptr %indirect.goto.dest, [label %zero, label %one]
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @sum(i32 noundef %count, ...) #0 !dbg !65 {
entry:
  %count.addr = alloca i32, align 4
  %list = alloca [1 x %struct.__va_list_tag], align 16
  %total = alloca i32, align 4
  store i32 %count, ptr %count.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %count.addr, metadata !68, metadata !DIExpression()), !dbg !69
  call void @llvm.dbg.declare(metadata ptr %list, metadata !70, metadata !DIExpression()), !dbg !83
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !84
  call void @llvm.va_start(ptr %arraydecay), !dbg !84
  call void @llvm.dbg.declare(metadata ptr %total, metadata !85, metadata !DIExpression()), !dbg !86
  store i32 0, ptr %total, align 4, !dbg !86
  br label %while.cond, !dbg !87

while.cond:                                       ; preds = %vaarg.end, %entry
  %0 = load i32, ptr %count.addr, align 4, !dbg !88
  %dec = add nsw i32 %0, -1, !dbg !88
  store i32 %dec, ptr %count.addr, align 4, !dbg !88
  %tobool = icmp ne i32 %0, 0, !dbg !87
  br i1 %tobool, label %while.body, label %while.end, !dbg !87

while.body:                                       ; preds = %while.cond
  %arraydecay1 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !89
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 0, !dbg !89
  %gp_offset = load i32, ptr %gp_offset_p, align 16, !dbg !89
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !89
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !89

vaarg.in_reg:                                     ; preds = %while.body
  %1 = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 3, !dbg !89
  %reg_save_area = load ptr, ptr %1, align 16, !dbg !89
  %2 = getelementptr i8, ptr %reg_save_area, i32 %gp_offset, !dbg !89
  %3 = add i32 %gp_offset, 8, !dbg !89
  store i32 %3, ptr %gp_offset_p, align 16, !dbg !89
  br label %vaarg.end, !dbg !89

vaarg.in_mem:                                     ; preds = %while.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 2, !dbg !89
  %overflow_arg_area = load ptr, ptr %overflow_arg_area_p, align 8, !dbg !89
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area, i32 8, !dbg !89
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8, !dbg !89
  br label %vaarg.end, !dbg !89

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi ptr [ %2, %vaarg.in_reg ], [ %overflow_arg_area, %vaarg.in_mem ], !dbg !89
  %4 = load i32, ptr %vaarg.addr, align 4, !dbg !89
  %5 = load i32, ptr %total, align 4, !dbg !90
  %add = add nsw i32 %5, %4, !dbg !90
  store i32 %add, ptr %total, align 4, !dbg !90
  br label %while.cond, !dbg !87, !llvm.loop !91

while.end:                                        ; preds = %while.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !94
  call void @llvm.va_end(ptr %arraydecay2), !dbg !94
  %6 = load i32, ptr %total, align 4, !dbg !95
  ret i32 %6, !dbg !96
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start(ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end(ptr) #2

; Function Attrs: noinline nounwind uwtable
define dso_local void @change(ptr noalias sret(%struct.Big) align 8 %agg.result, ptr noundef byval(%struct.Big) align 8 %big) #0 !dbg !97 {
entry:
  call void @llvm.dbg.declare(metadata ptr %big, metadata !106, metadata !DIExpression()), !dbg !107
  %values = getelementptr inbounds %struct.Big, ptr %big, i32 0, i32 0, !dbg !108
  %arrayidx = getelementptr inbounds [10 x i64], ptr %values, i64 0, i64 1, !dbg !109
  %0 = load i64, ptr %arrayidx, align 8, !dbg !110
  %inc = add nsw i64 %0, 1, !dbg !110
  store i64 %inc, ptr %arrayidx, align 8, !dbg !110
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %agg.result, ptr align 8 %big, i64 80, i1 false), !dbg !111
  ret void, !dbg !112
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: noinline nounwind uwtable
define dso_local { i32, i64 } @pair(i32 noundef %a, i64 noundef %b) #0 !dbg !113 {
entry:
  %retval = alloca %struct.Pair, align 8
  %a.addr = alloca i32, align 4
  %b.addr = alloca i64, align 8
  store i32 %a, ptr %a.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !120, metadata !DIExpression()), !dbg !121
  store i64 %b, ptr %b.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %b.addr, metadata !122, metadata !DIExpression()), !dbg !123
  call void @llvm.dbg.declare(metadata ptr %retval, metadata !124, metadata !DIExpression()), !dbg !125
  %a1 = getelementptr inbounds %struct.Pair, ptr %retval, i32 0, i32 0, !dbg !126
  %0 = load i32, ptr %a.addr, align 4, !dbg !127
  store i32 %0, ptr %a1, align 8, !dbg !126
  %b2 = getelementptr inbounds %struct.Pair, ptr %retval, i32 0, i32 1, !dbg !126
  %1 = load i64, ptr %b.addr, align 8, !dbg !128
  store i64 %1, ptr %b2, align 8, !dbg !126
  %2 = load { i32, i64 }, ptr %retval, align 8, !dbg !129
  ret { i32, i64 } %2, !dbg !129
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @on_stack(i32 noundef %n) #0 !dbg !130 {
entry:
  %n.addr = alloca i32, align 4
  %saved_stack = alloca ptr, align 8
  %__vla_expr0 = alloca i64, align 8
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %n.addr, metadata !131, metadata !DIExpression()), !dbg !132
  %0 = load i32, ptr %n.addr, align 4, !dbg !133
  %1 = zext i32 %0 to i64, !dbg !134
  %2 = call ptr @llvm.stacksave(), !dbg !134
  store ptr %2, ptr %saved_stack, align 8, !dbg !134
  %vla = alloca i32, i64 %1, align 16, !dbg !134
  store i64 %1, ptr %__vla_expr0, align 8, !dbg !134
  call void @llvm.dbg.declare(metadata ptr %__vla_expr0, metadata !135, metadata !DIExpression()), !dbg !137
  call void @llvm.dbg.declare(metadata ptr %vla, metadata !138, metadata !DIExpression()), !dbg !142
  call void @llvm.dbg.declare(metadata ptr %i, metadata !143, metadata !DIExpression()), !dbg !145
  store i32 0, ptr %i, align 4, !dbg !145
  br label %for.cond, !dbg !146

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, ptr %i, align 4, !dbg !147
  %4 = load i32, ptr %n.addr, align 4, !dbg !149
  %cmp = icmp slt i32 %3, %4, !dbg !150
  br i1 %cmp, label %for.body, label %for.end, !dbg !151

for.body:                                         ; preds = %for.cond
  %5 = load i32, ptr %i, align 4, !dbg !152
  %6 = load i32, ptr %i, align 4, !dbg !153
  %idxprom = sext i32 %6 to i64, !dbg !154
  %arrayidx = getelementptr inbounds i32, ptr %vla, i64 %idxprom, !dbg !154
  store i32 %5, ptr %arrayidx, align 4, !dbg !155
  br label %for.inc, !dbg !154

for.inc:                                          ; preds = %for.body
  %7 = load i32, ptr %i, align 4, !dbg !156
  %inc = add nsw i32 %7, 1, !dbg !156
  store i32 %inc, ptr %i, align 4, !dbg !156
  br label %for.cond, !dbg !157, !llvm.loop !158

for.end:                                          ; preds = %for.cond
  %8 = load i32, ptr %n.addr, align 4, !dbg !160
  %sub = sub nsw i32 %8, 1, !dbg !161
  %idxprom1 = sext i32 %sub to i64, !dbg !162
  %arrayidx2 = getelementptr inbounds i32, ptr %vla, i64 %idxprom1, !dbg !162
  %9 = load i32, ptr %arrayidx2, align 4, !dbg !162
  %10 = load ptr, ptr %saved_stack, align 8, !dbg !163
  call void @llvm.stackrestore(ptr %10), !dbg !163
  ret i32 %9, !dbg !163
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave() #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore(ptr) #2

; Function Attrs: noinline nounwind uwtable
define dso_local double @numbers(double noundef %x, float noundef %y, i32 noundef %u) #0 !dbg !164 {
entry:
  %x.addr = alloca double, align 8
  %y.addr = alloca float, align 4
  %u.addr = alloca i32, align 4
  %z = alloca double, align 8
  store double %x, ptr %x.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !167, metadata !DIExpression()), !dbg !168
  store float %y, ptr %y.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %y.addr, metadata !169, metadata !DIExpression()), !dbg !170
  store i32 %u, ptr %u.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %u.addr, metadata !171, metadata !DIExpression()), !dbg !172
  call void @llvm.dbg.declare(metadata ptr %z, metadata !173, metadata !DIExpression()), !dbg !174
  %0 = load double, ptr %x.addr, align 8, !dbg !175
  %1 = load float, ptr %y.addr, align 4, !dbg !176
  %conv = fpext float %1 to double, !dbg !176
  %cmp = fcmp olt double %0, %conv, !dbg !177
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !175

cond.true:                                        ; preds = %entry
  %2 = load double, ptr %x.addr, align 8, !dbg !178
  %fneg = fneg double %2, !dbg !179
  %3 = load float, ptr %y.addr, align 4, !dbg !180
  %conv2 = fpext float %3 to double, !dbg !180
  %mul = fmul double %fneg, %conv2, !dbg !181
  br label %cond.end, !dbg !175

cond.false:                                       ; preds = %entry
  %4 = load double, ptr %x.addr, align 8, !dbg !182
  %conv3 = fptosi double %4 to i64, !dbg !183
  %conv4 = sitofp i64 %conv3 to double, !dbg !184
  %5 = load i32, ptr %u.addr, align 4, !dbg !185
  %conv5 = uitofp i32 %5 to double, !dbg !185
  %add = fadd double %conv4, %conv5, !dbg !186
  br label %cond.end, !dbg !175

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi double [ %mul, %cond.true ], [ %add, %cond.false ], !dbg !175
  store double %cond, ptr %z, align 8, !dbg !174
  %6 = load double, ptr %z, align 8, !dbg !187
  %7 = load double, ptr %z, align 8, !dbg !188
  %cmp6 = fcmp une double %6, %7, !dbg !189
  br i1 %cmp6, label %cond.true10, label %lor.lhs.false, !dbg !190

lor.lhs.false:                                    ; preds = %cond.end
  %8 = load double, ptr %x.addr, align 8, !dbg !191
  %cmp8 = fcmp oge double %8, 2.000000e+00, !dbg !192
  br i1 %cmp8, label %cond.true10, label %cond.false12, !dbg !187

cond.true10:                                      ; preds = %lor.lhs.false, %cond.end
  %9 = load i32, ptr %u.addr, align 4, !dbg !193
  %conv11 = uitofp i32 %9 to float, !dbg !194
  br label %cond.end16, !dbg !187

cond.false12:                                     ; preds = %lor.lhs.false
  %10 = load float, ptr %y.addr, align 4, !dbg !195
  %conv13 = fptoui float %10 to i8, !dbg !196
  %conv14 = zext i8 %conv13 to i32, !dbg !196
  %conv15 = sitofp i32 %conv14 to float, !dbg !196
  br label %cond.end16, !dbg !187

cond.end16:                                       ; preds = %cond.false12, %cond.true10
  %cond17 = phi float [ %conv11, %cond.true10 ], [ %conv15, %cond.false12 ], !dbg !187
  %conv18 = fpext float %cond17 to double, !dbg !187
  ret double %conv18, !dbg !197
}

; Function Attrs: noinline nounwind uwtable
define dso_local { i64, i64 } @product(i64 noundef %a.coerce0, i64 noundef %a.coerce1, i64 noundef %b) #0 !dbg !198 {
entry:
  %retval = alloca i128, align 16
  %a = alloca i128, align 16
  %a.addr = alloca i128, align 16
  %b.addr = alloca i64, align 8
  %0 = getelementptr inbounds { i64, i64 }, ptr %a, i32 0, i32 0
  store i64 %a.coerce0, ptr %0, align 16
  %1 = getelementptr inbounds { i64, i64 }, ptr %a, i32 0, i32 1
  store i64 %a.coerce1, ptr %1, align 8
  %a1 = load i128, ptr %a, align 16
  store i128 %a1, ptr %a.addr, align 16
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !202, metadata !DIExpression()), !dbg !203
  store i64 %b, ptr %b.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %b.addr, metadata !204, metadata !DIExpression()), !dbg !205
  %2 = load i128, ptr %a.addr, align 16, !dbg !206
  %3 = load i64, ptr %b.addr, align 8, !dbg !207
  %conv = sext i64 %3 to i128, !dbg !207
  %mul = mul nsw i128 %2, %conv, !dbg !208
  %div = sdiv i128 %mul, 3, !dbg !209
  %shr = ashr i128 %div, 2, !dbg !210
  store i128 %shr, ptr %retval, align 16, !dbg !211
  %4 = load { i64, i64 }, ptr %retval, align 16, !dbg !211
  ret { i64, i64 } %4, !dbg !211
}

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @shadow(i64 noundef %x) #0 !dbg !212 {
entry:
  %x.addr = alloca i64, align 8
  %y = alloca i64, align 8
  %x1 = alloca i64, align 8
  store i64 %x, ptr %x.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !215, metadata !DIExpression()), !dbg !216
  call void @llvm.dbg.declare(metadata ptr %y, metadata !217, metadata !DIExpression()), !dbg !218
  %0 = load i64, ptr %x.addr, align 8, !dbg !219
  store i64 %0, ptr %y, align 8, !dbg !218
  call void @llvm.dbg.declare(metadata ptr %x1, metadata !220, metadata !DIExpression()), !dbg !222
  %1 = load i64, ptr %y, align 8, !dbg !223
  %mul = mul nsw i64 %1, 2, !dbg !224
  store i64 %mul, ptr %x1, align 8, !dbg !222
  %2 = load i64, ptr %x1, align 8, !dbg !225
  %shl = shl i64 %2, 3, !dbg !226
  %3 = load i64, ptr %y, align 8, !dbg !227
  %add = add nsw i64 %3, %shl, !dbg !227
  store i64 %add, ptr %y, align 8, !dbg !227
  %4 = load i64, ptr %y, align 8, !dbg !228
  %5 = load i64, ptr %x.addr, align 8, !dbg !229
  %xor = xor i64 %4, %5, !dbg !230
  ret i64 %xor, !dbg !231
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @old(i32 noundef %a, i32 noundef %0) #0 !dbg !232 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i8, align 1
  %b = trunc i32 %0 to i8
  store i32 %a, ptr %a.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !235, metadata !DIExpression()), !dbg !236
  store i8 %b, ptr %b.addr, align 1
  call void @llvm.dbg.declare(metadata ptr %b.addr, metadata !237, metadata !DIExpression()), !dbg !238
  %1 = load i32, ptr %a.addr, align 4, !dbg !239
  %2 = load i8, ptr %b.addr, align 1, !dbg !240
  %conv = sext i8 %2 to i32, !dbg !240
  %call = call i32 (i32, i32, ...) @undeclared(i32 noundef %1, i32 noundef %conv), !dbg !241
  ret i32 %call, !dbg !242
}

declare i32 @undeclared(...) #4

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @called(ptr noundef %function, i32 noundef %x) #0 !dbg !243 {
entry:
  %function.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %function, ptr %function.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %function.addr, metadata !249, metadata !DIExpression()), !dbg !250
  store i32 %x, ptr %x.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %x.addr, metadata !251, metadata !DIExpression()), !dbg !252
  %0 = load ptr, ptr %function.addr, align 8, !dbg !253
  %tobool = icmp ne ptr %0, null, !dbg !253
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !253

cond.true:                                        ; preds = %entry
  %1 = load ptr, ptr %function.addr, align 8, !dbg !254
  %2 = load i32, ptr %x.addr, align 4, !dbg !255
  %call = call i32 %1(i32 noundef %2, i32 noundef 1), !dbg !254
  br label %cond.end, !dbg !253

cond.false:                                       ; preds = %entry
  %3 = load i32, ptr %x.addr, align 4, !dbg !256
  %call1 = call i32 @add(i32 noundef %3, i32 noundef 2), !dbg !257
  br label %cond.end, !dbg !253

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %call, %cond.true ], [ %call1, %cond.false ], !dbg !253
  ret i32 %cond, !dbg !258
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @add(i32 noundef %a, i32 noundef %b) #0 !dbg !259 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  store i32 %a, ptr %a.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %a.addr, metadata !260, metadata !DIExpression()), !dbg !261
  store i32 %b, ptr %b.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %b.addr, metadata !262, metadata !DIExpression()), !dbg !263
  %0 = load i32, ptr %a.addr, align 4, !dbg !264
  %1 = load i32, ptr %b.addr, align 4, !dbg !265
  %add = add nsw i32 %0, %1, !dbg !266
  ret i32 %add, !dbg !267
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !268 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %big = alloca %struct.Big, align 8
  %tmp = alloca %struct.Big, align 8
  %coerce = alloca %struct.Pair, align 8
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  call void @llvm.dbg.declare(metadata ptr %argc.addr, metadata !273, metadata !DIExpression()), !dbg !274
  store ptr %argv, ptr %argv.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %argv.addr, metadata !275, metadata !DIExpression()), !dbg !276
  call void @llvm.dbg.declare(metadata ptr %big, metadata !277, metadata !DIExpression()), !dbg !278
  call void @llvm.memset.p0.i64(ptr align 8 %big, i8 0, i64 80, i1 false), !dbg !279
  call void @change(ptr sret(%struct.Big) align 8 %tmp, ptr noundef byval(%struct.Big) align 8 %big), !dbg !280
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %big, ptr align 8 %tmp, i64 80, i1 false), !dbg !280
  %0 = load i32, ptr %argc.addr, align 4, !dbg !281
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !282
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 0, !dbg !282
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !282
  %call = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %0, ptr noundef %2), !dbg !283
  %3 = load i32, ptr %argc.addr, align 4, !dbg !284
  %call1 = call i32 @choose(i32 noundef %3), !dbg !285
  %call2 = call i32 @computed(i32 noundef 2), !dbg !286
  %add = add nsw i32 %call1, %call2, !dbg !287
  %call3 = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef 1, i32 noundef 2), !dbg !288
  %add4 = add nsw i32 %add, %call3, !dbg !289
  %4 = load i32, ptr %argc.addr, align 4, !dbg !290
  %call5 = call i32 @on_stack(i32 noundef %4), !dbg !291
  %add6 = add nsw i32 %add4, %call5, !dbg !292
  %call7 = call { i32, i64 } @pair(i32 noundef 1, i64 noundef 2), !dbg !293
  %5 = getelementptr inbounds { i32, i64 }, ptr %coerce, i32 0, i32 0, !dbg !293
  %6 = extractvalue { i32, i64 } %call7, 0, !dbg !293
  store i32 %6, ptr %5, align 8, !dbg !293
  %7 = getelementptr inbounds { i32, i64 }, ptr %coerce, i32 0, i32 1, !dbg !293
  %8 = extractvalue { i32, i64 } %call7, 1, !dbg !293
  store i64 %8, ptr %7, align 8, !dbg !293
  %a = getelementptr inbounds %struct.Pair, ptr %coerce, i32 0, i32 0, !dbg !294
  %9 = load i32, ptr %a, align 8, !dbg !294
  %add8 = add nsw i32 %add6, %9, !dbg !295
  %values = getelementptr inbounds %struct.Big, ptr %big, i32 0, i32 0, !dbg !296
  %arrayidx9 = getelementptr inbounds [10 x i64], ptr %values, i64 0, i64 1, !dbg !297
  %10 = load i64, ptr %arrayidx9, align 8, !dbg !297
  %conv = trunc i64 %10 to i32, !dbg !298
  %call10 = call i32 @called(ptr noundef @add, i32 noundef %conv), !dbg !299
  %add11 = add nsw i32 %add8, %call10, !dbg !300
  ret i32 %add11, !dbg !301
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #5

declare i32 @printf(ptr noundef, ...) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!25, !26, !27, !28, !29, !30, !31}
!llvm.ident = !{!32}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "targets", scope: !2, file: !3, line: 29, type: !21, isLocal: true, isDefinition: true)
!2 = distinct !DISubprogram(name: "computed", scope: !3, file: !3, line: 28, type: !4, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!3 = !DIFile(filename: "flow.c", directory: ".", checksumkind: CSK_MD5, checksum: "bf1017d639fc5db392e2fe8ab71ed7c8")
!4 = !DISubroutineType(types: !5)
!5 = !{!6, !6}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, globals: !13, splitDebugInlining: false, nameTableKind: None)
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
!20 = !{}
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 128, elements: !23)
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!23 = !{!24}
!24 = !DISubrange(count: 2)
!25 = !{i32 7, !"Dwarf Version", i32 5}
!26 = !{i32 2, !"Debug Info Version", i32 3}
!27 = !{i32 1, !"wchar_size", i32 4}
!28 = !{i32 8, !"PIC Level", i32 2}
!29 = !{i32 7, !"PIE Level", i32 2}
!30 = !{i32 7, !"uwtable", i32 2}
!31 = !{i32 7, !"frame-pointer", i32 2}
!32 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!33 = distinct !DISubprogram(name: "choose", scope: !3, file: !3, line: 12, type: !4, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!34 = !DILocalVariable(name: "x", arg: 1, scope: !33, file: !3, line: 12, type: !6)
!35 = !DILocation(line: 12, column: 16, scope: !33)
!36 = !DILocation(line: 13, column: 11, scope: !33)
!37 = !DILocation(line: 13, column: 3, scope: !33)
!38 = !DILocation(line: 15, column: 5, scope: !39)
!39 = distinct !DILexicalBlock(scope: !33, file: !3, line: 13, column: 14)
!40 = !DILocation(line: 18, column: 6, scope: !39)
!41 = !DILocation(line: 19, column: 5, scope: !39)
!42 = !DILocation(line: 21, column: 5, scope: !39)
!43 = !DILocation(line: 23, column: 12, scope: !39)
!44 = !DILocation(line: 23, column: 14, scope: !39)
!45 = !DILocation(line: 23, column: 5, scope: !39)
!46 = !DILocation(line: 24, column: 3, scope: !39)
!47 = !DILabel(scope: !33, name: "out", file: !3, line: 25)
!48 = !DILocation(line: 25, column: 1, scope: !33)
!49 = !DILocation(line: 26, column: 10, scope: !33)
!50 = !DILocation(line: 26, column: 3, scope: !33)
!51 = !DILocation(line: 27, column: 1, scope: !33)
!52 = !DILocalVariable(name: "x", arg: 1, scope: !2, file: !3, line: 28, type: !6)
!53 = !DILocation(line: 28, column: 18, scope: !2)
!54 = !DILocation(line: 30, column: 17, scope: !2)
!55 = !DILocation(line: 30, column: 19, scope: !2)
!56 = !DILocation(line: 30, column: 9, scope: !2)
!57 = !DILocation(line: 30, column: 3, scope: !2)
!58 = !DILabel(scope: !2, name: "zero", file: !3, line: 31)
!59 = !DILocation(line: 31, column: 1, scope: !2)
!60 = !DILocation(line: 32, column: 3, scope: !2)
!61 = !DILabel(scope: !2, name: "one", file: !3, line: 33)
!62 = !DILocation(line: 33, column: 1, scope: !2)
!63 = !DILocation(line: 34, column: 3, scope: !2)
!64 = !DILocation(line: 35, column: 1, scope: !2)
!65 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 36, type: !66, scopeLine: 36, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!66 = !DISubroutineType(types: !67)
!67 = !{!6, !6, null}
!68 = !DILocalVariable(name: "count", arg: 1, scope: !65, file: !3, line: 36, type: !6)
!69 = !DILocation(line: 36, column: 13, scope: !65)
!70 = !DILocalVariable(name: "list", scope: !65, file: !3, line: 37, type: !71)
!71 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !72, baseType: !73)
!72 = !DIFile(filename: "flow.c", directory: ".")
!73 = !DICompositeType(tag: DW_TAG_array_type, baseType: !74, size: 192, elements: !81)
!74 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !75)
!75 = !{!76, !78, !79, !80}
!76 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !74, file: !72, line: 37, baseType: !77, size: 32)
!77 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!78 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !74, file: !72, line: 37, baseType: !77, size: 32, offset: 32)
!79 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !74, file: !72, line: 37, baseType: !22, size: 64, offset: 64)
!80 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !74, file: !72, line: 37, baseType: !22, size: 64, offset: 128)
!81 = !{!82}
!82 = !DISubrange(count: 1)
!83 = !DILocation(line: 37, column: 21, scope: !65)
!84 = !DILocation(line: 38, column: 3, scope: !65)
!85 = !DILocalVariable(name: "total", scope: !65, file: !3, line: 39, type: !6)
!86 = !DILocation(line: 39, column: 7, scope: !65)
!87 = !DILocation(line: 40, column: 3, scope: !65)
!88 = !DILocation(line: 40, column: 15, scope: !65)
!89 = !DILocation(line: 41, column: 14, scope: !65)
!90 = !DILocation(line: 41, column: 11, scope: !65)
!91 = distinct !{!91, !87, !92, !93}
!92 = !DILocation(line: 41, column: 40, scope: !65)
!93 = !{!"llvm.loop.mustprogress"}
!94 = !DILocation(line: 42, column: 3, scope: !65)
!95 = !DILocation(line: 43, column: 10, scope: !65)
!96 = !DILocation(line: 43, column: 3, scope: !65)
!97 = distinct !DISubprogram(name: "change", scope: !3, file: !3, line: 45, type: !98, scopeLine: 45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!98 = !DISubroutineType(types: !99)
!99 = !{!100, !100}
!100 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Big", file: !3, line: 2, size: 640, elements: !101)
!101 = !{!102}
!102 = !DIDerivedType(tag: DW_TAG_member, name: "values", scope: !100, file: !3, line: 3, baseType: !103, size: 640)
!103 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 640, elements: !104)
!104 = !{!105}
!105 = !DISubrange(count: 10)
!106 = !DILocalVariable(name: "big", arg: 1, scope: !97, file: !3, line: 45, type: !100)
!107 = !DILocation(line: 45, column: 30, scope: !97)
!108 = !DILocation(line: 46, column: 7, scope: !97)
!109 = !DILocation(line: 46, column: 3, scope: !97)
!110 = !DILocation(line: 46, column: 16, scope: !97)
!111 = !DILocation(line: 47, column: 10, scope: !97)
!112 = !DILocation(line: 47, column: 3, scope: !97)
!113 = distinct !DISubprogram(name: "pair", scope: !3, file: !3, line: 49, type: !114, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!114 = !DISubroutineType(types: !115)
!115 = !{!116, !6, !10}
!116 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !3, line: 5, size: 128, elements: !117)
!117 = !{!118, !119}
!118 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !116, file: !3, line: 6, baseType: !6, size: 32)
!119 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !116, file: !3, line: 7, baseType: !10, size: 64, offset: 64)
!120 = !DILocalVariable(name: "a", arg: 1, scope: !113, file: !3, line: 49, type: !6)
!121 = !DILocation(line: 49, column: 22, scope: !113)
!122 = !DILocalVariable(name: "b", arg: 2, scope: !113, file: !3, line: 49, type: !10)
!123 = !DILocation(line: 49, column: 30, scope: !113)
!124 = !DILocalVariable(name: "pair", scope: !113, file: !3, line: 50, type: !116)
!125 = !DILocation(line: 50, column: 15, scope: !113)
!126 = !DILocation(line: 50, column: 22, scope: !113)
!127 = !DILocation(line: 50, column: 23, scope: !113)
!128 = !DILocation(line: 50, column: 26, scope: !113)
!129 = !DILocation(line: 51, column: 3, scope: !113)
!130 = distinct !DISubprogram(name: "on_stack", scope: !3, file: !3, line: 53, type: !4, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!131 = !DILocalVariable(name: "n", arg: 1, scope: !130, file: !3, line: 53, type: !6)
!132 = !DILocation(line: 53, column: 18, scope: !130)
!133 = !DILocation(line: 54, column: 13, scope: !130)
!134 = !DILocation(line: 54, column: 3, scope: !130)
!135 = !DILocalVariable(name: "__vla_expr0", scope: !130, type: !136, flags: DIFlagArtificial)
!136 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!137 = !DILocation(line: 0, scope: !130)
!138 = !DILocalVariable(name: "array", scope: !130, file: !3, line: 54, type: !139)
!139 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, elements: !140)
!140 = !{!141}
!141 = !DISubrange(count: !135)
!142 = !DILocation(line: 54, column: 7, scope: !130)
!143 = !DILocalVariable(name: "i", scope: !144, file: !3, line: 55, type: !6)
!144 = distinct !DILexicalBlock(scope: !130, file: !3, line: 55, column: 3)
!145 = !DILocation(line: 55, column: 12, scope: !144)
!146 = !DILocation(line: 55, column: 8, scope: !144)
!147 = !DILocation(line: 55, column: 19, scope: !148)
!148 = distinct !DILexicalBlock(scope: !144, file: !3, line: 55, column: 3)
!149 = !DILocation(line: 55, column: 23, scope: !148)
!150 = !DILocation(line: 55, column: 21, scope: !148)
!151 = !DILocation(line: 55, column: 3, scope: !144)
!152 = !DILocation(line: 56, column: 16, scope: !148)
!153 = !DILocation(line: 56, column: 11, scope: !148)
!154 = !DILocation(line: 56, column: 5, scope: !148)
!155 = !DILocation(line: 56, column: 14, scope: !148)
!156 = !DILocation(line: 55, column: 27, scope: !148)
!157 = !DILocation(line: 55, column: 3, scope: !148)
!158 = distinct !{!158, !151, !159, !93}
!159 = !DILocation(line: 56, column: 16, scope: !144)
!160 = !DILocation(line: 57, column: 16, scope: !130)
!161 = !DILocation(line: 57, column: 18, scope: !130)
!162 = !DILocation(line: 57, column: 10, scope: !130)
!163 = !DILocation(line: 58, column: 1, scope: !130)
!164 = distinct !DISubprogram(name: "numbers", scope: !3, file: !3, line: 59, type: !165, scopeLine: 59, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!165 = !DISubroutineType(types: !166)
!166 = !{!9, !9, !11, !77}
!167 = !DILocalVariable(name: "x", arg: 1, scope: !164, file: !3, line: 59, type: !9)
!168 = !DILocation(line: 59, column: 23, scope: !164)
!169 = !DILocalVariable(name: "y", arg: 2, scope: !164, file: !3, line: 59, type: !11)
!170 = !DILocation(line: 59, column: 32, scope: !164)
!171 = !DILocalVariable(name: "u", arg: 3, scope: !164, file: !3, line: 59, type: !77)
!172 = !DILocation(line: 59, column: 44, scope: !164)
!173 = !DILocalVariable(name: "z", scope: !164, file: !3, line: 60, type: !9)
!174 = !DILocation(line: 60, column: 10, scope: !164)
!175 = !DILocation(line: 60, column: 14, scope: !164)
!176 = !DILocation(line: 60, column: 18, scope: !164)
!177 = !DILocation(line: 60, column: 16, scope: !164)
!178 = !DILocation(line: 60, column: 23, scope: !164)
!179 = !DILocation(line: 60, column: 22, scope: !164)
!180 = !DILocation(line: 60, column: 27, scope: !164)
!181 = !DILocation(line: 60, column: 25, scope: !164)
!182 = !DILocation(line: 60, column: 45, scope: !164)
!183 = !DILocation(line: 60, column: 39, scope: !164)
!184 = !DILocation(line: 60, column: 31, scope: !164)
!185 = !DILocation(line: 60, column: 49, scope: !164)
!186 = !DILocation(line: 60, column: 47, scope: !164)
!187 = !DILocation(line: 61, column: 10, scope: !164)
!188 = !DILocation(line: 61, column: 15, scope: !164)
!189 = !DILocation(line: 61, column: 12, scope: !164)
!190 = !DILocation(line: 61, column: 17, scope: !164)
!191 = !DILocation(line: 61, column: 20, scope: !164)
!192 = !DILocation(line: 61, column: 22, scope: !164)
!193 = !DILocation(line: 61, column: 38, scope: !164)
!194 = !DILocation(line: 61, column: 31, scope: !164)
!195 = !DILocation(line: 61, column: 57, scope: !164)
!196 = !DILocation(line: 61, column: 42, scope: !164)
!197 = !DILocation(line: 61, column: 3, scope: !164)
!198 = distinct !DISubprogram(name: "product", scope: !3, file: !3, line: 63, type: !199, scopeLine: 63, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!199 = !DISubroutineType(types: !200)
!200 = !{!201, !201, !10}
!201 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!202 = !DILocalVariable(name: "a", arg: 1, scope: !198, file: !3, line: 63, type: !201)
!203 = !DILocation(line: 63, column: 27, scope: !198)
!204 = !DILocalVariable(name: "b", arg: 2, scope: !198, file: !3, line: 63, type: !10)
!205 = !DILocation(line: 63, column: 35, scope: !198)
!206 = !DILocation(line: 63, column: 47, scope: !198)
!207 = !DILocation(line: 63, column: 51, scope: !198)
!208 = !DILocation(line: 63, column: 49, scope: !198)
!209 = !DILocation(line: 63, column: 53, scope: !198)
!210 = !DILocation(line: 63, column: 57, scope: !198)
!211 = !DILocation(line: 63, column: 40, scope: !198)
!212 = distinct !DISubprogram(name: "shadow", scope: !3, file: !3, line: 64, type: !213, scopeLine: 64, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!213 = !DISubroutineType(types: !214)
!214 = !{!10, !10}
!215 = !DILocalVariable(name: "x", arg: 1, scope: !212, file: !3, line: 64, type: !10)
!216 = !DILocation(line: 64, column: 18, scope: !212)
!217 = !DILocalVariable(name: "y", scope: !212, file: !3, line: 65, type: !10)
!218 = !DILocation(line: 65, column: 8, scope: !212)
!219 = !DILocation(line: 65, column: 12, scope: !212)
!220 = !DILocalVariable(name: "x", scope: !221, file: !3, line: 67, type: !10)
!221 = distinct !DILexicalBlock(scope: !212, file: !3, line: 66, column: 3)
!222 = !DILocation(line: 67, column: 10, scope: !221)
!223 = !DILocation(line: 67, column: 14, scope: !221)
!224 = !DILocation(line: 67, column: 16, scope: !221)
!225 = !DILocation(line: 68, column: 10, scope: !221)
!226 = !DILocation(line: 68, column: 12, scope: !221)
!227 = !DILocation(line: 68, column: 7, scope: !221)
!228 = !DILocation(line: 70, column: 10, scope: !212)
!229 = !DILocation(line: 70, column: 14, scope: !212)
!230 = !DILocation(line: 70, column: 12, scope: !212)
!231 = !DILocation(line: 70, column: 3, scope: !212)
!232 = distinct !DISubprogram(name: "old", scope: !3, file: !3, line: 72, type: !233, scopeLine: 74, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!233 = !DISubroutineType(types: !234)
!234 = !{!6, !6, !17}
!235 = !DILocalVariable(name: "a", arg: 1, scope: !232, file: !3, line: 72, type: !6)
!236 = !DILocation(line: 72, column: 19, scope: !232)
!237 = !DILocalVariable(name: "b", arg: 2, scope: !232, file: !3, line: 73, type: !17)
!238 = !DILocation(line: 73, column: 6, scope: !232)
!239 = !DILocation(line: 74, column: 21, scope: !232)
!240 = !DILocation(line: 74, column: 24, scope: !232)
!241 = !DILocation(line: 74, column: 10, scope: !232)
!242 = !DILocation(line: 74, column: 3, scope: !232)
!243 = distinct !DISubprogram(name: "called", scope: !3, file: !3, line: 75, type: !244, scopeLine: 75, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!244 = !DISubroutineType(types: !245)
!245 = !{!6, !246, !6}
!246 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !247, size: 64)
!247 = !DISubroutineType(types: !248)
!248 = !{!6, !6, !6}
!249 = !DILocalVariable(name: "function", arg: 1, scope: !243, file: !3, line: 75, type: !246)
!250 = !DILocation(line: 75, column: 18, scope: !243)
!251 = !DILocalVariable(name: "x", arg: 2, scope: !243, file: !3, line: 75, type: !6)
!252 = !DILocation(line: 75, column: 43, scope: !243)
!253 = !DILocation(line: 75, column: 55, scope: !243)
!254 = !DILocation(line: 75, column: 66, scope: !243)
!255 = !DILocation(line: 75, column: 75, scope: !243)
!256 = !DILocation(line: 75, column: 87, scope: !243)
!257 = !DILocation(line: 75, column: 83, scope: !243)
!258 = !DILocation(line: 75, column: 48, scope: !243)
!259 = distinct !DISubprogram(name: "add", scope: !3, file: !3, line: 11, type: !247, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !20)
!260 = !DILocalVariable(name: "a", arg: 1, scope: !259, file: !3, line: 11, type: !6)
!261 = !DILocation(line: 11, column: 20, scope: !259)
!262 = !DILocalVariable(name: "b", arg: 2, scope: !259, file: !3, line: 11, type: !6)
!263 = !DILocation(line: 11, column: 27, scope: !259)
!264 = !DILocation(line: 11, column: 39, scope: !259)
!265 = !DILocation(line: 11, column: 43, scope: !259)
!266 = !DILocation(line: 11, column: 41, scope: !259)
!267 = !DILocation(line: 11, column: 32, scope: !259)
!268 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 76, type: !269, scopeLine: 76, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!269 = !DISubroutineType(types: !270)
!270 = !{!6, !6, !271}
!271 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !272, size: 64)
!272 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!273 = !DILocalVariable(name: "argc", arg: 1, scope: !268, file: !3, line: 76, type: !6)
!274 = !DILocation(line: 76, column: 14, scope: !268)
!275 = !DILocalVariable(name: "argv", arg: 2, scope: !268, file: !3, line: 76, type: !271)
!276 = !DILocation(line: 76, column: 27, scope: !268)
!277 = !DILocalVariable(name: "big", scope: !268, file: !3, line: 77, type: !100)
!278 = !DILocation(line: 77, column: 14, scope: !268)
!279 = !DILocation(line: 78, column: 3, scope: !268)
!280 = !DILocation(line: 79, column: 9, scope: !268)
!281 = !DILocation(line: 80, column: 21, scope: !268)
!282 = !DILocation(line: 80, column: 27, scope: !268)
!283 = !DILocation(line: 80, column: 3, scope: !268)
!284 = !DILocation(line: 81, column: 17, scope: !268)
!285 = !DILocation(line: 81, column: 10, scope: !268)
!286 = !DILocation(line: 81, column: 25, scope: !268)
!287 = !DILocation(line: 81, column: 23, scope: !268)
!288 = !DILocation(line: 81, column: 39, scope: !268)
!289 = !DILocation(line: 81, column: 37, scope: !268)
!290 = !DILocation(line: 81, column: 63, scope: !268)
!291 = !DILocation(line: 81, column: 54, scope: !268)
!292 = !DILocation(line: 81, column: 52, scope: !268)
!293 = !DILocation(line: 81, column: 71, scope: !268)
!294 = !DILocation(line: 81, column: 82, scope: !268)
!295 = !DILocation(line: 81, column: 69, scope: !268)
!296 = !DILocation(line: 81, column: 107, scope: !268)
!297 = !DILocation(line: 81, column: 103, scope: !268)
!298 = !DILocation(line: 81, column: 98, scope: !268)
!299 = !DILocation(line: 81, column: 86, scope: !268)
!300 = !DILocation(line: 81, column: 84, scope: !268)
!301 = !DILocation(line: 81, column: 3, scope: !268)
