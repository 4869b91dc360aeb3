//! How many puzzles have each rating, as bars.

use std::collections::BTreeMap;
use std::fmt;

use crate::logic::Rating;

/// The longest bar that fits on a line of 80 columns with a range such as `7.0..7.9` (ratings are
/// less than 10.0) and a count of up to ten digits.
const LONGEST_BAR: u64 = 60;

/// The least width of the labels of bars. Ratings of Sudoku Explainer have up to four characters.
const MIN_LABEL_WIDTH: usize = 4;

/// With more ratings than this, there is a bar for each whole point.
const MOST_BARS: usize = 25;

/// Displays a line with a bar for each rating, or for each whole point if there are many ratings.
/// The longest bar has [`LONGEST_BAR`] blocks, here shortened, and the others are in proportion.
/// Each line starts with its line end, because it follows another line:
///
/// ```text
///  7.1 12 ████████████
///  7.2  3 ███
/// ```
pub(super) struct Histogram<'a> {
    /// The number of records with each rating.
    ratings: &'a BTreeMap<Rating, u64>,
}

/// A line of the histogram.
struct Bar {
    /// The rating, or the range of ratings.
    label: String,
    count: u64,
}

impl fmt::Display for Histogram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bars = self.bars();
        let most = bars.iter().map(|bar| bar.count).max().unwrap_or_default();
        let count_width = most.to_string().len();
        let longest_label = bars.iter().map(|bar| bar.label.len()).max();
        let label_width = longest_label.unwrap_or_default().max(MIN_LABEL_WIDTH);
        for Bar { label, count } in &bars {
            let blocks = "█".repeat((count * LONGEST_BAR).div_ceil(most) as usize);
            write!(f, "\n{label:>label_width$} {count:count_width$} {blocks}")?;
        }
        Ok(())
    }
}

impl Histogram<'_> {
    pub(super) fn new(ratings: &BTreeMap<Rating, u64>) -> Histogram<'_> {
        Histogram { ratings }
    }

    /// A bar for each rating or whole point, in ascending order.
    fn bars(&self) -> Vec<Bar> {
        let has_many = self.ratings.len() > MOST_BARS;
        let mut bars: Vec<Bar> = Vec::new();
        for (rating, &count) in self.ratings {
            let label = match rating.tenths() {
                Some(tenths) if has_many => format!("{0}.0..{0}.9", tenths / 10),
                _ => rating.to_string(),
            };
            // Ratings are in order, so equal labels are neighbors.
            match bars.last_mut() {
                Some(last) if last.label == label => last.count += count,
                _ => bars.push(Bar { label, count }),
            }
        }
        bars
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_ratings_are_drawn_by_whole_points() {
        let mut ratings = BTreeMap::new();
        let tenths = [10, 12, 15, 17, 20, 23].into_iter().chain(65..=83);
        for tenths in tenths {
            ratings.insert(Rating::Exactly(tenths), 1);
        }
        assert_eq!(ratings.len(), 25);
        let text = Histogram::new(&ratings).to_string();
        assert!(text.contains("\n 8.3 1 █"));
        ratings.insert(Rating::BEYOND, 30);
        let text = Histogram::new(&ratings).to_string();
        let bar = |count: usize| "█".repeat(count);
        let (_, bars) = text.split_once('\n').expect("bars");
        let expected = format!(
            "1.0..1.9  4 {}\n2.0..2.9  2 {}\n6.0..6.9  5 {}\n7.0..7.9 10 {}\n8.0..8.9  4 {}\n   >=9.0 30 {}",
            bar(8),
            bar(4),
            bar(10),
            bar(20),
            bar(8),
            bar(60)
        );
        assert_eq!(bars, expected);
    }
}
