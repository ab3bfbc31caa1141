; ModuleID = 'flow.c'
source_filename = "flow.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
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
    #dbg_declare(ptr %x.addr, !34, !DIExpression(), !35)
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
    #dbg_label(!47, !48)
  %3 = load i32, ptr %x.addr, align 4, !dbg !49
  store i32 %3, ptr %retval, align 4, !dbg !50
  br label %return, !dbg !50

return:                                           ; preds = %out, %sw.default, %sw.bb
  %4 = load i32, ptr %retval, align 4, !dbg !51
  ret i32 %4, !dbg !51
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @computed(i32 noundef %x) #0 !dbg !2 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !52, !DIExpression(), !53)
  %0 = load i32, ptr %x.addr, align 4, !dbg !54
  %and = and i32 %0, 1, !dbg !55
  %idxprom = sext i32 %and to i64, !dbg !56
  %arrayidx = getelementptr inbounds [2 x ptr], ptr @computed.targets, i64 0, i64 %idxprom, !dbg !56
  %1 = load ptr, ptr %arrayidx, align 8, !dbg !56
  br label %indirectgoto, !dbg !57

zero:                                             ; preds = %indirectgoto
    #dbg_label(!58, !59)
  store i32 1, ptr %retval, align 4, !dbg !60
  br label %return, !dbg !60

one:                                              ; preds = %indirectgoto
    #dbg_label(!61, !62)
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
    #dbg_declare(ptr %count.addr, !68, !DIExpression(), !69)
    #dbg_declare(ptr %list, !70, !DIExpression(), !82)
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !83
  call void @llvm.va_start.p0(ptr %arraydecay), !dbg !83
    #dbg_declare(ptr %total, !84, !DIExpression(), !85)
  store i32 0, ptr %total, align 4, !dbg !85
  br label %while.cond, !dbg !86

while.cond:                                       ; preds = %vaarg.end, %entry
  %0 = load i32, ptr %count.addr, align 4, !dbg !87
  %dec = add nsw i32 %0, -1, !dbg !87
  store i32 %dec, ptr %count.addr, align 4, !dbg !87
  %tobool = icmp ne i32 %0, 0, !dbg !86
  br i1 %tobool, label %while.body, label %while.end, !dbg !86

while.body:                                       ; preds = %while.cond
  %arraydecay1 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !88
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 0, !dbg !88
  %gp_offset = load i32, ptr %gp_offset_p, align 16, !dbg !88
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !88
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !88

vaarg.in_reg:                                     ; preds = %while.body
  %1 = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 3, !dbg !88
  %reg_save_area = load ptr, ptr %1, align 16, !dbg !88
  %2 = getelementptr i8, ptr %reg_save_area, i32 %gp_offset, !dbg !88
  %3 = add i32 %gp_offset, 8, !dbg !88
  store i32 %3, ptr %gp_offset_p, align 16, !dbg !88
  br label %vaarg.end, !dbg !88

vaarg.in_mem:                                     ; preds = %while.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 2, !dbg !88
  %overflow_arg_area = load ptr, ptr %overflow_arg_area_p, align 8, !dbg !88
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area, i32 8, !dbg !88
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8, !dbg !88
  br label %vaarg.end, !dbg !88

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi ptr [ %2, %vaarg.in_reg ], [ %overflow_arg_area, %vaarg.in_mem ], !dbg !88
  %4 = load i32, ptr %vaarg.addr, align 4, !dbg !88
  %5 = load i32, ptr %total, align 4, !dbg !89
  %add = add nsw i32 %5, %4, !dbg !89
  store i32 %add, ptr %total, align 4, !dbg !89
  br label %while.cond, !dbg !86, !llvm.loop !90

