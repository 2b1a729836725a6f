//! The file pool server to watch.

use js_sys::Error;
use crate::boundary::js_error;
use crate::read::{Numbers, numbers};
use pathlength_file_pool::live::{LiveServer, Sample, SeekTarget, ServerActivity};
use pathlength_file_pool::simulation::{Event, Thread};
use pathlength_file_pool::{Costs, Outcome, ResponseComponent};
use pathlength_model::{Setting, Settings};
use pathlength_queueing::seconds;
use wasm_bindgen::prelude::*;

/// A file pool server, its users and a clock. Times are seconds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ServerView(LiveServer);

#[wasm_bindgen]
impl ServerView {
    /// Opens the server of a scenario, whose users all begin to think. `parameters` are the lab's, `settings` those of the
    /// scenario that are numbers.
    ///
    /// # Errors
    /// If a parameter or a setting is missing, unknown or out of range.
    #[wasm_bindgen(constructor)]
    pub fn new(parameters: Numbers, settings: Numbers) -> Result<ServerView, Error> {
        let parameters = numbers(parameters, "parameters")?;
        let value = |name: &str| parameters.get(name).copied();
        let costs = Costs::new(&value).map_err(js_error)?;
        let mut scenario = Settings::default();
        for (name, value) in numbers(settings, "settings")? {
            scenario.set(&name, Setting::Number(value));
        }
        LiveServer::new(&scenario, &costs).map(Self).map_err(js_error)
    }

    /// Lets time pass until then, but not more than so many events; `true` when it is that time.
    pub fn advance(&mut self, until: f64, events: u32) -> bool {
        self.0.advance(until, events)
    }

    /// Goes on to the next "event", "fault" or "checkpoint", but not further than so many moments in which anything
    /// changes; `true` when it is there.
    ///
    /// # Errors
    /// For any other word.
    pub fn seek(&mut self, goal: &str, moments: u32) -> Result<bool, Error> {
        let goal = match goal {
            "event" => SeekTarget::Event,
            "fault" => SeekTarget::Fault,
            "checkpoint" => SeekTarget::Checkpoint,
            _ => return Err(Error::new("one can go on to the next event, fault or checkpoint")),
        };
        Ok(self.0.seek(goal, moments))
    }

    /// Counts shares and means from now on.
    pub fn forget(&mut self) {
        self.0.restart_statistics();
    }

    /// The time that is shown.
    #[wasm_bindgen(getter)]
    pub fn now(&self) -> f64 {
        self.0.now_s()
    }

    /// What the thread does: 0 nothing, 1 it works, 2 it waits for a page and that is counted, 3 it waits and nothing
    /// counts it, 4 it makes a checkpoint.
    #[wasm_bindgen(getter)]
    pub fn doing(&self) -> u8 {
        match self.0.activity() {
            ServerActivity::Idle => 0,
            ServerActivity::Cpu => 1,
            ServerActivity::Stall => 2,
            ServerActivity::Uncounted => 3,
            ServerActivity::Checkpoint => 4,
        }
    }

    /// The user whose request is at the server, from 0.
    #[wasm_bindgen(getter)]
    pub fn user(&self) -> Option<u32> {
        self.0.dispatch().map(|dispatch| dispatch.user)
    }

    /// What the thread is at: how long it has been, and how long it takes. Of a request, the processor, page faults as
    /// counted, and what is not counted of them; of a checkpoint, all of it; nothing if the thread is idle.
    #[wasm_bindgen(getter)]
    pub fn stay(&self) -> Vec<f64> {
        let (since, parts) = match self.0.simulation().thread() {
            Thread::Idle => return Vec::new(),
            Thread::Serves(it) => (it.since, vec![it.cpu, it.stall, it.uncounted]),
            Thread::Checkpoint { since, until } => (since, vec![until - since]),
        };
        let gone = self.0.now_s() - seconds(since);
        std::iter::once(gone).chain(parts.into_iter().map(seconds)).collect()
    }

    /// Page faults of the request at the server, in this stay there.
    #[wasm_bindgen(getter)]
    pub fn faults(&self) -> u32 {
        self.0.dispatch().map_or(0, |dispatch| dispatch.faults)
    }

    /// Whether new requests are held: a checkpoint is due, or lasts.
    #[wasm_bindgen(getter)]
    pub fn quiescing(&self) -> bool {
        self.0.simulation().is_quiescing()
    }

