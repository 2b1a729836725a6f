//! What operations, requests and disks cost: a lab's numbers.

use super::super::rules::Policy;
use pathlength_model::{ModelError, Word, cost, costs};

costs! {
    /// Costs that all file systems share, one field a parameter of the lab. Processor times are microseconds of one
    /// processor.
    Costs;
    /// Client: reading an operation from its list.
    parse_us,
    /// Entering and leaving the kernel.
    system_call_us,
    /// Copying a page to a client.
    read_page_us,
    /// Copying a page from a client.
    write_page_us,
    /// A page that a file did not have before.
    new_page_us,
    /// A page that goes with its file.
    freed_page_us,
    /// Opening a file.
    open_us,
    /// Making a file.
    create_us,
    /// Deleting a file.
    unlink_us,
    /// Giving a file another name.
    rename_us,
    /// Asking about a file.
    stat_us,
    /// Closing a file.
    close_us,
    /// Reading a directory.
    list_us,
    /// A name in it.
    list_name_us,
    /// Names in a directory that is read.
    listed_names,
    /// A request to a disk.
    request_us,
    /// A page of it.
    request_page_us,
    /// A block for the log.
    log_block_us,
    /// All processor times are so many times as long.
    cpu_factor,
    /// Under z/VM, processor times are so many times as long.
    vm_factor,
    /// Disk: a command.
    command_ms,
    /// Disk: going to another place.
    position_ms,
    /// Disk: transfer, in MB/s.
    disk_mb_s,
    /// What all channels move together, in MB/s.
    channel_mb_s,
    /// Blocks of 4 KB of a stripe.
    stripe_blocks,
    /// Memory that is not for pages of files, in MiB.
    kernel_mib,
    /// Percent of the pages in memory above which dirty ones are written back.
    background_percent,
    /// Percent of the pages above which writers wait.
    dirty_percent,
    /// Percent of the pages of files that, once used again, are not given up for new ones.
    active_percent,
    /// Pages that are written back at a time.
    write_back_pages,
    /// Time between two looks at what is old, in seconds.
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
        if let Some((name, _)) = needed.into_iter().find(|(_, value)| *value < 1e-3) {
            return Err(ModelError::new(format!("parameter {name} is too small: give a number greater than 0")));
        }
        let counts = [("write_back_pages", self.write_back_pages), ("stripe_blocks", self.stripe_blocks)];
        if let Some((name, _)) = counts.into_iter().find(|(_, value)| value.fract() != 0.0 || *value > 1e6) {
            return Err(ModelError::new(format!(
                "parameter {name} is invalid: give a whole number from 1 to 1,000,000"
            )));
        }
        if self.background_percent > self.dirty_percent || self.dirty_percent > 100.0 {
            return Err(ModelError::new(
                "dirty_percent is out of range: give at least background_percent and at most 100",
            ));
        }
        if self.active_percent > 99.0 {
            return Err(ModelError::new(
                "active_percent is out of range: give at most 99, so that pages can be evicted",
            ));
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
            self.wake_s,
        ];
        if times.iter().any(|time| *time > 1e5) {
            return Err(ModelError::new("a single cost is greater than 100,000: check the units of the parameters"));
        }
        if self.parse_us + self.system_call_us <= 0.0 {
            return Err(ModelError::new("parse_us and system_call_us are both 0: give a positive time"));
        }
        Ok(())
    }
}

/// What a policy adds, and where it differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyCosts {
    /// Beginning and ending a change, in microseconds.
    pub handle_us: f64,
    /// More for each page written, in microseconds.
    pub page_us: f64,
    /// Allocating a page, in microseconds.
    pub allocation_us: f64,
    /// Freeing one, in microseconds.
    pub truncate_us: f64,
    /// Operations on names take so many times as long.
    pub names: f64,
    /// For each further processor, all take this share longer.
    pub contention: f64,
}

macro_rules! policies {
    ($($word:literal $policy:ident,)*) => {
        impl Word for Policy {
            const WORDS: &'static [&'static str] = &[$($word),*];
            const MEANINGS: &'static [Self] = &[$(Self::$policy),*];
        }

        impl PolicyCosts {
            /// The names of the parameters, six for each policy.
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
    /// Takes the parameters of a policy from `value`: their names end with the policy's word, as in `names_ordered`.
    ///
    /// # Errors
    /// [`ModelError`] that names a parameter that is missing or out of range.
    pub fn new(policy: Policy, value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, ModelError> {
        let at = Policy::MEANINGS.iter().position(|known| *known == policy).unwrap_or(0);
        let mut values = [0.0; 6];
        for (place, name) in values.iter_mut().zip(&Self::NAMES[6 * at..]) {
            *place = cost(name, value)?;
            if *place > 1e5 {
                return Err(ModelError::new(format!("parameter {name} is too large: give at most 100,000")));
            }
        }
        let [handle_us, page_us, allocation_us, truncate_us, names, contention] = values;
        Ok(Self { handle_us, page_us, allocation_us, truncate_us, names, contention })
    }

    /// With so many times as much of everything that a file system without a log does not have.
    pub(in super::super) fn times(self, factor: f64) -> Self {
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