while.end:                                        ; preds = %while.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %list, i64 0, i64 0, !dbg !93
  call void @llvm.va_end.p0(ptr %arraydecay2), !dbg !93
  %6 = load i32, ptr %total, align 4, !dbg !94
  ret i32 %6, !dbg !95
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @change(ptr dead_on_unwind noalias writable sret(%struct.Big) align 8 %agg.result, ptr noundef byval(%struct.Big) align 8 %big) #0 !dbg !96 {
entry:
    #dbg_declare(ptr %big, !105, !DIExpression(), !106)
  %values = getelementptr inbounds %struct.Big, ptr %big, i32 0, i32 0, !dbg !107
  %arrayidx = getelementptr inbounds [10 x i64], ptr %values, i64 0, i64 1, !dbg !108
  %0 = load i64, ptr %arrayidx, align 8, !dbg !109
  %inc = add nsw i64 %0, 1, !dbg !109
  store i64 %inc, ptr %arrayidx, align 8, !dbg !109
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %agg.result, ptr align 8 %big, i64 80, i1 false), !dbg !110
  ret void, !dbg !111
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: noinline nounwind uwtable
define dso_local { i32, i64 } @pair(i32 noundef %a, i64 noundef %b) #0 !dbg !112 {
entry:
  %retval = alloca %struct.Pair, align 8
  %a.addr = alloca i32, align 4
  %b.addr = alloca i64, align 8
  store i32 %a, ptr %a.addr, align 4
    #dbg_declare(ptr %a.addr, !119, !DIExpression(), !120)
  store i64 %b, ptr %b.addr, align 8
    #dbg_declare(ptr %b.addr, !121, !DIExpression(), !122)
    #dbg_declare(ptr %retval, !123, !DIExpression(), !124)
  %a1 = getelementptr inbounds %struct.Pair, ptr %retval, i32 0, i32 0, !dbg !125
  %0 = load i32, ptr %a.addr, align 4, !dbg !126
  store i32 %0, ptr %a1, align 8, !dbg !125
  %b2 = getelementptr inbounds %struct.Pair, ptr %retval, i32 0, i32 1, !dbg !125
  %1 = load i64, ptr %b.addr, align 8, !dbg !127
  store i64 %1, ptr %b2, align 8, !dbg !125
  %2 = load { i32, i64 }, ptr %retval, align 8, !dbg !128
  ret { i32, i64 } %2, !dbg !128
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @on_stack(i32 noundef %n) #0 !dbg !129 {
entry:
  %n.addr = alloca i32, align 4
  %saved_stack = alloca ptr, align 8
  %__vla_expr0 = alloca i64, align 8
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
    #dbg_declare(ptr %n.addr, !130, !DIExpression(), !131)
  %0 = load i32, ptr %n.addr, align 4, !dbg !132
  %1 = zext i32 %0 to i64, !dbg !133
  %2 = call ptr @llvm.stacksave.p0(), !dbg !133
  store ptr %2, ptr %saved_stack, align 8, !dbg !133
  %vla = alloca i32, i64 %1, align 16, !dbg !133
  store i64 %1, ptr %__vla_expr0, align 8, !dbg !133
    #dbg_declare(ptr %__vla_expr0, !134, !DIExpression(), !136)
    #dbg_declare(ptr %vla, !137, !DIExpression(), !141)
    #dbg_declare(ptr %i, !142, !DIExpression(), !144)
  store i32 0, ptr %i, align 4, !dbg !144
  br label %for.cond, !dbg !145

for.cond:                                         ; preds = %for.inc, %entry
  %3 = load i32, ptr %i, align 4, !dbg !146
  %4 = load i32, ptr %n.addr, align 4, !dbg !148
  %cmp = icmp slt i32 %3, %4, !dbg !149
  br i1 %cmp, label %for.body, label %for.end, !dbg !150

for.body:                                         ; preds = %for.cond
  %5 = load i32, ptr %i, align 4, !dbg !151
  %6 = load i32, ptr %i, align 4, !dbg !152
  %idxprom = sext i32 %6 to i64, !dbg !153
  %arrayidx = getelementptr inbounds i32, ptr %vla, i64 %idxprom, !dbg !153
  store i32 %5, ptr %arrayidx, align 4, !dbg !154
  br label %for.inc, !dbg !153

for.inc:                                          ; preds = %for.body
  %7 = load i32, ptr %i, align 4, !dbg !155
  %inc = add nsw i32 %7, 1, !dbg !155
  store i32 %inc, ptr %i, align 4, !dbg !155
  br label %for.cond, !dbg !156, !llvm.loop !157

for.end:                                          ; preds = %for.cond
  %8 = load i32, ptr %n.addr, align 4, !dbg !159
  %sub = sub nsw i32 %8, 1, !dbg !160
  %idxprom1 = sext i32 %sub to i64, !dbg !161
  %arrayidx2 = getelementptr inbounds i32, ptr %vla, i64 %idxprom1, !dbg !161
  %9 = load i32, ptr %arrayidx2, align 4, !dbg !161
  %10 = load ptr, ptr %saved_stack, align 8, !dbg !162
  call void @llvm.stackrestore.p0(ptr %10), !dbg !162
  ret i32 %9, !dbg !162
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #1

