//! Many tasks in one directory: which task waits for which lock.
//!
//! Each task repeats an operation. With a given probability, the operation is an update, which creates or removes a
//! name with equal probability. Otherwise, the operation is a lookup. An operation computes before it requests a lock.
//! An operation holds the lock while it probes pages; an update also holds the lock while it changes pages. Then the
//! operation computes again, and an update waits for the log. Lookups share a lock, and an update holds it exclusively.
//! Tasks share the processors equally; a task that waits for a lock uses none.
//!
//! The source states that a v5 directory can generally be searched and updated in parallel, and that the ancestor of v4
//! has one lock for a directory. The rest of the model is assumed. In v5, an operation locks only the page that the
//! hash selects. All pages are equally likely. The index changes too rarely to matter. Waiting for a lock takes no CPU
//! time.

use super::cost::Costs;
use super::cost_breakdown::{SharedDemand, shared_demands};
use super::measure::OperationCounts;
use super::scenario::Scenario;
use crate::directory::Format;
use pathlength_model::words;
use pathlength_queueing::station::{Access, ProcessorSharing, SharedLock};
use pathlength_queueing::{Random, Ticks, TimeAverage, Timers, seconds, ticks};

/// Number of measured operations; the throughput of a longer run differs by less than 1 %.
const MEASURED: u64 = 20_000;

/// Number of operations before the measurement.
const WARM_UP: u64 = 2_000;

/// Seed of the sequence of operations.
const SEED: u64 = 1;

/// The locks of a directory that many tasks use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locks {
    /// No locks: as if each task had a separate directory.
    None,
    /// One lock for the directory.
    Directory,
    /// One lock for each page.
    Pages,
}

words! { Locks { None = "none", Directory = "directory", Pages = "pages" } }

impl Locks {
    /// Returns the locks that a format uses.
    pub fn of(format: Format) -> Self {
        match format {
            Format::V4 => Self::Directory,
            Format::V5 => Self::Pages,
        }
    }
}

/// The tasks of a directory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedLoad {
    /// Number of tasks.
    pub tasks: u32,
    /// Probability that an operation is an update.
    pub updates: f64,
    /// Locks of the directory.
    pub locks: Locks,
}

/// The tasks and their directory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedDirectory {
    /// The tasks.
    pub load: SharedLoad,
    /// Number of pages with names; at least 1.
    pub pages: u32,
    /// Number of processors.
    pub processors: u32,
    /// Times of a lookup and of an update.
    pub demands: [SharedDemand; 2],
}

/// The measurements of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedOutcome {
    /// Operations per second.
    pub throughput: f64,
    /// Mean number of busy processors.
    pub busy: f64,
    /// Mean wait for locks in one operation, in microseconds.
    pub lock_wait_us: f64,
    /// Mean number of locks that are held.
    pub locks_held: f64,
}

/// The state of a task in its operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskState {
    /// The task computes without a lock.
    #[default]
    Outside,
    /// The task waits for a lock.
    Waiting,
    /// The task holds a lock.
    Holding,
    /// The task waits for the log.
    Logging,
}

words! { TaskState { Outside = "outside", Waiting = "waiting", Holding = "holding", Logging = "logging" } }

/// The state of one task at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskView {
    /// The state of the task in its operation.
    pub state: TaskState,
    /// Whether the operation is an update.
    pub is_update: bool,
    /// Page that contains the operation's name.
    pub page: u32,
}

/// The states of all tasks after an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Simulated time since the first moment, in microseconds.
    pub at_us: f64,
    /// The tasks.
    pub tasks: Vec<TaskView>,
}

impl SharedDirectory {
    /// Returns the directory of `scenario`, given the counts of its lookups and updates.
    pub(super) fn new(costs: &Costs, scenario: &Scenario, load: SharedLoad, counts: &OperationCounts) -> Self {
        Self {
            load,
            // Do not count the index page of a directory with several pages, because updates hardly ever change it.
            pages: counts.pages.saturating_sub(counts.lookup.levels as u32).max(1),
            processors: (costs.search.processors.round() as u32).max(1),
            demands: shared_demands(costs, scenario, counts),
        }
    }

    /// Simulates the tasks.
    pub fn run(&self) -> SharedOutcome {
        let mut run = Run::new(self);
        run.advance(WARM_UP);
        run.reset();
        run.advance(MEASURED);
        run.outcome()
    }

    /// Returns the first moments after the warm-up, up to `moments` of them.
    pub fn trace(&self, moments: usize) -> Vec<Moment> {
        let mut run = Run::new(self);
        run.advance(WARM_UP);
        let start = run.now;
        (0..moments)
            .map(|_| {
                let moment = Moment { at_us: seconds(run.now - start) * 1e6, tasks: run.views() };
                run.step();
                moment
            })
            .collect()
    }
}

/// The stage of a task's operation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Stage {
    #[default]
    Before,
    LockWait,
    Locked,
    After,
    LogWait,
}

#[derive(Clone, Copy, Debug, Default)]
struct Task {
    stage: Stage,
    is_update: bool,
    page: u32,
}

/// A run. Timer slot 0 is for the processors; the other slots are for the tasks' waits for the log.
struct Run<'a> {
    directory: &'a SharedDirectory,
    now: Ticks,
    timers: Timers,
    random: Random,
    processors: ProcessorSharing<usize>,
    locks: Vec<SharedLock<usize>>,
    tasks: Vec<Task>,
    waiting: TimeAverage,
    held: TimeAverage,
    completed: u64,
    since: Ticks,
}

