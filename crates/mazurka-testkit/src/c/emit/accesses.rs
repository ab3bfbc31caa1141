//! Accesses of variables, and calls for locks, each in one of several ways.

use super::Emitter;
use crate::ir::{Change, Statement, Value};
use mazurka_memory::Model;

impl Emitter<'_> {
    /// Loads a variable, in any way.
    fn load(&mut self, variable: usize) -> String {
        let (place, kind) = (self.place(variable), self.kind(variable));
        let ways = 6;
        let way = match self.is_optimised {
            true => 1 + self.random.below(ways - 1),
            false => self.random.below(ways),
        };
        match way {
            0 => place,
            1 => format!("*(volatile {kind} *)&{place}"),
            2 => format!("__atomic_load_n(&{place}, __ATOMIC_RELAXED)"),
            3 => format!("__atomic_load_n(&{place}, __ATOMIC_ACQUIRE)"),
            4 => format!("__atomic_load_n(&{place}, __ATOMIC_SEQ_CST)"),
            _ => format!("*(_Atomic {kind} *)&{place}"),
        }
    }

    /// Stores to a variable; the strength is 0 for plain stores, 1 for release, 2 for
    /// sequential consistency.
    fn store(&mut self, variable: usize, value: Value, strength: usize) -> String {
        let (place, kind) = (self.place(variable), self.kind(variable));
        let value = self.value(value);
        // Under SC, all are the same.
        let strength = match self.program.model {
            Model::Sc => self.random.below(3),
            _ => strength,
        };
        let way = match self.is_optimised {
            true => 1 + self.random.below(2),
            false => self.random.below(3),
        };
        match (strength, way) {
            (0, 0) => format!("{place} = {value};"),
            (0, 1) => format!("*(volatile {kind} *)&{place} = {value};"),
            (0, _) => format!("__atomic_store_n(&{place}, {value}, __ATOMIC_RELAXED);"),
            (1, _) => format!("__atomic_store_n(&{place}, {value}, __ATOMIC_RELEASE);"),
            (_, 0) => format!("*(_Atomic {kind} *)&{place} = {value};"),
            (_, _) => format!("__atomic_store_n(&{place}, {value}, __ATOMIC_SEQ_CST);"),
        }
    }

    fn order(&mut self) -> &'static str {
        self.one_of(&[
            "__ATOMIC_RELAXED",
            "__ATOMIC_ACQUIRE",
            "__ATOMIC_RELEASE",
            "__ATOMIC_ACQ_REL",
            "__ATOMIC_SEQ_CST",
        ])
    }

    /// An update that may change nothing.
    fn change(&mut self, change: Change, variable: usize, value: Value, order: &str) -> String {
        let (place, kind) = (self.place(variable), self.kind(variable));
        let bits = format!("({kind})({} & 7)", self.value(value));
        let is_old = self.random.percent(30);
        match change {
            Change::Or if is_old => format!("__sync_fetch_and_or(&{place}, {bits})"),
            Change::Or => format!("__atomic_fetch_or(&{place}, {bits}, {order})"),
            Change::Clear if is_old => {
                format!("__sync_fetch_and_and(&{place}, ({kind})~{bits})")
            }
            Change::Clear => format!("__atomic_fetch_and(&{place}, ({kind})~{bits}, {order})"),
            Change::Max => format!("__atomic_fetch_max(&{place}, {bits}, {order})"),
            Change::Min => format!("__atomic_fetch_min(&{place}, {bits}, {order})"),
        }
    }

    /// An expression that is true if it exchanged; `e` then is what was there.
    fn exchange(&mut self, variable: usize, new: &str) -> String {
        let place = self.place(variable);
        let weak = self.random.below(2);
        let orders = [
            "__ATOMIC_RELAXED, __ATOMIC_RELAXED",
            "__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE",
            "__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST",
        ];
        let orders = self.one_of(&orders);
        format!("__atomic_compare_exchange_n(&{place}, &e, {new}, {weak}, {orders})")
    }

    pub(super) fn on_variable(&mut self, statement: &Statement) -> Option<String> {
        Some(match *statement {
            Statement::Load { variable, register } => {
                let load = self.load(variable);
                format!("{} = {load};", self.register(register))
            }
            Statement::Store { variable, value } => self.store(variable, value, 0),
            Statement::StoreRelease { variable, value } => self.store(variable, value, 1),
            Statement::StoreSeqCst { variable, value } => self.store(variable, value, 2),
            Statement::FetchAdd {
                variable,
                summand,
                register,
            } => {
                let (place, order) = (self.place(variable), self.order());
                let r = self.register(register);
                let kind = self.kind(variable);
                match self.random.below(4) {
                    0 => format!("{r} = __sync_fetch_and_add(&{place}, {summand});"),
                    1 => format!("{r} = __atomic_fetch_sub(&{place}, -{summand}, {order});"),
                    2 => format!(
                        "{r} = ({kind})(__atomic_add_fetch(&{place}, {summand}, {order}) - {summand});"
                    ),
                    _ => format!("{r} = __atomic_fetch_add(&{place}, {summand}, {order});"),
                }
            }
            Statement::Add { variable, summand } => {
                let (place, order) = (self.place(variable), self.order());
                let kind = self.kind(variable);
                match self.random.below(6) {
                    0 => format!("__sync_fetch_and_add(&{place}, {summand});"),
                    1 => format!("__atomic_fetch_sub(&{place}, -{summand}, {order});"),
                    2 => format!("(void)__atomic_add_fetch(&{place}, {summand}, {order});"),
                    3 => format!(
                        "{{ {kind} e = __atomic_fetch_add(&{place}, {summand}, {order}); }}"
                    ),
                    4 => format!("*(_Atomic {kind} *)&{place} += {summand};"),
                    _ => format!("__atomic_fetch_add(&{place}, {summand}, {order});"),
                }
            }
            Statement::Fetch {
                change,
                variable,
                value,
                register,
            } => {
                let order = self.order();
                let old = self.change(change, variable, value, order);
                format!("{} = {old};", self.register(register))
            }
            Statement::SpinOr { variable, value } => {
                let order = self.order();
                let (old, kind) = (
                    self.change(Change::Or, variable, value, order),
                    self.kind(variable),
                );
                let bits = format!("({kind})({} & 7)", self.value(value));
                match self.random.below(2) {
                    0 => format!("while (({old} & {bits}) == {bits});"),
                    _ => format!(
                        "for (;;) {{ {kind} e = {old}; if (({kind})(e | {bits}) != e) break; }}"
                    ),
                }
            }
            Statement::Swap {
                variable,
                value,
                register,
            } => {
                let (place, order) = (self.place(variable), self.order());
                let (r, value) = (self.register(register), self.value(value));
                format!("{r} = __atomic_exchange_n(&{place}, {value}, {order});")
            }
            Statement::CompareExchange {
                variable,
                expected,
                new,
                register,
            } => {
                let kind = self.kind(variable);
                let (expected, new) = (self.value(expected), self.value(new));
                let r = self.register(register);
                if self.random.percent(30) {
                    let place = self.place(variable);
                    return Some(format!(
                        "{r} = __sync_val_compare_and_swap(&{place}, {expected}, {new});"
                    ));
                }
                let exchange = self.exchange(variable, &new);
                format!("{{ {kind} e = {expected}; {exchange}; {r} = e; }}")
            }
            Statement::Spin { variable, value } => {
                let (load, value) = (self.load(variable), self.value(value));
                let inside = self.one_of(&["", "sched_yield();", "asm volatile(\"pause\");"]);
                format!("while ({load} != {value}) {{ {inside} }}")
            }
            Statement::SpinCompareExchange {
                variable,
                expected,
                new,
            } => {
                let kind = self.kind(variable);
                let (expected, new) = (self.value(expected), self.value(new));
                let exchange = self.exchange(variable, &new);
                match self.random.below(2) {
                    0 => format!("{{ {kind} e; do {{ e = {expected}; }} while (!{exchange}); }}"),
                    _ => format!("for (;;) {{ {kind} e = {expected}; if ({exchange}) break; }}"),
                }
            }
            _ => return None,
        })
    }

    /// A call, and for one with a result the register and the test for success.
    pub(super) fn on_lock(
        &mut self,
        statement: &Statement,
    ) -> Option<(String, Option<(usize, &'static str)>)> {
        let p = self.prefix.clone();
        let call = |words: String| Some((words, None));
        let tried = |words: String, register| Some((words, Some((register, "== 0"))));
        match *statement {
            Statement::Lock(m) => call(format!("pthread_mutex_lock(&{p}m{m})")),
            Statement::TryLock { mutex, register } => {
                tried(format!("pthread_mutex_trylock(&{p}m{mutex})"), register)
            }
            Statement::Unlock(m) => call(format!("pthread_mutex_unlock(&{p}m{m})")),
            Statement::Read(w) => call(format!("pthread_rwlock_rdlock(&{p}w{w})")),
            Statement::TryRead { lock, register } => {
                tried(format!("pthread_rwlock_tryrdlock(&{p}w{lock})"), register)
            }
            Statement::Write(w) => call(format!("pthread_rwlock_wrlock(&{p}w{w})")),
            Statement::TryWrite { lock, register } => {
                tried(format!("pthread_rwlock_trywrlock(&{p}w{lock})"), register)
            }
            Statement::UnlockRead(w) | Statement::UnlockWrite(w) => {
                call(format!("pthread_rwlock_unlock(&{p}w{w})"))
            }
            Statement::Acquire { semaphore, .. } => call(format!("sem_wait(&{p}s{semaphore})")),
            Statement::TryAcquire {
                semaphore,
                register,
                ..
            } => tried(format!("sem_trywait(&{p}s{semaphore})"), register),
            Statement::Release { semaphore, .. } => call(format!("sem_post(&{p}s{semaphore})")),
            Statement::Wait { condvar, mutex } => {
                call(format!("pthread_cond_wait(&{p}c{condvar}, &{p}m{mutex})"))
            }
            Statement::WaitTimeout {
                condvar,
                mutex,
                register,
            } => {
                let wait = format!("pthread_cond_timedwait(&{p}c{condvar}, &{p}m{mutex}, &time)");
                Some((wait, Some((register, "== ETIMEDOUT"))))
            }
            Statement::NotifyOne(c) => call(format!("pthread_cond_signal(&{p}c{c})")),
            Statement::NotifyAll(c) => call(format!("pthread_cond_broadcast(&{p}c{c})")),
            _ => None,
        }
    }
}
