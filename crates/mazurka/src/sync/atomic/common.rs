//! What every atomic type has: the methods that do not depend on what the
//! location holds.

/// Implements the methods that all atomic types share, for `$name` with values
/// of the type `$value`.
macro_rules! common {
    ([$($generics:tt)*] $name:ty, $value:ty) => {
        impl $($generics)* $name {
            /// A new atomic. It is named when it is first used in an execution.
            #[track_caller]
            #[must_use]
            pub const fn new(value: $value) -> Self {
                Self {
                    location: Location::new(value),
                }
            }

            /// The same atomic with a name, which has to be a constant. Reports call it so.
            /// Otherwise they call it as the source code does where it was made or is used, if
            /// that can be told, or by its type.
            ///
            /// ```
            /// use mazurka::sync::atomic::AtomicUsize;
            ///
            /// static HEAD: AtomicUsize = AtomicUsize::new(0).named("head");
            /// ```
            #[must_use]
            pub const fn named(mut self, name: &'static str) -> Self {
                self.location = self.location.named(name);
                self
            }

            /// Reads the value.
            ///
            /// # Panics
            /// When the ordering is `Release` or `AcqRel`.
            #[track_caller]
            #[inline(always)]
            pub fn load(&self, order: Ordering) -> $value {
                self.location.load(order)
            }

            /// Writes the value.
            ///
            /// # Panics
            /// When the ordering is `Acquire` or `AcqRel`.
            #[track_caller]
            pub fn store(&self, value: $value, order: Ordering) {
                self.location.store(value, order);
            }

            /// Writes the value and returns the one before.
            #[track_caller]
            #[inline(always)]
            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                self.location.swap(value, order)
            }

            /// Writes `new` if the value is `current`. Returns the value
            /// before, as `Ok` if it was written.
            ///
            /// # Errors
            /// The value, when it is not `current`.
            ///
            /// # Panics
            /// When the ordering of failure is `Release` or `AcqRel`.
            #[track_caller]
            #[inline(always)]
            pub fn compare_exchange(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                self.location
                    .compare_exchange(current, new, success, failure)
            }

            /// As `compare_exchange`: a spurious failure is not modelled.
            ///
            /// # Errors
            /// The value, when it is not `current`.
            ///
            /// # Panics
            /// When the ordering of failure is `Release` or `AcqRel`.
            #[track_caller]
            #[inline(always)]
            pub fn compare_exchange_weak(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                self.location
                    .compare_exchange_weak(current, new, success, failure)
            }

            /// Loads the value, and tries to replace it by what `f` makes of
            /// it until a compare-exchange succeeds or `f` gives nothing.
            ///
            /// # Errors
            /// The value for which `f` gave nothing.
            ///
            /// # Panics
            /// When `fetch_order` is `Release` or `AcqRel`.
            #[track_caller]
            pub fn fetch_update<F>(
                &self,
                set_order: Ordering,
                fetch_order: Ordering,
                f: F,
            ) -> Result<$value, $value>
            where
                F: FnMut($value) -> Option<$value>,
            {
                self.location.fetch_update(set_order, fetch_order, f)
            }

            /// `fetch_update` by the name it has had since Rust 1.95.
            ///
            /// # Errors
            /// The value for which `f` gave nothing.
            ///
            /// # Panics
            /// When `fetch_order` is `Release` or `AcqRel`.
            #[track_caller]
            pub fn try_update(
                &self,
                set_order: Ordering,
                fetch_order: Ordering,
                f: impl FnMut($value) -> Option<$value>,
            ) -> Result<$value, $value> {
                self.location.fetch_update(set_order, fetch_order, f)
            }

            /// Replaces the value by what `f` makes of it; returns the value
            /// before.
            ///
            /// # Panics
            /// When `fetch_order` is `Release` or `AcqRel`.
            #[track_caller]
            pub fn update(
                &self,
                set_order: Ordering,
                fetch_order: Ordering,
                mut f: impl FnMut($value) -> $value,
            ) -> $value {
                match self
                    .location
                    .fetch_update(set_order, fetch_order, |value| Some(f(value)))
                {
                    Ok(value) | Err(value) => value,
                }
            }

            /// The value, which nobody else can use: no event.
            #[track_caller]
            pub fn get_mut(&mut self) -> &mut $value {
                self.location.get_mut()
            }

            /// The value: no event.
            #[must_use]
            #[track_caller]
            pub fn into_inner(self) -> $value {
                self.location.into_inner()
            }

            /// `get_mut` in the form that loom has.
            #[track_caller]
            pub fn with_mut<R>(&mut self, f: impl FnOnce(&mut $value) -> R) -> R {
                f(self.get_mut())
            }

            /// Writes `new` if the value is `current`, and returns the value before: what
            /// `compare_exchange` was called before it had a result, and is called in loom.
            #[track_caller]
            #[inline(always)]
            pub fn compare_and_swap(
                &self,
                current: $value,
                new: $value,
                order: Ordering,
            ) -> $value {
                let failure = match order {
                    Ordering::AcqRel => Ordering::Acquire,
                    Ordering::Release => Ordering::Relaxed,
                    same => same,
                };
                match self.location.compare_exchange(current, new, order, failure) {
                    Ok(before) | Err(before) => before,
                }
            }

            /// A read that is not atomic, in the form that loom has: no event,
            /// and a data race if a write of the location is unordered with it.
            ///
            /// # Safety
            /// None is needed: a race is reported. The function is unsafe
            /// because it is so in loom, and would have to be without a model
            /// checker.
            #[track_caller]
            pub unsafe fn unsync_load(&self) -> $value {
                self.location.unsync_load()
            }
        }

        impl $($generics)* From<$value> for $name {
            fn from(value: $value) -> Self {
                Self::new(value)
            }
        }

        impl $($generics)* fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.location.shown(), f)
            }
        }

        // Nothing is left half done when a process unwinds: each operation is
        // one step.
        impl $($generics)* RefUnwindSafe for $name {}
    };
}

/// A read-modify-write method.
macro_rules! fetch {
    (
        $(#[$doc:meta])*
        $method:ident($argument:ident: $type:ty) -> $value:ty, $how:ident, $f:expr
    ) => {
        $(#[$doc])*
        #[track_caller]
        pub fn $method(&self, $argument: $type, order: Ordering) -> $value {
            self.location.modify(
                super::announced::Announced::$how($argument),
                order,
                || format!(concat!(stringify!($method), "({:?}, {:?})"), $argument, order),
                $f,
            )
        }
    };
}

pub(super) use {common, fetch};
