//! How much work a record takes with each option, clue grids and pencil marks alike. To search for
//! slower ones:
//!
//! ```text
//! SUDOKAT_SECONDS=600 cargo test --release slowest_record_of_each -- --ignored --nocapture
//! ```

use std::time::Instant;

use fastrand::Rng;
use sudokat::internals::Search;
use sudokat::{Candidates, Grid, Placement, Puzzle};

use super::{MAX_CONTRADICTIONS, seconds, seed, time};
use crate::fixtures::grids::Symmetry;
use crate::fixtures::random::full;
use crate::fixtures::slowest::{ALL, Masks, OPTIONS, SLOWEST, parsed};

/// A little more than the contradictions of the slowest pencil marks known. A long search finds
/// one in about a quarter of a microsecond.
const MAX_CONTRADICTIONS_OF_MARKS: u64 = 50_000;

fn text(masks: &Masks) -> String {
    let marks = |&mask: &u16| {
        (0..9u8).map(move |i| {
            if mask >> i & 1 == 1 {
                char::from(b'1' + i)
            } else {
                '.'
            }
        })
    };
    masks.iter().flat_map(marks).collect()
}

/// The contradictions that [`Puzzle::redundant_clues`] comes to: a search for two solutions, then
/// one for each clue, where the clue is excluded.
fn contradictions_of_redundant(puzzle: &Candidates) -> u64 {
    let mut search = Search::new(puzzle);
    if search.count(2) != 1 {
        return search.contradictions();
    }
    let without = |clue: Placement| {
        let mut masks = *puzzle.masks();
        masks[clue.cell.index()] ^= ALL;
        let mut search = Search::new(&Candidates::from_masks(masks));
        search.any();
        search.contradictions()
    };
    search.contradictions() + puzzle.to_grid().placements().map(without).sum::<u64>()
}

#[test]
fn the_slowest_records_known_take_few_contradictions() {
    for line in SLOWEST.lines() {
        let puzzle = Candidates::from_masks(parsed(line));
        let (mut any, mut smallest) = (Search::new(&puzzle), Search::new(&puzzle));
        let _ = (any.any(), smallest.smallest());
        let taken = [
            any.contradictions(),
            smallest.contradictions(),
            contradictions_of_redundant(&puzzle),
        ];
        let most = if line.len() == 81 {
            MAX_CONTRADICTIONS
        } else {
            MAX_CONTRADICTIONS_OF_MARKS
        };
        assert!(taken.iter().all(|&taken| taken < most), "{line}: {taken:?}");
    }
}

/// The engine and the search find the smallest solutions of slow records in different ways.
#[test]
fn no_slow_record_has_a_smaller_solution_than_the_one_found() {
    let mut long_searches = 0;
    for line in SLOWEST.lines() {
        let mut puzzle = Candidates::from_masks(parsed(line));
        let mut search = Search::new(&puzzle);
        let smallest = search.smallest();
        assert_eq!(Puzzle::from(&puzzle).smallest(), smallest, "{line}");
        let Some(smallest) = smallest else { continue };
        long_searches += u32::from(search.contradictions() > 1000);
        for (cell, &d) in smallest.digits().iter().enumerate() {
            let mut masks = *puzzle.masks();
            let digit = 1 << (d - 1);
            masks[cell] &= digit - 1;
            assert_eq!(
                Search::new(&Candidates::from_masks(masks)).any(),
                None,
                "{line}"
            );
            masks[cell] = digit;
            puzzle = Candidates::from_masks(masks);
        }
        assert_eq!(puzzle, Candidates::from(&smallest), "{line}");
    }
    assert!(long_searches > 3, "{long_searches}");
}

/// Clues of a full grid, sometimes a few wrong ones; or pencil marks where about half of the
/// records have a solution.
fn suspect(random: &mut Rng, marks: bool) -> Masks {
    let full = full(random).digits().map(|d| 1 << (d - 1));
    let mut masks = [ALL; 81];
    if !marks {
        for _ in 0..random.usize(8..27) {
            let cell = random.usize(..81);
            masks[cell] = if random.u32(..12) > 0 {
                full[cell]
            } else {
                1 << random.u32(..9)
            };
        }
    } else if random.bool() {
        masks = full;
        (0..random.usize(420..700)).for_each(|_| masks[random.usize(..81)] |= 1 << random.u32(..9));
    } else {
        (0..random.usize(280..420))
            .for_each(|_| masks[random.usize(..81)] &= !(1 << random.u32(..9)));
    }
    masks
}

/// A record with up to three cells changed, or with its rows, columns and digits permuted.
fn neighbor(random: &mut Rng, masks: &Masks, marks: bool) -> Masks {
    let mut near = *masks;
    if random.u32(..8) == 0 {
        let symmetry = Symmetry::random(random);
        // The image of a grid that has each digit of a mask, one grid for each digit.
        near = [0; 81];
        for d in 1..=9u8 {
            let layer = masks.map(|mask| if mask >> (d - 1) & 1 == 1 { d } else { 0 });
            let image = symmetry.image(&Grid::from_digits(layer).expect("digits"));
            image
                .digits()
                .iter()
                .zip(&mut near)
                .filter(|(d, _)| **d > 0)
                .for_each(|(d, mask)| *mask |= 1 << (d - 1));
        }
        return near;
    }
    for _ in 0..random.usize(1..=3) {
        let (cell, other) = (random.usize(..81), random.usize(..81));
        match random.u32(..8) {
            0 => near[cell] = ALL,
            1 => near.swap(cell, other),
            2..=6 if marks => near[cell] ^= 1 << random.u32(..9),
            _ => near[cell] = 1 << random.u32(..9),
        }
    }
    near
}

/// Climbs for each option and each kind of records, and prints the slowest.
#[test]
#[ignore = "a long run"]
fn find_the_slowest_record_of_each_option() {
    let random = &mut seed();
    for (marks, (name, ask)) in [false, true]
        .into_iter()
        .flat_map(|marks| OPTIONS.map(|option| (marks, option)))
    {
        let judge = |masks: &Masks| {
            let puzzle = Candidates::from_masks(*masks);
            // Clues that conflict are not searched.
            if puzzle.to_grid().conflict().is_some() {
                return 0;
            }
            let once = time(1, || ask(&puzzle));
            // A cold cache may be the reason.
            if once.as_micros() < 1000 {
                once.as_nanos()
            } else {
                time(2, || ask(&puzzle)).min(once).as_nanos()
            }
        };
        let until = Instant::now() + seconds() / 10;
        let mut slowest = (0, [ALL; 81]);
        while Instant::now() < until {
            let known = SLOWEST
                .lines()
                .filter(|line| (line.len() == 729) == marks)
                .map(parsed);
            let mut starts: Vec<Masks> = known.collect();
            starts.extend((0..1000).map(|_| suspect(random, marks)));
            let mut judged: Vec<_> = starts.iter().map(|masks| (judge(masks), *masks)).collect();
            judged.sort();
            // One of the slowest, so that the climbs differ.
            let mut at = judged[judged.len() - random.usize(1..=5)];
            let mut idle = 0;
            while idle < 1500 && Instant::now() < until {
                let near = neighbor(random, &at.1, marks);
                let judged = judge(&near);
                idle += 1;
                if judged > at.0 {
                    (at, idle) = ((judged, near), 0);
                }
            }
            slowest = slowest.max(at);
        }
        let kind = if marks { "pencil marks" } else { "clues" };
        println!(
            "{name}, {kind}: {:.2} ms {}",
            slowest.0 as f64 / 1e6,
            text(&slowest.1)
        );
    }
}
