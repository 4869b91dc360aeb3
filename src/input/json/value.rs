//! The values of JSON: the members of an object in their order, and the grid that a string, a
//! number or an array is.
//!
//! ```text
//! "53..7....6..195..."                       81 cells in any form that a line allows
//! [5, 3, null, null, 7, ...]                 81 scalars
//! [[5, 3, 0, ...], [6, 0, 0, ...], ...]      nine arrays of nine scalars
//! ["53..7....", "6..195...", ...]            nine strings of nine cells
//! ```
//!
//! A scalar can also be an object with a `value`.

use std::borrow::Cow;
use std::fmt;

use memchr::memrchr2;
use serde_core::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::grid::{CELLS, Grid, Marked, digit_from_byte};
use crate::input::blanks::require_clear_blanks;
use crate::input::cell_reader::CellReader;
use crate::input::cells::{LineCell, Symbol, grid_of_digits};
use crate::input::error::{Fault, ParseError, quoted};
use crate::input::line_formats::read_grid;
use crate::input::lines::{Line, count_line_ends};
use crate::input::tokens::{TokenKind, tokenize};
use crate::input::words::{count_cells, is_puzzle};

/// The members of an object, in their order.
#[derive(Default)]
pub(in crate::input) struct Object<'a> {
    pub(in crate::input) members: Vec<Member<'a>>,
}

pub(in crate::input) struct Member<'a> {
    pub(in crate::input) name: Cow<'a, str>,
    pub(in crate::input) value: &'a RawValue,
}

/// The name of a member.
struct Name<'a>(Cow<'a, str>);

impl<'a> Object<'a> {
    /// The object on a line; without members if there is none.
    pub(in crate::input) fn of_line(line: &'a [u8]) -> Object<'a> {
        serde_json::from_slice(line).unwrap_or_default()
    }

    /// The source of a member.
    pub(in crate::input) fn get(&self, name: &str) -> Option<&'a str> {
        let mut members = self.members.iter();
        let member = members.find(|member| member.name == *name)?;
        Some(member.value.get())
    }

    /// Whether it is a cell.
    pub(super) fn is_cell(&self) -> bool {
        self.cell_value().is_some()
    }

    /// The value of a cell.
    fn cell_value(&self) -> Option<&'a str> {
        let is_value = |member: &&Member| matches!(&*member.name, "value" | "val");
        let value = self.members.iter().find(is_value)?.value.get();
        let is_scalar = !value.starts_with(['[', '{']);
        (is_scalar && value.len() < CELLS / 2).then_some(value)
    }

    /// A name that two members have.
    pub(super) fn repeated_name(&self) -> Option<&str> {
        // Few names are compared faster than sorted.
        if let [first, rest @ ..] = &self.members[..]
            && rest.len() < 8
        {
            return repeated_name_of_few(first, rest);
        }
        let mut names: Vec<&str> = self.members.iter().map(|member| &*member.name).collect();
        names.sort_unstable();
        let pair = names.windows(2).find(|pair| pair[0] == pair[1])?;
        Some(pair[0])
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<'a>, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

fn repeated_name_of_few<'o>(first: &'o Member, rest: &'o [Member]) -> Option<&'o str> {
    if rest.iter().any(|member| member.name == first.name) {
        return Some(&first.name);
    }
    let (second, rest) = rest.split_first()?;
    repeated_name_of_few(second, rest)
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        let mut members = Vec::with_capacity(4);
        while let Some((Name(name), value)) = map.next_entry()? {
            members.push(Member { name, value });
        }
        Ok(Object { members })
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Name<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name<'a>, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl<'de> Visitor<'de> for NameVisitor {
    type Value = Name<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Name<'de>, E> {
        Ok(Name(Cow::Borrowed(name)))
    }

    fn visit_str<E>(self, name: &str) -> Result<Name<'de>, E> {
        Ok(Name(Cow::Owned(name.into())))
    }
}

/// The text that values are a part of, and where it starts in the input.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) text: &'a [u8],
    pub(super) line: u64,
    /// The column of its first character, from 1.
    pub(super) column: usize,
}

