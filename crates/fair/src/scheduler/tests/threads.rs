//! The scheduler with threads of the system.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt;

use super::super::state::SLICE;
use super::super::{Again, Need, Priority, Refused, Scheduler, Size, Stop, Task, Turn};
use crate::client::{Caller, Client};
use crate::thread::processor_time;

const HOUR: Duration = Duration::from_secs(3_600);

fn client(number: u8) -> Client {
    Client::of(Caller::of_address([127, 0, 0, number].into()))
}

fn scheduler(places: usize, queue: usize) -> Arc<Scheduler> {
    let size = Size { places, queue, begun: places + queue, memory: 0, largest: 0 };
    Arc::new(Scheduler::new(size, Priority::Low))
}

fn task(client: &Client) -> Task<'_> {
    Task { client, need: Need::default(), is_short: false, again: Again::No, deadline: Instant::now() + HOUR }
}

/// Works until it has to stop.
fn endless(turn: &Rc<Turn>) -> Stop {
    loop {
        if let Some(stop) = turn.interrupt() {
            return stop;
        }
    }
}

#[tokio::test]
async fn work_stops_when_its_caller_is_gone_and_frees_its_place() {
    let scheduler = scheduler(1, 3);
    let client = client(1);
    let mut running = Box::pin(scheduler.run(task(&client), endless));
    assert!(running.as_mut().now_or_never().is_none());
    assert_eq!((scheduler.busy(), scheduler.waiting()), (1, 0));
    drop(running);
    assert_eq!(scheduler.run(task(&client), |_| ()).await, Ok(()));
}

