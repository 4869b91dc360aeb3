//! The weights of digits: the search branches on those that have led to the most contradictions.

use super::state::{BoxDigit, BoxDigits};
use crate::grid::set_bits;

/// What each digit of a box weighs at first. With less, the first few contradictions would
/// dominate.
const FIRST_WEIGHT: u32 = 5;

/// A weight for each digit of each box: [`FIRST_WEIGHT`], and one more for each contradiction in
/// which it took part.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// For each band, a weight for each bit of [`BoxDigits`].
    of_digits: [[u32; 32]; 4],
    greatest: u32,
}

impl Weights {
    pub fn new() -> Weights {
        Weights {
            of_digits: [[FIRST_WEIGHT; 32]; 4],
            greatest: FIRST_WEIGHT,
        }
    }

    /// Adds a contradiction between these digits.
    pub fn add(&mut self, contradiction: &BoxDigits) {
        for (weights, word) in self.of_digits.iter_mut().zip(contradiction.0) {
            for bit in set_bits(word) {
                weights[bit] += 1;
                self.greatest = self.greatest.max(weights[bit]);
            }
        }
    }

    /// The weight of a digit.
    pub fn of(&self, digit: BoxDigit) -> u32 {
        self.of_digits[digit.band][digit.bit]
    }

    /// The greatest weight of any digit.
    pub fn greatest(&self) -> u32 {
        self.greatest
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::STACK_SHIFT;
    use super::*;

    #[test]
    fn a_contradiction_counts_once_for_each_digit_of_each_box_involved() {
        let mut weights = Weights::new();
        // The digit 1 in two bands of the first stack, then 2 and 9 in two bands of the second.
        weights.add(&BoxDigits([1, 1, 0, 0]));
        weights.add(&BoxDigits([
            0,
            1 | 2 << STACK_SHIFT,
            1 << (STACK_SHIFT + 8),
            0,
        ]));
        let added = |band: usize| -> Vec<(usize, u32)> {
            let weights = weights.of_digits[band].iter().enumerate();
            let heavier = weights.filter(|&(_, &weight)| weight > FIRST_WEIGHT);
            heavier
                .map(|(bit, weight)| (bit, weight - FIRST_WEIGHT))
                .collect()
        };
        assert_eq!(
            [0, 1, 2].map(added),
            [vec![(0, 1)], vec![(0, 2), (11, 1)], vec![(18, 1)]]
        );
        assert_eq!(weights.greatest, FIRST_WEIGHT + 2);
    }
}
