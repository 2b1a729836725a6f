//! The simulated server: every request, every page fault, every I/O and every checkpoint.
//!
//! A user thinks, then sends a request. It gets an agent, may have to wait for a lock of another request, and then needs
//! the one server several times: before each of its block I/Os and after the last. While the server waits for a page it
//! does nothing else. After so many requests comes a checkpoint: new requests are held, those inside end, and then the
//! server is blocked for a while.
//!
//! What the source does not say is assumed here: dispatches are first come, first served; the CPU time of a dispatch is
//! exponential, its page faults are a Poisson number of exponential times, and so is the number of I/Os; a request can
//! only meet a lock when it begins, and waits until its holder ends.

mod run;
mod thread;
mod user;

pub use run::Run;
pub use thread::{Dispatch, Event, Thread};
pub use user::{Place, User};

use super::outcome::{Outcome, Part};
use super::scenario::Server;
use pathlength_queueing::{Poisson, Random, Ticks, TimeAverage, Timers, ticks};
use user::{Line, NONE};

/// What was measured since the beginning of the measurement.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    since: Ticks,
    requests: u64,
    parts: [Ticks; 9],
    cpu: Ticks,
    stall: Ticks,
    uncounted: Ticks,
    checkpoint: Ticks,
}

/// Random numbers for one purpose each, so that a change of one thing leaves the others as they were.
#[derive(Debug)]
struct Draws {
    think: Random,
    cpu: Random,
    faults: Random,
    ios: Random,
    disk: Random,
    locks: Random,
    /// I/Os of a request.
    ios_each: Poisson,
    /// Page faults of a dispatch.
    faults_each: Poisson,
}

/// A file pool server and its users.
#[derive(Debug)]
pub struct Simulation {
    server: Server,
    draws: Draws,
    timers: Timers,
    now: Ticks,
    users: Vec<User>,
    thread: Thread,
    /// In line for the server.
    ready: Line,
    agents: Line,
    held: Line,
    /// Volumes, each with the users in line; the first one's I/O is running.
    volumes: Vec<Line>,
    /// Requests that have an agent.
    inside: Vec<u32>,
    /// Requests that have come and not ended.
    active: TimeAverage,
    /// Requests that ended since the last checkpoint.
    ended: u32,
    /// Whether a checkpoint is to come.
    quiescing: bool,
    sums: Sums,
}

impl Simulation {
    /// A server whose users all begin to think. Run number `run` of a seed is independent of the others.
    pub fn new(server: Server, seed: u64, run: u64) -> Self {
        let stream = |purpose: u64| Random::new(seed, 8 * run + purpose);
        let Server { stall_s, fault_s, .. } = server;
        let draws = Draws {
            think: stream(0),
            cpu: stream(1),
            faults: stream(2),
            ios: stream(3),
            disk: stream(4),
            locks: stream(5),
            ios_each: Poisson::new(server.ios()),
            faults_each: Poisson::new(stall_s / server.dispatches() / fault_s),
        };
        let user = User {
            place: Place::Thinking,
            since: 0,
            ios: 0,
            was_served: false,
            volume: NONE,
            inside: NONE,
            next: NONE,
            waiters: Line::EMPTY,
            spent: [0; 9],
        };
        let mut simulation = Self {
            server,
            draws,
            timers: Timers::new(server.users as usize + 1 + server.volumes as usize),
            now: 0,
            users: vec![user; server.users as usize],
            thread: Thread::Idle,
            ready: Line::EMPTY,
            agents: Line::EMPTY,
            held: Line::EMPTY,
            volumes: vec![Line::EMPTY; server.volumes as usize],
            inside: Vec::with_capacity(server.users as usize),
            active: TimeAverage::new(0, 0),
            ended: 0,
            quiescing: false,
            sums: Sums::default(),
        };
        (0..server.users).for_each(|user| simulation.think(user));
        simulation
    }

    /// The simulated time.
    pub fn now(&self) -> Ticks {
        self.now
    }

    /// What the server does.
    pub fn thread(&self) -> Thread {
        self.thread
    }

    /// The users, by number.
    pub fn users(&self) -> &[User] {
        &self.users
    }

    /// Requests that have come and not ended.
    pub fn active(&self) -> u32 {
        self.active.level() as u32
    }

    /// Whether new requests are held because a checkpoint is to come or lasts.
    pub fn is_quiescing(&self) -> bool {
        self.quiescing
    }

