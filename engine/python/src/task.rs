//! Work without the interpreter's lock: it can be interrupted and reports its progress; a panic becomes an exception.

use crate::PathlengthError;
use pyo3::prelude::*;
use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Interval at which the calling thread checks for signals and reports progress.
const TICK: Duration = Duration::from_millis(20);

/// The state that work in progress shares with the calling thread.
#[derive(Debug, Default)]
pub(crate) struct Task {
    stop: AtomicBool,
    done: AtomicU64,
    all: AtomicU64,
}

impl Task {
    /// Sets the finished amount of work and the total.
    pub(crate) fn set_progress(&self, done: u64, all: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }

    /// Returns the flag that ends the work.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Returns whether the work must end, because the caller no longer waits for its result.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Does short work on this thread.
pub(crate) fn short<T: Send, E: Display + Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> PyResult<T> {
    result(py.detach(|| catch_unwind(AssertUnwindSafe(work))))
}

/// Does long work on another thread, while this thread checks for signals and calls `progress` with the finished amount
/// of work and the total. After an exception, such as `KeyboardInterrupt`, this function returns at once; the work ends
/// at its next call of [`Task::is_stopped`].
pub(crate) fn long<T: Send + 'static, E: Display + Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Task) -> Result<T, E> + Send + 'static,
) -> PyResult<T> {
    let task = Arc::new(Task::default());
    let (send, mut receive) = channel();
    let own = task.clone();
    thread::spawn(move || {
        // After an exception, no thread waits for the result.
        let _ = send.send(catch_unwind(AssertUnwindSafe(|| work(&own))));
    });
    let mut reported = None;
    let mut report = || -> PyResult<()> {
        let now = (task.done.load(Ordering::Relaxed), task.all.load(Ordering::Relaxed));
        if let Some(progress) = progress.filter(|_| now.1 > 0 && reported != Some(now)) {
            reported = Some(now);
            progress.call1(now)?;
        }
        Ok(())
    };
    loop {
        let ended = py.detach(|| {
            let ended = receive.recv_timeout(TICK);
            (receive, ended)
        });
        receive = ended.0;
        match ended.1 {
            Ok(ended) => {
                let value = result(ended)?;
                report()?;
                return Ok(value);
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(exception) = py.check_signals().and_then(|()| report()) {
                    task.stop.store(true, Ordering::Relaxed);
                    return Err(exception);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Err(mistake("a thread ended without a result")),
        }
    }
}

fn result<T, E: Display>(ended: thread::Result<Result<T, E>>) -> PyResult<T> {
    match ended {
        Ok(result) => result.map_err(wrong),
        Err(panic) => Err(mistake(message(panic.as_ref()))),
    }
}

/// Returns the text of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason is known")
}

fn mistake(reason: &str) -> PyErr {
    wrong(format!("the engine failed because of a defect; report this with your input: {reason}"))
}

/// Returns an exception with an error's message.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PathlengthError::new_err(error.to_string())
}

/// Panics, for the test that a panic becomes an exception.
#[pyfunction(name = "_panic")]
pub(crate) fn panic_for_test(py: Python<'_>, is_long: bool) -> PyResult<()> {
    let work = || -> Result<(), String> { panic!("a test asked for it") };
    if is_long { long(py, None, move |_| work()) } else { short(py, work) }
}
