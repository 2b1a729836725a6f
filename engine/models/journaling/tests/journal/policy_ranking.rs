//! Ranking of the policies by throughput, and its causes: whole runs with the lab's parameters on a quarter of the
//! lab's default machine. Runs take as long as on that machine, so Linux's intervals do not change.

use crate::load::profile;
use crate::performance::{outcome, setup};
use pathlength_journaling::load::Plan;
use pathlength_journaling::performance::{Outcome, RunSetup};
use pathlength_journaling::{Geometry, Policy, Rules};
use std::rc::Rc;

const SECOND: u64 = 1_000_000_000;

/// A full-size machine with four processors.
#[derive(Clone, Copy)]
struct Machine {
    clients: u32,
    memory_mib: f64,
    disks: u32,
    log_mib: u32,
    /// Commit interval in seconds; 0 means the default.
    commit_s: u64,
}

const USUAL: Machine = Machine { clients: 16, memory_mib: 2048.0, disks: 8, log_mib: 32, commit_s: 0 };
const SMALL: Machine = Machine { memory_mib: 256.0, ..USUAL };

/// Returns the setup for a quarter of the machine. It has one processor with the lock contention of four, and a quarter
/// of the clients, disk speed, channel speed, log, and memory.
fn quarter(policy: Policy, machine: Machine) -> RunSetup {
    let usual = setup(policy);
    let mut costs = usual.costs;
    costs.cpu_factor *= 1.0 + 3.0 * usual.policy.contention;
    costs.command_ms *= 4.0;
    costs.position_ms *= 4.0;
    costs.disk_mb_s /= 4.0;
    costs.channel_mb_s /= 4.0;
    costs.write_back_pages /= 4.0;
    let commit = if machine.commit_s == 0 { usual.rules.commit_interval } else { machine.commit_s * SECOND };
    let transaction_blocks = usual.rules.transaction_blocks / 4;
    RunSetup {
        rules: Rules { commit_interval: commit, transaction_blocks, ..usual.rules },
        geometry: Geometry::of_size(1 << 20, machine.log_mib * 256 / 4),
        clients: machine.clients / 4,
        processors: 1,
        memory_mib: costs.kernel_mib + (machine.memory_mib - costs.kernel_mib) / 4.0,
        disks: machine.disks,
        costs,
        ..usual
    }
}

fn run(policy: Policy, machine: Machine) -> Outcome {
    let plan = Rc::new(Plan::new(&profile(), 17, 1).unwrap());
    outcome(&quarter(policy, machine), &plan)
}

fn speed(policy: Policy, machine: Machine) -> f64 {
    run(policy, machine).throughput_mb_s
}

#[test]
fn ext2_is_fastest_and_journal_mode_slowest() {
    let of = |policy| speed(policy, USUAL);
    let ext2 = of(Policy::None);
    let [writeback, ordered, reiser, journal] =
        [Policy::Writeback, Policy::Ordered, Policy::Reiser, Policy::Journal].map(|policy| of(policy) / ext2);
    let shares = [1.0, writeback, ordered, reiser, journal];
    assert!(shares.is_sorted_by(|one, other| one > other), "{shares:?}");
    // Unlike writeback mode, ordered mode writes its data every five seconds, which costs little with 2 GB of memory.
    assert!(ordered > 0.92 * writeback, "{shares:?}");
    assert!(journal < 0.25, "{shares:?}");
    for policy in [Policy::Logical, Policy::LogicalDelayed] {
        let share = of(policy) / ext2;
        assert!(share < 1.0 && share > reiser, "{policy:?}: {share}, {shares:?}");
    }
}

#[test]
fn less_memory_slows_processor_bound_policies_most() {
    let loss = |policy| 1.0 - speed(policy, SMALL) / speed(policy, USUAL);
    // Without a log, clients wait for memory and read evicted pages. Ordered mode has already written its pages, so it
    // loses less.
    let losses = [Policy::Journal, Policy::Ordered, Policy::None].map(loss);
    assert!(losses.is_sorted_by(|one, other| one < other), "{losses:?}");
}

