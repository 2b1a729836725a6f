//! An interactive file pool server: the simulation with a clock that can stop between two events, and with a history of
//! the last two minutes.

mod kinds;

pub use kinds::{EventKind, RequestLocation, SeekTarget, ServerActivity, ThreadProgress};

use super::costs::Costs;
use super::outcome::Outcome;
use super::scenario::Scenario;
use super::simulation::{Dispatch, Event, RequestState, Simulation, Thread};
use super::{Server, analytic};
use pathlength_model::{ModelError, Setting, Settings};
use pathlength_queueing::{Ticks, seconds, ticks};
use std::collections::VecDeque;

/// Time between two samples of the history: a quarter of a second.
pub const SAMPLE_EVERY: Ticks = 250_000_000;
/// Maximum number of samples in the history: two minutes.
pub const MAX_SAMPLES: usize = 480;

/// A sample of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Requests in the system.
    pub active: u32,
    /// Requests that wait for the server.
    pub queue_length: u32,
    /// Whether new requests are held, because a checkpoint is due or in progress.
    pub held: bool,
}

/// A server, its users, and a clock.
#[derive(Debug)]
pub struct LiveServer {
    simulation: Simulation,
    server: Server,
    steady_state: Option<Outcome>,
    now: Ticks,
    last: Option<Event>,
    samples: VecDeque<Sample>,
    next_sample: Ticks,
}