; Function Attrs: noinline nounwind uwtable
define dso_local double @numbers(double noundef %x, float noundef %y, i32 noundef %u) #0 !dbg !163 {
entry:
  %x.addr = alloca double, align 8
  %y.addr = alloca float, align 4
  %u.addr = alloca i32, align 4
  %z = alloca double, align 8
  store double %x, ptr %x.addr, align 8
    #dbg_declare(ptr %x.addr, !166, !DIExpression(), !167)
  store float %y, ptr %y.addr, align 4
    #dbg_declare(ptr %y.addr, !168, !DIExpression(), !169)
  store i32 %u, ptr %u.addr, align 4
    #dbg_declare(ptr %u.addr, !170, !DIExpression(), !171)
    #dbg_declare(ptr %z, !172, !DIExpression(), !173)
  %0 = load double, ptr %x.addr, align 8, !dbg !174
  %1 = load float, ptr %y.addr, align 4, !dbg !175
  %conv = fpext float %1 to double, !dbg !175
  %cmp = fcmp olt double %0, %conv, !dbg !176
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !174

cond.true:                                        ; preds = %entry
  %2 = load double, ptr %x.addr, align 8, !dbg !177
  %fneg = fneg double %2, !dbg !178
  %3 = load float, ptr %y.addr, align 4, !dbg !179
  %conv2 = fpext float %3 to double, !dbg !179
  %mul = fmul double %fneg, %conv2, !dbg !180
  br label %cond.end, !dbg !174

cond.false:                                       ; preds = %entry
  %4 = load double, ptr %x.addr, align 8, !dbg !181
  %conv3 = fptosi double %4 to i64, !dbg !182
  %conv4 = sitofp i64 %conv3 to double, !dbg !183
  %5 = load i32, ptr %u.addr, align 4, !dbg !184
  %conv5 = uitofp i32 %5 to double, !dbg !184
  %add = fadd double %conv4, %conv5, !dbg !185
  br label %cond.end, !dbg !174

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi double [ %mul, %cond.true ], [ %add, %cond.false ], !dbg !174
  store double %cond, ptr %z, align 8, !dbg !173
  %6 = load double, ptr %z, align 8, !dbg !186
  %7 = load double, ptr %z, align 8, !dbg !187
  %cmp6 = fcmp une double %6, %7, !dbg !188
  br i1 %cmp6, label %cond.true10, label %lor.lhs.false, !dbg !189

lor.lhs.false:                                    ; preds = %cond.end
  %8 = load double, ptr %x.addr, align 8, !dbg !190
  %cmp8 = fcmp oge double %8, 2.000000e+00, !dbg !191
  br i1 %cmp8, label %cond.true10, label %cond.false12, !dbg !186

cond.true10:                                      ; preds = %lor.lhs.false, %cond.end
  %9 = load i32, ptr %u.addr, align 4, !dbg !192
  %conv11 = uitofp i32 %9 to float, !dbg !193
  br label %cond.end16, !dbg !186

cond.false12:                                     ; preds = %lor.lhs.false
  %10 = load float, ptr %y.addr, align 4, !dbg !194
  %conv13 = fptoui float %10 to i8, !dbg !195
  %conv14 = zext i8 %conv13 to i32, !dbg !195
  %conv15 = sitofp i32 %conv14 to float, !dbg !195
  br label %cond.end16, !dbg !186

cond.end16:                                       ; preds = %cond.false12, %cond.true10
  %cond17 = phi float [ %conv11, %cond.true10 ], [ %conv15, %cond.false12 ], !dbg !186
  %conv18 = fpext float %cond17 to double, !dbg !186
  ret double %conv18, !dbg !196
}

