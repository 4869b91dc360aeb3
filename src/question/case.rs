//! All that is known about a record when it gets its reply.

use std::fmt::Display;
use std::slice;

use crate::analysis::{Reason, differences};
use crate::grid::{Candidates, Cell, Conflict, Grid, Placement};
use crate::input::error::ParseError;
use crate::input::records::Record;
use crate::question::status::Message;
use crate::solver::Answer;

/// A record, and what is known about it.
pub(crate) struct Case<'a> {
    pub(crate) record: &'a Record<'a>,
    /// The name of its input.
    pub(crate) input_name: &'a str,
    /// Two equal clues in one unit, if they were looked for.
    pub(crate) conflict: Option<Conflict>,
    /// The answer of a solver, if the question needs one and no clues conflict.
    pub(crate) answer: Option<&'a Answer>,
    /// The smallest of several solutions, if the policy asks for it.
    pub(crate) smallest_of_multiple: Option<&'a Grid>,
    /// The two smallest of several solutions, if the policy asks for them.
    pub(crate) two_smallest: Option<[Grid; 2]>,
    /// The number of solutions, if that is the question.
    pub(crate) solution_count: Option<SolutionCount>,
    /// Why there is no solution, if the policy asks for that.
    pub(crate) contradiction: Option<&'a Reason>,
    /// The analysis that the question needs, if the answer is one that it [applies
    /// to](Analysis::applies_to).
    pub(crate) analysis: Option<&'a AnalysisResult>,
    /// The messages about the record, if the reply shows them.
    pub(crate) messages: Vec<String>,
}

impl<'a> Case<'a> {
    /// A record about which nothing is known yet.
    pub(crate) fn new(record: &'a Record<'a>, input_name: &'a str) -> Case<'a> {
        Case {
            record,
            input_name,
            conflict: None,
            answer: None,
            smallest_of_multiple: None,
            two_smallest: None,
            solution_count: None,
            contradiction: None,
            analysis: None,
            messages: Vec::new(),
        }
    }

    /// The case of an equivalent of the record. The messages are about the line of the input, so
    /// they stay and name cells of the record itself.
    pub(crate) fn of_equivalent<'e>(&self, equivalent: &'e Record<'e>) -> Case<'e>
    where
        'a: 'e,
    {
        let mut case = Case::new(equivalent, self.input_name);
        if let (Some(_), Ok(puzzle)) = (self.conflict, equivalent.puzzle) {
            case.conflict = puzzle.conflict();
        }
        case.messages.clone_from(&self.messages);
        case
    }

    /// The candidates that the clues and pencil marks leave in each cell.
    pub(crate) fn candidates(&self) -> Candidates {
        match self.record.puzzle {
            Ok(puzzle) => puzzle.candidates(),
            Err(_) => Candidates::ALL,
        }
    }

    /// The verdict, if it is known.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        if self.record.puzzle.is_err() || self.conflict.is_some() {
            return Some(Verdict::Invalid);
        }
        match self.answer? {
            Answer::Unique(_) => Some(Verdict::Unique),
            Answer::Multiple => Some(Verdict::Multiple),
            Answer::Unsolvable => Some(Verdict::Unsolvable),
            Answer::Solvable(_) => None,
        }
    }

    pub(crate) fn has_multiple_solutions(&self) -> bool {
        matches!(self.answer, Some(Answer::Multiple))
    }

    /// The smallest solution, if it is known.
    pub(crate) fn smallest_solution(&self) -> Option<&'a Grid> {
        // `Answer::Solvable` comes from `Goal::Smallest` only, so its solution is the smallest.
        self.smallest_of_multiple
            .or_else(|| self.answer?.solution())
    }

    /// The solution, if there is exactly one.
    pub(crate) fn only_solution(&self) -> Option<&'a Grid> {
        match self.answer? {
            Answer::Unique(only) => Some(only),
            Answer::Multiple | Answer::Solvable(_) | Answer::Unsolvable => None,
        }
    }

    /// The solutions that prove the verdict: the only one, or two of several.
    pub(crate) fn evidence(&self) -> &[Grid] {
        match &self.two_smallest {
            Some(two) => two,
            None => self.only_solution().map_or(&[], slice::from_ref),
        }
    }

    /// The cells in which the two smallest solutions differ, if these are known.
    pub(crate) fn differing_cells(&self) -> Vec<Cell> {
        match &self.two_smallest {
            Some([one, other]) => differences(one, other).collect(),
            None => Vec::new(),
        }
    }

    /// A message about the record.
    pub(crate) fn message(&self, topic: &'static str, text: impl Display) -> Message {
        self.message_at(self.record.line, None, topic, text)
    }

    /// A message about what is wrong with the record.
    pub(crate) fn error_message(&self, error: &ParseError) -> Message {
        self.message_at(error.line, error.column, error.topic(), error.what())
    }

    /// A message about the given solution, at its place if that is known.
    pub(crate) fn given_solution_message(
        &self,
        topic: &'static str,
        text: impl Display,
    ) -> Message {
        match self.record.given_solution_place() {
            Some(place) => self.message_at(place.line, Some(place.column), topic, text),
            None => self.message(topic, text),
        }
    }

    /// A message about a line, or about a column of it, in characters from 1.
    fn message_at(
        &self,
        line: u64,
        column: Option<usize>,
        topic: &'static str,
        text: impl Display,
    ) -> Message {
        let name = self.input_name;
        let column = column.map_or(String::new(), |column| format!(":{column}"));
        Message {
            topic,
            line,
            text: format!("{name}:{line}{column}: {text}"),
        }
    }
}

/// What takes many searches of a puzzle to compute; see [`analysis`](crate::analysis).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Analysis {
    TrueCandidates,
    RedundantClues,
    MinimalPuzzle,
}

impl Analysis {
    /// Whether a puzzle with this answer has to be analyzed. For other answers the analysis is
    /// unused or trivial.
    pub(crate) fn applies_to(self, answer: &Answer) -> bool {
        match self {
            Analysis::TrueCandidates => *answer == Answer::Multiple,
            Analysis::RedundantClues | Analysis::MinimalPuzzle => {
                matches!(answer, Answer::Unique(_))
            }
        }
    }
}

/// The result of an analysis of a puzzle.
pub(crate) enum AnalysisResult {
    /// The candidates that occur in some solution, of a puzzle with several.
    TrueCandidates(Candidates),
    /// The clues that could each be removed on its own from a puzzle with one solution.
    RedundantClues(Vec<Placement>),
    /// What is left of a puzzle with one solution without redundant clues.
    MinimalPuzzle(Candidates),
}

/// A number of solutions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolutionCount {
    /// How many were counted, at most the limit of the question.
    pub(crate) counted: u64,
    /// Whether there are more, which were not counted.
    pub(crate) has_more: bool,
}

/// What is known about the solutions of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The record is malformed, or its clues conflict.
    Invalid,
    Unique,
    Multiple,
    Unsolvable,
}

impl Verdict {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Verdict::Invalid => "invalid",
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::Unsolvable => "none",
        }
    }
}
