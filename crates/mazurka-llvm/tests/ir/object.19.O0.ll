; ModuleID = 'object.cpp'
source_filename = "object.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Both = type { %struct.Left.base, [4 x i8] }
%struct.Left.base = type <{ %struct.Base, i32 }>
%struct.Base = type { ptr }
%"struct.space::Guard" = type { ptr }
%struct.Left = type <{ %struct.Base, i32, [4 x i8] }>
%class.anon = type { i8 }

$_ZN5space5GuardIiEC2ERi = comdat any

$_ZN5space5GuardIiED2Ev = comdat any

$_ZN4BothC1Ev = comdat any

$_ZN4BothD1Ev = comdat any

$_ZTW4each = comdat any

$_ZN4Both5valueEv = comdat any

$_ZN4BaseC2Ev = comdat any

$_ZN4LeftC2Ev = comdat any

$_ZN4LeftD1Ev = comdat any

$_ZN4LeftD0Ev = comdat any

$_ZN4Left5valueEv = comdat any

$_ZN4BothD0Ev = comdat any

$_ZN4LeftD2Ev = comdat any

$_ZTv0_n24_N4LeftD1Ev = comdat any

$_ZTv0_n24_N4LeftD0Ev = comdat any

$_ZTv0_n32_N4Left5valueEv = comdat any

$_ZTv0_n24_N4BothD0Ev = comdat any

$_ZN4BothD2Ev = comdat any

$_ZTv0_n24_N4BothD1Ev = comdat any

$_ZTv0_n32_N4Both5valueEv = comdat any

$_ZTV4Both = comdat any

$_ZTT4Both = comdat any

$_ZTC4Both0_4Left = comdat any

$_ZTS4Left = comdat any

$_ZTI4Left = comdat any

$_ZTS4Both = comdat any

$_ZTI4Both = comdat any

$_ZTV4Left = comdat any

$_ZTT4Left = comdat any

@_ZN5space6sharedE = dso_local global i32 0, align 4, !dbg !0
@_ZTIi = external constant ptr
@both = dso_local global %struct.Both zeroinitializer, align 8, !dbg !5
@__dso_handle = external hidden global i8
@each = dso_local thread_local global %struct.Both zeroinitializer, align 8, !dbg !23
@_ZZ4oncevE5first = internal global i32 0, align 4, !dbg !54
@_ZGVZ4oncevE5first = internal global i64 0, align 8
@_ZTV4Base = dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI4Base, ptr @_ZN4BaseD1Ev, ptr @_ZN4BaseD0Ev, ptr @__cxa_pure_virtual] }, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTS4Base = dso_local constant [6 x i8] c"4Base\00", align 1
@_ZTI4Base = dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS4Base }, align 8
@_ZTV4Both = linkonce_odr dso_local unnamed_addr constant { [8 x ptr] } { [8 x ptr] [ptr null, ptr null, ptr null, ptr null, ptr @_ZTI4Both, ptr @_ZN4BothD1Ev, ptr @_ZN4BothD0Ev, ptr @_ZN4Both5valueEv] }, comdat, align 8
@_ZTT4Both = linkonce_odr dso_local unnamed_addr constant [4 x ptr] [ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTV4Both, i32 0, i32 0, i32 5), ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTC4Both0_4Left, i32 0, i32 0, i32 5), ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTC4Both0_4Left, i32 0, i32 0, i32 5), ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTV4Both, i32 0, i32 0, i32 5)], comdat, align 8
@_ZTC4Both0_4Left = linkonce_odr dso_local unnamed_addr constant { [8 x ptr] } { [8 x ptr] [ptr null, ptr null, ptr null, ptr null, ptr @_ZTI4Left, ptr @_ZN4LeftD1Ev, ptr @_ZN4LeftD0Ev, ptr @_ZN4Left5valueEv] }, comdat, align 8
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = external global [0 x ptr]
@_ZTS4Left = linkonce_odr dso_local constant [6 x i8] c"4Left\00", comdat, align 1
@_ZTI4Left = linkonce_odr dso_local constant { ptr, ptr, i32, i32, ptr, i64 } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2), ptr @_ZTS4Left, i32 0, i32 1, ptr @_ZTI4Base, i64 -10237 }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTS4Both = linkonce_odr dso_local constant [6 x i8] c"4Both\00", comdat, align 1
@_ZTI4Both = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS4Both, ptr @_ZTI4Left }, comdat, align 8
@_ZTV4Left = linkonce_odr dso_local unnamed_addr constant { [8 x ptr] } { [8 x ptr] [ptr null, ptr null, ptr null, ptr null, ptr @_ZTI4Left, ptr @_ZN4LeftD1Ev, ptr @_ZN4LeftD0Ev, ptr @_ZN4Left5valueEv] }, comdat, align 8
@_ZTT4Left = linkonce_odr dso_local unnamed_addr constant [2 x ptr] [ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTV4Left, i32 0, i32 0, i32 5), ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTV4Left, i32 0, i32 0, i32 5)], comdat, align 8
@__tls_guard = internal thread_local global i8 0, align 1
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_object.cpp, ptr null }]

@_ZN4BaseD1Ev = dso_local unnamed_addr alias void (ptr), ptr @_ZN4BaseD2Ev
@_ZTH4each = dso_local alias void (), ptr @__tls_init

; Function Attrs: mustprogress noinline nounwind uwtable
define dso_local void @_ZN4BaseD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #0 align 2 !dbg !66 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !67, !DIExpression(), !69)
  %this1 = load ptr, ptr %this.addr, align 8
  ret void, !dbg !70
}

; Function Attrs: mustprogress noinline nounwind uwtable
define dso_local void @_ZN4BaseD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #0 align 2 !dbg !71 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !72, !DIExpression(), !73)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @llvm.trap() #11, !dbg !74
  unreachable, !dbg !74
}

; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
declare void @llvm.trap() #1

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_ZN5space4heldEi(i32 noundef %x) #2 personality ptr @__gxx_personality_v0 !dbg !75 {
entry:
  %x.addr = alloca i32, align 4
  %guard = alloca %"struct.space::Guard", align 8
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !78, !DIExpression(), !79)
    #dbg_declare(ptr %guard, !80, !DIExpression(), !81)
  call void @_ZN5space5GuardIiEC2ERi(ptr noundef nonnull align 8 dereferenceable(8) %guard, ptr noundef nonnull align 4 dereferenceable(4) @_ZN5space6sharedE), !dbg !81
  %0 = load i32, ptr %x.addr, align 4, !dbg !82
  %cmp = icmp sgt i32 %0, 3, !dbg !84
  br i1 %cmp, label %if.then, label %if.end, !dbg !85

