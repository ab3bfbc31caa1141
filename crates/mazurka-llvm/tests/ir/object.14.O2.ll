; ModuleID = 'object.cpp'
source_filename = "object.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Both = type { %struct.Left.base, [4 x i8] }
%struct.Left.base = type <{ %struct.Base, i32 }>
%struct.Base = type { i32 (...)** }
%"struct.space::Guard" = type { i32* }
%class.anon = type { i8 }

$_ZN4BothD1Ev = comdat any

$_ZTW4each = comdat any

$_ZN4Both5valueEv = comdat any

$_ZN4BothD0Ev = comdat any

$_ZTV4Both = comdat any

$_ZTS4Left = comdat any

$_ZTI4Left = comdat any

$_ZTS4Both = comdat any

$_ZTI4Both = comdat any

@_ZN5space6sharedE = dso_local local_unnamed_addr global i32 0, align 4, !dbg !0
@_ZTIi = external constant i8*
@both = dso_local global %struct.Both { %struct.Left.base <{ %struct.Base { i32 (...)** bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Both, i64 0, inrange i32 0, i64 5) to i32 (...)**) }, i32 3 }>, [4 x i8] zeroinitializer }, align 8, !dbg !5
@__dso_handle = external hidden global i8
@each = dso_local thread_local global %struct.Both zeroinitializer, align 8, !dbg !52
@_ZZ4oncevE5first = internal unnamed_addr global i32 0, align 4, !dbg !54
@_ZGVZ4oncevE5first = internal global i64 0, align 8
@_ZTV4Base = dso_local unnamed_addr constant { [5 x i8*] } { [5 x i8*] [i8* null, i8* bitcast ({ i8*, i8* }* @_ZTI4Base to i8*), i8* bitcast (void (%struct.Base*)* @_ZN4BaseD2Ev to i8*), i8* bitcast (void (%struct.Base*)* @_ZN4BaseD0Ev to i8*), i8* bitcast (void ()* @__cxa_pure_virtual to i8*)] }, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external global i8*
@_ZTS4Base = dso_local constant [6 x i8] c"4Base\00", align 1
@_ZTI4Base = dso_local constant { i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv117__class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @_ZTS4Base, i32 0, i32 0) }, align 8
@_ZTV4Both = linkonce_odr dso_local unnamed_addr constant { [8 x i8*] } { [8 x i8*] [i8* null, i8* null, i8* null, i8* null, i8* bitcast ({ i8*, i8*, i8* }* @_ZTI4Both to i8*), i8* bitcast (void (%struct.Both*)* @_ZN4BothD1Ev to i8*), i8* bitcast (void (%struct.Both*)* @_ZN4BothD0Ev to i8*), i8* bitcast (i32 (%struct.Both*)* @_ZN4Both5valueEv to i8*)] }, comdat, align 8
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = external global i8*
@_ZTS4Left = linkonce_odr dso_local constant [6 x i8] c"4Left\00", comdat, align 1
@_ZTI4Left = linkonce_odr dso_local constant { i8*, i8*, i32, i32, i8*, i64 } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @_ZTS4Left, i32 0, i32 0), i32 0, i32 1, i8* bitcast ({ i8*, i8* }* @_ZTI4Base to i8*), i64 -10237 }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global i8*
@_ZTS4Both = linkonce_odr dso_local constant [6 x i8] c"4Both\00", comdat, align 1
@_ZTI4Both = linkonce_odr dso_local constant { i8*, i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @_ZTS4Both, i32 0, i32 0), i8* bitcast ({ i8*, i8*, i32, i32, i8*, i64 }* @_ZTI4Left to i8*) }, comdat, align 8
@__tls_guard = internal thread_local global i8 0, align 1
@llvm.global_ctors = appending global [0 x { i32, void ()*, i8* }] zeroinitializer

@_ZN4BaseD1Ev = dso_local unnamed_addr alias void (%struct.Base*), void (%struct.Base*)* @_ZN4BaseD2Ev

; Function Attrs: mustprogress nofree norecurse nosync nounwind readnone uwtable willreturn
define dso_local void @_ZN4BaseD2Ev(%struct.Base* nocapture nonnull align 8 %this) unnamed_addr #0 align 2 !dbg !68 {
entry:
  call void @llvm.dbg.value(metadata %struct.Base* undef, metadata !70, metadata !DIExpression()), !dbg !72
  ret void, !dbg !73
}

; Function Attrs: noreturn nounwind uwtable
define dso_local void @_ZN4BaseD0Ev(%struct.Base* nocapture nonnull readnone align 8 %this) unnamed_addr #1 align 2 !dbg !74 {
entry:
  call void @llvm.dbg.value(metadata %struct.Base* undef, metadata !76, metadata !DIExpression()), !dbg !77
  tail call void @llvm.trap() #16, !dbg !78
  unreachable, !dbg !78
}

; Function Attrs: cold noreturn nounwind
declare void @llvm.trap() #2

; Function Attrs: uwtable
define dso_local noundef i32 @_ZN5space4heldEi(i32 noundef returned %x) local_unnamed_addr #3 personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) !dbg !79 {
entry:
  call void @llvm.dbg.value(metadata i32 %x, metadata !83, metadata !DIExpression()), !dbg !85
  call void @llvm.dbg.value(metadata %"struct.space::Guard"* undef, metadata !86, metadata !DIExpression()), !dbg !91
  call void @llvm.dbg.value(metadata i32* @_ZN5space6sharedE, metadata !89, metadata !DIExpression()), !dbg !91
  call void @llvm.dbg.value(metadata i32* @_ZN5space6sharedE, metadata !84, metadata !DIExpression()), !dbg !85
  %0 = load i32, i32* @_ZN5space6sharedE, align 4, !dbg !93, !tbaa !95
  %add.i = add nsw i32 %0, 1, !dbg !93
  store i32 %add.i, i32* @_ZN5space6sharedE, align 4, !dbg !93, !tbaa !95
  %cmp = icmp sgt i32 %x, 3, !dbg !99
  br i1 %cmp, label %if.then, label %if.end, !dbg !101

