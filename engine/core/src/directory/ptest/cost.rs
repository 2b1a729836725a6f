//! Counts times costs: processor time, waits, and the throughputs that come out.

use super::super::{Format, MAX_NAME_BYTES};
use super::measure::{Mean, Measured, Measurement, Workbench};
use crate::lab::{Evaluation, ModelError, Settings, Term, Word};

/// One of IBM's three workloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Repeated lookups.
    Dl2,
    /// Lookups and directory reads.
    Dl,
    /// Create, update, remove, directory read and search.
    Du,
}

/// The processor that the workload ran on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// IBM System z9.
    Z9,
    /// IBM zEnterprise 196.
    Z196,
}

/// The z/OS release whose code ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    /// z/OS V1R13.
    R13,
    /// z/OS V2R1.
    V2R1,
    /// z/OS V2R2.
    V2R2,
}

/// Where the tasks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plex {
    /// One system, which owns the file systems.
    Monoplex,
    /// A system of a sysplex that does not own them: another one does.
    Client,
}

impl Word for Workload {
    const WORDS: &'static [&'static str] = &["ptestDL2", "ptestDL", "ptestDU"];
    const MEANINGS: &'static [Self] = &[Self::Dl2, Self::Dl, Self::Du];
}

impl Word for Machine {
    const WORDS: &'static [&'static str] = &["z9", "z196"];
    const MEANINGS: &'static [Self] = &[Self::Z9, Self::Z196];
}

impl Word for Release {
    const WORDS: &'static [&'static str] = &["R13", "V2R1", "V2R2"];
    const MEANINGS: &'static [Self] = &[Self::R13, Self::V2R1, Self::V2R2];
}

impl Word for Plex {
    const WORDS: &'static [&'static str] = &["monoplex", "client"];
    const MEANINGS: &'static [Self] = &[Self::Monoplex, Self::Client];
}

impl Word for Format {
    const WORDS: &'static [&'static str] = &["v4", "v5"];
    const MEANINGS: &'static [Self] = &[Self::V4, Self::V5];
}

/// One measurement to be predicted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    /// What the tasks do.
    pub workload: Workload,
    /// On which machine.
    pub machine: Machine,
    /// With which code.
    pub release: Release,
    /// In directories of which format.
    pub format: Format,
    /// From where.
    pub plex: Plex,
    /// Names in each directory.
    pub names: f64,
    /// Whether a directory read on the client searches the directory for each name it returns and has no vnode for.
    /// `None`: as the release does it, which R13 does and later ones do not.
    pub readdir_search: Option<bool>,
}

impl Scenario {
    /// The scenario that `settings` describe; `readdir_search` may be left out.
    ///
    /// # Errors
    /// [`ModelError`] that names the setting that is missing, unknown or of the wrong kind.
    pub fn from_settings(settings: &Settings) -> Result<Self, ModelError> {
        const NAMES: [&str; 7] = ["workload", "machine", "release", "format", "plex", "names", "readdir_search"];
        settings.only(&NAMES)?;
        Ok(Self {
            workload: settings.word(NAMES[0])?,
            machine: settings.word(NAMES[1])?,
            release: settings.word(NAMES[2])?,
            format: settings.word(NAMES[3])?,
            plex: settings.word(NAMES[4])?,
            names: settings.number(NAMES[5])?,
            readdir_search: settings.switch(NAMES[6])?,
        })
    }
}

/// Declares the costs once: the fields, and how they are taken from a lab's parameters by name.
macro_rules! costs {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Costs and circumstances, one field a parameter of the lab. Times are microseconds of processor time on a z9.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Costs {
            $($(#[$doc])* pub $name: f64,)*
        }

        impl Costs {
            /// The names of the parameters.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Takes each parameter from `value`.
            ///
            /// # Errors
            /// [`ModelError`] that names a parameter that is missing or out of range.
            pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
                let mut values = [0.0; Self::NAMES.len()];
                for (place, name) in values.iter_mut().zip(Self::NAMES) {
                    *place = parameter(name, value)?;
                }
                let [$($name),*] = values;
                let costs = Self { $($name),* };
                costs.check()?;
                Ok(costs)
            }
        }
    };
}

