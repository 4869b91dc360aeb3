//! The techniques. Each looks for its first step, in the order of Sudoku Explainer: boxes, columns,
//! rows.
//!
//! Most of them use one of four ideas: a digit has one place in a unit; a cell has one candidate;
//! all places of a digit in a unit lie in a second one ([`locked`]); n things have only n places
//! ([`tuples`]).

use super::board::{BOX, Board, CELLS_OF, COLUMN, ROW, UNITS_OF, is_in, mask_of, sees};
use super::{Step, Technique};
use crate::grid::{CELLS, Cell, Clue, Unit, set_bits};

/// A digit has one place in one of these units.
pub(super) fn hidden_single(
    technique: &'static Technique,
    board: &Board,
    units: u32,
) -> Option<Step> {
    let unit = set_bits(units).find(|&unit| board.hidden_singles[unit] != 0)?;
    let i = board.hidden_singles[unit].trailing_zeros() as usize;
    let cell = CELLS_OF[unit][board.places[unit][i].trailing_zeros() as usize];
    Some(Step {
        unit: name(unit),
        ..technique.sets(cell, i)
    })
}

/// A cell has one candidate.
pub(super) fn naked_single(technique: &'static Technique, board: &Board) -> Option<Step> {
    let cell = board
        .candidates
        .iter()
        .position(|digits| digits.is_power_of_two())?;
    Some(technique.sets(cell, board.candidates[cell].trailing_zeros() as usize))
}

/// From a box to a line that crosses it.
pub(super) const POINTING: [[usize; 2]; 2] = [[BOX, COLUMN], [BOX, ROW]];

/// From a line to a box that it crosses.
pub(super) const CLAIMING: [[usize; 2]; 2] = [[COLUMN, BOX], [ROW, BOX]];

/// All places of a digit in one unit lie in a second one: the rest of the second loses the digit.
pub(super) fn locked_candidates(
    technique: &'static Technique,
    board: &Board,
    kinds: [[usize; 2]; 2],
) -> Option<Step> {
    locked(board, kinds).find_map(|(i, first, second)| {
        let rest = CELLS_OF[second]
            .into_iter()
            .filter(|&cell| !is_in(cell, first));
        let step = technique.eliminates(board, rest, 1 << i)?;
        Some(Step {
            unit: name(first),
            cells: cells_at(first, board.places[first][i]),
            ..step
        })
    })
}

/// A pointing leaves its digit one place in another box.
pub(super) fn direct_pointing(technique: &'static Technique, board: &Board) -> Option<Step> {
    locked(board, POINTING).find_map(|(i, first, line)| {
        let boxes = [0, 3, 6].map(|place| UNITS_OF[CELLS_OF[line][place]][BOX].0);
        boxes
            .into_iter()
            .filter(|&other| other != first)
            .find_map(|other| {
                let places = set_bits(board.places[other][i]).map(|place| CELLS_OF[other][place]);
                let mut left = places.filter(|&cell| !is_in(cell, line));
                let (Some(cell), None) = (left.next(), left.next()) else {
                    return None;
                };
                Some(Step {
                    unit: name(other),
                    cells: cells_at(first, board.places[first][i]),
                    ..technique.sets(cell, i)
                })
            })
    })
}

/// The digits whose places in a unit of the first kind all lie in one unit of the second kind,
/// which has more places. Each comes as the index i of digit i + 1, with both units.
fn locked(board: &Board, kinds: [[usize; 2]; 2]) -> impl Iterator<Item = (usize, usize, usize)> {
    let all = kinds
        .into_iter()
        .flat_map(|[from, to]| (0..9).map(move |i| (i, from, to)));
    let found = all.flat_map(move |(i, from, to)| {
        // The places that share a unit of the second kind.
        let parts = if to == COLUMN {
            [0o111, 0o222, 0o444]
        } else {
            [0o7, 0o70, 0o700]
        };
        let is_locked =
            |places: u16| places != 0 && parts.iter().any(|&part: &u16| places & !part == 0);
        let units = mask_of(&board.places_in(from, i), is_locked);
        set_bits(units).map(move |unit| {
            let first = 9 * from + unit;
            (
                i,
                first,
                UNITS_OF[CELLS_OF[first][board.places[first][i].trailing_zeros() as usize]][to].0,
            )
        })
    });
    found.filter(move |&(i, first, second)| {
        board.places[second][i].count_ones() > board.places[first][i].count_ones()
    })
}