if.then:                                          ; preds = %entry
  %exception = tail call i8* @__cxa_allocate_exception(i64 4) #5, !dbg !102
  %1 = bitcast i8* %exception to i32*, !dbg !102
  store i32 %x, i32* %1, align 16, !dbg !102, !tbaa !95
  invoke void @__cxa_throw(i8* nonnull %exception, i8* bitcast (i8** @_ZTIi to i8*), i8* null) #17
          to label %unreachable unwind label %lpad, !dbg !102

lpad:                                             ; preds = %if.then
  %2 = landingpad { i8*, i32 }
          cleanup, !dbg !103
  call void @llvm.dbg.value(metadata %"struct.space::Guard"* undef, metadata !104, metadata !DIExpression()), !dbg !107
  %3 = load i32, i32* @_ZN5space6sharedE, align 4, !dbg !109, !tbaa !95
  %sub.i = add nsw i32 %3, -1, !dbg !109
  store i32 %sub.i, i32* @_ZN5space6sharedE, align 4, !dbg !109, !tbaa !95
  resume { i8*, i32 } %2, !dbg !111

if.end:                                           ; preds = %entry
  call void @llvm.dbg.value(metadata %"struct.space::Guard"* undef, metadata !104, metadata !DIExpression()), !dbg !112
  store i32 %0, i32* @_ZN5space6sharedE, align 4, !dbg !114, !tbaa !95
  ret i32 %x, !dbg !111

unreachable:                                      ; preds = %if.then
  unreachable
}

declare i8* @__cxa_allocate_exception(i64) local_unnamed_addr

declare void @__cxa_throw(i8*, i8*, i8*) local_unnamed_addr

declare i32 @__gxx_personality_v0(...)

; Function Attrs: inlinehint nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothD1Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #4 comdat align 2 !dbg !115 {
entry:
  call void @llvm.dbg.value(metadata %struct.Both* %this, metadata !120, metadata !DIExpression()), !dbg !122
  ret void, !dbg !123
}

; Function Attrs: nounwind
declare i32 @__cxa_thread_atexit(void (i8*)*, i8*, i8*) local_unnamed_addr #5

; Function Attrs: uwtable
define dso_local noundef i32 @_Z6caughti(i32 noundef %x) local_unnamed_addr #6 personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) !dbg !124 {
entry:
  call void @llvm.dbg.value(metadata i32 %x, metadata !126, metadata !DIExpression()), !dbg !128
  call void @llvm.dbg.value(metadata i32 %x, metadata !83, metadata !DIExpression()), !dbg !129
  call void @llvm.dbg.value(metadata %"struct.space::Guard"* undef, metadata !86, metadata !DIExpression()), !dbg !132
  call void @llvm.dbg.value(metadata i32* @_ZN5space6sharedE, metadata !89, metadata !DIExpression()), !dbg !132
  call void @llvm.dbg.value(metadata i32* @_ZN5space6sharedE, metadata !84, metadata !DIExpression()), !dbg !129
  %0 = load i32, i32* @_ZN5space6sharedE, align 4, !dbg !134, !tbaa !95
  %add.i.i = add nsw i32 %0, 1, !dbg !134
  store i32 %add.i.i, i32* @_ZN5space6sharedE, align 4, !dbg !134, !tbaa !95
  %cmp.i = icmp sgt i32 %x, 3, !dbg !135
  br i1 %cmp.i, label %if.then.i, label %invoke.cont, !dbg !136

if.then.i:                                        ; preds = %entry
  %exception.i = tail call i8* @__cxa_allocate_exception(i64 4) #5, !dbg !137
  %1 = bitcast i8* %exception.i to i32*, !dbg !137
  store i32 %x, i32* %1, align 16, !dbg !137, !tbaa !95
  invoke void @__cxa_throw(i8* nonnull %exception.i, i8* bitcast (i8** @_ZTIi to i8*), i8* null) #17
          to label %unreachable.i unwind label %lpad.i, !dbg !137

lpad.i:                                           ; preds = %if.then.i
  %2 = landingpad { i8*, i32 }
          catch i8* bitcast (i8** @_ZTIi to i8*)
          catch i8* null, !dbg !138
  call void @llvm.dbg.value(metadata %"struct.space::Guard"* undef, metadata !104, metadata !DIExpression()), !dbg !139
  %3 = load i32, i32* @_ZN5space6sharedE, align 4, !dbg !141, !tbaa !95
  %sub.i.i = add nsw i32 %3, -1, !dbg !141
  store i32 %sub.i.i, i32* @_ZN5space6sharedE, align 4, !dbg !141, !tbaa !95
  %4 = extractvalue { i8*, i32 } %2, 0, !dbg !142
  %5 = extractvalue { i8*, i32 } %2, 1, !dbg !142
  %6 = tail call i32 @llvm.eh.typeid.for(i8* bitcast (i8** @_ZTIi to i8*)) #5, !dbg !143
  %matches = icmp eq i32 %5, %6, !dbg !143
  %7 = tail call i8* @__cxa_begin_catch(i8* %4) #5, !dbg !128
  br i1 %matches, label %catch3, label %catch, !dbg !143

unreachable.i:                                    ; preds = %if.then.i
  unreachable

invoke.cont:                                      ; preds = %entry
  call void @llvm.dbg.value(metadata %"struct.space::Guard"* undef, metadata !104, metadata !DIExpression()), !dbg !144
  store i32 %0, i32* @_ZN5space6sharedE, align 4, !dbg !146, !tbaa !95
  %8 = load i8, i8* @__tls_guard, align 1, !dbg !147
  %guard.uninitialized.i.i = icmp eq i8 %8, 0, !dbg !147
  br i1 %guard.uninitialized.i.i, label %init.i.i, label %_ZTW4each.exit, !dbg !147, !prof !152

