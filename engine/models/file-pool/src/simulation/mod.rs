//! The simulated server: every request, every page fault, every I/O, and every checkpoint.
//!
//! A user thinks, then sends a request. The request is assigned an agent, and may have to wait for a lock that another
//! request holds. The request then needs the single server several times: before each of its block I/Os and after the
//! last one. While the server waits for a page, it does nothing else. A checkpoint is due after a number of requests:
//! new requests are held, the admitted requests complete, and then the server is blocked for a while. With storms, page
//! faults occur only in some phases.
//!
//! The model makes the following assumptions, because the source does not specify these points. Dispatches are FCFS.
//! The CPU time of a dispatch is exponential, the number of its page faults is Poisson, and each page fault takes an
//! exponential time. The number of I/Os of a request is also Poisson. A request can wait for a lock only when it
//! starts, and waits until the request that holds the lock completes. The lengths of the storms and of the times
//! between them are exponential.

mod run;
mod thread;
mod user;

pub use run::Run;
pub use thread::{Dispatch, Event, Thread};
pub use user::{RequestState, User};

use super::outcome::{Outcome, ResponseComponent};
use super::scenario::Server;
use pathlength_queueing::{Poisson, Random, Ticks, TimeAverage, Timers, ticks};
use user::{NONE, UserQueue};

/// Totals since the start of the measurement.
#[derive(Clone, Copy, Debug, Default)]
struct MeasurementTotals {
    since: Ticks,
    requests: u64,
    parts: [Ticks; 9],
    cpu: Ticks,
    stall: Ticks,
    uncounted: Ticks,
    checkpoint: Ticks,
}

/// A random-number stream for each purpose, so that a change to one quantity does not change the others.
#[derive(Debug)]
struct RandomStreams {
    think: Random,
    cpu: Random,
    faults: Random,
    ios: Random,
    disk: Random,
    locks: Random,
    storms: Random,
    /// Distribution of the number of I/Os of a request.
    ios_per_request: Poisson,
    /// Distribution of the number of page faults of a dispatch; with storms, of a dispatch in a storm.
    faults_per_dispatch: Poisson,
}

/// A simulated file pool server and its users.
#[derive(Debug)]
pub struct Simulation {
    server: Server,
    streams: RandomStreams,
    timers: Timers,
    now: Ticks,
    users: Vec<User>,
    thread: Thread,
    /// Requests that wait for the server.
    ready: UserQueue,
    agents: UserQueue,
    held: UserQueue,
    /// Queues of the volumes; the first request in each queue is in service.
    volumes: Vec<UserQueue>,
    /// Admitted requests, which have an agent.
    admitted: Vec<u32>,
    /// Time average of the number of requests in the system.
    active: TimeAverage,
    /// Number of requests completed since the last checkpoint.
    ended: u32,
    /// Whether a checkpoint is due or in progress.
    quiescing: bool,
    /// Whether page faults can occur; always `true` without storms.
    is_faulting: bool,
    totals: MeasurementTotals,
}

impl Simulation {
    /// Creates a server whose users are all thinking. Runs with the same seed but different numbers are independent.
    pub fn new(server: Server, seed: u64, run: u64) -> Self {
        let stream = |purpose: u64| Random::new(seed, 8 * run + purpose);
        let Server { stall_s, storm_stall_s, storm_share, fault_s, .. } = server;
        let stall_s = if storm_share > 0.0 { storm_stall_s } else { stall_s };
        let streams = RandomStreams {
            think: stream(0),
            cpu: stream(1),
            faults: stream(2),
            ios: stream(3),
            disk: stream(4),
            locks: stream(5),
            storms: stream(6),
            ios_per_request: Poisson::new(server.ios()),
            faults_per_dispatch: Poisson::new(stall_s / server.dispatches() / fault_s),
        };
        let user = User {
            state: RequestState::Thinking,
            since: 0,
            ios: 0,
            was_served: false,
            volume: NONE,
            admitted_index: NONE,
            next: NONE,
            waiters: UserQueue::EMPTY,
            spent: [0; 9],
        };
        let mut simulation = Self {
            server,
            streams,
            timers: Timers::new(server.users as usize + 2 + server.volumes as usize),
            now: 0,
            users: vec![user; server.users as usize],
            thread: Thread::Idle,
            ready: UserQueue::EMPTY,
            agents: UserQueue::EMPTY,
            held: UserQueue::EMPTY,
            volumes: vec![UserQueue::EMPTY; server.volumes as usize],
            admitted: Vec::with_capacity(server.users as usize),
            active: TimeAverage::new(0, 0),
            ended: 0,
            quiescing: false,
            is_faulting: true,
            totals: MeasurementTotals::default(),
        };
        if storm_share > 0.0 {
            simulation.is_faulting = simulation.streams.storms.uniform() < storm_share;
            simulation.time_phase();
        }
        (0..server.users).for_each(|user| simulation.think(user));
        simulation
    }