if.then:                                          ; preds = %entry
  %exception = call ptr @__cxa_allocate_exception(i64 4) #4, !dbg !86
  %1 = load i32, ptr %x.addr, align 4, !dbg !87
  store i32 %1, ptr %exception, align 16, !dbg !86
  invoke void @__cxa_throw(ptr %exception, ptr @_ZTIi, ptr null) #12
          to label %unreachable unwind label %lpad, !dbg !86

lpad:                                             ; preds = %if.then
  %2 = landingpad { ptr, i32 }
          cleanup, !dbg !88
  %3 = extractvalue { ptr, i32 } %2, 0, !dbg !88
  store ptr %3, ptr %exn.slot, align 8, !dbg !88
  %4 = extractvalue { ptr, i32 } %2, 1, !dbg !88
  store i32 %4, ptr %ehselector.slot, align 4, !dbg !88
  call void @_ZN5space5GuardIiED2Ev(ptr noundef nonnull align 8 dereferenceable(8) %guard) #4, !dbg !89
  br label %eh.resume, !dbg !89

if.end:                                           ; preds = %entry
  %5 = load i32, ptr %x.addr, align 4, !dbg !90
  call void @_ZN5space5GuardIiED2Ev(ptr noundef nonnull align 8 dereferenceable(8) %guard) #4, !dbg !89
  ret i32 %5, !dbg !89

eh.resume:                                        ; preds = %lpad
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !89
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !89
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn, 0, !dbg !89
  %lpad.val1 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !89
  resume { ptr, i32 } %lpad.val1, !dbg !89

unreachable:                                      ; preds = %if.then
  unreachable
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5space5GuardIiEC2ERi(ptr noundef nonnull align 8 dereferenceable(8) %this, ptr noundef nonnull align 4 dereferenceable(4) %held) unnamed_addr #0 comdat align 2 !dbg !91 {
entry:
  %this.addr = alloca ptr, align 8
  %held.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !92, !DIExpression(), !94)
  store ptr %held, ptr %held.addr, align 8
    #dbg_declare(ptr %held.addr, !95, !DIExpression(), !96)
  %this1 = load ptr, ptr %this.addr, align 8
  %held2 = getelementptr inbounds %"struct.space::Guard", ptr %this1, i32 0, i32 0, !dbg !97
  %0 = load ptr, ptr %held.addr, align 8, !dbg !98
  store ptr %0, ptr %held2, align 8, !dbg !97
  %1 = load ptr, ptr %held.addr, align 8, !dbg !99
  %2 = load i32, ptr %1, align 4, !dbg !101
  %add = add nsw i32 %2, 1, !dbg !101
  store i32 %add, ptr %1, align 4, !dbg !101
  ret void, !dbg !102
}

declare ptr @__cxa_allocate_exception(i64)

declare void @__cxa_throw(ptr, ptr, ptr)

declare i32 @__gxx_personality_v0(...)

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5space5GuardIiED2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #0 comdat align 2 !dbg !103 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !104, !DIExpression(), !105)
  %this1 = load ptr, ptr %this.addr, align 8
  %held = getelementptr inbounds %"struct.space::Guard", ptr %this1, i32 0, i32 0, !dbg !106
  %0 = load ptr, ptr %held, align 8, !dbg !106
  %1 = load i32, ptr %0, align 4, !dbg !108
  %sub = sub nsw i32 %1, 1, !dbg !108
  store i32 %sub, ptr %0, align 4, !dbg !108
  ret void, !dbg !109
}

; Function Attrs: noinline uwtable
define internal void @__cxx_global_var_init() #3 section ".text.startup" !dbg !110 {
entry:
  call void @_ZN4BothC1Ev(ptr noundef nonnull align 8 dereferenceable(12) @both) #4, !dbg !113
  %0 = call i32 @__cxa_atexit(ptr @_ZN4BothD1Ev, ptr @both, ptr @__dso_handle) #4, !dbg !114
  ret void, !dbg !113
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothC1Ev(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !115 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !119, !DIExpression(), !121)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN4BaseC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #4, !dbg !122
  call void @_ZN4LeftC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this1, ptr noundef getelementptr inbounds ([4 x ptr], ptr @_ZTT4Both, i64 0, i64 1)) #4, !dbg !122
  store ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTV4Both, i32 0, i32 0, i32 5), ptr %this1, align 8, !dbg !122
  store ptr getelementptr inbounds inrange(-40, 24) ({ [8 x ptr] }, ptr @_ZTV4Both, i32 0, i32 0, i32 5), ptr %this1, align 8, !dbg !122
  ret void, !dbg !122
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothD1Ev(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !123 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !125, !DIExpression(), !126)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN4BothD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this1, ptr noundef @_ZTT4Both) #4, !dbg !127
  call void @_ZN4BaseD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #4, !dbg !127
  ret void, !dbg !127
}

; Function Attrs: nounwind
declare i32 @__cxa_atexit(ptr, ptr, ptr) #4

; Function Attrs: noinline uwtable
define internal void @__cxx_global_var_init.1() #3 section ".text.startup" !dbg !128 {
entry:
  call void @_ZN4BothC1Ev(ptr noundef nonnull align 8 dereferenceable(12) @each) #4, !dbg !129
  %0 = call i32 @__cxa_thread_atexit(ptr @_ZN4BothD1Ev, ptr @each, ptr @__dso_handle) #4, !dbg !130
  ret void, !dbg !129
}

; Function Attrs: nounwind
declare i32 @__cxa_thread_atexit(ptr, ptr, ptr) #4

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z6caughti(i32 noundef %x) #2 personality ptr @__gxx_personality_v0 !dbg !131 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %y = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !132, !DIExpression(), !133)
  %0 = load i32, ptr %x.addr, align 4, !dbg !134
  %call = invoke noundef i32 @_ZN5space4heldEi(i32 noundef %0)
          to label %invoke.cont unwind label %lpad, !dbg !136

invoke.cont:                                      ; preds = %entry
  %1 = call ptr @_ZTW4each(), !dbg !137
  %call2 = invoke noundef i32 @_ZN4Both5valueEv(ptr noundef nonnull align 8 dereferenceable(12) %1)
          to label %invoke.cont1 unwind label %lpad, !dbg !138

