//! The frames in which a move is shown.

use ayla_rules::{Destination, Event, House, Place, Side};

use crate::scene::{Marks, Scene};

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

/// The frames of a move: the position before, what happens, and the position after. The events may be cut off; then the
/// last frame follows earlier.
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
        Self { scene, by_seed, every, steps: 0, scenes: Vec::new() }
    }

    /// Changes the seeds of a house.
    fn set_seeds(&mut self, House { side, number }: House, seeds: impl FnOnce(u32) -> u32) {
        let setup = &mut self.scene.setup;
        let row = match side {
            Side::South => &mut setup.south,
            Side::North => &mut setup.north,
        };
        if let Some(house) = row.get_mut(usize::from(number).wrapping_sub(1)) {
            *house = seeds(*house);
        }
    }

    /// Adds seeds to the store of a side.
    fn store(&mut self, side: Side, seeds: u8) {
        if let Some(stores) = &mut self.scene.setup.stores {
            stores[side] += u32::from(seeds);
        }
    }

    /// Ends a step, after which there may be a frame.
    fn step(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(self.every) {
            let mut scene = self.scene.clone();
            if self.by_seed {
                scene.marks.end = None;
            }
            self.scenes.push(scene);
        }
    }

    fn show(&mut self, event: &Event) {
        if matches!(event, Event::PickUp { lap: 2.., .. }) && !self.by_seed {
            self.step();
        }
        self.scene.marks.record(event);
        match *event {
            Event::PickUp { house, .. } => self.set_seeds(house, |_| 0),
            Event::Sow { place: Place::House(house) } => self.set_seeds(house, |seeds| seeds + 1),
            Event::Sow { place: Place::Store(side) } => self.store(side, 1),
            Event::Capture { house, seeds, to, .. } => {
                self.set_seeds(house, |_| 0);
                match to {
                    Destination::South => self.store(Side::South, seeds),
                    Destination::North => self.store(Side::North, seeds),
                    Destination::Off => {}
                }
            }
            Event::Tuzdik { house, to, .. } => self.scene.setup.tuzdiks[to] = Some(house.number.into()),
            // The final board shows the rest.
            Event::BearOff { .. } | Event::Swap { .. } | Event::Share { .. } => {}
        }
        if self.by_seed && matches!(event, Event::Sow { .. } | Event::Capture { .. }) {
            self.step();
        }
    }
}
