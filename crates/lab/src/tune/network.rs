//! Training of a network with one hidden layer by gradient descent (Adam), in a fixed order of operations that the
//! standard of floating-point arithmetic defines, so that the weights are the same on every machine.

use ayla_engine::random::Random;

use super::recipe::Recipe;
use super::sample::Sample;

/// A network of `H` hidden numbers, each clipped to 0 to 1. Each house of a position with its number of seeds selects a
/// row of weights; their sum is the hidden layer.
pub(super) struct Network<const H: usize> {
    rows: Vec<[f32; H]>,
    output: [f32; H],
    bias: f32,
}

/// The inputs between two steps of the descent.
const BATCH: usize = 512;
/// The rate of the first step, which falls to a fiftieth. That of the output is as many times the greatest error.
const RATE: f32 = 0.004;
const OUTPUT_RATE: f32 = 5.0 / 6.0;
/// The first weights: of the output at most as large, by the greatest error, and of a row of a board of twelve houses.
const FIRST_OUTPUT: f32 = 1.0 / 3.0;
const FIRST_ROW: f32 = 0.15;
/// Adam's decay rates of the moments of gradients and of their squares.
const DECAY: [f32; 2] = [0.9, 0.999];
/// The greatest sum of the rows, so that it fits into 16 bits.
const GREATEST_SUM: f32 = 120.0;
/// One position in this many, from the last games, only measures.
const MEASURED: usize = 20;
/// The 1 of the hidden layer in a file.
const ONE: f32 = 256.0;

/// The moment estimates of Adam for one weight.
#[derive(Copy, Clone, Default)]
struct Moments {
    gradient: f32,
    square: f32,
}

impl Moments {
    /// The change of the weight. `left` is what the decays have left of the moments of 0 at the start.
    fn step(&mut self, gradient: f32, rate: f32, left: [f32; 2]) -> f32 {
        self.gradient = DECAY[0] * self.gradient + (1.0 - DECAY[0]) * gradient;
        self.square = DECAY[1] * self.square + (1.0 - DECAY[1]) * gradient * gradient;
        -rate * (self.gradient / (1.0 - left[0])) / ((self.square / (1.0 - left[1])).sqrt() + 1e-8)
    }
}

impl<const H: usize> Network<H> {
    /// Trains a network to the samples of games in order. Prints the mean squares of their gains and of the error on
    /// standard error.
    pub(super) fn train(recipe: &Recipe, mut samples: Vec<&Sample>, random: &mut Random) -> Self {
        let measured = samples.split_off(samples.len() - samples.len() / MEASURED);
        let houses = 2 * recipe.houses;
        let greatest = recipe.training.greatest_error;
        let mut around = |centre: f32, most: f32| centre + 2.0 * most * (random.fraction() as f32 - 0.5);
        let first_row = FIRST_ROW * (12.0 / houses as f32).sqrt();
        let mut network = Self {
            // The rows of a board add up to about a third.
            rows: (0..recipe.rows()).map(|_| std::array::from_fn(|_| around(0.3 / houses as f32, first_row))).collect(),
            output: std::array::from_fn(|_| around(0.0, FIRST_OUTPUT * greatest)),
            bias: 0.0,
        };
        let mut moments = vec![[Moments::default(); H]; recipe.rows() + 1];
        let mut of_bias = Moments::default();
        let steps = (recipe.training.epochs * samples.len().div_ceil(BATCH)).max(1) as f32;
        let mut done = 0.0;
        let mut left = [1.0, 1.0];
        let most = GREATEST_SUM / houses as f32;
        for _ in 0..recipe.training.epochs {
            random.shuffle(&mut samples);
            for batch in samples.chunks(BATCH) {
                let (gradients, of_output, error) = network.gradients(recipe, batch);
                let rate = RATE * (1.0 - done / steps).max(0.02);
                let output_rate = OUTPUT_RATE * greatest * rate;
                done += 1.0;
                left = [left[0] * DECAY[0], left[1] * DECAY[1]];
                for ((row, moments), gradients) in network.rows.iter_mut().zip(&mut moments).zip(&gradients) {
                    for ((weight, moments), &gradient) in row.iter_mut().zip(moments).zip(gradients) {
                        *weight = (*weight + moments.step(gradient, rate, left)).clamp(-most, most);
                    }
                }
                for ((weight, moments), &gradient) in
                    network.output.iter_mut().zip(&mut moments[recipe.rows()]).zip(&of_output)
                {
                    *weight += moments.step(gradient, output_rate, left);
                }
                network.bias += of_bias.step(error, output_rate, left);
            }
        }
        let mean = |square: &dyn Fn(&Sample) -> f32| {
            let squares = measured.iter().map(|sample| f64::from(square(sample)));
            squares.sum::<f64>() / measured.len() as f64
        };
        eprintln!(
            "{} positions, mean square {:.3}, residual {:.3}",
            samples.len(),
            mean(&|sample| sample.gain.powi(2)),
            mean(&|sample| network.run(recipe, sample).1.powi(2))
        );
        network
    }

