; ModuleID = 'object.cpp'
source_filename = "object.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Both = type { %struct.Left.base, [4 x i8] }
%struct.Left.base = type <{ %struct.Base, i32 }>
%struct.Base = type { i32 (...)** }
%"struct.space::Guard" = type { i32* }
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
@_ZTIi = external constant i8*
@both = dso_local global %struct.Both zeroinitializer, align 8, !dbg !5
@__dso_handle = external hidden global i8
@each = dso_local thread_local global %struct.Both zeroinitializer, align 8, !dbg !52
@_ZZ4oncevE5first = internal global i32 0, align 4, !dbg !54
@_ZGVZ4oncevE5first = internal global i64 0, align 8
@_ZTV4Base = dso_local unnamed_addr constant { [5 x i8*] } { [5 x i8*] [i8* null, i8* bitcast ({ i8*, i8* }* @_ZTI4Base to i8*), i8* bitcast (void (%struct.Base*)* @_ZN4BaseD1Ev to i8*), i8* bitcast (void (%struct.Base*)* @_ZN4BaseD0Ev to i8*), i8* bitcast (void ()* @__cxa_pure_virtual to i8*)] }, align 8
@_ZTVN10__cxxabiv117__class_type_infoE = external global i8*
@_ZTS4Base = dso_local constant [6 x i8] c"4Base\00", align 1
@_ZTI4Base = dso_local constant { i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv117__class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @_ZTS4Base, i32 0, i32 0) }, align 8
@_ZTV4Both = linkonce_odr dso_local unnamed_addr constant { [8 x i8*] } { [8 x i8*] [i8* null, i8* null, i8* null, i8* null, i8* bitcast ({ i8*, i8*, i8* }* @_ZTI4Both to i8*), i8* bitcast (void (%struct.Both*)* @_ZN4BothD1Ev to i8*), i8* bitcast (void (%struct.Both*)* @_ZN4BothD0Ev to i8*), i8* bitcast (i32 (%struct.Both*)* @_ZN4Both5valueEv to i8*)] }, comdat, align 8
@_ZTT4Both = linkonce_odr dso_local unnamed_addr constant [4 x i8*] [i8* bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Both, i32 0, inrange i32 0, i32 5) to i8*), i8* bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTC4Both0_4Left, i32 0, inrange i32 0, i32 5) to i8*), i8* bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTC4Both0_4Left, i32 0, inrange i32 0, i32 5) to i8*), i8* bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Both, i32 0, inrange i32 0, i32 5) to i8*)], comdat, align 8
@_ZTC4Both0_4Left = linkonce_odr dso_local unnamed_addr constant { [8 x i8*] } { [8 x i8*] [i8* null, i8* null, i8* null, i8* null, i8* bitcast ({ i8*, i8*, i32, i32, i8*, i64 }* @_ZTI4Left to i8*), i8* bitcast (void (%struct.Left*)* @_ZN4LeftD1Ev to i8*), i8* bitcast (void (%struct.Left*)* @_ZN4LeftD0Ev to i8*), i8* bitcast (i32 (%struct.Left*)* @_ZN4Left5valueEv to i8*)] }, comdat, align 8
@_ZTVN10__cxxabiv121__vmi_class_type_infoE = external global i8*
@_ZTS4Left = linkonce_odr dso_local constant [6 x i8] c"4Left\00", comdat, align 1
@_ZTI4Left = linkonce_odr dso_local constant { i8*, i8*, i32, i32, i8*, i64 } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv121__vmi_class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @_ZTS4Left, i32 0, i32 0), i32 0, i32 1, i8* bitcast ({ i8*, i8* }* @_ZTI4Base to i8*), i64 -10237 }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global i8*
@_ZTS4Both = linkonce_odr dso_local constant [6 x i8] c"4Both\00", comdat, align 1
@_ZTI4Both = linkonce_odr dso_local constant { i8*, i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @_ZTS4Both, i32 0, i32 0), i8* bitcast ({ i8*, i8*, i32, i32, i8*, i64 }* @_ZTI4Left to i8*) }, comdat, align 8
@_ZTV4Left = linkonce_odr dso_local unnamed_addr constant { [8 x i8*] } { [8 x i8*] [i8* null, i8* null, i8* null, i8* null, i8* bitcast ({ i8*, i8*, i32, i32, i8*, i64 }* @_ZTI4Left to i8*), i8* bitcast (void (%struct.Left*)* @_ZN4LeftD1Ev to i8*), i8* bitcast (void (%struct.Left*)* @_ZN4LeftD0Ev to i8*), i8* bitcast (i32 (%struct.Left*)* @_ZN4Left5valueEv to i8*)] }, comdat, align 8
@_ZTT4Left = linkonce_odr dso_local unnamed_addr constant [2 x i8*] [i8* bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Left, i32 0, inrange i32 0, i32 5) to i8*), i8* bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Left, i32 0, inrange i32 0, i32 5) to i8*)], comdat, align 8
@__tls_guard = internal thread_local global i8 0, align 1
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @_GLOBAL__sub_I_object.cpp, i8* null }]

@_ZN4BaseD1Ev = dso_local unnamed_addr alias void (%struct.Base*), void (%struct.Base*)* @_ZN4BaseD2Ev
@_ZTH4each = dso_local alias void (), void ()* @__tls_init

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZN4BaseD2Ev(%struct.Base* noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #0 align 2 !dbg !66 {
entry:
  %this.addr = alloca %struct.Base*, align 8
  store %struct.Base* %this, %struct.Base** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Base** %this.addr, metadata !67, metadata !DIExpression()), !dbg !69
  %this1 = load %struct.Base*, %struct.Base** %this.addr, align 8
  ret void, !dbg !70
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @_ZN4BaseD0Ev(%struct.Base* noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #0 align 2 !dbg !71 {
entry:
  %this.addr = alloca %struct.Base*, align 8
  store %struct.Base* %this, %struct.Base** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Base** %this.addr, metadata !72, metadata !DIExpression()), !dbg !73
  %this1 = load %struct.Base*, %struct.Base** %this.addr, align 8
  call void @llvm.trap() #11, !dbg !74
  unreachable, !dbg !74
}

; Function Attrs: cold noreturn nounwind
declare void @llvm.trap() #2

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_ZN5space4heldEi(i32 noundef %x) #3 personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) !dbg !75 {
entry:
  %x.addr = alloca i32, align 4
  %guard = alloca %"struct.space::Guard", align 8
  %exn.slot = alloca i8*, align 8
  %ehselector.slot = alloca i32, align 4
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !78, metadata !DIExpression()), !dbg !79
  call void @llvm.dbg.declare(metadata %"struct.space::Guard"* %guard, metadata !80, metadata !DIExpression()), !dbg !81
  call void @_ZN5space5GuardIiEC2ERi(%"struct.space::Guard"* noundef nonnull align 8 dereferenceable(8) %guard, i32* noundef nonnull align 4 dereferenceable(4) @_ZN5space6sharedE), !dbg !81
  %0 = load i32, i32* %x.addr, align 4, !dbg !82
  %cmp = icmp sgt i32 %0, 3, !dbg !84
  br i1 %cmp, label %if.then, label %if.end, !dbg !85

if.then:                                          ; preds = %entry
  %exception = call i8* @__cxa_allocate_exception(i64 4) #5, !dbg !86
  %1 = bitcast i8* %exception to i32*, !dbg !86
  %2 = load i32, i32* %x.addr, align 4, !dbg !87
  store i32 %2, i32* %1, align 16, !dbg !86
  invoke void @__cxa_throw(i8* %exception, i8* bitcast (i8** @_ZTIi to i8*), i8* null) #12
          to label %unreachable unwind label %lpad, !dbg !86

