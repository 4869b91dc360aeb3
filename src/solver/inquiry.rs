//! Runs many inquiries side by side, so that their queries reach the engine as batches.
//!
//! An *inquiry* is an `async` function that makes one query after the other and ends with
//! *findings*. It is written as if it ran alone: it asks an [`Oracle`] and waits for the answer.
//! The compiler turns it into a state machine that resumes once the answer is there. Nothing else
//! in the program is asynchronous.
//!
//! For example, an inquiry that minimizes a puzzle asks of one clue after the other whether the
//! puzzle still has one solution without it. Each query depends on the answers before, so a single
//! inquiry would never fill a batch.
//!
//! ```text
//! round               1    2    3
//! inquiry about A     q    q    q -> findings
//! inquiry about B     q    -> findings
//! inquiry about C     q    q -> findings
//!                     all queries of a round are answered in one call
//! ```

use std::cell::Cell;
use std::future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// What an inquiry asks. It passes on one query and its answer at a time.
pub(crate) struct Oracle<Q, A> {
    query: Cell<Option<Q>>,
    answer: Cell<Option<A>>,
}

impl<Q, A> Oracle<Q, A> {
    fn new() -> Oracle<Q, A> {
        Oracle {
            query: Cell::new(None),
            answer: Cell::new(None),
        }
    }

    /// Makes a query, and waits for the answer.
    pub(crate) async fn ask(&self, query: Q) -> A {
        self.query.set(Some(query));
        future::poll_fn(|_| self.answer.take().map_or(Poll::Pending, Poll::Ready)).await
    }
}

/// Runs an inquiry about each item, and returns their findings, in order. `answer_all` takes one
/// query of each unfinished inquiry, and returns an answer to each, in order. `T`, `Q`, `A` and `F`
/// are the types of items, queries, answers and findings.
///
/// # Panics
///
/// If an inquiry waits for anything but an answer, or if the number of answers is wrong.
pub(crate) fn run_inquiries<T, Q, A, F>(
    items: Vec<T>,
    inquire_about: impl AsyncFn(T, &Oracle<Q, A>) -> F,
    mut answer_all: impl FnMut(&[Q]) -> Vec<A>,
) -> Vec<F> {
    let oracles: Vec<Oracle<Q, A>> = items.iter().map(|_| Oracle::new()).collect();
    let mut inquiries: Vec<_> = items
        .into_iter()
        .zip(&oracles)
        .map(|(item, oracle)| Inquiry::new(oracle, inquire_about(item, oracle)))
        .collect();
    loop {
        let queries: Vec<Q> = inquiries.iter_mut().filter_map(Inquiry::resume).collect();
        if queries.is_empty() {
            break;
        }
        let answers = answer_all(&queries);
        assert_eq!(answers.len(), queries.len(), "each query has one answer");
        let unfinished = inquiries.iter().filter(|inquiry| !inquiry.has_ended());
        for (inquiry, answer) in unfinished.zip(answers) {
            inquiry.oracle.answer.set(Some(answer));
        }
    }
    inquiries.into_iter().map(Inquiry::into_findings).collect()
}

/// An inquiry, and its findings once it has ended.
struct Inquiry<'a, Fut: Future, Q, A> {
    oracle: &'a Oracle<Q, A>,
    future: Pin<Box<Fut>>,
    findings: Option<Fut::Output>,
}

impl<'a, Fut: Future, Q, A> Inquiry<'a, Fut, Q, A> {
    fn new(oracle: &'a Oracle<Q, A>, future: Fut) -> Inquiry<'a, Fut, Q, A> {
        Inquiry {
            oracle,
            future: Box::pin(future),
            findings: None,
        }
    }

    fn has_ended(&self) -> bool {
        self.findings.is_some()
    }

    fn into_findings(self) -> Fut::Output {
        self.findings.expect("every inquiry has ended")
    }

    /// Continues until the next query, which is returned, or until the end. Needs the answer to the
    /// previous query.
    fn resume(&mut self) -> Option<Q> {
        if self.has_ended() {
            return None;
        }
        // No one needs to be woken: `resume` is called when there is an answer.
        let mut context = Context::from_waker(Waker::noop());
        match self.future.as_mut().poll(&mut context) {
            Poll::Pending => {
                let query = self.oracle.query.take();
                assert!(query.is_some(), "an inquiry waits only for answers");
                query
            }
            Poll::Ready(findings) => {
                self.findings = Some(findings);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks for the half of a number until it is 1, and returns all answers.
    async fn halves(mut number: u32, oracle: &Oracle<u32, u32>) -> Vec<u32> {
        let mut halves = Vec::new();
        while number > 1 {
            number = oracle.ask(number).await;
            halves.push(number);
        }
        halves
    }

    #[test]
    fn the_queries_of_all_unfinished_inquiries_are_answered_together() {
        let mut calls = Vec::new();
        let findings = run_inquiries(vec![4, 1, 9], halves, |queries| {
            calls.push(queries.to_vec());
            queries.iter().map(|query| query / 2).collect()
        });
        assert_eq!(findings, [vec![2, 1], vec![], vec![4, 2, 1]]);
        assert_eq!(calls, [vec![4, 9], vec![2, 4], vec![2]]);
    }

    #[test]
    fn without_a_query_nothing_is_asked() {
        let no_answer = |_: &[u32]| -> Vec<u32> { unreachable!("no inquiry asks") };
        assert_eq!(
            run_inquiries(vec![1, 0], halves, no_answer),
            [vec![0_u32; 0], vec![]]
        );
        assert!(run_inquiries(Vec::new(), halves, no_answer).is_empty());
    }

    #[test]
    #[should_panic = "each query has one answer"]
    fn an_answer_that_is_missing_is_noticed() {
        run_inquiries(vec![4], halves, |_| Vec::new());
    }

    #[test]
    #[should_panic = "an inquiry waits only for answers"]
    fn an_inquiry_that_waits_without_a_query_is_noticed() {
        let waits = async |_: u32, _: &Oracle<u32, u32>| future::pending::<()>().await;
        run_inquiries(vec![1], waits, <[u32]>::to_vec);
    }
}
