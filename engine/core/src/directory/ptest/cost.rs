//! Counts times costs: processor time, waits, and the throughputs that come out.

use super::super::{Format, MAX_NAME_BYTES};
use super::measure::{Mean, Measured, Measurement, Workbench};
use crate::lab::{Evaluation, ModelError, Term};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One of IBM's three workloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Workload {
    /// Repeated lookups.
    #[serde(rename = "ptestDL2")]
    Dl2,
    /// Lookups and directory reads.
    #[serde(rename = "ptestDL")]
    Dl,
    /// Create, update, remove, directory read and search.
    #[serde(rename = "ptestDU")]
    Du,
}

/// The processor that the workload ran on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Machine {
    /// IBM System z9.
    Z9,
    /// IBM zEnterprise 196.
    Z196,
}

/// The z/OS release whose code ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Release {
    /// z/OS V1R13.
    R13,
    /// z/OS V2R1.
    V2R1,
    /// z/OS V2R2.
    V2R2,
}

/// Where the tasks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plex {
    /// One system, which owns the file systems.
    Monoplex,
    /// A system of a sysplex that does not own them: another one does.
    Client,
}

/// One measurement to be predicted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    #[serde(default)]
    pub readdir_search: Option<bool>,
}

/// Costs and circumstances, one field a parameter of the lab. Times are microseconds of processor time on a z9.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// Bytes of a name.
    pub name_bytes: f64,
    /// Objects that the tasks work on in each directory.
    pub objects: f64,
    /// Vnodes that zFS keeps.
    pub vnodes: f64,
    /// Directories that share them in the search workloads.
    pub directories_search: f64,
    /// Directories that share them in the update workload.
    pub directories_update: f64,
    /// Processors that the tasks can keep busy.
    pub processors: f64,
    /// Tasks for each processor.
    pub tasks_per_processor: f64,
    /// One search of a v4 directory, without its pages.
    pub v4_search: f64,
    /// One search of a v5 directory, without its pages.
    pub v5_search: f64,
    /// One page probed, R13 code.
    pub page_probe_r13: f64,
    /// One page probed, later code.
    pub page_probe_v2r1: f64,
    /// A page of a v4 directory that has left the processor's cache: added to its probe.
    pub v4_page_fetch: f64,
    /// The same for a page of a v5 directory, which no earlier probe announced.
    pub v5_page_fetch: f64,
    /// Pages of a directory that stay in the processor's cache.
    pub processor_cache: f64,
    /// Page probes on a sysplex client cost so many times more.
    pub client_page_factor: f64,
    /// Added to each search on a sysplex client.
    pub client_search: f64,
    /// One name returned by a directory read, v4.
    pub v4_list_name: f64,
    /// One name returned by a directory read, v5.
    pub v5_list_name: f64,
    /// Added to each name returned on a sysplex client, R13 code.
    pub client_list_name_r13: f64,
    /// Building the vnode of a returned name that has none, R13 code.
    pub vnode_r13: f64,
    /// Directory reads for each lookup of ptestDL.
    pub reads_per_lookup: f64,
    /// Directory reads for each operation of ptestDU in a monoplex.
    pub reads_per_update: f64,
    /// Directory reads for each operation of ptestDU on a sysplex client.
    pub reads_per_update_client: f64,
    /// Fetching a returned name without vnode from the owner, later code, v4: the client's part.
    pub v4_fetch_name_client: f64,
    /// The owner's part.
    pub v4_fetch_name_owner: f64,
    /// The owner's part for v5.
    pub v5_fetch_name_owner: f64,
    /// One operation of ptestDU, beyond its searches.
    pub update: f64,
    /// The same on a sysplex client, v4: the client's part.
    pub v4_update_client: f64,
    /// The client's part for v5.
    pub v5_update_client: f64,
    /// The owner's part.
    pub update_owner: f64,
    /// Wait for the log in one operation of ptestDU, in microseconds.
    pub log_wait: f64,
    /// Wait for a page that is not in the metadata cache, in microseconds.
    pub page_wait: f64,
    /// Pages of a directory that stay in the metadata cache while ptestDU runs.
    pub metadata_cache: f64,
    /// A z196 is so many times faster than a z9.
    pub z196_speed: f64,
    /// Processor time of V2R2 code relative to V2R1.
    pub v2r2_path: f64,
    /// Processor time of an update of V2R2 code relative to V2R1, beyond `v2r2_path`.
    pub v2r2_update: f64,
    /// The same for the owner's part.
    pub v2r2_update_owner: f64,
    /// `log_wait` on the z196.
    pub z196_log_wait: f64,
    /// `page_wait` on the z196.
    pub z196_page_wait: f64,
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
        let wrong = [
            ("processors", self.processors),
            ("z196_speed", self.z196_speed),
            ("v2r2_path", self.v2r2_path),
            ("tasks_per_processor", self.tasks_per_processor),
        ]
        .into_iter()
        .find(|(_, value)| !(value.is_finite() && *value > 0.0));
        match wrong {
            Some((name, value)) => {
                Err(ModelError::new(format!("parameter {name} must be greater than 0; it is {value}")))
            }
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
    measured: BTreeMap<(Format, u64), Measured>,
    growing: BTreeMap<Format, Measurement>,
}

impl Model {
    /// A model with these costs, that has measured nothing yet.
    ///
    /// # Errors
    /// [`ModelError`] that names a cost out of range.
    pub fn new(costs: Costs) -> Result<Self, ModelError> {
        costs.check()?;
        Ok(Self { costs, bench: costs.workbench(), measured: BTreeMap::new(), growing: BTreeMap::new() })
    }

    /// Takes other costs. What was measured is kept unless names, objects or vnodes changed.
    ///
    /// # Errors
    /// As [`Model::new`].
    pub fn set_costs(&mut self, costs: Costs) -> Result<(), ModelError> {
        costs.check()?;
        if costs.workbench() != self.bench {
            *self = Self::new(costs)?;
        }
        self.costs = costs;
        Ok(())
    }

    /// Does a slice of the measuring that `scenario` needs; `true` when nothing is left to do.
    ///
    /// # Errors
    /// [`ModelError`] if the scenario makes no sense.
    pub fn prepare(&mut self, scenario: &Scenario) -> Result<bool, ModelError> {
        let key = key(scenario)?;
        let (format, names) = key;
        if self.measured.contains_key(&key) {
            return Ok(true);
        }
        if self.growing.get(&format).is_none_or(|growing| growing.filled() > names) {
            self.growing.insert(format, Measurement::new(format, self.bench)?);
        }
        let growing = self.growing.get_mut(&format).expect("a directory is growing");
        if !growing.fill(names)? {
            return Ok(false);
        }
        self.measured.insert(key, growing.measure()?);
        Ok(true)
    }

    /// Answers `scenario`, measuring first what is not known yet.
    ///
    /// # Errors
    /// As [`Model::prepare`].
    pub fn run(&mut self, scenario: &Scenario) -> Result<Outcome, ModelError> {
        while !self.prepare(scenario)? {}
        Ok(outcome(&self.costs, scenario, &self.measured[&key(scenario)?]))
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
        return Err(ModelError::new(format!(
            "a directory has 1 to {} names here; {} was asked for",
            Measurement::MOST_NAMES,
            scenario.names
        )));
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
        self.terms.push(Term { title: title.to_owned(), count, cost_us, time_us, place: place.to_owned() });
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
