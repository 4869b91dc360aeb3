//! Messages about an input as a whole: at its start about its columns, after its chunks about what
//! has been left out.

use super::chunk::Chunk;
use super::chunk_output::ChunkOutput;
use crate::output::CsvColumns;
use crate::question::input_policy::EVERY_GRID_HINT;

/// Reports that the input does not have the column of given solutions that the user asks for. An
/// input without columns does not have it either.
pub(super) fn report_missing_solution_column(chunk: &Chunk<'_>, output: &mut ChunkOutput) {
    let Some(column) = &chunk.policy.options.solution_column else {
        return;
    };
    let header = chunk.records.header.as_deref();
    if header.is_some_and(|header| header.solution_column.is_some()) {
        return;
    }
    let name = chunk.input.name;
    output.report_input_error(format!(
        "{name}: expected a column {column:?} with solutions, found none of this name"
    ));
}

/// Reports how the columns of the input differ from those of the output.
pub(super) fn report_differing_columns(
    chunk: &Chunk<'_>,
    columns: &CsvColumns,
    output: &mut ChunkOutput,
) {
    if let Some(differences) = columns.differences(chunk.records.header.as_deref()) {
        output.report_on_input(format!("{}: {differences}", chunk.input.name));
    }
}

/// Reports why the input could not be read to its end, which lines and grids were left out, and
/// which member of its objects has no column. This is called for every chunk, but the reader sets
/// each of these in one chunk of an input only.
pub(super) fn report_leftovers(chunk: &Chunk<'_>, output: &mut ChunkOutput) {
    // The first three are displayed with their line first, so no space follows the colon.
    let (name, records) = (chunk.input.name, chunk.records);
    if let Some(error) = &records.input_error {
        output.report_input_error(format!("{name}:{error}"));
    }
    if let Some(skipped) = records.skipped {
        output.report_on_input(format!("{name}:{skipped}"));
    }
    if let Some(member) = &records.new_member
        && chunk.policy.writes_csv()
    {
        output.report_on_input(format!("{name}:{member}"));
    }
    match records.omitted_solutions {
        0 => (),
        1 => output.report_on_input(format!(
            "{name}: skipped 1 solved grid right below its puzzle {EVERY_GRID_HINT}"
        )),
        n => output.report_on_input(format!(
            "{name}: skipped {n} solved grids right below their puzzles {EVERY_GRID_HINT}"
        )),
    }
}
