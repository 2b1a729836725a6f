//! The run: events one after the other.

mod flights;
mod memory;
mod order;

use super::cache::Cache;
use super::client::{Attempt, Client, Place, Reason, settle};
use super::disk::Stripes;
use super::outcome::{Outcome, Waiting, Written};
use super::setup::{Setup, sentence};
use crate::block::BLOCK_BYTES;
use crate::file_system::{FileSystem, Refused};
use crate::load::{Operation, Plan};
use flights::{Flight, Origin};
use order::Order;
use pathlength_model::ModelError;
use pathlength_queueing::station::Queue;
use pathlength_queueing::{Ticks, Timers, seconds, ticks};
use std::rc::Rc;

/// What a processor does: an operation of a client, or its part of a request.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    request: bool,
    who: u32,
    time: Ticks,
}

/// A run of clients on a file system.
#[derive(Debug)]
pub struct Run {
    setup: Setup,
    plan: Rc<Plan>,
    fs: FileSystem,
    cache: Cache,
    clients: Vec<Client>,
    timers: Timers,
    now: Ticks,
    processors: Queue<Work>,
    disks: Stripes,
    /// Timer slot of the daemons.
    wake: usize,
    flights: Vec<Flight>,
    free_flights: Vec<u32>,
    order: Order,
    /// Pages of files that are on their way to the disks.
    data_in_flight: u32,
    /// Clients to try again.
    blocked: Vec<u32>,
    /// Something has happened since they tried last that they may have waited for.
    changed: bool,
    /// Clients that have not done everything.
    active: u32,
    steps: u64,
    moved: u64,
    written: Written,
    read: u64,
    requests: u64,
    waits: [Ticks; Reason::COUNT],
}

