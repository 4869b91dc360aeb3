//! Solve a whole input: add a column with the verdict to a csv file on standard input, and print statistics.
//!
//! ```text
//! cargo run --example stream < tests/data/formats/kaggle.csv
//! ```

use std::io;

use sudokat::{Question, Status, Stream};

fn main() -> io::Result<()> {
    let mut stream = Stream::new(io::stdout(), io::stderr()).question(Question::Verdict).stats(true);
    stream.solve("<stdin>", io::stdin())?;
    eprintln!("{}", stream.summary());
    if stream.status() == Status::Invalid {
        eprintln!("some records are not valid puzzles");
    }
    Ok(())
}