    /// Returns the simulated time.
    pub fn now(&self) -> Ticks {
        self.now
    }

    /// Returns the activity of the server's thread.
    pub fn thread(&self) -> Thread {
        self.thread
    }

    /// Returns the users, indexed by their numbers.
    pub fn users(&self) -> &[User] {
        &self.users
    }

    /// Returns the number of requests in the system.
    pub fn active(&self) -> u32 {
        self.active.level() as u32
    }

    /// Returns whether new requests are held because a checkpoint is due or in progress.
    pub fn is_quiescing(&self) -> bool {
        self.quiescing
    }

    /// Returns the users who wait for the server, the next one first.
    pub fn server_queue(&self) -> impl Iterator<Item = u32> + '_ {
        let link = |user: u32| Some(user).filter(|user| *user != NONE);
        std::iter::successors(link(self.ready.first), move |user| link(self.users[*user as usize].next))
    }

    /// Returns the number of requests that wait for the server.
    pub fn queue_length(&self) -> u32 {
        self.ready.length
    }

    /// Returns the time of the next event.
    pub fn next_at(&mut self) -> Ticks {
        self.timers.next_at().unwrap_or(Ticks::MAX)
    }

    /// Simulates the next event.
    ///
    /// # Panics
    /// Does not panic: there is always a thinking user or a request in service.
    pub fn step(&mut self) -> Event {
        let slot = loop {
            let (now, slot) = self.timers.next().expect("a user thinks, or a request is in service");
            self.now = now;
            if slot != self.phase_slot() {
                break slot;
            }
            self.is_faulting = !self.is_faulting;
            self.time_phase();
        };
        let users = self.users.len();
        if slot < users {
            let user = slot as u32;
            if self.users[slot].state == RequestState::Thinking {
                self.arrive(user);
                return Event::Arrival(user);
            }
            self.end_io(user);
            return Event::IoEnd(user);
        }
        if slot > users {
            return Event::IoEnd(self.end_volume(slot - users - 1));
        }
        match self.thread {
            Thread::Serves(dispatch) => self.end_dispatch(dispatch),
            Thread::Checkpoint { since, until } => {
                self.totals.checkpoint += until - since;
                self.end_checkpoint();
                Event::CheckpointEnd
            }
            Thread::Idle => unreachable!("an idle server completes nothing"),
        }
    }

    /// Starts the measurement at the end of the warm-up.
    pub fn begin_measuring(&mut self) {
        self.totals = MeasurementTotals { since: self.now, ..MeasurementTotals::default() };
        self.active.reset(self.now);
    }

    /// Returns the statistics since the start of the measurement.
    pub fn outcome(&self) -> Outcome {
        let MeasurementTotals { since, requests, parts, cpu, stall, uncounted, checkpoint } = self.totals;
        let interval = (self.now - since) as f64;
        let each = requests.max(1) as f64;
        Outcome {
            rate: requests as f64 / (interval / 1e9),
            parts: parts.map(|part| part as f64 / 1e9 / each),
            active: self.active.mean(self.now),
            cpu: cpu as f64 / interval,
            stall: stall as f64 / interval,
            uncounted: uncounted as f64 / interval,
            checkpoint: checkpoint as f64 / interval,
        }
    }

    /// Adds the time in the current state to a response-time component and changes the state.
    fn change_state(&mut self, user: u32, component: ResponseComponent, to: RequestState) {
        let now = self.now;
        let user = &mut self.users[user as usize];
        user.spent[component as usize] += now - user.since;
        user.since = now;
        user.state = to;
    }

    /// Returns the timer slot for the end of a storm, or of the time between two storms.
    fn phase_slot(&self) -> usize {
        self.users.len() + 1 + self.volumes.len()
    }

    /// Draws the end time of the current storm, or the start time of the next storm.
    fn time_phase(&mut self) {
        let Server { storm_s, storm_share, .. } = self.server;
        let mean_s = if self.is_faulting { storm_s } else { storm_s * (1.0 - storm_share) / storm_share };
        let time = ticks(mean_s * self.streams.storms.exponential());
        let slot = self.phase_slot();
        self.timers.set(slot, self.now + time);
    }

    fn think(&mut self, user: u32) {
        let now = self.now;
        let known = &mut self.users[user as usize];
        known.state = RequestState::Thinking;
        known.since = now;
        let pause = ticks(self.server.think_s * self.streams.think.exponential());
        self.timers.set(user as usize, now + pause);
    }

    fn arrive(&mut self, user: u32) {
        self.active.increment(self.now);
        let ios = self.streams.ios_per_request.sample(&mut self.streams.ios) as u32;
        let known = &mut self.users[user as usize];
        *known = User { state: RequestState::Held, since: self.now, ios, was_served: false, spent: [0; 9], ..*known };
        if self.quiescing {
            self.held.push(&mut self.users, user);
        } else {
            self.admit(user);
        }
    }

    fn admit(&mut self, user: u32) {
        self.change_state(user, ResponseComponent::CheckpointWait, RequestState::AgentQueue);
        if self.admitted.len() < self.server.agents as usize {
            self.enter(user);
        } else {
            self.agents.push(&mut self.users, user);
        }
    }

    /// Assigns an agent to a request.
    fn enter(&mut self, user: u32) {
        let others = self.admitted.len() as u64;
        self.users[user as usize].admitted_index = others as u32;
        self.admitted.push(user);
        let conflicts = self.streams.locks.uniform() < self.server.lock_chance * others as f64;
        self.change_state(user, ResponseComponent::AgentWait, RequestState::LockQueue);
        if conflicts {
            let holder = self.admitted[self.streams.locks.uniform_below(others) as usize] as usize;
            let mut waiters = self.users[holder].waiters;
            waiters.push(&mut self.users, user);
            self.users[holder].waiters = waiters;
        } else {
            self.queue_for_server(user, ResponseComponent::LockWait);
        }
    }

    /// Puts a request into the queue for the server.
    fn queue_for_server(&mut self, user: u32, from: ResponseComponent) {
        self.change_state(user, from, RequestState::ServerQueue);
        self.ready.push(&mut self.users, user);
        if self.thread == Thread::Idle {
            self.next_dispatch();
        }
    }

    /// Dispatches the next request, or starts a checkpoint if one is due and no request is admitted.
    fn next_dispatch(&mut self) {
        self.thread = Thread::Idle;
        let Some(user) = self.ready.pop(&self.users) else {
            if self.quiescing && self.admitted.is_empty() {
                self.begin_checkpoint();
            }
            return;
        };
        let waited = if self.users[user as usize].was_served {
            ResponseComponent::RedispatchWait
        } else {
            ResponseComponent::FirstDispatchWait
        };
        self.change_state(user, waited, RequestState::Server);
        self.users[user as usize].was_served = true;
        let Server { cpu_s, stretch, fault_s, .. } = self.server;
        let cpu = ticks(cpu_s / self.server.dispatches() * self.streams.cpu.exponential());
        let faults =
            if self.is_faulting { self.streams.faults_per_dispatch.sample(&mut self.streams.faults) as u32 } else { 0 };
        let stall_s: f64 = (0..faults).map(|_| fault_s * self.streams.faults.exponential()).sum();
        let (stall, uncounted) = (ticks(stall_s), ticks((stretch - 1.0) * stall_s));
        self.thread = Thread::Serves(Dispatch { user, since: self.now, cpu, faults, stall, uncounted });
        self.timers.set(self.users.len(), self.now + cpu + stall + uncounted);
    }

    fn end_dispatch(&mut self, dispatch: Dispatch) -> Event {
        let Dispatch { user, cpu, stall, uncounted, .. } = dispatch;
        self.totals.cpu += cpu;
        self.totals.stall += stall;
        self.totals.uncounted += uncounted;
        let known = &mut self.users[user as usize];
        known.since = self.now;
        for (part, time) in [
            (ResponseComponent::Cpu, cpu),
            (ResponseComponent::CountedStall, stall),
            (ResponseComponent::UncountedStall, uncounted),
        ] {
            known.spent[part as usize] += time;
        }
        let event = if known.ios > 0 {
            known.ios -= 1;
            self.begin_io(user);
            Event::Io(user)
        } else {
            self.end(user);
            Event::End(user)
        };
        self.next_dispatch();
        event
    }

    fn begin_io(&mut self, user: u32) {
        self.users[user as usize].state = RequestState::Disk;
        let Server { io_s, log_ios, hits, hit_s, parallel_logs, .. } = self.server;
        let draw = &mut self.streams.disk;
        let time = if draw.uniform() * self.server.ios() < log_ios {
            // Time for both logs: the sum of two exponential times, or their maximum if the logs are written in
            // parallel.
            let (one, other) = (draw.exponential(), draw.exponential());
            io_s * if parallel_logs { one.max(other) } else { one + other }
        } else if draw.uniform() < hits {
            hit_s
        } else if self.volumes.is_empty() {
            io_s * draw.exponential()
        } else {
            let volume = draw.uniform_below(self.volumes.len() as u64) as usize;
            self.users[user as usize].volume = volume as u32;
            self.volumes[volume].push(&mut self.users, user);
            if self.volumes[volume].length == 1 {
                self.start_volume(volume);
            }
            return;
        };
        self.timers.set(user as usize, self.now + ticks(time));
    }

    fn start_volume(&mut self, volume: usize) {
        let time = ticks(self.server.io_s * self.streams.disk.exponential());
        self.timers.set(self.users.len() + 1 + volume, self.now + time);
    }

    fn end_volume(&mut self, volume: usize) -> u32 {
        let user = self.volumes[volume].pop(&self.users).expect("an I/O that ends has begun");
        if self.volumes[volume].length > 0 {
            self.start_volume(volume);
        }
        self.end_io(user);
        user
    }

    fn end_io(&mut self, user: u32) {
        self.queue_for_server(user, ResponseComponent::Disk);
    }

    /// Completes a request.
    fn end(&mut self, user: u32) {
        self.active.decrement(self.now);
        let User { admitted_index, waiters, spent, .. } = self.users[user as usize];
        self.totals.requests += 1;
        for (sum, spent) in self.totals.parts.iter_mut().zip(spent) {
            *sum += spent;
        }
        self.admitted.swap_remove(admitted_index as usize);
        if let Some(&moved) = self.admitted.get(admitted_index as usize) {
            self.users[moved as usize].admitted_index = admitted_index;
        }
        self.users[user as usize].waiters = UserQueue::EMPTY;
        let mut waiters = waiters;
        while let Some(waiter) = waiters.pop(&self.users) {
            self.change_state(waiter, ResponseComponent::LockWait, RequestState::ServerQueue);
            self.ready.push(&mut self.users, waiter);
        }
        self.think(user);
        self.ended += 1;
        let is_due = f64::from(self.ended) >= self.server.checkpoint_requests && self.server.checkpoint_s > 0.0;
        self.quiescing |= is_due;
        self.admit_waiting();
    }

    /// Assigns free agents to the waiting requests.
    fn admit_waiting(&mut self) {
        while !self.quiescing && self.admitted.len() < self.server.agents as usize {
            let Some(user) = self.agents.pop(&self.users) else { break };
            self.enter(user);
        }
    }

    fn begin_checkpoint(&mut self) {
        let lasts = ticks(f64::from(self.ended) * self.server.checkpoint_s);
        self.ended = 0;
        self.thread = Thread::Checkpoint { since: self.now, until: self.now + lasts };
        self.timers.set(self.users.len(), self.now + lasts);
    }

    fn end_checkpoint(&mut self) {
        self.thread = Thread::Idle;
        self.quiescing = false;
        self.admit_waiting();
        while let Some(user) = self.held.pop(&self.users) {
            self.admit(user);
        }
    }
}
