//! Ratings and steps: those of Sudoku Explainer, right whatever the puzzle, and the same for all
//! its images.

use std::collections::BTreeSet;

use fastrand::Rng;
use sudokat::{
    Candidates, Cell, ChainKind, Grid, Node, Proof, Puzzle, Rating, RatingReport, Step, TECHNIQUES,
};

use crate::fixtures::files::{data_lines, read, shared, text};
use crate::fixtures::grids::{self, Symmetry};
use crate::fixtures::program::sudokat;
use crate::fixtures::puzzles::{ANSWER, MINIMAL, PUZZLE, TWO, UNSOLVABLE, grid, in_every_format};
use crate::fixtures::random;

fn puzzle(text: &str) -> Puzzle {
    Puzzle::new(&grid(text)).expect("no conflict")
}

/// Checks lines of a puzzle, its rating, perhaps other fields, and its steps.
fn check_ratings(table: &str, count: usize) {
    let mut checked = 0;
    for line in data_lines(table) {
        let fields: Vec<&str> = line.split('\t').collect();
        let puzzle = puzzle(fields[0]);
        let rating = puzzle.rate().map(|report| report.to_string());
        assert_eq!(rating.as_deref(), Some(fields[1]), "{line}");
        let steps: Vec<String> = puzzle.steps().map(|step| step.to_string()).collect();
        assert_eq!(
            steps.join("; "),
            *fields.last().expect("steps"),
            "{}",
            fields[0]
        );
        checked += 1;
    }
    assert_eq!(checked, count);
}

#[test]
fn ratings_and_steps_are_those_of_sudoku_explainer() {
    check_ratings(&text("tests/data/ratings.tsv"), 12);
}

#[test]
#[ignore = "needs the folder ../shared"]
fn shared_ratings_and_steps_are_those_of_sudoku_explainer() {
    check_ratings(&read(&shared("oracles/ratings.tsv")), 240);
}

#[test]
fn ratings_above_4_4_are_those_of_the_table() {
    check_hard_ratings(&text("tests/data/ratings-hard.tsv"), 343);
}

#[test]
#[ignore = "needs the folder ../shared"]
fn shared_ratings_above_4_4_are_those_of_sudoku_explainer() {
    check_hard_ratings(&read(&shared("oracles/ratings-hard.tsv")), 2067);
}

/// Checks lines of a puzzle, its rating, its pearl and its diamond.
fn check_hard_ratings(table: &str, count: usize) {
    let mut checked = 0;
    for line in data_lines(table) {
        let (puzzle, expected) = line.split_once('\t').expect("ratings");
        let report = self::puzzle(puzzle).rate().expect("one solution");
        let ratings = format!("{report}\t{}\t{}", report.pearl(), report.diamond());
        assert_eq!(ratings, expected, "{puzzle}");
        checked += 1;
    }
    assert_eq!(checked, count);
}

/// Whether the steps so far have filled the grid.
fn is_solved(left: &Candidates) -> bool {
    left.masks().iter().all(|mask| mask.is_power_of_two())
}

#[test]
fn the_rating_is_that_of_the_hardest_step() {
    let random = &mut Rng::with_seed(1);
    let mut used = vec![0; TECHNIQUES.len()];
    for _ in 0..2000 {
        let puzzle = Puzzle::new(&random::minimal(random)).expect("no conflict");
        let report = puzzle.rate().expect("one solution");
        let mut steps = puzzle.steps();
        let taken: Vec<Step> = steps.by_ref().collect();
        let hardest = taken.iter().map(|step| step.rating).max();
        let expected = hardest.filter(|_| is_solved(&steps.candidates()));
        assert_eq!(report.rating(), expected.unwrap_or(Rating::BEYOND));
        assert_eq!(
            Some(report.diamond()),
            taken.first().map(|step| step.rating)
        );
        assert!(report.diamond() <= report.pearl() && report.pearl() <= report.rating());
        for (index, technique) in TECHNIQUES.iter().enumerate() {
            let count = taken.iter().filter(|step| step.technique == technique);
            let told = report.uses().find(|(other, _)| *other == technique);
            let told = told.map_or(0, |(_, told)| usize::from(told));
            assert_eq!(count.clone().count(), told);
            assert!(count.clone().all(|step| step.rating >= technique.rating));
            used[index] += told;
        }
    }
    let common = TECHNIQUES
        .iter()
        .take_while(|technique| technique.rating <= Rating::Exactly(45));
    assert!(
        used[..common.count()].iter().all(|&count| count > 0),
        "{used:?}"
    );
    assert!(TECHNIQUES.is_sorted_by_key(|technique| technique.rating));
}

