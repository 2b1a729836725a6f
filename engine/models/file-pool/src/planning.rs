//! The published rules of thumb for a file pool: number of users, restore time, number of pages, and sufficient agents.
//!
//! The rules come from the lab's parameters. Without a published rule, nothing is computed.

use pathlength_model::{ModelError, costs, require_positive};
use serde::{Deserialize, Serialize};

costs! {
    /// Rules of thumb; each field is a parameter of the lab.
    Rules;
    /// Maximum number of active users of a file pool.
    users_per_active,
    /// Control data restored per minute, in MB.
    restore_rate,
    /// Files, directories, and aliases restored per minute.
    restore_objects,
    /// Log blocks replayed per minute.
    redo_rate,
    /// Total server utilization, in percent, below which there is no significant problem.
    harmless_utilization,
    /// Mean number of requests in a server below which the server counts as idle.
    idle_requests,
    /// Maximum mean I/O time of a working disk, in milliseconds.
    longest_io_ms,
}

impl Rules {
    fn check(&self) -> Result<(), ModelError> {
        require_positive(&[
            ("restore_rate", self.restore_rate),
            ("restore_objects", self.restore_objects),
            ("redo_rate", self.redo_rate),
        ])
    }
}

/// A planning question.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "about", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlanningQuestion {
    /// Recommended maximum number of users of one read-write file pool.
    Users {
        /// Users in the system's directory who will use SFS.
        defined: f64,
        /// Mean number of users who interact within a minute at peak load.
        active: f64,
    },
    /// Time to restore the control data.
    Restore {
        /// Size of the control data, in MB.
        size_mb: f64,
        /// Files, directories, and aliases.
        objects: f64,
        /// Log blocks written since the backup.
        log_blocks: f64,
    },
    /// Whether a reservation of pages is large enough.
    Reserve {
        /// Estimated working set of the server, in pages.
        working_set: f64,
        /// Pages of the working set that are currently resident.
        resident: f64,
        /// Pages to be reserved.
        reserved: f64,
    },
    /// Whether there are enough agents.
    Agents {
        /// Total number of agents.
        total: f64,
        /// Highest number of active agents.
        highest: f64,
    },
}

/// A figure of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PlanFigure {
    /// Title.
    pub title: &'static str,
    /// Value.
    pub value: f64,
    /// Unit.
    pub unit: &'static str,
}

/// An error in a field of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FieldError {
    /// The field of the question.
    pub field: &'static str,
    /// The error and its fix, as a sentence.
    pub problem: String,
}

/// The answer to a question, or the errors in its fields; if there are errors, there are no figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Plan {
    /// The figures, the most important figure first.
    pub amounts: Vec<PlanFigure>,
    /// The conclusion, in a sentence.
    pub said: &'static str,
    /// The errors in the fields.
    pub problems: Vec<FieldError>,
}

/// Maximum value of a field: larger than any number in a file pool.
const MAX_VALUE: f64 = 1e12;

/// The errors found in the fields of a question.
#[derive(Default)]
struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    fn add(&mut self, field: &'static str, problem: &str) {
        self.0.push(FieldError { field, problem: problem.to_owned() });
    }

    /// Checks that a number is from `min` to [`MAX_VALUE`], and that it is a whole number if `whole` is set.
    fn check_number(&mut self, field: &'static str, title: &str, value: f64, min: f64, whole: bool) {
        if value > MAX_VALUE {
            self.add(field, &format!("{title} must be at most 1,000,000,000,000."));
        } else if !(min..=MAX_VALUE).contains(&value) || (whole && libm::floor(value).to_bits() != value.to_bits()) {
            let kind = if whole { "a whole number" } else { "a number" };
            self.add(field, &format!("{title} must be {kind} of {min} or more."));
        }
    }

    fn plan(self, answer: impl FnOnce() -> (Vec<PlanFigure>, &'static str)) -> Plan {
        if !self.0.is_empty() {
            return Plan { problems: self.0, ..Plan::default() };
        }
        let (amounts, said) = answer();
        Plan { amounts, said, problems: self.0 }
    }
}

const fn figure(title: &'static str, value: f64, unit: &'static str) -> PlanFigure {
    PlanFigure { title, value, unit }
}

