//! Random options, positions and lines, the same on every run.

use ayla_rules::fault::Part;
use ayla_rules::option::{Domain, Given};
use ayla_rules::{BySide, Line, Move, Phase, Position, Rules, Setup, Side, Variant};

/// A pseudorandom generator (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `end - 1`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Rules with random options: each is at its default half the time, and numbers are at most 24.
    pub fn rules(&mut self, variant: Variant) -> Rules {
        loop {
            let mut rules = variant.default_rules();
            for info in variant.options() {
                if self.chance(2) {
                    continue;
                }
                let value = match info.domain {
                    Domain::Flag => Given::Flag(self.chance(2)),
                    Domain::Word(words) => Given::Word(self.pick(words)),
                    Domain::Number(spans) => {
                        let span = self.pick(spans);
                        let steps = (span.max.min(24) - span.min) / span.step + 1;
                        Given::Number(span.min + span.step * self.below(steps as usize) as u32)
                    }
                };
                rules.set(info.name, value).expect("a value of the option's own domain");
            }
            if rules.conflict().is_none() {
                return rules;
            }
        }
    }

    /// A start position, or a position with random seeds.
    pub fn position(&mut self, rules: Rules) -> Position {
        let first = self.pick(Side::ALL);
        let start = rules.start(first);
        if self.chance(2) {
            return start.position().expect("a start is consistent");
        }
        let houses = start.south.len();
        let turn = self.pick(Side::ALL);
        let all = start.seeds() as usize;
        let mut setup = Setup { south: vec![0; houses], north: vec![0; houses], turn, ..start };
        let in_play = self.below(all + 1);
        for _ in 0..in_play {
            let house = self.below(houses);
            match self.pick(Side::ALL) {
                Side::South => setup.south[house] += 1,
                Side::North => setup.north[house] += 1,
            }
        }
        let has = |part| rules.variant().about().parts.contains(&part);
        let most_stored = (all - in_play) / 2;
        setup.stores = has(Part::Stores).then(|| BySide::from_fn(|_| self.below(most_stored + 1) as u32));
        setup.quiet = has(Part::Quiet).then(|| self.below(30) as u32);
        // Andada has others only on boards of their own.
        let phases = if has(Part::Stores) { Phase::ALL } else { &[Phase::BearOff, Phase::Play, Phase::Play] };
        setup.phase = has(Part::Phase).then(|| self.pick(phases));
        if has(Part::Tuzdiks) && self.chance(2) {
            // Of the numbers of houses the last one is no tuzdik, and the same one is none twice.
            let first = self.below(houses - 1);
            let second = (first + 1 + self.below(houses - 2)) % (houses - 1);
            let (south, north) = (&mut setup.south, &mut setup.north);
            for (owner, row, at) in [(Side::South, north, first), (Side::North, south, second)] {
                if self.chance(2) {
                    row[at] = 0;
                    setup.tuzdiks[owner] = Some(at as u32 + 1);
                }
            }
        }
        if has(Part::Burnt) && self.chance(2) {
            let BySide { south, north } = &mut setup.burnt;
            for (row, burnt) in [(&mut setup.south, south), (&mut setup.north, north)] {
                let left = self.below(houses);
                for at in (0..houses).filter(|&at| at != left) {
                    if self.chance(3) {
                        row[at] = 0;
                        burnt.push(at as u32 + 1);
                    }
                }
            }
        }
        // With some options a game has no such phase, or no tuzdiks.
        let plain = |_| {
            let phase = setup.phase.map(|_| Phase::Play);
            Setup { phase, tuzdiks: BySide::default(), ..setup.clone() }.position().expect("consistent")
        };
        setup.position().unwrap_or_else(plain)
    }

    /// A legal move, sometimes `agree`, or `None` when the game is over.
    pub fn legal(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let can_agree = position.check(Move::Agree.into(), None).is_ok();
        Some(if can_agree && self.chance(60) { Move::Agree } else { self.pick(&moves) })
    }

    /// A line of at most `most` moves: its start, its moves, and the line itself.
    pub fn line(&mut self, variant: Variant, most: usize) -> (Position, Vec<Move>, Line) {
        let rules = self.rules(variant);
        let start = self.position(rules);
        let (moves, line) = self.line_from(start, most);
        (start, moves, line)
    }

    /// A line of at most `most` moves from a position: its moves, and the line itself.
    pub fn line_from(&mut self, start: Position, most: usize) -> (Vec<Move>, Line) {
        let mut line = Line::from(start);
        let mut moves = Vec::new();
        for _ in 0..self.below(most + 1) {
            let Some(played) = self.legal(&line.position()) else { break };
            assert!(line.play_unchecked(played, &mut ()));
            moves.push(played);
        }
        (moves, line)
    }
}
