//! Uniqueness: what would leave several solutions is wrong.
//!
//! **Unique loop.** Some cells make a closed loop in which neighbours share a unit, and each unit
//! has two cells of the loop or none. If all of them were x or y, x and y could be swapped. So one
//! cell has an extra digit.
//!
//! **Bivalue universal grave.** If each blank had two digits and each digit two places in a unit,
//! there would be two solutions or none. So one of the cells with an extra digit has it.
//!
//! Both end in a [`Rescue`]: one of a few cells has one of its extra digits. What follows from that
//! is of the types that players number from 1 to 4:
//!
//! ```text
//! 1  there is one such cell           it has an extra digit
//! 2  there is one extra digit         no cell that sees all these cells has it
//! 3  the cells share a unit           they count as one cell of a naked or hidden set
//! 4  two cells share a digit that     one has this digit and the other an extra digit
//!    has no other place in a unit
//! ```
//!
//! These steps are right only if the puzzle has one solution.

use super::board::{
    BOX, Board, CELL_MASK, CELLS_OF, COLUMN, ROW, SEEN, UNIT_MASK, UNITS_OF, cells_in, is_in,
    is_several, mask_of, unit_name,
};
use super::proof::{Proof, Rescue, RescueKind};
use super::sets::{has_bits, tuples};
use super::step::cells;
use super::{Look, Step};
use crate::grid::{CELLS, Cell, set_bits};

/// The kinds of units in the order in which Sudoku Explainer looks for these patterns.
const KINDS: [usize; 3] = [BOX, ROW, COLUMN];

/// A unique loop. Of all steps, the first one with the lowest rating is taken, and of these, the
/// first one with the lowest type. Longer loops and larger sets have higher ratings.
pub(super) fn unique_loop(look: &mut Look<'_>) -> Option<Step> {
    let mut best: Option<LoopStep> = None;
    let mut cores = Cores::new(look.board);
    let mut search = LoopSearch::new(look.board);
    for start in cells_in(look.board.cells_with(2)) {
        let pair = look.board.candidates[start];
        let core = cores.of(pair);
        if core >> start & 1 == 0 {
            continue;
        }
        search.start(start, core);
        for path in &search.found {
            for step in loop_steps(look, path) {
                if best.as_ref().is_none_or(|best| step.comes_before(best)) {
                    best = Some(step);
                }
            }
        }
    }
    best.map(|best| best.step)
}

/// A step of a loop, and what decides which one is taken.
struct LoopStep {
    /// Sudoku Explainer compares floating-point numbers: 4.6 + 0.1 is less than 4.7.
    rating: f64,
    /// 1 to 4, as players number them.
    rescue_type: u8,
    step: Step,
}

impl LoopStep {
    fn new(board: &Board, path: &[usize], rescue_type: u8, rated: RatedStep) -> LoopStep {
        let least = match path.len() {
            4 => 4.5,
            6 => 4.6,
            8 => 4.7,
            _ => 5.0,
        };
        let rating = least + f64::from(rated.tenths) * 0.1;
        let step = rated.step.rated(rating).with_cells(path.iter().copied());
        let step = Step {
            digits: board.candidates[path[0]],
            ..step
        };
        LoopStep {
            rating,
            rescue_type,
            step,
        }
    }

    fn comes_before(&self, other: &LoopStep) -> bool {
        (self.rating, self.rescue_type) < (other.rating, other.rescue_type)
    }
}

/// All steps of a loop, in the order of their types.
fn loop_steps(look: &Look<'_>, path: &[usize]) -> Vec<LoopStep> {
    let extras = extras_of_loop(look.board, path);
    let rescuers = Rescuers { look, extras };
    let types = [
        Vec::from_iter(rescuers.one_cell().map(RatedStep::lowest)),
        Vec::from_iter(rescuers.one_digit().map(RatedStep::lowest)),
        rescuers.steps_of_loop_sets(),
        Vec::from_iter(rescuers.locked().map(RatedStep::lowest)),
    ];
    let mut steps = Vec::new();
    for (rescue_type, rated_steps) in (1..).zip(types) {
        for rated in rated_steps {
            steps.push(LoopStep::new(look.board, path, rescue_type, rated));
        }
    }
    steps
}

