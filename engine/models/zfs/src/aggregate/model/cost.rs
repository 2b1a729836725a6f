//! What a lab must say of searches, conversions and thresholds.

use crate::directory::ptest;
use pathlength_model::{ModelError, costs};

costs! {
    /// Costs, rates and thresholds, one field a parameter of the lab. Times are microseconds of processor time on a z9.
    Costs;
    /// Bytes of a name.
    name_bytes,
    /// Objects that the tasks work on in each directory.
    objects,
    /// Vnodes that zFS keeps.
    vnodes,
    /// Directories that share them.
    directories_search,
    /// Processors that the tasks can keep busy.
    processors,
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
    /// The same for a page of a v5 directory.
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
    /// Fetching a returned name without vnode from the owner, later code, v4: the client's part.
    v4_fetch_name_client,
    /// The owner's part.
    v4_fetch_name_owner,
    /// The owner's part for v5.
    v5_fetch_name_owner,
    /// A z196 is so many times faster than a z9.
    z196_speed,
    /// Processor time of V2R2 code relative to V2R1.
    v2r2_path,
    /// The fewest names of a directory in which lookups were measured.
    measured_names_min,
    /// The most names of one.
    measured_names_max,
    /// Names converted in a second on a z9.
    convert_rate_z9,
    /// The same on a zEC12.
    convert_rate_zec12,
    /// Above so many kilobytes a conversion is of some benefit.
    some_benefit_kb,
    /// From so many names on it is of considerable benefit.
    considerable_names,
    /// From so many kilobytes on, too.
    considerable_kb,
}

impl Costs {
    /// What is needed of the directories' costs. What only updates cost is nothing here.
    pub(super) fn searches(value: &dyn Fn(&str) -> Option<f64>) -> Result<ptest::Costs, ModelError> {
        ptest::Costs::new(&|name| if Self::NAMES.contains(&name) { value(name) } else { Some(1.0) })
    }

    /// A zEC12 is so many times faster than a z9.
    pub(super) fn zec12_speed(&self) -> f64 {
        self.convert_rate_zec12 / self.convert_rate_z9
    }

    /// Bytes of a directory for each of its names, as the larger threshold has them.
    pub(crate) fn bytes_per_name(&self) -> f64 {
        self.considerable_kb * 1024.0 / self.considerable_names
    }

    fn check(&self) -> Result<(), ModelError> {
        let divisors = [
            ("processors", self.processors),
            ("z196_speed", self.z196_speed),
            ("v2r2_path", self.v2r2_path),
            ("convert_rate_z9", self.convert_rate_z9),
            ("convert_rate_zec12", self.convert_rate_zec12),
            ("considerable_names", self.considerable_names),
            ("considerable_kb", self.considerable_kb),
        ];
        match divisors.into_iter().find(|(_, value)| *value <= 0.0) {
            Some((name, _)) => Err(ModelError::new(format!("parameter {name} must be greater than 0"))),
            None => Ok(()),
        }
    }
}
