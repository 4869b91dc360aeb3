//! Random equivalents of a record. Its puzzle and its given solution go through the same
//! transformation, and everything else stays as it is.

use fastrand::Rng;

use crate::grid::{Grid, Marked, MarkedRef};
use crate::input::columns::GridPlaces;
use crate::input::records::Record;
use crate::question::check::parse_given;
use crate::transformation::Transformation;

/// Makes equivalents of a record, one after the other. Those of a malformed record have neither a
/// puzzle nor a solution.
pub(crate) struct Shuffler<'a> {
    record: &'a Record<'a>,
    /// Where the grids are in the columns of the record.
    places: GridPlaces<'a>,
    /// The given solution, if it could be read.
    solution: Option<Grid>,
    rng: Rng,
    /// The puzzle and the columns of the last equivalent.
    puzzle: Option<Marked>,
    columns: Vec<u8>,
}

impl<'a> Shuffler<'a> {
    /// The equivalents that follow from this seed and the number of the record, whatever other
    /// records there are.
    pub(crate) fn new(record: &'a Record<'a>, seed: u64) -> Shuffler<'a> {
        // A solution makes no sense without its puzzle.
        let solution = match record.puzzle {
            Ok(_) => parse_given(record).ok(),
            Err(_) => None,
        };
        Shuffler {
            record,
            places: record.grid_places(),
            solution,
            rng: Rng::with_seed(seed_of_record(seed, record.number)),
            puzzle: None,
            columns: Vec::new(),
        }
    }

    /// The next equivalent.
    pub(crate) fn shuffle(&mut self) -> Record<'_> {
        let transformation = Transformation::random(&mut self.rng);
        let puzzle = self.record.puzzle.ok();
        self.puzzle = puzzle.map(|puzzle| transformation.image_of_puzzle(puzzle));
        let puzzle = self.puzzle.as_ref().map(Marked::as_ref);
        let solution = self.solution.map(|grid| transformation.image(&grid));
        let solution = solution.as_ref().map(MarkedRef::from);
        self.columns.clear();
        self.places.replace(puzzle, solution, &mut self.columns);
        Record {
            puzzle: match puzzle {
                Some(puzzle) => Ok(puzzle),
                None => self.record.puzzle,
            },
            columns: &self.columns,
            ..self.record.clone()
        }
    }
}

/// The seed of the random numbers for a record: output `number` of SplitMix64, which can be had
/// without those before it (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
fn seed_of_record(seed: u64, number: u64) -> u64 {
    let state = seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
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
