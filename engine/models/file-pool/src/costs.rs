//! The parameters of a file pool server, for both engines.

use pathlength_model::{ModelError, costs, require_positive};

costs! {
    /// Parameters, with a field for each parameter of the lab. In the simulation, a parameter whose name ends in
    /// `_simulated` replaces the parameter without this ending. The simulation quiesces before a checkpoint, but the
    /// analytic engine does not, so the same published values result in slightly different parameters.
    Costs;
    /// Users of a closed network that are equivalent to the server's users.
    users,
    /// Mean think time of a user between two requests, in seconds.
    think_s,
    /// Page stall that blocks the server, divided by the counted page stall.
    stretch,
    /// Value of `stretch` for the simulation.
    stretch_simulated,
    /// Block I/Os per request.
    ios,
    /// Value of `ios` for the simulation.
    ios_simulated,
    /// Mean time of one block I/O, in milliseconds.
    io_ms,
    /// Value of `io_ms` for the simulation.
    io_ms_simulated,
    /// Requests between two checkpoints.
    checkpoint_requests,
    /// Value of `checkpoint_requests` for the simulation.
    checkpoint_requests_simulated,
    /// Probability that a request waits for a lock, per active request.
    lock_chance,
    /// Value of `lock_chance` for the simulation.
    lock_chance_simulated,
    /// Mean think time of a user, in seconds, with storms.
    think_s_storms,
    /// Block I/Os per request, with storms.
    ios_storms,
    /// Mean time of one block I/O, in milliseconds, with storms.
    io_ms_storms,
    /// Requests between two checkpoints, with storms.
    checkpoint_requests_storms,
    /// Probability that a request waits for a lock, per active request, with storms.
    lock_chance_storms,
    /// Page stall of a request in a storm, in milliseconds.
    storm_stall_ms,
    /// Mean length of a storm, in seconds; for the simulation only.
    storm_s,
    /// Requests to a file pool server for each non-trivial transaction.
    transaction_requests,
    /// Mean time of one page fault, in milliseconds; for the simulation only.
    fault_ms,
    /// Warm-up of a run, in simulated seconds.
    warm_up_s,
    /// Measured time of a run, in simulated seconds.
    interval_s,
    /// Pages that were resident while no pages were reserved.
    resident_pages,
    /// Counted page stall of a request with `resident_pages`, in milliseconds.
    resident_stall_ms,
    /// Additional pages that divide the page stall by e.
    stall_pages,
    /// CPU time per request without page faults, in milliseconds.
    faultless_cpu_ms,
    /// CPU time for each millisecond of page stall, in milliseconds.
    cpu_per_stall,
    /// Checkpoint time of a request without page faults, in milliseconds.
    faultless_checkpoint_ms,
    /// Checkpoint time for each millisecond of page stall, in milliseconds.
    checkpoint_per_stall,
    /// Share of the block I/Os that read catalogs, from 0 to 1.
    catalog_share,
    /// Additional catalog buffers that divide the catalog I/Os by e.
    catalog_buffers,
    /// Time of an I/O with a minidisk cache hit, in milliseconds.
    cache_hit_ms,
}

impl Costs {
    fn check(&self) -> Result<(), ModelError> {
        require_positive(&[
            ("users", self.users),
            ("fault_ms", self.fault_ms),
            ("interval_s", self.interval_s),
            ("stall_pages", self.stall_pages),
            ("catalog_buffers", self.catalog_buffers),
            ("checkpoint_requests", self.checkpoint_requests),
            ("checkpoint_requests_simulated", self.checkpoint_requests_simulated),
            ("checkpoint_requests_storms", self.checkpoint_requests_storms),
            ("storm_s", self.storm_s),
        ])
    }
}