/// The cells of a loop that have extra digits, in row-major order.
fn extras_of_loop(board: &Board, path: &[usize]) -> Vec<Extra> {
    let pair = board.candidates[path[0]];
    let mut extras = Vec::new();
    for &cell in path {
        let digits = board.candidates[cell] & !pair;
        if digits != 0 {
            extras.push(Extra { cell, digits });
        }
    }
    extras.sort_unstable_by_key(|extra| extra.cell);
    extras
}

/// For each pair of digits, the cells of which loops can be made.
///
/// A loop has at most two cells with any extra digits, or all its extra digits are the same.
struct Cores {
    /// The cells that can have each digit.
    planes: [u128; 9],
    /// The cells with two candidates, and with three.
    twos: u128,
    threes: u128,
    /// What is known.
    known: Vec<(u16, u128)>,
}

impl Cores {
    fn new(board: &Board) -> Cores {
        let mut planes = [0; 9];
        for (cell, &digits) in board.candidates.iter().enumerate() {
            for i in set_bits(digits) {
                planes[i] |= 1 << cell;
            }
        }
        Cores {
            planes,
            twos: board.cells_with(2),
            threes: board.cells_with(3),
            known: Vec::new(),
        }
    }

    fn of(&mut self, pair: u16) -> u128 {
        if let Some(&(_, core)) = self.known.iter().find(|(known, _)| *known == pair) {
            return core;
        }
        let core = self.find(pair);
        self.known.push((pair, core));
        core
    }

    fn find(&self, pair: u16) -> u128 {
        let both = set_bits(pair).fold(u128::MAX, |both, i| both & self.planes[i]);
        let without_extras = both & self.twos;
        // With two cells that have any extra digits, a loop has two more without.
        let mut core = closed(both);
        if !is_several(core & without_extras) {
            core = 0;
        }
        for i in set_bits(!pair & 0x1ff) {
            let with_one_extra = both & self.threes & self.planes[i];
            if with_one_extra != 0 {
                core |= closed(without_extras | with_one_extra);
            }
        }
        core
    }
}

/// Those cells that have a partner in each of their units: each unit of a loop has two of its
/// cells.
fn closed(mut cells: u128) -> u128 {
    loop {
        let before = cells;
        for unit in &CELL_MASK {
            let own = cells & unit;
            if !is_several(own) {
                cells &= !own;
            }
        }
        if cells == before {
            return cells;
        }
    }
}

/// The most cells that a search for loops tries in one position; loops that would need more are not
/// found. No known puzzle takes a tenth of it. It bounds the time for pencil marks that are made to
/// have very many paths.
const MAX_TRIED: u32 = 100_000;

/// The search for loops from a cell with two digits, depth first.
struct LoopSearch<'a> {
    board: &'a Board,
    /// The cells that can be in a loop.
    core: u128,
    path: Vec<usize>,
    found: Vec<Vec<usize>>,
    tried: u32,
}

/// A cell that extends the path.
#[derive(Clone, Copy)]
struct Extension {
    cell: usize,
    /// The kind of unit that it shares with the cell before.
    from: Option<usize>,
    /// How many more cells may have any extra digits. Others must all have the same one.
    spare: u32,
    /// The extra digits so far. As in Sudoku Explainer, they include those of neighbours that were
    /// tried before, in vain.
    extra: u16,
    /// The units of the cells at even places in the path, and of those at odd places.
    units: [u32; 2],
}

