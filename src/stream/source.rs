//! From bytes to chunks of records.

use std::io::{self, Read};
use std::ops::Range;

use super::Status;
use super::summary::Tally;
use crate::batch::Answer;
use crate::format::{Fault, FaultKind, Layout, Lines, Next, Reader, Record};
use crate::{Candidates, Grid, Mend};

/// The most grids in a chunk. At the end of a chunk lanes of the engine run dry, so it should be long; and its buffers,
/// some 300 bytes a grid, should fit the second-level cache.
const CHUNK: usize = 2048;

/// The most text of records in a chunk, and a line over: lines may be long.
const CHUNK_TEXT: usize = 1 << 20;

/// So many faulty lines of an input are looked into for how they could be mended. It takes up to 82 searches each, so a
/// stream of such lines must not have it for all of them.
const MENDED: usize = 3;

/// Records that are solved together, and what becomes of them.
#[derive(Default)]
pub(super) struct Chunk {
    pub(super) grids: Vec<Grid>,
    /// The line of each grid.
    pub(super) lines: Vec<u64>,
    /// What is wrong with the records that are no grids, and how many grids come before each.
    pub(super) faults: Vec<(usize, Fault)>,
    /// What is known of some of the grids, which are counted from 0, beyond their clues.
    pub(super) candidates: Vec<(usize, Candidates)>,
    /// In csv the text of each record and the solution it states.
    pub(super) texts: Texts,
    pub(super) answers: Vec<Answer>,
    pub(super) reply: Reply,
}

/// What is said of the records of a chunk, or of some of them.
#[derive(Default)]
pub(super) struct Reply {
    /// The layout of the input, once it is known.
    pub(super) layout: Option<Layout>,
    /// In csv the header of the output, before the first record.
    pub(super) header: Vec<u8>,
    pub(super) output: Vec<u8>,
    pub(super) messages: String,
    pub(super) status: Status,
    pub(super) tally: Tally,
    /// More is to come of the same chunk.
    pub(super) is_part: bool,
}

impl Reply {
    pub(super) fn clear(&mut self) {
        self.header.clear();
        self.output.clear();
        self.messages.clear();
        self.status = Status::Solved;
        self.tally = Tally::default();
    }
}

impl Chunk {
    pub(super) fn clear(&mut self) {
        self.grids.clear();
        self.lines.clear();
        self.faults.clear();
        self.candidates.clear();
        self.texts.clear();
        self.answers.clear();
        self.reply.clear();
    }

    #[inline]
    fn push_grid(&mut self, grid: Grid, line: u64) {
        self.grids.push(grid);
        self.lines.push(line);
    }

    fn push(&mut self, record: Record) {
        match record.grid {
            Ok(grid) => self.push_grid(grid, record.line),
            Err(fault) => self.faults.push((self.grids.len(), fault)),
        }
    }

    /// Keeps what else is known of the record that is pushed next, which `reader` has made of `line`.
    fn keep(&mut self, reader: &Reader, line: &[u8], record: &Record) {
        if let (Ok(_), Some(candidates)) = (&record.grid, reader.candidates()) {
            self.candidates.push((self.grids.len(), *candidates));
        }
        if reader.layout() == Some(Layout::Csv) {
            let stated = reader.keep_columns(line, &mut self.texts.bytes);
            self.texts.each.push((self.texts.bytes.len(), stated));
        }
    }

    fn len(&self) -> usize {
        self.grids.len() + self.faults.len()
    }
}

/// The texts of records, one after the other.
#[derive(Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    /// Where each ends, and where in it a solution is stated: an empty range if it is not, `None` if no column is for that.
    each: Vec<(usize, Option<Range<usize>>)>,
}

impl Texts {
    fn clear(&mut self) {
        self.bytes.clear();
        self.each.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// The text of a record; and the solution it states, where in the text that is.
    pub(super) fn get(&self, record: usize) -> Option<(&[u8], Option<Range<usize>>)> {
        let (end, stated) = self.each.get(record)?;
        let start = record.checked_sub(1).map_or(0, |before| self.each[before].0);
        Some((&self.bytes[start..*end], stated.clone()))
    }
}

/// An input, and how far it has been read.
pub(super) struct Source<R> {
    lines: Lines<R>,
    reader: Reader,
    /// How many more faulty lines may be looked into.
    mends_left: usize,
    /// Whether the header of csv, if there is one, is still to be given to a chunk.
    header_due: bool,
    never_blocks: bool,
    /// What the column of the answers may be called.
    names: &'static [&'static str],
    /// Why reading ended before the input did.
    pub(super) error: Option<io::Error>,
}

impl<R: Read> Source<R> {
    pub(super) fn new(
        input: R,
        layout: Option<Layout>,
        names: &'static [&'static str],
        never_blocks: bool,
    ) -> Source<R> {
        Source {
            lines: Lines::new(input),
            reader: Reader::new(layout),
            mends_left: MENDED,
            header_due: true,
            never_blocks,
            names,
            error: None,
        }
    }

    /// Adds records to an empty chunk, waiting only for the first. False: there are no more.
    pub(super) fn fill(&mut self, chunk: &mut Chunk) -> bool {
        let mut grid = Grid::EMPTY;
        let more = loop {
            if chunk.len() == CHUNK {
                break true;
            }
            if let Some(line) = self.reader.plain_line(&mut self.lines, &mut grid) {
                chunk.push_grid(grid, line);
                continue;
            }
            let record = match self.lines.advance() {
                Next::Line(number, text) => {
                    let mut record = self.reader.line(number, text);
                    if let Some(record) = &mut record {
                        if let Err(fault) = &mut record.grid {
                            look_into(fault, &self.reader, text, &mut self.mends_left);
                        }
                        chunk.keep(&self.reader, text, record);
                    }
                    record
                }
                Next::TooLong(number) => {
                    let record = self.reader.too_long_line(number);
                    record.inspect(|record| chunk.keep(&self.reader, b"", record))
                }
                Next::Wait if chunk.len() > 0 && !self.never_blocks => break true,
                Next::Wait => match self.lines.read() {
                    Ok(()) => None,
                    Err(error) => {
                        self.error = Some(error);
                        break false;
                    }
                },
                Next::End => {
                    if let Some(fault) = self.reader.end(self.lines.count()) {
                        chunk.faults.push((chunk.grids.len(), fault));
                    }
                    break false;
                }
            };
            if let Some(record) = record {
                chunk.push(record);
            }
            if self.reader.refuses() {
                break false;
            }
            if chunk.texts.bytes.len() > CHUNK_TEXT {
                break true;
            }
        };
        chunk.reply.layout = self.reader.layout();
        if std::mem::take(&mut self.header_due) {
            chunk.reply.header = self.reader.csv_header(self.names).unwrap_or_default();
        }
        more
    }
}

/// Says how a line with a cell too few or too many may be mended, if it is one of the first.
fn look_into(fault: &mut Fault, reader: &Reader, line: &[u8], mends_left: &mut usize) {
    let is_near = matches!(fault.kind, FaultKind::LineLength(80 | 82));
    if is_near && let Some(left) = mends_left.checked_sub(1) {
        *mends_left = left;
        let cells = reader.miscounted();
        let characters = String::from_utf8_lossy(&line[..cells.start]).chars().count();
        fault.hint = Mend::of(&line[cells]).map(|mend| mend.after(characters).to_string());
    }
}
