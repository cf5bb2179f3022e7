//! The limits that `go` gives a search.

use std::time::Duration;

use ayla_engine::Limits;
use ayla_rules::Side;

/// The moves that a clock has to last for, if `movestogo` does not say.
const MOVES: u32 = 30;
/// The part of a move's time that is kept back for the answer, and the most of it.
const MARGIN_SHARE: u32 = 20;
const MOST_MARGIN: Duration = Duration::from_millis(5);

/// What `go` says.
#[derive(Debug, Default)]
pub(super) struct Go {
    is_infinite: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    south: Clock,
    north: Clock,
    /// The moves until the clocks get more time.
    moves: Option<u32>,
}

/// The clock of a player.
#[derive(Debug, Default)]
struct Clock {
    left: Option<Duration>,
    increment: Duration,
}

impl Go {
    /// Reads the words after `go`. South has the clock of White, who begins in chess.
    ///
    /// # Errors
    ///
    /// A sentence about the first word that is no limit, or whose number is missing.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = text.split_whitespace();
        while let Some(name) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            let mut count = || {
                let number = number().and_then(|number| u64::try_from(number).ok()).filter(|&number| number > 0);
                number.ok_or_else(|| format!("{name} needs a whole number from 1"))
            };
            match name {
                "infinite" => go.is_infinite = true,
                "depth" => go.depth = Some(count()?.try_into().unwrap_or(u32::MAX)),
                "nodes" => go.nodes = Some(count()?),
                "movetime" => go.move_time = Some(Duration::from_millis(count()?)),
                "wtime" | "btime" | "winc" | "binc" | "movestogo" => {
                    // Hosts send 0 for what there is none of, and less for a clock that has run out.
                    let number = number().ok_or_else(|| format!("{name} needs a whole number"))?;
                    let number = u64::try_from(number).unwrap_or(0);
                    let time = Duration::from_millis(number);
                    match name {
                        "wtime" => go.south.left = Some(time),
                        "btime" => go.north.left = Some(time),
                        "winc" => go.south.increment = time,
                        "binc" => go.north.increment = time,
                        _ => go.moves = Some(number.try_into().unwrap_or(u32::MAX)).filter(|&moves| moves > 0),
                    }
                }
                _ => {
                    return Err(format!(
                        "there is no limit {name}; there are movetime, nodes, depth, wtime, btime, winc, binc, movestogo \
                         and infinite"
                    ));
                }
            }
        }
        Ok(go)
    }

    /// The limits for a search by this player, without the part of the time that is kept back for the answer.
    pub(super) fn limits(&self, turn: Side) -> Limits {
        let clock = match turn {
            Side::South => &self.south,
            Side::North => &self.north,
        };
        let time = self.move_time.into_iter().chain(clock.share(self.moves)).min();
        let time = time.map(|time| time - (time / MARGIN_SHARE).min(MOST_MARGIN));
        Limits { depth: self.depth, nodes: self.nodes, time }
    }

    /// Whether the answer of this player has to wait for `stop`.
    pub(super) fn is_held(&self, turn: Side) -> bool {
        self.is_infinite || self.limits(turn) == Limits::default()
    }
}

impl Clock {
    /// The time for one move: an equal share of what is left, and three quarters of what the move brings back, but
    /// never more than four fifths of what is left.
    fn share(&self, moves: Option<u32>) -> Option<Duration> {
        let left = self.left?;
        let share = left / moves.unwrap_or(MOVES) + self.increment / 4 * 3;
        Some(share.min(left / 5 * 4))
    }
}

#[cfg(test)]
mod tests {
    use ayla_rules::BySide;

    use super::*;

    fn times(text: &str) -> BySide<Option<u128>> {
        let go = Go::read(text).expect("limits");
        BySide::from_fn(|turn| go.limits(turn).time.map(|time| time.as_millis()))
    }

    #[test]
    fn a_clock_is_shared_by_the_moves_that_it_has_to_last_for() {
        for (text, south, north) in [
            // A thirtieth, less what is kept back for the answer.
            ("wtime 60000 btime 30000", Some(1_995), Some(995)),
            ("wtime 60000 btime 30000 movestogo 10", Some(5_995), Some(2_995)),
            ("wtime 60000 btime 60000 movestogo 0", Some(1_995), Some(1_995)),
            // Three quarters of the increment are spent at once, and time does not run out even if it is all there is.
            ("wtime 60000 btime 600 winc 2000 binc 2000", Some(3_495), Some(475)),
            ("wtime 1000 btime 1000 movestogo 1", Some(795), Some(795)),
            ("wtime 60000 btime 60000 movetime 40", Some(38), Some(38)),
            ("wtime 300 btime 300 movetime 1000", Some(9), Some(9)),
            ("wtime 0 btime -40 winc 500 binc 500", Some(0), Some(0)),
            ("wtime 3000 winc 0 binc 100", Some(95), None),
            ("movetime 1000", Some(995), Some(995)),
            ("movetime 20", Some(19), Some(19)),
            ("movestogo 7", None, None),
        ] {
            assert_eq!(times(text), BySide { south, north }, "{text}");
        }
        for left in [0, 1, 7, 50, 1_000, 1 << 40] {
            for increment in [0, 30, 100_000] {
                for moves in [1, 2, 40] {
                    let text = format!("btime {left} binc {increment} movestogo {moves}");
                    let time = times(&text).north;
                    assert!(time.is_some_and(|time| time <= left * 4 / 5), "{text}: {time:?}");
                }
            }
        }
    }

    #[test]
    fn an_answer_waits_for_stop_if_nothing_else_ends_its_search() {
        for (text, south, north) in [
            ("", true, true),
            ("infinite", true, true),
            ("infinite depth 3 wtime 10 btime 10", true, true),
            ("depth 3", false, false),
            ("nodes 3", false, false),
            ("movetime 3", false, false),
            ("wtime 1000 btime 1000", false, false),
            ("btime 1000 winc 10", true, false),
        ] {
            let go = Go::read(text).expect("limits");
            assert_eq!(BySide::from_fn(|turn| go.is_held(turn)), BySide { south, north }, "{text}");
        }
    }
}