    /// The hidden layer before it is clipped, and the error of the output.
    fn run(&self, recipe: &Recipe, sample: &Sample) -> ([f32; H], f32) {
        let mut hidden = [0.0; H];
        for row in selected(recipe, sample) {
            for (sum, weight) in hidden.iter_mut().zip(&self.rows[row]) {
                *sum += weight;
            }
        }
        let weighted = hidden.iter().zip(&self.output).map(|(hidden, weight)| hidden.clamp(0.0, 1.0) * weight);
        (hidden, weighted.sum::<f32>() + self.bias - sample.gain)
    }

    /// The gradients of a batch: of the rows, of the output and of the bias.
    fn gradients(&self, recipe: &Recipe, batch: &[&Sample]) -> (Vec<[f32; H]>, [f32; H], f32) {
        let mut of_rows = vec![[0.0; H]; self.rows.len()];
        let mut of_output = [0.0; H];
        let mut of_bias = 0.0;
        for sample in batch {
            let (hidden, error) = self.run(recipe, sample);
            let error =
                error.clamp(-recipe.training.greatest_error, recipe.training.greatest_error) / batch.len() as f32;
            let mut of_hidden = [0.0; H];
            for at in 0..H {
                of_output[at] += error * hidden[at].clamp(0.0, 1.0);
                of_hidden[at] = if hidden[at] > 0.0 && hidden[at] < 1.0 { error * self.output[at] } else { 0.0 };
            }
            of_bias += error;
            for row in selected(recipe, sample) {
                for (gradient, part) in of_rows[row].iter_mut().zip(&of_hidden) {
                    *gradient += part;
                }
            }
        }
        (of_rows, of_output, of_bias)
    }

    /// Prints the weights in whole numbers.
    pub(super) fn print(&self, recipe: &Recipe) {
        let line = |weights: &[f32], unit: f32| {
            let rounded = weights.iter().map(|weight| ((unit * weight).round() as i16).to_string());
            rounded.collect::<Vec<_>>().join(" ")
        };
        let finer = (1 << recipe.training.shift) as f32 / ONE;
        println!(
            "bias {}\noutput {}\nrows",
            line(&[self.bias], recipe.training.unit),
            line(&self.output, recipe.training.unit * finer)
        );
        self.rows.iter().for_each(|row| println!("{}", line(row, ONE)));
    }
}

/// The rows of weights that a position selects.
fn selected(recipe: &Recipe, sample: &Sample) -> impl Iterator<Item = usize> {
    let width = recipe.width();
    let most = recipe.training.most_seeds;
    let houses = sample.houses.iter().enumerate();
    houses.map(move |(place, &seeds)| place * width + usize::from(seeds.min(most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ayla_rules::Variant;

    /// A sum of the places alone, and one that needs a hidden number: whether two houses are alike.
    #[test]
    fn a_network_learns_what_no_sum_of_houses_says_and_the_same_each_time() {
        let mut random = Random::new(1, 0);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let houses: Vec<u8> = (0..12).map(|_| (random.number() % 2) as u8).collect();
                let gain = if houses[0] == houses[1] { 2.0 } else { -2.0 } + f32::from(houses[2]);
                Sample { houses, seeds: 0, gain }
            })
            .collect();
        let mut recipe = Recipe::new(Variant::Awale, 6).expect("Awalé has networks");
        (recipe.training.most_seeds, recipe.training.epochs) = (1, 6);
        let trained = || Network::<8>::train(&recipe, samples.iter().collect(), &mut Random::new(1, 1));
        let one = trained();
        let other = trained();
        let residual =
            samples.iter().map(|sample| one.run(&recipe, sample).1.powi(2)).sum::<f32>() / samples.len() as f32;
        assert!(residual < 0.05, "{residual}");
        assert!(one.rows == other.rows && one.output == other.output && one.bias == other.bias);
    }
}
