//! Counters of `QUERY FILEPOOL STATUS`: a name with one value, or with the values before and after and their
//! difference.

use super::MeasurementError;
use super::line::{Line, PrintedNumber, Unit, bare, shown};
use std::collections::BTreeMap;

/// Maximum number of counters; a server has a few hundred.
const MAX_COUNTERS: usize = 2000;
const MAX_NAME_CHARACTERS: usize = 100;

/// Counters, queried once or twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counters {
    /// The counters, in the order of the text.
    pub list: Vec<Counter>,
    /// Elapsed time, in seconds, if the text contains it.
    pub elapsed_s: Option<f64>,
}

/// One counter.
#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    /// Name as printed, without the unit in parentheses.
    pub name: String,
    /// The unit in parentheses after the name.
    pub unit: String,
    /// Value; if there are two values, the value before the application ran.
    pub initial: f64,
    /// Value after the application ran, if the text contains it.
    pub last: Option<f64>,
    /// The difference as printed, if any.
    pub printed_delta: Option<f64>,
    /// Number of the line in which the counter first occurs.
    pub line: u32,
}

impl Counter {
    /// Returns the name in lowercase, without spaces or punctuation.
    pub fn key(&self) -> String {
        bare(&self.name)
    }

    /// Returns the difference between the values; `None` if a value is missing or the counter fell.
    pub fn delta(&self) -> Option<f64> {
        self.last.map(|last| last - self.initial).filter(|delta| *delta >= 0.0)
    }

    /// Returns whether the second value is smaller than the first, which indicates a restart of the server in between.
    pub fn fell(&self) -> bool {
        self.last.is_some_and(|last| last < self.initial)
    }

    /// Returns the time unit of the counter; `None` if the counter does not count time.
    pub fn time_unit(&self) -> Option<Unit> {
        match bare(&self.unit).as_str() {
            "msec" | "msecs" | "ms" | "milliseconds" => Some(Unit::Milliseconds),
            "sec" | "secs" | "s" | "seconds" => Some(Unit::Seconds),
            _ => None,
        }
    }
}

impl Counters {
    /// Returns whether no counter has a value from after the application ran.
    pub fn is_snapshot(&self) -> bool {
        self.list.iter().all(|counter| counter.last.is_none())
    }

    /// Joins the counters from before and after an application's run.
    ///
    /// # Errors
    /// Returns [`MeasurementError`] if no counter is in both.
    pub fn joined(mut self, after: &Self) -> Result<Self, MeasurementError> {
        let values: BTreeMap<_, _> = after.list.iter().map(|counter| (counter.key(), counter.initial)).collect();
        for counter in &mut self.list {
            counter.last = values.get(&counter.key()).copied();
        }
        self.elapsed_s = after.elapsed_s.or(self.elapsed_s);
        if self.is_snapshot() {
            let what = "the two texts have no counter in common: query the same counters both times";
            return Err(MeasurementError::Unreadable(what.to_owned()));
        }
        Ok(self)
    }
}

/// A reader that collects counters line by line.
#[derive(Debug, Default)]
pub(super) struct CounterReader {
    found: Counters,
    places: BTreeMap<String, usize>,
}

impl CounterReader {
    /// Parses a line with a counter or an elapsed time; returns `false` for any other line.
    pub(super) fn take(&mut self, line: &Line) -> Result<bool, MeasurementError> {
        if line.has("elapsed time is") {
            return self.elapsed(line);
        }
        line.check_numbers(0)?;
        let values: Vec<f64> = line.numbers(0).iter().map(|number| number.value).collect();
        let (initial, last, printed_delta) = match values[..] {
            [] => return Ok(false),
            [value] => (value, None, None),
            [initial, last] => (initial, Some(last), None),
            [initial, last, delta] => (initial, Some(last), Some(delta)),
            _ => {
                return Err(line.wrong(&format!(
                    "the line has {} numbers: a counter has one value, or the values before and after and their \
                     difference, followed by its name",
                    values.len()
                )));
            }
        };
        let (name, unit) = named(line, values.len())?;
        self.add(line, Counter { name, unit, initial, last, printed_delta, line: line.number })?;
        Ok(true)
    }

    /// Returns the counters; `None` if the text contains no counter.
    pub(super) fn finish(self) -> Option<Counters> {
        (!self.found.list.is_empty()).then_some(self.found)
    }

    fn elapsed(&mut self, line: &Line) -> Result<bool, MeasurementError> {
        let mut words = line.words.iter().skip_while(|word| PrintedNumber::read(word).is_none());
        // The measuring program prints the elapsed time with a number: a line with these words but no number is
        // ignored.
        let Some(value) = words.next().and_then(|word| PrintedNumber::read(word)) else { return Ok(false) };
        let unit = words.next().map(|word| bare(word)).unwrap_or_default();
        let seconds =
            match unit.as_str() {
                "" | "s" | "sec" | "secs" | "second" | "seconds" => value.value,
                "ms" | "msec" | "milliseconds" => value.value / 1000.0,
                _ => return Err(line.wrong(
                    "the elapsed time has an unknown unit: give it in seconds, such as “Elapsed time is 1.3 seconds”",
                )),
            };
        self.found.elapsed_s = Some(seconds);
        Ok(true)
    }

    /// Adds a counter. If the counter already exists, the line was printed after the application ran.
    fn add(&mut self, line: &Line, counter: Counter) -> Result<(), MeasurementError> {
        let list = &mut self.found.list;
        match self.places.get(&counter.key()) {
            None if list.len() == MAX_COUNTERS => {
                return Err(line.wrong(&format!("there are more than {MAX_COUNTERS} counters: remove some")));
            }
            None => {
                self.places.insert(counter.key(), list.len());
                list.push(counter);
            }
            Some(&at) if list[at].last.is_none() && counter.last.is_none() => list[at].last = Some(counter.initial),
            Some(&at) => {
                return Err(line.wrong(&format!(
                    "“{}” is already on line {}, with its value after the application: paste one measurement at \
                     a time",
                    counter.name, list[at].line
                )));
            }
        }
        Ok(())
    }
}

/// Returns the name of a counter, which follows the numbers, and the unit in parentheses after the name.
fn named(line: &Line, numbers: usize) -> Result<(String, String), MeasurementError> {
    let text = line.words[numbers..].join(" ");
    let (name, unit) = match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((name, unit)) => (name.trim(), unit.trim()),
        None => (text.as_str(), ""),
    };
    if bare(name).is_empty() {
        return Err(line.wrong(&format!(
            "{} has no name: a counter is a value and its name, such as “14 Refresh Directory Requests”",
            shown(line.words[0])
        )));
    }
    if text.len() > MAX_NAME_CHARACTERS {
        return Err(line.wrong(&format!("a counter name is too long: give at most {MAX_NAME_CHARACTERS} characters")));
    }
    let plain = |text: &str| text.chars().filter(|c| !c.is_control()).collect();
    Ok((plain(name), plain(unit)))
}
