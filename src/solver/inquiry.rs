//! Runs many inquiries side by side, so that the engine can answer their queries together.
//!
//! An inquiry is written as if it ran alone: it makes a query, waits for the answer, and makes the
//! next query. The compiler turns this `async` function into a state machine that resumes once the
//! answer is there. Nothing else in the program is asynchronous.

use std::cell::Cell;
use std::future::{self, Future};
use std::task::{Context, Poll, Waker};

/// The query that an inquiry waits for, and the answer to it.
pub(crate) struct Inquiry<Q, A> {
    query: Cell<Option<Q>>,
    answer: Cell<Option<A>>,
}

impl<Q, A> Inquiry<Q, A> {
    /// The answer to a query.
    pub(crate) fn ask(&self, query: Q) -> impl Future<Output = A> {
        self.query.set(Some(query));
        future::poll_fn(|_| self.answer.take().map_or(Poll::Pending, Poll::Ready))
    }
}

/// Inquires about all items together, and returns the findings about each, in order. `answer` takes
/// one query of each unfinished inquiry, and returns an answer to each.
pub(crate) fn inquire<T, Q, A, F>(
    items: Vec<T>,
    inquire_about: impl AsyncFn(T, &Inquiry<Q, A>) -> F,
    mut answer: impl FnMut(&[Q]) -> Vec<A>,
) -> Vec<F> {
    let new = |_: &T| Inquiry {
        query: Cell::new(None),
        answer: Cell::new(None),
    };
    let inquiries: Vec<Inquiry<Q, A>> = items.iter().map(new).collect();
    let start = |(item, inquiry)| {
        (
            Box::pin(inquire_about(item, inquiry)),
            inquiry,
            Poll::Pending,
        )
    };
    let mut runs: Vec<_> = items.into_iter().zip(&inquiries).map(start).collect();
    let mut context = Context::from_waker(Waker::noop());
    loop {
        for (run, _, findings) in runs
            .iter_mut()
            .filter(|(.., findings)| findings.is_pending())
        {
            *findings = run.as_mut().poll(&mut context);
        }
        let queries: Vec<Q> = inquiries
            .iter()
            .filter_map(|inquiry| inquiry.query.take())
            .collect();
        if queries.is_empty() {
            let found = |findings| {
                if let Poll::Ready(found) = findings {
                    Some(found)
                } else {
                    None
                }
            };
            return runs
                .into_iter()
                .filter_map(|(.., findings)| found(findings))
                .collect();
        }
        let asking = runs.iter().filter(|(.., findings)| findings.is_pending());
        asking
            .zip(answer(&queries))
            .for_each(|((_, inquiry, _), answer)| inquiry.answer.set(Some(answer)));
    }
}