invoke.cont1:                                     ; preds = %invoke.cont
  %add = add nsw i32 %call, %call2, !dbg !139
  store i32 %add, ptr %retval, align 4, !dbg !140
  br label %return, !dbg !140

lpad:                                             ; preds = %invoke.cont, %entry
  %2 = landingpad { ptr, i32 }
          catch ptr @_ZTIi
          catch ptr null, !dbg !141
  %3 = extractvalue { ptr, i32 } %2, 0, !dbg !141
  store ptr %3, ptr %exn.slot, align 8, !dbg !141
  %4 = extractvalue { ptr, i32 } %2, 1, !dbg !141
  store i32 %4, ptr %ehselector.slot, align 4, !dbg !141
  br label %catch.dispatch, !dbg !141

catch.dispatch:                                   ; preds = %lpad
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !142
  %5 = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi) #4, !dbg !142
  %matches = icmp eq i32 %sel, %5, !dbg !142
  br i1 %matches, label %catch3, label %catch, !dbg !142

catch3:                                           ; preds = %catch.dispatch
    #dbg_declare(ptr %y, !143, !DIExpression(), !144)
  %exn4 = load ptr, ptr %exn.slot, align 8, !dbg !145
  %6 = call ptr @__cxa_begin_catch(ptr %exn4) #4, !dbg !145
  %7 = load i32, ptr %6, align 4, !dbg !145
  store i32 %7, ptr %y, align 4, !dbg !145
  %8 = load i32, ptr %y, align 4, !dbg !147
  store i32 %8, ptr %retval, align 4, !dbg !149
  call void @__cxa_end_catch() #4, !dbg !150
  br label %return

catch:                                            ; preds = %catch.dispatch
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !142
  %9 = call ptr @__cxa_begin_catch(ptr %exn) #4, !dbg !142
  store i32 -1, ptr %retval, align 4, !dbg !151
  call void @__cxa_end_catch(), !dbg !145
  br label %return

try.cont:                                         ; No predecessors!
  call void @llvm.trap(), !dbg !150
  unreachable, !dbg !150

return:                                           ; preds = %catch3, %catch, %invoke.cont1
  %10 = load i32, ptr %retval, align 4, !dbg !152
  ret i32 %10, !dbg !152
}

; Function Attrs: noinline uwtable
define weak_odr hidden noundef ptr @_ZTW4each() #5 comdat {
  call void @_ZTH4each()
  %1 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @each)
  ret ptr %1
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZN4Both5valueEv(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !153 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !154, !DIExpression(), !155)
  %this1 = load ptr, ptr %this.addr, align 8
  %x = getelementptr inbounds %struct.Left, ptr %this1, i32 0, i32 1, !dbg !156
  %0 = load i32, ptr %x, align 8, !dbg !156
  %add = add nsw i32 7, %0, !dbg !157
  ret i32 %add, !dbg !158
}

; Function Attrs: nounwind memory(none)
declare i32 @llvm.eh.typeid.for.p0(ptr) #6

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_end_catch()

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z4oncev() #2 personality ptr @__gxx_personality_v0 !dbg !56 {
entry:
  %exn.slot = alloca ptr, align 8
  %ehselector.slot = alloca i32, align 4
  %closure = alloca %class.anon, align 1
  %0 = load atomic i8, ptr @_ZGVZ4oncevE5first acquire, align 8, !dbg !159
  %guard.uninitialized = icmp eq i8 %0, 0, !dbg !159
  br i1 %guard.uninitialized, label %init.check, label %init.end, !dbg !159, !prof !160

init.check:                                       ; preds = %entry
  %1 = call i32 @__cxa_guard_acquire(ptr @_ZGVZ4oncevE5first) #4, !dbg !159
  %tobool = icmp ne i32 %1, 0, !dbg !159
  br i1 %tobool, label %init, label %init.end, !dbg !159

init:                                             ; preds = %init.check
  %call = invoke noundef i32 @_Z6caughti(i32 noundef 2)
          to label %invoke.cont unwind label %lpad, !dbg !161

invoke.cont:                                      ; preds = %init
  store i32 %call, ptr @_ZZ4oncevE5first, align 4, !dbg !159
  call void @__cxa_guard_release(ptr @_ZGVZ4oncevE5first) #4, !dbg !159
  br label %init.end, !dbg !159

init.end:                                         ; preds = %invoke.cont, %init.check, %entry
    #dbg_declare(ptr %closure, !162, !DIExpression(), !164)
  %call1 = call noundef i32 @"_ZZ4oncevENK3$_0clEi"(ptr noundef nonnull align 1 dereferenceable(1) %closure, i32 noundef 1), !dbg !165
  ret i32 %call1, !dbg !166

lpad:                                             ; preds = %init
  %2 = landingpad { ptr, i32 }
          cleanup, !dbg !167
  %3 = extractvalue { ptr, i32 } %2, 0, !dbg !167
  store ptr %3, ptr %exn.slot, align 8, !dbg !167
  %4 = extractvalue { ptr, i32 } %2, 1, !dbg !167
  store i32 %4, ptr %ehselector.slot, align 4, !dbg !167
  call void @__cxa_guard_abort(ptr @_ZGVZ4oncevE5first) #4, !dbg !159
  br label %eh.resume, !dbg !159

eh.resume:                                        ; preds = %lpad
  %exn = load ptr, ptr %exn.slot, align 8, !dbg !159
  %sel = load i32, ptr %ehselector.slot, align 4, !dbg !159
  %lpad.val = insertvalue { ptr, i32 } poison, ptr %exn, 0, !dbg !159
  %lpad.val2 = insertvalue { ptr, i32 } %lpad.val, i32 %sel, 1, !dbg !159
  resume { ptr, i32 } %lpad.val2, !dbg !159
}

; Function Attrs: nounwind
declare i32 @__cxa_guard_acquire(ptr) #4

; Function Attrs: nounwind
declare void @__cxa_guard_abort(ptr) #4

; Function Attrs: nounwind
declare void @__cxa_guard_release(ptr) #4

