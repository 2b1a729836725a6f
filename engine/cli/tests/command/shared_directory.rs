//! Parallel searches and updates of one directory, with the lab's parameters.

use pathlength_zfs::directory::Format;
use pathlength_zfs::directory::ptest::{
    Costs, Locks, Machine, Model, Plex, Release, Scenario, SharedLoad, SharedOutcome, Workload,
};

const PARAMETERS: &str = include_str!("../../../../labs/zfs-directories/parameters.toml");

fn model() -> Model {
    let parameters: toml::Table = PARAMETERS.parse().expect("TOML");
    let value = |name: &str| {
        let value = parameters.get(name)?.get("value")?;
        value.as_float().or_else(|| value.as_integer().map(|value| value as f64))
    };
    Model::new(Costs::new(&value).expect("parameters of the lab"))
}

/// Returns the outcome of `tasks` tasks in a directory of 20,000 names; a quarter of the operations are updates.
fn outcome(model: &mut Model, format: Format, locks: Locks, tasks: u32) -> SharedOutcome {
    let scenario = Scenario {
        workload: Workload::Dl2,
        machine: Machine::Z9,
        release: Release::V2R1,
        format,
        plex: Plex::Monoplex,
        names: 20_000.0,
        readdir_search: None,
    };
    model.shared_directory(&scenario, SharedLoad { tasks, updates: 0.25, locks }).expect("a scenario").run()
}

/// According to the source, searches and updates of one directory "can generally be performed in parallel" in v5.
#[test]
fn page_locks_let_v5_work_in_parallel() {
    let mut model = model();
    for tasks in [2, 4, 8, 16, 32] {
        let free = outcome(&mut model, Format::V5, Locks::None, tasks);
        let locked = outcome(&mut model, Format::V5, Locks::Pages, tasks);
        assert!(locked.throughput > 0.9 * free.throughput, "{tasks} tasks: {locked:?} and {free:?}");
    }
}

#[test]
fn page_locks_explain_little_of_the_lead_of_v5() {
    let mut model = model();
    let mut throughput = |format, locks| outcome(&mut model, format, locks, 16).throughput;
    let (pages, one) = (throughput(Format::V5, Locks::Pages), throughput(Format::V5, Locks::Directory));
    let v4 = throughput(Format::V4, Locks::Directory);
    assert!(one < pages && one > 0.9 * pages, "one lock: {one}, locks of pages: {pages}");
    assert!(v4 < 0.5 * one, "v4: {v4}, v5 with one lock: {one}");
}
