//! Random equivalents of a record. Its puzzle and its given solution go through the same
//! transformation, and everything else stays as it is.

use fastrand::Rng;

use crate::grid::{Grid, MarkedGrid, MarkedGridRef};
use crate::input::columns::GridPlaces;
use crate::input::records::Record;
use crate::transformation::Transformation;

/// Makes equivalents of a record, one after the other. Those of a malformed record are copies of it
/// with its grid columns empty.
pub(crate) struct Shuffler<'a> {
    record: &'a Record<'a>,
    /// Where the grids are in the kept text of the record, which the output repeats.
    places: GridPlaces<'a>,
    /// The given solution, if it and the puzzle could be read.
    given_solution: Option<Grid>,
    rng: Rng,
    /// The image of the puzzle in the last equivalent.
    image: Option<MarkedGrid>,
    /// The kept text of the last equivalent; the next one reuses its memory. It can be shorter or
    /// longer than that of the record: a record finds its grids in its own text.
    kept_text: Vec<u8>,
}

impl<'a> Shuffler<'a> {
    /// The equivalents of a record are determined by the seed and the number of the record alone.
    pub(crate) fn new(record: &'a Record<'a>, seed: u64) -> Shuffler<'a> {
        Shuffler {
            record,
            places: record.grid_places(),
            given_solution: match (record.puzzle, record.parse_given_solution()) {
                (Ok(_), Some(Ok(grid))) => Some(grid),
                _ => None,
            },
            rng: Rng::with_seed(seed_of_record(seed, record.number)),
            image: None,
            kept_text: Vec::new(),
        }
    }

    /// The next equivalent, which can be used until the next call.
    pub(crate) fn next_equivalent(&mut self) -> Record<'_> {
        let transformation = Transformation::random(&mut self.rng);
        let puzzle = self.record.puzzle.ok();
        self.image = puzzle.map(|puzzle| transformation.image_of_puzzle(puzzle));
        let image = self.image.as_ref().map(MarkedGrid::as_ref);
        let solution = self.given_solution.map(|grid| transformation.image(&grid));
        self.kept_text.clear();
        self.places.replace(
            image,
            solution.as_ref().map(MarkedGridRef::from),
            &mut self.kept_text,
        );
        Record {
            puzzle: match image {
                Some(image) => Ok(image),
                None => self.record.puzzle,
            },
            kept_text: &self.kept_text,
            ..self.record.clone()
        }
    }
}

/// The seed of the random numbers for the record of this number: the `number`-th output of
/// SplitMix64, computed directly (Steele, Lea and Flood, "Fast splittable pseudorandom number
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