; Function Attrs: mustprogress noinline nounwind uwtable
define internal noundef i32 @"_ZZ4oncevENK3$_0clEi"(ptr noundef nonnull align 1 dereferenceable(1) %this, i32 noundef %y) #0 align 2 !dbg !168 {
entry:
  %this.addr = alloca ptr, align 8
  %y.addr = alloca i32, align 4
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !174, !DIExpression(), !176)
  store i32 %y, ptr %y.addr, align 4
    #dbg_declare(ptr %y.addr, !177, !DIExpression(), !178)
  %this1 = load ptr, ptr %this.addr, align 8
  %0 = load i32, ptr @_ZZ4oncevE5first, align 4, !dbg !179
  %1 = load i32, ptr %y.addr, align 4, !dbg !180
  %add = add nsw i32 %0, %1, !dbg !181
  ret i32 %add, !dbg !182
}

; Function Attrs: mustprogress noinline norecurse uwtable
define dso_local noundef i32 @main() #7 !dbg !183 {
entry:
  %retval = alloca i32, align 4
  %base = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %base, !184, !DIExpression(), !185)
  br i1 false, label %cast.end, label %cast.notnull, !dbg !186

cast.notnull:                                     ; preds = %entry
  %vtable = load ptr, ptr @both, align 8, !dbg !186
  %vbase.offset.ptr = getelementptr i8, ptr %vtable, i64 -40, !dbg !186
  %vbase.offset = load i64, ptr %vbase.offset.ptr, align 8, !dbg !186
  %add.ptr = getelementptr inbounds i8, ptr @both, i64 %vbase.offset, !dbg !186
  br label %cast.end, !dbg !186

cast.end:                                         ; preds = %cast.notnull, %entry
  %cast.result = phi ptr [ %add.ptr, %cast.notnull ], [ null, %entry ], !dbg !186
  store ptr %cast.result, ptr %base, align 8, !dbg !185
  %0 = load ptr, ptr %base, align 8, !dbg !187
  %vtable1 = load ptr, ptr %0, align 8, !dbg !188
  %vfn = getelementptr inbounds ptr, ptr %vtable1, i64 2, !dbg !188
  %1 = load ptr, ptr %vfn, align 8, !dbg !188
  %call = call noundef i32 %1(ptr noundef nonnull align 8 dereferenceable(8) %0), !dbg !188
  %call2 = call noundef i32 @_Z4oncev(), !dbg !189
  %add = add nsw i32 %call, %call2, !dbg !190
  ret i32 %add, !dbg !191
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BaseC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #0 comdat align 2 !dbg !192 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !194, !DIExpression(), !195)
  %this1 = load ptr, ptr %this.addr, align 8
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV4Base, i32 0, i32 0, i32 2), ptr %this1, align 8, !dbg !196
  ret void, !dbg !196
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4LeftC2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this, ptr noundef %vtt) unnamed_addr #0 comdat align 2 !dbg !197 {
entry:
  %this.addr = alloca ptr, align 8
  %vtt.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !201, !DIExpression(), !203)
  store ptr %vtt, ptr %vtt.addr, align 8
    #dbg_declare(ptr %vtt.addr, !204, !DIExpression(), !203)
  %this1 = load ptr, ptr %this.addr, align 8
  %vtt2 = load ptr, ptr %vtt.addr, align 8
  %0 = load ptr, ptr %vtt2, align 8, !dbg !207
  store ptr %0, ptr %this1, align 8, !dbg !207
  %1 = getelementptr inbounds ptr, ptr %vtt2, i64 1, !dbg !207
  %2 = load ptr, ptr %1, align 8, !dbg !207
  %vtable = load ptr, ptr %this1, align 8, !dbg !207
  %vbase.offset.ptr = getelementptr i8, ptr %vtable, i64 -40, !dbg !207
  %vbase.offset = load i64, ptr %vbase.offset.ptr, align 8, !dbg !207
  %add.ptr = getelementptr inbounds i8, ptr %this1, i64 %vbase.offset, !dbg !207
  store ptr %2, ptr %add.ptr, align 8, !dbg !207
  %x = getelementptr inbounds %struct.Left, ptr %this1, i32 0, i32 1, !dbg !208
  store i32 3, ptr %x, align 8, !dbg !208
  ret void, !dbg !207
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4LeftD1Ev(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !209 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !211, !DIExpression(), !212)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN4LeftD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this1, ptr noundef @_ZTT4Left) #4, !dbg !213
  call void @_ZN4BaseD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %this1) #4, !dbg !213
  ret void, !dbg !213
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4LeftD0Ev(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !214 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !215, !DIExpression(), !216)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN4LeftD1Ev(ptr noundef nonnull align 8 dereferenceable(12) %this1) #4, !dbg !217
  call void @_ZdlPvm(ptr noundef %this1, i64 noundef 16) #13, !dbg !217
  ret void, !dbg !217
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZN4Left5valueEv(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !218 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !219, !DIExpression(), !220)
  %this1 = load ptr, ptr %this.addr, align 8
  %x = getelementptr inbounds %struct.Left, ptr %this1, i32 0, i32 1, !dbg !221
  %0 = load i32, ptr %x, align 8, !dbg !221
  ret i32 %0, !dbg !222
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothD0Ev(ptr noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !223 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !224, !DIExpression(), !225)
  %this1 = load ptr, ptr %this.addr, align 8
  call void @_ZN4BothD1Ev(ptr noundef nonnull align 8 dereferenceable(12) %this1) #4, !dbg !226
  call void @_ZdlPvm(ptr noundef %this1, i64 noundef 16) #13, !dbg !226
  ret void, !dbg !226
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4LeftD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this, ptr noundef %vtt) unnamed_addr #0 comdat align 2 !dbg !227 {
entry:
  %this.addr = alloca ptr, align 8
  %vtt.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !228, !DIExpression(), !229)
  store ptr %vtt, ptr %vtt.addr, align 8
    #dbg_declare(ptr %vtt.addr, !230, !DIExpression(), !229)
  %this1 = load ptr, ptr %this.addr, align 8
  %vtt2 = load ptr, ptr %vtt.addr, align 8
  ret void, !dbg !231
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N4LeftD1Ev(ptr noundef %this) unnamed_addr #8 comdat align 2 !dbg !232 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !234
  %vtable = load ptr, ptr %this1, align 8, !dbg !234
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -24, !dbg !234
  %1 = load i64, ptr %0, align 8, !dbg !234
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !234
  tail call void @_ZN4LeftD1Ev(ptr noundef nonnull align 8 dereferenceable(12) %2) #4, !dbg !234
  ret void, !dbg !234
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPvm(ptr noundef, i64 noundef) #9

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N4LeftD0Ev(ptr noundef %this) unnamed_addr #8 comdat align 2 !dbg !235 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !236
  %vtable = load ptr, ptr %this1, align 8, !dbg !236
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -24, !dbg !236
  %1 = load i64, ptr %0, align 8, !dbg !236
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !236
  tail call void @_ZN4LeftD0Ev(ptr noundef nonnull align 8 dereferenceable(12) %2) #4, !dbg !236
  ret void, !dbg !236
}