lpad:                                             ; preds = %if.then
  %3 = landingpad { i8*, i32 }
          cleanup, !dbg !88
  %4 = extractvalue { i8*, i32 } %3, 0, !dbg !88
  store i8* %4, i8** %exn.slot, align 8, !dbg !88
  %5 = extractvalue { i8*, i32 } %3, 1, !dbg !88
  store i32 %5, i32* %ehselector.slot, align 4, !dbg !88
  call void @_ZN5space5GuardIiED2Ev(%"struct.space::Guard"* noundef nonnull align 8 dereferenceable(8) %guard) #5, !dbg !89
  br label %eh.resume, !dbg !89

if.end:                                           ; preds = %entry
  %6 = load i32, i32* %x.addr, align 4, !dbg !90
  call void @_ZN5space5GuardIiED2Ev(%"struct.space::Guard"* noundef nonnull align 8 dereferenceable(8) %guard) #5, !dbg !89
  ret i32 %6, !dbg !89

eh.resume:                                        ; preds = %lpad
  %exn = load i8*, i8** %exn.slot, align 8, !dbg !89
  %sel = load i32, i32* %ehselector.slot, align 4, !dbg !89
  %lpad.val = insertvalue { i8*, i32 } undef, i8* %exn, 0, !dbg !89
  %lpad.val1 = insertvalue { i8*, i32 } %lpad.val, i32 %sel, 1, !dbg !89
  resume { i8*, i32 } %lpad.val1, !dbg !89

unreachable:                                      ; preds = %if.then
  unreachable
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5space5GuardIiEC2ERi(%"struct.space::Guard"* noundef nonnull align 8 dereferenceable(8) %this, i32* noundef nonnull align 4 dereferenceable(4) %held) unnamed_addr #0 comdat align 2 !dbg !91 {
entry:
  %this.addr = alloca %"struct.space::Guard"*, align 8
  %held.addr = alloca i32*, align 8
  store %"struct.space::Guard"* %this, %"struct.space::Guard"** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %"struct.space::Guard"** %this.addr, metadata !92, metadata !DIExpression()), !dbg !94
  store i32* %held, i32** %held.addr, align 8
  call void @llvm.dbg.declare(metadata i32** %held.addr, metadata !95, metadata !DIExpression()), !dbg !96
  %this1 = load %"struct.space::Guard"*, %"struct.space::Guard"** %this.addr, align 8
  %held2 = getelementptr inbounds %"struct.space::Guard", %"struct.space::Guard"* %this1, i32 0, i32 0, !dbg !97
  %0 = load i32*, i32** %held.addr, align 8, !dbg !98
  store i32* %0, i32** %held2, align 8, !dbg !97
  %1 = load i32*, i32** %held.addr, align 8, !dbg !99
  %2 = load i32, i32* %1, align 4, !dbg !101
  %add = add nsw i32 %2, 1, !dbg !101
  store i32 %add, i32* %1, align 4, !dbg !101
  ret void, !dbg !102
}

declare i8* @__cxa_allocate_exception(i64)

declare void @__cxa_throw(i8*, i8*, i8*)

declare i32 @__gxx_personality_v0(...)

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5space5GuardIiED2Ev(%"struct.space::Guard"* noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #0 comdat align 2 !dbg !103 {
entry:
  %this.addr = alloca %"struct.space::Guard"*, align 8
  store %"struct.space::Guard"* %this, %"struct.space::Guard"** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %"struct.space::Guard"** %this.addr, metadata !104, metadata !DIExpression()), !dbg !105
  %this1 = load %"struct.space::Guard"*, %"struct.space::Guard"** %this.addr, align 8
  %held = getelementptr inbounds %"struct.space::Guard", %"struct.space::Guard"* %this1, i32 0, i32 0, !dbg !106
  %0 = load i32*, i32** %held, align 8, !dbg !106
  %1 = load i32, i32* %0, align 4, !dbg !108
  %sub = sub nsw i32 %1, 1, !dbg !108
  store i32 %sub, i32* %0, align 4, !dbg !108
  ret void, !dbg !109
}

; Function Attrs: noinline uwtable
define internal void @__cxx_global_var_init() #4 section ".text.startup" !dbg !110 {
entry:
  call void @_ZN4BothC1Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) @both) #5, !dbg !114
  %0 = call i32 @__cxa_atexit(void (i8*)* bitcast (void (%struct.Both*)* @_ZN4BothD1Ev to void (i8*)*), i8* bitcast (%struct.Both* @both to i8*), i8* @__dso_handle) #5, !dbg !116
  ret void, !dbg !114
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothC1Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !117 {
entry:
  %this.addr = alloca %struct.Both*, align 8
  store %struct.Both* %this, %struct.Both** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Both** %this.addr, metadata !121, metadata !DIExpression()), !dbg !123
  %this1 = load %struct.Both*, %struct.Both** %this.addr, align 8
  %0 = bitcast %struct.Both* %this1 to %struct.Base*, !dbg !124
  call void @_ZN4BaseC2Ev(%struct.Base* noundef nonnull align 8 dereferenceable(8) %0) #5, !dbg !124
  %1 = bitcast %struct.Both* %this1 to %struct.Left*, !dbg !124
  call void @_ZN4LeftC2Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %1, i8** noundef getelementptr inbounds ([4 x i8*], [4 x i8*]* @_ZTT4Both, i64 0, i64 1)) #5, !dbg !124
  %2 = bitcast %struct.Both* %this1 to i32 (...)***, !dbg !124
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Both, i32 0, inrange i32 0, i32 5) to i32 (...)**), i32 (...)*** %2, align 8, !dbg !124
  %3 = bitcast %struct.Both* %this1 to i32 (...)***, !dbg !124
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [8 x i8*] }, { [8 x i8*] }* @_ZTV4Both, i32 0, inrange i32 0, i32 5) to i32 (...)**), i32 (...)*** %3, align 8, !dbg !124
  ret void, !dbg !124
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothD1Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !125 {
entry:
  %this.addr = alloca %struct.Both*, align 8
  store %struct.Both* %this, %struct.Both** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Both** %this.addr, metadata !127, metadata !DIExpression()), !dbg !128
  %this1 = load %struct.Both*, %struct.Both** %this.addr, align 8
  call void @_ZN4BothD2Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this1, i8** noundef getelementptr inbounds ([4 x i8*], [4 x i8*]* @_ZTT4Both, i64 0, i64 0)) #5, !dbg !129
  %0 = bitcast %struct.Both* %this1 to %struct.Base*, !dbg !129
  call void @_ZN4BaseD2Ev(%struct.Base* noundef nonnull align 8 dereferenceable(8) %0) #5, !dbg !129
  ret void, !dbg !129
}

; Function Attrs: nounwind
declare i32 @__cxa_atexit(void (i8*)*, i8*, i8*) #5

; Function Attrs: noinline uwtable
define internal void @__cxx_global_var_init.1() #4 section ".text.startup" !dbg !130 {
entry:
  call void @_ZN4BothC1Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) @each) #5, !dbg !131
  %0 = call i32 @__cxa_thread_atexit(void (i8*)* bitcast (void (%struct.Both*)* @_ZN4BothD1Ev to void (i8*)*), i8* bitcast (%struct.Both* @each to i8*), i8* @__dso_handle) #5, !dbg !133
  ret void, !dbg !131
}