impl<'a> LoopSearch<'a> {
    fn new(board: &'a Board) -> LoopSearch<'a> {
        LoopSearch {
            board,
            core: 0,
            path: Vec::new(),
            found: Vec::new(),
            tried: 0,
        }
    }

    fn start(&mut self, cell: usize, core: u128) {
        self.core = core;
        self.found.clear();
        self.extend(Extension {
            cell,
            from: None,
            spare: 2,
            extra: 0,
            units: [0; 2],
        });
    }

    /// Extends the path with a cell, and with all that can follow.
    fn extend(&mut self, mut last: Extension) {
        if self.tried == MAX_TRIED {
            return;
        }
        last.units[self.path.len() % 2] |= UNIT_MASK[last.cell];
        self.tried += 1;
        self.path.push(last.cell);
        for kind in KINDS {
            if Some(kind) != last.from {
                self.follow(&mut last, kind);
            }
        }
        self.path.pop();
    }

    /// Whether a cell can be the next one in a loop. Of the two cells in a unit, one is even in the
    /// path and one is odd.
    fn is_possible(&self, cell: usize, last: &Extension) -> bool {
        let alike = last.units[self.path.len() % 2];
        self.core >> cell & 1 == 1 && alike & UNIT_MASK[cell] == 0
    }

    /// Goes on to each cell in a unit of the last one, or closes the loop.
    fn follow(&mut self, last: &mut Extension, kind: usize) {
        let start = self.path[0];
        let pair = self.board.candidates[start];
        let unit = UNITS_OF[last.cell][kind].0;
        let places = set_bits(pair).fold(0x1ff, |both, i| both & self.board.places[unit][i]);
        for next in set_bits(places).map(|place| CELLS_OF[unit][place]) {
            if next == start && self.path.len() >= 4 {
                if last.units[0] == last.units[1] {
                    self.found.push(self.path.clone());
                }
                continue;
            }
            if self.path.contains(&next) {
                continue;
            }
            let added = self.board.candidates[next] & !pair;
            // These stay when the next neighbour is tried: see `Extension::extra`.
            last.extra |= added;
            let is_allowed = added == 0 || last.spare > 0 || has_bits(last.extra, 1);
            if is_allowed && self.is_possible(next, last) {
                self.extend(Extension {
                    cell: next,
                    from: Some(kind),
                    spare: last.spare.saturating_sub(u32::from(added != 0)),
                    ..*last
                });
            }
        }
    }
}

/// A bivalue universal grave: the first type that eliminates something.
pub(super) fn grave(look: &mut Look<'_>) -> Option<Step> {
    let extras = Extras::find(look.board)?;
    if !extras.leave_pairs(look.board) {
        return None;
    }
    let rescuers = Rescuers {
        look,
        extras: extras.in_order(),
    };
    let tenths = u32::from(rescuers.extras.len() > 1);
    let step = rescuers
        .one_cell()
        .or_else(|| rescuers.one_digit())
        .or_else(|| rescuers.locked());
    let RatedStep { step, tenths } = match step {
        Some(step) => RatedStep { step, tenths },
        None => rescuers.first_grave_set(extras.first)?,
    };
    Some(Step {
        rating: look.technique.rating + tenths as u8,
        digits: rescuers.digits(),
        ..step.with_cells(rescuers.cells())
    })
}

/// The digits without which a board would be a grave.
struct Extras {
    digits: [u16; CELLS],
    /// The cell that was found first.
    first: usize,
}

impl Extras {
    /// A digit that has neither none nor two places in a unit is extra in the only one of these
    /// places that has more than two candidates. Of several such places, another unit decides; if
    /// there is none, this is no grave.
    fn find(board: &Board) -> Option<Extras> {
        let (mut digits, mut first) = ([0; CELLS], None);
        for unit in KINDS.into_iter().flat_map(|kind| 9 * kind..9 * kind + 9) {
            for i in 0..9 {
                let places = board.places[unit][i];
                if is_pair_or_empty(places) {
                    continue;
                }
                let cells = set_bits(places).map(|place| CELLS_OF[unit][place]);
                let mut large = cells.filter(|&cell| !is_pair_or_empty(board.candidates[cell]));
                let cell = large.next()?;
                if large.next().is_none() {
                    digits[cell] |= 1 << i;
                    first.get_or_insert(cell);
                }
            }
        }
        let first = first?;
        Some(Extras { digits, first })
    }