init.i.i:                                         ; preds = %invoke.cont
  store i8 1, i8* @__tls_guard, align 1, !dbg !147
  %9 = tail call {}* @llvm.invariant.start.p0i8(i64 1, i8* nonnull @__tls_guard) #5, !dbg !147
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !153, metadata !DIExpression()) #5, !dbg !157
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !164, metadata !DIExpression()) #5, !dbg !174
  store i32 3, i32* getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 1), align 8, !dbg !176, !tbaa !177
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Both, i64 0, inrange i32 0, i64 5) to i32 (...)**), i32 (...)*** getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 0, i32 0), align 8, !dbg !179, !tbaa !180
  %10 = tail call i32 @__cxa_thread_atexit(void (i8*)* bitcast (void (%struct.Both*)* @_ZN4BothD1Ev to void (i8*)*), i8* bitcast (%struct.Both* @each to i8*), i8* nonnull @__dso_handle) #5, !dbg !182
  br label %_ZTW4each.exit, !dbg !147

_ZTW4each.exit:                                   ; preds = %invoke.cont, %init.i.i
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !183, metadata !DIExpression()), !dbg !186
  %11 = load i32, i32* getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 1), align 8, !dbg !188, !tbaa !177
  %add.i = add nsw i32 %x, 7, !dbg !189
  %add = add i32 %add.i, %11, !dbg !190
  br label %return, !dbg !191

catch3:                                           ; preds = %lpad.i
  %12 = bitcast i8* %7 to i32*, !dbg !192
  %13 = load i32, i32* %12, align 4, !dbg !192, !tbaa !95
  call void @llvm.dbg.value(metadata i32 %13, metadata !127, metadata !DIExpression()), !dbg !128
  tail call void @__cxa_end_catch() #5, !dbg !194
  br label %return

catch:                                            ; preds = %lpad.i
  tail call void @__cxa_end_catch(), !dbg !192
  br label %return

return:                                           ; preds = %catch3, %catch, %_ZTW4each.exit
  %retval.0 = phi i32 [ %add, %_ZTW4each.exit ], [ %13, %catch3 ], [ -1, %catch ], !dbg !128
  ret i32 %retval.0, !dbg !196
}

; Function Attrs: uwtable
define weak_odr hidden noundef %struct.Both* @_ZTW4each() local_unnamed_addr #6 comdat {
  %1 = load i8, i8* @__tls_guard, align 1, !dbg !197
  %guard.uninitialized.i = icmp eq i8 %1, 0, !dbg !197
  br i1 %guard.uninitialized.i, label %init.i, label %_ZTH4each.exit, !dbg !197, !prof !152

init.i:                                           ; preds = %0
  store i8 1, i8* @__tls_guard, align 1, !dbg !197
  %2 = tail call {}* @llvm.invariant.start.p0i8(i64 1, i8* nonnull @__tls_guard) #5, !dbg !197
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !153, metadata !DIExpression()) #5, !dbg !198
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !164, metadata !DIExpression()) #5, !dbg !201
  store i32 3, i32* getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 1), align 8, !dbg !203, !tbaa !177
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Both, i64 0, inrange i32 0, i64 5) to i32 (...)**), i32 (...)*** getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 0, i32 0), align 8, !dbg !204, !tbaa !180
  %3 = tail call i32 @__cxa_thread_atexit(void (i8*)* bitcast (void (%struct.Both*)* @_ZN4BothD1Ev to void (i8*)*), i8* bitcast (%struct.Both* @each to i8*), i8* nonnull @__dso_handle) #5, !dbg !205
  br label %_ZTH4each.exit, !dbg !197

_ZTH4each.exit:                                   ; preds = %0, %init.i
  ret %struct.Both* @each
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZN4Both5valueEv(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #7 comdat align 2 !dbg !184 {
entry:
  call void @llvm.dbg.value(metadata %struct.Both* %this, metadata !183, metadata !DIExpression()), !dbg !206
  %0 = getelementptr inbounds %struct.Both, %struct.Both* %this, i64 0, i32 0, i32 1, !dbg !207
  %1 = load i32, i32* %0, align 8, !dbg !207, !tbaa !177
  %add = add nsw i32 %1, 7, !dbg !208
  ret i32 %add, !dbg !209
}

; Function Attrs: nofree nosync nounwind readnone
declare i32 @llvm.eh.typeid.for(i8*) #8

declare i8* @__cxa_begin_catch(i8*) local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

; Function Attrs: mustprogress uwtable
define dso_local noundef i32 @_Z4oncev() local_unnamed_addr #9 personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) !dbg !56 {
entry:
  %0 = load atomic i8, i8* bitcast (i64* @_ZGVZ4oncevE5first to i8*) acquire, align 8, !dbg !210
  %guard.uninitialized = icmp eq i8 %0, 0, !dbg !210
  br i1 %guard.uninitialized, label %init.check, label %init.end, !dbg !210, !prof !211

init.check:                                       ; preds = %entry
  %1 = tail call i32 @__cxa_guard_acquire(i64* nonnull @_ZGVZ4oncevE5first) #5, !dbg !210
  %tobool.not = icmp eq i32 %1, 0, !dbg !210
  br i1 %tobool.not, label %init.end, label %init, !dbg !210

init:                                             ; preds = %init.check
  %call = invoke noundef i32 @_Z6caughti(i32 noundef 2)
          to label %invoke.cont unwind label %lpad, !dbg !212

invoke.cont:                                      ; preds = %init
  store i32 %call, i32* @_ZZ4oncevE5first, align 4, !dbg !210, !tbaa !95
  tail call void @__cxa_guard_release(i64* nonnull @_ZGVZ4oncevE5first) #5, !dbg !210
  br label %init.end, !dbg !210