impl<'a> Source<'a> {
    /// A part of the text.
    pub(super) fn part(&self, part: &'a str) -> Line<'a> {
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        self.line_from(offset, part.as_bytes())
    }

    /// The text from this offset on, up to the end of its line.
    pub(super) fn at(&self, offset: usize) -> Line<'a> {
        let rest = &self.text[offset..];
        self.line_from(
            offset,
            rest.split(|byte| *byte == b'\n').next().unwrap_or(rest),
        )
    }

    /// The line of a part of the text.
    pub(super) fn line_of(&self, part: &str) -> u64 {
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        self.line + count_line_ends(&self.text[..offset])
    }

    fn line_from(&self, offset: usize, bytes: &'a [u8]) -> Line<'a> {
        let before = &self.text[..offset];
        let line_start = memrchr2(b'\n', b'\r', before).map(|end| end + 1);
        let first = Line {
            first_column: if line_start.is_some() { 1 } else { self.column },
            ..Line::new(self.line, &before[line_start.unwrap_or_default()..])
        };
        Line {
            first_column: first.column(first.bytes.len()),
            ..Line::new(self.line + count_line_ends(before), bytes)
        }
    }
}

/// What a value is.
pub(super) enum Shape<'a> {
    /// It has most of the cells of a grid, and is one or should be one.
    Grid(GridText<'a>),
    /// An array of other values, some of which may be or have grids.
    List(Vec<&'a RawValue>),
    Object,
    /// A string, a number or another scalar.
    Scalar,
}

/// The source of a grid, which may be malformed.
pub(super) enum GridText<'a> {
    /// The content of a string, or a number.
    Plain(Cow<'a, str>),
    Cells(Vec<JsonCell<'a>>),
    /// An array, and what is wrong with a part of it.
    Malformed(&'a str, Fault),
}

/// A cell, and its source.
#[derive(Clone, Copy)]
pub(super) struct JsonCell<'a> {
    cell: LineCell,
    source: &'a str,
}

impl<'a> Shape<'a> {
    pub(super) fn of(value: &'a RawValue) -> Shape<'a> {
        let text = value.get();
        match text.as_bytes()[0] {
            b'{' => Shape::Object,
            b'[' => shape_of_array(text),
            _ => match content_of(text) {
                content if is_grid_text(&content) => Shape::Grid(GridText::Plain(content)),
                _ => Shape::Scalar,
            },
        }
    }
}

impl<'a> GridText<'a> {
    /// That of a scalar that should be a grid.
    pub(super) fn of_scalar(value: &'a RawValue) -> GridText<'a> {
        GridText::Plain(content_of(value.get()))
    }

    /// That of an array of so many items that should be a grid.
    pub(super) fn of_list(value: &'a RawValue, count: usize) -> GridText<'a> {
        GridText::Malformed(value.get(), Fault::WrongCount(CELLS, count))
    }

    /// Whether it is a whole grid, and not only has most of its cells.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            GridText::Plain(text) => matches!(count_cells(text.as_bytes()), CELLS | 729),
            GridText::Cells(_) => true,
            GridText::Malformed(..) => false,
        }
    }

    /// The grid. Errors name the place of `value` or of one of its parts.
    pub(super) fn read(
        &self,
        value: &'a str,
        source: &Source<'a>,
        blanks: &str,
        reader: &mut CellReader,
    ) -> Result<Marked, ParseError> {
        let error = |part: &'a str, fault| source.part(part).error_at(0, fault);
        match self {
            GridText::Plain(Cow::Borrowed(content)) => {
                let line = source.part(content);
                read_grid(line, blanks, reader)
            }
            // The places in a text with escapes are not those in its source.
            GridText::Plain(Cow::Owned(content)) => {
                let line = source.part(value);
                let unescaped = Line::new(line.number, content.as_bytes());
                read_grid(unescaped, blanks, reader).map_err(|error| ParseError {
                    column: Some(line.first_column),
                    ..error
                })
            }
            GridText::Cells(cells) => {
                let line_cells: Vec<LineCell> = cells.iter().map(|cell| cell.cell).collect();
                let grid = grid_of_digits(line_cells.as_chunks().0);
                require_clear_blanks(&line_cells, &grid)
                    .map_err(|(at, fault)| error(cells[at].source, fault))?;
                Ok(grid.into())
            }
            GridText::Malformed(part, fault) => Err(error(part, fault.clone())),
        }
    }
}

/// The content of a scalar: of a string without quotes, escapes and line ends.
pub(in crate::input) fn content_of(text: &str) -> Cow<'_, str> {
    let Some(content) = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    else {
        return Cow::Borrowed(text);
    };
    if !content.contains('\\') {
        return Cow::Borrowed(content);
    }
    let unescaped: String = serde_json::from_str(text).unwrap_or_default();
    Cow::Owned(unescaped.replace(['\n', '\r'], " ").trim_end().into())
}

/// Whether a text should be a grid: it has at least half of its cells, or its pencil marks.
fn is_grid_text(text: &str) -> bool {
    // Most are 81 cells.
    if text.len() == CELLS && text.bytes().all(|byte| digit_from_byte(byte).is_some()) {
        return true;
    }
    text.len() > CELLS / 2
        && (is_puzzle(text.as_bytes()) || text.chars().count() == CELLS && !text.contains(' '))
}

/// The grid that an array is.
pub(super) fn grid_of_text(value: &RawValue) -> Option<Grid> {
    match Shape::of(value) {
        Shape::Grid(GridText::Cells(cells)) => {
            let cells: Vec<LineCell> = cells.iter().map(|cell| cell.cell).collect();
            Some(grid_of_digits(cells.as_chunks().0))
        }
        _ => None,
    }
}

/// The cells of an array of nine arrays of nine digits, or of 81 digits. Most arrays of cells are
/// one of these, and need not be parsed again. The text must be valid JSON.
fn plain_cells(text: &str) -> Option<Vec<JsonCell<'_>>> {
    let mut cells = Vec::with_capacity(CELLS);
    let (mut depth, mut rows) = (0, 0);
    let mut is_after_digit = false;
    for (at, byte) in text.bytes().enumerate() {
        let is_digit = byte.is_ascii_digit();
        match byte {
            _ if is_digit && !is_after_digit && cells.len() < CELLS => cells.push(JsonCell {
                cell: LineCell::new(byte, 0),
                source: &text[at..=at],
            }),
            b'[' if depth == 0 || depth == 1 && cells.len() == 9 * rows => depth += 1,
            b']' if depth == 2 && cells.len() == 9 * (rows + 1) => (depth, rows) = (1, rows + 1),
            b']' if depth == 1 => depth = 0,
            b',' | b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => return None,
        }
        is_after_digit = is_digit;
    }
    (cells.len() == CELLS && matches!(rows, 0 | 9)).then_some(cells)
}

fn shape_of_array(text: &str) -> Shape<'_> {
    if let Some(cells) = plain_cells(text) {
        return Shape::Grid(GridText::Cells(cells));
    }
    let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(text) else {
        return Shape::Scalar;
    };
    let mut cells = Vec::new();
    let mut fault = None;
    for item in &items {
        let before = cells.len();
        match push_cells(item.get(), items.len() == 9, &mut cells) {
            Ok(()) => {}
            Err(NoCells::Other) => return Shape::List(items),
            Err(NoCells::Fault(at, error)) => fault = fault.or(Some((at, error))),
        }
        let count = cells.len() - before;
        if items.len() == 9 && count != 9 {
            fault = fault.or(Some((item.get(), Fault::WrongCount(9, count))));
        }
    }
    if cells.len() <= CELLS / 2 {
        return Shape::List(items);
    }
    Shape::Grid(match fault {
        _ if !matches!((items.len(), cells.len()), (9 | CELLS, CELLS)) && items.len() != 9 => {
            GridText::Malformed(text, Fault::WrongCount(CELLS, cells.len()))
        }
        Some((part, fault)) => GridText::Malformed(part, fault),
        None => GridText::Cells(cells),
    })
}

/// Why the items of an array are not the cells of a grid.
enum NoCells<'a> {
    /// They are objects, arrays of arrays, or grids of their own.
    Other,
    /// One of them is no cell.
    Fault(&'a str, Fault),
}

/// Adds the cells of an item of an array: a scalar, an array of scalars, or a string of nine cells
/// if the array `has_rows`.
fn push_cells<'a>(
    item: &'a str,
    has_rows: bool,
    cells: &mut Vec<JsonCell<'a>>,
) -> Result<(), NoCells<'a>> {
    if item.starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(item).map_err(|_| NoCells::Other)?;
        // A whole grid is not the row of another.
        if items.len() > CELLS / 2 {
            return Err(NoCells::Other);
        }
        return push_scalars(&items, cells);
    }
    if has_rows && item.starts_with('"') && item.len() > "\"-1\"".len() {
        return push_row(item, cells);
    }
    push_scalar(item, cells)
}

