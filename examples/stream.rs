//! Solve a whole input: add a column with the verdict to a csv file on standard input, and print
//! statistics.
//!
//! ```text
//! cargo run --example stream < tests/data/formats/kaggle.csv
//! ```

use std::io;

use sudokat::{Options, Question, Status, Stream};

fn main() -> io::Result<()> {
    let options = Options {
        question: Question::Verdict,
        stats: true,
        ..Options::default()
    };
    let mut stream = Stream::new(options, io::stdout(), io::stderr());
    stream.solve("<stdin>", io::stdin())?;
    eprintln!("{}", stream.stats());
    if stream.status() == Status::Invalid {
        eprintln!("some records are not valid puzzles");
    }
    Ok(())
}