    /// Those in line for the server, the next one first.
    pub fn server_line(&self) -> impl Iterator<Item = u32> + '_ {
        let link = |user: u32| Some(user).filter(|user| *user != NONE);
        std::iter::successors(link(self.ready.first), move |user| link(self.users[*user as usize].next))
    }

    /// How many are in line for the server.
    pub fn line_length(&self) -> u32 {
        self.ready.length
    }

    /// When the next thing happens.
    pub fn next_at(&mut self) -> Ticks {
        self.timers.next_at().unwrap_or(Ticks::MAX)
    }

    /// Lets the next thing happen.
    ///
    /// # Panics
    /// Never: there is always somebody who thinks or is served.
    pub fn step(&mut self) -> Event {
        let (now, slot) = self.timers.next().expect("somebody thinks, or is served");
        self.now = now;
        let users = self.users.len();
        if slot < users {
            let user = slot as u32;
            if self.users[slot].place == Place::Thinking {
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
                self.sums.checkpoint += until - since;
                self.end_checkpoint();
                Event::CheckpointEnd
            }
            Thread::Idle => unreachable!("an idle server ends nothing"),
        }
    }

    /// Forgets what was measured: the warm-up is over.
    pub fn begin_measuring(&mut self) {
        self.sums = Sums { since: self.now, ..Sums::default() };
        self.active.reset(self.now);
    }

    /// What was measured since then.
    pub fn outcome(&self) -> Outcome {
        let Sums { since, requests, parts, cpu, stall, uncounted, checkpoint } = self.sums;
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

    /// Books the time since the user's request came to its place, and moves it.
    fn moves(&mut self, user: u32, booked: Part, to: Place) {
        let now = self.now;
        let user = &mut self.users[user as usize];
        user.spent[booked as usize] += now - user.since;
        user.since = now;
        user.place = to;
    }

    fn think(&mut self, user: u32) {
        let now = self.now;
        let known = &mut self.users[user as usize];
        known.place = Place::Thinking;
        known.since = now;
        let pause = ticks(self.server.think_s * self.draws.think.exponential());
        self.timers.set(user as usize, now + pause);
    }

    fn arrive(&mut self, user: u32) {
        self.active.increment(self.now);
        let ios = self.draws.ios_each.sample(&mut self.draws.ios) as u32;
        let known = &mut self.users[user as usize];
        *known = User { place: Place::Held, since: self.now, ios, was_served: false, spent: [0; 9], ..*known };
        if self.quiescing {
            self.held.push(&mut self.users, user);
        } else {
            self.admit(user);
        }
    }

    fn admit(&mut self, user: u32) {
        self.moves(user, Part::Checkpoint, Place::AgentLine);
        if self.inside.len() < self.server.agents as usize {
            self.enter(user);
        } else {
            self.agents.push(&mut self.users, user);
        }
    }

    /// A request gets an agent.
    fn enter(&mut self, user: u32) {
        let others = self.inside.len() as u64;
        self.users[user as usize].inside = others as u32;
        self.inside.push(user);
        let conflicts = self.draws.locks.uniform() < self.server.lock_chance * others as f64;
        self.moves(user, Part::Agent, Place::LockLine);
        if conflicts {
            let holder = self.inside[self.draws.locks.uniform_below(others) as usize] as usize;
            let mut waiters = self.users[holder].waiters;
            waiters.push(&mut self.users, user);
            self.users[holder].waiters = waiters;
        } else {
            self.line_up(user, Part::Lock);
        }
    }

    /// A request comes into line for the server.
    fn line_up(&mut self, user: u32, from: Part) {
        self.moves(user, from, Place::ServerLine);
        self.ready.push(&mut self.users, user);
        if self.thread == Thread::Idle {
            self.next_dispatch();
        }
    }

    /// The server takes the next request; if there is none, a checkpoint may begin.
    fn next_dispatch(&mut self) {
        self.thread = Thread::Idle;
        let Some(user) = self.ready.pop(&self.users) else {
            if self.quiescing && self.inside.is_empty() {
                self.begin_checkpoint();
            }
            return;
        };
        let waited = if self.users[user as usize].was_served { Part::Again } else { Part::First };
        self.moves(user, waited, Place::Server);
        self.users[user as usize].was_served = true;
        let Server { cpu_s, stretch, fault_s, .. } = self.server;
        let cpu = ticks(cpu_s / self.server.dispatches() * self.draws.cpu.exponential());
        let faults = self.draws.faults_each.sample(&mut self.draws.faults) as u32;
        let stall_s: f64 = (0..faults).map(|_| fault_s * self.draws.faults.exponential()).sum();
        let (stall, uncounted) = (ticks(stall_s), ticks((stretch - 1.0) * stall_s));
        self.thread = Thread::Serves(Dispatch { user, since: self.now, cpu, faults, stall, uncounted });
        self.timers.set(self.users.len(), self.now + cpu + stall + uncounted);
    }

    fn end_dispatch(&mut self, dispatch: Dispatch) -> Event {
        let Dispatch { user, cpu, stall, uncounted, .. } = dispatch;
        self.sums.cpu += cpu;
        self.sums.stall += stall;
        self.sums.uncounted += uncounted;
        let known = &mut self.users[user as usize];
        known.since = self.now;
        for (part, time) in [(Part::Cpu, cpu), (Part::Stall, stall), (Part::Uncounted, uncounted)] {
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
        self.users[user as usize].place = Place::Disk;
        let Server { io_s, log_ios, hits, hit_s, parallel_logs, .. } = self.server;
        let draw = &mut self.draws.disk;
        let time = if draw.uniform() * self.server.ios() < log_ios {
            // The two logs are written one after the other, or until the later one is.
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
        let time = ticks(self.server.io_s * self.draws.disk.exponential());
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
        self.line_up(user, Part::Disk);
    }

    /// A request ends.
    fn end(&mut self, user: u32) {
        self.active.decrement(self.now);
        let User { inside, waiters, spent, .. } = self.users[user as usize];
        self.sums.requests += 1;
        for (sum, spent) in self.sums.parts.iter_mut().zip(spent) {
            *sum += spent;
        }
        self.inside.swap_remove(inside as usize);
        if let Some(&moved) = self.inside.get(inside as usize) {
            self.users[moved as usize].inside = inside;
        }
        self.users[user as usize].waiters = Line::EMPTY;
        let mut waiters = waiters;
        while let Some(waiter) = waiters.pop(&self.users) {
            self.moves(waiter, Part::Lock, Place::ServerLine);
            self.ready.push(&mut self.users, waiter);
        }
        self.think(user);
        self.ended += 1;
        let is_due = f64::from(self.ended) >= self.server.checkpoint_requests && self.server.checkpoint_s > 0.0;
        self.quiescing |= is_due;
        self.admit_waiting();
    }

    /// Agents that are free take the requests that wait for them.
    fn admit_waiting(&mut self) {
        while !self.quiescing && self.inside.len() < self.server.agents as usize {
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
