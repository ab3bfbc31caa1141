//! What makes a program one.

use super::{
    Class, MAX_ALTERNATIVES, MAX_BODIES, MAX_CHILDREN, MAX_COMPARISONS, MAX_OBJECTS, Program,
    REGISTERS, Statement, visit,
};

/// How a body uses one end of a channel, as far as its text tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    None,
    Some,
    Dropped,
    /// After it was dropped.
    Broken,
}

impl Use {
    fn another(&mut self) {
        *self = match self {
            Use::None | Use::Some => Use::Some,
            Use::Dropped | Use::Broken => Use::Broken,
        };
    }

    fn drop(&mut self) {
        self.another();
        if *self == Use::Some {
            *self = Use::Dropped;
        }
    }
}

impl Program {
    /// Is it a program at all?
    ///
    /// # Errors
    /// Says which rule it breaks.
    pub fn validate(&self) -> Result<(), String> {
        let bodies = self.bodies.len();
        if self.roots == 0 || self.roots > bodies || bodies > MAX_BODIES {
            return Err(format!("{} roots and {bodies} bodies", self.roots));
        }
        let mut spawns = vec![0; bodies];
        spawns[0] = self.roots - 1;
        let mut broken = None;
        self.visit(&mut |body, statement| {
            if let Err(rule) = self.validate_statement(body, statement) {
                broken = Some(rule);
            }
            if let Statement::Spawn(_) = statement {
                spawns[body] += 1;
            }
        });
        if let Some(rule) = broken {
            return Err(rule);
        }
        if spawns.iter().any(|count| *count > MAX_CHILDREN) {
            return Err(format!("over {MAX_CHILDREN} spawns in one body"));
        }
        (0..self.channels.len()).try_for_each(|channel| self.validate_channel(channel))?;
        (0..self.objects(Class::Mailbox)).try_for_each(|mailbox| self.validate_mailbox(mailbox))
    }

    /// The rules that one statement can break.
    fn validate_statement(&self, body: usize, statement: &Statement) -> Result<(), String> {
        if statement.registers().iter().any(|r| *r >= REGISTERS) {
            return Err(format!("no such register: {statement}"));
        }
        let exists = |(class, number): &(Class, usize)| match class {
            Class::Channel => *number < self.channels.len(),
            _ => *number < MAX_OBJECTS,
        };
        if !statement.objects().iter().all(exists) {
            return Err(format!("no such object: {statement}"));
        }
        let valid = match statement {
            Statement::Spawn(child) | Statement::Join(child) => {
                if *child <= body || *child < self.roots || *child >= self.bodies.len() {
                    return Err(format!("body {body} spawns or joins {child}"));
                }
                true
            }
            Statement::TrySend { channel, .. } => self.channels[*channel].capacity != Some(0),
            Statement::Park => body < self.roots,
            Statement::Unpark(root) => *root < self.roots,
            Statement::Choose { alternatives, .. } => (1..=MAX_ALTERNATIVES).contains(alternatives),
            Statement::Await(comparisons)
            | Statement::AwaitAny(comparisons)
            | Statement::AwaitThen { comparisons, .. } => {
                let mut variables: Vec<_> = comparisons.iter().map(|c| c.variable).collect();
                variables.sort_unstable();
                variables.dedup();
                variables.len() == comparisons.len()
                    && (1..=MAX_COMPARISONS).contains(&comparisons.len())
            }
            _ => true,
        };
        match valid {
            true => Ok(()),
            false => Err(format!("not allowed in body {body}: {statement}")),
        }
    }

    /// A channel is used as the type system of Rust would have it: there is one
    /// receiver, every process that sends has a sender of its own, and what was
    /// dropped is not used any more.
    fn validate_channel(&self, channel: usize) -> Result<(), String> {
        let instances = self.instances();
        let (mut senders, mut receivers) = (0, 0);
        for (body, times) in self.bodies.iter().zip(instances) {
            let (mut sends, mut receives) = (Use::None, Use::None);
            visit(body, &mut |statement| match statement {
                Statement::Close(c) if *c == channel => sends.drop(),
                Statement::DropReceiver(c) if *c == channel => receives.drop(),
                other if other.sends_to() == Some(channel) => sends.another(),
                other if other.receives_from() == Some(channel) => receives.another(),
                _ => {}
            });
            if sends == Use::Broken || receives == Use::Broken {
                return Err(format!("h{channel} is used after it was dropped"));
            }
            senders += times * usize::from(sends != Use::None);
            receivers += times * usize::from(receives != Use::None);
        }
        if senders as u64 > self.channels[channel].senders {
            return Err(format!("h{channel} has {senders} senders"));
        }
        match receivers {
            0 | 1 => Ok(()),
            _ => Err(format!("h{channel} has {receivers} receivers")),
        }
    }

    /// A mailbox has one receiver, and each body that sends to it runs once:
    /// messages are named by it.
    fn validate_mailbox(&self, mailbox: usize) -> Result<(), String> {
        let mut receivers = 0;
        for (body, times) in self.bodies.iter().zip(self.instances()) {
            let (mut posts, mut receives) = (false, false);
            visit(body, &mut |statement| match statement {
                Statement::Post { mailbox: b, .. } => posts |= *b == mailbox,
                Statement::Receive { mailbox: b, .. }
                | Statement::ReceiveTimeout { mailbox: b, .. } => receives |= *b == mailbox,
                _ => {}
            });
            if posts && times > 1 {
                return Err(format!(
                    "a body that sends to b{mailbox} runs {times} times"
                ));
            }
            receivers += times * usize::from(receives);
        }
        match receivers {
            0 | 1 => Ok(()),
            _ => Err(format!("b{mailbox} has {receivers} receivers")),
        }
    }
}
