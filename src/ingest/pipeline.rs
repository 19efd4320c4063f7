//! Work spread over threads, its results in the order of the input.
//!
//! Uses nothing of the crate. Invariant: at most `ahead` items are read but not yet taken, so memory
//! does not grow with the input.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// The results, in the order of the input.
#[derive(Debug)]
pub(crate) struct Ordered<T> {
    slots: Receiver<Receiver<T>>,
}

/// What [`Ordered::next_before`] came to.
#[derive(Debug)]
pub(crate) enum Next<T> {
    Item(T),
    /// None was there in time.
    Late,
    End,
}

impl<T> Ordered<T> {
    /// The next result, unless the input has not yielded another item by then.
    pub fn next_before(&mut self, deadline: Instant) -> Next<T> {
        match self.slots.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(slot) => slot.recv().map_or(Next::End, Next::Item),
            Err(RecvTimeoutError::Timeout) => Next::Late,
            Err(RecvTimeoutError::Disconnected) => Next::End,
        }
    }
}

impl<T> Iterator for Ordered<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        // A slot that is never filled belongs to a worker that panicked; joining it says so.
        self.slots.recv().ok()?.recv().ok()
    }
}

/// Reads `items` on one thread, runs each through one of the `workers` on its own thread, and hands the
/// results to `take`. Ends early if `take` returns early.
pub(crate) fn ordered<I, T, W, R>(
    items: impl Iterator<Item = I> + Send,
    workers: Vec<W>,
    ahead: usize,
    take: impl FnOnce(&mut Ordered<T>) -> R,
) -> R
where
    I: Send,
    T: Send,
    W: FnMut(I) -> T + Send,
{
    let (slots, ordered) = sync_channel(ahead);
    let (jobs, queue) = channel::<(I, SyncSender<T>)>();
    let queue = Mutex::new(queue);
    thread::scope(|scope| {
        scope.spawn(move || {
            for item in items {
                let (result, slot) = sync_channel(1);
                if slots.send(slot).is_err() || jobs.send((item, result)).is_err() {
                    break;
                }
            }
        });
        for mut work in workers {
            let queue = &queue;
            scope.spawn(move || {
                let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok((item, result)) = next() {
                    // Nobody waits for it if `take` has returned early.
                    let _ = result.send(work(item));
                }
            });
        }
        let mut results = Ordered { slots: ordered };
        take(&mut results)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn square_slowly(n: u64) -> u64 {
        thread::sleep(Duration::from_micros(n % 7 * 100));
        n * n
    }

    #[test]
    fn results_keep_the_order_of_the_input() {
        for workers in [1, 4] {
            let squares: Vec<u64> = ordered(0..100, vec![square_slowly; workers], 8, |r| r.collect());
            assert_eq!(squares, (0..100).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn taking_no_more_ends_the_reading() {
        let first = ordered(0.., vec![square_slowly; 2], 4, |results| results.nth(3));
        assert_eq!(first, Some(9));
    }

    #[test]
    fn who_waits_for_slow_input_is_told() {
        let (feed, input) = channel();
        ordered(input.into_iter(), vec![square_slowly], 4, move |results| {
            let soon = || Instant::now() + Duration::from_millis(5);
            assert!(matches!(results.next_before(soon()), Next::Late));
            feed.send(3).expect("the reader is there");
            let in_time = Instant::now() + Duration::from_mins(1);
            assert!(matches!(results.next_before(in_time), Next::Item(9)));
            drop(feed);
            assert!(matches!(results.next_before(in_time), Next::End));
        });
    }
}
