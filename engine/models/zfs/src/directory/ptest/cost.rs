//! What each counted operation costs, and the circumstances that the sources leave open.

use super::measure::Workbench;
use crate::directory::MAX_NAME_BYTES;
use pathlength_model::{ModelError, costs};

costs! {
    /// Costs and circumstances, one field a parameter of the lab. Times are microseconds of processor time on a z9.
    Costs;
    /// Bytes of a name.
    name_bytes,
    /// Objects that the tasks work on in each directory.
    objects,
    /// Vnodes that zFS keeps.
    vnodes,
    /// Directories that share them in the search workloads.
    directories_search,
    /// Directories that share them in the update workload.
    directories_update,
    /// Processors that the tasks can keep busy.
    processors,
    /// Tasks for each processor.
    tasks_per_processor,
    /// One search of a v4 directory, without its pages.
    v4_search,
    /// One search of a v5 directory, without its pages.
    v5_search,
    /// One page probed, R13 code.
    page_probe_r13,
    /// One page probed, later code.
    page_probe_v2r1,
    /// A page of a v4 directory that has left the processor's cache: added to its probe.
    v4_page_fetch,
    /// The same for a page of a v5 directory, which no earlier probe announced.
    v5_page_fetch,
    /// Pages of a directory that stay in the processor's cache.
    processor_cache,
    /// Page probes on a sysplex client cost so many times more.
    client_page_factor,
    /// Added to each search on a sysplex client.
    client_search,
    /// One name returned by a directory read, v4.
    v4_list_name,
    /// One name returned by a directory read, v5.
    v5_list_name,
    /// Added to each name returned on a sysplex client, R13 code.
    client_list_name_r13,
    /// Building the vnode of a returned name that has none, R13 code.
    vnode_r13,
    /// Directory reads for each lookup of ptestDL.
    reads_per_lookup,
    /// Directory reads for each operation of ptestDU in a monoplex.
    reads_per_update,
    /// Directory reads for each operation of ptestDU on a sysplex client.
    reads_per_update_client,
    /// Fetching a returned name without vnode from the owner, later code, v4: the client's part.
    v4_fetch_name_client,
    /// The owner's part.
    v4_fetch_name_owner,
    /// The owner's part for v5.
    v5_fetch_name_owner,
    /// One operation of ptestDU, beyond its searches.
    update,
    /// The same on a sysplex client, v4: the client's part.
    v4_update_client,
    /// The client's part for v5.
    v5_update_client,
    /// The owner's part.
    update_owner,
    /// Wait for the log in one operation of ptestDU, in microseconds.
    log_wait,
    /// Wait for a page that is not in the metadata cache, in microseconds.
    page_wait,
    /// Pages of a directory that stay in the metadata cache while ptestDU runs.
    metadata_cache,
    /// A z196 is so many times faster than a z9.
    z196_speed,
    /// Processor time of V2R2 code relative to V2R1.
    v2r2_path,
    /// Processor time of an update of V2R2 code relative to V2R1, beyond `v2r2_path`.
    v2r2_update,
    /// The same for the owner's part.
    v2r2_update_owner,
    /// `log_wait` on the z196.
    z196_log_wait,
    /// `page_wait` on the z196.
    z196_page_wait,
}

impl Costs {
    /// What the measured counts depend on.
    pub(super) fn workbench(&self) -> Workbench {
        let share = |directories: f64| (self.vnodes / directories.max(1.0)) as u64;
        Workbench {
            name_bytes: (self.name_bytes as usize).min(MAX_NAME_BYTES),
            objects: (self.objects as u64).max(1),
            held_by_search: share(self.directories_search),
            held_by_update: share(self.directories_update),
        }
    }

    fn check(&self) -> Result<(), ModelError> {
        let divisors = [
            ("processors", self.processors),
            ("z196_speed", self.z196_speed),
            ("v2r2_path", self.v2r2_path),
            ("tasks_per_processor", self.tasks_per_processor),
        ];
        match divisors.into_iter().find(|(_, value)| *value <= 0.0) {
            Some((name, _)) => Err(ModelError::new(format!("parameter {name} must be greater than 0"))),
            None => Ok(()),
        }
    }
}
