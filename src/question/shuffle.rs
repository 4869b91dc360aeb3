//! Random equivalents of a record. Its puzzle and its given solution go through the same
//! transformation, and everything else stays as it is.

use std::io::Write;
use std::ops::Range;

use fastrand::Rng;

use crate::grid::{Grid, Marked, MarkedRef};
use crate::input::columns::GridPlaces;
use crate::input::records::{Header, Record};
use crate::question::check::{given_solution, parse_given};
use crate::transformation::Transformation;

/// Makes one equivalent of a record after the other. One of a malformed record has neither puzzle
/// nor solution.
pub(crate) struct Shuffler<'a> {
    record: &'a Record<'a>,
    /// Where its grids are in the columns.
    places: GridPlaces,
    /// The given solution, if it could be read.
    solution: Option<Grid>,
    random: Rng,
    /// The puzzle and the columns of the last equivalent.
    puzzle: Option<Marked>,
    columns: Vec<u8>,
}

impl<'a> Shuffler<'a> {
    /// The equivalents that follow from this seed and the number of the record, whatever other
    /// records there are.
    pub(crate) fn new(record: &'a Record<'a>, seed: u64) -> Shuffler<'a> {
        let mut places = record.grid_places();
        let given = given_solution(record).filter(|given| !given.is_empty());
        if given.is_none() || places.given_solution == places.puzzle {
            // What the column has stays as it is, or is the puzzle.
            places.given_solution = None;
        }
        let solution = given.and_then(|given| parse_given(given, record).ok());
        Shuffler {
            record,
            places,
            // Without its puzzle, a solution is no use.
            solution: solution.filter(|_| record.puzzle.is_ok()),
            random: Rng::with_seed(seed_of_record(seed, record.number)),
            puzzle: None,
            columns: Vec::new(),
        }
    }

    /// The next equivalent.
    pub(crate) fn shuffle(&mut self) -> Record<'_> {
        let transformation = Transformation::random(&mut self.random);
        let puzzle = self.record.puzzle.ok();
        self.puzzle = puzzle.map(|puzzle| transformation.image_of_puzzle(puzzle));
        let solution = self
            .solution
            .map(|solution| transformation.image(&solution));
        self.write_columns(solution.as_ref());
        Record {
            puzzle: match &self.puzzle {
                Some(puzzle) => Ok(puzzle.as_ref()),
                None => self.record.puzzle,
            },
            columns: &self.columns,
            ..self.record.clone()
        }
    }

    /// Copies the columns of the record with the grids of the equivalent in their places.
    fn write_columns(&mut self, solution: Option<&Grid>) {
        let places = self.places.clone();
        let puzzle = places.puzzle.map(|place| Replacement {
            place,
            grid: self.puzzle.as_ref().map(Marked::as_ref),
        });
        let solution = places.given_solution.map(|place| Replacement {
            place,
            grid: solution.map(MarkedRef::from),
        });
        let mut replacements = [puzzle, solution];
        replacements.sort_by_key(|replacement| Some(replacement.as_ref()?.place.start));
        let is_json = self.record.header.is_some_and(Header::is_json);
        let quote: &[u8] = if is_json { b"\"" } else { b"" };
        let old = self.record.columns;
        let mut copied = 0;
        self.columns.clear();
        for Replacement { place, grid } in replacements.into_iter().flatten() {
            self.columns.extend_from_slice(&old[copied..place.start]);
            self.columns.extend_from_slice(quote);
            push_grid(grid, &mut self.columns);
            self.columns.extend_from_slice(quote);
            copied = place.end;
        }
        self.columns.extend_from_slice(&old[copied..]);
    }
}

/// A grid, or nothing, in the place of another.
struct Replacement<'a> {
    place: Range<usize>,
    grid: Option<MarkedRef<'a>>,
}

fn push_grid(grid: Option<MarkedRef<'_>>, out: &mut Vec<u8>) {
    match grid {
        Some(MarkedRef {
            marks: Some(marks), ..
        }) => {
            // Writing to memory does not fail.
            let _ = write!(out, "{marks}");
        }
        Some(MarkedRef { grid, marks: None }) => out.extend_from_slice(&grid.to_digits()),
        None => (),
    }
}

/// The seed of the random numbers for a record: output `number` of SplitMix64, which can be had
/// without those before it (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
fn seed_of_record(seed: u64, number: u64) -> u64 {
    let state = seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outputs are those on Rosetta Code, "Pseudo-random numbers/Splitmix64".
    #[test]
    fn seeds_of_records_are_the_outputs_of_splitmix64() {
        let outputs = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(
            [1, 2, 3].map(|number| seed_of_record(1_234_567, number)),
            outputs
        );
    }
}
