//! Runs of the load: laws that hold for all costs, times computed by hand, and the effect of each component.

use crate::load::profile;
use crate::parameters::parameters;
use pathlength_journaling::load::{NO_FILE, Operation, Plan};
use pathlength_journaling::performance::{Costs, DiskCache, Outcome, PolicyCosts, Run, RunSetup, SyncPolicy};
use pathlength_journaling::{Geometry, Policy, ROOT, Rules};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Returns a plan of one cycle, a seventeenth of a client's run.
pub(crate) fn short() -> Rc<Plan> {
    Rc::new(Plan::new(&profile(), 1, 1).unwrap())
}

pub(crate) fn setup(policy: Policy) -> RunSetup {
    with(policy, &[])
}

/// Returns the default setup for a policy, with some parameters changed.
pub(crate) fn with(policy: Policy, changed: &[(&str, f64)]) -> RunSetup {
    let values = parameters();
    let value = |name: &str| {
        let new = changed.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
        new.or_else(|| values.get(name).copied())
    };
    RunSetup {
        rules: Rules::of(policy),
        geometry: Geometry::of_size(1 << 20, 8192),
        clients: 4,
        sync_policy: SyncPolicy::Never,
        processors: 4,
        memory_mib: 2048.0,
        disks: 8,
        disk_cache: DiskCache::NonVolatile,
        vm: false,
        costs: Costs::new(&value).unwrap(),
        policy: PolicyCosts::new(policy, &value).unwrap(),
    }
}

pub(crate) fn ended(setup: &RunSetup, plan: &Rc<Plan>) -> Run {
    let mut run = Run::new(*setup, Rc::clone(plan)).unwrap();
    while !run.step(10_000).unwrap() {
        assert!(run.outcome().seconds < 1e5, "{:?} comes to an end", setup.rules);
    }
    run
}

pub(crate) fn outcome(setup: &RunSetup, plan: &Rc<Plan>) -> Outcome {
    ended(setup, plan).outcome()
}

/// Parameters for disks that take no time, and for processors that spend no time on requests.
const FREE_DISKS: [(&str, f64); 7] = [
    ("command_ms", 0.0),
    ("position_ms", 0.0),
    ("disk_mb_s", 1e9),
    ("channel_mb_s", 1e9),
    ("request_us", 0.0),
    ("request_page_us", 0.0),
    ("log_block_us", 0.0),
];

#[test]
fn run_moves_all_bytes_and_leaves_no_files() {
    let plan = short();
    for policy in Policy::ALL {
        let setup = setup(policy);
        let run = ended(&setup, &plan);
        let outcome = run.outcome();
        let moved = outcome.throughput_mb_s * outcome.seconds * 1e6;
        assert!((moved / (4 * plan.moved_bytes()) as f64 - 1.0).abs() < 1e-9, "{policy:?}: {moved}");
        assert!((run.progress() - 1.0).abs() < 1e-12);
        assert!(outcome.processor_load > 0.0 && outcome.processor_load <= 1.0 + 1e-9, "{policy:?}: {outcome:?}");
        assert!(outcome.disk_load >= 0.0 && outcome.disk_load <= 1.0 + 1e-9, "{policy:?}: {outcome:?}");
        assert!(outcome.wait_times.all_s() <= 4.0 * outcome.seconds, "{policy:?}: {outcome:?}");
        let fs = run.file_system();
        for home in fs.list(ROOT).into_iter().filter(|entry| entry.name <= 4) {
            for directory in fs.list(home.inode) {
                assert!(fs.list(directory.inode).is_empty(), "{policy:?} leaves files");
            }
        }
    }
}

#[test]
fn client_with_free_disks_takes_sum_of_operation_costs() {
    let plan = short();
    let values = parameters();
    let cost = |name: &str| values[name];
    for (policy, suffix) in [(Policy::None, "ext2"), (Policy::Logical, "jfs")] {
        let of = |name: &str| values[&format!("{name}_{suffix}")];
        let mut us = plan.steps.len() as f64 * (cost("parse_us") + cost("system_call_us"));
        let mut written: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); plan.files as usize];
        for step in &plan.steps {
            let named = |name: &str| of("names") * cost(name);
            let pages = step.offset / 4096..(step.offset + step.bytes).div_ceil(4096);
            let count = (pages.end - pages.start) as f64;
            us += match step.operation {
                Operation::Create | Operation::MakeDirectory => named("create_us") + of("handle_us"),
                Operation::RemoveDirectory => named("unlink_us") + of("handle_us"),
                Operation::Unlink => {
                    let freed = written[step.file as usize].len() as f64;
                    named("unlink_us") + of("handle_us") + freed * (cost("freed_page_us") + of("truncate_us"))
                }
                Operation::Rename => named("rename_us") + of("handle_us"),
                Operation::Open => named("open_us"),
                Operation::Close => named("close_us"),
                Operation::Stat | Operation::Fstat => named("stat_us"),
                Operation::List => named("list_us") + cost("listed_names") * named("list_name_us"),
                Operation::Read if step.file != NO_FILE => count * cost("read_page_us"),
                Operation::Write => {
                    let new = pages.filter(|page| written[step.file as usize].insert(*page)).count() as f64;
                    // Each write call to the file system handles at most eight pages.
                    let calls = (count / 8.0).ceil();
                    calls * of("handle_us")
                        + count * (cost("write_page_us") + of("page_us"))
                        + new * (cost("new_page_us") + of("allocation_us"))
                }
                _ => 0.0,
            };
        }
        let setup = RunSetup { clients: 1, processors: 1, ..with(policy, &FREE_DISKS) };
        let outcome = outcome(&setup, &plan);
        assert!((outcome.seconds * 1e6 / us - 1.0).abs() < 1e-3, "{policy:?}: {} s, {us} µs", outcome.seconds);
        assert!((outcome.processor_load - 1.0).abs() < 1e-3, "{policy:?}: {outcome:?}");
    }
}

