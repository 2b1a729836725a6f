//! Counts times costs: CPU time of the client and the owner, waits, and the resulting throughputs.

use super::cost::{Costs, SearchCosts, WorkloadCosts};
use super::measure::{MeanCounts, OperationCounts};
use super::scenario::{Machine, Plex, Release, Scenario, Workload};
use crate::directory::Format;
use pathlength_model::Term;

/// Result of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Operations per second by all tasks together.
    pub external_throughput: f64,
    /// Operations per second of CPU time: of the whole monoplex, or of one processor of a sysplex.
    pub internal_throughput: f64,
    /// Number of busy processors; in a monoplex, as a share of all processors.
    pub busy_processors: f64,
    /// Elapsed time of one operation, divided by the number of concurrent operations, in microseconds.
    pub elapsed_us: f64,
    /// Components of the CPU time.
    pub terms: Vec<Term>,
}

/// System whose CPU time an operation uses.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CpuLocation {
    /// The system on which the tasks run.
    Local,
    /// The owner of the file system.
    Owner,
}

/// The CPU time components of one operation, and their sums.
struct CostBreakdown<'a> {
    costs: &'a SearchCosts,
    scenario: &'a Scenario,
    counts: &'a OperationCounts,
    /// CPU times on this machine and release, relative to those on a z9 with V2R1 code: for the tasks' system, and for
    /// the owner.
    scale: [f64; 2],
    /// CPU time of directory reads relative to that in the search workloads.
    read_scale: f64,
    terms: Vec<Term>,
    local_cpu_us: f64,
    owner_cpu_us: f64,
}

impl<'a> CostBreakdown<'a> {
    fn new(costs: &'a SearchCosts, scenario: &'a Scenario, counts: &'a OperationCounts) -> Self {
        let (v2r2, z196) = (scenario.release == Release::V2R2, scenario.machine == Machine::Z196);
        let scale = |path: f64, speed: f64| (if v2r2 { path } else { 1.0 }) / (if z196 { speed } else { 1.0 });
        let owner = scale(costs.v2r2_path, costs.z196_speed);
        let local = if scenario.plex == Plex::Client {
            scale(costs.v2r2_client, costs.z196_speed / costs.z196_client)
        } else {
            owner
        };
        Self {
            costs,
            scenario,
            counts,
            scale: [local, owner],
            read_scale: 1.0,
            terms: Vec::new(),
            local_cpu_us: 0.0,
            owner_cpu_us: 0.0,
        }
    }

    fn add(&mut self, title: &str, location: CpuLocation, count: f64, cost_us: f64) {
        self.add_scaled(title, location, count, cost_us * self.scale[usize::from(location == CpuLocation::Owner)]);
    }

