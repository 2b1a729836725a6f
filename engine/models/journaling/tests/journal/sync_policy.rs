//! Clients that wait for durability: on `fsync`, or after each write with `O_SYNC`.

use crate::performance::{ended, outcome, setup, short, with};
use pathlength_journaling::load::{NO_FILE, Operation};
use pathlength_journaling::performance::{DiskCache, Run, RunSetup, SyncPolicy};
use pathlength_journaling::{Geometry, Policy};
use std::rc::Rc;

/// Policies that write file pages directly to their home locations.
const AT_HOME: [Policy; 4] = [Policy::None, Policy::Writeback, Policy::Ordered, Policy::Logical];

#[test]
fn synced_run_of_every_policy_ends_and_counts_sync_waits() {
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
fn client_with_o_sync_leaves_no_dirty_pages() {
    let plan = short();
    for policy in AT_HOME {
        let max_dirty_pages = |sync_policy| {
            let mut run = Run::new(RunSetup { sync_policy, clients: 1, ..setup(policy) }, Rc::clone(&plan)).unwrap();
            let mut max = 0;
            while !run.step(1).unwrap() {
                max = max.max(run.file_system().dirty_page_count());
            }
            max
        };
        assert_eq!(max_dirty_pages(SyncPolicy::Write), 0, "{policy:?}");
        assert!(max_dirty_pages(SyncPolicy::Never) > 100, "{policy:?}");
    }
}

#[test]
fn client_with_o_sync_waits_for_each_request_in_turn() {
    // Only disk commands take time (one millisecond each), and no request spans two stripes.
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
        // Each write needs at least one request, for a page or for the log.
        assert!(outcome.requests as f64 >= writes, "{policy:?}: {outcome:?}");
    }
}

#[test]
fn disk_without_a_cache_waits_for_its_revolutions() {
    // Only disk rotation takes time: a revolution before the following block, and half a revolution before any other.
    let costs = [
        ("cpu_factor", 1e-3),
        ("command_ms", 0.0),
        ("uncached_seek_ms", 0.0),
        ("revolution_ms", 1.0),
        ("disk_mb_s", 1e9),
        ("channel_mb_s", 1e9),
        ("stripe_blocks", 1e6),
    ];
    let plan = short();
    for policy in AT_HOME {
        let usual = with(policy, &costs);
        let alone =
            RunSetup { sync_policy: SyncPolicy::Write, clients: 1, disks: 1, disk_cache: DiskCache::None, ..usual };
        let outcome = outcome(&alone, &plan);
        let revolutions = 1e3 * outcome.seconds / outcome.requests as f64;
        assert!((0.5..1.02).contains(&revolutions), "{policy:?}: {revolutions} revolutions per request");
    }
}

#[test]
fn more_frequent_syncs_are_slower() {
    let plan = short();
    assert!(plan.steps.iter().any(|step| step.operation == Operation::Flush && step.file != NO_FILE));
    for policy in Policy::ALL {
        let speeds = [SyncPolicy::Write, SyncPolicy::Flush, SyncPolicy::Never]
            .map(|sync_policy| outcome(&RunSetup { sync_policy, ..setup(policy) }, &plan).throughput_mb_s);
        assert!(speeds.is_sorted() && speeds[0] < 0.8 * speeds[2], "{policy:?}: {speeds:?}");
    }
}

#[test]
fn journal_mode_beats_ext2_with_o_sync() {
    let plan = short();
    let speed = |policy, sync_policy| {
        let geometry = Geometry::of_size(1 << 20, 8192);
        outcome(&RunSetup { sync_policy, geometry, clients: 8, disks: 1, ..setup(policy) }, &plan).throughput_mb_s
    };
    let (ext2, journal) = (speed(Policy::None, SyncPolicy::Write), speed(Policy::Journal, SyncPolicy::Write));
    assert!(journal > ext2, "{journal}, {ext2}");
    assert!(speed(Policy::Journal, SyncPolicy::Never) < 0.5 * speed(Policy::None, SyncPolicy::Never));
    // Journal mode does not beat the other modes of ext3: all of them wait for shared commits.
}