fn parameter(name: &str, value: &dyn Fn(&str) -> Option<f64>) -> Result<f64, ModelError> {
    match value(name) {
        Some(value) if value.is_finite() && value >= 0.0 => Ok(value),
        Some(_) => Err(ModelError::new(format!("parameter {name} must be a number of 0 or more"))),
        None => Err(ModelError::new(format!("the lab has no parameter {name}, which the model needs"))),
    }
}

costs! {
    /// Bytes of a name.
    name_bytes,
    /// Objects that the tasks work on in each directory.
    objects,
    /// Vnodes that zFS keeps.
    vnodes,
    /// Directories that share them in the search workloads.
    directories_search,
    /// Directories that share them in the update workload.
    directories_update,
    /// Processors that the tasks can keep busy.
    processors,
    /// Tasks for each processor.
    tasks_per_processor,
    /// One search of a v4 directory, without its pages.
    v4_search,
    /// One search of a v5 directory, without its pages.
    v5_search,
    /// One page probed, R13 code.
    page_probe_r13,
    /// One page probed, later code.
    page_probe_v2r1,
    /// A page of a v4 directory that has left the processor's cache: added to its probe.
    v4_page_fetch,
    /// The same for a page of a v5 directory, which no earlier probe announced.
    v5_page_fetch,
    /// Pages of a directory that stay in the processor's cache.
    processor_cache,
    /// Page probes on a sysplex client cost so many times more.
    client_page_factor,
    /// Added to each search on a sysplex client.
    client_search,
    /// One name returned by a directory read, v4.
    v4_list_name,
    /// One name returned by a directory read, v5.
    v5_list_name,
    /// Added to each name returned on a sysplex client, R13 code.
    client_list_name_r13,
    /// Building the vnode of a returned name that has none, R13 code.
    vnode_r13,
    /// Directory reads for each lookup of ptestDL.
    reads_per_lookup,
    /// Directory reads for each operation of ptestDU in a monoplex.
    reads_per_update,
    /// Directory reads for each operation of ptestDU on a sysplex client.
    reads_per_update_client,
    /// Fetching a returned name without vnode from the owner, later code, v4: the client's part.
    v4_fetch_name_client,
    /// The owner's part.
    v4_fetch_name_owner,
    /// The owner's part for v5.
    v5_fetch_name_owner,
    /// One operation of ptestDU, beyond its searches.
    update,
    /// The same on a sysplex client, v4: the client's part.
    v4_update_client,
    /// The client's part for v5.
    v5_update_client,
    /// The owner's part.
    update_owner,
    /// Wait for the log in one operation of ptestDU, in microseconds.
    log_wait,
    /// Wait for a page that is not in the metadata cache, in microseconds.
    page_wait,
    /// Pages of a directory that stay in the metadata cache while ptestDU runs.
    metadata_cache,
    /// A z196 is so many times faster than a z9.
    z196_speed,
    /// Processor time of V2R2 code relative to V2R1.
    v2r2_path,
    /// Processor time of an update of V2R2 code relative to V2R1, beyond `v2r2_path`.
    v2r2_update,
    /// The same for the owner's part.
    v2r2_update_owner,
    /// `log_wait` on the z196.
    z196_log_wait,
    /// `page_wait` on the z196.
    z196_page_wait,
}

impl Costs {
    /// What the measured counts depend on.
    fn workbench(&self) -> Workbench {
        let share = |directories: f64| (self.vnodes / directories.max(1.0)) as u64;
        Workbench {
            name_bytes: (self.name_bytes as usize).min(MAX_NAME_BYTES),
            objects: (self.objects as u64).max(1),
            held_by_search: share(self.directories_search),
            held_by_update: share(self.directories_update),
        }
    }

