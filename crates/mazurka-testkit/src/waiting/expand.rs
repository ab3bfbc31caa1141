//! Statements of the language as plain loops and branches.

use super::block::{Block, Expression, Location, Operator, Plain, Register, Update};
use super::program::{
    Change, Condition, Effect, Form, Grab, Keeps, LOCK, Lock, NAMED, Operand, Pause, Relation,
    Statement, TICKETS, Unlock,
};

/// Registers that loops need for themselves: what was read,
const HELD: Register = NAMED;
/// what was read from a second location,
const OTHER: Register = NAMED + 1;
/// what a compare-exchange expects,
const EXPECTED: Register = NAMED + 2;
/// how many rounds there were,
const ROUNDS: Register = NAMED + 3;
/// and a ticket, or a counter that nothing reads.
const TICKET: Register = NAMED + 4;

const ONE: Expression = Expression::Constant(1);
const ZERO: Expression = Expression::Constant(0);

/// The statements of a thread as plain ones.
#[must_use]
pub fn expand(statements: &[Statement]) -> Block {
    statements.iter().flat_map(statement).collect()
}

fn register(register: Register) -> Expression {
    Expression::Register(register)
}

fn operand(operand: Operand) -> Expression {
    match operand {
        Operand::Constant(value) => Expression::Constant(value),
        Operand::Register(of) => register(of),
    }
}

fn plus(left: Expression, right: Expression) -> Expression {
    Expression::binary(Operator::Plus, left, right)
}

fn both(left: Expression, right: Expression) -> Expression {
    Expression::Both(Box::new(left), Box::new(right))
}

fn either(left: Expression, right: Expression) -> Expression {
    Expression::Either(Box::new(left), Box::new(right))
}

fn update(update: Update, location: Location, operand: u32) -> Expression {
    Expression::Update(update, location, Box::new(Expression::Constant(operand)))
}

fn compare_exchange(
    location: Location,
    expected: Register,
    new: Expression,
    weak: bool,
) -> Expression {
    Expression::CompareExchange {
        location,
        expected,
        new: Box::new(new),
        weak,
    }
}

fn load(to: Register, location: Location) -> Plain {
    Plain::Set(to, Expression::Load(location))
}

fn pauses(pause: Pause) -> Block {
    match pause {
        Pause::None => Vec::new(),
        Pause::Yield => vec![Plain::Yield],
        Pause::Fence => vec![Plain::Fence],
    }
}

/// Does the condition hold of that value?
fn holds(condition: Condition, value: Expression) -> Expression {
    let operator = match condition.relation {
        Relation::Equal => Operator::Equal,
        Relation::Unequal => Operator::Unequal,
        Relation::Less => Operator::Less,
    };
    Expression::binary(operator, value, operand(condition.operand))
}

/// A fence comes between two looks, never before the first: it would order what the thread
/// has stored before. Then a loop that begins with its pause is written in another way.
fn spelled(pause: &Block, spelling: u8, first: u8, instead: u8) -> u8 {
    if pause.contains(&Plain::Fence) && spelling == first {
        instead
    } else {
        spelling
    }
}

fn leave_if(condition: Expression) -> Plain {
    Plain::If(condition, vec![Plain::Break], Vec::new())
}

fn joined(parts: impl IntoIterator<Item = Block>) -> Block {
    parts.into_iter().flatten().collect()
}

