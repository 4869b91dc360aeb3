//! Grids in frames of box-drawing characters. Words become a caption above the grids that they are about; it starts
//! with `#`, which input formats read as a comment, so this output can be read again.

use super::buffer::Buffer;
use super::format::{Format, OutputRecord, separate_blocks};
use crate::grid::{Cell, Grid};
use crate::response::{Content, Text};

const TOP: &str = "┌───────┬───────┬───────┐\n";
const MIDDLE: &str = "├───────┼───────┼───────┤\n";
const BOTTOM: &str = "└───────┴───────┴───────┘\n";

/// ANSI escape sequences: bold, green, bold yellow.
const CLUE: &str = "\x1b[1m";
const FOUND: &str = "\x1b[32m";
const HIGHLIGHTED: &str = "\x1b[1;33m";
const RESET: &str = "\x1b[0m";

pub(super) struct Pretty;

impl Format for Pretty {
    fn write(&self, record: &OutputRecord<'_>, color: bool, out: &mut Buffer) {
        let response = record.response;
        let clues = record.puzzle.unwrap_or(&Grid::EMPTY);
        match &response.text {
            Text::None => return,
            Text::Solution(solution) => {
                separate_blocks(response, out);
                draw(solution, clues, &[], color, out);
            }
            Text::Words(words) => {
                separate_blocks(response, out);
                // A line break would end the comment.
                let input = record.input.replace(['\r', '\n'], " ");
                out.push_display(format_args!("# {input}:{}: {words}{}\n", record.line, response.note));
            }
        }
        for drawing in &response.drawings {
            out.push_str("\n");
            draw(&drawing.grid, clues, &drawing.highlighted, color, out);
        }
    }

    fn supports(&self, content: Content) -> bool {
        content != Content::Words
    }

    fn shows_details(&self) -> bool {
        true
    }
}

/// Draws a grid. With color, highlighted cells stand out first, then clues, then the digits that were found.
fn draw(grid: &Grid, clues: &Grid, highlighted: &[Cell], color: bool, out: &mut Buffer) {
    for cell in Cell::all() {
        match (cell.row(), cell.column()) {
            (1, 1) => out.push_str(TOP),
            (4 | 7, 1) => out.push_str(MIDDLE),
            _ => (),
        }
        if cell.column() % 3 == 1 {
            out.push_str("│ ");
        }
        let style = match (highlighted.contains(&cell), clues[cell]) {
            (true, _) => HIGHLIGHTED,
            (false, 0) => FOUND,
            (false, _) => CLUE,
        };
        let [style, reset] = if color { [style, RESET] } else { [""; 2] };
        out.push_str(style);
        out.bytes.push(if grid[cell] == 0 { b'.' } else { b'0' + grid[cell] });
        out.push_str(reset);
        out.push_str(if cell.column() == 9 { " │\n" } else { " " });
    }
    out.push_str(BOTTOM);
}

#[cfg(test)]
mod tests {
    use super::super::OutputFormat;
    use super::super::tests::{ANSWER, OTHER, PUZZLE, group, no_answer, record, solution, words, written};
    use super::*;
    use crate::response::{Drawing, Group, Response};

    fn pretty(responses: &[Response]) -> (&'static str, String) {
        written(OutputFormat::Pretty, responses)
    }

    fn colored(response: &Response) -> String {
        let puzzle = PUZZLE.parse().unwrap();
        let mut out = Buffer::default();
        OutputFormat::Pretty.write(&OutputRecord { puzzle: Some(&puzzle), ..record(response) }, true, &mut out);
        String::from_utf8(out.bytes).unwrap()
    }

    fn drawing(grid: &str, highlighted: &[&str]) -> Drawing {
        let highlighted = highlighted.iter().map(|cell| cell.parse().unwrap()).collect();
        Drawing { grid: grid.parse().unwrap(), highlighted }
    }

    #[test]
    fn a_solution_is_drawn_in_a_frame() {
        let (_, text) = pretty(&[solution(ANSWER)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["┌───────┬───────┬───────┐", "│ 5 3 4 │ 6 7 8 │ 9 1 2 │"]);
        assert_eq!([lines[4], lines[8]], ["├───────┼───────┼───────┤"; 2]);
        assert_eq!(lines[11..], ["│ 3 4 5 │ 2 8 6 │ 1 7 9 │", "└───────┴───────┴───────┘"]);
        assert_eq!(pretty(&[no_answer()]), ("", String::new()));
    }

    #[test]
    fn clues_are_bold_found_digits_green_and_highlighted_cells_yellow() {
        let text = colored(&solution(ANSWER));
        assert!(text.contains("│ \x1b[1m5\x1b[0m \x1b[1m3\x1b[0m \x1b[32m4\x1b[0m │"), "{text}");
        let plain = [CLUE, FOUND, RESET].iter().fold(text, |text, code| text.replace(code, ""));
        assert_eq!(plain, pretty(&[solution(ANSWER)]).1);
        let text = colored(&Response { drawings: vec![drawing(PUZZLE, &["r1c1", "r1c4"])], ..words("unique") });
        let row = "│ \x1b[1;33m5\x1b[0m \x1b[1m3\x1b[0m \x1b[32m.\x1b[0m │ \x1b[1;33m.\x1b[0m ";
        assert!(text.contains(row), "{text}");
    }

    #[test]
    fn words_are_a_caption_above_their_drawings() {
        let drawings = vec![drawing(ANSWER, &["r1c4"]), drawing(OTHER, &["r1c4"])];
        let response = Response { note: ", two solutions differ".into(), drawings, ..words("multiple") };
        let [answer, other] = [ANSWER, OTHER].map(|text| pretty(&[solution(text)]).1);
        let expected = format!("# in.txt:7: multiple, two solutions differ\n\n{answer}\n{other}");
        assert_eq!(pretty(&[response]), ("\n", expected));
        let mut out = Buffer::default();
        OutputFormat::Pretty.write(&OutputRecord { input: "a\r\nb", ..record(&words("none")) }, false, &mut out);
        assert_eq!(out.bytes, b"# a  b:7: none\n");
    }

    #[test]
    fn one_empty_line_separates_answers_and_two_separate_groups() {
        let [answer, other] = [ANSWER, OTHER].map(|text| pretty(&[solution(text)]).1);
        let plain = [solution(ANSWER), no_answer(), words("none"), solution(OTHER)];
        assert_eq!(pretty(&plain), ("\n", format!("{answer}\n# in.txt:7: none\n\n{other}")));
        let groups = [
            group(solution(ANSWER), Group::First),
            group(solution(OTHER), Group::Next),
            group(no_answer(), Group::Empty),
            group(solution(ANSWER), Group::First),
        ];
        assert_eq!(pretty(&groups), ("\n\n", format!("{answer}\n{other}\n\n{answer}")));
    }
}
