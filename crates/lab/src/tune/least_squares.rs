//! Linear least squares with sparse observations.

/// The normal equations of the observations so far.
pub(crate) struct LeastSquares {
    weights: usize,
    products: Vec<f64>,
    sums: Vec<f64>,
    squares: f64,
    observations: u64,
}

impl LeastSquares {
    pub(crate) fn new(weights: usize) -> Self {
        Self {
            weights,
            products: vec![0.0; weights * weights],
            sums: vec![0.0; weights],
            squares: 0.0,
            observations: 0,
        }
    }

    /// Adds an observation: features with their factors, and the value.
    pub(crate) fn add(&mut self, features: &[(usize, f64)], value: f64) {
        for &(row, often) in features {
            self.sums[row] += often * value;
            for &(column, other) in features {
                self.products[row * self.weights + column] += often * other;
            }
        }
        self.squares += value * value;
        self.observations += 1;
    }

    pub(crate) fn observations(&self) -> u64 {
        self.observations
    }

    /// The mean square of the values.
    pub(crate) fn mean_square(&self) -> f64 {
        self.squares / self.observations.max(1) as f64
    }

    /// The mean square of what the weights leave unexplained.
    pub(crate) fn residual(&self, weights: &[f64]) -> f64 {
        let explained: f64 = weights
            .iter()
            .zip(self.products.chunks(self.weights))
            .zip(&self.sums)
            .map(|((weight, row), sum)| {
                let product: f64 = row.iter().zip(weights).map(|(product, other)| product * other).sum();
                weight * (2.0 * sum - product)
            })
            .sum();
        (self.squares - explained) / self.observations.max(1) as f64
    }

    /// The weights with the least residual plus `ridge` times the sum of their squares. The ridge must be above 0: features that
    /// always or never occur together make the equations singular without it.
    pub(crate) fn solve(&self, ridge: f64) -> Vec<f64> {
        let size = self.weights;
        let mut rows = self.products.clone();
        let mut right = self.sums.clone();
        for at in 0..size {
            rows[at * size + at] += ridge;
        }
        // Positive definite with the ridge: elimination needs no pivots.
        for at in 0..size {
            let (above, below) = rows.split_at_mut((at + 1) * size);
            let pivot = &above[at * size..];
            for (offset, row) in below.chunks_mut(size).enumerate() {
                let factor = row[at] / pivot[at];
                if factor != 0.0 {
                    for column in at..size {
                        row[column] -= factor * pivot[column];
                    }
                    right[at + 1 + offset] -= factor * right[at];
                }
            }
        }
        for at in (0..size).rev() {
            let row = &rows[at * size..(at + 1) * size];
            let known: f64 = row[at + 1..].iter().zip(&right[at + 1..]).map(|(product, weight)| product * weight).sum();
            right[at] = (right[at] - known) / row[at];
        }
        right
    }
}
