//! Programs of *Source Sets* about blocking and messages, with the numbers of
//! traces that the paper gives or that follow from its words.

use mazurka_explore::Algorithm;
use mazurka_testkit::campaign::MAX_EXECUTIONS;
use mazurka_testkit::compare::{Judged, check};

/// All explorers do as they should on the program, which has so many traces.
fn has_traces(text: &str, traces: usize) {
    let program = text.parse().expect("a program");
    match check(&program, &Algorithm::TRACES, &[], MAX_EXECUTIONS) {
        Judged::Agreed(judgement, _) => assert_eq!(judgement.classes.len(), traces),
        Judged::Skipped => panic!("these programs are small"),
        Judged::Disagreed(disagreement) => panic!("{disagreement}"),
    }
}

/// Either the await comes after the addition of one and before all others, or
/// it is blocked for ever.
#[test]
fn figure_9() {
    has_traces(
        "root 0
            x0 += 2
        root 1
            x0 += 2
        root 2
            x0 += 1
        root 3
            await x0 == 1",
        2,
    );
}

/// With three additions of two, the sequence that enables the await leaves out
/// two events at once.
#[test]
fn figure_9_with_one_more() {
    has_traces(
        "root 0
            x0 += 2
        root 1
            x0 += 2
        root 2
            x0 += 2
        root 3
            x0 += 1
        root 4
            await x0 == 1",
        2,
    );
    // In the middle: one of the three additions of two, then the await.
    has_traces(
        "root 0
            x0 += 2
        root 1
            x0 += 2
        root 2
            x0 += 2
        root 3
            x0 += 1
        root 4
            await x0 == 3",
        4,
    );
}

/// Two locations that must be left alone at the same time.
#[test]
fn an_await_over_two_variables_that_others_take_back() {
    has_traces(
        "root 0
            x0 = 1
            x0 = 2
        root 1
            x1 = 1
            x1 = 2
        root 2
            await x0 == 1 x1 == 1",
        2,
    );
}

/// Section 2: two sends, and two receives that end their process if they find
/// nothing. Both find a message, or the first does, or none.
#[test]
fn two_sends_and_two_receives_that_do_not_block() {
    has_traces(
        "channel h0 senders 2
        root 0
            send h0 1
            send h0 2
        root 1
            r0 = try-recv h0
            assert r0 != 0
            r1 = try-recv h0
            assert r1 != 0",
        3,
    );
}
