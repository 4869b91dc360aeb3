//! Canonical forms: the definition, tried by brute force, what others published, and what
//! symmetries must not change.

use fastrand::Rng;
use sudokat::{Canonical, Grid};

use crate::fixtures::grids::{self, Symmetry};
use crate::fixtures::puzzles::{CONFLICT, MINIMAL, PUZZLE, SMALLEST, grid};
use crate::fixtures::random;

/// Puzzles and their canonical forms, with the project that published them.
const PUBLISHED: [(&str, &str); 4] = [
    // 1to9only/MinLex-MaxLex, minlex.py
    (
        "000000075000080094000500600010000200000900057006003040001000023080000006063240000",
        "..............1.23....2.14.....4......3....5..6.7...8..2...8...6.59..4.29.765.8..",
    ),
    (
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
        "123456789457189236698723415285914367761532948934867152346278591579641823812395674",
    ),
    // dclamage/SudokuClassicMinLex, README.md
    (
        "1..456...4......2...912...6.1...5.....5..729.8..6....43.....9.2....6......82...75",
        "........1..2..3.4..5.16.2.....7...84..96.17..7..4.9.....8.9..3..3.....9..94..76..",
    ),
    // 1to9only/gsf-s-sudoku.exe, README.md
    (
        "45.....6......17..8...............92....7.1..5...36..........58..1..7............",
        "................12..1..3..4.....1.3..5....6...7..4.8......7.......59...7..3......",
    ),
];

/// The full grid that has the most automorphisms.
const MOST_SYMMETRIC: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn canonical(grid: &Grid) -> Canonical {
    grid.canonical()
        .unwrap_or_else(|conflict| panic!("{grid}: {conflict}"))
}

/// All orders of nine rows: bands, and the rows of each band.
fn orders() -> Vec<[usize; 9]> {
    const ORDERS: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let order = |i: usize| {
        let inner = [i, i / 6, i / 36].map(|i| ORDERS[i % 6]);
        std::array::from_fn(|line| 3 * ORDERS[i / 216][line / 3] + inner[line / 3][line % 3])
    };
    (0..6 * 216).map(order).collect()
}

/// The definition: the smallest grid of all placements, and how many of them lead to it.
fn by_brute_force(original: &Grid) -> (Vec<u8>, u32) {
    let (orders, mut smallest, mut count) = (orders(), vec![10; 81], 0);
    for transposed in [false, true] {
        for rows in &orders {
            for columns in &orders {
                let (mut labels, mut next, mut is_smaller) = ([0; 10], 1, false);
                let is_larger = (0..81).any(|cell| {
                    let (r, c) = (rows[cell / 9], columns[cell % 9]);
                    let d = usize::from(
                        original.digits()[if transposed { 9 * c + r } else { 9 * r + c }],
                    );
                    if d > 0 && labels[d] == 0 {
                        (labels[d], next) = (next, next + 1);
                    }
                    is_smaller |= labels[d] < smallest[cell];
                    if is_smaller {
                        smallest[cell] = labels[d];
                    }
                    labels[d] > smallest[cell]
                });
                count = if is_smaller {
                    1
                } else {
                    count + u32::from(!is_larger)
                };
            }
        }
    }
    (smallest, count)
}

#[test]
fn published_forms_are_found() {
    for (puzzle, form) in PUBLISHED {
        assert_eq!(canonical(&grid(puzzle)).form, grid(form), "{puzzle}");
    }
}

#[test]
fn the_form_is_the_smallest_of_all_placements() {
    let mut random = Rng::with_seed(1);
    let full = random::full(&mut random);
    let kept = [2, 5, 9, 14, 80, 81].map(|clues| grids::keep(&mut random, &full, clues));
    let two_rows = SMALLEST[..18].to_string() + &"0".repeat(63);
    for grid in kept
        .into_iter()
        .chain([PUZZLE, MINIMAL, MOST_SYMMETRIC, &two_rows].map(grid))
    {
        let Canonical {
            form,
            automorphisms,
        } = canonical(&grid);
        assert_eq!(
            (form.digits().to_vec(), automorphisms),
            by_brute_force(&grid),
            "{grid}"
        );
    }
}

#[test]
fn automorphisms_of_symmetric_grids_are_counted() {
    let mut one_clue = Grid::EMPTY;
    one_clue.set("r5c7".parse().unwrap(), 4);
    for (grid, automorphisms) in [
        (Grid::EMPTY, 3_359_232),
        (one_clue, 41_472),
        (grid(MOST_SYMMETRIC), 648),
    ] {
        assert_eq!(canonical(&grid).automorphisms, automorphisms, "{grid}");
    }
}

#[test]
fn symmetries_change_neither_the_form_nor_the_automorphisms() {
    let mut random = Rng::with_seed(2);
    for i in 0..6000 {
        let original = random::full(&mut random);
        let original = grids::keep(&mut random, &original, i % 82);
        let expected = canonical(&original);
        let image = Symmetry::random(&mut random).image(&original);
        assert_eq!(canonical(&image), expected, "{image}");
        assert_eq!(canonical(&expected.form), expected, "{original}");
        assert!(
            expected.form <= image && expected.form <= original,
            "{original}"
        );
    }
}

#[test]
fn conflicting_grids_have_no_form() {
    assert_eq!(
        grid(CONFLICT).canonical().unwrap_err().to_string(),
        "r1c1 and r1c9 are both 5"
    );
}