; Function Attrs: noinline uwtable
define linkonce_odr dso_local noundef i32 @_ZTv0_n32_N4Left5valueEv(ptr noundef %this) unnamed_addr #3 comdat align 2 !dbg !237 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !238
  %vtable = load ptr, ptr %this1, align 8, !dbg !238
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -32, !dbg !238
  %1 = load i64, ptr %0, align 8, !dbg !238
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !238
  %call = tail call noundef i32 @_ZN4Left5valueEv(ptr noundef nonnull align 8 dereferenceable(12) %2), !dbg !238
  ret i32 %call, !dbg !238
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N4BothD0Ev(ptr noundef %this) unnamed_addr #8 comdat align 2 !dbg !239 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !240
  %vtable = load ptr, ptr %this1, align 8, !dbg !240
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -24, !dbg !240
  %1 = load i64, ptr %0, align 8, !dbg !240
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !240
  tail call void @_ZN4BothD0Ev(ptr noundef nonnull align 8 dereferenceable(12) %2) #4, !dbg !240
  ret void, !dbg !240
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this, ptr noundef %vtt) unnamed_addr #0 comdat align 2 !dbg !241 {
entry:
  %this.addr = alloca ptr, align 8
  %vtt.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
    #dbg_declare(ptr %this.addr, !242, !DIExpression(), !243)
  store ptr %vtt, ptr %vtt.addr, align 8
    #dbg_declare(ptr %vtt.addr, !244, !DIExpression(), !243)
  %this1 = load ptr, ptr %this.addr, align 8
  %vtt2 = load ptr, ptr %vtt.addr, align 8
  %0 = getelementptr inbounds ptr, ptr %vtt2, i64 1, !dbg !245
  call void @_ZN4LeftD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %this1, ptr noundef %0) #4, !dbg !245
  ret void, !dbg !247
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N4BothD1Ev(ptr noundef %this) unnamed_addr #8 comdat align 2 !dbg !248 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !249
  %vtable = load ptr, ptr %this1, align 8, !dbg !249
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -24, !dbg !249
  %1 = load i64, ptr %0, align 8, !dbg !249
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !249
  tail call void @_ZN4BothD1Ev(ptr noundef nonnull align 8 dereferenceable(12) %2) #4, !dbg !249
  ret void, !dbg !249
}

; Function Attrs: noinline uwtable
define linkonce_odr dso_local noundef i32 @_ZTv0_n32_N4Both5valueEv(ptr noundef %this) unnamed_addr #3 comdat align 2 !dbg !250 {
entry:
  %this.addr = alloca ptr, align 8
  store ptr %this, ptr %this.addr, align 8
  %this1 = load ptr, ptr %this.addr, align 8, !dbg !251
  %vtable = load ptr, ptr %this1, align 8, !dbg !251
  %0 = getelementptr inbounds i8, ptr %vtable, i64 -32, !dbg !251
  %1 = load i64, ptr %0, align 8, !dbg !251
  %2 = getelementptr inbounds i8, ptr %this1, i64 %1, !dbg !251
  %call = tail call noundef i32 @_ZN4Both5valueEv(ptr noundef nonnull align 8 dereferenceable(12) %2), !dbg !251
  ret i32 %call, !dbg !251
}

; Function Attrs: noinline uwtable
define internal void @_GLOBAL__sub_I_object.cpp() #3 section ".text.startup" !dbg !252 {
entry:
  call void @__cxx_global_var_init(), !dbg !253
  ret void
}

; Function Attrs: noinline uwtable
define internal void @__tls_init() #3 !dbg !254 {
entry:
  %0 = load i8, ptr @__tls_guard, align 1, !dbg !255
  %guard.uninitialized = icmp eq i8 %0, 0, !dbg !255
  br i1 %guard.uninitialized, label %init, label %exit, !dbg !255, !prof !256

init:                                             ; preds = %entry
  store i8 1, ptr @__tls_guard, align 1, !dbg !255
  call void @__cxx_global_var_init.1(), !dbg !255
  br label %exit, !dbg !255

exit:                                             ; preds = %init, %entry
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #10

attributes #0 = { mustprogress noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #2 = { mustprogress noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noinline uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind memory(none) }
attributes #7 = { mustprogress noinline norecurse uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nobuiltin nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { noreturn nounwind }
attributes #12 = { noreturn }
attributes #13 = { builtin nounwind }

