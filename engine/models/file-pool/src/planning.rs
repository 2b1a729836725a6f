//! The published rules of thumb for a file pool: how many users, how long a restore, how many pages, enough agents.
//!
//! Rules come from the lab's parameters. Where none was published, nothing is computed.

use pathlength_model::{ModelError, costs};
use serde::{Deserialize, Serialize};

costs! {
    /// Rules of thumb, one field a parameter of the lab.
    Rules;
    /// Users in a file pool for each user defined, times users active.
    users_per_active,
    /// Control data restored, in MB a minute.
    restore_rate,
    /// Files, directories and aliases restored in a minute.
    restore_objects,
    /// Log blocks applied again in a minute.
    redo_rate,
    /// A total server utilization below this is no significant problem, in percent.
    harmless_utilization,
    /// A server with fewer requests in it on average is idle.
    idle_requests,
    /// A disk whose I/O takes longer on average has failed, in milliseconds.
    longest_io_ms,
}

impl Rules {
    fn check(&self) -> Result<(), ModelError> {
        let divisors = [
            ("restore_rate", self.restore_rate),
            ("restore_objects", self.restore_objects),
            ("redo_rate", self.redo_rate),
        ];
        match divisors.into_iter().find(|(_, value)| *value <= 0.0) {
            Some((name, _)) => Err(ModelError::new(format!("parameter {name} must be greater than 0"))),
            None => Ok(()),
        }
    }
}

/// What is to be planned.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "about", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlanningQuestion {
    /// Users that one read-write file pool should have at most.
    Users {
        /// Users in the system's directory that will use SFS.
        defined: f64,
        /// Users that interact within a minute at peak, on average.
        active: f64,
    },
    /// How long it takes to restore control data.
    Restore {
        /// Size of the control data, in MB.
        size_mb: f64,
        /// Files, directories and aliases.
        objects: f64,
        /// Log blocks written since the backup.
        log_blocks: f64,
    },
    /// Whether a reservation of pages is large enough.
    Reserve {
        /// Estimated working set of the server, in pages.
        working_set: f64,
        /// Pages of it that are resident now.
        resident: f64,
        /// Pages to be reserved.
        reserved: f64,
    },
    /// Whether there are enough agents.
    Agents {
        /// Total number of agents.
        total: f64,
        /// Highest value of active agents.
        highest: f64,
    },
}

/// One number of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Amount {
    /// What it is.
    pub title: &'static str,
    /// How much.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
}

/// What is wrong with one number of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FieldProblem {
    /// The field of the question.
    pub field: &'static str,
    /// What to do, as a sentence.
    pub problem: String,
}

/// An answer, or what is wrong with the question: then there are no amounts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Plan {
    /// The numbers, the most important one first.
    pub amounts: Vec<Amount>,
    /// What follows, in a sentence.
    pub said: &'static str,
    /// What is wrong, field by field.
    pub problems: Vec<FieldProblem>,
}

/// No number of a file pool is larger.
const MOST: f64 = 1e12;

/// Collects what is wrong with the numbers of a question.
#[derive(Default)]
struct Fields(Vec<FieldProblem>);

impl Fields {
    fn wrong(&mut self, field: &'static str, problem: &str) {
        self.0.push(FieldProblem { field, problem: problem.to_owned() });
    }

    /// A number from `least` on. Whole numbers count things.
    fn number(&mut self, field: &'static str, title: &str, value: f64, least: f64, whole: bool) {
        if !(least..=MOST).contains(&value) || (whole && libm::floor(value).to_bits() != value.to_bits()) {
            let kind = if whole { "a whole number" } else { "a number" };
            self.wrong(field, &format!("{title} must be {kind} of {least} or more."));
        }
    }