/// Adds a cell for each item. After the first that is no cell, it goes on.
fn push_scalars<'a>(
    items: &[&'a RawValue],
    cells: &mut Vec<JsonCell<'a>>,
) -> Result<(), NoCells<'a>> {
    let mut result = Ok(());
    for item in items {
        match push_scalar(item.get(), cells) {
            Err(NoCells::Other) => return Err(NoCells::Other),
            Err(fault) if result.is_ok() => result = Err(fault),
            _ => {}
        }
    }
    result
}

/// Adds the cell that is a scalar, or an object with a value.
fn push_scalar<'a>(item: &'a str, cells: &mut Vec<JsonCell<'a>>) -> Result<(), NoCells<'a>> {
    let source = value_of_cell(item).ok_or(NoCells::Other)?;
    if let Some(cell) = plain_cell(source) {
        cells.push(JsonCell { cell, source });
        return Ok(());
    }
    let content = content_of(source);
    if is_grid_text(&content) {
        return Err(NoCells::Other);
    }
    let tokens = tokenize(content.as_bytes());
    let cell = match tokens[..] {
        [] => Some(LineCell::blank(Symbol::EmptyField, 0)),
        [token] => match token.kind {
            TokenKind::Cell { mask, symbol } => Some(LineCell {
                mask,
                symbol,
                offset: 0,
            }),
            _ => None,
        },
        _ => None,
    };
    let is_cell = cell.is_some();
    cells.push(JsonCell {
        cell: cell.unwrap_or_default(),
        source,
    });
    if is_cell {
        return Ok(());
    }
    let found = quoted(content.as_bytes());
    let fault = Fault::Expected("expected a digit or a blank", found.into());
    Err(NoCells::Fault(source, fault))
}