    /// Whether without them each blank has two candidates and each digit two places in a unit.
    fn leave_pairs(&self, board: &Board) -> bool {
        let left: [u16; CELLS] =
            std::array::from_fn(|cell| board.candidates[cell] & !self.digits[cell]);
        let has_pairs = |unit: usize, i: usize| {
            let is_place = |cell: usize| left[cell] >> i & 1 == 1;
            is_pair_or_empty(mask_of(&CELLS_OF[unit], is_place) as u16)
        };
        left.into_iter().all(is_pair_or_empty)
            && (0..27).all(|unit| (0..9).all(|i| has_pairs(unit, i)))
    }

    /// The cells with extra digits in row-major order.
    fn in_order(&self) -> Vec<Extra> {
        let all = self.digits.into_iter().enumerate();
        all.filter(|&(_, digits)| digits != 0)
            .map(|(cell, digits)| Extra { cell, digits })
            .collect()
    }
}

fn is_pair_or_empty(mask: u16) -> bool {
    mask == 0 || has_bits(mask, 2)
}

/// A cell with its extra digits.
#[derive(Clone, Copy)]
struct Extra {
    cell: usize,
    digits: u16,
}

/// The cells of which one has an extra digit.
struct Rescuers<'a> {
    look: &'a Look<'a>,
    /// In row-major order.
    extras: Vec<Extra>,
}

/// A step, and the tenths that it adds to the lowest rating.
struct RatedStep {
    step: Step,
    tenths: u32,
}

impl RatedStep {
    fn lowest(step: Step) -> RatedStep {
        RatedStep { step, tenths: 0 }
    }
}