; Function Attrs: noinline nounwind uwtable
define dso_local { i64, i64 } @product(i64 noundef %a.coerce0, i64 noundef %a.coerce1, i64 noundef %b) #0 !dbg !197 {
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
    #dbg_declare(ptr %a.addr, !201, !DIExpression(), !202)
  store i64 %b, ptr %b.addr, align 8
    #dbg_declare(ptr %b.addr, !203, !DIExpression(), !204)
  %2 = load i128, ptr %a.addr, align 16, !dbg !205
  %3 = load i64, ptr %b.addr, align 8, !dbg !206
  %conv = sext i64 %3 to i128, !dbg !206
  %mul = mul nsw i128 %2, %conv, !dbg !207
  %div = sdiv i128 %mul, 3, !dbg !208
  %shr = ashr i128 %div, 2, !dbg !209
  store i128 %shr, ptr %retval, align 16, !dbg !210
  %4 = load { i64, i64 }, ptr %retval, align 16, !dbg !210
  ret { i64, i64 } %4, !dbg !210
}

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @shadow(i64 noundef %x) #0 !dbg !211 {
entry:
  %x.addr = alloca i64, align 8
  %y = alloca i64, align 8
  %x1 = alloca i64, align 8
  store i64 %x, ptr %x.addr, align 8
    #dbg_declare(ptr %x.addr, !214, !DIExpression(), !215)
    #dbg_declare(ptr %y, !216, !DIExpression(), !217)
  %0 = load i64, ptr %x.addr, align 8, !dbg !218
  store i64 %0, ptr %y, align 8, !dbg !217
    #dbg_declare(ptr %x1, !219, !DIExpression(), !221)
  %1 = load i64, ptr %y, align 8, !dbg !222
  %mul = mul nsw i64 %1, 2, !dbg !223
  store i64 %mul, ptr %x1, align 8, !dbg !221
  %2 = load i64, ptr %x1, align 8, !dbg !224
  %shl = shl i64 %2, 3, !dbg !225
  %3 = load i64, ptr %y, align 8, !dbg !226
  %add = add nsw i64 %3, %shl, !dbg !226
  store i64 %add, ptr %y, align 8, !dbg !226
  %4 = load i64, ptr %y, align 8, !dbg !227
  %5 = load i64, ptr %x.addr, align 8, !dbg !228
  %xor = xor i64 %4, %5, !dbg !229
  ret i64 %xor, !dbg !230
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @old(i32 noundef %a, i32 noundef %0) #0 !dbg !231 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i8, align 1
  %b = trunc i32 %0 to i8
  store i32 %a, ptr %a.addr, align 4
    #dbg_declare(ptr %a.addr, !234, !DIExpression(), !235)
  store i8 %b, ptr %b.addr, align 1
    #dbg_declare(ptr %b.addr, !236, !DIExpression(), !237)
  %1 = load i32, ptr %a.addr, align 4, !dbg !238
  %2 = load i8, ptr %b.addr, align 1, !dbg !239
  %conv = sext i8 %2 to i32, !dbg !239
  %call = call i32 (i32, i32, ...) @undeclared(i32 noundef %1, i32 noundef %conv), !dbg !240
  ret i32 %call, !dbg !241
}

declare i32 @undeclared(...) #3

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @called(ptr noundef %function, i32 noundef %x) #0 !dbg !242 {
entry:
  %function.addr = alloca ptr, align 8
  %x.addr = alloca i32, align 4
  store ptr %function, ptr %function.addr, align 8
    #dbg_declare(ptr %function.addr, !248, !DIExpression(), !249)
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !250, !DIExpression(), !251)
  %0 = load ptr, ptr %function.addr, align 8, !dbg !252
  %tobool = icmp ne ptr %0, null, !dbg !252
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !252

cond.true:                                        ; preds = %entry
  %1 = load ptr, ptr %function.addr, align 8, !dbg !253
  %2 = load i32, ptr %x.addr, align 4, !dbg !254
  %call = call i32 %1(i32 noundef %2, i32 noundef 1), !dbg !253
  br label %cond.end, !dbg !252

cond.false:                                       ; preds = %entry
  %3 = load i32, ptr %x.addr, align 4, !dbg !255
  %call1 = call i32 @add(i32 noundef %3, i32 noundef 2), !dbg !256
  br label %cond.end, !dbg !252

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %call, %cond.true ], [ %call1, %cond.false ], !dbg !252
  ret i32 %cond, !dbg !257
}