!llvm.dbg.cu = !{!7}
!llvm.module.flags = !{!58, !59, !60, !61, !62, !63, !64}
!llvm.ident = !{!65}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "shared", linkageName: "_ZN5space6sharedE", scope: !2, file: !3, line: 21, type: !4, isLocal: false, isDefinition: true)
!2 = !DINamespace(name: "space", scope: null)
!3 = !DIFile(filename: "object.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "75101f5b2c619d66fb9092dedc18ce20")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "both", scope: !7, file: !3, line: 29, type: !25, isLocal: false, isDefinition: true)
!7 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, globals: !22, splitDebugInlining: false, nameTableKind: None)
!8 = !{!9}
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Guard<int>", scope: !2, file: !3, line: 16, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !10, templateParams: !20, identifier: "_ZTSN5space5GuardIiEE")
!10 = !{!11, !13, !17}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "held", scope: !9, file: !3, line: 17, baseType: !12, size: 64)
!12 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !4, size: 64)
!13 = !DISubprogram(name: "Guard", scope: !9, file: !3, line: 18, type: !14, scopeLine: 18, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
!14 = !DISubroutineType(types: !15)
!15 = !{null, !16, !12}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!17 = !DISubprogram(name: "~Guard", scope: !9, file: !3, line: 19, type: !18, scopeLine: 19, flags: DIFlagPrototyped, spFlags: 0)
!18 = !DISubroutineType(types: !19)
!19 = !{null, !16}
!20 = !{!21}
!21 = !DITemplateTypeParameter(name: "T", type: !4)
!22 = !{!0, !5, !23, !54}
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(name: "each", scope: !7, file: !3, line: 30, type: !25, isLocal: false, isDefinition: true)
!25 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Both", file: !3, line: 12, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !26, vtableHolder: !28, identifier: "_ZTS4Both")
!26 = !{!27, !50}
!27 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !25, baseType: !28, extraData: i32 0)
!28 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Left", file: !3, line: 8, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !29, vtableHolder: !31, identifier: "_ZTS4Left")
!29 = !{!30, !45, !46}
!30 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !28, baseType: !31, offset: 40, flags: DIFlagVirtual, extraData: i32 0)
!31 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Base", file: !3, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !32, vtableHolder: !31)
!32 = !{!33, !38, !42}
!33 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Base", scope: !3, file: !3, baseType: !34, size: 64, flags: DIFlagArtificial)
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !35, size: 64)
!35 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !36, size: 64)
!36 = !DISubroutineType(types: !37)
!37 = !{!4}
!38 = !DISubprogram(name: "~Base", scope: !31, file: !3, line: 4, type: !39, scopeLine: 4, containingType: !31, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!39 = !DISubroutineType(types: !40)
!40 = !{null, !41}
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!42 = !DISubprogram(name: "value", linkageName: "_ZN4Base5valueEv", scope: !31, file: !3, line: 5, type: !43, scopeLine: 5, containingType: !31, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual)
!43 = !DISubroutineType(types: !44)
!44 = !{!4, !41}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !28, file: !3, line: 9, baseType: !4, size: 32, offset: 64)
!46 = !DISubprogram(name: "value", linkageName: "_ZN4Left5valueEv", scope: !28, file: !3, line: 10, type: !47, scopeLine: 10, containingType: !28, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!47 = !DISubroutineType(types: !48)
!48 = !{!4, !49}
!49 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!50 = !DISubprogram(name: "value", linkageName: "_ZN4Both5valueEv", scope: !25, file: !3, line: 13, type: !51, scopeLine: 13, containingType: !25, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!51 = !DISubroutineType(types: !52)
!52 = !{!4, !53}
!53 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!54 = !DIGlobalVariableExpression(var: !55, expr: !DIExpression())
!55 = distinct !DIGlobalVariable(name: "first", scope: !56, file: !3, line: 41, type: !4, isLocal: true, isDefinition: true)
!56 = distinct !DISubprogram(name: "once", linkageName: "_Z4oncev", scope: !3, file: !3, line: 40, type: !36, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!57 = !{}
!58 = !{i32 7, !"Dwarf Version", i32 5}
!59 = !{i32 2, !"Debug Info Version", i32 3}
!60 = !{i32 1, !"wchar_size", i32 4}
!61 = !{i32 8, !"PIC Level", i32 2}
!62 = !{i32 7, !"PIE Level", i32 2}
!63 = !{i32 7, !"uwtable", i32 2}
!64 = !{i32 7, !"frame-pointer", i32 2}
!65 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!66 = distinct !DISubprogram(name: "~Base", linkageName: "_ZN4BaseD2Ev", scope: !31, file: !3, line: 7, type: !39, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !38, retainedNodes: !57)
!67 = !DILocalVariable(name: "this", arg: 1, scope: !66, type: !68, flags: DIFlagArtificial | DIFlagObjectPointer)
!68 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!69 = !DILocation(line: 0, scope: !66)
!70 = !DILocation(line: 7, column: 16, scope: !66)
!71 = distinct !DISubprogram(name: "~Base", linkageName: "_ZN4BaseD0Ev", scope: !31, file: !3, line: 7, type: !39, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !38, retainedNodes: !57)
!72 = !DILocalVariable(name: "this", arg: 1, scope: !71, type: !68, flags: DIFlagArtificial | DIFlagObjectPointer)
!73 = !DILocation(line: 0, scope: !71)
!74 = !DILocation(line: 7, column: 15, scope: !71)
!75 = distinct !DISubprogram(name: "held", linkageName: "_ZN5space4heldEi", scope: !2, file: !3, line: 22, type: !76, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!76 = !DISubroutineType(types: !77)
!77 = !{!4, !4}
!78 = !DILocalVariable(name: "x", arg: 1, scope: !75, file: !3, line: 22, type: !4)
!79 = !DILocation(line: 22, column: 14, scope: !75)
!80 = !DILocalVariable(name: "guard", scope: !75, file: !3, line: 23, type: !9)
!81 = !DILocation(line: 23, column: 14, scope: !75)
!82 = !DILocation(line: 24, column: 7, scope: !83)
!83 = distinct !DILexicalBlock(scope: !75, file: !3, line: 24, column: 7)
!84 = !DILocation(line: 24, column: 9, scope: !83)
!85 = !DILocation(line: 24, column: 7, scope: !75)
!86 = !DILocation(line: 25, column: 5, scope: !83)
!87 = !DILocation(line: 25, column: 11, scope: !83)
!88 = !DILocation(line: 27, column: 1, scope: !83)
!89 = !DILocation(line: 27, column: 1, scope: !75)
!90 = !DILocation(line: 26, column: 10, scope: !75)
!91 = distinct !DISubprogram(name: "Guard", linkageName: "_ZN5space5GuardIiEC2ERi", scope: !9, file: !3, line: 18, type: !14, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !13, retainedNodes: !57)
!92 = !DILocalVariable(name: "this", arg: 1, scope: !91, type: !93, flags: DIFlagArtificial | DIFlagObjectPointer)
!93 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!94 = !DILocation(line: 0, scope: !91)
!95 = !DILocalVariable(name: "held", arg: 2, scope: !91, file: !3, line: 18, type: !12)
!96 = !DILocation(line: 18, column: 21, scope: !91)
!97 = !DILocation(line: 18, column: 29, scope: !91)
!98 = !DILocation(line: 18, column: 34, scope: !91)
!99 = !DILocation(line: 18, column: 42, scope: !100)
!100 = distinct !DILexicalBlock(scope: !91, file: !3, line: 18, column: 40)
!101 = !DILocation(line: 18, column: 47, scope: !100)
!102 = !DILocation(line: 18, column: 53, scope: !91)
!103 = distinct !DISubprogram(name: "~Guard", linkageName: "_ZN5space5GuardIiED2Ev", scope: !9, file: !3, line: 19, type: !18, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !17, retainedNodes: !57)
!104 = !DILocalVariable(name: "this", arg: 1, scope: !103, type: !93, flags: DIFlagArtificial | DIFlagObjectPointer)
!105 = !DILocation(line: 0, scope: !103)
!106 = !DILocation(line: 19, column: 14, scope: !107)
!107 = distinct !DILexicalBlock(scope: !103, file: !3, line: 19, column: 12)
!108 = !DILocation(line: 19, column: 19, scope: !107)
!109 = !DILocation(line: 19, column: 25, scope: !103)
!110 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !3, file: !3, type: !111, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7)
!111 = !DISubroutineType(types: !112)
!112 = !{null}
!113 = !DILocation(line: 29, column: 6, scope: !110)
!114 = !DILocation(line: 0, scope: !110)
!115 = distinct !DISubprogram(name: "Both", linkageName: "_ZN4BothC1Ev", scope: !25, file: !3, line: 12, type: !116, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !118, retainedNodes: !57)
!116 = !DISubroutineType(types: !117)
!117 = !{null, !53}
!118 = !DISubprogram(name: "Both", scope: !25, type: !116, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!119 = !DILocalVariable(name: "this", arg: 1, scope: !115, type: !120, flags: DIFlagArtificial | DIFlagObjectPointer)
!120 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64)
!121 = !DILocation(line: 0, scope: !115)
!122 = !DILocation(line: 12, column: 8, scope: !115)
!123 = distinct !DISubprogram(name: "~Both", linkageName: "_ZN4BothD1Ev", scope: !25, file: !3, line: 12, type: !116, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !124, retainedNodes: !57)
!124 = !DISubprogram(name: "~Both", scope: !25, type: !116, containingType: !25, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!125 = !DILocalVariable(name: "this", arg: 1, scope: !123, type: !120, flags: DIFlagArtificial | DIFlagObjectPointer)
!126 = !DILocation(line: 0, scope: !123)
!127 = !DILocation(line: 12, column: 8, scope: !123)
!128 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !3, file: !3, type: !111, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7)
!129 = !DILocation(line: 30, column: 19, scope: !128)
!130 = !DILocation(line: 0, scope: !128)
!131 = distinct !DISubprogram(name: "caught", linkageName: "_Z6caughti", scope: !3, file: !3, line: 31, type: !76, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!132 = !DILocalVariable(name: "x", arg: 1, scope: !131, file: !3, line: 31, type: !4)
!133 = !DILocation(line: 31, column: 16, scope: !131)
!134 = !DILocation(line: 33, column: 24, scope: !135)
!135 = distinct !DILexicalBlock(scope: !131, file: !3, line: 32, column: 7)
!136 = !DILocation(line: 33, column: 12, scope: !135)
!137 = !DILocation(line: 33, column: 29, scope: !135)
!138 = !DILocation(line: 33, column: 34, scope: !135)
!139 = !DILocation(line: 33, column: 27, scope: !135)
!140 = !DILocation(line: 33, column: 5, scope: !135)
!141 = !DILocation(line: 39, column: 1, scope: !135)
!142 = !DILocation(line: 34, column: 3, scope: !135)
!143 = !DILocalVariable(name: "y", scope: !131, file: !3, line: 34, type: !4)
!144 = !DILocation(line: 34, column: 16, scope: !131)
!145 = !DILocation(line: 38, column: 3, scope: !146)
!146 = distinct !DILexicalBlock(scope: !131, file: !3, line: 36, column: 17)
!147 = !DILocation(line: 35, column: 12, scope: !148)
!148 = distinct !DILexicalBlock(scope: !131, file: !3, line: 34, column: 19)
!149 = !DILocation(line: 35, column: 5, scope: !148)
!150 = !DILocation(line: 36, column: 3, scope: !148)
!151 = !DILocation(line: 37, column: 5, scope: !146)
!152 = !DILocation(line: 39, column: 1, scope: !131)
!153 = distinct !DISubprogram(name: "value", linkageName: "_ZN4Both5valueEv", scope: !25, file: !3, line: 13, type: !51, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !50, retainedNodes: !57)
!154 = !DILocalVariable(name: "this", arg: 1, scope: !153, type: !120, flags: DIFlagArtificial | DIFlagObjectPointer)
!155 = !DILocation(line: 0, scope: !153)
!156 = !DILocation(line: 13, column: 37, scope: !153)
!157 = !DILocation(line: 13, column: 35, scope: !153)
!158 = !DILocation(line: 13, column: 26, scope: !153)
!159 = !DILocation(line: 41, column: 3, scope: !56)
!160 = !{!"branch_weights", i32 1, i32 1048575}
!161 = !DILocation(line: 41, column: 22, scope: !56)
!162 = !DILocalVariable(name: "closure", scope: !56, file: !3, line: 42, type: !163)
!163 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !56, file: !3, line: 42, size: 8, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !57)
!164 = !DILocation(line: 42, column: 8, scope: !56)
!165 = !DILocation(line: 43, column: 10, scope: !56)
!166 = !DILocation(line: 43, column: 3, scope: !56)
!167 = !DILocation(line: 44, column: 1, scope: !56)
!168 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ4oncevENK3$_0clEi", scope: !163, file: !3, line: 42, type: !169, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, declaration: !173, retainedNodes: !57)
!169 = !DISubroutineType(types: !170)
!170 = !{!4, !171, !4}
!171 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !172, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!172 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !163)
!173 = !DISubprogram(name: "operator()", scope: !163, file: !3, line: 42, type: !169, scopeLine: 42, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!174 = !DILocalVariable(name: "this", arg: 1, scope: !168, type: !175, flags: DIFlagArtificial | DIFlagObjectPointer)
!175 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !172, size: 64)
!176 = !DILocation(line: 0, scope: !168)
!177 = !DILocalVariable(name: "y", arg: 2, scope: !168, file: !3, line: 42, type: !4)
!178 = !DILocation(line: 42, column: 26, scope: !168)
!179 = !DILocation(line: 42, column: 38, scope: !168)
!180 = !DILocation(line: 42, column: 46, scope: !168)
!181 = !DILocation(line: 42, column: 44, scope: !168)
!182 = !DILocation(line: 42, column: 31, scope: !168)
!183 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 45, type: !36, scopeLine: 45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!184 = !DILocalVariable(name: "base", scope: !183, file: !3, line: 46, type: !68)
!185 = !DILocation(line: 46, column: 9, scope: !183)
!186 = !DILocation(line: 46, column: 16, scope: !183)
!187 = !DILocation(line: 47, column: 10, scope: !183)
!188 = !DILocation(line: 47, column: 16, scope: !183)
!189 = !DILocation(line: 47, column: 26, scope: !183)
!190 = !DILocation(line: 47, column: 24, scope: !183)
!191 = !DILocation(line: 47, column: 3, scope: !183)
!192 = distinct !DISubprogram(name: "Base", linkageName: "_ZN4BaseC2Ev", scope: !31, file: !3, line: 3, type: !39, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !193, retainedNodes: !57)
!193 = !DISubprogram(name: "Base", scope: !31, type: !39, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!194 = !DILocalVariable(name: "this", arg: 1, scope: !192, type: !68, flags: DIFlagArtificial | DIFlagObjectPointer)
!195 = !DILocation(line: 0, scope: !192)
!196 = !DILocation(line: 3, column: 8, scope: !192)
!197 = distinct !DISubprogram(name: "Left", linkageName: "_ZN4LeftC2Ev", scope: !28, file: !3, line: 8, type: !198, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !200, retainedNodes: !57)
!198 = !DISubroutineType(types: !199)
!199 = !{null, !49}
!200 = !DISubprogram(name: "Left", scope: !28, type: !198, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!201 = !DILocalVariable(name: "this", arg: 1, scope: !197, type: !202, flags: DIFlagArtificial | DIFlagObjectPointer)
!202 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64)
!203 = !DILocation(line: 0, scope: !197)
!204 = !DILocalVariable(name: "vtt", arg: 2, scope: !197, type: !205, flags: DIFlagArtificial)
!205 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !206, size: 64)
!206 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!207 = !DILocation(line: 8, column: 8, scope: !197)
!208 = !DILocation(line: 9, column: 7, scope: !197)
!209 = distinct !DISubprogram(name: "~Left", linkageName: "_ZN4LeftD1Ev", scope: !28, file: !3, line: 8, type: !198, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !210, retainedNodes: !57)
!210 = !DISubprogram(name: "~Left", scope: !28, type: !198, containingType: !28, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!211 = !DILocalVariable(name: "this", arg: 1, scope: !209, type: !202, flags: DIFlagArtificial | DIFlagObjectPointer)
!212 = !DILocation(line: 0, scope: !209)
!213 = !DILocation(line: 8, column: 8, scope: !209)
!214 = distinct !DISubprogram(name: "~Left", linkageName: "_ZN4LeftD0Ev", scope: !28, file: !3, line: 8, type: !198, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !210, retainedNodes: !57)
!215 = !DILocalVariable(name: "this", arg: 1, scope: !214, type: !202, flags: DIFlagArtificial | DIFlagObjectPointer)
!216 = !DILocation(line: 0, scope: !214)
!217 = !DILocation(line: 8, column: 8, scope: !214)
!218 = distinct !DISubprogram(name: "value", linkageName: "_ZN4Left5valueEv", scope: !28, file: !3, line: 10, type: !47, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !46, retainedNodes: !57)
!219 = !DILocalVariable(name: "this", arg: 1, scope: !218, type: !202, flags: DIFlagArtificial | DIFlagObjectPointer)
!220 = !DILocation(line: 0, scope: !218)
!221 = !DILocation(line: 10, column: 33, scope: !218)
!222 = !DILocation(line: 10, column: 26, scope: !218)
!223 = distinct !DISubprogram(name: "~Both", linkageName: "_ZN4BothD0Ev", scope: !25, file: !3, line: 12, type: !116, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !124, retainedNodes: !57)
!224 = !DILocalVariable(name: "this", arg: 1, scope: !223, type: !120, flags: DIFlagArtificial | DIFlagObjectPointer)
!225 = !DILocation(line: 0, scope: !223)
!226 = !DILocation(line: 12, column: 8, scope: !223)
!227 = distinct !DISubprogram(name: "~Left", linkageName: "_ZN4LeftD2Ev", scope: !28, file: !3, line: 8, type: !198, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !210, retainedNodes: !57)
!228 = !DILocalVariable(name: "this", arg: 1, scope: !227, type: !202, flags: DIFlagArtificial | DIFlagObjectPointer)
!229 = !DILocation(line: 0, scope: !227)
!230 = !DILocalVariable(name: "vtt", arg: 2, scope: !227, type: !205, flags: DIFlagArtificial)
!231 = !DILocation(line: 8, column: 8, scope: !227)
!232 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N4LeftD1Ev", scope: !3, file: !3, line: 8, type: !233, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7)
!233 = !DISubroutineType(types: !57)
!234 = !DILocation(line: 0, scope: !232)
!235 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N4LeftD0Ev", scope: !3, file: !3, line: 8, type: !233, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7)
!236 = !DILocation(line: 0, scope: !235)
!237 = distinct !DISubprogram(linkageName: "_ZTv0_n32_N4Left5valueEv", scope: !3, file: !3, line: 10, type: !233, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7)
!238 = !DILocation(line: 0, scope: !237)
!239 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N4BothD0Ev", scope: !3, file: !3, line: 12, type: !233, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7)
!240 = !DILocation(line: 0, scope: !239)
!241 = distinct !DISubprogram(name: "~Both", linkageName: "_ZN4BothD2Ev", scope: !25, file: !3, line: 12, type: !116, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !124, retainedNodes: !57)
!242 = !DILocalVariable(name: "this", arg: 1, scope: !241, type: !120, flags: DIFlagArtificial | DIFlagObjectPointer)
!243 = !DILocation(line: 0, scope: !241)
!244 = !DILocalVariable(name: "vtt", arg: 2, scope: !241, type: !205, flags: DIFlagArtificial)
!245 = !DILocation(line: 12, column: 8, scope: !246)
!246 = distinct !DILexicalBlock(scope: !241, file: !3, line: 12, column: 8)
!247 = !DILocation(line: 12, column: 8, scope: !241)
!248 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N4BothD1Ev", scope: !3, file: !3, line: 12, type: !233, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7)
!249 = !DILocation(line: 0, scope: !248)
!250 = distinct !DISubprogram(linkageName: "_ZTv0_n32_N4Both5valueEv", scope: !3, file: !3, line: 13, type: !233, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7)
!251 = !DILocation(line: 0, scope: !250)
!252 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_object.cpp", scope: !3, file: !3, type: !233, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7)
!253 = !DILocation(line: 0, scope: !252)
!254 = distinct !DISubprogram(linkageName: "__tls_init", scope: !3, file: !3, type: !233, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7)
!255 = !DILocation(line: 0, scope: !254)
!256 = !{!"branch_weights", i32 1, i32 1023}