fn statement(statement: &Statement) -> Block {
    match statement {
        Statement::Store(location, value, order) => {
            vec![Plain::Store(*location, operand(*value), *order)]
        }
        Statement::Load(to, location) => vec![load(*to, *location)],
        Statement::Add(to, location, value) => {
            vec![Plain::Set(*to, update(Update::Add, *location, *value))]
        }
        Statement::Exchange(to, location, value) => {
            let value = Box::new(operand(*value));
            let exchange = Expression::Update(Update::Exchange, *location, value);
            vec![Plain::Set(*to, exchange)]
        }
        Statement::CompareExchange(to, location, expected, new) => {
            let new = Expression::Constant(*new);
            vec![
                Plain::Set(*to, Expression::Constant(*expected)),
                Plain::Do(compare_exchange(*location, *to, new, false)),
            ]
        }
        Statement::Fence => vec![Plain::Fence],
        Statement::Wait {
            condition,
            pause,
            keep,
            spelling,
        } => wait(*condition, pauses(*pause), *keep, *spelling),
        Statement::WaitTwo {
            conditions,
            form,
            register,
            pause,
            spelling,
        } => wait_two(*conditions, (*form, *register), pauses(*pause), *spelling),
        Statement::Grab {
            location,
            grab,
            register,
            pause,
            spelling,
        } => grabbed(*location, *grab, *register, pauses(*pause), *spelling),
        Statement::Locked {
            lock,
            unlock,
            body,
            pause,
            spelling,
        } => joined([
            take(*lock, pauses(*pause), *spelling),
            expand(body),
            give_back(*lock, *unlock),
        ]),
        Statement::Retry {
            location,
            change,
            reload,
            keeps,
            register,
            spelling,
        } => retry(*location, *change, (*reload, *keeps), *register, *spelling),
        Statement::Poll {
            mutex,
            condition,
            register: to,
            spelling,
        } => {
            let look = [
                Plain::Lock(*mutex),
                load(*to, condition.location),
                Plain::Unlock(*mutex),
            ];
            let stays = holds(*condition, register(*to));
            match spelling % 2 {
                0 => {
                    let mut body = look.to_vec();
                    body.push(leave_if(stays.negated()));
                    vec![Plain::While(ONE, body)]
                }
                _ => vec![Plain::DoWhile(look.to_vec(), stays)],
            }
        }
        Statement::Planted {
            condition,
            rounds,
            keeps,
            register,
            effect,
            spelling,
        } => planted(*condition, *rounds, (*keeps, *register), *effect, *spelling),
        Statement::Assert(of, value, number) => {
            let value = Expression::Constant(*value);
            let holds = Expression::binary(Operator::Unequal, register(*of), value);
            vec![Plain::Assert(holds, *number)]
        }
    }
}

fn wait(condition: Condition, pause: Block, keep: Option<Register>, spelling: u8) -> Block {
    let location = condition.location;
    let to = keep.unwrap_or(HELD);
    let stays = holds(condition, register(to));
    let look = vec![load(to, location)];
    match spelled(&pause, spelling % 4, 3, 1) {
        0 if keep.is_none() => vec![Plain::While(
            holds(condition, Expression::Load(location)),
            pause,
        )],
        0 | 1 => {
            let leave = vec![leave_if(stays.negated())];
            vec![Plain::While(ONE, joined([look, leave, pause]))]
        }
        2 => joined([
            look.clone(),
            vec![Plain::While(stays, joined([pause, look]))],
        ]),
        _ => vec![Plain::DoWhile(joined([pause, look]), stays)],
    }
}

fn grabbed(location: Location, grab: Grab, to: Register, pause: Block, spelling: u8) -> Block {
    let (first, wanted) = match grab {
        Grab::CompareExchange { wanted, new, weak } => {
            let set = vec![Plain::Set(to, Expression::Constant(wanted))];
            let new = Expression::Constant(new);
            let succeeds = compare_exchange(location, to, new, weak);
            return match spelling % 2 {
                0 => vec![Plain::DoWhile(joined([pause, set]), succeeds.negated())],
                _ => {
                    let leave = vec![leave_if(succeeds)];
                    vec![Plain::While(ONE, joined([set, leave, pause]))]
                }
            };
        }
        Grab::Exchange { wanted, new } => (update(Update::Exchange, location, new), wanted),
        Grab::Or { wanted, bits } => (update(Update::Or, location, bits), wanted),
    };
    let set = vec![Plain::Set(to, first)];
    let wanted = Expression::Constant(wanted);
    let stays = Expression::binary(Operator::Unequal, register(to), wanted);
    match spelling % 2 {
        0 => vec![Plain::DoWhile(joined([pause, set]), stays)],
        _ => {
            let leave = vec![leave_if(stays.negated())];
            vec![Plain::While(ONE, joined([set, leave, pause]))]
        }
    }
}

