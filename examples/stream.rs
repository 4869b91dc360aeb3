//! From any `Read` to any `Write`: a column with the verdict for a csv on standard input, and a summary.
//!
//! ```text
//! cargo run --example stream < tests/data/formats/kaggle.csv
//! ```

use std::io;

use sudokat::stream::{Ask, Status, Stream};

fn main() -> io::Result<()> {
    let mut stream = Stream::new(io::stdout(), io::stderr()).ask(Ask::Verdict).stats();
    stream.solve("<stdin>", io::stdin())?;
    eprintln!("{}", stream.summary());
    if stream.status() == Status::Faulty {
        eprintln!("not every record is a puzzle");
    }
    Ok(())
}