; Function Attrs: noinline nounwind uwtable
define internal i32 @add(i32 noundef %a, i32 noundef %b) #0 !dbg !258 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  store i32 %a, ptr %a.addr, align 4
    #dbg_declare(ptr %a.addr, !259, !DIExpression(), !260)
  store i32 %b, ptr %b.addr, align 4
    #dbg_declare(ptr %b.addr, !261, !DIExpression(), !262)
  %0 = load i32, ptr %a.addr, align 4, !dbg !263
  %1 = load i32, ptr %b.addr, align 4, !dbg !264
  %add = add nsw i32 %0, %1, !dbg !265
  ret i32 %add, !dbg !266
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !267 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %big = alloca %struct.Big, align 8
  %tmp = alloca %struct.Big, align 8
  %coerce = alloca %struct.Pair, align 8
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
    #dbg_declare(ptr %argc.addr, !272, !DIExpression(), !273)
  store ptr %argv, ptr %argv.addr, align 8
    #dbg_declare(ptr %argv.addr, !274, !DIExpression(), !275)
    #dbg_declare(ptr %big, !276, !DIExpression(), !277)
  call void @llvm.memset.p0.i64(ptr align 8 %big, i8 0, i64 80, i1 false), !dbg !278
  call void @change(ptr dead_on_unwind writable sret(%struct.Big) align 8 %tmp, ptr noundef byval(%struct.Big) align 8 %big), !dbg !279
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %big, ptr align 8 %tmp, i64 80, i1 false), !dbg !279
  %0 = load i32, ptr %argc.addr, align 4, !dbg !280
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !281
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 0, !dbg !281
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !281
  %call = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %0, ptr noundef %2), !dbg !282
  %3 = load i32, ptr %argc.addr, align 4, !dbg !283
  %call1 = call i32 @choose(i32 noundef %3), !dbg !284
  %call2 = call i32 @computed(i32 noundef 2), !dbg !285
  %add = add nsw i32 %call1, %call2, !dbg !286
  %call3 = call i32 (i32, ...) @sum(i32 noundef 2, i32 noundef 1, i32 noundef 2), !dbg !287
  %add4 = add nsw i32 %add, %call3, !dbg !288
  %4 = load i32, ptr %argc.addr, align 4, !dbg !289
  %call5 = call i32 @on_stack(i32 noundef %4), !dbg !290
  %add6 = add nsw i32 %add4, %call5, !dbg !291
  %call7 = call { i32, i64 } @pair(i32 noundef 1, i64 noundef 2), !dbg !292
  %5 = getelementptr inbounds { i32, i64 }, ptr %coerce, i32 0, i32 0, !dbg !292
  %6 = extractvalue { i32, i64 } %call7, 0, !dbg !292
  store i32 %6, ptr %5, align 8, !dbg !292
  %7 = getelementptr inbounds { i32, i64 }, ptr %coerce, i32 0, i32 1, !dbg !292
  %8 = extractvalue { i32, i64 } %call7, 1, !dbg !292
  store i64 %8, ptr %7, align 8, !dbg !292
  %a = getelementptr inbounds %struct.Pair, ptr %coerce, i32 0, i32 0, !dbg !293
  %9 = load i32, ptr %a, align 8, !dbg !293
  %add8 = add nsw i32 %add6, %9, !dbg !294
  %values = getelementptr inbounds %struct.Big, ptr %big, i32 0, i32 0, !dbg !295
  %arrayidx9 = getelementptr inbounds [10 x i64], ptr %values, i64 0, i64 1, !dbg !296
  %10 = load i64, ptr %arrayidx9, align 8, !dbg !296
  %conv = trunc i64 %10 to i32, !dbg !297
  %call10 = call i32 @called(ptr noundef @add, i32 noundef %conv), !dbg !298
  %add11 = add nsw i32 %add8, %call10, !dbg !299
  ret i32 %add11, !dbg !300
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

