//! The frames in which a move is shown.

use ayla_rules::{Destination, Event, House, Place, Side};

use crate::scene::{Marks, Ring, Scene};

/// The most frames of a picture.
pub const MOST_FRAMES: usize = 120;

/// A frame: a scene, and how long it stands, in hundredths of a second.
#[derive(Clone, Debug)]
pub struct Still {
    /// What is shown.
    pub scene: Scene,
    /// Hundredths of a second.
    pub time: u16,
}

/// A sowing of at most this many seeds is shown seed by seed, a longer one lap by lap.
const SEED_BY_SEED: usize = 60;
/// How long the first frame stands, in hundredths of a second.
const FIRST_TIME: u16 = 90;
/// How long the next ones stand, at most and at least, and all of them together.
const TIMES: [u16; 2] = [35, 8];
const TIME_OF_ALL: usize = 1_200;

/// The frames of a move: the position before, what happens, and the position after. The events may be cut off; then the last
/// frame follows earlier.
pub fn of_move(before: &Scene, events: &[Event], after: Scene) -> (Still, Vec<Still>) {
    let seeds = events.iter().filter_map(Event::sown).count();
    let laps = events.iter().filter(|event| matches!(event, Event::PickUp { .. })).count();
    let captures = events.iter().filter(|event| matches!(event, Event::Capture { .. })).count();
    let by_seed = seeds <= SEED_BY_SEED;
    let steps = if by_seed { seeds + captures } else { laps };
    // The first and the last frame stand apart.
    let every = steps.div_ceil(MOST_FRAMES - 2).max(1);
    let mut motion = Motion::new(before, by_seed, every);
    for event in events {
        motion.show(event);
    }
    let mut scenes = motion.scenes;
    // The last step shows what the final board shows too.
    if scenes.len() == steps / every && steps.is_multiple_of(every) {
        scenes.pop();
    }
    scenes.push(after);
    let time = u16::try_from(TIME_OF_ALL / scenes.len()).unwrap_or(u16::MAX).clamp(TIMES[1], TIMES[0]);
    let first = Still { scene: before.clone(), time: FIRST_TIME };
    (first, scenes.into_iter().map(|scene| Still { scene, time }).collect())
}

/// A board on which a move happens.
struct Motion {
    scene: Scene,
    origin: Option<House>,
    last: Option<House>,
    /// Whether each seed is a step, or each lap.
    by_seed: bool,
    /// Every how many steps there is a frame.
    every: usize,
    steps: usize,
    scenes: Vec<Scene>,
}

impl Motion {
    fn new(before: &Scene, by_seed: bool, every: usize) -> Self {
        let scene = Scene { marks: Marks::default(), ..before.clone() };
        Self { scene, origin: None, last: None, by_seed, every, steps: 0, scenes: Vec::new() }
    }

    fn seeds(&mut self, House { side, number }: House) -> Option<&mut u32> {
        let setup = &mut self.scene.setup;
        let row = match side {
            Side::South => &mut setup.south,
            Side::North => &mut setup.north,
        };
        row.get_mut(usize::from(number).wrapping_sub(1))
    }

    /// Adds seeds to the store of a side.
    fn store(&mut self, side: Side, seeds: u8) {
        if let Some(stores) = &mut self.scene.setup.stores {
            stores[side.index()] += u32::from(seeds);
        }
    }

    /// Ends a step, after which there may be a frame.
    fn step(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(self.every) {
            let mut scene = self.scene.clone();
            scene.marks.set_ends(self.origin, self.last.filter(|_| !self.by_seed));
            self.scenes.push(scene);
        }
    }

    fn show(&mut self, event: &Event) {
        match event {
            Event::PickUp { house, lap, .. } => {
                if !self.by_seed && *lap > 1 {
                    self.step();
                }
                self.origin.get_or_insert(*house);
                self.scene.marks.set(*house, Ring::Path);
                if let Some(seeds) = self.seeds(*house) {
                    *seeds = 0;
                }
            }
            Event::Sow { place } => {
                self.last = match *place {
                    Place::House(house) => {
                        if let Some(seeds) = self.seeds(house) {
                            *seeds += 1;
                        }
                        self.scene.marks.set(house, Ring::Path);
                        Some(house)
                    }
                    Place::Store(side) => {
                        self.store(side, 1);
                        None
                    }
                };
                if self.by_seed {
                    self.step();
                }
            }
            Event::Capture { house, seeds, to, .. } => {
                if let Some(left) = self.seeds(*house) {
                    *left = 0;
                }
                self.scene.marks.capture(*house);
                match to {
                    Destination::South => self.store(Side::South, *seeds),
                    Destination::North => self.store(Side::North, *seeds),
                    Destination::Off => {}
                }
                if self.by_seed {
                    self.step();
                }
            }
            Event::Tuzdik { house, to, .. } => {
                self.scene.setup.tuzdiks[to.index()] = Some(house.number.into());
            }
            // The final board shows the rest.
            Event::BearOff { .. } | Event::Share { .. } => {}
        }
    }
}