/// Returns a figure that is a count; its unit is plural unless the value is 1.
const fn count(title: &'static str, value: f64, one: &'static str, many: &'static str) -> PlanFigure {
    figure(title, value, if value.to_bits() == 1.0_f64.to_bits() { one } else { many })
}

/// Answers a question according to the published rules, or names the fields with errors.
pub fn plan(question: &PlanningQuestion, rules: &Rules) -> Plan {
    match *question {
        PlanningQuestion::Users { defined, active } => users(defined, active, rules),
        PlanningQuestion::Restore { size_mb, objects, log_blocks } => restore(size_mb, objects, log_blocks, rules),
        PlanningQuestion::Reserve { working_set, resident, reserved } => reserve(working_set, resident, reserved),
        PlanningQuestion::Agents { total, highest } => agents(total, highest),
    }
}

fn users(defined: f64, active: f64, rules: &Rules) -> Plan {
    let mut errors = FieldErrors::default();
    errors.check_number("defined", "The number of users that will use SFS", defined, 1.0, true);
    errors.check_number("active", "The number of active users", active, 1.0, false);
    if active > defined {
        errors.add("active", "The number of active users exceeds the number of users: correct one of the numbers.");
    }
    errors.plan(|| {
        let max_users = libm::floor(defined / active * rules.users_per_active);
        let pools = libm::ceil(defined / max_users);
        let amounts = vec![
            count("Maximum users per file pool", max_users, "user", "users"),
            count("Minimum number of file pools", pools, "file pool", "file pools"),
        ];
        (amounts, "Watch involuntary rollbacks and checkpoints: they show whether a file pool has too many users.")
    })
}

fn restore(size_mb: f64, objects: f64, log_blocks: f64, rules: &Rules) -> Plan {
    let mut errors = FieldErrors::default();
    errors.check_number("size_mb", "The size of the control data", size_mb, 0.0, false);
    errors.check_number("objects", "The number of objects", objects, 0.0, true);
    errors.check_number("log_blocks", "The number of log blocks", log_blocks, 0.0, true);
    errors.plan(|| {
        let (by_size, by_objects) = (size_mb / rules.restore_rate, objects / rules.restore_objects);
        let redo = log_blocks / rules.redo_rate;
        let copy = by_size.max(by_objects);
        let amounts = vec![
            figure("Time to restore the control data", copy + redo, "min"),
            figure("Restoring by size", by_size, "min"),
            figure("Restoring by objects", by_objects, "min"),
            figure("Replaying the log", redo, "min"),
        ];
        let said = if redo > copy {
            "Replaying the log takes most of the time: more frequent backups shorten the replay."
        } else if by_objects > by_size {
            "The number of objects determines the time: a smaller file pool is restored sooner."
        } else {
            "The size determines the time: a smaller file pool is restored sooner."
        };
        (amounts, said)
    })
}

fn reserve(working_set: f64, resident: f64, reserved: f64) -> Plan {
    let mut errors = FieldErrors::default();
    errors.check_number("working_set", "The estimated working set", working_set, 1.0, true);
    errors.check_number("resident", "The number of resident pages", resident, 0.0, true);
    errors.check_number("reserved", "The number of pages to reserve", reserved, 0.0, true);
    errors.plan(|| {
        let amounts = vec![
            count("Pages reserved above the estimated working set", reserved - working_set, "page", "pages"),
            count(
                "Pages of the working set that are not currently resident",
                (working_set - resident).max(0.0),
                "page",
                "pages",
            ),
        ];
        let said = if reserved > working_set {
            "The number of pages to reserve exceeds the estimated working set, as in the case study. \
             The best surplus is not known: measure again."
        } else {
            "Reserve more pages than the estimated working set: with this number, the server still waits for pages."
        };
        (amounts, said)
    })
}

fn agents(total: f64, highest: f64) -> Plan {
    let mut errors = FieldErrors::default();
    errors.check_number("total", "The total number of agents", total, 1.0, true);
    errors.check_number("highest", "The highest number of active agents", highest, 0.0, true);
    if highest > total {
        errors.add("highest", "The number of active agents exceeds the number of agents: correct one of the numbers.");
    }
    errors.plan(|| {
        let said = if total - highest < 1.0 {
            "All agents were active at once: the server is overloaded. Raise USERS."
        } else {
            "The server never needed all its agents at once. Raise USERS when the highest number approaches the total."
        };
        (vec![count("Agents that were never needed", total - highest, "agent", "agents")], said)
    })
}
