//! Many tasks in one directory: laws that hold for any costs.

#![allow(clippy::float_cmp)] // results are equal bit for bit

use pathlength_model::NamedModel;
use pathlength_zfs::directory::Format;
use pathlength_zfs::directory::ptest::{
    Locks, Machine, Model, Plex, Release, Scenario, SharedDemand, SharedDirectory, SharedLoad, TaskState, Workload,
};
use proptest::prelude::*;

fn demand() -> impl Strategy<Value = SharedDemand> {
    (1.0..40.0, 1.0..200.0, 0.0..40.0, 0.0..50.0).prop_map(|(before_us, locked_us, after_us, wait_us)| SharedDemand {
        before_us,
        locked_us,
        after_us,
        wait_us,
    })
}

fn directories() -> impl Strategy<Value = SharedDirectory> {
    let readers = demand().prop_map(|demand| SharedDemand { wait_us: 0.0, ..demand });
    let locks = prop_oneof![Just(Locks::None), Just(Locks::Directory), Just(Locks::Pages)];
    (1_u32..40, 0.0..1.0, locks, 1_u32..80, 1_u32..9, readers, demand()).prop_map(
        |(tasks, updates, locks, pages, processors, lookup, update)| SharedDirectory {
            load: SharedLoad { tasks, updates, locks },
            pages,
            processors,
            demands: [lookup, update],
        },
    )
}

/// Returns the directory with another load.
fn with(directory: SharedDirectory, change: impl Fn(&mut SharedLoad)) -> SharedDirectory {
    let mut load = directory.load;
    change(&mut load);
    SharedDirectory { load, ..directory }
}

/// Returns the mean of `of` over the operations of a directory.
fn mean(directory: &SharedDirectory, of: impl Fn(&SharedDemand) -> f64) -> f64 {
    let [lookup, update] = &directory.demands;
    let SharedLoad { updates, .. } = directory.load;
    (1.0 - updates) * of(lookup) + updates * of(update)
}

/// Asserts that two numbers differ by no more than the random variation of the share of updates among 20,000
/// operations.
#[track_caller]
fn assert_near(one: f64, other: f64) {
    assert!((one / other - 1.0).abs() < 0.04, "{one} and {other}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn throughput_obeys_capacity_and_utilization_law(directory in directories()) {
        let outcome = directory.run();
        let cpu_us = mean(&directory, SharedDemand::cpu_us);
        prop_assert!(outcome.busy <= f64::from(directory.processors) + 1e-9);
        prop_assert!(outcome.locks_held <= f64::from(directory.pages) + 1e-9);
        assert_near(outcome.throughput * cpu_us / 1e6, outcome.busy);
        // At any time, every task is in one state: it computes, waits for a lock, or waits for the log.
        let waits = outcome.throughput / 1e6 * (outcome.lock_wait_us + mean(&directory, |demand| demand.wait_us));
        prop_assert!(outcome.busy.max(waits) <= f64::from(directory.load.tasks) * 1.04);
        prop_assert!(waits + outcome.busy <= f64::from(directory.load.tasks) * 1.04);
    }

    #[test]
    fn single_task_never_waits(directory in directories(), updates in any::<bool>()) {
        let directory = with(directory, |load| (load.tasks, load.updates) = (1, f64::from(u8::from(updates))));
        let outcome = directory.run();
        let alone_us = mean(&directory, |demand| demand.cpu_us() + demand.wait_us);
        // Simulated times are whole nanoseconds.
        prop_assert!((outcome.throughput * alone_us / 1e6 - 1.0).abs() < 0.004);
        prop_assert_eq!(outcome.lock_wait_us, 0.0);
        for locks in [Locks::None, Locks::Directory, Locks::Pages] {
            prop_assert_eq!(outcome.throughput, with(directory, |load| load.locks = locks).run().throughput);
        }
    }

    #[test]
    fn readers_alone_do_as_well_as_without_locks(directory in directories()) {
        let readers = with(directory, |load| load.updates = 0.0);
        let free = with(readers, |load| load.locks = Locks::None).run();
        let locked = readers.run();
        prop_assert_eq!(locked.lock_wait_us, 0.0);
        prop_assert_eq!(locked.throughput, free.throughput);
    }

    #[test]
    fn writers_of_one_lock_take_turns(directory in directories()) {
        let writers = with(directory, |load| (load.updates, load.locks) = (1.0, Locks::Directory));
        let turns = 1e6 / writers.demands[1].locked_us;
        prop_assert!(writers.run().throughput <= turns * 1.004);
    }

    #[test]
    fn same_tasks_give_the_same_bits(directory in directories()) {
        prop_assert_eq!(directory.run(), directory.run());
    }

    #[test]
    fn trace_never_shows_a_writer_with_another_holder(directory in directories()) {
        for moment in directory.trace(200) {
            let lock = |page: u32| if directory.load.locks == Locks::Pages { page } else { 0 };
            let holders = || moment.tasks.iter().filter(|task| task.state == TaskState::Holding);
            for writer in holders().filter(|task| task.is_update) {
                prop_assert_eq!(holders().filter(|task| lock(task.page) == lock(writer.page)).count(), 1);
            }
            for waiting in moment.tasks.iter().filter(|task| task.state == TaskState::Waiting) {
                prop_assert!(holders().any(|task| lock(task.page) == lock(waiting.page)), "another task holds the lock");
            }
        }
    }
}