    /// The last event: 0 none, 1 a request came, 2 it left the server for a disk, 3 an I/O ended, 4 a request ended, 5 a
    /// checkpoint ended.
    #[wasm_bindgen(getter)]
    pub fn event(&self) -> u8 {
        match self.0.last() {
            None => 0,
            Some(Event::Arrival(_)) => 1,
            Some(Event::Io(_)) => 2,
            Some(Event::IoEnd(_)) => 3,
            Some(Event::End(_)) => 4,
            Some(Event::CheckpointEnd) => 5,
        }
    }

    /// The user whom the last event was about, from 0.
    #[wasm_bindgen(getter, js_name = eventUser)]
    pub fn event_user(&self) -> Option<u32> {
        match self.0.last()? {
            Event::Arrival(user) | Event::Io(user) | Event::IoEnd(user) | Event::End(user) => Some(user),
            Event::CheckpointEnd => None,
        }
    }

    /// Where the request of each user is: 0 the user thinks, 1 held before a checkpoint, 2 in line for an agent, 3 in line
    /// for a lock, 4 in line for the server at first, 5 in line for it after an I/O, 6 at the server, 7 on a disk.
    #[wasm_bindgen(getter)]
    pub fn places(&self) -> Vec<u8> {
        self.0.state_codes().collect()
    }

    /// The users in line for the server, the next one first.
    #[wasm_bindgen(getter)]
    pub fn line(&self) -> Vec<u32> {
        self.0.simulation().server_queue().collect()
    }

    /// Active requests, by quarters of a second over the last two minutes.
    #[wasm_bindgen(getter, js_name = activeSamples)]
    pub fn active_samples(&self) -> Vec<u32> {
        self.0.samples().map(|Sample { active, .. }| active).collect()
    }

    /// Those in line for the server, as `activeSamples`.
    #[wasm_bindgen(getter, js_name = lineSamples)]
    pub fn line_samples(&self) -> Vec<u32> {
        self.0.samples().map(|Sample { queue_length, .. }| queue_length).collect()
    }

    /// 1 where new requests were held, as `activeSamples`.
    #[wasm_bindgen(getter, js_name = heldSamples)]
    pub fn held_samples(&self) -> Vec<u8> {
        self.0.samples().map(|Sample { held, .. }| u8::from(held)).collect()
    }

    /// The thread's time so far, as shares: the processor, page faults as counted, what is not counted of them,
    /// checkpoints.
    #[wasm_bindgen(getter)]
    pub fn shares(&self) -> Vec<f64> {
        let Outcome { cpu, stall, uncounted, checkpoint, .. } = self.0.simulation().outcome();
        vec![cpu, stall, uncounted, checkpoint]
    }

    /// Requests that ended in a second so far, and the mean time of one and of its parts: lock, block I/O, other.
    #[wasm_bindgen(getter)]
    pub fn means(&self) -> Vec<f64> {
        means(&self.0.simulation().outcome())
    }

    /// What the closed formula says of the long run: as `means`, and active requests; nothing if it has no answer.
    #[wasm_bindgen(getter, js_name = longRun)]
    pub fn long_run(&self) -> Vec<f64> {
        self.0.steady_state().map_or_else(Vec::new, |outcome| {
            let mut all = means(outcome);
            all.push(outcome.active);
            all
        })
    }

    /// How many users there are.
    #[wasm_bindgen(getter)]
    pub fn users(&self) -> u32 {
        self.0.server().users
    }

    /// How many requests can be worked at.
    #[wasm_bindgen(getter)]
    pub fn agents(&self) -> u32 {
        self.0.server().agents
    }

    /// Milliseconds of the thread that a request takes in the mean: the processor, page faults as counted, what is not
    /// counted of them.
    #[wasm_bindgen(getter)]
    pub fn needs(&self) -> Vec<f64> {
        let server = self.0.server();
        [server.cpu_s, server.stall_s, (server.stretch - 1.0) * server.stall_s].map(|seconds| 1e3 * seconds).to_vec()
    }

    /// I/Os of a request in the mean.
    #[wasm_bindgen(getter)]
    pub fn ios(&self) -> f64 {
        self.0.server().ios()
    }
}

fn means(outcome: &Outcome) -> Vec<f64> {
    let of = |part: ResponseComponent| outcome.parts[part as usize];
    let block_io = of(ResponseComponent::RedispatchWait) + of(ResponseComponent::Disk);
    let lock = of(ResponseComponent::LockWait);
    let all = outcome.response_s();
    vec![outcome.rate, all, lock, block_io, all - lock - block_io - of(ResponseComponent::Cpu)]
}
