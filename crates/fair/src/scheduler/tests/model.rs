//! The hand-over in every order of its threads that a model checker finds: the same source, with other locks and
//! signals.

use std::sync::Arc as StdArc;
use std::sync::atomic::{AtomicUsize, Ordering as StdOrdering};
use std::time::Duration;

use super::super::{Client, Refused, Size, Stop, state};
use super::profile;
use crate::client::Caller;

mod sync {
    pub(super) use shuttle::sync::atomic::{AtomicBool, Ordering};
    pub(super) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard};
    pub(super) use std::sync::PoisonError;
}

#[allow(clippy::duplicate_mod, reason = "the model checker has locks and signals of its own")]
#[path = "../hand_over.rs"]
mod hand_over;

use hand_over::{Begun, Places, Signal};

const HOUR: Duration = Duration::from_secs(3_600);
/// The number of orders tried.
const ORDERS: usize = 2_000;

type Begin = Box<dyn FnOnce(state::Id, u64) + Send>;

/// Asks for a piece that hands its place over `hand_overs` times, on a thread of its own.
fn ask(
    places: &sync::Arc<Places<Begin>>,
    number: u8,
    hand_overs: usize,
    signal: &sync::Arc<Signal>,
    ended: &StdArc<AtomicUsize>,
) -> shuttle::thread::JoinHandle<()> {
    let places = sync::Arc::clone(places);
    let signal = sync::Arc::clone(signal);
    let ended = StdArc::clone(ended);
    shuttle::thread::spawn(move || {
        let client = Client::of(Caller::of_address([127, 0, 0, number].into()));
        let (sender, receiver) = shuttle::sync::mpsc::channel();
        let begin = {
            let places = sync::Arc::clone(&places);
            let signal = sync::Arc::clone(&signal);
            move |id, _| {
                shuttle::thread::spawn(move || {
                    let mut stop = None;
                    for _ in 0..hand_overs {
                        if let Some(begun) = places.settle(Duration::ZERO, id, Duration::from_millis(1), true) {
                            begun.begin();
                            stop = stop.or(places.wait(id, &signal, || HOUR));
                        }
                    }
                    places.end(Duration::ZERO, id, Duration::from_millis(1)).begin();
                    let _ = sender.send(stop);
                });
            }
        };
        let begin = Box::new(begin) as Begin;
        let (_, begun) =
            places.add(Duration::ZERO, profile(client), begin, sync::Arc::clone(&signal)).expect("there is room");
        begun.begin();
        let stop = receiver.recv().expect("every piece gets its turn");
        assert!(matches!(stop, None | Some(Stop::Cancelled)));
        ended.fetch_add(1, StdOrdering::Relaxed);
    })
}

fn places(count: usize) -> sync::Arc<Places<Begin>> {
    let size = Size { places: count, queue: 100, begun: 100, memory: 0, largest: 0 };
    sync::Arc::new(Places::new(state::State::new(size)))
}

#[test]
fn every_piece_gets_its_place_back_whatever_the_order() {
    for count in [1, 2] {
        let run = move || {
            let places = places(count);
            let ended = StdArc::default();
            let threads: Vec<_> = (1..=3).map(|number| ask(&places, number, 2, &Default::default(), &ended)).collect();
            threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
            assert_eq!(ended.load(StdOrdering::Relaxed), 3);
            assert_eq!(places.with_state(|state| (state.running(), state.pieces())), (0, 0));
            assert!(!places.are_contended());
        };
        shuttle::check_random(run, ORDERS);
    }
}

#[test]
fn a_piece_whose_caller_leaves_stops_to_wait() {
    let run = || {
        let places = places(1);
        let ended = StdArc::default();
        let signal = sync::Arc::<Signal>::default();
        let threads = [ask(&places, 1, 2, &signal, &ended), ask(&places, 2, 1, &Default::default(), &ended)];
        places.cancel(&signal);
        assert_eq!(signal.stop(), Some(Stop::Cancelled));
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        assert_eq!(places.with_state(|state| (state.running(), state.pieces())), (0, 0));
    };
    shuttle::check_random(run, ORDERS);
}

#[test]
fn a_piece_that_has_not_begun_can_leave_and_another_takes_its_turn() {
    let run = || {
        let places = places(1);
        let ended = StdArc::default();
        let first = ask(&places, 1, 1, &Default::default(), &ended);
        let client = Client::of(Caller::of_address([127, 0, 0, 9].into()));
        let begin = Box::new(|_, _| ()) as Begin;
        let added = places.add(Duration::ZERO, profile(client), begin, Default::default());
        let (id, begun) = added.expect("there is room");
        begun.begin();
        places.begin_due(Duration::ZERO, id).into_iter().for_each(Begun::begin);
        match places.leave(Duration::ZERO, id) {
            Some(begun) => begun.begin(),
            // It has begun.
            None => places.end(Duration::ZERO, id, Duration::ZERO).begin(),
        }
        let second = ask(&places, 2, 1, &Default::default(), &ended);
        [first, second].into_iter().for_each(|thread| thread.join().expect("no panic"));
        assert_eq!(places.with_state(|state| (state.running(), state.pieces())), (0, 0));
    };
    shuttle::check_random(run, ORDERS);
}

#[test]
fn no_piece_begins_without_room() {
    shuttle::check_random(
        || {
            let size = Size { places: 1, queue: 0, begun: 1, memory: 0, largest: 0 };
            let places: Places<Begin> = Places::new(state::State::new(size));
            let client = |number: u8| Client::of(Caller::of_address([127, 0, 0, number].into()));
            let add = |number| {
                let begin = Box::new(|_, _| ()) as Begin;
                let added = places.add(Duration::ZERO, profile(client(number)), begin, Default::default());
                added.map(|(_, begun): (_, Begun<Begin>)| begun.begin())
            };
            assert_eq!((add(1), add(2)), (Ok(()), Err(Refused::Full)));
        },
        10,
    );
}
