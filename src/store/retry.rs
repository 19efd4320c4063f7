//! Waiting for a lock that another process holds.
//!
//! May use `error`. Invariant: nobody waits longer than [`patience`], and whoever gives up says that
//! the archive is busy.

use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::ErrorCode;

use crate::error::Result;

/// Between two looks at a lock. Short and even, because a writer that commits and begins again
/// leaves only moments in which others can step in; SQLite's own growing delays would
/// miss them.
const STEP: Duration = Duration::from_millis(2);

/// How long to wait for a lock: `CASEBOOK_BUSY_TIMEOUT` in milliseconds, else 30 seconds.
fn patience() -> Duration {
    static PATIENCE: LazyLock<Duration> = LazyLock::new(|| {
        let set = std::env::var("CASEBOOK_BUSY_TIMEOUT").ok().and_then(|text| text.parse().ok());
        Duration::from_millis(set.unwrap_or(30_000))
    });
    *PATIENCE
}

/// SQLite's busy handler: whether to look again, for the `attempt`-th time.
pub(super) fn wait(attempt: i32) -> bool {
    let attempt = u32::try_from(attempt).unwrap_or(u32::MAX);
    let again = STEP.saturating_mul(attempt) < patience();
    if again {
        sleep(STEP);
    }
    again
}

/// Repeats a step until it no longer meets a lock. Needed where SQLite does not ask the busy handler:
/// switching to WAL, recovering a log, committing beside readers of a rollback journal.
///
/// # Errors
/// What the step fails with; a busy archive only after [`patience`].
pub(super) fn until_free<T>(mut step: impl FnMut() -> rusqlite::Result<T>) -> Result<T> {
    let start = Instant::now();
    loop {
        match step() {
            Err(error) if is_busy(&error) && start.elapsed() < patience() => sleep(STEP * 5),
            result => return Ok(result?),
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed)
    )
}