init.end:                                         ; preds = %invoke.cont, %init.check, %entry
  call void @llvm.dbg.value(metadata %class.anon* undef, metadata !213, metadata !DIExpression()), !dbg !226
  call void @llvm.dbg.value(metadata i32 1, metadata !224, metadata !DIExpression()), !dbg !226
  %2 = load i32, i32* @_ZZ4oncevE5first, align 4, !dbg !228, !tbaa !95
  %add.i = add nsw i32 %2, 1, !dbg !229
  ret i32 %add.i, !dbg !230

lpad:                                             ; preds = %init
  %3 = landingpad { i8*, i32 }
          cleanup, !dbg !231
  tail call void @__cxa_guard_abort(i64* nonnull @_ZGVZ4oncevE5first) #5, !dbg !210
  resume { i8*, i32 } %3, !dbg !210
}

; Function Attrs: nofree nounwind
declare i32 @__cxa_guard_acquire(i64*) local_unnamed_addr #10

; Function Attrs: nofree nounwind
declare void @__cxa_guard_abort(i64*) local_unnamed_addr #10

; Function Attrs: nofree nounwind
declare void @__cxa_guard_release(i64*) local_unnamed_addr #10

; Function Attrs: norecurse uwtable
define dso_local noundef i32 @main() local_unnamed_addr #11 personality i32 (...)* @__gxx_personality_v0 !dbg !232 {
entry:
  %vtable = load i8*, i8** bitcast (%struct.Both* @both to i8**), align 8, !dbg !235, !tbaa !180
  %vbase.offset.ptr = getelementptr i8, i8* %vtable, i64 -40, !dbg !235
  %0 = bitcast i8* %vbase.offset.ptr to i64*, !dbg !235
  %vbase.offset = load i64, i64* %0, align 8, !dbg !235
  %add.ptr = getelementptr inbounds i8, i8* bitcast (%struct.Both* @both to i8*), i64 %vbase.offset, !dbg !235
  %1 = bitcast i8* %add.ptr to %struct.Base*, !dbg !235
  call void @llvm.dbg.value(metadata %struct.Base* %1, metadata !234, metadata !DIExpression()), !dbg !236
  %2 = bitcast i8* %add.ptr to i32 (%struct.Base*)***, !dbg !237
  %vtable1 = load i32 (%struct.Base*)**, i32 (%struct.Base*)*** %2, align 8, !dbg !237, !tbaa !180
  %vfn = getelementptr inbounds i32 (%struct.Base*)*, i32 (%struct.Base*)** %vtable1, i64 2, !dbg !237
  %3 = load i32 (%struct.Base*)*, i32 (%struct.Base*)** %vfn, align 8, !dbg !237
  %call = tail call noundef i32 %3(%struct.Base* noundef nonnull align 8 dereferenceable(8) %1), !dbg !237
  %4 = load atomic i8, i8* bitcast (i64* @_ZGVZ4oncevE5first to i8*) acquire, align 8, !dbg !238
  %guard.uninitialized.i = icmp eq i8 %4, 0, !dbg !238
  br i1 %guard.uninitialized.i, label %init.check.i, label %_Z4oncev.exit, !dbg !238, !prof !211

init.check.i:                                     ; preds = %entry
  %5 = tail call i32 @__cxa_guard_acquire(i64* nonnull @_ZGVZ4oncevE5first) #5, !dbg !238
  %tobool.not.i = icmp eq i32 %5, 0, !dbg !238
  br i1 %tobool.not.i, label %_Z4oncev.exit, label %init.i, !dbg !238

init.i:                                           ; preds = %init.check.i
  call void @llvm.dbg.value(metadata i32 2, metadata !126, metadata !DIExpression()), !dbg !240
  %6 = load i8, i8* @__tls_guard, align 1, !dbg !242
  %guard.uninitialized.i.i.i = icmp eq i8 %6, 0, !dbg !242
  br i1 %guard.uninitialized.i.i.i, label %init.i.i.i, label %invoke.cont.i, !dbg !242, !prof !152

init.i.i.i:                                       ; preds = %init.i
  store i8 1, i8* @__tls_guard, align 1, !dbg !242
  %7 = tail call {}* @llvm.invariant.start.p0i8(i64 1, i8* nonnull @__tls_guard) #5, !dbg !242
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !153, metadata !DIExpression()) #5, !dbg !244
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !164, metadata !DIExpression()) #5, !dbg !247
  store i32 3, i32* getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 1), align 8, !dbg !249, !tbaa !177
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Both, i64 0, inrange i32 0, i64 5) to i32 (...)**), i32 (...)*** getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 0, i32 0), align 8, !dbg !250, !tbaa !180
  %8 = tail call i32 @__cxa_thread_atexit(void (i8*)* bitcast (void (%struct.Both*)* @_ZN4BothD1Ev to void (i8*)*), i8* bitcast (%struct.Both* @each to i8*), i8* nonnull @__dso_handle) #5, !dbg !251
  br label %invoke.cont.i, !dbg !242

invoke.cont.i:                                    ; preds = %init.i.i.i, %init.i
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !183, metadata !DIExpression()), !dbg !252
  %9 = load i32, i32* getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 1), align 8, !dbg !254, !tbaa !177
  %add.i = add i32 %9, 9, !dbg !255
  store i32 %add.i, i32* @_ZZ4oncevE5first, align 4, !dbg !238, !tbaa !95
  tail call void @__cxa_guard_release(i64* nonnull @_ZGVZ4oncevE5first) #5, !dbg !238
  br label %_Z4oncev.exit, !dbg !238

_Z4oncev.exit:                                    ; preds = %entry, %init.check.i, %invoke.cont.i
  call void @llvm.dbg.value(metadata %class.anon* undef, metadata !213, metadata !DIExpression()), !dbg !256
  call void @llvm.dbg.value(metadata i32 1, metadata !224, metadata !DIExpression()), !dbg !256
  %10 = load i32, i32* @_ZZ4oncevE5first, align 4, !dbg !258, !tbaa !95
  %add.i.i = add i32 %call, 1, !dbg !259
  %add = add i32 %add.i.i, %10, !dbg !260
  ret i32 %add, !dbg !261
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: inlinehint nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothD0Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #4 comdat align 2 !dbg !262 {
entry:
  call void @llvm.dbg.value(metadata %struct.Both* %this, metadata !264, metadata !DIExpression()), !dbg !265
  %0 = bitcast %struct.Both* %this to i8*, !dbg !266
  tail call void @_ZdlPv(i8* noundef nonnull %0) #18, !dbg !266
  ret void, !dbg !266
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPv(i8* noundef) local_unnamed_addr #12

