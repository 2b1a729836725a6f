//! The run: an event-driven simulation.

mod flush_order;
mod in_flight;
mod memory;

use super::cache::Cache;
use super::client::{Client, ClientContext, OperationOutcome, WaitReason, settle};
use super::disk::Stripes;
use super::outcome::{BytesWritten, Outcome, WaitTimes};
use super::setup::RunSetup;
use crate::block::BLOCK_BYTES;
use crate::file_system::{FileSystem, OperationError};
use crate::load::{Operation, Plan};
use flush_order::FlushOrder;
use in_flight::{InFlightIo, IoOrigin};
use pathlength_model::ModelError;
use pathlength_queueing::station::Queue;
use pathlength_queueing::{Ticks, Timers, seconds, ticks};
use std::rc::Rc;

/// Work for a processor: an operation of a client, or the processing of a request.
#[derive(Clone, Copy, Debug, Default)]
struct ProcessorTask {
    is_request: bool,
    number: u32,
    time: Ticks,
}

/// A run of clients on a file system.
#[derive(Debug)]
pub struct Run {
    setup: RunSetup,
    plan: Rc<Plan>,
    fs: FileSystem,
    cache: Cache,
    clients: Vec<Client>,
    timers: Timers,
    now: Ticks,
    processors: Queue<ProcessorTask>,
    disks: Stripes,
    /// Timer slot of the daemons.
    wake: usize,
    in_flight: Vec<InFlightIo>,
    free_slots: Vec<u32>,
    flush_order: FlushOrder,
    /// Number of file pages in flight to the disks.
    data_in_flight: u32,
    /// Waiting clients that must retry their operations.
    blocked: Vec<u32>,
    /// Whether an event for which clients may have waited has occurred since the last retry.
    has_changed: bool,
    /// Number of clients that have not finished.
    active: u32,
    steps: u64,
    moved: u64,
    written: BytesWritten,
    read: u64,
    requests: u64,
    waits: [Ticks; WaitReason::COUNT],
}

impl Run {
    /// Starts all clients at the beginning of the plan, on an empty file system.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the setup is invalid.
    pub fn new(setup: RunSetup, plan: Rc<Plan>) -> Result<Self, ModelError> {
        setup.check()?;
        let mut fs = FileSystem::new(setup.geometry, setup.rules).map_err(ModelError::new)?;
        let client = |number| Client::new(&mut fs, number, plan.directories, plan.files);
        let clients: Result<Vec<_>, _> = (0..setup.clients).map(client).collect();
        let clients = clients.map_err(model_error)?;
        fs.commit(0);
        settle(&mut fs);
        let processors = setup.processors as usize;
        let wake = processors + Stripes::slots(setup.disks);
        let mut run = Self {
            cache: Cache::new(setup.pages() as usize, setup.costs.active_percent / 100.0),
            fs,
            timers: Timers::new(wake + 1),
            now: 0,
            processors: Queue::new(0..processors),
            disks: Stripes::new(setup.disks, setup.disk_cache, processors, &setup.costs),
            wake,
            in_flight: Vec::new(),
            free_slots: Vec::new(),
            flush_order: FlushOrder::default(),
            data_in_flight: 0,
            blocked: Vec::new(),
            has_changed: false,
            active: setup.clients,
            steps: 0,
            moved: 0,
            written: BytesWritten::default(),
            read: 0,
            requests: 0,
            waits: [0; WaitReason::COUNT],
            clients,
            setup,
            plan,
        };
        run.timers.set(wake, ticks(setup.costs.wake_s));
        for client in 0..setup.clients {
            run.run_client(client)?;
        }
        Ok(run)
    }

    /// Simulates the given number of events. Returns whether all clients have finished.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the device is full.
    pub fn step(&mut self, events: u32) -> Result<bool, ModelError> {
        for _ in 0..events {
            if self.active == 0 {
                break;
            }
            let Some((now, slot)) = self.timers.next() else { break };
            self.now = now;
            if slot < self.setup.processors as usize {
                let task = self.processors.finish(slot, now, &mut self.timers, |task| task.time);
                if task.is_request { self.send(task.number) } else { self.run_client(task.number)? }
            } else if slot < self.wake {
                if let Some(io) = self.disks.finish(slot, now, &mut self.timers) {
                    self.complete_piece(io)?;
                }
            } else {
                self.fs.wake(now);
                self.collect();
                self.write_back_excess();
                self.retry()?;
                self.timers.set(self.wake, now + ticks(self.setup.costs.wake_s));
            }
        }
        Ok(self.active == 0)
    }