impl LiveServer {
    /// Creates the server described by `settings` of the model; at the start, all users are in their think time. The
    /// setting `engine` has no effect.
    ///
    /// # Errors
    /// Returns [`ModelError`] if a setting is missing, unknown, of the wrong kind, or out of range.
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
            // The simulation also runs if there is no analytic solution.
            steady_state: analytic::solve(&by("analytic")?.server).ok(),
            now: 0,
            last: None,
            samples: VecDeque::with_capacity(MAX_SAMPLES),
            next_sample: 0,
        })
    }

    /// Returns the server's parameters.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Returns the simulation after its last event.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Returns the steady state computed by the analytic engine; `None` if the engine finds no solution.
    pub fn steady_state(&self) -> Option<&Outcome> {
        self.steady_state.as_ref()
    }

    /// Returns the displayed time in seconds.
    pub fn now_s(&self) -> f64 {
        seconds(self.now)
    }

    /// Returns the kind of the last event.
    pub fn last_event(&self) -> EventKind {
        match self.last {
            None => EventKind::None,
            Some(Event::Arrival(_)) => EventKind::Arrival,
            Some(Event::Io(_)) => EventKind::Io,
            Some(Event::IoEnd(_)) => EventKind::IoEnd,
            Some(Event::End(_)) => EventKind::End,
            Some(Event::CheckpointEnd) => EventKind::CheckpointEnd,
        }
    }

    /// Returns the user of the last event; `None` if the event has no user.
    pub fn last_event_user(&self) -> Option<u32> {
        match self.last? {
            Event::Arrival(user) | Event::Io(user) | Event::IoEnd(user) | Event::End(user) => Some(user),
            Event::CheckpointEnd => None,
        }
    }

    /// Returns the progress of the thread's activity; all zeros while the thread is idle.
    pub fn thread_progress(&self) -> ThreadProgress {
        let elapsed_s = |since| self.now_s() - seconds(since);
        match self.simulation.thread() {
            Thread::Idle => ThreadProgress::default(),
            Thread::Serves(Dispatch { since, cpu, stall, uncounted, .. }) => ThreadProgress {
                elapsed_s: elapsed_s(since),
                cpu_s: seconds(cpu),
                stall_s: seconds(stall),
                uncounted_s: seconds(uncounted),
                checkpoint_s: 0.0,
            },
            Thread::Checkpoint { since, until } => ThreadProgress {
                elapsed_s: elapsed_s(since),
                checkpoint_s: seconds(until - since),
                ..ThreadProgress::default()
            },
        }
    }

    /// Simulates until `until_s` seconds, but at most `events` events; returns whether that time has been reached.
    pub fn advance(&mut self, until_s: f64, events: u32) -> bool {
        let until = ticks(until_s);
        for _ in 0..events {
            if self.simulation.next_at() > until {
                self.advance_clock(until.max(self.now));
                return true;
            }
            self.step();
        }
        false
    }

    /// Advances to the next moment of kind `goal`, but by at most `moments` changes; returns whether that moment has
    /// been reached.
    pub fn seek(&mut self, goal: SeekTarget, moments: u32) -> bool {
        for _ in 0..moments {
            let was = (self.simulation.is_quiescing(), self.activity());
            match self.next_phase() {
                Some(at) => self.advance_clock(at),
                None => self.step(),
            }
            let found = match goal {
                SeekTarget::Event => true,
                SeekTarget::Fault => self.dispatch().is_some_and(|it| it.faults > 0 && self.now == it.since + it.cpu),
                SeekTarget::Checkpoint => {
                    let (due, begun) = (self.simulation.is_quiescing(), self.activity() == ServerActivity::Checkpoint);
                    due && !was.0 || begun && was.1 != ServerActivity::Checkpoint
                }
            };
            if found {
                return true;
            }
        }
        false
    }

    /// Returns the activity of the thread.
    pub fn activity(&self) -> ServerActivity {
        match self.simulation.thread() {
            Thread::Idle => ServerActivity::Idle,
            Thread::Checkpoint { .. } => ServerActivity::Checkpoint,
            Thread::Serves(Dispatch { since, cpu, stall, .. }) => match self.now - since {
                gone if gone < cpu => ServerActivity::Cpu,
                gone if gone < cpu + stall => ServerActivity::Stall,
                _ => ServerActivity::Uncounted,
            },
        }
    }

    /// Returns the current visit of a request to the server; `None` if the server is idle or in a checkpoint.
    pub fn dispatch(&self) -> Option<Dispatch> {
        match self.simulation.thread() {
            Thread::Serves(dispatch) => Some(dispatch),
            _ => None,
        }
    }

    /// Returns the location of each user's request.
    pub fn request_locations(&self) -> impl Iterator<Item = RequestLocation> {
        self.simulation.users().iter().map(|user| match user.state {
            RequestState::Thinking => RequestLocation::Thinking,
            RequestState::Held => RequestLocation::Held,
            RequestState::AgentQueue => RequestLocation::AgentQueue,
            RequestState::LockQueue => RequestLocation::LockQueue,
            RequestState::ServerQueue if user.was_served => RequestLocation::RedispatchQueue,
            RequestState::ServerQueue => RequestLocation::FirstDispatchQueue,
            RequestState::Server => RequestLocation::Server,
            RequestState::Disk => RequestLocation::Disk,
        })
    }

    /// Returns the samples of the last two minutes, one per quarter of a second, oldest first; the last sample is from
    /// the last full quarter of a second.
    pub fn samples(&self) -> impl Iterator<Item = Sample> {
        self.samples.iter().copied()
    }

    /// Restarts the measurement of shares and means.
    pub fn restart_statistics(&mut self) {
        self.simulation.begin_measuring();
    }

    /// Returns the time at which the request in service proceeds to its page faults or to their uncounted time; `None`
    /// if another event comes first.
    fn next_phase(&mut self) -> Option<Ticks> {
        let Dispatch { since, cpu, stall, .. } = self.dispatch()?;
        let at = [since + cpu, since + cpu + stall].into_iter().find(|at| *at > self.now)?;
        (at < self.simulation.next_at()).then_some(at)
    }

    /// Simulates the next event.
    fn step(&mut self) {
        let at = self.simulation.next_at();
        self.advance_clock(at);
        self.last = Some(self.simulation.step());
    }

    /// Advances the clock without an event.
    fn advance_clock(&mut self, until: Ticks) {
        self.now = until;
        if self.next_sample > until {
            return;
        }
        let due = (until - self.next_sample) / SAMPLE_EVERY + 1;
        let sample = Sample {
            active: self.simulation.active(),
            queue_length: self.simulation.queue_length(),
            held: self.simulation.is_quiescing(),
        };
        for _ in 0..due.min(MAX_SAMPLES as u64) {
            if self.samples.len() == MAX_SAMPLES {
                self.samples.pop_front();
            }
            self.samples.push_back(sample);
        }
        self.next_sample += due * SAMPLE_EVERY;
    }
}
