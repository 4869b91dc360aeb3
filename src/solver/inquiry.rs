//! Runs many query loops in lockstep, so that their queries reach the engine as batches.
//!
//! An inquiry is written as if it ran alone: it makes a query, waits for the answer, and makes the
//! next query. The compiler turns this `async` function into a state machine that resumes once the
//! answer is there. Nothing else in the program is asynchronous.

use std::cell::Cell;
use std::future::{self, Future};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// The query that an inquiry waits for, and the answer to it.
pub(crate) struct Inquiry<Q, A> {
    query: Cell<Option<Q>>,
    answer: Cell<Option<A>>,
}

impl<Q, A> Inquiry<Q, A> {
    fn new() -> Inquiry<Q, A> {
        Inquiry {
            query: Cell::new(None),
            answer: Cell::new(None),
        }
    }

    /// The answer to a query.
    pub(crate) fn ask(&self, query: Q) -> impl Future<Output = A> {
        self.query.set(Some(query));
        future::poll_fn(|_| self.answer.take().map_or(Poll::Pending, Poll::Ready))
    }
}

/// Inquires about all items together, and returns the findings about each, in order. `answer` takes
/// one query of each unfinished inquiry, and returns an answer to each, in order.
///
/// # Panics
///
/// If an inquiry waits for anything but an answer, or if the number of answers is wrong.
pub(crate) fn run_inquiries<T, Q, A, F>(
    items: Vec<T>,
    inquire_about: impl AsyncFn(T, &Inquiry<Q, A>) -> F,
    mut answer: impl FnMut(&[Q]) -> Vec<A>,
) -> Vec<F> {
    let inquiries: Vec<Inquiry<Q, A>> = items.iter().map(|_| Inquiry::new()).collect();
    let mut runs = Vec::with_capacity(items.len());
    for (item, inquiry) in items.into_iter().zip(&inquiries) {
        runs.push(Run {
            inquiry,
            future: Box::pin(inquire_about(item, inquiry)),
            findings: None,
        });
    }
    loop {
        let queries: Vec<Q> = runs.iter_mut().filter_map(Run::resume).collect();
        if queries.is_empty() {
            return runs.into_iter().filter_map(|run| run.findings).collect();
        }
        let answers = answer(&queries);
        assert_eq!(answers.len(), queries.len(), "each query has one answer");
        let unfinished = runs.iter().filter(|run| run.findings.is_none());
        for (run, answer) in unfinished.zip(answers) {
            run.inquiry.answer.set(Some(answer));
        }
    }
}

/// An inquiry that runs, and the findings once it has ended.
struct Run<'a, R: Future, Q, A> {
    inquiry: &'a Inquiry<Q, A>,
    future: Pin<Box<R>>,
    findings: Option<R::Output>,
}

impl<R: Future, Q, A> Run<'_, R, Q, A> {
    /// Continues until the next query, which is returned, or until the end.
    fn resume(&mut self) -> Option<Q> {
        if self.findings.is_some() {
            return None;
        }
        // No one needs to be woken: `resume` is called when there is an answer.
        let mut context = Context::from_waker(Waker::noop());
        match self.future.as_mut().poll(&mut context) {
            Poll::Pending => {
                let query = self.inquiry.query.take();
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
    async fn halves(mut number: u32, inquiry: &Inquiry<u32, u32>) -> Vec<u32> {
        let mut halves = Vec::new();
        while number > 1 {
            number = inquiry.ask(number).await;
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
        let waits = async |_: u32, _: &Inquiry<u32, u32>| future::pending::<()>().await;
        run_inquiries(vec![1], waits, <[u32]>::to_vec);
    }
}
