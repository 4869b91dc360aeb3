//! Known inputs with known answers.

use crate::fixtures::program::SUDOKAT;
use crate::fixtures::puzzles::{check_as_a_judge, corpus};

#[test]
fn the_corpus_is_answered() {
    corpus()
        .iter()
        .for_each(|known| check_as_a_judge(SUDOKAT, &known.puzzle, &known.answer));
}