/// n cells of a unit have only n digits: the rest of the unit loses these digits.
pub(super) fn naked_set<const N: u32>(
    technique: &'static Technique,
    board: &Board,
) -> Option<Step> {
    (0..27)
        .filter(|&unit| board.blanks[unit] >= 2 * N)
        .find_map(|unit| {
            tuples::<N>(CELLS_OF[unit].map(|cell| board.candidates[cell])).find_map(
                |(places, digits)| {
                    let rest = set_bits(!places & 0x1ff).map(|place| CELLS_OF[unit][place]);
                    let step = technique.eliminates(board, rest, digits)?;
                    Some(Step {
                        unit: name(unit),
                        cells: cells_at(unit, places),
                        digits,
                        ..step
                    })
                },
            )
        })
}

/// n digits have only n places in a unit: these cells lose all other digits.
pub(super) fn hidden_set<const N: u32>(
    technique: &'static Technique,
    board: &Board,
) -> Option<Step> {
    (0..27)
        .filter(|&unit| board.blanks[unit] > 2 * N)
        .find_map(|unit| {
            tuples::<N>(board.places[unit]).find_map(|(digits, places)| {
                let step = technique.eliminates(
                    board,
                    set_bits(places).map(|place| CELLS_OF[unit][place]),
                    !digits,
                )?;
                Some(Step {
                    unit: name(unit),
                    cells: cells_at(unit, places),
                    digits,
                    ..step
                })
            })
        })
}

/// A hidden set leaves another digit one place in its unit.
pub(super) fn direct_hidden_set<const N: u32>(
    technique: &'static Technique,
    board: &Board,
) -> Option<Step> {
    (0..27)
        .filter(|&unit| board.blanks[unit] > N)
        .find_map(|unit| {
            tuples::<N>(board.places[unit]).find_map(|(digits, places)| {
                let left = board.places[unit].map(|before| {
                    if before & places == 0 {
                        0
                    } else {
                        before & !places
                    }
                });
                let i = set_bits(!digits & 0x1ff).find(|&i| left[i].is_power_of_two())?;
                let step = technique.sets(CELLS_OF[unit][left[i].trailing_zeros() as usize], i);
                Some(Step {
                    unit: name(unit),
                    cells: cells_at(unit, places),
                    digits,
                    ..step
                })
            })
        })
}

/// n parallel lines have places for a digit only in n lines that cross them: the rest of the
/// crossing lines loses the digit.
pub(super) fn fish<const N: u32>(technique: &'static Technique, board: &Board) -> Option<Step> {
    [[COLUMN, ROW], [ROW, COLUMN]]
        .into_iter()
        .find_map(|[along, across]| {
            let first_of = |i: usize| {
                let places = board.places_in(along, i);
                let is_large_enough =
                    places.iter().filter(|&&places| places != 0).count() >= 2 * N as usize;
                tuples::<N>(places)
                    .filter(|_| is_large_enough)
                    .find_map(|(lines, places)| {
                        let is_on = |cell: usize, kind: usize, mask: u16| {
                            mask >> (UNITS_OF[cell][kind].0 % 9) & 1 == 1
                        };
                        let has_digit = |&cell: &usize| {
                            board.candidates[cell] >> i & 1 == 1 && is_on(cell, across, places)
                        };
                        let (own, rest) = (0..CELLS)
                            .filter(has_digit)
                            .partition::<Vec<_>, _>(|&cell| is_on(cell, along, lines));
                        let step = technique.eliminates(board, rest, 1 << i)?;
                        let unit = name(9 * along + lines.trailing_zeros() as usize);
                        Some((
                            lines,
                            Step {
                                unit,
                                cells: cells(own),
                                ..step
                            },
                        ))
                    })
            };
            // The lowest lines come first, whatever the digit.
            (0..9)
                .filter_map(first_of)
                .min_by_key(|&(lines, _)| lines)
                .map(|(_, step)| step)
        })
}

