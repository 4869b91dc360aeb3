//! How many puzzles have each rating, as bars.

use std::collections::BTreeMap;
use std::fmt;

use crate::question::reply::Rating;

/// The longest bar that fits on a line of 80 columns with numbers of up to ten digits.
const LONGEST_BAR: u64 = 60;

/// The least width of the names of bars. Ratings of Sudoku Explainer have up to four characters.
const MIN_NAME_WIDTH: usize = 4;

/// The most ratings that get a bar each.
const MOST_BARS: usize = 25;

/// A line with a bar for each rating, or for each whole point if there are many ratings. A line end
/// comes before each.
///
/// ```text
///  7.1 12 ████████████
///  7.2  3 ███
/// ```
pub(super) struct Histogram<'a> {
    /// The number of records with each rating.
    pub(super) ratings: &'a BTreeMap<Rating, u64>,
}

/// A line of the histogram.
struct Bar {
    /// The rating, or the range of ratings.
    name: String,
    count: u64,
}

impl fmt::Display for Histogram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bars = self.bars();
        let most = bars.iter().map(|bar| bar.count).max().unwrap_or_default();
        let width = most.to_string().len();
        let longest = bars.iter().map(|bar| bar.name.len()).max();
        let name_width = longest.unwrap_or_default().max(MIN_NAME_WIDTH);
        for Bar { name, count } in &bars {
            let bar = "█".repeat((count * LONGEST_BAR).div_ceil(most) as usize);
            write!(f, "\n{name:>name_width$} {count:width$} {bar}")?;
        }
        Ok(())
    }
}

impl Histogram<'_> {
    fn bars(&self) -> Vec<Bar> {
        let has_many = self.ratings.len() > MOST_BARS;
        let mut bars: Vec<Bar> = Vec::new();
        for (rating, &count) in self.ratings {
            let name = match rating.tenths() {
                Some(tenths) if has_many => format!("{0}.0..{0}.9", tenths / 10),
                _ => rating.to_string(),
            };
            match bars.last_mut() {
                Some(last) if last.name == name => last.count += count,
                _ => bars.push(Bar { name, count }),
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
        let text = Histogram { ratings: &ratings }.to_string();
        assert!(text.contains("\n 8.3 1 █"));
        ratings.insert(Rating::BEYOND, 30);
        let text = Histogram { ratings: &ratings }.to_string();
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
