//! The file systems compared with a plain model: a map from names to files, and one from each file's pages to their
//! last writes.

use crate::operation_stream::{OperationStream, PAUSE_S, SECOND, rules, run_stream, small};
use pathlength_journaling::{
    Driver, FileKind, FileSystem, Geometry, LogKind, LossKind, OperationError, Policy, ROOT, Rules,
};
use std::collections::BTreeMap;

#[test]
fn crash_after_sync_loses_nothing() {
    for policy in Policy::ALL {
        for seed in 0..30 {
            let mut stream = OperationStream::new(small(), rules(policy), PAUSE_S, seed).unwrap();
            for _ in 0..120 {
                stream.step();
            }
            stream.driver.sync(0).unwrap();
            let run = stream.driver.finish();
            let outcome = run.crash_after(run.log.writes.len() - 1, &mut |_| true);
            let found = &outcome.comparison;
            assert_eq!(outcome.report.problems, [], "{policy:?}, stream {seed}");
            assert_eq!(
                (found.losses.as_slice(), found.stale_pages, found.phantom_objects),
                (&[][..], 0, 0),
                "{policy:?}, stream {seed}"
            );
            assert!(found.intact_pages > 0, "{policy:?}, stream {seed}");
        }
    }
}

#[test]
fn directories_equal_a_plain_map() {
    for policy in Policy::ALL {
        let mut driver = Driver::new(small(), rules(policy), SECOND / 1000, 3).unwrap();
        let mut plain = BTreeMap::new();
        let directory = driver.make(ROOT, 1, FileKind::Directory).unwrap();
        for step in 0_u32..600 {
            let name = step.wrapping_mul(2_654_435_761) % 61;
            if step % 3 == 2 {
                let removed = driver.remove(directory, name, FileKind::File);
                assert_eq!(removed.is_ok(), plain.remove(&name).is_some(), "{policy:?}, step {step}");
            } else if plain.len() < 45 {
                match driver.make(directory, name, FileKind::File) {
                    Ok(inode) => assert_eq!(plain.insert(name, inode), None, "{policy:?}, step {step}"),
                    Err(error) => {
                        assert_eq!(error, OperationError::Exists, "{policy:?}, step {step}");
                        assert!(plain.contains_key(&name), "{policy:?}, step {step}");
                    }
                }
            }
            let mut listed: Vec<_> = driver.fs.list(directory).iter().map(|entry| (entry.name, entry.inode)).collect();
            listed.sort_unstable();
            assert_eq!(listed, plain.iter().map(|(name, inode)| (*name, *inode)).collect::<Vec<_>>(), "{policy:?}");
            assert_eq!(driver.fs.lookup(directory, name), plain.get(&name).copied(), "{policy:?}, step {step}");
        }
    }
}

#[test]
fn truncated_files_free_all_their_blocks() {
    for policy in Policy::ALL {
        let mut driver = Driver::new(small(), rules(policy), SECOND / 1000, 4).unwrap();
        let settle = |driver: &mut Driver| {
            driver.sync(0).unwrap();
            driver.advance(driver.now() + SECOND);
            driver.fs.checkpoint(driver.now());
            driver.advance(driver.now() + SECOND);
        };
        let keep = driver.make(ROOT, 1, FileKind::File).unwrap();
        let grow = driver.make(ROOT, 2, FileKind::File).unwrap();
        settle(&mut driver);
        let before = driver.fs.free_blocks();
        // The writes alternate, so neither file is contiguous; there are enough writes for two levels of pointer
        // blocks.
        for page in 0..60 {
            driver.write(grow, page * 4096, 4096).unwrap();
            driver.write(keep, page * 4096, 100).unwrap();
        }
        settle(&mut driver);
        assert!(driver.fs.free_blocks() + 120 <= before, "{policy:?}");
        driver.truncate(grow, 30 * 4096).unwrap();
        driver.truncate(grow, 0).unwrap();
        driver.truncate(keep, 0).unwrap();
        settle(&mut driver);
        // The file system's tree has grown by one level and keeps that level's block.
        let kept = u32::from(policy == Policy::Reiser);
        assert_eq!(driver.fs.free_blocks() + kept, before, "{policy:?}");
    }
}