fn model() -> Model {
    let value = |name: &str| {
        Some(match name {
            "name_bytes" => 20.0,
            "objects" => 2000.0,
            "vnodes" => 32_768.0,
            "processors" => 4.0,
            "v4_search" | "v5_search" | "log_wait" | "update" => 12.0,
            "page_probe_r13" | "page_probe_v2r1" => 0.25,
            "v4_page_fetch" | "v5_page_fetch" => 0.1,
            "locked_update" => 0.5,
            "processor_cache" => 64.0,
            _ => 1.0,
        })
    };
    Model::open(&value).unwrap()
}

fn scenario(format: Format) -> Scenario {
    Scenario {
        workload: Workload::Dl2,
        machine: Machine::Z9,
        release: Release::V2R1,
        format,
        plex: Plex::Monoplex,
        names: 20_000.0,
        readdir_search: None,
    }
}

#[test]
fn v5_leads_v4_with_readers_and_more_with_writers() {
    let mut model = model();
    let mut ahead = |tasks, updates| {
        let [v4, v5] = [Format::V4, Format::V5].map(|format| {
            let load = SharedLoad { tasks, updates, locks: Locks::of(format) };
            model.shared_directory(&scenario(format), load).unwrap().run().throughput
        });
        v5 / v4
    };
    assert!(ahead(1, 0.0) >= 1.0);
    assert!(ahead(16, 0.0) >= 1.0);
    assert!(ahead(16, 0.5) > 1.2 * ahead(1, 0.5), "the single lock costs v4 more than page locks cost v5");
}

#[test]
fn one_directory_needs_a_monoplex() {
    let load = SharedLoad { tasks: 4, updates: 0.5, locks: Locks::Pages };
    let client = Scenario { plex: Plex::Client, ..scenario(Format::V5) };
    let error = model().shared_directory(&client, load).unwrap_err().to_string();
    assert!(error.contains("monoplex"), "{error}");
}

#[test]
fn measurements_that_take_turns_end() {
    let of = |names| Scenario { names, ..scenario(Format::V5) };
    let sizes = [300_000.0, 130_000.0, 220_000.0, 90_000.0];
    let mut model = model();
    let mut ended = [false; 4];
    // A turn is as long as a worker computes between two message checks, which is too short to finish a measurement for
    // any of these sizes.
    for _ in 0..30 {
        for (names, ended) in sizes.into_iter().zip(&mut ended) {
            *ended = (0..4).any(|_| model.prepare_shared(&of(names)).unwrap());
        }
    }
    assert_eq!(ended, [true; 4]);
    let load = SharedLoad { tasks: 1, updates: 0.0, locks: Locks::None };
    for names in sizes {
        let alone = self::model().shared_directory(&of(names), load).unwrap();
        assert_eq!(model.shared_directory(&of(names), load).unwrap(), alone, "{names}");
    }
}
