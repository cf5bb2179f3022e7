//! Binomial coefficients, for the indexes of boards.

/// `C(n + k, k + 1)`, by `k` and `n`. Those that overflow are wrong, and must not be used.
pub(crate) const fn binomials<const K: usize, const N: usize>() -> [[u64; N]; K] {
    let mut terms = [[0_u64; N]; K];
    let mut k = 0;
    while k < K {
        let mut n = 1;
        while n < N {
            // C(n + k, k + 1) = C(n - 1 + k, k + 1) + C(n + k - 1, k).
            let above = if k == 0 { 1 } else { terms[k - 1][n] };
            terms[k][n] = terms[k][n - 1].saturating_add(above);
            n += 1;
        }
        k += 1;
    }
    terms
}
