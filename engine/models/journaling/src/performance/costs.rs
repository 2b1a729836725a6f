//! Costs of operations, requests, and disks, from the parameters of a lab.

use super::super::rules::Policy;
use pathlength_model::{ModelError, WordEnum, cost, costs, words};

costs! {
    /// Costs that all file systems share, with one field per parameter of the lab. Processor times are in microseconds
    /// on one processor.
    Costs;
    /// Client: reading an operation from its list.
    parse_us,
    /// Entering and leaving the kernel.
    system_call_us,
    /// Copying a page to a client.
    read_page_us,
    /// Copying a page from a client.
    write_page_us,
    /// Allocating a new page of a file.
    new_page_us,
    /// Freeing a page of a deleted file.
    freed_page_us,
    /// Opening a file.
    open_us,
    /// Creating a file.
    create_us,
    /// Deleting a file.
    unlink_us,
    /// Renaming a file.
    rename_us,
    /// Reading the attributes of a file.
    stat_us,
    /// Closing a file.
    close_us,
    /// Reading a directory.
    list_us,
    /// Reading one entry of a directory.
    list_name_us,
    /// Number of entries in a directory that is read.
    listed_names,
    /// Processing a request to a disk.
    request_us,
    /// Processing one page of a request.
    request_page_us,
    /// Processing a block for the log.
    log_block_us,
    /// CPU-time factor.
    cpu_factor,
    /// Factor for processor times under z/VM.
    vm_factor,
    /// Disk: command time.
    command_ms,
    /// Disk: positioning time.
    position_ms,
    /// Disk without a cache: mean seek time.
    uncached_seek_ms = |_| Some(5.0),
    /// Disk without a cache: time for a revolution.
    revolution_ms = |_| Some(6.0),
    /// Disk: transfer rate, in MB/s.
    disk_mb_s,
    /// Transfer rate of all channels together, in MB/s.
    channel_mb_s,
    /// Stripe size in blocks of 4 KB.
    stripe_blocks,
    /// Memory that the page cache cannot use, in MiB.
    kernel_mib,
    /// Percentage of dirty pages above which dirty pages are written back.
    background_percent,
    /// Percentage of dirty pages above which writers wait.
    dirty_percent,
    /// Maximum percentage of pages that are active and thus not evicted for new pages.
    active_percent,
    /// Pages per write-back batch.
    write_back_pages,
    /// Time between two wake-ups of the daemons, in seconds.
    wake_s,
}

impl Costs {
    fn check(&self) -> Result<(), ModelError> {
        let needed = [
            ("disk_mb_s", self.disk_mb_s),
            ("channel_mb_s", self.channel_mb_s),
            ("wake_s", self.wake_s),
            ("cpu_factor", self.cpu_factor),
            ("vm_factor", self.vm_factor),
            ("write_back_pages", self.write_back_pages),
            ("stripe_blocks", self.stripe_blocks),
        ];
        if let Some((name, value)) = needed.into_iter().find(|(_, value)| *value < 1e-3) {
            return Err(ModelError::new(format!("parameter {name} is {value}: give at least 0.001")));
        }
        let counts = [("write_back_pages", self.write_back_pages), ("stripe_blocks", self.stripe_blocks)];
        if let Some((name, value)) = counts.into_iter().find(|(_, value)| value.fract() != 0.0 || *value > 1e6) {
            return Err(ModelError::new(format!(
                "parameter {name} is {value}: give a whole number from 1 to 1,000,000"
            )));
        }
        if self.background_percent > self.dirty_percent || self.dirty_percent > 100.0 {
            return Err(ModelError::new(format!(
                "dirty_percent is {}: give at least background_percent, which is {}, and at most 100",
                self.dirty_percent, self.background_percent
            )));
        }
        if self.active_percent > 99.0 {
            return Err(ModelError::new(format!(
                "active_percent is {}: give at most 99, so that pages can be evicted",
                self.active_percent
            )));
        }
        let times = [
            self.parse_us,
            self.system_call_us,
            self.read_page_us,
            self.write_page_us,
            self.new_page_us,
            self.freed_page_us,
            self.open_us,
            self.create_us,
            self.unlink_us,
            self.rename_us,
            self.stat_us,
            self.close_us,
            self.list_us,
            self.list_name_us,
            self.listed_names,
            self.request_us,
            self.request_page_us,
            self.log_block_us,
            self.cpu_factor,
            self.vm_factor,
            self.command_ms,
            self.position_ms,
            self.uncached_seek_ms,
            self.revolution_ms,
            self.wake_s,
        ];
        if let Some(time) = times.iter().find(|time| **time > 1e5) {
            return Err(ModelError::new(format!(
                "a cost is {time}, more than 100,000: check the units of the parameters"
            )));
        }
        if self.parse_us + self.system_call_us <= 0.0 {
            return Err(ModelError::new(
                "parse_us and system_call_us are both 0: give at least one of them a time above 0",
            ));
        }
        Ok(())
    }
}

/// Costs that a policy adds, and factors that depend on the policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyCosts {
    /// Time to start and end an operation, in microseconds.
    pub handle_us: f64,
    /// Additional time per written page, in microseconds.
    pub page_us: f64,
    /// Time to allocate a page, in microseconds.
    pub allocation_us: f64,
    /// Time to free a page, in microseconds.
    pub truncate_us: f64,
    /// Time factor of directory operations.
    pub names: f64,
    /// Lock contention: share by which each additional processor lengthens processor times.
    pub contention: f64,
}

macro_rules! policies {
    ($($word:literal $policy:ident,)*) => {
        words! { Policy { $($policy = $word),* } }

        impl PolicyCosts {
            /// Names of the parameters, six for each policy.
            pub const NAMES: &'static [&'static str] = &[$(
                concat!("handle_us_", $word),
                concat!("page_us_", $word),
                concat!("allocation_us_", $word),
                concat!("truncate_us_", $word),
                concat!("names_", $word),
                concat!("contention_", $word),
            )*];
        }
    };
}

policies! {
    "ext2" None,
    "writeback" Writeback,
    "ordered" Ordered,
    "journal" Journal,
    "reiserfs" Reiser,
    "jfs" Logical,
    "xfs" LogicalDelayed,
}

impl PolicyCosts {
    /// Takes the parameters of a policy from `value`; the parameters' names end with the name of the policy, as in
    /// `names_ordered`.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a parameter is missing or out of range.
    pub fn new(policy: Policy, value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        let at = usize::from(policy.index());
        let mut values = [0.0; 6];
        for (place, name) in values.iter_mut().zip(&Self::NAMES[6 * at..]) {
            *place = cost(name, value)?;
            if *place > 1e5 {
                return Err(ModelError::new(format!("parameter {name} is {place}: give at most 100,000")));
            }
        }
        let [handle_us, page_us, allocation_us, truncate_us, names, contention] = values;
        Ok(Self { handle_us, page_us, allocation_us, truncate_us, names, contention })
    }

    /// Scales the costs that the policy adds, except lock contention.
    pub(in super::super) fn scale_journaling(self, factor: f64) -> Self {
        Self {
            handle_us: factor * self.handle_us,
            page_us: factor * self.page_us,
            allocation_us: factor * self.allocation_us,
            truncate_us: factor * self.truncate_us,
            names: 1.0 + factor * (self.names - 1.0),
            ..self
        }
    }
}
