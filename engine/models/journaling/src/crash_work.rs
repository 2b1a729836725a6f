//! Parameters of a lab for the work before a power failure, and for the writes that survive it.

use pathlength_model::{ModelError, costs};

costs! {
    /// Work before power failures, one field per parameter of the lab.
    CrashWork;
    /// Mean pause between the operations of the crash experiment, in seconds.
    experiment_pause_s = |_| Some(0.4),
    /// Mean pause between the operations of all clients in the crash study, in seconds.
    crash_pause_s = |_| Some(0.04),
    /// Share of the work of the crash study before the earliest power failure, in percent.
    crash_from = |_| Some(50.0),
    /// Chance of a write that no flush has secured to be on the medium, in percent.
    unflushed_survival = |_| Some(50.0),
}

impl CrashWork {
    fn check(&self) -> Result<(), ModelError> {
        if self.crash_from.max(self.unflushed_survival) > 100.0 {
            return Err(ModelError::new("crash_from or unflushed_survival is too large: give at most 100 %"));
        }
        // The longest run still ends within the clock's range.
        let accepted = 1e-3..=1000.0;
        if !accepted.contains(&self.experiment_pause_s) || !accepted.contains(&self.crash_pause_s) {
            return Err(ModelError::new("experiment_pause_s or crash_pause_s is out of range: give 0.001 to 1,000 s"));
        }
        Ok(())
    }
}