    /// Adds a component whose cost has been scaled, or does not depend on the machine and the release.
    fn add_scaled(&mut self, title: &str, location: CpuLocation, count: f64, cost_us: f64) {
        if count == 0.0 || cost_us == 0.0 {
            return;
        }
        let time_us = count * cost_us;
        let place = match (location, self.scenario.plex) {
            (CpuLocation::Owner, _) => {
                self.owner_cpu_us += time_us;
                "owner"
            }
            (CpuLocation::Local, plex) => {
                self.local_cpu_us += time_us;
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

    /// Adds `count` searches with the mean counts `mean`.
    fn search(&mut self, title: &str, location: CpuLocation, count: f64, mean: &MeanCounts) {
        let Self { costs, scenario, counts, .. } = *self;
        let client = location == CpuLocation::Local && scenario.plex == Plex::Client;
        let v5 = scenario.format == Format::V5;
        self.add(
            &format!("{title}: entry and exit"),
            location,
            count,
            if v5 { costs.v5_search } else { costs.v4_search },
        );
        if client {
            self.add(&format!("{title}: sysplex overhead"), location, count, costs.client_search);
        }
        let probe = if scenario.release == Release::R13 { costs.page_probe_r13 } else { costs.page_probe_v2r1 };
        let factor = if client { costs.client_page_factor } else { 1.0 };
        let pages = count * (mean.pages + mean.levels);
        self.add(&format!("{title}: pages probed"), location, pages, probe * factor);
        let (cache, fetch) = if v5 {
            (costs.v5_processor_cache, costs.v5_page_fetch)
        } else {
            (costs.processor_cache, costs.v4_page_fetch)
        };
        let outside = (1.0 - cache / f64::from(counts.pages)).max(0.0);
        self.add(&format!("{title}: pages not in the processor's cache"), location, pages * outside, fetch * factor);
    }

    /// Adds the costs of the updates in `count` operations, without their searches.
    fn update(&mut self, count: f64, workload: &WorkloadCosts) {
        let v2r2 = self.scenario.release == Release::V2R2;
        let (factor, owner_factor) = if v2r2 { (workload.v2r2_update, workload.v2r2_update_owner) } else { (1.0, 1.0) };
        if self.scenario.plex == Plex::Client {
            let v5 = self.scenario.format == Format::V5;
            let cost = if v5 { workload.v5_update_client } else { workload.v4_update_client };
            self.add("update: request and log", CpuLocation::Local, count, cost * factor);
            self.add("update: request and log", CpuLocation::Owner, count, workload.update_owner * owner_factor);
        } else {
            self.add("update: log", CpuLocation::Local, count, workload.update * factor);
        }
    }

    /// Adds `count` reads of the directory.
    fn read(&mut self, count: f64) {
        let Self { costs, scenario, counts, .. } = *self;
        let v5 = scenario.format == Format::V5;
        let client = scenario.plex == Plex::Client;
        let r13 = scenario.release == Release::R13;
        let (names_without_vnode, search) = &counts.without_vnode;
        let returned = count * counts.listed as f64;
        let scale = self.read_scale;
        let list = if v5 { costs.v5_list_name } else { costs.v4_list_name };
        self.add("directory read: names returned", CpuLocation::Local, returned, list * scale);
        if !client {
            let memory = costs.list_name_memory * scale;
            self.add_scaled("directory read: names in memory", CpuLocation::Local, returned, memory);
        }
        if r13 {
            if client {
                self.add(
                    "directory read: names, sysplex overhead",
                    CpuLocation::Local,
                    returned,
                    costs.client_list_name_r13,
                );
            }
            self.add("directory read: vnodes built", CpuLocation::Local, count * names_without_vnode, costs.vnode_r13);
        } else if client {
            let (client_us, owner_us) = if v5 {
                (0.0, costs.v5_fetch_name_owner)
            } else {
                (costs.v4_fetch_name_client, costs.v4_fetch_name_owner)
            };
            self.add(
                "directory read: names fetched",
                CpuLocation::Local,
                count * names_without_vnode,
                client_us * scale,
            );
            self.add(
                "directory read: names fetched",
                CpuLocation::Owner,
                count * names_without_vnode,
                owner_us * scale,
            );
        }
        if client && scenario.readdir_search.unwrap_or(r13) {
            let searches = count * names_without_vnode;
            self.search("search for each name returned", CpuLocation::Local, searches, search);
        }
    }
}

/// Times of one operation of a task that shares its directory with others, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedDemand {
    /// CPU time before the lock is requested.
    pub before_us: f64,
    /// CPU time while the lock is held.
    pub locked_us: f64,
    /// CPU time after the lock is released.
    pub after_us: f64,
    /// Subsequent wait for the log.
    pub wait_us: f64,
}

impl SharedDemand {
    /// Returns the CPU time.
    pub fn cpu_us(&self) -> f64 {
        self.before_us + self.locked_us + self.after_us
    }
}

/// Returns the times of a lookup and of an update. A search holds the lock only while it probes pages; an update also
/// holds the lock during a share of its remaining CPU time.
pub(super) fn shared_demands(costs: &Costs, scenario: &Scenario, counts: &OperationCounts) -> [SharedDemand; 2] {
    let search = |mean: &MeanCounts| {
        let mut breakdown = CostBreakdown::new(&costs.search, scenario, counts);
        breakdown.search("", CpuLocation::Local, 1.0, mean);
        let before_us = breakdown.terms.first().map_or(0.0, |entry| entry.time_us);
        SharedDemand { before_us, locked_us: breakdown.local_cpu_us - before_us, after_us: 0.0, wait_us: 0.0 }
    };
    let Costs { workload, .. } = costs;
    let (lookup, mut update) = (search(&counts.lookup), search(&counts.update));
    let mut rest = CostBreakdown::new(&costs.search, scenario, counts);
    rest.update(1.0, workload);
    update.locked_us += rest.local_cpu_us * workload.locked_update;
    update.after_us = rest.local_cpu_us * (1.0 - workload.locked_update);
    let [log, _] = waits_us(costs, scenario);
    update.wait_us = if scenario.release == Release::V2R2 { log * workload.v2r2_wait } else { log };
    [lookup, update]
}

/// Returns the waits for the log and for a page. Both waits are for disks, so a faster processor does not shorten them.
fn waits_us(costs: &Costs, scenario: &Scenario) -> [f64; 2] {
    let former = costs.former_z196_waits.filter(|_| scenario.machine == Machine::Z196);
    former.unwrap_or([costs.workload.log_wait, costs.workload.page_wait])
}

/// Returns the outcome of `scenario` for the counts of its workload.
pub(super) fn outcome(costs: &Costs, scenario: &Scenario, counts: &OperationCounts) -> Outcome {
    let v2r2 = scenario.release == Release::V2R2;
    let client = scenario.plex == Plex::Client;
    let v5 = scenario.format == Format::V5;
    let Costs { search, workload, .. } = costs;
    let mut breakdown = CostBreakdown::new(search, scenario, counts);
    let mut wait_us = 0.0;
    match scenario.workload {
        Workload::Dl2 | Workload::Dl => {
            breakdown.search("lookup", CpuLocation::Local, 1.0, &counts.lookup);
            if scenario.workload == Workload::Dl {
                breakdown.read(workload.reads_per_lookup);
            }
        }
        Workload::Du => {
            breakdown.search("lookup", CpuLocation::Local, workload.lookups_per_update, &counts.lookup);
            let location = if client { CpuLocation::Owner } else { CpuLocation::Local };
            breakdown.search("create and remove", location, workload.changes_per_update, &counts.update);
            breakdown.update(1.0, workload);
            if client && !v2r2 && f64::from(counts.pages) > workload.metadata_cache {
                breakdown.add("directory fetched again", CpuLocation::Local, 1.0, workload.client_refetch);
            }
            let reads = if client { workload.reads_per_update_client } else { workload.reads_per_update };
            breakdown.read_scale = if v2r2 { workload.v2r2_read } else { 1.0 };
            breakdown.read(reads);
            let [log, page] = waits_us(costs, scenario);
            wait_us = log;
            if v5 {
                wait_us += page * (1.0 - workload.metadata_cache / f64::from(counts.pages)).max(0.0);
            }
            if v2r2 {
                wait_us *= workload.v2r2_wait;
            }
        }
    }
    let service_us = breakdown.local_cpu_us / search.processors;
    let busy = utilization(workload.tasks_per_processor, wait_us / service_us);
    let external_throughput = busy / service_us * 1e6;
    let cpu_us = if client { breakdown.local_cpu_us + breakdown.owner_cpu_us } else { service_us };
    Outcome {
        external_throughput,
        internal_throughput: 1e6 / cpu_us,
        busy_processors: external_throughput * cpu_us / 1e6,
        elapsed_us: service_us / busy,
        terms: breakdown.terms,
    }
}

/// Returns the number of reads of the whole directory per second, by tasks that do nothing else.
pub(super) fn directory_reads(costs: &SearchCosts, scenario: &Scenario, counts: &OperationCounts) -> f64 {
    let mut breakdown = CostBreakdown::new(costs, scenario, counts);
    breakdown.read(1.0);
    costs.processors / breakdown.local_cpu_us * 1e6
}

/// Returns the utilization of one processor shared by `tasks` tasks, each of which waits `ratio` times as long as it
/// computes. This is the machine-repairman model: 1 minus Erlang's loss formula.
fn utilization(tasks: f64, ratio: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..=(tasks.round() as u32).clamp(1, 64) {
        term *= ratio / f64::from(k);
        sum += term;
    }
    1.0 - term / sum
}
