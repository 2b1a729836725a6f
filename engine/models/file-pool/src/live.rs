//! A file pool server to watch: the simulation with a clock that also stops between its events, and with a memory of the
//! last minutes.

use super::costs::Costs;
use super::outcome::Outcome;
use super::scenario::Scenario;
use super::simulation::{Dispatch, Event, Place, Simulation, Thread};
use super::{Server, analytic};
use pathlength_model::{ModelError, Setting, Settings};
use pathlength_queueing::{Ticks, seconds, ticks};
use std::collections::VecDeque;

/// Time between two samples of the history: a quarter of a second.
const SAMPLE_EVERY: Ticks = 250_000_000;
/// Samples that are kept: those of two minutes.
const MOST_SAMPLES: usize = 480;

/// What the one thread of the server does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Nothing.
    Idle,
    /// It works for a request.
    Cpu,
    /// It waits for a page, and the server counts that.
    Stall,
    /// It goes on waiting, and nothing counts that.
    Uncounted,
    /// It makes a checkpoint.
    Checkpoint,
}

/// What to go on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Whatever changes next.
    Event,
    /// A page fault of the request at the server.
    Fault,
    /// A checkpoint that comes to be due, or one that begins.
    Checkpoint,
}

/// The server at one moment of its history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Requests that have come and not ended.
    pub active: u32,
    /// Those in line for the server.
    pub line: u32,
    /// Whether new requests are held: a checkpoint is due, or lasts.
    pub held: bool,
}

/// A server, its users and a clock.
#[derive(Debug)]
pub struct LiveServer {
    simulation: Simulation,
    server: Server,
    long_run: Option<Outcome>,
    now: Ticks,
    last: Option<Event>,
    samples: VecDeque<Sample>,
    next_sample: Ticks,
}

impl LiveServer {
    /// The server that `settings` describe, as the model takes them; all of its users begin to think. The setting
    /// `engine` is without effect.
    ///
    /// # Errors
    /// [`ModelError`] that names the setting that is missing, unknown, of the wrong kind or out of range.
    pub fn new(settings: &Settings, costs: &Costs) -> Result<Self, ModelError> {
        let by = |engine: &str| {
            let mut settings = settings.clone();
            settings.set("engine", Setting::Word(engine.to_owned()));
            Scenario::from_settings(&settings, costs)
        };
        let Scenario { server, seed, .. } = by("simulation")?;
        Ok(Self {
            simulation: Simulation::new(server, seed, 0),
            server,
            // Where the formula has no answer there is still something to watch.
            long_run: analytic::solve(&by("analytic")?.server).ok(),
            now: 0,
            last: None,
            samples: VecDeque::with_capacity(MOST_SAMPLES),
            next_sample: 0,
        })
    }

    /// The server, everything given.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The simulation, as it is after its last event.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// What the closed formula says of the long run, if it has an answer.
    pub fn long_run(&self) -> Option<&Outcome> {
        self.long_run.as_ref()
    }

    /// The time that is shown, in seconds.
    pub fn now_s(&self) -> f64 {
        seconds(self.now)
    }

    /// What happened last, if anything has.
    pub fn last(&self) -> Option<Event> {
        self.last
    }

    /// Lets time pass until `until_s` seconds, but not more than `events` events; `true` when it is that time.
    pub fn advance(&mut self, until_s: f64, events: u32) -> bool {
        let until = ticks(until_s);
        for _ in 0..events {
            if self.simulation.next_at() > until {
                self.pass(until.max(self.now));
                return true;
            }
            self.happen();
        }
        false
    }

    /// Goes on to the next moment of this kind, but not further than `moments` moments in which anything changes; `true`
    /// when it is there.
    pub fn seek(&mut self, goal: Goal, moments: u32) -> bool {
        for _ in 0..moments {
            let was = (self.simulation.is_quiescing(), self.doing());
            match self.next_phase() {
                Some(at) => self.pass(at),
                None => self.happen(),
            }
            let found = match goal {
                Goal::Event => true,
                Goal::Fault => self.dispatch().is_some_and(|it| it.faults > 0 && self.now == it.since + it.cpu),
                Goal::Checkpoint => {
                    let (due, begun) = (self.simulation.is_quiescing(), self.doing() == Doing::Checkpoint);
                    due && !was.0 || begun && was.1 != Doing::Checkpoint
                }
            };
            if found {
                return true;
            }
        }
        false
    }

    /// What the thread does.
    pub fn doing(&self) -> Doing {
        match self.simulation.thread() {
            Thread::Idle => Doing::Idle,
            Thread::Checkpoint { .. } => Doing::Checkpoint,
            Thread::Serves(Dispatch { since, cpu, stall, .. }) => match self.now - since {
                gone if gone < cpu => Doing::Cpu,
                gone if gone < cpu + stall => Doing::Stall,
                _ => Doing::Uncounted,
            },
        }
    }

    /// The stay of the request at the server, if there is one.
    pub fn dispatch(&self) -> Option<Dispatch> {
        match self.simulation.thread() {
            Thread::Serves(dispatch) => Some(dispatch),
            _ => None,
        }
    }

    /// Where the request of each user is, by number: 0 the user thinks, 1 held before a checkpoint, 2 in line for an agent,
    /// 3 in line for a lock, 4 in line for the server at first, 5 in line for it after an I/O, 6 at the server, 7 on a disk.
    pub fn places(&self) -> impl Iterator<Item = u8> {
        self.simulation.users().iter().map(|user| match user.place {
            Place::Thinking => 0,
            Place::Held => 1,
            Place::AgentLine => 2,
            Place::LockLine => 3,
            Place::ServerLine => 4 + u8::from(user.was_served),
            Place::Server => 6,
            Place::Disk => 7,
        })
    }

    /// The last two minutes by quarters of a second, the oldest first; the last sample is the one at the last full
    /// quarter.
    pub fn samples(&self) -> impl Iterator<Item = Sample> {
        self.samples.iter().copied()
    }

    /// Counts shares and means from now on.
    pub fn forget(&mut self) {
        self.simulation.begin_measuring();
    }

    /// When the request at the server goes on to its page faults, or to what is not counted of them, if that is the next
    /// thing to happen.
    fn next_phase(&mut self) -> Option<Ticks> {
        let Dispatch { since, cpu, stall, .. } = self.dispatch()?;
        let at = [since + cpu, since + cpu + stall].into_iter().find(|at| *at > self.now)?;
        (at < self.simulation.next_at()).then_some(at)
    }

    /// Lets the next event happen.
    fn happen(&mut self) {
        let at = self.simulation.next_at();
        self.pass(at);
        self.last = Some(self.simulation.step());
    }

    /// Lets time pass without an event.
    fn pass(&mut self, until: Ticks) {
        self.now = until;
        if self.next_sample > until {
            return;
        }
        let due = (until - self.next_sample) / SAMPLE_EVERY + 1;
        let sample = Sample {
            active: self.simulation.active(),
            line: self.simulation.line_length(),
            held: self.simulation.is_quiescing(),
        };
        for _ in 0..due.min(MOST_SAMPLES as u64) {
            if self.samples.len() == MOST_SAMPLES {
                self.samples.pop_front();
            }
            self.samples.push_back(sample);
        }
        self.next_sample += due * SAMPLE_EVERY;
    }
}
