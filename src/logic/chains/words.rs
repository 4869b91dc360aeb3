//! Chains as text: short, as players write them, or in words.

use std::fmt;

use super::super::proof::{Chain, ChainKind, Node};
use super::super::words::series;
use crate::grid::{Cell, digits_of};

/// Cycles, and chains to an opposite, are written in Eureka notation: `=` between candidates of
/// which one must be right, `-` between candidates of which one must be wrong, and neighbours in
/// one cell together: `(5)r1c3-(5)r1c7=(5-2)r4c7`. Of other chains only the assumptions and what
/// they lead to are written: `r1c3=5|r1c3=7 => r4c7<>2`.
impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ChainKind::Cycle => write!(f, "{}= cycle", eureka(self.first_branch())),
            ChainKind::Opposite => f.write_str(&eureka(self.first_branch())),
            ChainKind::Contradiction
            | ChainKind::Either
            | ChainKind::Cell(_)
            | ChainKind::Places { .. } => f.write_str(&self.summary()),
        }
    }
}

impl Chain {
    /// Why these candidates can be eliminated, or the digit of a cell is known. If the chain has
    /// branches, [`Chain::lines`] lists them.
    pub(in crate::logic) fn reason(&self, eliminates: &[(Cell, u16)]) -> String {
        let branch = self.first_branch();
        let (Some(assumption), Some((end, before_end))) = (branch.first(), branch.split_last())
        else {
            return String::new();
        };
        match self.kind {
            ChainKind::Cycle => cycle_text(branch, eliminates),
            ChainKind::Opposite => {
                format!("{}, but then {}", path_text(before_end), end.statement())
            }
            ChainKind::Contradiction => format!("otherwise {}", end.contradiction()),
            ChainKind::Either => format!("it follows whether {} or not", assumption.statement()),
            ChainKind::Cell(cell) => format!("it follows from each digit of {cell}"),
            ChainKind::Places { digit, unit } => {
                format!("it follows from each place for {digit} in {unit}")
            }
        }
    }

    /// The first branch. Every chain has one, unless a caller has removed it: the field is public.
    fn first_branch(&self) -> &[Node] {
        self.branches.first().map_or(&[], Vec::as_slice)
    }

    /// The assumptions, and what they lead to.
    fn summary(&self) -> String {
        let (mut assumptions, mut ends) = (Vec::new(), Vec::new());
        for branch in &self.branches {
            if let (Some(first), Some(last)) = (branch.first(), branch.last()) {
                assumptions.push(first.to_string());
                ends.push(last.to_string());
            }
        }
        // Equal ones are neighbours.
        assumptions.dedup();
        ends.dedup();
        format!("{} => {}", assumptions.join("|"), ends.join(" "))
    }

    /// If the chain has branches, a numbered line for each node:
    /// `6. (from 4 and 5) r8c3 is 1`.
    pub(in crate::logic) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !matches!(self.kind, ChainKind::Cycle | ChainKind::Opposite) {
            for branch in &self.branches {
                add_lines(branch, &mut lines);
            }
        }
        lines.into_iter().map(|line| line.text).collect()
    }
}

/// A line about a node of a branch.
struct Line<'a> {
    assumption: &'a Node,
    node: &'a Node,
    text: String,
}

/// Adds a line for each node of a branch, except for those that have one under the same assumption.
fn add_lines<'a>(branch: &'a [Node], lines: &mut Vec<Line<'a>>) {
    let Some(assumption) = branch.first() else {
        return;
    };
    // The number of the line of each node, the first being 1.
    let mut numbers: Vec<usize> = Vec::new();
    for node in branch {
        let known = lines
            .iter()
            .position(|line| line.is_about(node, assumption));
        if let Some(index) = known {
            numbers.push(index + 1);
            continue;
        }
        let number = lines.len() + 1;
        let text = format!("{number}. {}", node_text(node, &numbers));
        numbers.push(number);
        lines.push(Line {
            assumption,
            node,
            text,
        });
    }
}

impl Line<'_> {
    fn is_about(&self, node: &Node, assumption: &Node) -> bool {
        self.node.is_same(node) && self.assumption.is_same(assumption)
    }
}