; Function Attrs: nounwind uwtable
define dso_local void @_ZTH4each() local_unnamed_addr #13 !dbg !148 {
entry:
  %0 = load i8, i8* @__tls_guard, align 1, !dbg !197
  %guard.uninitialized = icmp eq i8 %0, 0, !dbg !197
  br i1 %guard.uninitialized, label %init, label %exit, !dbg !197, !prof !152

init:                                             ; preds = %entry
  store i8 1, i8* @__tls_guard, align 1, !dbg !197
  %1 = tail call {}* @llvm.invariant.start.p0i8(i64 1, i8* nonnull @__tls_guard), !dbg !197
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !153, metadata !DIExpression()) #5, !dbg !198
  call void @llvm.dbg.value(metadata %struct.Both* @each, metadata !164, metadata !DIExpression()) #5, !dbg !201
  store i32 3, i32* getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 1), align 8, !dbg !203, !tbaa !177
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Both, i64 0, inrange i32 0, i64 5) to i32 (...)**), i32 (...)*** getelementptr inbounds (%struct.Both, %struct.Both* @each, i64 0, i32 0, i32 0, i32 0), align 8, !dbg !204, !tbaa !180
  %2 = tail call i32 @__cxa_thread_atexit(void (i8*)* bitcast (void (%struct.Both*)* @_ZN4BothD1Ev to void (i8*)*), i8* bitcast (%struct.Both* @each to i8*), i8* nonnull @__dso_handle) #5, !dbg !205
  br label %exit, !dbg !197

exit:                                             ; preds = %init, %entry
  ret void
}

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare {}* @llvm.invariant.start.p0i8(i64 immarg, i8* nocapture) #14

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #15