    fn check(&self) -> Result<(), ModelError> {
        let divisors = [
            ("processors", self.processors),
            ("z196_speed", self.z196_speed),
            ("v2r2_path", self.v2r2_path),
            ("tasks_per_processor", self.tasks_per_processor),
        ];
        match divisors.into_iter().find(|(_, value)| *value <= 0.0) {
            Some((name, _)) => Err(ModelError::new(format!("parameter {name} must be greater than 0"))),
            None => Ok(()),
        }
    }
}

/// What the model answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Operations a second, all tasks together.
    pub external_throughput: f64,
    /// Operations in a second of processor time: of the whole monoplex, or of one processor of a sysplex.
    pub internal_throughput: f64,
    /// Processors kept busy; in a monoplex as a share of all of them.
    pub busy_processors: f64,
    /// Elapsed time of one operation divided by the operations under way on a processor's time, in microseconds.
    pub elapsed_us: f64,
    /// The summands of processor time.
    pub terms: Vec<Term>,
}

/// The measured directories and the costs.
#[derive(Debug)]
pub struct Model {
    costs: Costs,
    bench: Workbench,
    measured: Vec<((Format, u64), Measured)>,
    /// A directory of each format that grows from size to size.
    growing: [Option<Measurement>; 2],
}

impl Model {
    /// A model with these costs, that has measured nothing yet.
    pub fn new(costs: Costs) -> Self {
        Self { costs, bench: costs.workbench(), measured: Vec::new(), growing: [None, None] }
    }

    /// Takes other costs. What was measured is kept unless names, objects or vnodes changed.
    pub fn set_costs(&mut self, costs: Costs) {
        if costs.workbench() == self.bench {
            self.costs = costs;
        } else {
            *self = Self::new(costs);
        }
    }

    fn measured(&self, key: (Format, u64)) -> Option<&Measured> {
        self.measured.iter().find(|(known, _)| *known == key).map(|(_, measured)| measured)
    }

    /// Does a slice of the measuring that `scenario` needs; `true` when nothing is left to do.
    ///
    /// # Errors
    /// [`ModelError`] if the scenario makes no sense.
    pub fn prepare(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        let key = key(scenario)?;
        let (format, names) = key;
        if self.measured(key).is_some() {
            return Ok(true);
        }
        let place = &mut self.growing[usize::from(format == Format::V5)];
        let growing = match place {
            Some(growing) if growing.filled() <= names => growing,
            _ => place.insert(Measurement::new(format, self.bench)?),
        };
        if !growing.fill(names)? {
            return Ok(false);
        }
        self.measured.push((key, growing.measure()?));
        Ok(true)
    }

    /// Answers `scenario`, measuring first what is not known yet.
    ///
    /// # Errors
    /// As [`Model::prepare`].
    pub fn run(&mut self, scenario: &Scenario) -> Result<Outcome, ModelError> {
        let key = key(scenario)?;
        loop {
            if let Some(measured) = self.measured(key) {
                return Ok(outcome(&self.costs, scenario, measured));
            }
            self.prepare(scenario)?;
        }
    }

    /// As [`Model::run`], with the outputs by name.
    ///
    /// # Errors
    /// As [`Model::prepare`].
    pub fn evaluate(&mut self, scenario: &Scenario) -> Result<Evaluation, ModelError> {
        let outcome = self.run(scenario)?;
        Ok(Evaluation {
            outputs: vec![
                ("external_throughput", outcome.external_throughput),
                ("internal_throughput", outcome.internal_throughput),
                ("busy_processors", outcome.busy_processors),
                ("elapsed_us", outcome.elapsed_us),
            ],
            terms: outcome.terms,
        })
    }
}