impl<'a> Run<'a> {
    fn new(directory: &'a SharedDirectory) -> Self {
        let SharedLoad { tasks, locks, .. } = directory.load;
        let tasks = tasks as usize;
        let locks = match locks {
            Locks::None => 0,
            Locks::Directory => 1,
            Locks::Pages => directory.pages as usize,
        };
        let zero = TimeAverage::new(0, 0);
        let mut run = Self {
            directory,
            now: 0,
            timers: Timers::new(1 + tasks),
            random: Random::new(SEED, 0),
            processors: ProcessorSharing::new(0, u64::from(directory.processors)),
            locks: vec![SharedLock::default(); locks],
            tasks: vec![Task::default(); tasks],
            waiting: zero,
            held: zero,
            completed: 0,
            since: 0,
        };
        (0..tasks).for_each(|task| run.begin(task));
        run
    }

    fn reset(&mut self) {
        self.processors.reset(self.now);
        self.waiting.reset(self.now);
        self.held.reset(self.now);
        (self.completed, self.since) = (0, self.now);
    }

    fn outcome(&self) -> SharedOutcome {
        let elapsed_s = seconds(self.now - self.since);
        let throughput = self.completed as f64 / elapsed_s;
        SharedOutcome {
            throughput,
            busy: self.processors.stats().mean_busy(self.now),
            lock_wait_us: self.waiting.mean(self.now) / throughput * 1e6,
            locks_held: self.held.mean(self.now),
        }
    }

    /// Simulates until `operations` more operations are complete.
    fn advance(&mut self, operations: u64) {
        let end = self.completed + operations;
        while self.completed < end {
            self.step();
        }
    }

    /// Simulates the next event.
    fn step(&mut self) {
        let (now, slot) = self.timers.next().expect("a task is computing or waiting for the log");
        self.now = now;
        if slot == 0 {
            let task = self.processors.finish(now, &mut self.timers);
            self.computed(task);
        } else {
            self.complete(slot - 1);
        }
    }

    fn views(&self) -> Vec<TaskView> {
        let has_locks = !self.locks.is_empty();
        let view = |task: &Task| TaskView {
            state: match task.stage {
                Stage::LockWait => TaskState::Waiting,
                Stage::Locked if has_locks => TaskState::Holding,
                Stage::LogWait => TaskState::Logging,
                _ => TaskState::Outside,
            },
            is_update: task.is_update,
            page: task.page,
        };
        self.tasks.iter().map(view).collect()
    }

    fn demand(&self, task: usize) -> SharedDemand {
        self.directory.demands[usize::from(self.tasks[task].is_update)]
    }

    fn begin(&mut self, task: usize) {
        let is_update = self.random.uniform() < self.directory.load.updates;
        let page = self.random.uniform_below(u64::from(self.directory.pages)) as u32;
        self.tasks[task] = Task { stage: Stage::Before, is_update, page };
        self.compute(task, self.demand(task).before_us);
    }

    fn compute(&mut self, task: usize, time_us: f64) {
        self.processors.arrive(task, self.now, &mut self.timers, ticks(time_us / 1e6));
    }

    /// Continues a task that has completed the computation of its stage.
    fn computed(&mut self, task: usize) {
        let Task { stage, is_update, page } = self.tasks[task];
        // A lock on the whole directory is the only lock, with index 0.
        let lock = (page as usize).min(self.locks.len().saturating_sub(1));
        match stage {
            Stage::Before => {
                let access = if is_update { Access::Exclusive } else { Access::Shared };
                let is_held = match self.locks.get_mut(lock) {
                    Some(lock) => {
                        let was_free = lock.holders() == 0;
                        let is_held = lock.acquire(task, access, self.now);
                        if is_held && was_free {
                            self.held.increment(self.now);
                        }
                        is_held
                    }
                    None => true,
                };
                if is_held {
                    self.enter(task);
                } else {
                    self.tasks[task].stage = Stage::LockWait;
                    self.waiting.increment(self.now);
                }
            }
            Stage::Locked => {
                self.leave(lock);
                self.tasks[task].stage = Stage::After;
                self.compute(task, self.demand(task).after_us);
            }
            Stage::After => {
                self.tasks[task].stage = Stage::LogWait;
                let wait_us = self.demand(task).wait_us;
                if wait_us > 0.0 {
                    self.timers.set(1 + task, self.now + ticks(wait_us / 1e6));
                } else {
                    self.complete(task);
                }
            }
            Stage::LockWait | Stage::LogWait => unreachable!("a task that waits does not compute"),
        }
    }

    fn enter(&mut self, task: usize) {
        self.tasks[task].stage = Stage::Locked;
        self.compute(task, self.demand(task).locked_us);
    }

    fn leave(&mut self, lock: usize) {
        let Some(lock) = self.locks.get_mut(lock) else { return };
        let mut admitted = Vec::new();
        lock.release(self.now, |task| admitted.push(task));
        if lock.holders() == 0 {
            self.held.decrement(self.now);
        }
        for task in admitted {
            self.waiting.decrement(self.now);
            self.enter(task);
        }
    }

    fn complete(&mut self, task: usize) {
        self.completed += 1;
        self.begin(task);
    }
}
