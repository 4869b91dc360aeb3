//! Tests of records: what belongs together comes together.

use std::sync::Arc;

use crate::grid::{Candidates, Grid};
use crate::input::error::{ParseError, TOO_LONG};
use crate::input::records::{CsvHeader, Records};

fn error(line: u64) -> ParseError {
    ParseError::new(line, None, TOO_LONG)
}

#[test]
fn records_come_in_input_order_each_with_what_belongs_to_it() {
    let mut records = Records::default();
    assert!(records.len() == 0);
    records.push_error(error(1));
    records.push(2, None, Ok((Grid::EMPTY, None)));
    records.push(3, None, Ok((Grid::EMPTY, Some(Candidates::ALL))));
    records.push(4, None, Err(error(4)));
    records.push_error(error(5));
    let found: Vec<_> = records
        .iter()
        .map(|record| (record.line, record.puzzle.map(|(_, c)| c.copied()).ok()))
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
    assert_eq!((records.len(), records.csv_text.len()), (5, 0));
    records.clear();
    assert!(records.iter().next().is_none());
}

#[test]
fn every_csv_record_has_its_columns_even_if_it_could_not_be_read() {
    let header = CsvHeader::new(b"puzzle,solution", None);
    let mut records = Records {
        csv_header: Some(Arc::new(header.clone())),
        ..Records::default()
    };
    records.push(2, None, Ok((Grid::EMPTY, None)));
    records.push_error(error(3));
    for columns in [&b"a,5,"[..], b"b,,"] {
        records.csv_text.extend_from_slice(columns);
        records.end_columns();
    }
    let csv: Vec<_> = records
        .iter()
        .map(|record| (record.csv_line, record.given_solution(), record.header))
        .collect();
    assert_eq!(
        csv,
        [
            (&b"a,5,"[..], Some(2..3), Some(&header)),
            (b"b,,", Some(0..0), Some(&header))
        ]
    );
}