fn wait_two(
    conditions: [Condition; 2],
    (form, to): (Form, Register),
    pause: Block,
    spelling: u8,
) -> Block {
    let [first, second] = conditions;
    let loaded = conditions.map(|condition| holds(condition, Expression::Load(condition.location)));
    let [a, b] = loaded;
    let values = vec![load(HELD, first.location), load(OTHER, second.location)];
    let (held, other) = (register(HELD), register(OTHER));
    let stays = match form {
        Form::Both => return looped(both(a, b), pause, spelling),
        Form::Either => return looped(either(a, b), pause, spelling),
        Form::Exits => {
            let exit = |holds: Expression, which| {
                let set = Plain::Set(to, Expression::Constant(which));
                Plain::If(holds.negated(), vec![set, Plain::Break], Vec::new())
            };
            let exits = vec![exit(a, 1), exit(b, 2)];
            return vec![Plain::While(ONE, joined([exits, pause]))];
        }
        Form::Values => either(holds(first, held), holds(second, other)),
        Form::Same if spelling.is_multiple_of(2) => {
            let [a, b] = conditions.map(|condition| Expression::Load(condition.location));
            let same = Expression::binary(Operator::Equal, a, b);
            return looped(same, pause, spelling);
        }
        Form::Same => Expression::binary(Operator::Equal, held, other),
        Form::Sum => {
            let sum = plus(held, other);
            Expression::binary(Operator::Less, sum, operand(second.operand))
        }
    };
    match spelled(&pause, spelling % 3, 0, 1) {
        0 => vec![Plain::DoWhile(joined([pause, values]), stays)],
        1 => {
            let leave = vec![leave_if(stays.negated())];
            vec![Plain::While(ONE, joined([values, leave, pause]))]
        }
        _ => joined([
            values.clone(),
            vec![Plain::While(stays, joined([pause, values]))],
        ]),
    }
}

/// A loop whose condition does all the work.
fn looped(stays: Expression, pause: Block, spelling: u8) -> Block {
    match spelled(&pause, spelling % 3, 2, 0) {
        0 => vec![Plain::While(stays, pause)],
        1 => vec![Plain::While(
            ONE,
            joined([vec![leave_if(stays.negated())], pause]),
        )],
        _ => vec![Plain::DoWhile(pause, stays)],
    }
}

fn take(lock: Lock, pause: Block, spelling: u8) -> Block {
    match lock {
        Lock::Exchange => looped(update(Update::Exchange, LOCK, 1), pause, spelling),
        Lock::CompareExchange { weak } => {
            let reset = vec![Plain::Set(EXPECTED, ZERO)];
            let fails = compare_exchange(LOCK, EXPECTED, ONE, weak).negated();
            match spelling % 2 {
                0 => joined([
                    reset.clone(),
                    vec![Plain::While(fails, joined([reset, pause]))],
                ]),
                _ => vec![Plain::DoWhile(joined([pause, reset]), fails)],
            }
        }
        Lock::Or => {
            let old = update(Update::Or, LOCK, 1);
            looped(
                Expression::binary(Operator::Bits, old, ONE),
                pause,
                spelling,
            )
        }
        Lock::TestAndSet => {
            let exchange = || update(Update::Exchange, LOCK, 1);
            let look = || Expression::Load(LOCK);
            match spelling % 3 {
                0 => looped(either(look(), exchange()), pause, 0),
                1 => {
                    let look = Plain::While(look(), pause);
                    let leave = leave_if(exchange().negated());
                    vec![Plain::While(ONE, vec![look, leave])]
                }
                _ => vec![Plain::While(exchange(), vec![Plain::While(look(), pause)])],
            }
        }
        Lock::Ticket => {
            let (next, serving) = TICKETS;
            let ticket = vec![Plain::Set(TICKET, update(Update::Add, next, 1))];
            let condition = Condition {
                location: serving,
                relation: Relation::Unequal,
                operand: Operand::Register(TICKET),
            };
            joined([ticket, wait(condition, pause, None, spelling)])
        }
        Lock::Mutex(mutex) => vec![Plain::Lock(mutex)],
        Lock::TryMutex(mutex) => looped(Expression::TryLock(mutex).negated(), pause, spelling),
    }
}

fn give_back(lock: Lock, unlock: Unlock) -> Block {
    vec![match (lock, unlock) {
        (Lock::Mutex(mutex) | Lock::TryMutex(mutex), _) => Plain::Unlock(mutex),
        (Lock::Ticket, Unlock::Store(order)) => {
            Plain::Store(TICKETS.1, plus(register(TICKET), ONE), order)
        }
        (Lock::Ticket, _) => Plain::Do(update(Update::Add, TICKETS.1, 1)),
        (_, Unlock::Store(order)) => Plain::Store(LOCK, ZERO, order),
        (_, Unlock::Exchange) => Plain::Do(update(Update::Exchange, LOCK, 0)),
        (_, Unlock::Add) => Plain::Do(update(Update::Subtract, LOCK, 1)),
        (_, Unlock::And) => Plain::Do(update(Update::And, LOCK, 0)),
    }]
}