attributes #0 = { mustprogress nofree norecurse nosync nounwind readnone uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { noreturn nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { cold noreturn nounwind }
attributes #3 = { uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { inlinehint nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { uwtable "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nofree nosync nounwind readnone }
attributes #9 = { mustprogress uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nofree nounwind }
attributes #11 = { norecurse uwtable "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { nobuiltin nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #13 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #14 = { argmemonly mustprogress nofree nosync nounwind willreturn }
attributes #15 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #16 = { noreturn nounwind }
attributes #17 = { noreturn }
attributes #18 = { builtin nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!61, !62, !63, !64, !65, !66}
!llvm.ident = !{!67}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "shared", linkageName: "_ZN5space6sharedE", scope: !2, file: !3, line: 21, type: !4, isLocal: false, isDefinition: true)
!2 = !DINamespace(name: "space", scope: null)
!3 = !DIFile(filename: "object.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "75101f5b2c619d66fb9092dedc18ce20")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "both", scope: !7, file: !3, line: 29, type: !9, isLocal: false, isDefinition: true)
!7 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, globals: !51, splitDebugInlining: false, nameTableKind: None)
!8 = !{!9, !15, !12, !38}
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Both", file: !3, line: 12, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !10, vtableHolder: !12, identifier: "_ZTS4Both")
!10 = !{!11, !34}
!11 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !9, baseType: !12, extraData: i32 0)
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Left", file: !3, line: 8, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !13, vtableHolder: !15, identifier: "_ZTS4Left")
!13 = !{!14, !29, !30}
!14 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !12, baseType: !15, offset: 40, flags: DIFlagVirtual, extraData: i32 0)
!15 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Base", file: !3, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !16, vtableHolder: !15)
!16 = !{!17, !22, !26}
!17 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Base", scope: !3, file: !3, baseType: !18, size: 64, flags: DIFlagArtificial)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !20, size: 64)
!20 = !DISubroutineType(types: !21)
!21 = !{!4}
!22 = !DISubprogram(name: "~Base", scope: !15, file: !3, line: 4, type: !23, scopeLine: 4, containingType: !15, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!23 = !DISubroutineType(types: !24)
!24 = !{null, !25}
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!26 = !DISubprogram(name: "value", linkageName: "_ZN4Base5valueEv", scope: !15, file: !3, line: 5, type: !27, scopeLine: 5, containingType: !15, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual | DISPFlagOptimized)
!27 = !DISubroutineType(types: !28)
!28 = !{!4, !25}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !12, file: !3, line: 9, baseType: !4, size: 32, offset: 64)
!30 = !DISubprogram(name: "value", linkageName: "_ZN4Left5valueEv", scope: !12, file: !3, line: 10, type: !31, scopeLine: 10, containingType: !12, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!31 = !DISubroutineType(types: !32)
!32 = !{!4, !33}
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!34 = !DISubprogram(name: "value", linkageName: "_ZN4Both5valueEv", scope: !9, file: !3, line: 13, type: !35, scopeLine: 13, containingType: !9, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!35 = !DISubroutineType(types: !36)
!36 = !{!4, !37}
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!38 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Guard<int>", scope: !2, file: !3, line: 16, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !39, templateParams: !49, identifier: "_ZTSN5space5GuardIiEE")
!39 = !{!40, !42, !46}
!40 = !DIDerivedType(tag: DW_TAG_member, name: "held", scope: !38, file: !3, line: 17, baseType: !41, size: 64)
!41 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !4, size: 64)
!42 = !DISubprogram(name: "Guard", scope: !38, file: !3, line: 18, type: !43, scopeLine: 18, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!43 = !DISubroutineType(types: !44)
!44 = !{null, !45, !41}
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!46 = !DISubprogram(name: "~Guard", scope: !38, file: !3, line: 19, type: !47, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!47 = !DISubroutineType(types: !48)
!48 = !{null, !45}
!49 = !{!50}
!50 = !DITemplateTypeParameter(name: "T", type: !4)
!51 = !{!0, !5, !52, !54}
!52 = !DIGlobalVariableExpression(var: !53, expr: !DIExpression())
!53 = distinct !DIGlobalVariable(name: "each", scope: !7, file: !3, line: 30, type: !9, isLocal: false, isDefinition: true)
!54 = !DIGlobalVariableExpression(var: !55, expr: !DIExpression())
!55 = distinct !DIGlobalVariable(name: "first", scope: !56, file: !3, line: 41, type: !4, isLocal: true, isDefinition: true)
!56 = distinct !DISubprogram(name: "once", linkageName: "_Z4oncev", scope: !3, file: !3, line: 40, type: !20, scopeLine: 40, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !57)
!57 = !{!58}
!58 = !DILocalVariable(name: "closure", scope: !56, file: !3, line: 42, type: !59)
!59 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !56, file: !3, line: 42, size: 8, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !60)
!60 = !{}
!61 = !{i32 7, !"Dwarf Version", i32 5}
!62 = !{i32 2, !"Debug Info Version", i32 3}
!63 = !{i32 1, !"wchar_size", i32 4}
!64 = !{i32 7, !"PIC Level", i32 2}
!65 = !{i32 7, !"PIE Level", i32 2}
!66 = !{i32 7, !"uwtable", i32 1}
!67 = !{!"Debian clang version 14.0.6"}
!68 = distinct !DISubprogram(name: "~Base", linkageName: "_ZN4BaseD2Ev", scope: !15, file: !3, line: 7, type: !23, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !22, retainedNodes: !69)
!69 = !{!70}
!70 = !DILocalVariable(name: "this", arg: 1, scope: !68, type: !71, flags: DIFlagArtificial | DIFlagObjectPointer)
!71 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!72 = !DILocation(line: 0, scope: !68)
!73 = !DILocation(line: 7, column: 16, scope: !68)
!74 = distinct !DISubprogram(name: "~Base", linkageName: "_ZN4BaseD0Ev", scope: !15, file: !3, line: 7, type: !23, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !22, retainedNodes: !75)
!75 = !{!76}
!76 = !DILocalVariable(name: "this", arg: 1, scope: !74, type: !71, flags: DIFlagArtificial | DIFlagObjectPointer)
!77 = !DILocation(line: 0, scope: !74)
!78 = !DILocation(line: 7, column: 15, scope: !74)
!79 = distinct !DISubprogram(name: "held", linkageName: "_ZN5space4heldEi", scope: !2, file: !3, line: 22, type: !80, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !82)
!80 = !DISubroutineType(types: !81)
!81 = !{!4, !4}
!82 = !{!83, !84}
!83 = !DILocalVariable(name: "x", arg: 1, scope: !79, file: !3, line: 22, type: !4)
!84 = !DILocalVariable(name: "guard", scope: !79, file: !3, line: 23, type: !38)
!85 = !DILocation(line: 0, scope: !79)
!86 = !DILocalVariable(name: "this", arg: 1, scope: !87, type: !90, flags: DIFlagArtificial | DIFlagObjectPointer)
!87 = distinct !DISubprogram(name: "Guard", linkageName: "_ZN5space5GuardIiEC2ERi", scope: !38, file: !3, line: 18, type: !43, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !42, retainedNodes: !88)
!88 = !{!86, !89}
!89 = !DILocalVariable(name: "held", arg: 2, scope: !87, file: !3, line: 18, type: !41)
!90 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64)
!91 = !DILocation(line: 0, scope: !87, inlinedAt: !92)
!92 = distinct !DILocation(line: 23, column: 14, scope: !79)
!93 = !DILocation(line: 18, column: 47, scope: !94, inlinedAt: !92)
!94 = distinct !DILexicalBlock(scope: !87, file: !3, line: 18, column: 40)
!95 = !{!96, !96, i64 0}
!96 = !{!"int", !97, i64 0}
!97 = !{!"omnipotent char", !98, i64 0}
!98 = !{!"Simple C++ TBAA"}
!99 = !DILocation(line: 24, column: 9, scope: !100)
!100 = distinct !DILexicalBlock(scope: !79, file: !3, line: 24, column: 7)
!101 = !DILocation(line: 24, column: 7, scope: !79)
!102 = !DILocation(line: 25, column: 5, scope: !100)
!103 = !DILocation(line: 27, column: 1, scope: !100)
!104 = !DILocalVariable(name: "this", arg: 1, scope: !105, type: !90, flags: DIFlagArtificial | DIFlagObjectPointer)
!105 = distinct !DISubprogram(name: "~Guard", linkageName: "_ZN5space5GuardIiED2Ev", scope: !38, file: !3, line: 19, type: !47, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !46, retainedNodes: !106)
!106 = !{!104}
!107 = !DILocation(line: 0, scope: !105, inlinedAt: !108)
!108 = distinct !DILocation(line: 27, column: 1, scope: !79)
!109 = !DILocation(line: 19, column: 19, scope: !110, inlinedAt: !108)
!110 = distinct !DILexicalBlock(scope: !105, file: !3, line: 19, column: 12)
!111 = !DILocation(line: 27, column: 1, scope: !79)
!112 = !DILocation(line: 0, scope: !105, inlinedAt: !113)
!113 = distinct !DILocation(line: 27, column: 1, scope: !79)
!114 = !DILocation(line: 19, column: 19, scope: !110, inlinedAt: !113)
!115 = distinct !DISubprogram(name: "~Both", linkageName: "_ZN4BothD1Ev", scope: !9, file: !3, line: 12, type: !116, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !118, retainedNodes: !119)
!116 = !DISubroutineType(types: !117)
!117 = !{null, !37}
!118 = !DISubprogram(name: "~Both", scope: !9, type: !116, containingType: !9, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!119 = !{!120}
!120 = !DILocalVariable(name: "this", arg: 1, scope: !115, type: !121, flags: DIFlagArtificial | DIFlagObjectPointer)
!121 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!122 = !DILocation(line: 0, scope: !115)
!123 = !DILocation(line: 12, column: 8, scope: !115)
!124 = distinct !DISubprogram(name: "caught", linkageName: "_Z6caughti", scope: !3, file: !3, line: 31, type: !80, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !125)
!125 = !{!126, !127}
!126 = !DILocalVariable(name: "x", arg: 1, scope: !124, file: !3, line: 31, type: !4)
!127 = !DILocalVariable(name: "y", scope: !124, file: !3, line: 34, type: !4)
!128 = !DILocation(line: 0, scope: !124)
!129 = !DILocation(line: 0, scope: !79, inlinedAt: !130)
!130 = distinct !DILocation(line: 33, column: 12, scope: !131)
!131 = distinct !DILexicalBlock(scope: !124, file: !3, line: 32, column: 7)
!132 = !DILocation(line: 0, scope: !87, inlinedAt: !133)
!133 = distinct !DILocation(line: 23, column: 14, scope: !79, inlinedAt: !130)
!134 = !DILocation(line: 18, column: 47, scope: !94, inlinedAt: !133)
!135 = !DILocation(line: 24, column: 9, scope: !100, inlinedAt: !130)
!136 = !DILocation(line: 24, column: 7, scope: !79, inlinedAt: !130)
!137 = !DILocation(line: 25, column: 5, scope: !100, inlinedAt: !130)
!138 = !DILocation(line: 27, column: 1, scope: !100, inlinedAt: !130)
!139 = !DILocation(line: 0, scope: !105, inlinedAt: !140)
!140 = distinct !DILocation(line: 27, column: 1, scope: !79, inlinedAt: !130)
!141 = !DILocation(line: 19, column: 19, scope: !110, inlinedAt: !140)
!142 = !DILocation(line: 39, column: 1, scope: !131)
!143 = !DILocation(line: 34, column: 3, scope: !131)
!144 = !DILocation(line: 0, scope: !105, inlinedAt: !145)
!145 = distinct !DILocation(line: 27, column: 1, scope: !79, inlinedAt: !130)
!146 = !DILocation(line: 19, column: 19, scope: !110, inlinedAt: !145)
!147 = !DILocation(line: 0, scope: !148, inlinedAt: !151)
!148 = distinct !DISubprogram(linkageName: "__tls_init", scope: !149, file: !149, type: !150, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !60)
!149 = !DIFile(filename: "object.cpp", directory: ".")
!150 = !DISubroutineType(types: !60)
!151 = distinct !DILocation(line: 33, column: 29, scope: !131)
!152 = !{!"branch_weights", i32 1, i32 1023}
!153 = !DILocalVariable(name: "this", arg: 1, scope: !154, type: !121, flags: DIFlagArtificial | DIFlagObjectPointer)
!154 = distinct !DISubprogram(name: "Both", linkageName: "_ZN4BothC1Ev", scope: !9, file: !3, line: 12, type: !116, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !155, retainedNodes: !156)
!155 = !DISubprogram(name: "Both", scope: !9, type: !116, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!156 = !{!153}
!157 = !DILocation(line: 0, scope: !154, inlinedAt: !158)
!158 = distinct !DILocation(line: 30, column: 19, scope: !159, inlinedAt: !163)
!159 = !DILexicalBlockFile(scope: !160, file: !3, discriminator: 0)
!160 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !149, file: !149, type: !161, flags: DIFlagArtificial | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !60)
!161 = !DISubroutineType(types: !162)
!162 = !{null}
!163 = distinct !DILocation(line: 0, scope: !148, inlinedAt: !151)
!164 = !DILocalVariable(name: "this", arg: 1, scope: !165, type: !173, flags: DIFlagArtificial | DIFlagObjectPointer)
!165 = distinct !DISubprogram(name: "Left", linkageName: "_ZN4LeftC2Ev", scope: !12, file: !3, line: 8, type: !166, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !168, retainedNodes: !169)
!166 = !DISubroutineType(types: !167)
!167 = !{null, !33}
!168 = !DISubprogram(name: "Left", scope: !12, type: !166, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!169 = !{!164, !170}
!170 = !DILocalVariable(name: "vtt", arg: 2, scope: !165, type: !171, flags: DIFlagArtificial)
!171 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !172, size: 64)
!172 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!173 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!174 = !DILocation(line: 0, scope: !165, inlinedAt: !175)
!175 = distinct !DILocation(line: 12, column: 8, scope: !154, inlinedAt: !158)
!176 = !DILocation(line: 9, column: 7, scope: !165, inlinedAt: !175)
!177 = !{!178, !96, i64 8}
!178 = !{!"_ZTS4Left", !96, i64 8}
!179 = !DILocation(line: 12, column: 8, scope: !154, inlinedAt: !158)
!180 = !{!181, !181, i64 0}
!181 = !{!"vtable pointer", !98, i64 0}
!182 = !DILocation(line: 0, scope: !160, inlinedAt: !163)
!183 = !DILocalVariable(name: "this", arg: 1, scope: !184, type: !121, flags: DIFlagArtificial | DIFlagObjectPointer)
!184 = distinct !DISubprogram(name: "value", linkageName: "_ZN4Both5valueEv", scope: !9, file: !3, line: 13, type: !35, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !34, retainedNodes: !185)
!185 = !{!183}
!186 = !DILocation(line: 0, scope: !184, inlinedAt: !187)
!187 = distinct !DILocation(line: 33, column: 34, scope: !131)
!188 = !DILocation(line: 13, column: 37, scope: !184, inlinedAt: !187)
!189 = !DILocation(line: 13, column: 35, scope: !184, inlinedAt: !187)
!190 = !DILocation(line: 33, column: 27, scope: !131)
!191 = !DILocation(line: 33, column: 5, scope: !131)
!192 = !DILocation(line: 38, column: 3, scope: !193)
!193 = distinct !DILexicalBlock(scope: !124, file: !3, line: 36, column: 17)
!194 = !DILocation(line: 36, column: 3, scope: !195)
!195 = distinct !DILexicalBlock(scope: !124, file: !3, line: 34, column: 19)
!196 = !DILocation(line: 39, column: 1, scope: !124)
!197 = !DILocation(line: 0, scope: !148)
!198 = !DILocation(line: 0, scope: !154, inlinedAt: !199)
!199 = distinct !DILocation(line: 30, column: 19, scope: !159, inlinedAt: !200)
!200 = distinct !DILocation(line: 0, scope: !148)
!201 = !DILocation(line: 0, scope: !165, inlinedAt: !202)
!202 = distinct !DILocation(line: 12, column: 8, scope: !154, inlinedAt: !199)
!203 = !DILocation(line: 9, column: 7, scope: !165, inlinedAt: !202)
!204 = !DILocation(line: 12, column: 8, scope: !154, inlinedAt: !199)
!205 = !DILocation(line: 0, scope: !160, inlinedAt: !200)
!206 = !DILocation(line: 0, scope: !184)
!207 = !DILocation(line: 13, column: 37, scope: !184)
!208 = !DILocation(line: 13, column: 35, scope: !184)
!209 = !DILocation(line: 13, column: 26, scope: !184)
!210 = !DILocation(line: 41, column: 3, scope: !56)
!211 = !{!"branch_weights", i32 1, i32 1048575}
!212 = !DILocation(line: 41, column: 22, scope: !56)
!213 = !DILocalVariable(name: "this", arg: 1, scope: !214, type: !225, flags: DIFlagArtificial | DIFlagObjectPointer)
!214 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ4oncevENK3$_0clEi", scope: !59, file: !3, line: 42, type: !215, scopeLine: 42, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !219, retainedNodes: !223)
!215 = !DISubroutineType(types: !216)
!216 = !{!4, !217, !4}
!217 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !218, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!218 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !59)
!219 = !DISubprogram(name: "operator()", scope: !59, file: !3, line: 42, type: !220, scopeLine: 42, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized)
!220 = !DISubroutineType(types: !221)
!221 = !{!222, !217, !4}
!222 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "auto")
!223 = !{!213, !224}
!224 = !DILocalVariable(name: "y", arg: 2, scope: !214, file: !3, line: 42, type: !4)
!225 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !218, size: 64)
!226 = !DILocation(line: 0, scope: !214, inlinedAt: !227)
!227 = distinct !DILocation(line: 43, column: 10, scope: !56)
!228 = !DILocation(line: 42, column: 38, scope: !214, inlinedAt: !227)
!229 = !DILocation(line: 42, column: 44, scope: !214, inlinedAt: !227)
!230 = !DILocation(line: 43, column: 3, scope: !56)
!231 = !DILocation(line: 44, column: 1, scope: !56)
!232 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 45, type: !20, scopeLine: 45, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, retainedNodes: !233)
!233 = !{!234}
!234 = !DILocalVariable(name: "base", scope: !232, file: !3, line: 46, type: !71)
!235 = !DILocation(line: 46, column: 16, scope: !232)
!236 = !DILocation(line: 0, scope: !232)
!237 = !DILocation(line: 47, column: 16, scope: !232)
!238 = !DILocation(line: 41, column: 3, scope: !56, inlinedAt: !239)
!239 = distinct !DILocation(line: 47, column: 26, scope: !232)
!240 = !DILocation(line: 0, scope: !124, inlinedAt: !241)
!241 = distinct !DILocation(line: 41, column: 22, scope: !56, inlinedAt: !239)
!242 = !DILocation(line: 0, scope: !148, inlinedAt: !243)
!243 = distinct !DILocation(line: 33, column: 29, scope: !131, inlinedAt: !241)
!244 = !DILocation(line: 0, scope: !154, inlinedAt: !245)
!245 = distinct !DILocation(line: 30, column: 19, scope: !159, inlinedAt: !246)
!246 = distinct !DILocation(line: 0, scope: !148, inlinedAt: !243)
!247 = !DILocation(line: 0, scope: !165, inlinedAt: !248)
!248 = distinct !DILocation(line: 12, column: 8, scope: !154, inlinedAt: !245)
!249 = !DILocation(line: 9, column: 7, scope: !165, inlinedAt: !248)
!250 = !DILocation(line: 12, column: 8, scope: !154, inlinedAt: !245)
!251 = !DILocation(line: 0, scope: !160, inlinedAt: !246)
!252 = !DILocation(line: 0, scope: !184, inlinedAt: !253)
!253 = distinct !DILocation(line: 33, column: 34, scope: !131, inlinedAt: !241)
!254 = !DILocation(line: 13, column: 37, scope: !184, inlinedAt: !253)
!255 = !DILocation(line: 33, column: 27, scope: !131, inlinedAt: !241)
!256 = !DILocation(line: 0, scope: !214, inlinedAt: !257)
!257 = distinct !DILocation(line: 43, column: 10, scope: !56, inlinedAt: !239)
!258 = !DILocation(line: 42, column: 38, scope: !214, inlinedAt: !257)
!259 = !DILocation(line: 42, column: 44, scope: !214, inlinedAt: !257)
!260 = !DILocation(line: 47, column: 24, scope: !232)
!261 = !DILocation(line: 47, column: 3, scope: !232)
!262 = distinct !DISubprogram(name: "~Both", linkageName: "_ZN4BothD0Ev", scope: !9, file: !3, line: 12, type: !116, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7, declaration: !118, retainedNodes: !263)
!263 = !{!264}
!264 = !DILocalVariable(name: "this", arg: 1, scope: !262, type: !121, flags: DIFlagArtificial | DIFlagObjectPointer)
!265 = !DILocation(line: 0, scope: !262)
!266 = !DILocation(line: 12, column: 8, scope: !262)