#[test]
fn short_lived_files_are_never_written() {
    let data = |policy: Policy| {
        let mut driver = Driver::new(small(), rules(policy), SECOND / 1000, 5).unwrap();
        for name in 0..40 {
            let file = driver.make(ROOT, name, FileKind::File).unwrap();
            driver.write(file, 0, 20_000).unwrap();
            driver.remove(ROOT, name, FileKind::File).unwrap();
        }
        driver.sync(0).unwrap();
        let run = driver.finish();
        run.log.writes.iter().filter(|write| matches!(write.content, pathlength_journaling::Content::Data(_))).count()
    };
    for policy in [Policy::None, Policy::Logical, Policy::LogicalDelayed] {
        assert_eq!(data(policy), 0, "{policy:?}");
    }
}

#[test]
fn stream_with_same_seed_gives_same_writes() {
    for policy in Policy::ALL {
        let writes = || {
            let run = run_stream(small(), rules(policy), 9, 80);
            run.log.writes.iter().map(|write| (write.at, write.epoch, write.block)).collect::<Vec<_>>()
        };
        assert_eq!(writes(), writes(), "{policy:?}");
    }
}

#[test]
fn invalid_geometry_is_refused_with_advice() {
    let ordered = Rules::of(Policy::Ordered);
    for geometry in [
        Geometry { log_blocks: 1000, ..small() },
        Geometry { log_blocks: 8, ..small() },
        Geometry { group_blocks: 0, ..small() },
        Geometry { group_inodes: 33, ..small() },
        Geometry { pointers: 0, ..small() },
        Geometry { blocks: 0, ..small() },
    ] {
        let error = FileSystem::new(geometry, ordered).unwrap_err();
        assert!(!error.ends_with('.') && error.contains(": "), "{error}");
    }
    let unlogged_tree = Rules { log: LogKind::None, ..Rules::of(Policy::Reiser) };
    let late_and_ordered = Rules { delayed_allocation: true, ..ordered };
    for rules in [unlogged_tree, late_and_ordered] {
        let error = FileSystem::new(small(), rules).unwrap_err();
        assert!(!error.ends_with('.') && error.contains(": "), "{error}");
    }
}

#[test]
fn tails_of_any_size_fit_into_the_tree() {
    let geometry = small();
    let mut fs = FileSystem::new(geometry, rules(Policy::Reiser)).unwrap();
    let complete_all = |fs: &mut FileSystem| {
        for request in fs.take_requests() {
            fs.complete(request.id, 0);
        }
    };
    // Test the largest tails that fit into leaves, and deletions that leave only one tail in a leaf.
    for step in 0_u64..2000 {
        let random = step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let name = (random % 11) as u32 + 1;
        while let Err(OperationError::Wait(_)) = fs.unlink(ROOT, name, 0) {
            complete_all(&mut fs);
        }
        let bytes = u64::from(geometry.node_bytes) / 2 - random / 16 % 40;
        let attempt = |fs: &mut FileSystem| {
            let known = fs.lookup(ROOT, name);
            let inode = known.map_or_else(|| fs.create(ROOT, name, 0).map(|made| made.inode), Ok)?;
            fs.write(inode, 0, bytes, 0)
        };
        let written = loop {
            match attempt(&mut fs) {
                Err(OperationError::Wait(_)) => complete_all(&mut fs),
                result => break result,
            }
        };
        assert!(written.is_ok(), "step {step}, {bytes} bytes: {written:?}");
    }
}

#[test]
fn full_device_refuses_writes_and_stays_consistent() {
    for policy in Policy::ALL {
        let mut driver = Driver::new(small(), rules(policy), SECOND / 1000, 6).unwrap();
        let file = driver.make(ROOT, 1, FileKind::File).unwrap();
        let mut end = 0;
        let error = loop {
            match driver.write(file, end, 4096) {
                Ok(()) => end += 4096,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, OperationError::NoSpace | OperationError::TooLarge), "{policy:?}: {error:?}");
        assert_eq!(driver.fs.size(file), Some(end), "{policy:?}");
        driver.sync(0).unwrap();
        let run = driver.finish();
        let outcome = run.crash_after(run.log.writes.len() - 1, &mut |_| true);
        assert_eq!(outcome.report.problems, [], "{policy:?}");
        assert_eq!(outcome.comparison.count(LossKind::OldPage), 0, "{policy:?}");
    }
}