#[test]
fn more_clients_slow_journal_mode_and_do_not_speed_up_ext2() {
    let speeds = |policy| [4, 8, 16, 32].map(|clients| speed(policy, Machine { clients, ..USUAL }));
    let journal = speeds(Policy::Journal);
    assert!(journal.is_sorted_by(|one, other| *one > 1.1 * *other), "{journal:?}");
    let ext2 = speeds(Policy::None);
    assert!(ext2.iter().all(|speed| (speed / ext2[0] - 1.0).abs() < 0.05), "{ext2:?}");
}

#[test]
fn more_disks_with_much_memory_help_only_disk_bound_policies() {
    let gain = |policy| speed(policy, USUAL) / speed(policy, Machine { disks: 1, ..USUAL });
    for policy in [Policy::None, Policy::Logical] {
        assert!((gain(policy) - 1.0).abs() < 0.02, "{policy:?}: {}", gain(policy));
    }
    let journal = gain(Policy::Journal);
    assert!(journal > 2.0, "{journal}");
    // A client waits before it overwrites a page that an ordered commit is writing. All clients are at the same
    // position in their plans, so waits depend on when the commit starts: eight clients on two processors do wait.
    let plan = Rc::new(Plan::new(&profile(), 17, 1).unwrap());
    let of = |disks| outcome(&RunSetup { clients: 8, processors: 2, disks, ..setup(Policy::Ordered) }, &plan);
    let (one, eight) = (of(1), of(8));
    let ordered = eight.throughput_mb_s / one.throughput_mb_s;
    assert!(ordered > 1.1 && ordered < journal, "{ordered}, {journal}");
    assert!(one.wait_times.overwrite_s > 3.0 * eight.wait_times.overwrite_s, "{one:?}, {eight:?}");
}

#[test]
fn more_disks_with_little_memory_help_all_policies() {
    let one = Machine { disks: 1, ..SMALL };
    let mut alone = Vec::new();
    for policy in [Policy::None, Policy::Writeback, Policy::Ordered, Policy::Logical] {
        let slow = speed(policy, one);
        let gain = speed(policy, SMALL) / slow;
        assert!(gain > 1.5, "{policy:?}: {gain}");
        alone.push(slow);
    }
    let (min, max) = (alone.iter().copied().fold(f64::MAX, f64::min), alone.iter().copied().fold(0.0, f64::max));
    assert!(max / min < 1.2, "{alone:?}");
}

#[test]
fn larger_log_speeds_up_journal_mode() {
    let runs = [8, 32, 128, 512].map(|log_mib| run(Policy::Journal, Machine { log_mib, ..USUAL }));
    let speeds = runs.map(|run| run.throughput_mb_s);
    assert!(speeds[..3].is_sorted_by(|one, other| 1.5 * one < *other), "{speeds:?}");
    // The largest log does not increase the throughput by another half, because the processors become the bottleneck.
    assert!(speeds[3] > speeds[2] && runs[3].processor_load > 0.9, "{speeds:?}");
}

#[test]
fn longer_commit_interval_writes_less() {
    let runs = [1, 5, 30].map(|commit_s| run(Policy::Ordered, Machine { commit_s, ..USUAL }));
    let written = runs.map(|run| run.written.all());
    assert!(written.is_sorted_by(|one, other| *one > *other * 5 / 4), "{written:?}");
    assert_eq!(runs[2].written.journal, 0, "the run ends before the first commit, and no transaction is full");
    let speeds = runs.map(|run| run.throughput_mb_s);
    assert!(speeds[0] < speeds[2] && speeds[2] < 1.15 * speeds[0], "{speeds:?}");
}

#[test]
fn journal_mode_writes_pages_twice() {
    let all = |policy| run(policy, USUAL).written;
    let journal = all(Policy::Journal);
    // Blocks are checkpointed unless a later transaction or a deletion makes that unnecessary.
    assert!(journal.home > journal.journaled_data / 2 && journal.home < journal.journaled_data, "{journal:?}");
    assert_eq!(journal.data, 0);
    let (ext2, ordered) = (all(Policy::None), all(Policy::Ordered));
    assert!(ordered.data > 3 * ext2.data / 2, "{ordered:?}, {ext2:?}");
    assert!(journal.all() > 5 * ordered.all(), "{journal:?}, {ordered:?}");
}
