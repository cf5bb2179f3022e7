//! Training of a network with one hidden layer by gradient descent (Adam), in a fixed order of operations that the standard of
//! floating-point arithmetic defines, so that the weights are the same on every machine.

use ayla_engine::random::Random;

/// An input selects this many rows of weights, whose sum is the hidden layer.
type Input = ([usize; 12], f32);

/// A network of `H` hidden numbers, each clipped to 0 to 1.
pub(super) struct Network<const H: usize> {
    rows: Vec<[f32; H]>,
    output: [f32; H],
    bias: f32,
}

/// The inputs between two steps of the descent.
const BATCH: usize = 512;
/// The rate of the first step, which falls to a fiftieth, and how much greater that of the output is.
const RATE: f32 = 0.004;
const OUTPUT_RATE: f32 = 5.0;
/// Adam's decay rates of the means of gradients and of their squares.
const DECAY: [f32; 2] = [0.9, 0.999];
/// A greater error counts as this, so that a few surprising games do not decide.
const GREATEST_ERROR: f32 = 6.0;
/// The greatest weight of a row: the sum of twelve has to fit into 16 bits.
const GREATEST_WEIGHT: f32 = 2.4;
/// One input in this many only measures.
const MEASURED: usize = 20;
/// The units of the weights of rows, outputs and bias in a file.
const ROW_UNIT: f32 = 256.0;
const OUTPUT_UNIT: f32 = 400.0;
const BIAS_UNIT: f32 = 100.0;

pub(super) fn shuffle<T>(all: &mut [T], random: &mut Random) {
    for at in (1..all.len()).rev() {
        all.swap(at, (random.number() % (at as u64 + 1)) as usize);
    }
}

/// The means of Adam for one weight.
#[derive(Copy, Clone, Default)]
struct Means {
    gradient: f32,
    square: f32,
}

impl Means {
    /// The change of the weight. `left` is what the decays have left of the means of 0 at the start.
    fn step(&mut self, gradient: f32, rate: f32, left: [f32; 2]) -> f32 {
        self.gradient = DECAY[0] * self.gradient + (1.0 - DECAY[0]) * gradient;
        self.square = DECAY[1] * self.square + (1.0 - DECAY[1]) * gradient * gradient;
        -rate * (self.gradient / (1.0 - left[0])) / ((self.square / (1.0 - left[1])).sqrt() + 1e-8)
    }
}

impl<const H: usize> Network<H> {
    /// Trains a network with `rows` rows to shuffled inputs. Prints the mean squares of the error on standard error.
    pub(super) fn train(inputs: &[Input], rows: usize, epochs: usize, random: &mut Random) -> Self {
        let (measured, used) = inputs.split_at(inputs.len() / MEASURED);
        let mut used = used.to_vec();
        let mut around = |centre: f32, width: f32| centre + (random.fraction() as f32 - 0.5) * width;
        let mut network = Self {
            // Twelve rows add up to about a half.
            rows: (0..rows).map(|_| std::array::from_fn(|_| around(0.025, 0.3))).collect(),
            output: std::array::from_fn(|_| around(0.0, 4.0)),
            bias: 0.0,
        };
        let mut means = vec![[Means::default(); H]; rows + 1];
        let mut of_bias = Means::default();
        let steps = (epochs * used.len().div_ceil(BATCH)).max(1) as f32;
        let (mut done, mut left) = (0.0, [1.0, 1.0]);
        for _ in 0..epochs {
            shuffle(&mut used, random);
            for batch in used.chunks(BATCH) {
                let (gradients, of_output, error) = network.gradients(batch);
                let rate = RATE * (1.0 - done / steps).max(0.02);
                done += 1.0;
                left = [left[0] * DECAY[0], left[1] * DECAY[1]];
                for ((row, means), gradients) in network.rows.iter_mut().zip(&mut means).zip(&gradients) {
                    for ((weight, means), &gradient) in row.iter_mut().zip(means).zip(gradients) {
                        let changed = *weight + means.step(gradient, rate, left);
                        *weight = changed.clamp(-GREATEST_WEIGHT, GREATEST_WEIGHT);
                    }
                }
                for ((weight, means), &gradient) in network.output.iter_mut().zip(&mut means[rows]).zip(&of_output) {
                    *weight += means.step(gradient, OUTPUT_RATE * rate, left);
                }
                network.bias += of_bias.step(error, OUTPUT_RATE * rate, left);
            }
        }
        let mean_square = inputs.iter().map(|(_, gain)| f64::from(gain * gain)).sum::<f64>() / inputs.len() as f64;
        let residual = measured.iter().map(|input| f64::from(network.run(input).1).powi(2)).sum::<f64>();
        let residual = residual / measured.len() as f64;
        eprintln!("{} positions, mean square {mean_square:.3}, residual {residual:.3}", inputs.len());
        network
    }

