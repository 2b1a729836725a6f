//! Costs of the counted operations, and conditions that the sources do not publish.

use super::measure::MeasurementSetup;
use crate::directory::MAX_NAME_BYTES;
use pathlength_model::{ModelError, costs, require_positive};

costs! {
    /// Costs of searches and reads. Times are in microseconds of CPU time on a z9.
    SearchCosts;
    /// Bytes per name.
    name_bytes,
    /// Number of objects that the tasks work on in each directory.
    objects,
    /// Number of vnodes that zFS keeps.
    vnodes,
    /// Number of directories that share the vnodes in the search workloads.
    directories_search,
    /// Number of processors that the tasks can keep busy.
    processors,
    /// One search of a v4 directory, without its pages.
    v4_search,
    /// One search of a v5 directory, without its pages.
    v5_search,
    /// Probing one page in R13 code.
    page_probe_r13,
    /// Probing one page in later code.
    page_probe_v2r1,
    /// Time added to the probe of a v4 directory page that is not in the processor's cache.
    v4_page_fetch,
    /// Time added to the probe of a v5 directory page that is not in the processor's cache; earlier probes do not make
    /// the page predictable.
    v5_page_fetch,
    /// Pages of a v4 directory that stay in the processor's cache.
    processor_cache,
    /// Pages of a v5 directory that stay in the processor's cache; lookups read a larger part of each page than in
    /// v4.
    v5_processor_cache = |value| value("processor_cache"),
    /// Factor for the costs of page probes on a sysplex client.
    client_page_factor,
    /// Time added to each search on a sysplex client.
    client_search,
    /// Returning one name from a directory read in v4.
    v4_list_name,
    /// Returning one name from a directory read in v5.
    v5_list_name,
    /// Time added to each name returned on a sysplex client in R13 code.
    client_list_name_r13,
    /// Building the vnode for a returned name that has none, in R13 code.
    vnode_r13,
    /// Client's part of fetching a returned name without a vnode from the owner, in v4 with later code.
    v4_fetch_name_client,
    /// Owner's part of fetching a returned name without a vnode, in v4.
    v4_fetch_name_owner,
    /// Owner's part of fetching a returned name without a vnode, in v5.
    v5_fetch_name_owner,
    /// Listing one name on the system that owns the directory: memory time, which does not depend on processor speed.
    list_name_memory = |_| Some(0.0),
    /// Speed of a z196 relative to that of a z9.
    z196_speed,
    /// CPU time on a z196 sysplex client, relative to the time implied by its speed.
    z196_client = |_| Some(1.0),
    /// CPU time of V2R2 code relative to that of V2R1 code.
    v2r2_path,
    /// CPU time of V2R2 code relative to that of V2R1 code, on a sysplex client.
    v2r2_client = |value| value("v2r2_path"),
}

impl SearchCosts {
    fn check(&self) -> Result<(), ModelError> {
        require_positive(&[
            ("processors", self.processors),
            ("z196_speed", self.z196_speed),
            ("z196_client", self.z196_client),
            ("v2r2_path", self.v2r2_path),
            ("v2r2_client", self.v2r2_client),
        ])
    }
}

