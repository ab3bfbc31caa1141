//! The checks: `cargo mazurka test -p ring`. An ordinary `cargo test` has nothing to do here.
#![cfg(mazurka)]

use mazurka::thread;

#[mazurka::test]
fn values_arrive_in_order() {
    let (mut producer, mut consumer) = ring::new::<_, 2>();
    let sender = thread::spawn(move || {
        for value in [1, 2] {
            producer.push(value).expect("there is room for two");
        }
    });
    let values: Vec<i32> = (0..3).filter_map(|_| consumer.pop()).collect();
    assert!([1, 2].starts_with(&values), "{values:?}");
    sender.join().unwrap();
}

#[mazurka::test]
fn a_slot_is_used_again() {
    let (mut producer, mut consumer) = ring::new::<_, 1>();
    let sender = thread::spawn(move || {
        let first = producer.push(Box::new(1)).is_ok();
        let second = producer.push(Box::new(2)).is_ok();
        assert!(first);
        second
    });
    let taken = consumer.pop();
    let second = sender.join().unwrap();
    assert!(taken.is_some() || !second, "two values in one slot");
}