impl Run {
    /// All clients at the beginning of the plan, on an empty file system.
    ///
    /// # Errors
    /// [`ModelError`] that says what is wrong with the setup and what to do.
    pub fn new(setup: Setup, plan: Rc<Plan>) -> Result<Self, ModelError> {
        setup.check()?;
        let mut fs = FileSystem::new(setup.geometry, setup.rules).map_err(|words| sentence(&words))?;
        let client = |number| Client::new(&mut fs, number, plan.directories, plan.files);
        let clients: Result<Vec<_>, _> = (0..setup.clients).map(client).collect();
        let clients = clients.map_err(refused)?;
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
            disks: Stripes::new(setup.disks, processors, &setup.costs),
            wake,
            flights: Vec::new(),
            free_flights: Vec::new(),
            order: Order::default(),
            data_in_flight: 0,
            blocked: Vec::new(),
            changed: false,
            active: setup.clients,
            steps: 0,
            moved: 0,
            written: Written::default(),
            read: 0,
            requests: 0,
            waits: [0; Reason::COUNT],
            clients,
            setup,
            plan,
        };
        run.timers.set(wake, ticks(setup.costs.wake_s));
        for client in 0..setup.clients {
            run.go_on(client)?;
        }
        Ok(run)
    }

    /// Lets so many things happen. Whether all clients have done everything.
    ///
    /// # Errors
    /// [`ModelError`] if the device is full.
    pub fn step(&mut self, events: u32) -> Result<bool, ModelError> {
        for _ in 0..events {
            if self.active == 0 {
                break;
            }
            let Some((now, slot)) = self.timers.next() else { break };
            self.now = now;
            if slot < self.setup.processors as usize {
                let work = self.processors.finish(slot, now, &mut self.timers, |work| work.time);
                if work.request { self.send(work.who) } else { self.go_on(work.who)? }
            } else if slot < self.wake {
                if let Some(flight) = self.disks.finish(slot, now, &mut self.timers) {
                    self.land(flight)?;
                }
            } else {
                self.fs.wake(now);
                self.collect();
                self.balance();
                self.retry()?;
                self.timers.set(self.wake, now + ticks(self.setup.costs.wake_s));
            }
        }
        Ok(self.active == 0)
    }

    /// Share of all operations that have begun, from 0 to 1.
    pub fn progress(&self) -> f64 {
        let all = self.plan.steps.len() as f64 * f64::from(self.setup.clients);
        if all == 0.0 { 1.0 } else { self.steps as f64 / all }
    }

    /// The time of the last event.
    pub fn now(&self) -> Ticks {
        self.now
    }

    /// The file system as it is now.
    pub fn file_system(&self) -> &FileSystem {
        &self.fs
    }

    /// What came of it so far.
    pub fn outcome(&self) -> Outcome {
        let elapsed = seconds(self.now);
        let throughput = if self.now == 0 { 0.0 } else { self.moved as f64 / 1e6 / elapsed };
        let load = if self.now == 0 {
            0.0
        } else {
            self.processors.stats().mean_busy(self.now) / f64::from(self.setup.processors)
        };
        // Those who wait at this moment have waited too. At the end nobody does.
        let mut waits = self.waits;
        for (reason, since) in self.clients.iter().filter_map(|client| client.waiting) {
            waits[reason as usize] += self.now - since;
        }
        let wait = |reason: Reason| seconds(waits[reason as usize]);
        Outcome {
            seconds: elapsed,
            throughput_mb_s: throughput,
            processor_load: load,
            mb_s_per_percent: if load > 0.0 { throughput / (100.0 * load) } else { 0.0 },
            disk_load: if self.now == 0 { 0.0 } else { self.disks.load(self.now) },
            written: self.written,
            read: self.read,
            requests: self.requests,
            waiting: Waiting {
                overwrite_s: wait(Reason::Overwrite),
                transaction_s: wait(Reason::Transaction),
                checkpoint_s: wait(Reason::Checkpoint),
                throttle_s: wait(Reason::Throttle),
                read_s: wait(Reason::Read),
                sync_s: wait(Reason::Sync),
            },
        }
    }

    /// A client tries its next operation.
    fn go_on(&mut self, number: u32) -> Result<(), ModelError> {
        let client = &mut self.clients[number as usize];
        if let Some(ticket) = client.ticket {
            if !self.fs.is_durable(ticket) {
                self.wait(number, Reason::Sync);
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
        if writes && client.written() == 0 && self.is_too_dirty() {
            self.wait(number, Reason::Throttle);
            self.blocked.push(number);
            self.balance();
            return Ok(());
        }
        let client = &mut self.clients[number as usize];
        let before = client.written();
        let mut place = Place { fs: &mut self.fs, cache: &mut self.cache, setup: &self.setup, now: self.now };
        match client.attempt(&step, &mut place).map_err(refused)? {
            Attempt::Done(us) => {
                client.at += 1;
                self.changed = true;
                self.steps += 1;
                self.moved += step.bytes;
                self.end_wait(number);
                self.work(Work { request: false, who: number, time: self.time(us) });
                self.reclaim();
            }
            Attempt::Wait(reason) => {
                self.changed |= client.written() > before;
                self.wait(number, reason);
                self.blocked.push(number);
            }
            Attempt::Read(runs) => {
                client.reads = runs.len() as u32;
                self.wait(number, Reason::Read);
                for (first, blocks) in runs {
                    self.read += u64::from(blocks) * BLOCK_BYTES;
                    self.take_off(Flight { origin: Origin::Client(number), first, blocks, left: 0 }, 0.0);
                }
            }
        }
        self.collect();
        if writes {
            self.balance();
        }
        Ok(())
    }

    /// Those who were refused try again, if anything has happened since that may let them go on.
    fn retry(&mut self) -> Result<(), ModelError> {
        let changed = std::mem::take(&mut self.changed);
        let gone_on = std::mem::take(&mut self.fs.gone_on);
        if !changed && !gone_on {
            return Ok(());
        }
        for number in std::mem::take(&mut self.blocked) {
            self.go_on(number)?;
        }
        Ok(())
    }

    fn wait(&mut self, number: u32, reason: Reason) {
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

    /// Processor time of so many microseconds at the base speed.
    fn time(&self, us: f64) -> Ticks {
        ticks(us * self.setup.slowdown() / 1e6)
    }

    fn work(&mut self, work: Work) {
        self.processors.arrive(work, self.now, &mut self.timers, |work| work.time);
    }
}

fn refused(refused: Refused) -> ModelError {
    ModelError::new(match refused {
        Refused::NoSpace | Refused::NoInodes => {
            "the clients' files do not fit on the device: make it larger, or have fewer clients".to_owned()
        }
        other => format!("an operation of the load failed: {other:?}"),
    })
}