    /// The hidden layer before it is clipped, and the error of the output.
    fn run(&self, (rows, gain): &Input) -> ([f32; H], f32) {
        let mut hidden = [0.0; H];
        for &row in rows {
            for (sum, weight) in hidden.iter_mut().zip(&self.rows[row]) {
                *sum += weight;
            }
        }
        let weighted = hidden.iter().zip(&self.output).map(|(hidden, weight)| hidden.clamp(0.0, 1.0) * weight);
        (hidden, weighted.sum::<f32>() + self.bias - gain)
    }

    /// The gradients of a batch: of the rows, of the output and of the bias.
    fn gradients(&self, batch: &[Input]) -> (Vec<[f32; H]>, [f32; H], f32) {
        let (mut of_rows, mut of_output, mut of_bias) = (vec![[0.0; H]; self.rows.len()], [0.0; H], 0.0);
        for input in batch {
            let (hidden, error) = self.run(input);
            let error = error.clamp(-GREATEST_ERROR, GREATEST_ERROR) / batch.len() as f32;
            let mut of_hidden = [0.0; H];
            for at in 0..H {
                of_output[at] += error * hidden[at].clamp(0.0, 1.0);
                of_hidden[at] = if hidden[at] > 0.0 && hidden[at] < 1.0 { error * self.output[at] } else { 0.0 };
            }
            of_bias += error;
            for &row in &input.0 {
                for (gradient, part) in of_rows[row].iter_mut().zip(&of_hidden) {
                    *gradient += part;
                }
            }
        }
        (of_rows, of_output, of_bias)
    }

    /// Prints the weights in whole numbers.
    pub(super) fn print(&self) {
        let line = |weights: &[f32], unit: f32| {
            let rounded = weights.iter().map(|weight| ((unit * weight).round() as i16).to_string());
            rounded.collect::<Vec<_>>().join(" ")
        };
        println!("bias {}\noutput {}\nrows", line(&[self.bias], BIAS_UNIT), line(&self.output, OUTPUT_UNIT));
        self.rows.iter().for_each(|row| println!("{}", line(row, ROW_UNIT)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sum of the places alone, and one that needs a hidden number: whether two houses are alike.
    #[test]
    fn a_network_learns_what_no_sum_of_houses_says_and_the_same_each_time() {
        let mut random = Random::new(1, 0);
        let inputs: Vec<Input> = (0..20_000)
            .map(|_| {
                let houses: [usize; 12] = std::array::from_fn(|_| (random.number() % 2) as usize);
                let gain = if houses[0] == houses[1] { 2.0 } else { -2.0 } + houses[2] as f32;
                (std::array::from_fn(|at| 2 * at + houses[at]), gain)
            })
            .collect();
        let trained = || Network::<8>::train(&inputs, 24, 6, &mut Random::new(1, 1));
        let (one, other) = (trained(), trained());
        let residual = inputs.iter().map(|input| one.run(input).1.powi(2)).sum::<f32>() / inputs.len() as f32;
        assert!(residual < 0.05, "{residual}");
        assert!(one.rows == other.rows && one.output == other.output && one.bias == other.bias);
    }
}