; Function Attrs: nounwind
declare i32 @__cxa_thread_atexit(void (i8*)*, i8*, i8*) #5

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z6caughti(i32 noundef %x) #3 personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) !dbg !134 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  %exn.slot = alloca i8*, align 8
  %ehselector.slot = alloca i32, align 4
  %y = alloca i32, align 4
  store i32 %x, i32* %x.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %x.addr, metadata !135, metadata !DIExpression()), !dbg !136
  %0 = load i32, i32* %x.addr, align 4, !dbg !137
  %call = invoke noundef i32 @_ZN5space4heldEi(i32 noundef %0)
          to label %invoke.cont unwind label %lpad, !dbg !139

invoke.cont:                                      ; preds = %entry
  %1 = call %struct.Both* @_ZTW4each(), !dbg !140
  %call2 = invoke noundef i32 @_ZN4Both5valueEv(%struct.Both* noundef nonnull align 8 dereferenceable(12) %1)
          to label %invoke.cont1 unwind label %lpad, !dbg !141

invoke.cont1:                                     ; preds = %invoke.cont
  %add = add nsw i32 %call, %call2, !dbg !142
  store i32 %add, i32* %retval, align 4, !dbg !143
  br label %return, !dbg !143

lpad:                                             ; preds = %invoke.cont, %entry
  %2 = landingpad { i8*, i32 }
          catch i8* bitcast (i8** @_ZTIi to i8*)
          catch i8* null, !dbg !144
  %3 = extractvalue { i8*, i32 } %2, 0, !dbg !144
  store i8* %3, i8** %exn.slot, align 8, !dbg !144
  %4 = extractvalue { i8*, i32 } %2, 1, !dbg !144
  store i32 %4, i32* %ehselector.slot, align 4, !dbg !144
  br label %catch.dispatch, !dbg !144

catch.dispatch:                                   ; preds = %lpad
  %sel = load i32, i32* %ehselector.slot, align 4, !dbg !145
  %5 = call i32 @llvm.eh.typeid.for(i8* bitcast (i8** @_ZTIi to i8*)) #5, !dbg !145
  %matches = icmp eq i32 %sel, %5, !dbg !145
  br i1 %matches, label %catch3, label %catch, !dbg !145

catch3:                                           ; preds = %catch.dispatch
  call void @llvm.dbg.declare(metadata i32* %y, metadata !146, metadata !DIExpression()), !dbg !147
  %exn4 = load i8*, i8** %exn.slot, align 8, !dbg !148
  %6 = call i8* @__cxa_begin_catch(i8* %exn4) #5, !dbg !148
  %7 = bitcast i8* %6 to i32*, !dbg !148
  %8 = load i32, i32* %7, align 4, !dbg !148
  store i32 %8, i32* %y, align 4, !dbg !148
  %9 = load i32, i32* %y, align 4, !dbg !150
  store i32 %9, i32* %retval, align 4, !dbg !152
  call void @__cxa_end_catch() #5, !dbg !153
  br label %return

catch:                                            ; preds = %catch.dispatch
  %exn = load i8*, i8** %exn.slot, align 8, !dbg !145
  %10 = call i8* @__cxa_begin_catch(i8* %exn) #5, !dbg !145
  store i32 -1, i32* %retval, align 4, !dbg !154
  call void @__cxa_end_catch(), !dbg !148
  br label %return

try.cont:                                         ; No predecessors!
  call void @llvm.trap(), !dbg !153
  unreachable, !dbg !153

return:                                           ; preds = %catch3, %catch, %invoke.cont1
  %11 = load i32, i32* %retval, align 4, !dbg !155
  ret i32 %11, !dbg !155
}

; Function Attrs: noinline uwtable
define weak_odr hidden noundef %struct.Both* @_ZTW4each() #6 comdat {
  call void @_ZTH4each()
  ret %struct.Both* @each
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZN4Both5valueEv(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #7 comdat align 2 !dbg !156 {
entry:
  %this.addr = alloca %struct.Both*, align 8
  store %struct.Both* %this, %struct.Both** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Both** %this.addr, metadata !157, metadata !DIExpression()), !dbg !158
  %this1 = load %struct.Both*, %struct.Both** %this.addr, align 8
  %0 = bitcast %struct.Both* %this1 to %struct.Left*, !dbg !159
  %x = getelementptr inbounds %struct.Left, %struct.Left* %0, i32 0, i32 1, !dbg !159
  %1 = load i32, i32* %x, align 8, !dbg !159
  %add = add nsw i32 7, %1, !dbg !160
  ret i32 %add, !dbg !161
}

; Function Attrs: nounwind readnone
declare i32 @llvm.eh.typeid.for(i8*) #8

declare i8* @__cxa_begin_catch(i8*)

declare void @__cxa_end_catch()

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z4oncev() #3 personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) !dbg !56 {
entry:
  %exn.slot = alloca i8*, align 8
  %ehselector.slot = alloca i32, align 4
  %closure = alloca %class.anon, align 1
  %0 = load atomic i8, i8* bitcast (i64* @_ZGVZ4oncevE5first to i8*) acquire, align 8, !dbg !162
  %guard.uninitialized = icmp eq i8 %0, 0, !dbg !162
  br i1 %guard.uninitialized, label %init.check, label %init.end, !dbg !162, !prof !163

init.check:                                       ; preds = %entry
  %1 = call i32 @__cxa_guard_acquire(i64* @_ZGVZ4oncevE5first) #5, !dbg !162
  %tobool = icmp ne i32 %1, 0, !dbg !162
  br i1 %tobool, label %init, label %init.end, !dbg !162

init:                                             ; preds = %init.check
  %call = invoke noundef i32 @_Z6caughti(i32 noundef 2)
          to label %invoke.cont unwind label %lpad, !dbg !164

invoke.cont:                                      ; preds = %init
  store i32 %call, i32* @_ZZ4oncevE5first, align 4, !dbg !162
  call void @__cxa_guard_release(i64* @_ZGVZ4oncevE5first) #5, !dbg !162
  br label %init.end, !dbg !162

init.end:                                         ; preds = %invoke.cont, %init.check, %entry
  call void @llvm.dbg.declare(metadata %class.anon* %closure, metadata !165, metadata !DIExpression()), !dbg !167
  %call1 = call noundef i32 @"_ZZ4oncevENK3$_0clEi"(%class.anon* noundef nonnull align 1 dereferenceable(1) %closure, i32 noundef 1), !dbg !168
  ret i32 %call1, !dbg !169

lpad:                                             ; preds = %init
  %2 = landingpad { i8*, i32 }
          cleanup, !dbg !170
  %3 = extractvalue { i8*, i32 } %2, 0, !dbg !170
  store i8* %3, i8** %exn.slot, align 8, !dbg !170
  %4 = extractvalue { i8*, i32 } %2, 1, !dbg !170
  store i32 %4, i32* %ehselector.slot, align 4, !dbg !170
  call void @__cxa_guard_abort(i64* @_ZGVZ4oncevE5first) #5, !dbg !162
  br label %eh.resume, !dbg !162

eh.resume:                                        ; preds = %lpad
  %exn = load i8*, i8** %exn.slot, align 8, !dbg !162
  %sel = load i32, i32* %ehselector.slot, align 4, !dbg !162
  %lpad.val = insertvalue { i8*, i32 } undef, i8* %exn, 0, !dbg !162
  %lpad.val2 = insertvalue { i8*, i32 } %lpad.val, i32 %sel, 1, !dbg !162
  resume { i8*, i32 } %lpad.val2, !dbg !162
}

; Function Attrs: nounwind
declare i32 @__cxa_guard_acquire(i64*) #5

; Function Attrs: nounwind
declare void @__cxa_guard_abort(i64*) #5

; Function Attrs: nounwind
declare void @__cxa_guard_release(i64*) #5

