//! Tests of records: what belongs together comes together.

use std::borrow::Cow;
use std::sync::Arc;

use crate::grid::{Candidates, Grid, MarkedGrid};
use crate::input::InputFormat;
use crate::input::error::{ParseError, TOO_LONG};
use crate::input::records::{Header, Pairing, Records};
use crate::input::tests::fixtures::{self, OTHER, SOLUTION, puzzle};

fn error(line: u64) -> ParseError {
    ParseError::new(line, None, TOO_LONG)
}

#[test]
fn records_come_in_input_order_each_with_what_belongs_to_it() {
    let mut records = Records::default();
    assert!(records.len() == 0);
    records.push_error(error(1));
    records.push(2, None, Ok(Grid::EMPTY.into()));
    let marked = MarkedGrid {
        grid: Grid::EMPTY,
        marks: Some(Candidates::ALL),
    };
    records.push(3, None, Ok(marked));
    records.push(4, None, Err(error(4)));
    records.push_error(error(5));
    let found: Vec<_> = records
        .iter()
        .map(|record| {
            (
                record.line,
                record.puzzle.map(|puzzle| puzzle.marks.copied()).ok(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (1, None),
            (2, Some(None)),
            (3, Some(Some(Candidates::ALL))),
            (4, None),
            (5, None)
        ]
    );
    assert_eq!((records.len(), records.kept_text_len()), (5, 0));
    records.clear();
    assert!(records.iter().next().is_none());
}

#[test]
fn a_record_knows_the_empty_lines_above_it() {
    let mut records = Records::default();
    records.push(1, None, Ok(Grid::EMPTY.into()));
    assert_eq!(records.leading_grids(), 1);
    records.push_empty_line();
    records.push_empty_line();
    records.push_error(error(4));
    records.push(5, None, Ok(Grid::EMPTY.into()));
    records.push_empty_line();
    assert_eq!(
        (records.leading_grids(), records.len_with_empty_lines()),
        (1, 6)
    );
    let empty_lines: Vec<usize> = records
        .iter()
        .map(|record| record.empty_lines_above)
        .collect();
    assert_eq!(empty_lines, [0, 2, 0]);
    assert_eq!(records.empty_lines_at_end, 1);
}

#[test]
fn a_puzzle_and_the_answer_below_it_are_paired_wherever_chunks_end() {
    let mut half_filled = puzzle();
    half_filled.set("r1c3".parse().unwrap(), 1);
    let solution: Grid = SOLUTION.parse().unwrap();
    let other: Grid = OTHER.parse().unwrap();
    let grids = [
        puzzle(),
        solution,
        solution,
        other,
        puzzle(),
        half_filled,
        solution,
        other,
    ];
    let expected = [
        Pairing::Puzzle,
        Pairing::Answer,
        Pairing::Alone,
        Pairing::Alone,
        Pairing::Puzzle,
        Pairing::Answer,
        Pairing::Alone,
        Pairing::Alone,
    ];
    for size in 1..=grids.len() {
        let mut carried = None;
        let mut replied = Vec::new();
        for (number, chunk) in grids.chunks(size).enumerate() {
            let mut records = Records::default();
            records.format = Some(InputFormat::Packed);
            for grid in chunk {
                records.push(1, None, Ok((*grid).into()));
            }
            let has_more = (number + 1) * size < grids.len();
            carried = records.pair_answers(carried, has_more);
            for record in records.carried_record().into_iter().chain(records.iter()) {
                let above = record.above.map(|above| *above.grid);
                assert_eq!(above.is_some(), record.pairing == Pairing::Answer);
                if matches!(record.pairing, Pairing::Alone | Pairing::Answer) {
                    replied.push((*record.puzzle.unwrap().grid, above));
                }
            }
        }
        let replies = (0..grids.len())
            .filter(|&at| expected[at] != Pairing::Puzzle)
            .map(|at| match expected[at] {
                Pairing::Answer => (grids[at], Some(grids[at - 1])),
                _ => (grids[at], None),
            });
        assert!(replies.eq(replied), "chunks of {size}");
    }
}

#[test]
fn a_column_of_titles_names_the_records_that_have_no_other_title() {
    let mut header = Header::of_csv(b"puzzle,id", None);
    header.title_column = Some(1);
    let mut records = Records::default();
    records.header = Some(Arc::new(header));
    for (title, columns) in [(None, "a,7,"), (Some("Easy".into()), "b,8,"), (None, "c,,")] {
        records.push(2, title, Ok(Grid::EMPTY.into()));
        records.keep_text([columns.as_bytes()]);
    }
    let titles: Vec<_> = records
        .iter()
        .map(|record| record.title_or_column().map(Cow::into_owned))
        .collect();
    assert_eq!(titles, [Some("7".into()), Some("Easy".into()), None]);
}

#[test]
fn every_csv_record_has_its_columns_even_if_it_could_not_be_read() {
    let header = Header::of_csv(b"puzzle,solution", None);
    let mut records = Records::default();
    records.header = Some(Arc::new(header.clone()));
    records.push(2, None, Ok(Grid::EMPTY.into()));
    records.keep_text([&b"a,5,"[..]]);
    records.push_error(error(3));
    records.keep_text([&b"b,"[..], b","]);
    let csv: Vec<_> = records
        .iter()
        .map(|record| (record.kept_text, record.given_solution(), record.header))
        .collect();
    assert_eq!(
        csv,
        [
            (&b"a,5,"[..], Some(&b"5"[..]), Some(&header)),
            (b"b,,", None, Some(&header))
        ]
    );
}

#[test]
fn a_given_solution_below_line_breaks_of_its_record_has_its_own_line() {
    let csv = "note,puzzle,more,solution\n\"a\nb\",PUZZLE,\"c\n\nd\",é 12\n";
    let records = fixtures::read(None, fixtures::fill(csv).as_bytes());
    let record = records.record(0);
    assert_eq!(record.line, 2);
    let place = record.given_solution_place().unwrap();
    assert_eq!((place.line, place.column), (5, 4));
}