fn retry(
    location: Location,
    change: Change,
    (reload, keeps): (bool, bool),
    to: Register,
    spelling: u8,
) -> Block {
    let new = match change {
        Change::Increment => plus(register(to), ONE),
        Change::Decrement => Expression::binary(Operator::Minus, register(to), ONE),
        Change::Set(value) => Expression::Constant(value),
        Change::Copy(_) => register(OTHER),
    };
    let copied = match change {
        Change::Copy(other) => vec![load(OTHER, other)],
        _ => Vec::new(),
    };
    let weak = spelling % 2 == 1;
    let look = vec![load(to, location)];
    let keep = if keeps { vec![Plain::Keep(to)] } else { vec![] };
    let keep = joined([keep, copied]);
    let is_there = || Expression::binary(Operator::Unequal, register(to), ZERO);
    if reload {
        let copy = vec![Plain::Set(EXPECTED, register(to))];
        let mut succeeds = compare_exchange(location, EXPECTED, new, weak);
        if change == Change::Decrement {
            succeeds = both(is_there(), succeeds);
        }
        return match spelling / 2 % 2 {
            0 => {
                let leave = vec![leave_if(succeeds)];
                vec![Plain::While(ONE, joined([look, keep, copy, leave]))]
            }
            _ => vec![Plain::DoWhile(
                joined([look, keep, copy]),
                succeeds.negated(),
            )],
        };
    }
    let fails = compare_exchange(location, to, new, weak).negated();
    if change == Change::Decrement {
        let wait = vec![Plain::While(is_there().negated(), look.clone())];
        return joined([look, vec![Plain::DoWhile(joined([wait, keep]), fails)]]);
    }
    match spelling / 2 % 2 {
        0 if keep.is_empty() => joined([look, vec![Plain::While(fails, Vec::new())]]),
        _ => joined([look, vec![Plain::DoWhile(keep, fails)]]),
    }
}

fn planted(
    condition: Condition,
    rounds: Option<u32>,
    (keeps, to): (Keeps, Register),
    effect: Effect,
    spelling: u8,
) -> Block {
    let mut start = Vec::new();
    if keeps != Keeps::Nothing && keeps != Keeps::Dead {
        start.push(Plain::Set(to, ZERO));
    }
    let count = |of: Register| Plain::Set(of, plus(register(of), ONE));
    let mut body = Vec::new();
    if rounds.is_some() {
        start.push(Plain::Set(ROUNDS, ZERO));
        body.push(count(ROUNDS));
    }
    match keeps {
        Keeps::Nothing => {}
        Keeps::Count(most) => {
            let fewer =
                Expression::binary(Operator::Less, register(to), Expression::Constant(most));
            body.push(Plain::If(fewer, vec![count(to)], Vec::new()));
        }
        Keeps::Flag => body.push(Plain::Set(to, ONE)),
        Keeps::Last => body.push(Plain::Set(to, plus(register(HELD), ONE))),
        Keeps::Second => body.push(load(to, 1 - condition.location)),
        Keeps::Dead => {
            start.push(Plain::Set(TICKET, ZERO));
            body.push(count(TICKET));
        }
    }
    match effect {
        Effect::Nothing => {}
        Effect::Store(location, value, order) => {
            body.push(Plain::Store(location, Expression::Constant(value), order));
        }
        Effect::Add(location) => body.push(Plain::Do(update(Update::Add, location, 1))),
        Effect::CompareExchange(location, value) => {
            body.push(Plain::Set(EXPECTED, ZERO));
            let new = Expression::Constant(value);
            body.push(Plain::Do(compare_exchange(location, EXPECTED, new, false)));
        }
    }
    let fewer = rounds.map(|most| {
        Expression::binary(Operator::Less, register(ROUNDS), Expression::Constant(most))
    });
    if spelling.is_multiple_of(2) || keeps == Keeps::Last {
        let mut look = vec![
            load(HELD, condition.location),
            leave_if(holds(condition, register(HELD)).negated()),
        ];
        look.extend(fewer.map(|fewer| leave_if(fewer.negated())));
        start.push(Plain::While(ONE, joined([look, body])));
    } else {
        let stays = holds(condition, Expression::Load(condition.location));
        let stays = match fewer {
            Some(fewer) => both(stays, fewer),
            None => stays,
        };
        start.push(Plain::While(stays, body));
    }
    start
}
