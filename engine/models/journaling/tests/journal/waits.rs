//! The reasons why operations wait, and the destinations of each policy's writes.

use crate::operation_stream::{SECOND, rules, run_stream, small};
use pathlength_journaling::{Content, FileSystem, OperationError, Policy, ROOT, RequestKind, Rules, Wait};

/// Completes all requests of the file system.
fn settle(fs: &mut FileSystem, now: u64) {
    loop {
        let requests = fs.take_requests();
        if requests.is_empty() {
            return;
        }
        for request in requests {
            fs.complete(request.id, now);
        }
    }
}

#[test]
fn write_to_committing_page_waits_until_page_is_home() {
    let mut fs = FileSystem::new(small(), rules(Policy::Ordered)).unwrap();
    let file = fs.create(ROOT, 1, 0).unwrap().inode;
    fs.write(file, 0, 8192, 1).unwrap();
    assert!(fs.commit(SECOND));
    assert_eq!(fs.write(file, 4096, 10, SECOND).unwrap_err(), OperationError::Wait(Wait::Overwrite));
    // Writes to pages outside the commit do not wait.
    assert!(fs.write(file, 8192, 10, SECOND).is_ok());
    for request in fs.take_requests().into_iter().filter(|request| request.kind == RequestKind::Data) {
        fs.complete(request.id, SECOND);
    }
    assert!(fs.write(file, 4096, 10, SECOND).is_ok());
}

#[test]
fn operation_with_full_transaction_waits_for_commit() {
    for policy in [Policy::Writeback, Policy::Ordered, Policy::Journal, Policy::Reiser] {
        let mut fs = FileSystem::new(small(), rules(policy)).unwrap();
        let mut name = 0;
        let error = loop {
            name += 1;
            // Page 12 is the first page that needs a pointer block.
            let result = fs.create(ROOT, name, 0).and_then(|made| fs.write(made.inode, 12 * 4096, 4096, 0));
            match result {
                Ok(_) => assert!(name < 200, "{policy:?} never waits"),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, OperationError::Wait(Wait::TransactionFull | Wait::LogFull)), "{policy:?}: {error:?}");
        settle(&mut fs, SECOND);
        assert!(fs.create(ROOT, 1000, SECOND).is_ok(), "{policy:?}");
    }
}

#[test]
fn operation_with_full_log_waits_for_checkpoint() {
    for policy in [Policy::Logical, Policy::LogicalDelayed] {
        let mut fs = FileSystem::new(small(), rules(policy)).unwrap();
        let mut error = Ok(());
        for step in 0..5000 {
            let name = step / 2 % 7;
            error = if step % 2 == 0 { fs.create(ROOT, name, 0).map(|_| ()) } else { fs.unlink(ROOT, name, 0) };
            if error.is_err() {
                break;
            }
        }
        assert_eq!(error, Err(OperationError::Wait(Wait::LogFull)), "{policy:?}");
        settle(&mut fs, SECOND);
        assert!(fs.create(ROOT, 1000, SECOND).is_ok(), "{policy:?}");
    }
}

#[test]
fn only_journaled_data_reaches_home_through_the_log() {
    for policy in Policy::ALL {
        let run = run_stream(small(), rules(policy), 2, 150);
        let data = |kind| {
            let of_kind = run.log.writes.iter().filter(|write| write.kind == kind);
            of_kind.filter(|write| matches!(write.content, Content::Data(_))).count()
        };
        let journaled = policy == Policy::Journal;
        assert_eq!(data(RequestKind::Data) == 0, journaled, "{policy:?}");
        assert_eq!(data(RequestKind::JournaledData) > 0, journaled, "{policy:?}");
        assert_eq!(data(RequestKind::Home) > 0, journaled, "{policy:?}");
        // At most as many images are written to home locations as were logged.
        assert!(data(RequestKind::Home) <= data(RequestKind::JournaledData), "{policy:?}");
        let logged = run.log.writes.iter().filter(|write| write.kind == RequestKind::Journal).count();
        assert_eq!(logged == 0, policy == Policy::None, "{policy:?}");
    }
}

#[test]
fn daemons_write_after_commit_interval_or_expiry() {
    for policy in Policy::ALL {
        let usual = Rules { transaction_blocks: 28, ..Rules::of(policy) };
        let mut fs = FileSystem::new(small(), usual).unwrap();
        let file = fs.create(ROOT, 1, 0).unwrap().inode;
        fs.write(file, 0, 9000, 0).unwrap();
        let mut first = None;
        for second in 1..70 {
            fs.wake(second * SECOND);
            if first.is_none() && fs.requests_in_flight() > 0 {
                first = Some(second);
            }
            settle(&mut fs, second * SECOND);
        }
        let expected = if matches!(policy, Policy::Writeback | Policy::Ordered | Policy::Journal) { 5 } else { 30 };
        assert_eq!(first, Some(expected), "{policy:?}");
        assert_eq!((fs.dirty_page_count(), fs.requests_in_flight()), (0, 0), "{policy:?}");
    }
}