; Function Attrs: mustprogress noinline nounwind uwtable
define internal noundef i32 @"_ZZ4oncevENK3$_0clEi"(%class.anon* noundef nonnull align 1 dereferenceable(1) %this, i32 noundef %y) #7 align 2 !dbg !171 {
entry:
  %this.addr = alloca %class.anon*, align 8
  %y.addr = alloca i32, align 4
  store %class.anon* %this, %class.anon** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %class.anon** %this.addr, metadata !180, metadata !DIExpression()), !dbg !182
  store i32 %y, i32* %y.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %y.addr, metadata !183, metadata !DIExpression()), !dbg !184
  %this1 = load %class.anon*, %class.anon** %this.addr, align 8
  %0 = load i32, i32* @_ZZ4oncevE5first, align 4, !dbg !185
  %1 = load i32, i32* %y.addr, align 4, !dbg !186
  %add = add nsw i32 %0, %1, !dbg !187
  ret i32 %add, !dbg !188
}

; Function Attrs: mustprogress noinline norecurse uwtable
define dso_local noundef i32 @main() #9 !dbg !189 {
entry:
  %retval = alloca i32, align 4
  %base = alloca %struct.Base*, align 8
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata %struct.Base** %base, metadata !190, metadata !DIExpression()), !dbg !191
  br i1 false, label %cast.end, label %cast.notnull, !dbg !192

cast.notnull:                                     ; preds = %entry
  %vtable = load i8*, i8** bitcast (%struct.Both* @both to i8**), align 8, !dbg !192
  %vbase.offset.ptr = getelementptr i8, i8* %vtable, i64 -40, !dbg !192
  %0 = bitcast i8* %vbase.offset.ptr to i64*, !dbg !192
  %vbase.offset = load i64, i64* %0, align 8, !dbg !192
  %add.ptr = getelementptr inbounds i8, i8* bitcast (%struct.Both* @both to i8*), i64 %vbase.offset, !dbg !192
  %1 = bitcast i8* %add.ptr to %struct.Base*, !dbg !192
  br label %cast.end, !dbg !192

cast.end:                                         ; preds = %cast.notnull, %entry
  %cast.result = phi %struct.Base* [ %1, %cast.notnull ], [ null, %entry ], !dbg !192
  store %struct.Base* %cast.result, %struct.Base** %base, align 8, !dbg !191
  %2 = load %struct.Base*, %struct.Base** %base, align 8, !dbg !193
  %3 = bitcast %struct.Base* %2 to i32 (%struct.Base*)***, !dbg !194
  %vtable1 = load i32 (%struct.Base*)**, i32 (%struct.Base*)*** %3, align 8, !dbg !194
  %vfn = getelementptr inbounds i32 (%struct.Base*)*, i32 (%struct.Base*)** %vtable1, i64 2, !dbg !194
  %4 = load i32 (%struct.Base*)*, i32 (%struct.Base*)** %vfn, align 8, !dbg !194
  %call = call noundef i32 %4(%struct.Base* noundef nonnull align 8 dereferenceable(8) %2), !dbg !194
  %call2 = call noundef i32 @_Z4oncev(), !dbg !195
  %add = add nsw i32 %call, %call2, !dbg !196
  ret i32 %add, !dbg !197
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BaseC2Ev(%struct.Base* noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #0 comdat align 2 !dbg !198 {
entry:
  %this.addr = alloca %struct.Base*, align 8
  store %struct.Base* %this, %struct.Base** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Base** %this.addr, metadata !200, metadata !DIExpression()), !dbg !201
  %this1 = load %struct.Base*, %struct.Base** %this.addr, align 8
  %0 = bitcast %struct.Base* %this1 to i32 (...)***, !dbg !202
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [5 x i8*] }, { [5 x i8*] }* @_ZTV4Base, i32 0, inrange i32 0, i32 2) to i32 (...)**), i32 (...)*** %0, align 8, !dbg !202
  ret void, !dbg !202
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4LeftC2Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %this, i8** noundef %vtt) unnamed_addr #0 comdat align 2 !dbg !203 {
entry:
  %this.addr = alloca %struct.Left*, align 8
  %vtt.addr = alloca i8**, align 8
  store %struct.Left* %this, %struct.Left** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Left** %this.addr, metadata !207, metadata !DIExpression()), !dbg !209
  store i8** %vtt, i8*** %vtt.addr, align 8
  call void @llvm.dbg.declare(metadata i8*** %vtt.addr, metadata !210, metadata !DIExpression()), !dbg !209
  %this1 = load %struct.Left*, %struct.Left** %this.addr, align 8
  %vtt2 = load i8**, i8*** %vtt.addr, align 8
  %0 = load i8*, i8** %vtt2, align 8, !dbg !213
  %1 = bitcast %struct.Left* %this1 to i32 (...)***, !dbg !213
  %2 = bitcast i8* %0 to i32 (...)**, !dbg !213
  store i32 (...)** %2, i32 (...)*** %1, align 8, !dbg !213
  %3 = getelementptr inbounds i8*, i8** %vtt2, i64 1, !dbg !213
  %4 = load i8*, i8** %3, align 8, !dbg !213
  %5 = bitcast %struct.Left* %this1 to i8**, !dbg !213
  %vtable = load i8*, i8** %5, align 8, !dbg !213
  %vbase.offset.ptr = getelementptr i8, i8* %vtable, i64 -40, !dbg !213
  %6 = bitcast i8* %vbase.offset.ptr to i64*, !dbg !213
  %vbase.offset = load i64, i64* %6, align 8, !dbg !213
  %7 = bitcast %struct.Left* %this1 to i8*, !dbg !213
  %add.ptr = getelementptr inbounds i8, i8* %7, i64 %vbase.offset, !dbg !213
  %8 = bitcast i8* %add.ptr to i32 (...)***, !dbg !213
  %9 = bitcast i8* %4 to i32 (...)**, !dbg !213
  store i32 (...)** %9, i32 (...)*** %8, align 8, !dbg !213
  %x = getelementptr inbounds %struct.Left, %struct.Left* %this1, i32 0, i32 1, !dbg !214
  store i32 3, i32* %x, align 8, !dbg !214
  ret void, !dbg !213
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4LeftD1Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !215 {
entry:
  %this.addr = alloca %struct.Left*, align 8
  store %struct.Left* %this, %struct.Left** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Left** %this.addr, metadata !217, metadata !DIExpression()), !dbg !218
  %this1 = load %struct.Left*, %struct.Left** %this.addr, align 8
  call void @_ZN4LeftD2Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %this1, i8** noundef getelementptr inbounds ([2 x i8*], [2 x i8*]* @_ZTT4Left, i64 0, i64 0)) #5, !dbg !219
  %0 = bitcast %struct.Left* %this1 to %struct.Base*, !dbg !219
  call void @_ZN4BaseD2Ev(%struct.Base* noundef nonnull align 8 dereferenceable(8) %0) #5, !dbg !219
  ret void, !dbg !219
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4LeftD0Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !220 {
entry:
  %this.addr = alloca %struct.Left*, align 8
  store %struct.Left* %this, %struct.Left** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Left** %this.addr, metadata !221, metadata !DIExpression()), !dbg !222
  %this1 = load %struct.Left*, %struct.Left** %this.addr, align 8
  call void @_ZN4LeftD1Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %this1) #5, !dbg !223
  %0 = bitcast %struct.Left* %this1 to i8*, !dbg !223
  call void @_ZdlPv(i8* noundef %0) #13, !dbg !223
  ret void, !dbg !223
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZN4Left5valueEv(%struct.Left* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #7 comdat align 2 !dbg !224 {
entry:
  %this.addr = alloca %struct.Left*, align 8
  store %struct.Left* %this, %struct.Left** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Left** %this.addr, metadata !225, metadata !DIExpression()), !dbg !226
  %this1 = load %struct.Left*, %struct.Left** %this.addr, align 8
  %x = getelementptr inbounds %struct.Left, %struct.Left* %this1, i32 0, i32 1, !dbg !227
  %0 = load i32, i32* %x, align 8, !dbg !227
  ret i32 %0, !dbg !228
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothD0Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #0 comdat align 2 !dbg !229 {
entry:
  %this.addr = alloca %struct.Both*, align 8
  store %struct.Both* %this, %struct.Both** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Both** %this.addr, metadata !230, metadata !DIExpression()), !dbg !231
  %this1 = load %struct.Both*, %struct.Both** %this.addr, align 8
  call void @_ZN4BothD1Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this1) #5, !dbg !232
  %0 = bitcast %struct.Both* %this1 to i8*, !dbg !232
  call void @_ZdlPv(i8* noundef %0) #13, !dbg !232
  ret void, !dbg !232
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4LeftD2Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %this, i8** noundef %vtt) unnamed_addr #0 comdat align 2 !dbg !233 {
entry:
  %this.addr = alloca %struct.Left*, align 8
  %vtt.addr = alloca i8**, align 8
  store %struct.Left* %this, %struct.Left** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Left** %this.addr, metadata !234, metadata !DIExpression()), !dbg !235
  store i8** %vtt, i8*** %vtt.addr, align 8
  call void @llvm.dbg.declare(metadata i8*** %vtt.addr, metadata !236, metadata !DIExpression()), !dbg !235
  %this1 = load %struct.Left*, %struct.Left** %this.addr, align 8
  %vtt2 = load i8**, i8*** %vtt.addr, align 8
  ret void, !dbg !237
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N4LeftD1Ev(%struct.Left* noundef %this) unnamed_addr #0 comdat align 2 !dbg !238 {
entry:
  %this.addr = alloca %struct.Left*, align 8
  store %struct.Left* %this, %struct.Left** %this.addr, align 8
  %this1 = load %struct.Left*, %struct.Left** %this.addr, align 8, !dbg !240
  %0 = bitcast %struct.Left* %this1 to i8*, !dbg !240
  %1 = bitcast i8* %0 to i8**, !dbg !240
  %2 = load i8*, i8** %1, align 8, !dbg !240
  %3 = getelementptr inbounds i8, i8* %2, i64 -24, !dbg !240
  %4 = bitcast i8* %3 to i64*, !dbg !240
  %5 = load i64, i64* %4, align 8, !dbg !240
  %6 = getelementptr inbounds i8, i8* %0, i64 %5, !dbg !240
  %7 = bitcast i8* %6 to %struct.Left*, !dbg !240
  tail call void @_ZN4LeftD1Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %7) #5, !dbg !240
  ret void, !dbg !240
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPv(i8* noundef) #10

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N4LeftD0Ev(%struct.Left* noundef %this) unnamed_addr #0 comdat align 2 !dbg !241 {
entry:
  %this.addr = alloca %struct.Left*, align 8
  store %struct.Left* %this, %struct.Left** %this.addr, align 8
  %this1 = load %struct.Left*, %struct.Left** %this.addr, align 8, !dbg !242
  %0 = bitcast %struct.Left* %this1 to i8*, !dbg !242
  %1 = bitcast i8* %0 to i8**, !dbg !242
  %2 = load i8*, i8** %1, align 8, !dbg !242
  %3 = getelementptr inbounds i8, i8* %2, i64 -24, !dbg !242
  %4 = bitcast i8* %3 to i64*, !dbg !242
  %5 = load i64, i64* %4, align 8, !dbg !242
  %6 = getelementptr inbounds i8, i8* %0, i64 %5, !dbg !242
  %7 = bitcast i8* %6 to %struct.Left*, !dbg !242
  tail call void @_ZN4LeftD0Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %7) #5, !dbg !242
  ret void, !dbg !242
}