    /// Returns the share of all operations that have started, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let all = self.plan.steps.len() as f64 * f64::from(self.setup.clients);
        if all == 0.0 { 1.0 } else { self.steps as f64 / all }
    }

    /// Returns the time of the last event.
    pub fn now(&self) -> Ticks {
        self.now
    }

    /// Returns the current state of the file system.
    pub fn file_system(&self) -> &FileSystem {
        &self.fs
    }

    /// Returns the outcome so far.
    pub fn outcome(&self) -> Outcome {
        let elapsed = seconds(self.now);
        let throughput = if self.now == 0 { 0.0 } else { self.moved as f64 / 1e6 / elapsed };
        let load = if self.now == 0 {
            0.0
        } else {
            self.processors.stats().mean_busy(self.now) / f64::from(self.setup.processors)
        };
        // Ongoing waits count as well. At the end of a run, no wait is ongoing.
        let mut waits = self.waits;
        for (reason, since) in self.clients.iter().filter_map(|client| client.waiting) {
            waits[reason as usize] += self.now - since;
        }
        let wait = |reason: WaitReason| seconds(waits[reason as usize]);
        Outcome {
            seconds: elapsed,
            throughput_mb_s: throughput,
            processor_load: load,
            mb_s_per_percent: if load > 0.0 { throughput / (100.0 * load) } else { 0.0 },
            disk_load: if self.now == 0 { 0.0 } else { self.disks.load(self.now) },
            written: self.written,
            read: self.read,
            requests: self.requests,
            wait_times: WaitTimes {
                overwrite_s: wait(WaitReason::Overwrite),
                transaction_s: wait(WaitReason::Transaction),
                checkpoint_s: wait(WaitReason::Checkpoint),
                throttle_s: wait(WaitReason::Throttle),
                read_s: wait(WaitReason::Read),
                sync_s: wait(WaitReason::Sync),
            },
        }
    }

    /// Lets a client attempt its next operation.
    fn run_client(&mut self, number: u32) -> Result<(), ModelError> {
        let client = &mut self.clients[number as usize];
        if let Some(ticket) = client.ticket {
            if !self.fs.is_durable(ticket) {
                self.begin_wait(number, WaitReason::Sync);
                self.blocked.push(number);
                return Ok(());
            }
            client.ticket = None;
            self.end_wait(number);
        }
        let client = &self.clients[number as usize];
        let Some(step) = self.plan.steps.get(client.at).copied() else {
            self.active -= 1;
            return Ok(());
        };
        let writes = step.operation == Operation::Write;
        if writes && client.written() == 0 && self.must_throttle() {
            self.begin_wait(number, WaitReason::Throttle);
            self.blocked.push(number);
            self.write_back_excess();
            return Ok(());
        }
        let client = &mut self.clients[number as usize];
        let before = client.written();
        let mut context = ClientContext { fs: &mut self.fs, cache: &mut self.cache, setup: &self.setup, now: self.now };
        match client.attempt(&step, &mut context).map_err(model_error)? {
            OperationOutcome::Done(us) => {
                client.at += 1;
                self.has_changed = true;
                self.steps += 1;
                self.moved += step.bytes;
                self.end_wait(number);
                self.start_task(ProcessorTask { is_request: false, number, time: self.processor_time(us) });
                self.reclaim();
            }
            OperationOutcome::Wait(reason) => {
                self.has_changed |= client.written() > before;
                self.begin_wait(number, reason);
                self.blocked.push(number);
            }
            OperationOutcome::Read(runs) => {
                client.reads = runs.len() as u32;
                self.begin_wait(number, WaitReason::Read);
                for (first, blocks) in runs {
                    self.read += u64::from(blocks) * BLOCK_BYTES;
                    self.submit(InFlightIo { origin: IoOrigin::Client(number), first, blocks, left: 0 }, 0.0);
                }
            }
        }
        self.collect();
        if writes {
            self.write_back_excess();
        }
        Ok(())
    }

    /// Retries the operations of the waiting clients if an event has occurred that may let them continue.
    fn retry(&mut self) -> Result<(), ModelError> {
        let has_changed = std::mem::take(&mut self.has_changed);
        let has_progressed = std::mem::take(&mut self.fs.has_progressed);
        if !has_changed && !has_progressed {
            return Ok(());
        }
        for number in std::mem::take(&mut self.blocked) {
            self.run_client(number)?;
        }
        Ok(())
    }

    fn begin_wait(&mut self, number: u32, reason: WaitReason) {
        let client = &mut self.clients[number as usize];
        if client.waiting.is_none_or(|(before, _)| before != reason) {
            self.end_wait(number);
            self.clients[number as usize].waiting = Some((reason, self.now));
        }
    }

    fn end_wait(&mut self, number: u32) {
        if let Some((reason, since)) = self.clients[number as usize].waiting.take() {
            self.waits[reason as usize] += self.now - since;
        }
    }

    /// Converts microseconds at the base speed to processor time.
    fn processor_time(&self, us: f64) -> Ticks {
        ticks(us * self.setup.slowdown() / 1e6)
    }

    fn start_task(&mut self, task: ProcessorTask) {
        self.processors.arrive(task, self.now, &mut self.timers, |task| task.time);
    }
}

fn model_error(error: OperationError) -> ModelError {
    ModelError::new(match error {
        OperationError::NoSpace | OperationError::NoInodes => {
            "the clients' files do not fit on the device: make the device larger or reduce the number of clients"
                .to_owned()
        }
        other => format!("a workload operation failed: {other:?}"),
    })
}