impl Rescuers<'_> {
    fn cells(&self) -> impl Iterator<Item = usize> + Clone {
        self.extras.iter().map(|extra| extra.cell)
    }

    /// All extra digits.
    fn digits(&self) -> u16 {
        self.extras.iter().fold(0, |all, extra| all | extra.digits)
    }

    fn has_cell(&self, cell: usize) -> bool {
        self.cells().any(|other| other == cell)
    }

    /// The units that all cells share.
    fn units(&self) -> impl Iterator<Item = usize> {
        let units = self.extras.first().map(|extra| {
            let units = UNITS_OF[extra.cell];
            KINDS.map(|kind| units[kind].0)
        });
        let is_shared = |unit: &usize| self.cells().all(|cell| is_in(cell, *unit));
        units.into_iter().flatten().filter(is_shared)
    }

    /// The step with its proof.
    fn explain(&self, step: Step, kind: RescueKind) -> Step {
        let cells = self.extras.iter();
        let cells = cells
            .map(|extra| (Cell(extra.cell as u8), extra.digits))
            .collect();
        Step {
            proof: Proof::Rescue(Box::new(Rescue { cells, kind })),
            ..step
        }
    }

    /// Type 1.
    fn one_cell(&self) -> Option<Step> {
        let [Extra { cell, digits }] = self.extras[..] else {
            return None;
        };
        let step = self.look.elimination([cell], !digits)?;
        Some(self.explain(step, RescueKind::OneCell))
    }

    /// Type 2.
    fn one_digit(&self) -> Option<Step> {
        if self.extras.len() < 2 || !has_bits(self.digits(), 1) {
            return None;
        }
        let sees_all = self.cells().fold(u128::MAX, |seen, cell| seen & SEEN[cell]);
        let step = self.look.elimination(cells_in(sees_all), self.digits())?;
        Some(self.explain(step, RescueKind::OneDigit))
    }

    /// Type 3 of a loop, whose two cells make a naked or a hidden set of up to four digits.
    fn steps_of_loop_sets(&self) -> Vec<RatedStep> {
        let least = self.digits().count_ones();
        let mut steps = Vec::new();
        if self.extras.len() != 2 || least < 2 {
            return steps;
        }
        for size in least..=4 {
            for unit in self.units() {
                let blanks = self.look.board.blanks[unit];
                if blanks >= 2 * size {
                    let naked = self.naked_sets(unit, CELLS_OF[unit], size);
                    let tenths = size - 1;
                    steps.extend(naked.map(|step| RatedStep { step, tenths }));
                }
                if blanks > 2 * size {
                    let hidden = self.hidden_sets(unit, size);
                    let tenths = size - 2;
                    steps.extend(hidden.map(|step| RatedStep { step, tenths }));
                }
            }
        }
        steps
    }

    /// Type 3 of a grave: the first naked set. As in Sudoku Explainer, cells in the box of the cell
    /// that was found first come first.
    fn first_grave_set(&self, first: usize) -> Option<RatedStep> {
        if has_bits(self.digits(), 1) {
            return None;
        }
        for unit in self.units() {
            let mut order = CELLS_OF[unit];
            order.sort_by_key(|&cell| !is_in(cell, UNITS_OF[first][BOX].0));
            for size in 2..=6 {
                if let Some(step) = self.naked_sets(unit, order, size).next() {
                    let tenths = size;
                    return Some(RatedStep { step, tenths });
                }
            }
        }
        None
    }

    /// The cells count as one that has all extra digits, which makes a naked set with other cells.
    fn naked_sets(&self, unit: usize, order: [usize; 9], size: u32) -> impl Iterator<Item = Step> {
        let mut sets = order.map(|cell| self.look.board.candidates[cell]);
        let mut own = None;
        for (place, &cell) in order.iter().enumerate() {
            if self.has_cell(cell) {
                sets[place] = 0;
                own.get_or_insert(place);
            }
        }
        let own = own.unwrap_or_default();
        sets[own] = self.digits();
        tuples(size, sets)
            .filter(move |(places, _)| places >> own & 1 == 1)
            .filter_map(move |(places, digits)| {
                let chosen = set_bits(places & !(1 << own)).map(|place| order[place]);
                let chosen: Vec<usize> = chosen.collect();
                let rest = CELLS_OF[unit].into_iter();
                let rest = rest.filter(|cell| !chosen.contains(cell) && !self.has_cell(*cell));
                let step = self.look.elimination(rest, digits)?;
                Some(self.in_set(step, unit, chosen, digits))
            })
    }

    /// One of two cells has an extra digit, so each digit of both that is not extra loses a place,
    /// whichever. It makes a hidden set with other digits.
    fn hidden_sets(&self, unit: usize, size: u32) -> impl Iterator<Item = Step> {
        let extra = self.digits();
        let [kept, lost] = [0, 1].map(|i| 1 << UNITS_OF[self.extras[i].cell][unit / 9].1);
        let candidates = &self.look.board.candidates;
        let pair = self
            .cells()
            .fold(!extra, |pair, cell| pair & candidates[cell]);
        let places: [u16; 9] = std::array::from_fn(|i| {
            let is_extra = extra >> i & 1 == 1;
            if is_extra {
                0
            } else {
                self.look.board.places[unit][i] & !lost
            }
        });
        tuples(size, places)
            .filter(move |(digits, _)| digits & pair == pair)
            .filter_map(move |(digits, places)| {
                let chosen = set_bits(places & !kept).map(|place| CELLS_OF[unit][place]);
                let chosen: Vec<usize> = chosen.collect();
                let step = self.look.elimination(chosen.iter().copied(), !digits)?;
                Some(self.in_set(step, unit, chosen, digits))
            })
    }

    fn in_set(&self, step: Step, unit: usize, with: Vec<usize>, digits: u16) -> Step {
        let with = cells(with);
        let step = Step {
            unit: Some(unit_name(unit)),
            ..step
        };
        self.explain(step, RescueKind::Set { with, digits })
    }

    /// Type 4.
    fn locked(&self) -> Option<Step> {
        let [one, other] = self.extras[..] else {
            return None;
        };
        let board = self.look.board;
        let both = board.candidates[one.cell] & board.candidates[other.cell] & !self.digits();
        let is_locked = |&i: &usize| self.units().any(|unit| has_bits(board.places[unit][i], 2));
        let i = set_bits(both).find(is_locked)?;
        let lost = [one, other].map(|extra| (extra.cell, !(extra.digits | 1 << i)));
        let step = self.look.elimination_by_cell(lost, both)?;
        let digit = i as u8 + 1;
        Some(self.explain(step, RescueKind::Locked { digit }))
    }
}
