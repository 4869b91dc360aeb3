//! Lines that can be rules or rows of blanks, such as `---------` among rows with `-` for blanks.
//!
//! A line is a rule if its sign is not the one that marks blanks. Otherwise both readings are judged by all rows of the window, each
//! by its [`Fit`], and while both are possible the window waits for the next row. In a file of grids the readings of the first grid
//! settle those that follow: see `row_signs` and `rule_signs`.

use super::{Gap, Row, Window, conflict, first_break, with_rule};
use crate::input::cells::Signs;
use crate::input::error::ParseError;

/// How well a reading of the window fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// It is impossible.
    No,
    /// It has fewer than nine rows so far.
    Open,
    /// It has nine rows, in which a digit occurs twice in a unit.
    Conflicting,
    /// It has nine rows that can be a puzzle.
    Whole,
}

impl Window {
    /// Decides for each possible rule whether it is one, and returns whether that was possible.
    pub(super) fn settle_rules(&mut self) -> Result<bool, ParseError> {
        loop {
            self.drop_rules();
            let rules = self.rows.iter().filter(|row| row.may_be_rule).count();
            let is_clear = self.rows.len() > 9 && self.rows.iter().take(9).all(|row| !row.may_be_rule);
            if rules == 0 || is_clear {
                return Ok(true);
            }
            let others = self.rows.len() - rules;
            let last_gap = self.rows.last().map_or(Gap::Nothing, |row| row.gap);
            let has_bands = self.rules_after(3) > 0 && self.rules_after(6) > 0;
            let signs = self.signs_of(|row| !row.may_be_rule);
            let has_one_sign = self.signs_of(|row| row.may_be_rule).is_one();
            match (self.fit_as_rows(others), self.fit_as_rules(others)) {
                // Without blanks in the other rows nothing tells yet whether this sign marks them.
                (_, Fit::No) if signs.is_empty() && self.rows.len() < 9 => return Ok(false),
                // They cannot all be rules, and rows of two signs cannot be in one grid.
                (_, Fit::No) if !has_one_sign => return Err(self.unclear()),
                (_, Fit::No) | (Fit::Whole, Fit::Conflicting) => self.keep_as_rows()?,
                // Nine lines that can be a grid, and then a gap.
                (Fit::Open | Fit::Whole, _) if self.ends_after_nine() && !conflict(self.rows.iter()) => {
                    self.keep_as_rows()?;
                }
                // As rules they would stand between rows, but not between the first grid and the tenth row.
                (Fit::Whole, _) if others > 9 && last_gap == Gap::Nothing && self.rules_after(9) == 0 => {
                    self.keep_as_rows()?;
                }
                // A row of blanks between each two rows would be a strange grid, and after five rows there are more than nine.
                (_, Fit::Open | Fit::Whole) if others > 5 && self.alternate(others) => {
                    self.rule_signs.add(self.signs_of(|row| row.may_be_rule));
                    self.take_as_rules();
                }
                (Fit::No, fit) if others > 0 && self.may_be_two_grids(fit == Fit::Whole) => return Err(self.unclear()),
                (Fit::No, _) => self.take_as_rules(),
                // Rules after the grid, but none between its bands: they may be the first rows of the next grid.
                _ if !has_bands
                    && last_gap == Gap::Nothing
                    && (self.rules_after(9) > 1 || self.rules_after(9) > 0 && others > 9) =>
                {
                    return Err(self.unclear());
                }
                // The grid is whole without them.
                _ if others > 9 || has_bands && self.rules_after(9) > 0 => self.take_as_rules(),
                _ => return Ok(false),
            }
        }
    }

    /// Whether a gap follows nine lines that is wider than those between them.
    fn ends_after_nine(&self) -> bool {
        self.rows.get(9).is_some_and(|next| next.gap > self.widest_gap())
    }

    /// Whether the rows may be the end of one grid and the start of another: of two rows of blanks, or, if the other rows are not
    /// a `whole` grid, of one.
    fn may_be_two_grids(&self, whole: bool) -> bool {
        let starts_grid = |pair: &[Row]| {
            let [before, row] = pair else { return false };
            row.may_be_rule && row.gap >= Gap::BlankLine && !before.may_be_rule
        };
        let starts_with_two = |pair: &[Row]| pair[1].gap >= Gap::BlankLine && pair.iter().all(|row| row.may_be_rule);
        self.rows.last_chunk::<2>().is_some_and(|pair| starts_with_two(pair))
            || !whole && self.rows.windows(2).any(starts_grid)
    }

    /// The reading in which the possible rules are rows.
    fn fit_as_rows(&self, others: usize) -> Fit {
        let gaps = || self.rows.iter().map(|row| row.gap);
        if first_break(gaps().take(9)).is_some() || first_break(gaps().skip(9).take(9)).is_some() {
            Fit::No
        } else if others < 9 {
            // Even nine rows do not count before the other reading has as many.
            Fit::Open
        } else if conflict(self.rows.iter()) {
            Fit::Conflicting
        } else {
            Fit::Whole
        }
    }

