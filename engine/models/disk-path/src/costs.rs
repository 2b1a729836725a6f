//! The costs of each component of a path, and the sizes of requests and files.

use pathlength_model::{ModelError, costs, require_positive};

costs! {
    /// Costs and sizes; each field is a parameter of the lab. Times are in microseconds.
    Costs;
    /// Read rate of dedicated ECKD, in KB/s: the scale of the model, because only ratios were published. The fixed time
    /// of an ECKD channel program follows from this rate.
    eckd_read_rate,
    /// Largest request, in KB, unless one of the next two limits applies.
    request_kb,
    /// Largest request of the FBA driver, in KB.
    fba_request_kb,
    /// Largest write request of the zFCP driver, in KB.
    fcp_write_request_kb,
    /// Size of a read by the minidisk cache from an FBA device, in KB.
    fba_fill_kb,
    /// Payload rate of the FICON channel, in MB/s.
    channel_mb_s,
    /// Size of a guest's file, in MB.
    file_mb,
    /// A record (CCW) read from an ECKD device.
    record_read,
    /// A record written.
    record_write,
    /// Factor of `record_read` for each record when the minidisk cache reads a track.
    fill_records,
    /// Fixed time of a SCSI command.
    scsi_command,
    /// Payload time of one KB on the Fibre Channel.
    fcp_payload,
    /// One KB written to the disks behind the storage server's cache.
    back_end,
    /// Exponent that combines the times of guest and back end in a write: with 1, the times add up; with a large
    /// exponent, only the longer time counts.
    write_overlap = |_| Some(2.0),
    /// Time factor of dedicated ECKD writes; unexplained.
    dedicated_write,
    /// Stall for each track of a first write by Diagnose without the minidisk cache; unexplained.
    first_write_stall,
    /// Guest: one KB of an initial write.
    guest_write,
    /// Guest: one KB of a rewrite.
    guest_rewrite,
    /// Guest: one KB of a read.
    guest_read,
    /// Guest: one I/O request.
    guest_request,
    /// Guest: one KB from the minidisk cache.
    guest_hit,
    /// CP: one KB of ECKD channel programs.
    cp_eckd,
    /// CP: one block of Diagnose X'250'.
    cp_diagnose_block,
    /// CP: one KB of Diagnose X'250'.
    cp_diagnose,
    /// CP: one KB of emulated FBA.
    cp_fba,
    /// CP: one KB of QDIO.
    cp_fcp,
    /// CP: one KB copied into the minidisk cache or out of it.
    cache_copy,
    /// Cost factor of copying blocks smaller than a page.
    small_block_copy,
    /// CP: background work per microsecond of elapsed time.
    background,
}

impl Costs {
    fn check(&self) -> Result<(), ModelError> {
        require_positive(&[
            ("eckd_read_rate", self.eckd_read_rate),
            ("request_kb", self.request_kb),
            ("fba_request_kb", self.fba_request_kb),
            ("fcp_write_request_kb", self.fcp_write_request_kb),
            ("fba_fill_kb", self.fba_fill_kb),
            ("channel_mb_s", self.channel_mb_s),
            ("write_overlap", self.write_overlap),
        ])
    }
}
