//! How hard a proof is. The easiest of several proofs is taken.

use super::group::Group;

/// How hard a proof is: first its rating counts, then its length, then the preference.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Cost {
    /// A sum of floating-point numbers, as in Sudoku Explainer: 6.6 + 0.1 is less than
    /// 6.5 + (0.1 + 0.1), although both are displayed as 6.7.
    pub(super) rating: f64,
    /// The number of nodes in the proof; if it has branches, those of all branches.
    pub(super) length: u32,
    pub(super) preference: Preference,
}

/// Which of equally long proofs is preferred: the first of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Preference {
    /// From a candidate, whether it is on or off.
    Either,
    /// Along X links.
    X,
    /// Along Y links.
    Y,
    /// Along all links.
    All,
    /// From all candidates of a cell.
    Cell,
    /// From all places for a digit in a unit.
    Places,
    Contradiction,
}

impl Preference {
    /// The preference of a proof that all candidates of a group lead to the same literal.
    pub(super) fn of_group(group: Group) -> Preference {
        if group.is_cell() {
            Preference::Cell
        } else {
            Preference::Places
        }
    }
}

impl Cost {
    /// More than the cost of any proof.
    pub(super) const MAX: Cost = Cost {
        rating: f64::INFINITY,
        length: u32::MAX,
        preference: Preference::Contradiction,
    };

    /// The cost of a proof of this length, if ratings start at `base`. Each of the numbers 4, 6, 8,
    /// 12, 16, 24, 32, ... that is less than `length - 2` adds 0.1.
    pub(super) fn new(base: f64, length: u32, preference: Preference) -> Cost {
        // Summed up before the base is added: the rounding counts.
        let mut added = 0.0;
        let [mut threshold, mut next] = [4, 6];
        while length > threshold + 2 {
            added += 0.1;
            [threshold, next] = [next, 2 * threshold];
        }
        Cost {
            rating: base + added,
            length,
            preference,
        }
    }

    /// The lesser of two costs.
    pub(super) fn min(self, other: Cost) -> Cost {
        if other < self { other } else { self }
    }
}