costs! {
    /// Further costs of the workloads with directory reads and updates. Times are in microseconds of CPU time on a z9.
    #[derive(Default)]
    WorkloadCosts;
    /// Number of directories that share the vnodes in the update workload.
    directories_update,
    /// Number of tasks per processor.
    tasks_per_processor,
    /// Lookups per operation of ptestDU.
    lookups_per_update = |_| Some(0.75),
    /// Creates and removes per operation of ptestDU.
    changes_per_update = |_| Some(0.5),
    /// Directory reads per lookup of ptestDL.
    reads_per_lookup,
    /// Directory reads per operation of ptestDU in a monoplex.
    reads_per_update,
    /// Directory reads per operation of ptestDU on a sysplex client.
    reads_per_update_client,
    /// One operation of ptestDU, without its searches.
    update,
    /// Client's part of one operation of ptestDU on a sysplex client in v4, without the searches.
    v4_update_client,
    /// Client's part of one operation of ptestDU on a sysplex client in v5, without the searches.
    v5_update_client,
    /// Owner's part of one operation of ptestDU on a sysplex client, in either format.
    update_owner,
    /// Time added on a sysplex client before V2R2 if the directory does not fit in the metadata cache and is fetched
    /// again.
    client_refetch = |_| Some(0.0),
    /// Wait for the log in one operation of ptestDU, in microseconds.
    log_wait,
    /// Wait for a page that is not in the metadata cache, in microseconds.
    page_wait,
    /// Pages of a directory that stay in the metadata cache while ptestDU runs.
    metadata_cache,
    /// Share of an update's CPU time, beyond its search, during which it holds the lock of a directory or page.
    locked_update = |_| Some(0.0),
    /// CPU time of an update in V2R2 code relative to that in V2R1 code, in addition to `v2r2_path`.
    v2r2_update,
    /// CPU time of the owner's part of an update in V2R2 code relative to that in V2R1 code, in addition to
    /// `v2r2_path`.
    v2r2_update_owner,
    /// CPU time of a directory read of ptestDU in V2R2 code relative to that in V2R1 code, in addition to `v2r2_path`.
    v2r2_read = |_| Some(1.0),
    /// Waits of ptestDU under V2R2, as a share of its waits under earlier releases.
    v2r2_wait = |_| Some(0.0),
}

impl WorkloadCosts {
    fn check(&self) -> Result<(), ModelError> {
        if self.locked_update > 1.0 {
            return Err(ModelError::new("parameter locked_update is a share: give 0 to 1"));
        }
        require_positive(&[("tasks_per_processor", self.tasks_per_processor)])
    }
}

/// All costs of the ptest workloads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// Costs of searches and reads.
    pub search: SearchCosts,
    /// Further costs of the workloads with directory reads and updates.
    pub workload: WorkloadCosts,
    /// `log_wait` and `page_wait` of the z196, in labs compiled when that machine had separate values.
    pub former_z196_waits: Option<[f64; 2]>,
}

impl Costs {
    /// The names of the parameters.
    pub const NAMES: &'static [&'static str] = &join_names::<{ SearchCosts::NAMES.len() + WorkloadCosts::NAMES.len() }>(
        SearchCosts::NAMES,
        WorkloadCosts::NAMES,
    );

    /// The waits of the z196 in labs compiled when that machine had separate values.
    pub(super) const FORMER_NAMES: &'static [&'static str] = &["z196_log_wait", "z196_page_wait"];

    /// Takes each parameter from `value`.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that names a parameter that is missing or out of range.
    pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        let [log_wait, page_wait] = Self::FORMER_NAMES else { unreachable!("two names") };
        let former_z196_waits = value(log_wait).zip(value(page_wait)).map(<[f64; 2]>::from);
        Ok(Self { search: SearchCosts::new(value)?, workload: WorkloadCosts::new(value)?, former_z196_waits })
    }

    /// Returns the costs of a model that is used only for lookups and directory reads.
    pub(crate) fn of_searches(search: SearchCosts) -> Self {
        Self { search, workload: WorkloadCosts::default(), former_z196_waits: None }
    }

    /// Returns the setup on which the counts depend.
    pub(super) fn measurement_setup(&self) -> MeasurementSetup {
        let Self { search, workload, .. } = self;
        let share = |directories: f64| (search.vnodes / directories.max(1.0)) as u64;
        MeasurementSetup {
            name_bytes: (search.name_bytes as usize).min(MAX_NAME_BYTES),
            objects: (search.objects as u64).max(1),
            search_vnodes: share(search.directories_search),
            update_vnodes: share(workload.directories_update),
        }
    }
}

/// Joins the names of two groups of parameters; `N` is the total number of names.
pub(crate) const fn join_names<const N: usize>(first: &[&'static str], second: &[&'static str]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = if at < first.len() { first[at] } else { second[at - first.len()] };
        at += 1;
    }
    names
}