#[tokio::test]
async fn work_that_waits_goes_before_work_that_does_not_end() {
    let scheduler = scheduler(1, 9);
    let greedy = client(1);
    let endless: Vec<_> = (0..4).map(|_| Box::pin(scheduler.run(task(&greedy), endless))).collect();
    let mut endless = Box::pin(futures_util::future::join_all(endless));
    assert!(endless.as_mut().now_or_never().is_none());
    for number in [2, 1, 3] {
        // It would never begin if no other handed its place over.
        assert_eq!(scheduler.run(task(&client(number)), move |_| number).await, Ok(number));
    }
    // One of the others may still have a quick place.
    assert!(scheduler.busy() == 1 && (2..=3).contains(&scheduler.waiting()));
    drop(endless);
    while scheduler.busy() + scheduler.waiting() > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn pieces_take_turns_until_all_have_ended() {
    let scheduler = scheduler(2, 30);
    let steps = Arc::new(AtomicUsize::new(0));
    let pieces = (0..24).map(|number| {
        let scheduler = Arc::clone(&scheduler);
        let steps = Arc::clone(&steps);
        tokio::spawn(async move {
            let work = move |turn: &Rc<Turn>| {
                for _ in 0..50 {
                    let slice = Instant::now();
                    while slice.elapsed() < Duration::from_micros(300) {}
                    assert_eq!(turn.interrupt(), None);
                    steps.fetch_add(1, Ordering::Relaxed);
                }
            };
            scheduler.run(task(&client(number % 5)), work).await
        })
    });
    for ended in futures_util::future::join_all(pieces).await {
        assert_eq!(ended.expect("no panic"), Ok(()));
    }
    assert_eq!((steps.load(Ordering::Relaxed), scheduler.busy(), scheduler.waiting()), (24 * 50, 0, 0));
}

#[tokio::test]
async fn the_queue_is_bounded_and_a_wait_ends_with_its_time() {
    let scheduler = scheduler(1, 2);
    let clients = [1, 2, 3, 4].map(client);
    // Work that never asks whether it has to stop keeps its place: the ordinary one, and the quick one.
    let ends = Arc::new(AtomicBool::new(false));
    let hold = |client| {
        let until = Arc::clone(&ends);
        Box::pin(scheduler.run(task(client), move |_| {
            while !until.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        }))
    };
    let mut running = hold(&clients[0]);
    let mut quick = hold(&clients[3]);
    assert!(running.as_mut().now_or_never().is_none() && quick.as_mut().now_or_never().is_none());
    let mut waiting = Box::pin(scheduler.run(task(&clients[1]), |_| ()));
    assert!(waiting.as_mut().now_or_never().is_none());
    assert_eq!((scheduler.busy(), scheduler.waiting()), (1, 1));
    assert_eq!(scheduler.run(task(&clients[2]), |_| ()).await, Err(Refused::Full));
    drop(waiting);
    let late = Task { deadline: Instant::now() + Duration::from_millis(1), ..task(&clients[2]) };
    assert_eq!(scheduler.run(late, |_| ()).await, Err(Refused::Late));
    let past = Task { deadline: Instant::now(), ..task(&clients[2]) };
    assert_eq!(scheduler.run(past, |_| ()).await, Err(Refused::Late));
    ends.store(true, Ordering::Relaxed);
    assert_eq!((running.await, quick.await), (Ok(()), Ok(())));
}

#[tokio::test]
async fn work_that_panics_frees_its_place() {
    let scheduler = scheduler(1, 0);
    let client = client(1);
    let failed: Result<(), _> = scheduler.run(task(&client), |_| panic!("on purpose")).await;
    assert_eq!(failed, Err(Refused::Failed));
    assert_eq!(scheduler.run(task(&client), |_| ()).await, Ok(()));
}

#[tokio::test]
async fn work_can_leave_something_to_the_runtime() {
    for priority in [Priority::Normal, Priority::Low, Priority::LowOnceOld] {
        let scheduler = Scheduler::new(Size { places: 1, queue: 0, begun: 1, memory: 0, largest: 0 }, priority);
        let client = client(1);
        let spawned = scheduler.run(task(&client), |_| tokio::spawn(async { 7 })).await.expect("a task");
        assert_eq!(spawned.await.expect("no panic"), 7, "{priority:?}");
    }
}

#[tokio::test]
async fn work_ends_with_its_time_also_while_it_waits_for_its_turn() {
    let scheduler = scheduler(1, 2);
    let (client, other) = (client(1), client(2));
    let begun = Arc::<AtomicBool>::default();
    let ended = Arc::<AtomicBool>::default();
    // It hands its place over once, and keeps it when it has it again.
    let has_begun = Arc::clone(&begun);
    let has_ended = Arc::clone(&ended);
    let mut running = Box::pin(scheduler.run(task(&other), move |turn| {
        while !has_begun.load(Ordering::Relaxed) {
            turn.interrupt();
        }
        while !has_ended.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
    }));
    assert!(running.as_mut().now_or_never().is_none());
    let work = move |turn: &Rc<Turn>| {
        begun.store(true, Ordering::Relaxed);
        turn.end_by(Instant::now() + 4 * SLICE);
        endless(turn)
    };
    let stopped = tokio::time::timeout(HOUR / 60, scheduler.run(task(&client), work)).await;
    ended.store(true, Ordering::Relaxed);
    assert_eq!(stopped, Ok(Ok(Stop::Time)));
    assert_eq!(running.await, Ok(()));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn only_work_of_low_priority_leaves_the_processor_to_others() {
    let niceness = || rustix::process::getpriority_process(None).expect("Linux has it");
    let ours = niceness();
    // The niceness at the beginning, and once the work has had more time than new work has.
    let run = async |priority| {
        let size = Size { places: 1, queue: 0, begun: 1, memory: 0, largest: 0 };
        let work = move |turn: &Rc<Turn>| {
            let first = niceness();
            let began = processor_time();
            while processor_time() - began < 2 * SLICE {
                turn.interrupt();
            }
            [first, niceness()]
        };
        Scheduler::new(size, priority).run(task(&client(1)), work).await
    };
    let low = crate::thread::NICENESS;
    assert_eq!(run(Priority::Normal).await, Ok([ours, ours]));
    assert_eq!(run(Priority::Low).await, Ok([low, low]));
    assert_eq!(run(Priority::LowOnceOld).await, Ok([ours, low]));
    assert_eq!(niceness(), ours);
}