declare i32 @printf(ptr noundef, ...) #3

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: write) }

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
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, globals: !13, splitDebugInlining: false, nameTableKind: None)
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
!32 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
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
!71 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !3, baseType: !72)
!72 = !DICompositeType(tag: DW_TAG_array_type, baseType: !73, size: 192, elements: !80)
!73 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !74)
!74 = !{!75, !77, !78, !79}
!75 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !73, file: !3, line: 37, baseType: !76, size: 32)
!76 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !73, file: !3, line: 37, baseType: !76, size: 32, offset: 32)
!78 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !73, file: !3, line: 37, baseType: !22, size: 64, offset: 64)
!79 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !73, file: !3, line: 37, baseType: !22, size: 64, offset: 128)
!80 = !{!81}
!81 = !DISubrange(count: 1)
!82 = !DILocation(line: 37, column: 21, scope: !65)
!83 = !DILocation(line: 38, column: 3, scope: !65)
!84 = !DILocalVariable(name: "total", scope: !65, file: !3, line: 39, type: !6)
!85 = !DILocation(line: 39, column: 7, scope: !65)
!86 = !DILocation(line: 40, column: 3, scope: !65)
!87 = !DILocation(line: 40, column: 15, scope: !65)
!88 = !DILocation(line: 41, column: 14, scope: !65)
!89 = !DILocation(line: 41, column: 11, scope: !65)
!90 = distinct !{!90, !86, !91, !92}
!91 = !DILocation(line: 41, column: 40, scope: !65)
!92 = !{!"llvm.loop.mustprogress"}
!93 = !DILocation(line: 42, column: 3, scope: !65)
!94 = !DILocation(line: 43, column: 10, scope: !65)
!95 = !DILocation(line: 43, column: 3, scope: !65)
!96 = distinct !DISubprogram(name: "change", scope: !3, file: !3, line: 45, type: !97, scopeLine: 45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!97 = !DISubroutineType(types: !98)
!98 = !{!99, !99}
!99 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Big", file: !3, line: 2, size: 640, elements: !100)
!100 = !{!101}
!101 = !DIDerivedType(tag: DW_TAG_member, name: "values", scope: !99, file: !3, line: 3, baseType: !102, size: 640)
!102 = !DICompositeType(tag: DW_TAG_array_type, baseType: !10, size: 640, elements: !103)
!103 = !{!104}
!104 = !DISubrange(count: 10)
!105 = !DILocalVariable(name: "big", arg: 1, scope: !96, file: !3, line: 45, type: !99)
!106 = !DILocation(line: 45, column: 30, scope: !96)
!107 = !DILocation(line: 46, column: 7, scope: !96)
!108 = !DILocation(line: 46, column: 3, scope: !96)
!109 = !DILocation(line: 46, column: 16, scope: !96)
!110 = !DILocation(line: 47, column: 10, scope: !96)
!111 = !DILocation(line: 47, column: 3, scope: !96)
!112 = distinct !DISubprogram(name: "pair", scope: !3, file: !3, line: 49, type: !113, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!113 = !DISubroutineType(types: !114)
!114 = !{!115, !6, !10}
!115 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Pair", file: !3, line: 5, size: 128, elements: !116)
!116 = !{!117, !118}
!117 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !115, file: !3, line: 6, baseType: !6, size: 32)
!118 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !115, file: !3, line: 7, baseType: !10, size: 64, offset: 64)
!119 = !DILocalVariable(name: "a", arg: 1, scope: !112, file: !3, line: 49, type: !6)
!120 = !DILocation(line: 49, column: 22, scope: !112)
!121 = !DILocalVariable(name: "b", arg: 2, scope: !112, file: !3, line: 49, type: !10)
!122 = !DILocation(line: 49, column: 30, scope: !112)
!123 = !DILocalVariable(name: "pair", scope: !112, file: !3, line: 50, type: !115)
!124 = !DILocation(line: 50, column: 15, scope: !112)
!125 = !DILocation(line: 50, column: 22, scope: !112)
!126 = !DILocation(line: 50, column: 23, scope: !112)
!127 = !DILocation(line: 50, column: 26, scope: !112)
!128 = !DILocation(line: 51, column: 3, scope: !112)
!129 = distinct !DISubprogram(name: "on_stack", scope: !3, file: !3, line: 53, type: !4, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!130 = !DILocalVariable(name: "n", arg: 1, scope: !129, file: !3, line: 53, type: !6)
!131 = !DILocation(line: 53, column: 18, scope: !129)
!132 = !DILocation(line: 54, column: 13, scope: !129)
!133 = !DILocation(line: 54, column: 3, scope: !129)
!134 = !DILocalVariable(name: "__vla_expr0", scope: !129, type: !135, flags: DIFlagArtificial)
!135 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!136 = !DILocation(line: 0, scope: !129)
!137 = !DILocalVariable(name: "array", scope: !129, file: !3, line: 54, type: !138)
!138 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, elements: !139)
!139 = !{!140}
!140 = !DISubrange(count: !134)
!141 = !DILocation(line: 54, column: 7, scope: !129)
!142 = !DILocalVariable(name: "i", scope: !143, file: !3, line: 55, type: !6)
!143 = distinct !DILexicalBlock(scope: !129, file: !3, line: 55, column: 3)
!144 = !DILocation(line: 55, column: 12, scope: !143)
!145 = !DILocation(line: 55, column: 8, scope: !143)
!146 = !DILocation(line: 55, column: 19, scope: !147)
!147 = distinct !DILexicalBlock(scope: !143, file: !3, line: 55, column: 3)
!148 = !DILocation(line: 55, column: 23, scope: !147)
!149 = !DILocation(line: 55, column: 21, scope: !147)
!150 = !DILocation(line: 55, column: 3, scope: !143)
!151 = !DILocation(line: 56, column: 16, scope: !147)
!152 = !DILocation(line: 56, column: 11, scope: !147)
!153 = !DILocation(line: 56, column: 5, scope: !147)
!154 = !DILocation(line: 56, column: 14, scope: !147)
!155 = !DILocation(line: 55, column: 27, scope: !147)
!156 = !DILocation(line: 55, column: 3, scope: !147)
!157 = distinct !{!157, !150, !158, !92}
!158 = !DILocation(line: 56, column: 16, scope: !143)
!159 = !DILocation(line: 57, column: 16, scope: !129)
!160 = !DILocation(line: 57, column: 18, scope: !129)
!161 = !DILocation(line: 57, column: 10, scope: !129)
!162 = !DILocation(line: 58, column: 1, scope: !129)
!163 = distinct !DISubprogram(name: "numbers", scope: !3, file: !3, line: 59, type: !164, scopeLine: 59, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!164 = !DISubroutineType(types: !165)
!165 = !{!9, !9, !11, !76}
!166 = !DILocalVariable(name: "x", arg: 1, scope: !163, file: !3, line: 59, type: !9)
!167 = !DILocation(line: 59, column: 23, scope: !163)
!168 = !DILocalVariable(name: "y", arg: 2, scope: !163, file: !3, line: 59, type: !11)
!169 = !DILocation(line: 59, column: 32, scope: !163)
!170 = !DILocalVariable(name: "u", arg: 3, scope: !163, file: !3, line: 59, type: !76)
!171 = !DILocation(line: 59, column: 44, scope: !163)
!172 = !DILocalVariable(name: "z", scope: !163, file: !3, line: 60, type: !9)
!173 = !DILocation(line: 60, column: 10, scope: !163)
!174 = !DILocation(line: 60, column: 14, scope: !163)
!175 = !DILocation(line: 60, column: 18, scope: !163)
!176 = !DILocation(line: 60, column: 16, scope: !163)
!177 = !DILocation(line: 60, column: 23, scope: !163)
!178 = !DILocation(line: 60, column: 22, scope: !163)
!179 = !DILocation(line: 60, column: 27, scope: !163)
!180 = !DILocation(line: 60, column: 25, scope: !163)
!181 = !DILocation(line: 60, column: 45, scope: !163)
!182 = !DILocation(line: 60, column: 39, scope: !163)
!183 = !DILocation(line: 60, column: 31, scope: !163)
!184 = !DILocation(line: 60, column: 49, scope: !163)
!185 = !DILocation(line: 60, column: 47, scope: !163)
!186 = !DILocation(line: 61, column: 10, scope: !163)
!187 = !DILocation(line: 61, column: 15, scope: !163)
!188 = !DILocation(line: 61, column: 12, scope: !163)
!189 = !DILocation(line: 61, column: 17, scope: !163)
!190 = !DILocation(line: 61, column: 20, scope: !163)
!191 = !DILocation(line: 61, column: 22, scope: !163)
!192 = !DILocation(line: 61, column: 38, scope: !163)
!193 = !DILocation(line: 61, column: 31, scope: !163)
!194 = !DILocation(line: 61, column: 57, scope: !163)
!195 = !DILocation(line: 61, column: 42, scope: !163)
!196 = !DILocation(line: 61, column: 3, scope: !163)
!197 = distinct !DISubprogram(name: "product", scope: !3, file: !3, line: 63, type: !198, scopeLine: 63, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!198 = !DISubroutineType(types: !199)
!199 = !{!200, !200, !10}
!200 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!201 = !DILocalVariable(name: "a", arg: 1, scope: !197, file: !3, line: 63, type: !200)
!202 = !DILocation(line: 63, column: 27, scope: !197)
!203 = !DILocalVariable(name: "b", arg: 2, scope: !197, file: !3, line: 63, type: !10)
!204 = !DILocation(line: 63, column: 35, scope: !197)
!205 = !DILocation(line: 63, column: 47, scope: !197)
!206 = !DILocation(line: 63, column: 51, scope: !197)
!207 = !DILocation(line: 63, column: 49, scope: !197)
!208 = !DILocation(line: 63, column: 53, scope: !197)
!209 = !DILocation(line: 63, column: 57, scope: !197)
!210 = !DILocation(line: 63, column: 40, scope: !197)
!211 = distinct !DISubprogram(name: "shadow", scope: !3, file: !3, line: 64, type: !212, scopeLine: 64, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!212 = !DISubroutineType(types: !213)
!213 = !{!10, !10}
!214 = !DILocalVariable(name: "x", arg: 1, scope: !211, file: !3, line: 64, type: !10)
!215 = !DILocation(line: 64, column: 18, scope: !211)
!216 = !DILocalVariable(name: "y", scope: !211, file: !3, line: 65, type: !10)
!217 = !DILocation(line: 65, column: 8, scope: !211)
!218 = !DILocation(line: 65, column: 12, scope: !211)
!219 = !DILocalVariable(name: "x", scope: !220, file: !3, line: 67, type: !10)
!220 = distinct !DILexicalBlock(scope: !211, file: !3, line: 66, column: 3)
!221 = !DILocation(line: 67, column: 10, scope: !220)
!222 = !DILocation(line: 67, column: 14, scope: !220)
!223 = !DILocation(line: 67, column: 16, scope: !220)
!224 = !DILocation(line: 68, column: 10, scope: !220)
!225 = !DILocation(line: 68, column: 12, scope: !220)
!226 = !DILocation(line: 68, column: 7, scope: !220)
!227 = !DILocation(line: 70, column: 10, scope: !211)
!228 = !DILocation(line: 70, column: 14, scope: !211)
!229 = !DILocation(line: 70, column: 12, scope: !211)
!230 = !DILocation(line: 70, column: 3, scope: !211)
!231 = distinct !DISubprogram(name: "old", scope: !3, file: !3, line: 72, type: !232, scopeLine: 74, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!232 = !DISubroutineType(types: !233)
!233 = !{!6, !6, !17}
!234 = !DILocalVariable(name: "a", arg: 1, scope: !231, file: !3, line: 72, type: !6)
!235 = !DILocation(line: 72, column: 19, scope: !231)
!236 = !DILocalVariable(name: "b", arg: 2, scope: !231, file: !3, line: 73, type: !17)
!237 = !DILocation(line: 73, column: 6, scope: !231)
!238 = !DILocation(line: 74, column: 21, scope: !231)
!239 = !DILocation(line: 74, column: 24, scope: !231)
!240 = !DILocation(line: 74, column: 10, scope: !231)
!241 = !DILocation(line: 74, column: 3, scope: !231)
!242 = distinct !DISubprogram(name: "called", scope: !3, file: !3, line: 75, type: !243, scopeLine: 75, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!243 = !DISubroutineType(types: !244)
!244 = !{!6, !245, !6}
!245 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !246, size: 64)
!246 = !DISubroutineType(types: !247)
!247 = !{!6, !6, !6}
!248 = !DILocalVariable(name: "function", arg: 1, scope: !242, file: !3, line: 75, type: !245)
!249 = !DILocation(line: 75, column: 18, scope: !242)
!250 = !DILocalVariable(name: "x", arg: 2, scope: !242, file: !3, line: 75, type: !6)
!251 = !DILocation(line: 75, column: 43, scope: !242)
!252 = !DILocation(line: 75, column: 55, scope: !242)
!253 = !DILocation(line: 75, column: 66, scope: !242)
!254 = !DILocation(line: 75, column: 75, scope: !242)
!255 = !DILocation(line: 75, column: 87, scope: !242)
!256 = !DILocation(line: 75, column: 83, scope: !242)
!257 = !DILocation(line: 75, column: 48, scope: !242)
!258 = distinct !DISubprogram(name: "add", scope: !3, file: !3, line: 11, type: !246, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !20)
!259 = !DILocalVariable(name: "a", arg: 1, scope: !258, file: !3, line: 11, type: !6)
!260 = !DILocation(line: 11, column: 20, scope: !258)
!261 = !DILocalVariable(name: "b", arg: 2, scope: !258, file: !3, line: 11, type: !6)
!262 = !DILocation(line: 11, column: 27, scope: !258)
!263 = !DILocation(line: 11, column: 39, scope: !258)
!264 = !DILocation(line: 11, column: 43, scope: !258)
!265 = !DILocation(line: 11, column: 41, scope: !258)
!266 = !DILocation(line: 11, column: 32, scope: !258)
!267 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 76, type: !268, scopeLine: 76, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !20)
!268 = !DISubroutineType(types: !269)
!269 = !{!6, !6, !270}
!270 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !271, size: 64)
!271 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!272 = !DILocalVariable(name: "argc", arg: 1, scope: !267, file: !3, line: 76, type: !6)
!273 = !DILocation(line: 76, column: 14, scope: !267)
!274 = !DILocalVariable(name: "argv", arg: 2, scope: !267, file: !3, line: 76, type: !270)
!275 = !DILocation(line: 76, column: 27, scope: !267)
!276 = !DILocalVariable(name: "big", scope: !267, file: !3, line: 77, type: !99)
!277 = !DILocation(line: 77, column: 14, scope: !267)
!278 = !DILocation(line: 78, column: 3, scope: !267)
!279 = !DILocation(line: 79, column: 9, scope: !267)
!280 = !DILocation(line: 80, column: 21, scope: !267)
!281 = !DILocation(line: 80, column: 27, scope: !267)
!282 = !DILocation(line: 80, column: 3, scope: !267)
!283 = !DILocation(line: 81, column: 17, scope: !267)
!284 = !DILocation(line: 81, column: 10, scope: !267)
!285 = !DILocation(line: 81, column: 25, scope: !267)
!286 = !DILocation(line: 81, column: 23, scope: !267)
!287 = !DILocation(line: 81, column: 39, scope: !267)
!288 = !DILocation(line: 81, column: 37, scope: !267)
!289 = !DILocation(line: 81, column: 63, scope: !267)
!290 = !DILocation(line: 81, column: 54, scope: !267)
!291 = !DILocation(line: 81, column: 52, scope: !267)
!292 = !DILocation(line: 81, column: 71, scope: !267)
!293 = !DILocation(line: 81, column: 82, scope: !267)
!294 = !DILocation(line: 81, column: 69, scope: !267)
!295 = !DILocation(line: 81, column: 107, scope: !267)
!296 = !DILocation(line: 81, column: 103, scope: !267)
!297 = !DILocation(line: 81, column: 98, scope: !267)
!298 = !DILocation(line: 81, column: 86, scope: !267)
!299 = !DILocation(line: 81, column: 84, scope: !267)
!300 = !DILocation(line: 81, column: 3, scope: !267)