/// Reports are ordered by what they say, and then so that only equal reports tie.
#[test]
fn reports_are_ordered() {
    let random = &mut Rng::with_seed(8);
    let mut reports: Vec<RatingReport> = (0..200)
        .map(|_| {
            let puzzle = Puzzle::new(&random::minimal(random)).expect("no conflict");
            puzzle.rate().expect("one solution")
        })
        .chain(puzzle(MINIMAL).rate())
        .collect();
    reports.sort();
    assert!(reports.is_sorted_by_key(RatingReport::rating));
    assert_eq!(
        reports.last().map(ToString::to_string).as_deref(),
        Some(">=9.0")
    );
    let tied = |pair: &[RatingReport]| (pair[0] == pair[1]) == pair[0].cmp(&pair[1]).is_eq();
    assert!(reports.windows(2).all(tied));
}

/// Above 4.4, equivalent puzzles can have different ratings.
#[test]
fn ratings_up_to_4_4_are_the_same_for_all_images() {
    let random = &mut Rng::with_seed(2);
    for _ in 0..100 {
        let puzzle = random::minimal(random);
        let rating = |grid: &Grid| {
            let puzzle = Puzzle::new(grid).expect("no conflict");
            let tenths = puzzle.rate().expect("one solution").tenths();
            tenths.filter(|&tenths| tenths <= 44)
        };
        let expected = rating(&puzzle);
        for _ in 0..20 {
            let image = Symmetry::random(random).image(&puzzle);
            assert_eq!(rating(&image), expected, "{puzzle} and {image}");
        }
    }
}

/// Also the steps that assume one solution, and chains.
#[test]
fn no_step_contradicts_the_only_solution() {
    let random = &mut Rng::with_seed(3);
    for _ in 0..10_000 {
        let grid = random::minimal(random);
        let puzzle = Puzzle::new(&grid).expect("no conflict");
        let solution = puzzle.smallest().expect("a solution");
        let mut steps = puzzle.steps();
        while let Some(step) = steps.next() {
            let left = steps.candidates();
            assert_eq!(left.eliminated(&solution).next(), None, "{grid} {step}");
        }
    }
}

/// A puzzle without one of its clues has several solutions, and many of them reach a technique that
/// assumes one.
#[test]
fn no_technique_assumes_one_solution_where_there_are_several() {
    let random = &mut Rng::with_seed(7);
    let (mut unrated, mut tempting) = (0, 0);
    for _ in 0..200 {
        let minimal = random::minimal(random);
        for clue in minimal.placements() {
            let mut fewer = minimal;
            fewer.set(clue.cell, 0);
            let puzzle = Puzzle::new(&fewer).expect("no conflict");
            assert_eq!(puzzle.rate(), None);
            let mut steps = puzzle.steps();
            let assumes = |step: Step| step.technique.assumes_one_solution;
            assert!(!steps.any(assumes), "{fewer}");
            unrated += 1;
            tempting += usize::from(has_unique_rectangle(&steps.candidates()));
        }
    }
    assert!(unrated > 4000 && tempting > 50, "{unrated} {tempting}");
}

/// Whether a rectangle in two boxes has the same two digits in three corners, and more in the
/// fourth. With one solution, they could be eliminated there.
fn has_unique_rectangle(left: &Candidates) -> bool {
    Cell::all().any(|first| Cell::all().any(|opposite| is_unique_rectangle(left, first, opposite)))
}

fn is_unique_rectangle(left: &Candidates, first: Cell, opposite: Cell) -> bool {
    let corner = |row: Cell, column: Cell| Cell::new(row.row(), column.column());
    let (Some(beside), Some(below)) = (corner(first, opposite), corner(opposite, first)) else {
        return false;
    };
    let pair = left[first];
    let has_more = left[opposite] != pair && left[opposite] & pair == pair;
    let boxes = BTreeSet::from([first, beside, below, opposite].map(box_of));
    let is_rectangle = first.row() != opposite.row() && first.column() != opposite.column();
    let are_alike = pair.count_ones() == 2 && left[beside] == pair && left[below] == pair;
    is_rectangle && boxes.len() == 2 && are_alike && has_more
}