    fn plan(self, answer: impl FnOnce() -> (Vec<Amount>, &'static str)) -> Plan {
        if !self.0.is_empty() {
            return Plan { problems: self.0, ..Plan::default() };
        }
        let (amounts, said) = answer();
        Plan { amounts, said, problems: self.0 }
    }
}

const fn amount(title: &'static str, value: f64, unit: &'static str) -> Amount {
    Amount { title, value, unit }
}

/// Answers a question by the published rules, or says which of its numbers make no sense.
pub fn plan(question: &PlanningQuestion, rules: &Rules) -> Plan {
    match *question {
        PlanningQuestion::Users { defined, active } => users(defined, active, rules),
        PlanningQuestion::Restore { size_mb, objects, log_blocks } => restore(size_mb, objects, log_blocks, rules),
        PlanningQuestion::Reserve { working_set, resident, reserved } => reserve(working_set, resident, reserved),
        PlanningQuestion::Agents { total, highest } => agents(total, highest),
    }
}

fn users(defined: f64, active: f64, rules: &Rules) -> Plan {
    let mut fields = Fields::default();
    fields.number("defined", "The number of users that will use SFS", defined, 1.0, true);
    fields.number("active", "The number of active users", active, 1.0, false);
    if active > defined {
        fields.wrong("active", "There cannot be more active users than users.");
    }
    fields.plan(|| {
        let most = libm::floor(defined / active * rules.users_per_active);
        let pools = libm::ceil(defined / most);
        let amounts = vec![
            amount("Users enrolled in one file pool, at most", most, "users"),
            amount("File pools for all of them, at least", pools, "file pools"),
        ];
        (amounts, "Watch involuntary rollbacks and checkpoints: they show whether a file pool has too many users.")
    })
}

fn restore(size_mb: f64, objects: f64, log_blocks: f64, rules: &Rules) -> Plan {
    let mut fields = Fields::default();
    fields.number("size_mb", "The size of the control data", size_mb, 0.0, false);
    fields.number("objects", "The number of objects", objects, 0.0, true);
    fields.number("log_blocks", "The number of log blocks", log_blocks, 0.0, true);
    fields.plan(|| {
        let (by_size, by_objects) = (size_mb / rules.restore_rate, objects / rules.restore_objects);
        let redo = log_blocks / rules.redo_rate;
        let copy = by_size.max(by_objects);
        let amounts = vec![
            amount("Control data are back after", copy + redo, "min"),
            amount("Restoring by size", by_size, "min"),
            amount("Restoring by objects", by_objects, "min"),
            amount("Applying the log", redo, "min"),
        ];
        let said = if redo > copy {
            "Applying the log takes the larger part: more frequent backups make it shorter."
        } else if by_objects > by_size {
            "The number of objects decides: a smaller file pool is back sooner."
        } else {
            "The size decides: a smaller file pool is back sooner."
        };
        (amounts, said)
    })
}

fn reserve(working_set: f64, resident: f64, reserved: f64) -> Plan {
    let mut fields = Fields::default();
    fields.number("working_set", "The estimated working set", working_set, 1.0, true);
    fields.number("resident", "The number of resident pages", resident, 0.0, true);
    fields.number("reserved", "The number of pages to reserve", reserved, 0.0, true);
    fields.plan(|| {
        let amounts = vec![
            amount("Pages reserved above the estimated working set", reserved - working_set, "pages"),
            amount("Pages of the working set that are not resident now", (working_set - resident).max(0.0), "pages"),
        ];
        let said = if reserved > working_set {
            "More pages are reserved than the server is estimated to need, as in the case study. \
             How many more is best is not known: measure again."
        } else {
            "Reserve more pages than the estimated working set: with these the server still waits for pages."
        };
        (amounts, said)
    })
}

fn agents(total: f64, highest: f64) -> Plan {
    let mut fields = Fields::default();
    fields.number("total", "The total number of agents", total, 1.0, true);
    fields.number("highest", "The highest value of active agents", highest, 0.0, true);
    if highest > total {
        fields.wrong("highest", "No more agents can be active than there are.");
    }
    fields.plan(|| {
        let said = if total - highest < 1.0 {
            "All agents were active at once: the server is overloaded. Raise USERS."
        } else {
            "The server never needed all its agents at once. Raise USERS when the highest value comes close to the total."
        };
        (vec![amount("Agents that were never needed", total - highest, "agents")], said)
    })
}
