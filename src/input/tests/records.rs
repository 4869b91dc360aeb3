//! Tests of records: what belongs together comes together.

use std::sync::Arc;

use crate::grid::{Candidates, Grid, Marked};
use crate::input::InputFormat;
use crate::input::error::{ParseError, TOO_LONG};
use crate::input::records::{Header, Records};

fn error(line: u64) -> ParseError {
    ParseError::new(line, None, TOO_LONG)
}

#[test]
fn records_come_in_input_order_each_with_what_belongs_to_it() {
    let mut records = Records::default();
    assert!(records.len() == 0);
    records.push_error(error(1));
    records.push(2, None, Ok(Grid::EMPTY.into()));
    let marked = Marked {
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
    assert_eq!((records.len(), records.text_len()), (5, 0));
    records.clear();
    assert!(records.iter().next().is_none());
}

#[test]
fn a_record_knows_the_grid_above_it_in_rows_and_the_empty_lines() {
    let mut records = Records::default();
    records.above = Some(Grid::EMPTY.into());
    records.push(1, None, Ok(Grid::EMPTY.into()));
    assert_eq!(records.leading_grids(), 1);
    records.push_empty_line();
    records.push_empty_line();
    records.push_error(error(4));
    records.push(5, None, Ok(Grid::EMPTY.into()));
    records.push_empty_line();
    assert_eq!(
        (records.leading_grids(), records.len_with_empties()),
        (1, 6)
    );
    for (format, is_above) in [
        (InputFormat::Packed, [true, true, false]),
        (InputFormat::Line, [false; 3]),
    ] {
        records.format = Some(format);
        let above: Vec<bool> = records
            .iter()
            .map(|record| record.above.is_some())
            .collect();
        assert_eq!(above, is_above, "{format:?}");
    }
    let empty_lines: Vec<usize> = records
        .iter()
        .map(|record| record.empty_lines_above)
        .collect();
    assert_eq!(empty_lines, [0, 2, 0]);
    assert_eq!(records.empty_lines_at_end, 1);
}

#[test]
fn a_column_of_titles_names_the_records_that_have_no_other_title() {
    let mut header = Header::new(b"puzzle,id", None);
    header.caption_column = Some(1);
    let mut records = Records::default();
    records.header = Some(Arc::new(header));
    for (title, columns) in [(None, "a,7,"), (Some("Easy".into()), "b,8,"), (None, "c,,")] {
        records.push(2, title, Ok(Grid::EMPTY.into()));
        records.push_columns([columns.as_bytes()]);
    }
    let captions: Vec<_> = records
        .iter()
        .map(|record| record.caption().map(|caption| caption.into_owned()))
        .collect();
    assert_eq!(captions, [Some("7".into()), Some("Easy".into()), None]);
}

#[test]
fn every_csv_record_has_its_columns_even_if_it_could_not_be_read() {
    let header = Header::new(b"puzzle,solution", None);
    let mut records = Records::default();
    records.header = Some(Arc::new(header.clone()));
    records.push(2, None, Ok(Grid::EMPTY.into()));
    records.push_columns([&b"a,5,"[..]]);
    records.push_error(error(3));
    records.push_columns([&b"b,"[..], b","]);
    let csv: Vec<_> = records
        .iter()
        .map(|record| (record.columns, record.given_solution(), record.header))
        .collect();
    assert_eq!(
        csv,
        [
            (&b"a,5,"[..], Some(2..3), Some(&header)),
            (b"b,,", Some(0..0), Some(&header))
        ]
    );
}