#[test]
fn throughput_without_contention_scales_with_processors() {
    let plan = short();
    let of = |processors| {
        let costs = [&FREE_DISKS[..], &[("contention_ext2", 0.0)]].concat();
        outcome(&RunSetup { clients: 16, processors, ..with(Policy::None, &costs) }, &plan).throughput_mb_s
    };
    for processors in [2, 4, 8] {
        let factor = of(processors) / of(1);
        assert!((factor / f64::from(processors) - 1.0).abs() < 0.01, "{processors}: {factor}");
    }
}

#[test]
fn contention_and_zvm_scale_run_time_by_their_factors() {
    let plan = short();
    let time = |processors, vm, contention| {
        let costs = [&FREE_DISKS[..], &[("contention_ext2", contention)]].concat();
        outcome(&RunSetup { clients: 1, processors, vm, ..with(Policy::None, &costs) }, &plan).seconds
    };
    let alone = time(1, false, 0.5);
    assert!((time(3, false, 0.5) / alone - 2.0).abs() < 1e-3);
    assert!((time(1, true, 0.5) / alone - parameters()["vm_factor"]).abs() < 1e-3);
}

#[test]
fn busy_disk_transfers_at_most_its_rate() {
    // Only transfers take time: a busy disk transfers 1 MB/s, and has transferred all submitted bytes except those that
    // are still waiting when the last client ends.
    let costs = [("command_ms", 0.0), ("position_ms", 0.0), ("disk_mb_s", 1.0), ("channel_mb_s", 1e9)];
    let plan = short();
    let setup = RunSetup { clients: 2, disks: 1, memory_mib: 60.0, ..with(Policy::Ordered, &costs) };
    let outcome = outcome(&setup, &plan);
    let moved = outcome.disk_load * outcome.seconds * 1e6;
    let handed = (outcome.written.all() + outcome.read) as f64;
    assert!(moved <= handed * (1.0 + 1e-9), "{moved} {handed}");
    assert!(moved > 0.5 * handed && outcome.wait_times.throttle_s > 0.0, "{moved} {handed} {outcome:?}");
}

#[test]
fn policy_writes_only_its_kinds_of_blocks() {
    let plan = short();
    // Memory is small, so that every policy writes; the log is soon full, and blocks expire after 50 ms.
    let geometry = Geometry::of_size(1 << 20, 1024);
    for policy in Policy::ALL {
        let written = {
            let usual = with(policy, &[("wake_s", 0.01)]);
            let rules = Rules { expiry: 50_000_000, ..usual.rules };
            outcome(&RunSetup { memory_mib: 64.0, geometry, rules, ..usual }, &plan).written
        };
        let none = policy == Policy::None;
        assert_eq!(written.journal == 0, none, "{policy:?}: {written:?}");
        assert_eq!(written.home == 0, none, "{policy:?}: {written:?}");
        assert_eq!(written.metadata > 0, none, "{policy:?}: {written:?}");
        assert_eq!(written.journaled_data > 0, policy == Policy::Journal, "{policy:?}: {written:?}");
        assert_eq!(written.data == 0, policy == Policy::Journal, "{policy:?}: {written:?}");
    }
}

#[test]
fn journal_mode_is_slowest_and_gains_from_larger_log() {
    let plan = short();
    let speed = |policy, log_blocks| {
        let geometry = Geometry::of_size(1 << 20, log_blocks);
        outcome(&RunSetup { clients: 8, geometry, ..setup(policy) }, &plan)
    };
    let slowest = speed(Policy::Journal, 2048);
    for policy in [Policy::None, Policy::Writeback, Policy::Ordered, Policy::Logical, Policy::LogicalDelayed] {
        assert!(speed(policy, 2048).throughput_mb_s > slowest.throughput_mb_s, "{policy:?}");
    }
    assert!(slowest.wait_times.transaction_s + slowest.wait_times.checkpoint_s > 0.0, "{slowest:?}");
    assert!(speed(Policy::Journal, 65_536).throughput_mb_s > 1.2 * slowest.throughput_mb_s);
}

