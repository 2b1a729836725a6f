//! Seeded streams of operations on a small file system with small blocks, so that short streams reach every code path.

pub(crate) use pathlength_journaling::crash::OperationStream;
use pathlength_journaling::{DisabledSafeguards, Geometry, Policy, Rules, WriteTrace};

pub(crate) const SECOND: u64 = 1_000_000_000;

/// Mean pause between two operations, in seconds.
pub(crate) const PAUSE_S: f64 = 0.4;

pub(crate) fn small() -> Geometry {
    Geometry::small()
}

/// Returns the rules of a policy, with a tenth of the default intervals and with transactions that fit into the small
/// log. With these rules, a short stream reaches commits, write-back, and checkpoints.
pub(crate) fn rules(policy: Policy) -> Rules {
    let default = Rules::of(policy);
    let (commit_interval, expiry) = (default.commit_interval / 10, default.expiry / 10);
    Rules { transaction_blocks: 28, commit_interval, expiry, ..default }
}

/// Runs a stream of `steps` operations until all its requests have completed.
pub(crate) fn run_stream(geometry: Geometry, rules: Rules, seed: u64, steps: usize) -> WriteTrace {
    let mut stream = OperationStream::new(geometry, rules, PAUSE_S, seed).unwrap();
    for _ in 0..steps {
        stream.step();
    }
    stream.driver.finish()
}

/// Returns the rules of a policy with its default intervals and the given safeguards disabled.
pub(crate) fn rules_without(policy: Policy, disabled_safeguards: DisabledSafeguards) -> Rules {
    Rules { transaction_blocks: 28, disabled_safeguards, ..Rules::of(policy) }
}
