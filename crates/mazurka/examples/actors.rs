//! A counter that is an actor: to ask for its value and send back a new one
//! loses updates, even though no two messages are served at once. And a client
//! whose server may die waits for ever, unless it watches the server.

use mazurka::actor::{self, Builder, Down, Mailbox, Pid};
use mazurka::{Checker, Report};

/// How a client increments the counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Increment {
    /// By one message.
    AtOnce,
    /// By asking for the value, and sending back one more: wrong.
    InTwoSteps,
}

#[derive(Clone, Copy)]
enum Request {
    Add(u32),
    Set(u32),
    Get(Pid<u32>),
}

fn spawn_counter() -> Pid<Request> {
    let serve = |mut mailbox: Mailbox<Request>| {
        let mut value = 0;
        loop {
            match mailbox.receive() {
                Request::Add(n) => value += n,
                Request::Set(n) => value = n,
                Request::Get(client) => client.send(value),
            }
        }
    };
    Builder::new().name("counter").daemon(true).spawn(serve)
}

fn get(counter: Pid<Request>, mailbox: &mut Mailbox<u32>) -> u32 {
    counter.send(Request::Get(mailbox.pid()));
    mailbox.receive()
}

/// Explores clients that increment one counter.
pub(crate) fn count(clients: u32, increment: Increment) -> Report {
    Checker::new().check(move || {
        let counter = spawn_counter();
        let mut done = actor::mailbox();
        let main = done.pid();
        for _ in 0..clients {
            actor::spawn(move |mut mailbox: Mailbox<u32>| {
                match increment {
                    Increment::AtOnce => counter.send(Request::Add(1)),
                    Increment::InTwoSteps => {
                        let value = get(counter, &mut mailbox);
                        counter.send(Request::Set(value + 1));
                    }
                }
                main.send(0);
            });
        }
        for _ in 0..clients {
            done.receive();
        }
        assert_eq!(get(counter, &mut done), clients);
    })
}

/// What a client hears.
enum Answer {
    Page,
    Down(Down),
}

/// Explores a client of a printer that may run out of paper.
pub(crate) fn print(watch: bool) -> Report {
    Checker::new().check(move || {
        let printer =
            Builder::new()
                .name("printer")
                .spawn(|mut mailbox: Mailbox<(Pid<Answer>, u32)>| {
                    let mut paper = 1;
                    loop {
                        let (client, pages) = mailbox.receive();
                        if pages == 0 {
                            return;
                        }
                        if pages > paper {
                            actor::exit("out of paper");
                        }
                        paper -= pages;
                        client.send(Answer::Page);
                    }
                });
        let mut mailbox = actor::mailbox();
        if watch {
            mailbox.monitor(printer, Answer::Down);
        }
        printer.send((mailbox.pid(), 2));
        match mailbox.receive() {
            Answer::Page => printer.send((mailbox.pid(), 0)),
            Answer::Down(down) => assert_eq!(down.actor, printer.id()),
        }
    })
}

fn main() {
    println!("one message:\n{}", count(3, Increment::AtOnce));
    println!("two steps:\n{}", count(2, Increment::InTwoSteps));
    println!("a client that watches its printer:\n{}", print(true));
    println!("one that does not:\n{}", print(false));
}
