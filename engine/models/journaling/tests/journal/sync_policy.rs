//! Clients that wait until what they wrote is on the disks: when they flush a file, or after each write.

use crate::performance::{ended, outcome, setup, short, with};
use pathlength_journaling::load::{NO_FILE, Operation};
use pathlength_journaling::performance::{Run, RunSetup, SyncPolicy};
use pathlength_journaling::{Geometry, Policy};
use std::rc::Rc;

/// Policies that write pages of files to their own places.
const AT_HOME: [Policy; 4] = [Policy::None, Policy::Writeback, Policy::Ordered, Policy::Logical];

#[test]
fn every_client_that_waits_for_the_disks_comes_to_an_end_and_leaves_nothing_to_wait_for() {
    let plan = short();
    for policy in Policy::ALL {
        for sync_policy in [SyncPolicy::Flush, SyncPolicy::Write] {
            let run = ended(&RunSetup { sync_policy, clients: 3, ..setup(policy) }, &plan);
            let outcome = run.outcome();
            assert!((run.progress() - 1.0).abs() < 1e-12, "{policy:?}, {sync_policy:?}");
            assert!(outcome.wait_times.sync_s > 0.0, "{policy:?}, {sync_policy:?}: {outcome:?}");
            assert!(outcome.wait_times.all_s() <= 3.0 * outcome.seconds, "{policy:?}, {sync_policy:?}: {outcome:?}");
        }
    }
}

#[test]
fn a_lone_client_has_nothing_dirty_when_it_goes_on() {
    let plan = short();
    for policy in AT_HOME {
        let dirtiest = |sync_policy| {
            let mut run = Run::new(RunSetup { sync_policy, clients: 1, ..setup(policy) }, Rc::clone(&plan)).unwrap();
            let mut most = 0;
            while !run.step(1).unwrap() {
                most = most.max(run.file_system().dirty_page_count());
            }
            most
        };
        assert_eq!(dirtiest(SyncPolicy::Write), 0, "{policy:?}");
        assert!(dirtiest(SyncPolicy::Never) > 100, "{policy:?}");
    }
}

#[test]
fn a_lone_client_waits_for_each_of_its_requests_in_turn() {
    // Nothing takes time but a disk's command, a millisecond, and no request is on two stripes.
    let costs = [
        ("cpu_factor", 1e-3),
        ("command_ms", 1.0),
        ("position_ms", 0.0),
        ("disk_mb_s", 1e9),
        ("channel_mb_s", 1e9),
        ("stripe_blocks", 1e6),
    ];
    let plan = short();
    let writes = plan.steps.iter().filter(|step| step.operation == Operation::Write).count() as f64;
    for policy in AT_HOME {
        let alone = RunSetup { sync_policy: SyncPolicy::Write, clients: 1, disks: 1, ..with(policy, &costs) };
        let outcome = outcome(&alone, &plan);
        let seconds = outcome.requests as f64 / 1e3;
        assert!((outcome.seconds / seconds - 1.0).abs() < 0.02, "{policy:?}: {outcome:?}");
        assert!((outcome.wait_times.sync_s / outcome.seconds - 1.0).abs() < 0.02, "{policy:?}: {outcome:?}");
        assert!(outcome.disk_load > 0.98, "{policy:?}: {outcome:?}");
        // At least the page, or the log.
        assert!(outcome.requests as f64 >= writes, "{policy:?}: {outcome:?}");
    }
}

#[test]
fn whoever_waits_more_often_is_slower() {
    let plan = short();
    assert!(plan.steps.iter().any(|step| step.operation == Operation::Flush && step.file != NO_FILE));
    for policy in Policy::ALL {
        let speeds = [SyncPolicy::Write, SyncPolicy::Flush, SyncPolicy::Never]
            .map(|sync_policy| outcome(&RunSetup { sync_policy, ..setup(policy) }, &plan).throughput_mb_s);
        assert!(speeds.is_sorted() && speeds[0] < 0.8 * speeds[2], "{policy:?}: {speeds:?}");
    }
}

#[test]
fn data_through_the_log_beats_ext2_when_each_write_waits_for_the_disks() {
    let plan = short();
    let speed = |policy, sync_policy| {
        let geometry = Geometry::of_size(1 << 20, 8192);
        outcome(&RunSetup { sync_policy, geometry, clients: 8, disks: 1, ..setup(policy) }, &plan).throughput_mb_s
    };
    let (ext2, journal) = (speed(Policy::None, SyncPolicy::Write), speed(Policy::Journal, SyncPolicy::Write));
    assert!(journal > ext2, "{journal}, {ext2}");
    assert!(speed(Policy::Journal, SyncPolicy::Never) < 0.5 * speed(Policy::None, SyncPolicy::Never));
    // Beside the other modes of ext3 it does not win: all of them wait for commits, and for each other in the same ones.
}
