//! Recovery time: linear in the device size for a full check, and independent of the device size for a replay.

use crate::parameters::parameters;
use pathlength_journaling::recovery_time::{BlockContents, RecoveryEstimate, RecoveryEstimator};
use pathlength_journaling::{Driver, FileKind, Geometry, Policy, ROOT, Rules};
use pathlength_model::{ModelError, Setting, Settings};

fn estimator() -> RecoveryEstimator {
    let values = parameters();
    RecoveryEstimator::new(&|name| values.get(name).copied()).unwrap()
}

fn estimate(
    estimator: &mut RecoveryEstimator,
    policy: &str,
    numbers: &[(&str, f64)],
) -> Result<RecoveryEstimate, ModelError> {
    let mut settings = Settings::default();
    settings.set("policy", Setting::Word(policy.to_owned()));
    for (name, value) in numbers {
        settings.set(name, Setting::Number(*value));
    }
    estimator.estimate(&settings)
}

#[test]
fn estimated_check_reads_equal_those_of_a_real_check() {
    for (blocks, files, pages) in [(262_144, 0, 0), (262_144, 400, 1), (524_288, 130, 40), (262_144, 9, 2500)] {
        let mut driver = Driver::new(Geometry::of_size(blocks, 0), Rules::of(Policy::None), 1_000_000, 1).unwrap();
        let directory = driver.make(ROOT, 1, FileKind::Directory).unwrap();
        for name in 0..files {
            let file = driver.make(directory, 10 + name, FileKind::File).unwrap();
            driver.write(file, 0, u64::from(pages) * 4096).unwrap();
        }
        driver.sync(0).unwrap();
        let run = driver.finish();
        let real = run.crash_after(run.log.writes.len() - 1, &mut |_| true).recovery.blocks_read;
        let pointers = if pages > 1036 { 4 } else { u32::from(pages > 12) };
        // Use slightly more than the exact share, so that rounding does not lose a file.
        let filled = (f64::from(files) + 0.01) * f64::from((pages + pointers).max(1)) / f64::from(blocks);
        let contents = BlockContents::new(f64::from(blocks), filled, f64::from(pages.max(1)) * 4096.0, 120.0).unwrap();
        assert_eq!(contents.files as u32, files);
        assert_eq!(contents.blocks() as u64, real, "{files} files of {pages} pages");
    }
}

#[test]
fn check_time_equals_hand_computed_sum() {
    // A device of 96 GiB has the size of 768 groups, but the superblock leaves space for only 767 complete groups.
    let empty = estimate(&mut estimator(), "ext2", &[("size_gib", 96.0), ("filled_percent", 0.0)]).unwrap();
    let groups = 767.0;
    let by_hand = |mb_s: f64| groups * 514.0 * 4096.0 / (mb_s * 1e6) + groups * (2.0 * 0.007 + 16_384.0 * 2e-6);
    assert!((empty.seconds[0] - by_hand(200.0)).abs() < 0.1, "{empty:?}");
    assert!((empty.seconds[1] - by_hand(50.0)).abs() < 0.1, "{empty:?}");
    // Files of 1 MB fill 40 % of the device; each of them has a pointer block at a random location.
    let full =
        estimate(&mut estimator(), "ext2", &[("size_gib", 96.0), ("filled_percent", 40.0), ("file_kib", 1024.0)])
            .unwrap();
    let files = 0.4 * 96.0 * 1024.0 * 256.0 / 257.0;
    let more = files * (0.006 + 20e-6) + files / 120.0 * 0.006;
    assert!((full.seconds[1] - empty.seconds[1] - more).abs() < 1.0, "{full:?}");
}

#[test]
fn check_time_grows_with_size_and_replay_time_does_not() {
    let mut estimator = estimator();
    let mut of = |policy: &str, size: f64| estimate(&mut estimator, policy, &[("size_gib", size)]).unwrap();
    let sizes = [1.0, 16.0, 256.0, 4096.0, 16_384.0];
    let scans = sizes.map(|size| of("ext2", size));
    for (size, scan) in sizes.into_iter().zip(&scans) {
        // A group is 1/8 of a gigabyte, and the last one may be incomplete.
        let per_group = scans[4].seconds[1] / (8.0 * 16_384.0);
        assert!((scan.seconds[1] / per_group - 8.0 * size).abs() < 2.0, "{size} {scan:?}");
    }
    for policy in ["ordered", "journal", "reiserfs", "jfs", "xfs"] {
        let replays = [1.0, 4.0, 16_384.0].map(|size| of(policy, size));
        assert!(replays[0].blocks_read > 50.0, "{policy} had nothing to replay");
        assert!(replays[2].blocks_read < 1.5 * replays[0].blocks_read, "{policy}: {replays:?}");
        assert_eq!(replays[1], replays[2]);
        assert!(replays[2].seconds[1] < scans[1].seconds[0], "{policy}: {replays:?}");
        assert!(replays[0].blocks_read <= 8192.0 * 2.0, "{policy}: a replay reads its log");
    }
}

#[test]
fn replay_of_data_log_grows_with_log_size() {
    let mut estimator = estimator();
    let mut of =
        |policy: &str, log: f64| estimate(&mut estimator, policy, &[("size_gib", 4.0), ("log_mib", log)]).unwrap();
    let [small, middle, large] = [4.0, 16.0, 64.0].map(|log| of("journal", log).blocks_read);
    assert!(middle > 3.0 * small && large > 2.0 * middle, "{small} {middle} {large}");
    // Expired blocks are checkpointed regardless of the log size, so an even larger log makes no difference.
    let [large, largest] = [64.0, 256.0].map(|log| of("ordered", log).blocks_read);
    assert!((large - largest).abs() < 0.05 * large, "{large} {largest}");
}

#[test]
fn invalid_settings_are_refused_with_reason() {
    let mut estimator = estimator();
    let mut error =
        |policy: &str, numbers: &[(&str, f64)]| estimate(&mut estimator, policy, numbers).unwrap_err().to_string();
    assert!(error("ordered", &[("size_gib", 1.0), ("log_mib", 1024.0)]).contains("make the log smaller"));
    assert!(error("ext2", &[("size_gib", f64::NAN)]).contains("size_gib"));
    assert!(error("ext2", &[("size_gib", 0.5)]).contains("from 1 to 16384"));
    assert!(error("xfs", &[("log_mib", f64::INFINITY)]).contains("log_mib"));
    assert!(error("ext2", &[("filled_percent", 95.0), ("file_kib", 1.0)]).contains("more files than inodes"));
    assert!(error("ext4", &[]).contains("policy"));
    assert!(error("ext2", &[("clients", 1.0)]).contains("clients"));
}