    /// The reading in which they are rules: they stand between bands, and the other rows have the gaps of a grid.
    fn fit_as_rules(&self, others: usize) -> Fit {
        let at_bands: usize = (0..4).map(|band| self.rules_after(3 * band)).sum();
        let rules = self.rows.len() - others;
        let (first, second) = (self.rules_after(3), self.rules_after(6));
        let mut carried = Gap::Nothing;
        let mut gaps: Vec<Gap> = Vec::with_capacity(16);
        for row in &self.rows {
            let gap = row.gap.max(carried);
            carried = if row.may_be_rule { gap.max(Gap::Rule) } else { Gap::Nothing };
            if !row.may_be_rule {
                gaps.push(gap);
            }
        }
        // The row after a rule at the end has this gap.
        gaps.extend((carried > Gap::Nothing).then_some(carried));
        // At most two rules stand together, and those between bands are alike.
        let are_at_bands = at_bands == rules
            && (0..4).all(|band| self.rules_after(3 * band) < 3)
            && (second == 0 || first > 0)
            && (others < 7 || first.min(1) == second.min(1));
        let fits = (are_at_bands || self.alternate(others)) && first_break(gaps.into_iter().take(9)).is_none();
        match fits {
            false => Fit::No,
            true if others < 9 => Fit::Open,
            true if conflict(self.rows.iter().filter(|row| !row.may_be_rule)) => Fit::Conflicting,
            true => Fit::Whole,
        }
    }

    /// The number of possible rules that have this many other rows before them.
    fn rules_after(&self, rows: usize) -> usize {
        let mut before = 0;
        let is_there = |row: &&Row| {
            before += usize::from(!row.may_be_rule);
            row.may_be_rule && before == rows
        };
        self.rows.iter().filter(is_there).count()
    }

    /// Whether there are as many rules between each two rows, one or two, and perhaps some at the start and the end.
    fn alternate(&self, others: usize) -> bool {
        let count = self.rules_after(1);
        matches!(count, 1 | 2)
            && (1..others).all(|row| self.rules_after(row) == count)
            && self.rules_after(0) <= count
            && self.rules_after(others) <= count
    }

    /// What marks the blanks of some of the rows.
    fn signs_of(&self, is_counted: impl Fn(&Row) -> bool) -> Signs {
        let mut signs = Signs::default();
        let rows = self.rows.iter().filter(|row| row.error.is_none() && is_counted(row));
        rows.for_each(|row| signs.add(row.signs));
        signs
    }

    /// Takes the possible rules for rows.
    ///
    /// # Errors
    /// Lines of the same sign were rules in a grid before.
    fn keep_as_rows(&mut self) -> Result<(), ParseError> {
        if self.signs_of(|row| row.may_be_rule).is_within(self.removed_signs) {
            return Err(self.unclear());
        }
        for row in self.rows.iter_mut().filter(|row| row.may_be_rule) {
            (row.may_be_rule, row.was_unclear) = (false, true);
            self.row_signs.add(row.signs);
        }
        Ok(())
    }

    /// Takes the possible rules for rules.
    fn take_as_rules(&mut self) {
        self.removed_signs.add(self.signs_of(|row| row.may_be_rule));
        self.remove_rules();
    }

    pub(in crate::input) fn remove_rules(&mut self) {
        while let Some(at) = self.rows.iter().position(|row| row.may_be_rule) {
            self.remove_rule(at);
        }
    }

    /// Removes a rule; the row after it has the gap of both.
    fn remove_rule(&mut self, at: usize) {
        let rule = self.rows.remove(at);
        let (gap, follows_rule) = with_rule(rule.gap, rule.follows_rule);
        let (next_gap, next_follows) = match self.rows.get_mut(at) {
            Some(next) => (&mut next.gap, &mut next.follows_rule),
            None => (&mut self.gap, &mut self.after_rule),
        };
        (*next_gap, *next_follows) = ((*next_gap).max(gap), follows_rule || gap == Gap::Rule);
    }

    /// Removes possible rules that cannot be rows: their sign is not the one that marks blanks, their cells are apart and those of
    /// rows are not, or a gap follows the first one.
    fn drop_rules(&mut self) {
        let signs = self.signs_of(|row| !row.may_be_rule);
        let has = |is_packed: bool| {
            self.rows.iter().any(|row| !row.may_be_rule && row.error.is_none() && row.is_packed == is_packed)
        };
        let (packed, spaced) = (has(true), has(false));
        let any = packed || spaced;
        // Two rows of blanks between bands of nothing but digits are rules.
        let between_bands = self.rules_after(3) > 0 && self.rules_after(6) > 0 && signs.is_empty();
        let mut at = 0;
        while at < self.rows.len() {
            let row = &self.rows[at];
            let wrong_sign = any && !signs.is_within(row.signs) || between_bands;
            let wrong_style = any && (row.is_packed && !packed || !row.is_packed && !spaced);
            let before_gap = at == 0 && self.rows.get(1).is_some_and(|next| next.gap >= Gap::BlankLine);
            if row.may_be_rule && (wrong_sign || wrong_style || before_gap) {
                if wrong_sign {
                    self.rule_signs.add(row.signs);
                }
                self.remove_rule(at);
            } else {
                at += 1;
            }
        }
    }
}