/// The cell that is a digit, 0, `null`, or one of these characters in quotes.
fn plain_cell(source: &str) -> Option<LineCell> {
    match source.as_bytes() {
        [digit @ b'0'..=b'9'] | [b'"', digit @ (b'0'..=b'9' | b'.'), b'"'] => {
            Some(LineCell::new(*digit, 0))
        }
        b"null" => Some(LineCell::blank(Symbol::Null, 0)),
        _ => None,
    }
}

/// The source of a cell: a scalar, or the value of an object with one.
fn value_of_cell(item: &str) -> Option<&str> {
    match item.as_bytes()[0] {
        b'[' => None,
        b'{' => {
            let object: Object = serde_json::from_str(item).ok()?;
            object.cell_value()
        }
        _ => Some(item),
    }
}

/// Adds the cells of a string that should be a row.
fn push_row<'a>(item: &'a str, cells: &mut Vec<JsonCell<'a>>) -> Result<(), NoCells<'a>> {
    let content = content_of(item);
    if is_grid_text(&content) {
        return Err(NoCells::Other);
    }
    for token in tokenize(content.as_bytes()) {
        match token.kind {
            TokenKind::Cell { mask, symbol } => cells.push(JsonCell {
                cell: LineCell {
                    mask,
                    symbol,
                    offset: 0,
                },
                source: item,
            }),
            TokenKind::Cells => cells.extend(token.text.iter().map(|byte| JsonCell {
                cell: LineCell::new(*byte, 0),
                source: item,
            })),
            TokenKind::Separator(_) => {}
            TokenKind::Punctuation | TokenKind::Word => {
                let found = quoted(content.as_bytes());
                let fault = Fault::Expected("expected nine cells", found.into());
                return Err(NoCells::Fault(item, fault));
            }
        }
    }
    Ok(())
}
