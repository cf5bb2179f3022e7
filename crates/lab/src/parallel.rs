//! Games that do not depend on each other, played by several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Plays games, `jobs` at once, and returns what each of them gives, in their order. `player` makes what plays the games of a
/// thread, by their numbers.
pub(crate) fn play<T: Send, P: FnMut(usize) -> T>(jobs: u8, games: usize, player: impl Fn() -> P + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut play = player();
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&game| game < games);
        numbers.map(|game| (game, play(game))).collect::<Vec<_>>()
    };
    let mut played: Vec<(usize, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a game is played without a panic")).collect()
    });
    played.sort_unstable_by_key(|(game, _)| *game);
    played.into_iter().map(|(_, result)| result).collect()
}
