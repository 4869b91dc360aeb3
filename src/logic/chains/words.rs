//! Chains as text: short, as players write them, or in words.

use std::fmt;

use super::super::words::series;
use super::{Chain, ChainKind, Node};

/// A chain without branches is written in Eureka notation: `=` between candidates of which one must
/// be right, `-` between candidates of which one must be wrong, and neighbours in one cell
/// together: `(5)r1c3-(5)r1c7=(5-2)r4c7`. Of others only the assumptions and what they lead to are
/// written: `r1c3=5|r1c3=7 => r4c7<>2`. `{:#}` is a sentence, and [`Chain::lines`] has the rest.
impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.branches.first().map_or(&[][..], Vec::as_slice);
        if f.alternate() {
            return f.write_str(&self.sentence(path));
        }
        match self.kind {
            ChainKind::Cycle => write!(f, "{}- cycle", eureka(path)),
            ChainKind::Opposite => f.write_str(&eureka(path)),
            ChainKind::Contradiction
            | ChainKind::Either
            | ChainKind::Cell(_)
            | ChainKind::Places(..) => f.write_str(&self.summary()),
        }
    }
}

impl Chain {
    /// Why it is right.
    fn sentence(&self, path: &[Node]) -> String {
        match self.kind {
            ChainKind::Cycle => tell_cycle(path),
            ChainKind::Opposite => tell_opposite(path),
            ChainKind::Contradiction => "otherwise a candidate would be right and wrong".into(),
            ChainKind::Either => "it follows whether a candidate is right or wrong".into(),
            ChainKind::Cell(cell) => format!("it follows from each digit of {cell}"),
            ChainKind::Places(digit, unit) => {
                format!("it follows from each place for {digit} in {unit}")
            }
        }
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
        assumptions.dedup();
        ends.dedup();
        format!("{} => {}", assumptions.join("|"), ends.join(" "))
    }

    /// If the chain has branches, a numbered line for each node, such as `6. (from 4 and 5) r8c3 is
    /// 1`.
    pub(in crate::logic) fn lines(&self) -> Vec<String> {
        let mut told = Vec::new();
        if !matches!(self.kind, ChainKind::Cycle | ChainKind::Opposite) {
            for branch in &self.branches {
                tell_branch(branch, &mut told);
            }
        }
        told.into_iter().map(|told| told.text).collect()
    }
}

/// A line that tells a node.
struct Told<'a> {
    assumption: &'a Node,
    node: &'a Node,
    text: String,
}

/// Adds a line for each node of a branch that has not been told under the same assumption.
fn tell_branch<'a>(branch: &'a [Node], told: &mut Vec<Told<'a>>) {
    let mut numbers: Vec<usize> = Vec::new();
    for node in branch {
        let assumption = &branch[0];
        let is_known =
            |told: &Told<'_>| told.node.is_same(node) && told.assumption.is_same(assumption);
        if let Some(index) = told.iter().position(is_known) {
            numbers.push(index + 1);
            continue;
        }
        let number = told.len() + 1;
        let text = if node.from.is_empty() {
            format!("{number}. suppose {}", node.says())
        } else {
            let from = node.from.iter().map(|&parent| numbers[parent]);
            format!("{number}. (from {}) {}", series(from, "and"), node.says())
        };
        numbers.push(number);
        told.push(Told {
            assumption,
            node,
            text,
        });
    }
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
    fn says(&self) -> String {
        let not = if self.is_on { "" } else { "not " };
        format!("{} is {not}{}", self.cell, self.digit)
    }
}

/// `if r1c3 is 5, then r1c7 is not 5, so r4c7 is 5, ..., but then r1c3 is not 5`.
fn tell_opposite(path: &[Node]) -> String {
    match path {
        [way @ .., last] => format!("{}, but then {}", tell_way(way), last.says()),
        [] => String::new(),
    }
}

/// The same for a cycle.
fn tell_cycle(path: &[Node]) -> String {
    let first = path.first().map_or(String::new(), |first| {
        format!("{} is not {}", first.cell, first.digit)
    });
    let way = tell_way(path);
    format!("{way}; if {first}, all of that is the opposite, and both exclude the same")
}

/// What follows from the first node, one after the other.
fn tell_way(path: &[Node]) -> String {
    let mut text = String::new();
    for (index, node) in path.iter().enumerate() {
        text += match (index, node.is_on) {
            (0, _) => "if ",
            (1, _) => ", then ",
            (_, true) => ", so ",
            (_, false) => ", hence ",
        };
        text += &node.says();
    }
    text
}

/// The candidates of a path, with `-` where being on turns the next one off, and `=` where being
/// off turns the next one on.
fn eureka(path: &[Node]) -> String {
    let mut text = String::new();
    let mut rest = path;
    while let [first, others @ ..] = rest {
        // Neighbours in one cell share a pair of parentheses.
        let (mut digits, mut last) = (first.digit.to_string(), first);
        rest = others;
        while let [next, others @ ..] = rest
            && next.cell == first.cell
        {
            digits = format!("{digits}{}{}", link(last), next.digit);
            (last, rest) = (next, others);
        }
        text += &format!("({digits}){}", first.cell);
        if !rest.is_empty() {
            text.push(link(last));
        }
    }
    text
}

/// What follows a node in Eureka notation.
fn link(node: &Node) -> char {
    if node.is_on { '-' } else { '=' }
}