/// What is measured for a scenario.
fn key(scenario: &Scenario) -> Result<(Format, u64), ModelError> {
    let most = Measurement::MOST_NAMES as f64;
    if !(scenario.names >= 1.0 && scenario.names <= most) {
        return Err(ModelError::new(format!("a directory has 1 to {} names here", Measurement::MOST_NAMES)));
    }
    if scenario.release == Release::R13 && scenario.format == Format::V5 {
        return Err(ModelError::new("R13 has no v5 directories; choose V2R1 or V2R2"));
    }
    Ok((scenario.format, scenario.names as u64))
}

/// Where a summand of processor time is spent.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// Where the tasks run.
    Here,
    /// On the owner of the file system.
    Owner,
}

/// Adds up the summands of one operation.
struct Bill<'a> {
    scenario: &'a Scenario,
    /// Time on this machine and release for one microsecond on a z9 with V2R1 code.
    scale: f64,
    terms: Vec<Term>,
    here_us: f64,
    owner_us: f64,
}

impl Bill<'_> {
    fn add(&mut self, title: &str, place: Place, count: f64, cost_us: f64) {
        if count == 0.0 || cost_us == 0.0 {
            return;
        }
        let cost_us = cost_us * self.scale;
        let time_us = count * cost_us;
        let place = match (place, self.scenario.plex) {
            (Place::Owner, _) => {
                self.owner_us += time_us;
                "owner"
            }
            (Place::Here, plex) => {
                self.here_us += time_us;
                if plex == Plex::Client { "client" } else { "monoplex" }
            }
        };
        self.terms.push(Term { title: title.to_owned(), count, cost_us, time_us, place });
    }

    /// `count` searches that do `mean` each.
    fn search(&mut self, costs: &Costs, title: &str, place: Place, measured: &Measured, count: f64, mean: &Mean) {
        let scenario = self.scenario;
        let client = place == Place::Here && scenario.plex == Plex::Client;
        let v5 = scenario.format == Format::V5;
        self.add(&format!("{title}: entry and exit"), place, count, if v5 { costs.v5_search } else { costs.v4_search });
        if client {
            self.add(&format!("{title}: on a sysplex client"), place, count, costs.client_search);
        }
        let probe = if scenario.release == Release::R13 { costs.page_probe_r13 } else { costs.page_probe_v2r1 };
        let factor = if client { costs.client_page_factor } else { 1.0 };
        let pages = count * (mean.pages + mean.levels);
        self.add(&format!("{title}: pages probed"), place, pages, probe * factor);
        let outside = (1.0 - costs.processor_cache / f64::from(measured.pages)).max(0.0);
        let fetch = if v5 { costs.v5_page_fetch } else { costs.v4_page_fetch };
        self.add(&format!("{title}: pages not in the processor's cache"), place, pages * outside, fetch * factor);
    }

    /// `count` directory reads that return `names` names, of which some have no vnode.
    fn read(&mut self, costs: &Costs, measured: &Measured, count: f64, names: f64, unheld: &(f64, Mean)) {
        let scenario = self.scenario;
        let v5 = scenario.format == Format::V5;
        let client = scenario.plex == Plex::Client;
        let r13 = scenario.release == Release::R13;
        let (unheld_names, search) = unheld;
        let returned = count * names;
        let list = if v5 { costs.v5_list_name } else { costs.v4_list_name };
        self.add("directory read: names returned", Place::Here, returned, list);
        if r13 {
            if client {
                self.add("directory read: names, client", Place::Here, returned, costs.client_list_name_r13);
            }
            self.add("directory read: vnodes built", Place::Here, count * unheld_names, costs.vnode_r13);
        } else if client {
            let (here, owner) = if v5 {
                (0.0, costs.v5_fetch_name_owner)
            } else {
                (costs.v4_fetch_name_client, costs.v4_fetch_name_owner)
            };
            self.add("directory read: names fetched", Place::Here, count * unheld_names, here);
            self.add("directory read: names fetched", Place::Owner, count * unheld_names, owner);
        }
        if client && scenario.readdir_search.unwrap_or(r13) {
            let searches = count * unheld_names;
            self.search(costs, "search for each name returned", Place::Here, measured, searches, search);
        }
    }
}

