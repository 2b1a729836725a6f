//! Seeded streams of operations on a small file system whose blocks hold little, so that everything is reached soon.

pub(crate) use pathlength_journaling::plug::Stream;
use pathlength_journaling::{Broken, Geometry, Policy, Recorded, Rules};

pub(crate) const SECOND: u64 = 1_000_000_000;

/// Two groups, blocks of 8 pointers and 9 names, a log that is full after three or four transactions.
pub(crate) fn small() -> Geometry {
    Geometry {
        blocks: 1 + 64 + 2 * 160,
        group_blocks: 160,
        group_inodes: 32,
        log_blocks: 64,
        pointers: 8,
        node_bytes: 320,
    }
}

/// The rules of a policy, with transactions that fit the small log and a tenth of the usual intervals: a short stream
/// then sees commits, write-back and checkpoints.
pub(crate) fn rules(policy: Policy) -> Rules {
    let usual = Rules::of(policy);
    Rules { transaction_blocks: 28, commit_interval: usual.commit_interval / 10, expiry: usual.expiry / 10, ..usual }
}

/// A stream of `steps` operations, and time for the last of them to be written.
pub(crate) fn recorded(geometry: Geometry, rules: Rules, seed: u64, steps: usize) -> Recorded {
    let mut stream = Stream::new(geometry, rules, seed).unwrap();
    for _ in 0..steps {
        stream.step();
    }
    stream.driver.finish()
}

/// The rules of a policy with its usual intervals, and some of them left out.
pub(crate) fn broken(policy: Policy, broken: Broken) -> Rules {
    Rules { transaction_blocks: 28, broken, ..Rules::of(policy) }
}
