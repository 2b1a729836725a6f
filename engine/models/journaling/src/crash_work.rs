//! Parameters of a lab for the work before a power failure, and for the writes that survive it.

use pathlength_model::{ModelError, costs};

costs! {
    /// Work before power failures, with one field per parameter of the lab.
    CrashWork;
    /// Mean pause between the operations of the crash experiment, in seconds.
    experiment_pause_s = |_| Some(0.4),
    /// Mean pause between the operations of all clients in the crash study, in seconds.
    crash_pause_s = |_| Some(0.04),
    /// Number of operations in a stream of the crash experiment.
    experiment_operations = |_| Some(60.0),
    /// Duration of the crash study's work, in seconds.
    crash_work_s = |_| Some(90.0),
    /// Number of clients in the crash study, each with a separate directory.
    crash_clients = |_| Some(4.0),
    /// Maximum disk time of a request in the crash study, in milliseconds.
    crash_request_ms = |_| Some(2.0),
    /// Number of crashes in the study, at random times.
    crashes = |_| Some(10.0),
    /// Share of the crash study's work that is done before the earliest power failure, in percent.
    earliest_crash_percent = |value| value("crash_from").or(Some(50.0)),
    /// Age at which a submitted write is certainly on the medium, in seconds; some younger writes are on the medium,
    /// too.
    crash_settled_s = |_| Some(0.5),
    /// Probability that an unflushed write is on the medium, in percent.
    unflushed_survival = |_| Some(50.0),
}

impl CrashWork {
    fn check(&self) -> Result<(), ModelError> {
        let shares =
            [("earliest_crash_percent", self.earliest_crash_percent), ("unflushed_survival", self.unflushed_survival)];
        if let Some((name, value)) = shares.into_iter().find(|(_, value)| *value > 100.0) {
            return Err(ModelError::new(format!("{name} is {value} %: give at most 100 %")));
        }
        let counts = [
            ("experiment_operations", self.experiment_operations),
            ("crash_clients", self.crash_clients),
            ("crashes", self.crashes),
        ];
        let is_count = |value: f64| (1.0..=1000.0).contains(&value) && value.fract() == 0.0;
        if let Some((name, value)) = counts.into_iter().find(|(_, value)| !is_count(*value)) {
            return Err(ModelError::new(format!("{name} is {value}: give a whole number from 1 to 1,000")));
        }
        let times = [
            ("crash_work_s", self.crash_work_s),
            ("crash_request_ms", self.crash_request_ms),
            ("crash_settled_s", self.crash_settled_s),
        ];
        if let Some((name, value)) = times.into_iter().find(|(_, value)| !(0.001..=1e6).contains(value)) {
            return Err(ModelError::new(format!("{name} is {value}: give a number from 0.001 to 1,000,000")));
        }
        // With these pauses, even the longest run ends within the clock's range.
        let accepted = 1e-3..=1000.0;
        let pauses = [("experiment_pause_s", self.experiment_pause_s), ("crash_pause_s", self.crash_pause_s)];
        if let Some((name, value)) = pauses.into_iter().find(|(_, value)| !accepted.contains(value)) {
            return Err(ModelError::new(format!("{name} is {value} s: give 0.001 to 1,000 s")));
        }
        Ok(())
    }
}
