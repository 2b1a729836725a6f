//! Counts times costs: processor time here and on the owner, waits, and the throughputs that come out.

use super::cost::Costs;
use super::measure::{Mean, Measured};
use super::scenario::{Machine, Plex, Release, Scenario, Workload};
use crate::directory::Format;
use pathlength_model::Term;

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
        self.terms.push(Term {
            title: title.to_owned(),
            count,
            cost_us,
            time_us,
            place,
            part_of: &super::model::OUTPUT_NAMES,
        });
    }

    /// `count` searches that do `mean` each.
    fn search(&mut self, costs: &Costs, title: &str, place: Place, measured: &Measured, count: f64, mean: &Mean) {
        let scenario = self.scenario;
        let client = place == Place::Here && scenario.plex == Plex::Client;
        let v5 = scenario.format == Format::V5;
        self.add(&format!("{title}: entry and exit"), place, count, if v5 { costs.v5_search } else { costs.v4_search });
        if client {
            self.add(&format!("{title}: sysplex overhead"), place, count, costs.client_search);
        }
        let probe = if scenario.release == Release::R13 { costs.page_probe_r13 } else { costs.page_probe_v2r1 };
        let factor = if client { costs.client_page_factor } else { 1.0 };
        let pages = count * (mean.pages + mean.levels);
        self.add(&format!("{title}: pages probed"), place, pages, probe * factor);
        let outside = (1.0 - costs.processor_cache / f64::from(measured.pages)).max(0.0);
        let fetch = if v5 { costs.v5_page_fetch } else { costs.v4_page_fetch };
        self.add(&format!("{title}: pages not in the processor's cache"), place, pages * outside, fetch * factor);
    }

    /// `count` reads of the directory.
    fn read(&mut self, costs: &Costs, measured: &Measured, count: f64) {
        let scenario = self.scenario;
        let v5 = scenario.format == Format::V5;
        let client = scenario.plex == Plex::Client;
        let r13 = scenario.release == Release::R13;
        let (unheld_names, search) = &measured.unheld;
        let returned = count * measured.listed as f64;
        let list = if v5 { costs.v5_list_name } else { costs.v4_list_name };
        self.add("directory read: names returned", Place::Here, returned, list);
        if r13 {
            if client {
                self.add("directory read: names, sysplex overhead", Place::Here, returned, costs.client_list_name_r13);
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

/// The outcome of `scenario` in a directory on which its workload was measured.
pub(super) fn outcome(costs: &Costs, scenario: &Scenario, measured: &Measured) -> Outcome {
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
                bill.read(costs, measured, costs.reads_per_lookup);
            }
        }
        Workload::Du => {
            bill.search(costs, "lookup", Place::Here, measured, LOOKUPS_PER_OPERATION, &measured.lookup);
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
            bill.read(costs, measured, reads);
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

/// Reads of a whole directory that was measured, in a second, by tasks that do nothing else.
pub(super) fn directory_reads(costs: &Costs, scenario: &Scenario, measured: &Measured) -> f64 {
    let path = if scenario.release == Release::V2R2 { costs.v2r2_path } else { 1.0 };
    let scale = if scenario.machine == Machine::Z196 { path / costs.z196_speed } else { path };
    let mut bill = Bill { scenario, scale, terms: Vec::new(), here_us: 0.0, owner_us: 0.0 };
    bill.read(costs, measured, 1.0);
    costs.processors / bill.here_us * 1e6
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