#[test]
fn more_disks_speed_up_journal_mode() {
    let plan = short();
    let speed = |disks| {
        let geometry = Geometry::of_size(1 << 20, 2048);
        outcome(&RunSetup { clients: 8, disks, geometry, ..setup(Policy::Journal) }, &plan).throughput_mb_s
    };
    let speeds = [speed(1), speed(4), speed(16)];
    assert!(speeds.is_sorted() && speeds[2] > 1.5 * speeds[0], "{speeds:?}");
}

#[test]
fn disk_reads_occur_only_with_small_memory() {
    let plan = short();
    let of = |memory_mib| outcome(&RunSetup { clients: 16, memory_mib, ..setup(Policy::None) }, &plan);
    let (small, large) = (of(56.0), of(2048.0));
    assert_eq!(large.read, 0);
    assert!(large.wait_times.read_s < 1e-12);
    assert!(small.read > 0 && small.wait_times.read_s > 0.0, "{small:?}");
    assert!(small.throughput_mb_s < large.throughput_mb_s);
}

#[test]
fn logged_page_stays_in_memory_until_checkpoint() {
    // The log is never full and no block expires: nothing is checkpointed, so nothing can be read from home locations.
    let usual = setup(Policy::Journal);
    let rules = Rules { transaction_blocks: 200, expiry: u64::MAX, ..usual.rules };
    let geometry = Geometry::of_size(1 << 20, 1 << 18);
    let outcome = outcome(&RunSetup { rules, geometry, clients: 16, memory_mib: 56.0, ..usual }, &short());
    assert!(outcome.written.journaled_data > 100 << 20, "{outcome:?}");
    assert_eq!(outcome.written.home, 0);
    assert_eq!(outcome.read, 0);
}

#[test]
fn sliced_run_equals_whole_run() {
    let plan = short();
    for policy in [Policy::Ordered, Policy::LogicalDelayed] {
        let setup = RunSetup { clients: 3, memory_mib: 64.0, ..setup(policy) };
        let whole = outcome(&setup, &plan);
        let mut run = Run::new(setup, Rc::clone(&plan)).unwrap();
        let mut before = 0.0;
        while !run.step(7).unwrap() {
            assert!(run.progress() >= before);
            before = run.progress();
        }
        assert_eq!(run.outcome(), whole, "{policy:?}");
    }
}

#[test]
fn invalid_run_setup_is_refused_with_reason() {
    let plan = short();
    let words = |setup: RunSetup| Run::new(setup, Rc::clone(&plan)).expect_err("refused").to_string();
    let good = setup(Policy::Ordered);
    assert!(words(RunSetup { clients: 0, ..good }).contains("clients"));
    assert!(words(RunSetup { clients: 100_000, ..good }).contains("clients"));
    assert!(words(RunSetup { processors: 0, ..good }).contains("processors"));
    assert!(words(RunSetup { disks: 0, ..good }).contains("disks"));
    for memory_mib in [0.0, f64::NAN, f64::INFINITY, 10.0, -5.0] {
        assert!(words(RunSetup { memory_mib, ..good }).contains("MiB of memory"));
    }
    let log = words(RunSetup { geometry: Geometry::of_size(1 << 16, 1 << 17), ..good });
    assert!(log.contains("smaller") && !log.ends_with('.'), "{log}");
    // The files are larger than the device.
    let geometry = Geometry::of_size(1 + 1024 + 32_768, 1024);
    let mut run = Run::new(RunSetup { clients: 64, geometry, ..good }, Rc::clone(&plan)).unwrap();
    let full = loop {
        match run.step(10_000) {
            Ok(true) => panic!("more fits than there is space for"),
            Ok(false) => {}
            Err(words) => break words.to_string(),
        }
    };
    assert!(full.contains("make the device larger"), "{full}");
    let values = parameters();
    let wrong = |name: &str, value: f64| {
        let of = |asked: &str| if asked == name { Some(value) } else { values.get(asked).copied() };
        Costs::new(&of).expect_err(name).to_string()
    };
    assert!(wrong("disk_mb_s", 0.0).contains("disk_mb_s"));
    assert!(wrong("stripe_blocks", 1.5).contains("stripe_blocks"));
    assert!(wrong("dirty_percent", 5.0).contains("dirty_percent"));
    assert!(wrong("request_us", 1e9).contains("units"));
    let none = PolicyCosts::new(Policy::Ordered, &|_| None).expect_err("missing").to_string();
    assert!(none.contains("handle_us_ordered"));
}