; Function Attrs: noinline uwtable
define linkonce_odr dso_local noundef i32 @_ZTv0_n32_N4Left5valueEv(%struct.Left* noundef %this) unnamed_addr #4 comdat align 2 !dbg !243 {
entry:
  %this.addr = alloca %struct.Left*, align 8
  store %struct.Left* %this, %struct.Left** %this.addr, align 8
  %this1 = load %struct.Left*, %struct.Left** %this.addr, align 8, !dbg !244
  %0 = bitcast %struct.Left* %this1 to i8*, !dbg !244
  %1 = bitcast i8* %0 to i8**, !dbg !244
  %2 = load i8*, i8** %1, align 8, !dbg !244
  %3 = getelementptr inbounds i8, i8* %2, i64 -32, !dbg !244
  %4 = bitcast i8* %3 to i64*, !dbg !244
  %5 = load i64, i64* %4, align 8, !dbg !244
  %6 = getelementptr inbounds i8, i8* %0, i64 %5, !dbg !244
  %7 = bitcast i8* %6 to %struct.Left*, !dbg !244
  %call = tail call noundef i32 @_ZN4Left5valueEv(%struct.Left* noundef nonnull align 8 dereferenceable(12) %7), !dbg !244
  ret i32 %call, !dbg !244
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N4BothD0Ev(%struct.Both* noundef %this) unnamed_addr #0 comdat align 2 !dbg !245 {
entry:
  %this.addr = alloca %struct.Both*, align 8
  store %struct.Both* %this, %struct.Both** %this.addr, align 8
  %this1 = load %struct.Both*, %struct.Both** %this.addr, align 8, !dbg !246
  %0 = bitcast %struct.Both* %this1 to i8*, !dbg !246
  %1 = bitcast i8* %0 to i8**, !dbg !246
  %2 = load i8*, i8** %1, align 8, !dbg !246
  %3 = getelementptr inbounds i8, i8* %2, i64 -24, !dbg !246
  %4 = bitcast i8* %3 to i64*, !dbg !246
  %5 = load i64, i64* %4, align 8, !dbg !246
  %6 = getelementptr inbounds i8, i8* %0, i64 %5, !dbg !246
  %7 = bitcast i8* %6 to %struct.Both*, !dbg !246
  tail call void @_ZN4BothD0Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %7) #5, !dbg !246
  ret void, !dbg !246
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN4BothD2Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %this, i8** noundef %vtt) unnamed_addr #0 comdat align 2 !dbg !247 {
entry:
  %this.addr = alloca %struct.Both*, align 8
  %vtt.addr = alloca i8**, align 8
  store %struct.Both* %this, %struct.Both** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Both** %this.addr, metadata !248, metadata !DIExpression()), !dbg !249
  store i8** %vtt, i8*** %vtt.addr, align 8
  call void @llvm.dbg.declare(metadata i8*** %vtt.addr, metadata !250, metadata !DIExpression()), !dbg !249
  %this1 = load %struct.Both*, %struct.Both** %this.addr, align 8
  %vtt2 = load i8**, i8*** %vtt.addr, align 8
  %0 = bitcast %struct.Both* %this1 to %struct.Left*, !dbg !251
  %1 = getelementptr inbounds i8*, i8** %vtt2, i64 1, !dbg !251
  call void @_ZN4LeftD2Ev(%struct.Left* noundef nonnull align 8 dereferenceable(12) %0, i8** noundef %1) #5, !dbg !251
  ret void, !dbg !253
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZTv0_n24_N4BothD1Ev(%struct.Both* noundef %this) unnamed_addr #0 comdat align 2 !dbg !254 {
entry:
  %this.addr = alloca %struct.Both*, align 8
  store %struct.Both* %this, %struct.Both** %this.addr, align 8
  %this1 = load %struct.Both*, %struct.Both** %this.addr, align 8, !dbg !255
  %0 = bitcast %struct.Both* %this1 to i8*, !dbg !255
  %1 = bitcast i8* %0 to i8**, !dbg !255
  %2 = load i8*, i8** %1, align 8, !dbg !255
  %3 = getelementptr inbounds i8, i8* %2, i64 -24, !dbg !255
  %4 = bitcast i8* %3 to i64*, !dbg !255
  %5 = load i64, i64* %4, align 8, !dbg !255
  %6 = getelementptr inbounds i8, i8* %0, i64 %5, !dbg !255
  %7 = bitcast i8* %6 to %struct.Both*, !dbg !255
  tail call void @_ZN4BothD1Ev(%struct.Both* noundef nonnull align 8 dereferenceable(12) %7) #5, !dbg !255
  ret void, !dbg !255
}