/// Updates of an operation of ptestDU: create and remove, of create, update, remove and search.
const UPDATES_PER_OPERATION: f64 = 0.5;
/// Lookups of an operation of ptestDU: before create, before remove, and the search.
const LOOKUPS_PER_OPERATION: f64 = 0.75;

fn outcome(costs: &Costs, scenario: &Scenario, measured: &Measured) -> Outcome {
    let z196 = scenario.machine == Machine::Z196;
    let v2r2 = scenario.release == Release::V2R2;
    let client = scenario.plex == Plex::Client;
    let v5 = scenario.format == Format::V5;
    let path = if v2r2 { costs.v2r2_path } else { 1.0 };
    let scale = if z196 { path / costs.z196_speed } else { path };
    let mut bill = Bill { scenario, scale, terms: Vec::new(), here_us: 0.0, owner_us: 0.0 };
    let mut wait_us = 0.0;
    match scenario.workload {
        Workload::Dl2 | Workload::Dl => {
            bill.search(costs, "lookup", Place::Here, measured, 1.0, &measured.lookup);
            if scenario.workload == Workload::Dl {
                bill.read(costs, measured, costs.reads_per_lookup, measured.listed as f64, &measured.unheld);
            }
        }
        Workload::Du => {
            let lookup = &measured.update_lookup;
            bill.search(costs, "lookup", Place::Here, measured, LOOKUPS_PER_OPERATION, lookup);
            let place = if client { Place::Owner } else { Place::Here };
            bill.search(costs, "create and remove", place, measured, UPDATES_PER_OPERATION, &measured.update);
            let (here, owner) = if v2r2 { (costs.v2r2_update, costs.v2r2_update_owner) } else { (1.0, 1.0) };
            if client {
                let cost = if v5 { costs.v5_update_client } else { costs.v4_update_client };
                bill.add("update: request and log", Place::Here, 1.0, cost * here);
                bill.add("update: request and log", Place::Owner, 1.0, costs.update_owner * owner);
            } else {
                bill.add("update: log", Place::Here, 1.0, costs.update * here);
            }
            let reads = if client { costs.reads_per_update_client } else { costs.reads_per_update };
            bill.read(costs, measured, reads, measured.listed_in_update as f64, &measured.unheld_in_update);
            let (log, page) =
                if z196 { (costs.z196_log_wait, costs.z196_page_wait) } else { (costs.log_wait, costs.page_wait) };
            // V2R2 has a new log method and a metadata cache without the limit of 31-bit storage.
            if !v2r2 {
                wait_us = log;
                if v5 {
                    wait_us += page * (1.0 - costs.metadata_cache / f64::from(measured.pages)).max(0.0);
                }
            }
        }
    }
    let service_us = bill.here_us / costs.processors;
    let busy = utilization(costs.tasks_per_processor, wait_us / service_us);
    let external_throughput = busy / service_us * 1e6;
    let cpu_us = if client { bill.here_us + bill.owner_us } else { service_us };
    Outcome {
        external_throughput,
        internal_throughput: 1e6 / cpu_us,
        busy_processors: external_throughput * cpu_us / 1e6,
        elapsed_us: service_us / busy,
        terms: bill.terms,
    }
}

/// How busy one processor is that `tasks` tasks share, each of which waits `ratio` times as long as it computes: the
/// machine-repairman model, 1 minus Erlang's loss formula.
fn utilization(tasks: f64, ratio: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..=(tasks.round() as u32).clamp(1, 64) {
        term *= ratio / f64::from(k);
        sum += term;
    }
    1.0 - term / sum
}