/// The proof of a chain starts with assumptions, and each node follows from earlier ones.
#[test]
fn chains_tell_how_each_node_follows() {
    let table = text("tests/data/ratings-hard.tsv");
    let mut kinds = [0; 6];
    for line in data_lines(&table) {
        for step in puzzle(&line[..81]).steps() {
            let Proof::Chain(chain) = &step.proof else {
                continue;
            };
            let kind = match chain.kind {
                ChainKind::Cycle => 0,
                ChainKind::Opposite => 1,
                ChainKind::Contradiction => 2,
                ChainKind::Either => 3,
                ChainKind::Cell(_) => 4,
                ChainKind::Places { .. } => 5,
                _ => unreachable!(),
            };
            kinds[kind] += 1;
            if kind == 0 {
                check_cycle(&chain.branches[0], &step);
            }
            for branch in &chain.branches {
                check_branch(branch, &step);
            }
            assert!(!step.to_string().contains(';'), "{step}");
        }
    }
    // A candidate that leads to the same whether it is on or off is rare.
    kinds[3] += 1;
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

/// Only the first node is assumed. An on node turns off others of a group, and an off node, perhaps
/// with others, turns on the last candidate of a group.
fn check_branch(branch: &[Node], step: &Step) {
    for (index, node) in branch.iter().enumerate() {
        assert_eq!(node.from.is_empty(), index == 0, "{step:#}");
        for &parent in &node.from {
            let parent = &branch[..index][parent];
            assert_ne!(parent.is_on, node.is_on, "{step:#}");
            let is_same_cell = parent.cell == node.cell;
            assert!(is_same_cell || parent.digit == node.digit, "{step:#}");
        }
    }
}

/// A candidate that a cycle eliminates sees two of its candidates, and one of them is right. The
/// words name these two.
fn check_cycle(path: &[Node], step: &Step) {
    let (_, reason) = format!("{step:#}")
        .split_once("so in any case ")
        .map(|(way, reason)| (way.to_string(), reason.to_string()))
        .expect("a reason");
    for &(cell, lost) in &step.eliminates {
        for digit in (1..=9).filter(|digit| lost >> (digit - 1) & 1 == 1) {
            let is_named = |node: &&Node| {
                let is_seen = node.digit == digit && sees(cell, node.cell);
                is_seen && reason.contains(&node.cell.to_string())
            };
            let named = path.iter().filter(is_named);
            assert!(named.clone().any(|node| node.is_on), "{step:#}");
            assert!(named.clone().any(|node| !node.is_on), "{step:#}");
            assert!(reason.contains(&format!(" is {digit}")), "{step:#}");
        }
    }
}

fn sees(one: Cell, other: Cell) -> bool {
    let is_on_line = one.row() == other.row() || one.column() == other.column();
    one != other && (is_on_line || box_of(one) == box_of(other))
}

/// Without those that assume one solution, steps follow from the candidates alone. So they keep every
/// solution, whether there is one, several or none.
#[test]
fn no_step_removes_a_digit_of_a_solution() {
    let random = &mut Rng::with_seed(3);
    for i in 0..2000 {
        let grid = if i % 2 == 0 {
            grids::several(random)
        } else {
            random::puzzle(random, i % 82)
        };
        let Ok(puzzle) = Puzzle::new(&grid) else {
            continue;
        };
        let mut steps = puzzle.steps();
        let (mut count, mut left) = (0, steps.candidates());
        while let Some(step) = steps.next() {
            let fewer = steps.candidates();
            let lost = |cell: Cell| left[cell] & !fewer[cell];
            assert!(
                Cell::all().all(|cell| fewer[cell] & !left[cell] == 0),
                "{grid} {step}"
            );
            assert_eq!(
                step.fills.is_some(),
                step.eliminates.is_empty(),
                "{grid} {step}"
            );
            assert!(
                step.eliminates
                    .iter()
                    .all(|&(cell, digits)| lost(cell) == digits),
                "{grid} {step}"
            );
            assert!(
                step.fills
                    .is_none_or(|filled| fewer[filled.cell] == 1 << (filled.digit - 1)),
                "{grid} {step}"
            );
            (count, left) = (count + 1, fewer);
        }
        assert!(count <= 729);
        if let Some(report) = puzzle.rate() {
            assert_eq!(
                report.tenths().is_some(),
                left.to_grid().is_solution(&grid),
                "{grid}"
            );
        }
        let is_kept = |solution: &Grid| left.eliminated(solution).next().is_none();
        assert!(
            puzzle
                .solutions()
                .take(50)
                .all(|solution| is_kept(&solution)),
            "{grid}"
        );
    }
}

#[test]
fn only_puzzles_with_one_solution_are_rated() {
    assert_eq!(puzzle(TWO).rate(), None);
    assert_eq!(puzzle(UNSOLVABLE).rate(), None);
    let conflict = Candidates::from(&grid(&format!("55{}", "0".repeat(79))));
    assert_eq!(Puzzle::from(&conflict).rate(), None);
    assert!(
        Puzzle::from(&Candidates::from_masks([0; 81]))
            .steps()
            .next()
            .is_none()
    );
    let finished = puzzle(ANSWER);
    let report = finished.rate().expect("one solution");
    assert_eq!(
        (
            report.to_string().as_str(),
            report.tenths(),
            finished.steps().count()
        ),
        ("0.0", Some(0), 0)
    );
}

#[test]
fn pencil_marks_make_a_puzzle_easier_and_never_panic() {
    let random = &mut Rng::with_seed(4);
    let mut easier = 0;
    for i in 0..1000 {
        let mut candidates = Candidates::from(&random::minimal(random));
        let before = Puzzle::from(&candidates)
            .rate()
            .expect("one solution")
            .rating();
        // Every second time also digits of the solution.
        let solution = Puzzle::from(&candidates)
            .smallest()
            .filter(|_| i % 2 == 0)
            .unwrap_or(Grid::EMPTY);
        for (cell, &digit) in solution.digits().iter().enumerate() {
            let other = random.u8(1..=36);
            if other <= 9 && other != digit {
                random::eliminate(&mut candidates, cell, other);
            }
        }
        let puzzle = Puzzle::from(&candidates);
        assert!(puzzle.steps().count() <= 729);
        let after = puzzle.rate().map(|report| report.rating());
        easier += usize::from(after.is_some_and(|after| after < before));
    }
    assert!(easier > 20, "{easier}");
}

#[test]
fn every_technique_has_its_words() {
    let known = text("tests/data/ratings.tsv");
    let puzzles = data_lines(&known)
        .map(|line| &line[..81])
        .chain(HARD_TECHNIQUES);
    let steps: Vec<_> = puzzles
        .flat_map(|puzzle| self::puzzle(puzzle).steps())
        .collect();
    let words = TECHNIQUES.iter().map(|technique| {
        let step = steps.iter().find(|step| step.technique == technique);
        format!("{:#}\n", step.expect("a step of every technique"))
    });
    assert_eq!(words.collect::<String>(), WORDS);
}

/// Puzzles that need a hidden triplet, and the techniques above 4.4.
const HARD_TECHNIQUES: [&str; 10] = [
    "6..91....1.368..4..5........8...9.....9.74.6.7..2....8.........936...2.5......7..",
    "6..7......73........483...5.....9..42.8....6.......5871..6.4.92.....1.......2..1.",
    "3..9..4.7...7.5.63.71.....24..3.8...19.........3..42....9...1......6......65...94",
    "..5.1......9....8..3.6...9......73..2...39.1..7..8....75....4..9.6.......4..7...3",
    "35.2..4....9....12..8.......6.47.5......1....7.......3.76....9.29.....4....68....",
    "..3..48......6..97...3...6..6...2..332...1.4...1.5....4178....9.9....48.8.......2",
    "5..9..41......19.5.3............2..7.216....83.4........32.65..8.....7...6..9....",
    ".42.....918.9..7...3..2.1..5....728......6.7.2............9......9...5.34..85....",
    "......4..257..........18...632..9....9.8.....7.8..26....14...295.9....3.....2.56.",
    "..25..8....6.37.....58...24..9...6..8......15.4.......2.......95..4.9..8.7.1.8...",
];

const WORDS: &str = "\
r8c9 is 9: the last blank of box 9 (hidden single, 1.0)
r6c3 is 1: the only place for 1 in box 4 (hidden single, 1.2)
r1c7 is 2: the only place for 2 in row 1 (hidden single, 1.5)
r7c5 is 9: 9 fits only in r8c7, r8c8 and r8c9 of their box, which leaves one place in box 8 (direct pointing, 1.7)
r3c5 is 1: 8 and 9 fit only in r2c5 and r7c5 of column 5, which leaves one place for 1 (direct hidden pair, 2.0)
r2c9 is 6: the only digit left there (naked single, 2.3)
r2c6 is 7: 1, 5 and 8 fit only in r1c4, r1c5 and r2c5 of box 2, which leaves one place for 7 (direct hidden triplet, 2.5)
r9c4 cannot be 1: box 5 has places for 1 only in column 4 (pointing, 2.6)
r1c1 and r3c1 cannot be 1: row 2 has places for 1 only in box 1 (claiming, 2.8)
r4c9 cannot be 8; r7c9 cannot be 9: r2c9 and r6c9 of column 9 have only 8 and 9 left (naked pair, 3.0)
r4c7, r4c9 and r9c7 cannot be 5: columns 2 and 4 have places for 5 only in rows 4 and 9 (X-wing, 3.2)
r2c7 cannot be 7 or 8: 5 and 6 fit only in r2c7 and r4c7 of column 7 (hidden pair, 3.4)
r1c6, r2c6, r3c6 and r9c6 cannot be 8: r4c6, r5c6 and r7c6 of column 6 have only 3, 7 and 8 left (naked triplet, 3.6)
r1c5, r2c8, r4c5, r4c8, r9c5 and r9c6 cannot be 7: rows 3, 5 and 8 have places for 7 only in columns 5, 6 and 8 (swordfish, 3.8)
r3c7 cannot be 8; r3c8 cannot be 2, 7 or 8; r3c9 cannot be 2 or 7: 1, 6 and 9 fit only in r3c7, r3c8 and r3c9 of box 3 (hidden triplet, 4.0)
r8c7 cannot be 9: one of r5c7 and r8c9 is 9, whichever digit r4c9 has (XY-wing, 4.2)
r3c7 and r3c8 cannot be 8: one of r3c9, r1c9 and r3c1 is 8, whichever digit r3c9 has (XYZ-wing, 4.4)
r6c3 and r6c5 cannot be 4: one of r6c3 and r6c5 is 8 and the other 1, 6 or 7, or else 4 and 8 could be swapped in r5c3, r6c3, r6c5 and r5c5 (unique loop, 4.5)
r8c2 cannot be 3 or 8; r8c3 cannot be 7; r9c2 cannot be 3 or 5; r9c3 cannot be 5 or 7: r7c2, r7c3, r8c1 and r9c1 of box 7 have only 3, 5, 7 and 8 left (naked quad, 5.0)
r3c1 and r3c7 cannot be 8: columns 2, 4, 5 and 8 have places for 8 only in rows 1, 3, 6 and 7 (jellyfish, 5.2)
r4c5 cannot be 4 or 7; r4c6 cannot be 3 or 4; r6c5 cannot be 7; r6c6 cannot be 3: 1, 2, 5 and 8 fit only in r4c5, r4c6, r6c5 and r6c6 of box 5 (hidden quad, 5.4)
r5c5 cannot be 6 or 7: it is 3, or else each blank would have two digits and each digit two places in a unit, which is never one solution (bivalue universal grave, 5.6)
r5c7 cannot be 8: otherwise r4c3 and r5c7 would repeat a digit or leave none for a cell that sees them all (aligned pair exclusion, 6.2)
r1c9 cannot be 8: if r1c9 is 8, then r1c2 is not 8, so r2c1 is 8, hence r8c1 is not 8, so r8c9 is 8, but then r1c9 is not 8 (forcing chain, 6.6)
r7c9 cannot be 2 or 6: otherwise r7c9, r9c4 and r7c8 would repeat a digit or leave none for a cell that sees them all (aligned triplet exclusion, 7.5)
r6c6 cannot be 5: otherwise r9c8 would be 5 and not be 5 (Nishio forcing chain, 7.6)
   1. suppose r6c6 is 5
   2. (from 1) r6c8 is not 5
   3. (from 2) r9c8 is 5
   4. (from 1) r5c4 is not 5
   5. (from 1) r6c4 is not 5
   6. (from 4 and 5) r9c4 is 5
   7. (from 6) r9c8 is not 5
r4c3 cannot be 9: it follows from each place for 8 in box 4 (multiple forcing chain, 8.2)
   1. suppose r4c3 is 8
   2. (from 1) r4c3 is not 9
   3. suppose r5c3 is 8
   4. (from 3) r3c3 is not 8
   5. (from 4) r3c3 is 9
   6. (from 5) r4c3 is not 9
   7. suppose r6c2 is 8
   8. (from 7) r6c2 is not 4
   9. (from 8) r4c3 is 4
   10. (from 9) r4c3 is not 9
r9c1 cannot be 2: it follows from each digit of r9c3 (dynamic forcing chain, 8.9)
   1. suppose r9c3 is 2
   2. (from 1) r9c1 is not 2
   3. suppose r9c3 is 5
   4. (from 3) r8c3 is not 5
   5. (from 4) r8c3 is 2
   6. (from 5) r9c1 is not 2
   7. suppose r9c3 is 7
   8. (from 7) r7c1 is not 7
   9. (from 7) r7c2 is not 7
   10. (from 8 and 9) r7c5 is 7
   11. (from 10) r7c5 is not 8
   12. (from 11) r7c8 is 8
   13. (from 12) r9c7 is not 8
   14. (from 13) r9c7 is 2
   15. (from 14) r9c1 is not 2
";

/// A puzzle rated 3.0.
const NAKED_PAIR: &str =
    "594813762130260540260450003006902400400635007005104600600348270003726004742591386";

#[test]
fn steps_are_printed_in_every_format() {
    let steps: Vec<String> = puzzle(NAKED_PAIR)
        .steps()
        .map(|step| step.to_string())
        .collect();
    let expected = format!(
        "{}\n0.0 solved\n>=9.0 60 open\nmultiple\nnone\n",
        steps.join("; ")
    );
    assert!(expected.starts_with("2.6 r5c3<>8; 3.0 r4c9<>8 r7c9<>9; 1.5 r7c3=9; "));
    let grids = [NAKED_PAIR, ANSWER, MINIMAL, TWO, UNSOLVABLE];
    for (format, input) in in_every_format(&grids) {
        let (stdout, stderr, status) = sudokat(&["--steps", "-oline"], input);
        assert_eq!(
            (stdout.as_str(), stderr.as_str(), status),
            (expected.as_str(), "", 1),
            "{format}"
        );
    }
    let csv = format!("puzzle,steps\n{NAKED_PAIR},{}\n", steps.join("; "));
    assert_eq!(
        sudokat(&["--steps", "-ocsv"], NAKED_PAIR)
            .0
            .replace('"', ""),
        csv
    );
    let (json, ..) = sudokat(&["--steps", "-ojson"], format!("{NAKED_PAIR}\n{MINIMAL}\n"));
    let first = "\"steps\":[{\"rating\":2.6,\"technique\":\"pointing\",\"eliminates\":[\"r5c3<>8\"],\"unit\":\"box 1\",\
                 \"cells\":[\"r2c3\",\"r3c3\"],\"digits\":[8]},{\"rating\":3.0,";
    let third = "{\"rating\":1.5,\"technique\":\"hidden single\",\"sets\":\"r7c3=9\",\"unit\":\"row 7\",\"cells\":[],\"digits\":[9]}";
    assert!(json.contains(first) && json.contains(third), "{json}");
    assert!(
        json.ends_with(
            "\"verdict\":\"unique\",\"steps\":[],\"rating_at_least\":9.0,\"open\":60}\n"
        ),
        "{json}"
    );
}

#[test]
fn pretty_steps_are_a_numbered_list_below_what_they_leave_of_the_grid() {
    let (pretty, stderr, _) = sudokat(
        &["--steps", "-opretty"],
        format!("{NAKED_PAIR}\n{MINIMAL}\n"),
    );
    let solution = puzzle(NAKED_PAIR).smallest().expect("a solution");
    let words: String = puzzle(NAKED_PAIR)
        .steps()
        .zip(1..)
        .map(|(step, i)| format!("{i}. {step:#}\n"))
        .collect();
    assert!(words.starts_with(
        "1. r5c3 cannot be 8: box 1 has places for 8 only in column 3 (pointing, 2.6)\n"
    ));
    let end = "The techniques end here, so the rating is >=9.0; 60 cells are open.\n";
    assert!(
        pretty.starts_with("# 1\n┌") && pretty.contains(&format!("┘\n{words}\n# 2\n┌")),
        "{pretty}"
    );
    assert!(
        pretty.ends_with(&format!("┘\n{end}")) && stderr.is_empty(),
        "{pretty}{stderr}"
    );
    // The candidates that are left are read again, and the words are not.
    let left = puzzle(MINIMAL).steps().candidates();
    assert_eq!(
        sudokat(&["--convert", "-oline"], pretty),
        (format!("{solution}\n{left}\n"), String::new(), 0)
    );
}

/// Of each technique above 4.4 a puzzle: what is written about them in lines is a list of short
/// steps, and frames with numbered lines below can be read again.
#[test]
fn hard_steps_are_read_again_and_cut_at_a_semicolon() {
    let input = HARD_TECHNIQUES.join("\n");
    let (pretty, ..) = sudokat(&["--steps", "-opretty"], input.as_str());
    assert!(pretty.contains("\n   10. (from 8 and 9) "), "{pretty}");
    let (solutions, ..) = sudokat(&["-oline"], input.as_str());
    assert_eq!(
        sudokat(&["--convert", "-oline"], pretty),
        (solutions, String::new(), 0)
    );
    let (lines, ..) = sudokat(&["--steps", "-oline"], input.as_str());
    for (line, grid) in lines.lines().zip(HARD_TECHNIQUES) {
        let told: Vec<&str> = line.split("; ").collect();
        let steps: Vec<String> = puzzle(grid).steps().map(|step| step.to_string()).collect();
        assert_eq!(told, steps);
    }
    let (csv, ..) = sudokat(&["--rate", "-ocsv"], input.as_str());
    assert!(csv.starts_with("puzzle,rating\n"), "{csv}");
    assert!(csv.contains(",8.9\n"), "{csv}");
}

/// The extra digits of a loop, and the nodes of a chain, each with the numbers of earlier nodes.
#[test]
fn json_has_what_a_step_rests_on() {
    let (json, ..) = sudokat(&["--steps", "-ojson"], HARD_TECHNIQUES.join("\n"));
    let expected = [
        "\"cells\":[\"r5c3\",\"r6c3\",\"r6c5\",\"r5c5\"],\"digits\":[4,8],\"rescue\":{\"kind\":\"locked\",\
         \"cells\":[{\"cell\":\"r6c3\",\"extra\":[6,7]},{\"cell\":\"r6c5\",\"extra\":[1]}],\"digit\":8}}",
        "\"shows\":\"opposite\",\"branches\":[[{\"cell\":\"r1c9\",\"digit\":8,\"is_on\":true,\"from\":[]},\
         {\"cell\":\"r1c2\",\"digit\":8,\"is_on\":false,\"from\":[0]},",
        "\"shows\":\"contradiction\",\"branches\":[[{\"cell\":\"r6c6\",\"digit\":5,\"is_on\":true,\"from\":[]},",
        "{\"cell\":\"r9c4\",\"digit\":5,\"is_on\":true,\"from\":[1,2]}",
        "\"shows\":\"places\"",
        "\"shows\":\"cell\"",
    ];
    for part in expected {
        assert!(json.contains(part), "{part}\n{json}");
    }
    let branches = json.split("\"branches\":[").skip(1);
    let branches = branches.filter_map(|rest| rest.split("}]]").next());
    for branch in branches.flat_map(|branches| branches.split("[{").skip(1)) {
        for (index, node) in branch.split("},{").enumerate() {
            let (_, from) = node.split_once("\"from\":[").expect("a list");
            let from = from
                .split([',', ']'])
                .map_while(|n| n.parse::<usize>().ok());
            assert_eq!(from.clone().next().is_none(), index == 0, "{branch}");
            assert!(from.clone().all(|parent| parent < index), "{branch}");
        }
    }
}

#[test]
fn json_has_the_rating_and_how_often_each_technique_was_used() {
    let (json, ..) = sudokat(
        &["--rate", "-ojson"],
        format!("{NAKED_PAIR}\n{ANSWER}\n{MINIMAL}\n{TWO}\n"),
    );
    let ends: Vec<&str> = json
        .lines()
        .filter_map(|object| object.split_once("\"verdict\":"))
        .map(|(_, end)| end)
        .collect();
    let expected = [
        "\"unique\",\"rating\":3.0,\"technique\":\"naked pair\",\
         \"pearl\":3.0,\"diamond\":2.6,\"techniques\":{\"hidden single\":28,\"pointing\":1,\"naked pair\":1}}",
        "\"unique\",\"rating\":0.0,\"pearl\":0.0,\"diamond\":0.0,\"techniques\":{}}",
        "\"unique\",\"rating_at_least\":9.0,\"pearl\":9.0,\"diamond\":9.0,\"techniques\":{}}",
        "\"multiple\"}",
    ];
    assert_eq!(ends, expected);
    let (pretty, ..) = sudokat(&["--rate", "-opretty"], NAKED_PAIR);
    assert!(pretty.starts_with("# 1: 3.0, naked pair\n┌"), "{pretty}");
}

#[test]
fn statistics_of_ratings_have_a_bar_for_each() {
    let input = [
        vec![PUZZLE; 90],
        vec![NAKED_PAIR; 9],
        vec![MINIMAL],
        vec![TWO; 400],
    ]
    .concat()
    .join("\n");
    for threads in ["-j1", "-j3"] {
        let (_, stderr, status) = sudokat(&["--rate", "--stats", threads], input.as_str());
        let (line, bars) = stderr.split_once('\n').expect("two lines");
        assert!(
            line.starts_with("sudokat: 500 grids in ")
                && line.contains(": 100 unique, 400 multiple, "),
            "{line}"
        );
        assert_eq!(
            bars,
            format!(
                "  1.2 90 {}\n  3.0  9 {}\n>=9.0  1 █\n",
                "█".repeat(60),
                "█".repeat(6)
            )
        );
        assert_eq!(status, 0);
    }
}

#[test]
fn ratings_and_steps_do_not_depend_on_the_number_of_threads() {
    let random = &mut Rng::with_seed(6);
    let input: String = (0..3000)
        .map(|_| format!("{}\n", random::minimal(random)))
        .collect();
    for question in ["--rate", "--steps"] {
        let expected = sudokat(&[question, "-j1"], input.as_str());
        assert_eq!(expected.0.lines().count(), 3000);
        assert!(
            sudokat(&[question, "-j3"], input.as_str()) == expected,
            "{question}"
        );
    }
}

/// The places for a digit in the blanks of a row (0..9) or column (9..18).
fn places(left: &Candidates, filled: &Grid, line: usize, digit: u8) -> Vec<Cell> {
    let is_on_line = |cell: &Cell| line == cell.row() - 1 || line == cell.column() + 8;
    let is_place = |cell: &Cell| left[*cell] >> (digit - 1) & 1 == 1 && filled[*cell] == 0;
    Cell::all().filter(is_on_line).filter(is_place).collect()
}

fn box_of(cell: Cell) -> usize {
    (cell.row() - 1) / 3 * 3 + (cell.column() - 1) / 3
}

/// Whether a claiming leaves its digit one place in a line parallel to its own.
fn has_direct_claiming(left: &Candidates, filled: &Grid) -> bool {
    (0..18).any(|line| {
        (1..=9).any(|digit| {
            let own = places(left, filled, line, digit);
            let Some(claimed) = own.first().map(|cell| box_of(*cell)) else {
                return false;
            };
            let mut parallels = (line / 9 * 9..).take(9).filter(|&other| other != line);
            own.iter().all(|cell| box_of(*cell) == claimed)
                && parallels.any(|other| {
                    let others = places(left, filled, other, digit);
                    let kept = others.iter().filter(|cell| box_of(**cell) != claimed);
                    others.len() > 1 && kept.count() == 1
                })
        })
    })
}

/// So the table of techniques can leave it out.
#[test]
fn a_direct_claiming_never_comes_first() {
    let (mut first, mut later) = (0, 0);
    let random = &mut Rng::with_seed(9);
    for _ in 0..200 {
        // Fewer clues leave more to be claimed. The easy steps are right for any number of solutions.
        let mut filled = grids::several(random);
        let mut steps = Puzzle::new(&filled).expect("no conflict").steps();
        loop {
            let is_claimed = has_direct_claiming(&steps.candidates(), &filled);
            let Some(step) = steps.next() else { break };
            if let Some(placement) = step.fills {
                filled.set(placement.cell, placement.digit);
            }
            if is_claimed && step.technique.rating <= Rating::Exactly(17) {
                later += 1;
            } else if is_claimed {
                first += 1;
            }
        }
    }
    assert!(first == 0 && later > 100, "{first} first, {later} later");
}