/// The pivot xy (or xyz) sees a cell xz and a cell yz. One of the cells is z, so every cell that
/// sees all of them that can be z loses z.
pub(super) fn wing<const PIVOT: u32>(technique: &'static Technique, board: &Board) -> Option<Step> {
    let candidates = &board.candidates;
    let of_size = |size| (0..CELLS).filter(move |&cell| has(candidates[cell], size));
    let pairs: Vec<usize> = of_size(2).collect();
    of_size(PIVOT).find_map(|pivot| {
        let xyz = candidates[pivot];
        let is_wing = |&&cell: &&usize| has(xyz & !candidates[cell], 1) && sees(cell, pivot);
        let wings = pairs.iter().filter(is_wing);
        let both = wings
            .clone()
            .flat_map(|first| wings.clone().map(move |second| (*first, *second)));
        both.filter(|(first, second)| first < second)
            .find_map(|(first, second)| {
                let shared = candidates[first] & candidates[second];
                let z = if PIVOT == 2 { shared & !xyz } else { shared };
                if !has(shared, 1) || z == 0 {
                    return None;
                }
                let sees_both = (0..CELLS).filter(|&cell| sees(cell, first) && sees(cell, second));
                let step = technique.eliminates(
                    board,
                    sees_both.filter(|&cell| PIVOT == 2 || sees(cell, pivot)),
                    z,
                )?;
                Some(Step {
                    cells: cells([pivot, first, second]),
                    digits: xyz | z,
                    ..step
                })
            })
    })
}

/// All choices of n among nine sets of at least two members whose union has n members: the mask of
/// the chosen sets and the union. They come in ascending order of that mask, as in Sudoku
/// Explainer.
fn tuples<const N: u32>(sets: [u16; 9]) -> impl Iterator<Item = (u16, u16)> {
    let fitting = mask_of(&sets, |set| (2..=N).any(|size| has(set, size))) as u16;
    // Subtracting the mask counts through its subsets in ascending order.
    let next =
        move |subset: &u16| Some(subset.wrapping_sub(fitting) & fitting).filter(|&next| next != 0);
    let subsets = std::iter::successors(next(&0), next).filter(move |&subset| has(subset, N));
    let tuples =
        subsets.map(move |subset| (subset, set_bits(subset).fold(0, |all, i| all | sets[i])));
    tuples.filter(move |&(_, all)| has(all, N))
}

/// Whether a mask has n bits, n > 0. This takes less time than counting them all.
fn has(mask: u16, n: u32) -> bool {
    (1..n)
        .fold(mask, |rest, _| rest & rest.wrapping_sub(1))
        .is_power_of_two()
}

impl Technique {
    /// A step that sets a cell to digit `i + 1`.
    fn sets(&'static self, cell: usize, i: usize) -> Step {
        let sets = Some(Clue {
            cell: Cell(cell as u8),
            digit: i as u8 + 1,
        });
        Step {
            technique: self,
            sets,
            eliminates: Vec::new(),
            unit: None,
            cells: Vec::new(),
            digits: 1 << i,
        }
    }

    /// A step that eliminates these digits from these cells; `None` if no cell has one of them.
    fn eliminates(
        &'static self,
        board: &Board,
        from: impl IntoIterator<Item = usize>,
        digits: u16,
    ) -> Option<Step> {
        let lost = from
            .into_iter()
            .map(|cell| (Cell(cell as u8), board.candidates[cell] & digits));
        let eliminates: Vec<_> = lost.filter(|&(_, lost)| lost != 0).collect();
        let is_useful = !eliminates.is_empty();
        is_useful.then(|| Step {
            technique: self,
            sets: None,
            eliminates,
            unit: None,
            cells: Vec::new(),
            digits,
        })
    }
}

fn cells(indices: impl IntoIterator<Item = usize>) -> Vec<Cell> {
    indices.into_iter().map(|cell| Cell(cell as u8)).collect()
}

fn cells_at(unit: usize, places: u16) -> Vec<Cell> {
    cells(set_bits(places).map(|place| CELLS_OF[unit][place]))
}

/// The unit as [`Unit`] counts: rows, columns, boxes.
fn name(unit: usize) -> Option<Unit> {
    Some(Unit((unit + 18 - unit / 9 * 18) as u8))
}