/// A node with the numbers of the lines that it follows from: `(from 4 and 5) r8c3 is 1`. The
/// numbers are those of the nodes before it in its branch.
fn node_text(node: &Node, numbers: &[usize]) -> String {
    if node.from.is_empty() {
        return format!("suppose {}", node.statement());
    }
    let from = node.from.iter().map(|&parent| numbers[parent]);
    format!("(from {}) {}", series(from, "and"), node.statement())
}

/// `r1c3=5`, or `r1c3<>5`.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_on { "=" } else { "<>" };
        write!(f, "{}{sign}{}", self.cell, self.digit)
    }
}

impl Node {
    /// Whether it is the same candidate in the same state.
    fn is_same(&self, other: &Node) -> bool {
        (self.cell, self.digit, self.is_on) == (other.cell, other.digit, other.is_on)
    }

    /// `r1c3 is 5`, or `r1c3 is not 5`.
    fn statement(&self) -> String {
        let not = if self.is_on { "" } else { "not " };
        format!("{} is {not}{}", self.cell, self.digit)
    }

    /// The same candidate in the other state, as an assumption.
    fn opposite(&self) -> Node {
        Node {
            is_on: !self.is_on,
            from: Vec::new(),
            ..*self
        }
    }

    /// `r1c3 would be 5 and not be 5`.
    fn contradiction(&self) -> String {
        let Node { cell, digit, .. } = self;
        format!("{cell} would be {digit} and not be {digit}")
    }
}

/// A cycle as a path, and which of its candidates exclude these.
fn cycle_text(path: &[Node], eliminates: &[(Cell, u16)]) -> String {
    let mut pairs: Vec<String> = Vec::new();
    for &(cell, lost) in eliminates {
        for digit in digits_of(lost) {
            if let Some(pair) = pair_text(path, cell, digit)
                && !pairs.contains(&pair)
            {
                pairs.push(pair);
            }
        }
    }
    let negation = path
        .first()
        .map(|first| first.opposite().statement())
        .unwrap_or_default();
    let (text, pairs) = (path_text(path), series(pairs, "and"));
    format!("{text}; if {negation}, all of that is the other way round; so in any case {pairs}")
}

/// The two candidates of a cycle that a candidate sees, of which one is right: `one of r1c3 and
/// r4c7 is 5`.
fn pair_text(path: &[Node], cell: Cell, digit: u8) -> Option<String> {
    let mut seen = path
        .iter()
        .filter(|node| node.digit == digit && node.cell.sees(cell));
    let first = seen.next()?;
    let second = seen.find(|node| node.is_on != first.is_on)?;
    let (one, other) = (first.cell, second.cell);
    Some(format!("one of {one} and {other} is {digit}"))
}

/// What follows from the first node: `if r1c3 is 5, then r1c7 is not 5, so r4c7 is 5, ...`.
fn path_text(path: &[Node]) -> String {
    let mut text = String::new();
    for (index, node) in path.iter().enumerate() {
        text += match (index, node.is_on) {
            (0, _) => "if ",
            (1, _) => ", then ",
            (_, true) => ", so ",
            (_, false) => ", hence ",
        };
        text += &node.statement();
    }
    text
}

/// The candidates of a path, with `-` where being on turns the next one off, and `=` where being
/// off turns the next one on.
fn eureka(path: &[Node]) -> String {
    let mut text = String::new();
    // Neighbours in one cell share a pair of parentheses.
    for neighbours in path.chunk_by(|a, b| a.cell == b.cell) {
        let first = &neighbours[0];
        if !text.is_empty() {
            text.push(link_to(first));
        }
        text += &format!("({}", first.digit);
        for node in &neighbours[1..] {
            text += &format!("{}{}", link_to(node), node.digit);
        }
        text += &format!("){}", first.cell);
    }
    text
}

/// The sign before a node in Eureka notation. States alternate, so the node before has the opposite
/// state.
fn link_to(node: &Node) -> char {
    if node.is_on { '=' } else { '-' }
}