; Function Attrs: noinline uwtable
define linkonce_odr dso_local noundef i32 @_ZTv0_n32_N4Both5valueEv(%struct.Both* noundef %this) unnamed_addr #4 comdat align 2 !dbg !256 {
entry:
  %this.addr = alloca %struct.Both*, align 8
  store %struct.Both* %this, %struct.Both** %this.addr, align 8
  %this1 = load %struct.Both*, %struct.Both** %this.addr, align 8, !dbg !257
  %0 = bitcast %struct.Both* %this1 to i8*, !dbg !257
  %1 = bitcast i8* %0 to i8**, !dbg !257
  %2 = load i8*, i8** %1, align 8, !dbg !257
  %3 = getelementptr inbounds i8, i8* %2, i64 -32, !dbg !257
  %4 = bitcast i8* %3 to i64*, !dbg !257
  %5 = load i64, i64* %4, align 8, !dbg !257
  %6 = getelementptr inbounds i8, i8* %0, i64 %5, !dbg !257
  %7 = bitcast i8* %6 to %struct.Both*, !dbg !257
  %call = tail call noundef i32 @_ZN4Both5valueEv(%struct.Both* noundef nonnull align 8 dereferenceable(12) %7), !dbg !257
  ret i32 %call, !dbg !257
}

; Function Attrs: noinline uwtable
define internal void @_GLOBAL__sub_I_object.cpp() #4 section ".text.startup" !dbg !258 {
entry:
  call void @__cxx_global_var_init(), !dbg !259
  ret void
}

; Function Attrs: noinline uwtable
define internal void @__tls_init() #4 !dbg !260 {
entry:
  %0 = load i8, i8* @__tls_guard, align 1, !dbg !261
  %guard.uninitialized = icmp eq i8 %0, 0, !dbg !261
  br i1 %guard.uninitialized, label %init, label %exit, !dbg !261, !prof !262

init:                                             ; preds = %entry
  store i8 1, i8* @__tls_guard, align 1, !dbg !261
  call void @__cxx_global_var_init.1(), !dbg !261
  br label %exit, !dbg !261

exit:                                             ; preds = %init, %entry
  ret void
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { cold noreturn nounwind }
attributes #3 = { mustprogress noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noinline uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind readnone }
attributes #9 = { mustprogress noinline norecurse uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nobuiltin nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
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
!6 = distinct !DIGlobalVariable(name: "both", scope: !7, file: !3, line: 29, type: !9, isLocal: false, isDefinition: true)
!7 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !8, globals: !51, splitDebugInlining: false, nameTableKind: None)
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
!22 = !DISubprogram(name: "~Base", scope: !15, file: !3, line: 4, type: !23, scopeLine: 4, containingType: !15, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!23 = !DISubroutineType(types: !24)
!24 = !{null, !25}
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!26 = !DISubprogram(name: "value", linkageName: "_ZN4Base5valueEv", scope: !15, file: !3, line: 5, type: !27, scopeLine: 5, containingType: !15, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual)
!27 = !DISubroutineType(types: !28)
!28 = !{!4, !25}
!29 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !12, file: !3, line: 9, baseType: !4, size: 32, offset: 64)
!30 = !DISubprogram(name: "value", linkageName: "_ZN4Left5valueEv", scope: !12, file: !3, line: 10, type: !31, scopeLine: 10, containingType: !12, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!31 = !DISubroutineType(types: !32)
!32 = !{!4, !33}
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!34 = !DISubprogram(name: "value", linkageName: "_ZN4Both5valueEv", scope: !9, file: !3, line: 13, type: !35, scopeLine: 13, containingType: !9, virtualIndex: 2, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!35 = !DISubroutineType(types: !36)
!36 = !{!4, !37}
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!38 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Guard<int>", scope: !2, file: !3, line: 16, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !39, templateParams: !49, identifier: "_ZTSN5space5GuardIiEE")
!39 = !{!40, !42, !46}
!40 = !DIDerivedType(tag: DW_TAG_member, name: "held", scope: !38, file: !3, line: 17, baseType: !41, size: 64)
!41 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !4, size: 64)
!42 = !DISubprogram(name: "Guard", scope: !38, file: !3, line: 18, type: !43, scopeLine: 18, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
!43 = !DISubroutineType(types: !44)
!44 = !{null, !45, !41}
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!46 = !DISubprogram(name: "~Guard", scope: !38, file: !3, line: 19, type: !47, scopeLine: 19, flags: DIFlagPrototyped, spFlags: 0)
!47 = !DISubroutineType(types: !48)
!48 = !{null, !45}
!49 = !{!50}
!50 = !DITemplateTypeParameter(name: "T", type: !4)
!51 = !{!0, !5, !52, !54}
!52 = !DIGlobalVariableExpression(var: !53, expr: !DIExpression())
!53 = distinct !DIGlobalVariable(name: "each", scope: !7, file: !3, line: 30, type: !9, isLocal: false, isDefinition: true)
!54 = !DIGlobalVariableExpression(var: !55, expr: !DIExpression())
!55 = distinct !DIGlobalVariable(name: "first", scope: !56, file: !3, line: 41, type: !4, isLocal: true, isDefinition: true)
!56 = distinct !DISubprogram(name: "once", linkageName: "_Z4oncev", scope: !3, file: !3, line: 40, type: !20, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!57 = !{}
!58 = !{i32 7, !"Dwarf Version", i32 5}
!59 = !{i32 2, !"Debug Info Version", i32 3}
!60 = !{i32 1, !"wchar_size", i32 4}
!61 = !{i32 7, !"PIC Level", i32 2}
!62 = !{i32 7, !"PIE Level", i32 2}
!63 = !{i32 7, !"uwtable", i32 1}
!64 = !{i32 7, !"frame-pointer", i32 2}
!65 = !{!"Debian clang version 14.0.6"}
!66 = distinct !DISubprogram(name: "~Base", linkageName: "_ZN4BaseD2Ev", scope: !15, file: !3, line: 7, type: !23, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !22, retainedNodes: !57)
!67 = !DILocalVariable(name: "this", arg: 1, scope: !66, type: !68, flags: DIFlagArtificial | DIFlagObjectPointer)
!68 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!69 = !DILocation(line: 0, scope: !66)
!70 = !DILocation(line: 7, column: 16, scope: !66)
!71 = distinct !DISubprogram(name: "~Base", linkageName: "_ZN4BaseD0Ev", scope: !15, file: !3, line: 7, type: !23, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !22, retainedNodes: !57)
!72 = !DILocalVariable(name: "this", arg: 1, scope: !71, type: !68, flags: DIFlagArtificial | DIFlagObjectPointer)
!73 = !DILocation(line: 0, scope: !71)
!74 = !DILocation(line: 7, column: 15, scope: !71)
!75 = distinct !DISubprogram(name: "held", linkageName: "_ZN5space4heldEi", scope: !2, file: !3, line: 22, type: !76, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!76 = !DISubroutineType(types: !77)
!77 = !{!4, !4}
!78 = !DILocalVariable(name: "x", arg: 1, scope: !75, file: !3, line: 22, type: !4)
!79 = !DILocation(line: 22, column: 14, scope: !75)
!80 = !DILocalVariable(name: "guard", scope: !75, file: !3, line: 23, type: !38)
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
!91 = distinct !DISubprogram(name: "Guard", linkageName: "_ZN5space5GuardIiEC2ERi", scope: !38, file: !3, line: 18, type: !43, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !42, retainedNodes: !57)
!92 = !DILocalVariable(name: "this", arg: 1, scope: !91, type: !93, flags: DIFlagArtificial | DIFlagObjectPointer)
!93 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64)
!94 = !DILocation(line: 0, scope: !91)
!95 = !DILocalVariable(name: "held", arg: 2, scope: !91, file: !3, line: 18, type: !41)
!96 = !DILocation(line: 18, column: 21, scope: !91)
!97 = !DILocation(line: 18, column: 29, scope: !91)
!98 = !DILocation(line: 18, column: 34, scope: !91)
!99 = !DILocation(line: 18, column: 42, scope: !100)
!100 = distinct !DILexicalBlock(scope: !91, file: !3, line: 18, column: 40)
!101 = !DILocation(line: 18, column: 47, scope: !100)
!102 = !DILocation(line: 18, column: 53, scope: !91)
!103 = distinct !DISubprogram(name: "~Guard", linkageName: "_ZN5space5GuardIiED2Ev", scope: !38, file: !3, line: 19, type: !47, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !46, retainedNodes: !57)
!104 = !DILocalVariable(name: "this", arg: 1, scope: !103, type: !93, flags: DIFlagArtificial | DIFlagObjectPointer)
!105 = !DILocation(line: 0, scope: !103)
!106 = !DILocation(line: 19, column: 14, scope: !107)
!107 = distinct !DILexicalBlock(scope: !103, file: !3, line: 19, column: 12)
!108 = !DILocation(line: 19, column: 19, scope: !107)
!109 = !DILocation(line: 19, column: 25, scope: !103)
!110 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !111, file: !111, type: !112, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !57)
!111 = !DIFile(filename: "object.cpp", directory: ".")
!112 = !DISubroutineType(types: !113)
!113 = !{null}
!114 = !DILocation(line: 29, column: 6, scope: !115)
!115 = !DILexicalBlockFile(scope: !110, file: !3, discriminator: 0)
!116 = !DILocation(line: 0, scope: !110)
!117 = distinct !DISubprogram(name: "Both", linkageName: "_ZN4BothC1Ev", scope: !9, file: !3, line: 12, type: !118, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !120, retainedNodes: !57)
!118 = !DISubroutineType(types: !119)
!119 = !{null, !37}
!120 = !DISubprogram(name: "Both", scope: !9, type: !118, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!121 = !DILocalVariable(name: "this", arg: 1, scope: !117, type: !122, flags: DIFlagArtificial | DIFlagObjectPointer)
!122 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!123 = !DILocation(line: 0, scope: !117)
!124 = !DILocation(line: 12, column: 8, scope: !117)
!125 = distinct !DISubprogram(name: "~Both", linkageName: "_ZN4BothD1Ev", scope: !9, file: !3, line: 12, type: !118, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !126, retainedNodes: !57)
!126 = !DISubprogram(name: "~Both", scope: !9, type: !118, containingType: !9, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!127 = !DILocalVariable(name: "this", arg: 1, scope: !125, type: !122, flags: DIFlagArtificial | DIFlagObjectPointer)
!128 = !DILocation(line: 0, scope: !125)
!129 = !DILocation(line: 12, column: 8, scope: !125)
!130 = distinct !DISubprogram(name: "__cxx_global_var_init.1", scope: !111, file: !111, type: !112, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !57)
!131 = !DILocation(line: 30, column: 19, scope: !132)
!132 = !DILexicalBlockFile(scope: !130, file: !3, discriminator: 0)
!133 = !DILocation(line: 0, scope: !130)
!134 = distinct !DISubprogram(name: "caught", linkageName: "_Z6caughti", scope: !3, file: !3, line: 31, type: !76, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!135 = !DILocalVariable(name: "x", arg: 1, scope: !134, file: !3, line: 31, type: !4)
!136 = !DILocation(line: 31, column: 16, scope: !134)
!137 = !DILocation(line: 33, column: 24, scope: !138)
!138 = distinct !DILexicalBlock(scope: !134, file: !3, line: 32, column: 7)
!139 = !DILocation(line: 33, column: 12, scope: !138)
!140 = !DILocation(line: 33, column: 29, scope: !138)
!141 = !DILocation(line: 33, column: 34, scope: !138)
!142 = !DILocation(line: 33, column: 27, scope: !138)
!143 = !DILocation(line: 33, column: 5, scope: !138)
!144 = !DILocation(line: 39, column: 1, scope: !138)
!145 = !DILocation(line: 34, column: 3, scope: !138)
!146 = !DILocalVariable(name: "y", scope: !134, file: !3, line: 34, type: !4)
!147 = !DILocation(line: 34, column: 16, scope: !134)
!148 = !DILocation(line: 38, column: 3, scope: !149)
!149 = distinct !DILexicalBlock(scope: !134, file: !3, line: 36, column: 17)
!150 = !DILocation(line: 35, column: 12, scope: !151)
!151 = distinct !DILexicalBlock(scope: !134, file: !3, line: 34, column: 19)
!152 = !DILocation(line: 35, column: 5, scope: !151)
!153 = !DILocation(line: 36, column: 3, scope: !151)
!154 = !DILocation(line: 37, column: 5, scope: !149)
!155 = !DILocation(line: 39, column: 1, scope: !134)
!156 = distinct !DISubprogram(name: "value", linkageName: "_ZN4Both5valueEv", scope: !9, file: !3, line: 13, type: !35, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !34, retainedNodes: !57)
!157 = !DILocalVariable(name: "this", arg: 1, scope: !156, type: !122, flags: DIFlagArtificial | DIFlagObjectPointer)
!158 = !DILocation(line: 0, scope: !156)
!159 = !DILocation(line: 13, column: 37, scope: !156)
!160 = !DILocation(line: 13, column: 35, scope: !156)
!161 = !DILocation(line: 13, column: 26, scope: !156)
!162 = !DILocation(line: 41, column: 3, scope: !56)
!163 = !{!"branch_weights", i32 1, i32 1048575}
!164 = !DILocation(line: 41, column: 22, scope: !56)
!165 = !DILocalVariable(name: "closure", scope: !56, file: !3, line: 42, type: !166)
!166 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !56, file: !3, line: 42, size: 8, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !57)
!167 = !DILocation(line: 42, column: 8, scope: !56)
!168 = !DILocation(line: 43, column: 10, scope: !56)
!169 = !DILocation(line: 43, column: 3, scope: !56)
!170 = !DILocation(line: 44, column: 1, scope: !56)
!171 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ4oncevENK3$_0clEi", scope: !166, file: !3, line: 42, type: !172, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, declaration: !176, retainedNodes: !57)
!172 = !DISubroutineType(types: !173)
!173 = !{!4, !174, !4}
!174 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !175, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!175 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !166)
!176 = !DISubprogram(name: "operator()", scope: !166, file: !3, line: 42, type: !177, scopeLine: 42, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit)
!177 = !DISubroutineType(types: !178)
!178 = !{!179, !174, !4}
!179 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "auto")
!180 = !DILocalVariable(name: "this", arg: 1, scope: !171, type: !181, flags: DIFlagArtificial | DIFlagObjectPointer)
!181 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !175, size: 64)
!182 = !DILocation(line: 0, scope: !171)
!183 = !DILocalVariable(name: "y", arg: 2, scope: !171, file: !3, line: 42, type: !4)
!184 = !DILocation(line: 42, column: 26, scope: !171)
!185 = !DILocation(line: 42, column: 38, scope: !171)
!186 = !DILocation(line: 42, column: 46, scope: !171)
!187 = !DILocation(line: 42, column: 44, scope: !171)
!188 = !DILocation(line: 42, column: 31, scope: !171)
!189 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 45, type: !20, scopeLine: 45, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!190 = !DILocalVariable(name: "base", scope: !189, file: !3, line: 46, type: !68)
!191 = !DILocation(line: 46, column: 9, scope: !189)
!192 = !DILocation(line: 46, column: 16, scope: !189)
!193 = !DILocation(line: 47, column: 10, scope: !189)
!194 = !DILocation(line: 47, column: 16, scope: !189)
!195 = !DILocation(line: 47, column: 26, scope: !189)
!196 = !DILocation(line: 47, column: 24, scope: !189)
!197 = !DILocation(line: 47, column: 3, scope: !189)
!198 = distinct !DISubprogram(name: "Base", linkageName: "_ZN4BaseC2Ev", scope: !15, file: !3, line: 3, type: !23, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !199, retainedNodes: !57)
!199 = !DISubprogram(name: "Base", scope: !15, type: !23, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!200 = !DILocalVariable(name: "this", arg: 1, scope: !198, type: !68, flags: DIFlagArtificial | DIFlagObjectPointer)
!201 = !DILocation(line: 0, scope: !198)
!202 = !DILocation(line: 3, column: 8, scope: !198)
!203 = distinct !DISubprogram(name: "Left", linkageName: "_ZN4LeftC2Ev", scope: !12, file: !3, line: 8, type: !204, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !206, retainedNodes: !57)
!204 = !DISubroutineType(types: !205)
!205 = !{null, !33}
!206 = !DISubprogram(name: "Left", scope: !12, type: !204, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!207 = !DILocalVariable(name: "this", arg: 1, scope: !203, type: !208, flags: DIFlagArtificial | DIFlagObjectPointer)
!208 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!209 = !DILocation(line: 0, scope: !203)
!210 = !DILocalVariable(name: "vtt", arg: 2, scope: !203, type: !211, flags: DIFlagArtificial)
!211 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !212, size: 64)
!212 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!213 = !DILocation(line: 8, column: 8, scope: !203)
!214 = !DILocation(line: 9, column: 7, scope: !203)
!215 = distinct !DISubprogram(name: "~Left", linkageName: "_ZN4LeftD1Ev", scope: !12, file: !3, line: 8, type: !204, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !216, retainedNodes: !57)
!216 = !DISubprogram(name: "~Left", scope: !12, type: !204, containingType: !12, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!217 = !DILocalVariable(name: "this", arg: 1, scope: !215, type: !208, flags: DIFlagArtificial | DIFlagObjectPointer)
!218 = !DILocation(line: 0, scope: !215)
!219 = !DILocation(line: 8, column: 8, scope: !215)
!220 = distinct !DISubprogram(name: "~Left", linkageName: "_ZN4LeftD0Ev", scope: !12, file: !3, line: 8, type: !204, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !216, retainedNodes: !57)
!221 = !DILocalVariable(name: "this", arg: 1, scope: !220, type: !208, flags: DIFlagArtificial | DIFlagObjectPointer)
!222 = !DILocation(line: 0, scope: !220)
!223 = !DILocation(line: 8, column: 8, scope: !220)
!224 = distinct !DISubprogram(name: "value", linkageName: "_ZN4Left5valueEv", scope: !12, file: !3, line: 10, type: !31, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !30, retainedNodes: !57)
!225 = !DILocalVariable(name: "this", arg: 1, scope: !224, type: !208, flags: DIFlagArtificial | DIFlagObjectPointer)
!226 = !DILocation(line: 0, scope: !224)
!227 = !DILocation(line: 10, column: 33, scope: !224)
!228 = !DILocation(line: 10, column: 26, scope: !224)
!229 = distinct !DISubprogram(name: "~Both", linkageName: "_ZN4BothD0Ev", scope: !9, file: !3, line: 12, type: !118, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !126, retainedNodes: !57)
!230 = !DILocalVariable(name: "this", arg: 1, scope: !229, type: !122, flags: DIFlagArtificial | DIFlagObjectPointer)
!231 = !DILocation(line: 0, scope: !229)
!232 = !DILocation(line: 12, column: 8, scope: !229)
!233 = distinct !DISubprogram(name: "~Left", linkageName: "_ZN4LeftD2Ev", scope: !12, file: !3, line: 8, type: !204, scopeLine: 8, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !216, retainedNodes: !57)
!234 = !DILocalVariable(name: "this", arg: 1, scope: !233, type: !208, flags: DIFlagArtificial | DIFlagObjectPointer)
!235 = !DILocation(line: 0, scope: !233)
!236 = !DILocalVariable(name: "vtt", arg: 2, scope: !233, type: !211, flags: DIFlagArtificial)
!237 = !DILocation(line: 8, column: 8, scope: !233)
!238 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N4LeftD1Ev", scope: !3, file: !3, line: 8, type: !239, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!239 = !DISubroutineType(types: !57)
!240 = !DILocation(line: 0, scope: !238)
!241 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N4LeftD0Ev", scope: !3, file: !3, line: 8, type: !239, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!242 = !DILocation(line: 0, scope: !241)
!243 = distinct !DISubprogram(linkageName: "_ZTv0_n32_N4Left5valueEv", scope: !3, file: !3, line: 10, type: !239, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!244 = !DILocation(line: 0, scope: !243)
!245 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N4BothD0Ev", scope: !3, file: !3, line: 12, type: !239, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!246 = !DILocation(line: 0, scope: !245)
!247 = distinct !DISubprogram(name: "~Both", linkageName: "_ZN4BothD2Ev", scope: !9, file: !3, line: 12, type: !118, scopeLine: 12, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !7, declaration: !126, retainedNodes: !57)
!248 = !DILocalVariable(name: "this", arg: 1, scope: !247, type: !122, flags: DIFlagArtificial | DIFlagObjectPointer)
!249 = !DILocation(line: 0, scope: !247)
!250 = !DILocalVariable(name: "vtt", arg: 2, scope: !247, type: !211, flags: DIFlagArtificial)
!251 = !DILocation(line: 12, column: 8, scope: !252)
!252 = distinct !DILexicalBlock(scope: !247, file: !3, line: 12, column: 8)
!253 = !DILocation(line: 12, column: 8, scope: !247)
!254 = distinct !DISubprogram(linkageName: "_ZTv0_n24_N4BothD1Ev", scope: !3, file: !3, line: 12, type: !239, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!255 = !DILocation(line: 0, scope: !254)
!256 = distinct !DISubprogram(linkageName: "_ZTv0_n32_N4Both5valueEv", scope: !3, file: !3, line: 13, type: !239, flags: DIFlagArtificial | DIFlagThunk, spFlags: DISPFlagDefinition, unit: !7, retainedNodes: !57)
!257 = !DILocation(line: 0, scope: !256)
!258 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_object.cpp", scope: !111, file: !111, type: !239, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !57)
!259 = !DILocation(line: 0, scope: !258)
!260 = distinct !DISubprogram(linkageName: "__tls_init", scope: !111, file: !111, type: !239, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !7, retainedNodes: !57)
!261 = !DILocation(line: 0, scope: !260)
!262 = !{!"branch_weights", i32 1, i32 1023}
