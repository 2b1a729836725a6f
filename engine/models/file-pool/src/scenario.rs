//! Scenarios: a server, its users, and their differences from the published case.

use super::{Costs, analytic};
use pathlength_model::{ModelError, Number, SettingDescription, Settings, Word, number, whole, words};

/// The solution engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Mean value analysis within a fixed-point iteration.
    Analytic,
    /// Independent runs of a discrete-event simulation.
    Simulation,
    /// Only the asymptotic bounds: no request waits, or the server is never idle.
    Asymptotes,
}

words! { Engine { Analytic = "analytic", Simulation = "simulation", Asymptotes = "asymptotes" } }

const USERS: Number = whole("users", "Users", [1, 10_000], "users");
const THINK: Number = number("think_s", "Think time between two requests", [0, 3600], "s");
const CPU: Number = number("cpu_ms", "CPU time per request", [0, 10_000], "ms");
const STALL: Number = number("page_stall_ms", "Counted page stall per request", [0, 10_000], "ms");
const CHECKPOINT: Number = number("checkpoint_ms", "Checkpoint time per request", [0, 10_000], "ms");
const RESERVED: Number = whole("reserved_pages", "Reserved pages (SET RESERVED)", [0, 100_000], "pages");
const IDLE: Number = number("held_idle_s", "Idle time of a held agent per request", [0, 3600], "s");
const STRETCH: Number = number("stretch", "Blocking page stall relative to counted page stall", [1, 10], "times");
const EVERY: Number = whole("checkpoint_requests", "Requests between two checkpoints", [1, 100_000], "requests");
const IOS: Number = number("ios", "Block I/Os per request", [0, 100], "I/Os");
const IO: Number = number("io_ms", "Time per block I/O", [0, 10_000], "ms");
const AGENTS: Number = whole("agents", "Real agents (0 = unlimited)", [0, 10_000], "agents");
const VOLUMES: Number = whole("volumes", "Volumes, each with one I/O at a time (0 = no I/O waits)", [0, 64], "volumes");
const LOG_SHARE: Number = number("log_share", "I/Os that write the logs", [0, 100], "%");
const LOG_PATHS: Number = Number { only: &[1.0, 2.0], ..whole("log_paths", "Paths to the two logs", [1, 2], "paths") };
const HITS: Number = number("cache_hits", "Other I/Os that the minidisk cache satisfies", [0, 100], "%");
const BUFFERS: Number = whole("catalog_buffers", "Additional catalog buffers", [-2000, 20_000], "buffers");
const DATA_SPACE: Number = number("data_space_share", "Requests satisfied from data spaces", [0, 100], "%");
const LIMP: Number = number("limp_overhead", "Extra CPU time and log I/O without a CRR server", [0, 1000], "%");
const POOLS: Number = whole("pools", "File pools that share the users", [1, 32], "pools");
const UNITS: Number = whole("units_of_work", "User absence while an agent is held idle (1 = yes)", [0, 1], "");
const STORMS: Number = whole("storms", "Page-stall storms instead of a stretch (1 = yes)", [0, 1], "");
const STORM_STALL: Number = number("storm_stall_ms", "Page stall per request in a storm (0 = none)", [0, 60_000], "ms");
const RUNS: Number = whole("runs", "Simulation runs", [2, 1000], "runs");
const SEED: Number = whole("seed", "Simulation seed", [0, 1_000_000_000], "");
const NUMBERS: [Number; 25] = [
    USERS,
    THINK,
    CPU,
    STALL,
    CHECKPOINT,
    RESERVED,
    IDLE,
    STRETCH,
    EVERY,
    IOS,
    IO,
    AGENTS,
    VOLUMES,
    LOG_SHARE,
    LOG_PATHS,
    HITS,
    BUFFERS,
    DATA_SPACE,
    LIMP,
    POOLS,
    UNITS,
    STORMS,
    STORM_STALL,
    RUNS,
    SEED,
];

/// A server and its users. Times are in seconds; times per request are means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Server {
    /// Users.
    pub users: u32,
    /// Time from the end of a request to the same user's next request.
    pub think_s: f64,
    /// CPU time per request.
    pub cpu_s: f64,
    /// Counted page stall of a request.
    pub stall_s: f64,
    /// Page stall that blocks the server, divided by `stall_s`.
    pub stretch: f64,
    /// Page stall of a request in a storm. With storms, the page stall outside a storm is 0, and `stall_s` remains the
    /// mean.
    pub storm_stall_s: f64,
    /// Share of time spent in storms; 0 if there are no storms.
    pub storm_share: f64,
    /// Mean length of a storm; for the simulation only.
    pub storm_s: f64,
    /// Checkpoint time per request.
    pub checkpoint_s: f64,
    /// Requests between two checkpoints.
    pub checkpoint_requests: f64,
    /// I/Os per request other than log writes, including the I/Os that the minidisk cache satisfies.
    pub data_ios: f64,
    /// I/Os per request that write the logs.
    pub log_ios: f64,
    /// Time of one I/O to a disk.
    pub io_s: f64,
    /// Share of the data I/Os that the minidisk cache satisfies.
    pub hits: f64,
    /// Time of an I/O that the minidisk cache satisfies.
    pub hit_s: f64,
    /// Whether the two logs are written at the same time.
    pub parallel_logs: bool,
    /// Number of volumes over which data I/Os are spread; each volume handles one I/O at a time. 0 means that no I/O
    /// waits for another.
    pub volumes: u32,
    /// Number of agents, the maximum number of admitted requests; equal to the number of users if there are always
    /// enough agents.
    pub agents: u32,
    /// Probability that a request waits for a lock, per other admitted request.
    pub lock_chance: f64,
    /// Mean time of one page fault; for the simulation only.
    pub fault_s: f64,
    /// Idle time of a held agent per request.
    pub held_idle_s: f64,
}

impl Server {
    /// Returns the mean number of I/Os per request.
    pub fn ios(&self) -> f64 {
        self.data_ios + self.log_ios
    }

    /// Returns the mean number of dispatches per request: one before each of its I/Os, and one after the last.
    pub fn dispatches(&self) -> f64 {
        1.0 + self.ios()
    }

    /// Returns the mean time for writing both logs: the sum of two exponential times, or their maximum if the logs are
    /// written in parallel.
    pub fn log_s(&self) -> f64 {
        self.io_s * if self.parallel_logs { 1.5 } else { 2.0 }
    }

    /// Returns the service demand of a request at the server.
    pub fn service_s(&self) -> f64 {
        self.cpu_s + self.stretch * self.stall_s
    }

    /// Returns the request time without any waits.
    pub fn uncontended_s(&self) -> f64 {
        let misses_s = self.data_ios * ((1.0 - self.hits) * self.io_s + self.hits * self.hit_s);
        self.service_s() + misses_s + self.log_ios * self.log_s()
    }

    /// Returns the asymptotic bound on the throughput, set by the server or by the number of users.
    pub fn limit_rate(&self) -> f64 {
        let by_users = f64::from(self.users) / (self.think_s + self.uncontended_s());
        by_users.min(1.0 / (self.service_s() + self.checkpoint_s))
    }

    /// Returns the saturation point N*, the number of users at which the two bounds are equal.
    pub fn saturation_users(&self) -> f64 {
        (self.think_s + self.uncontended_s()) / (self.service_s() + self.checkpoint_s)
    }
}

/// A scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scenario {
    /// Solution engine.
    pub engine: Engine,
    /// The server that has the most users.
    pub server: Server,
    /// Users of all servers, divided by the users of `server`.
    pub pools: f64,
    /// Number of independent runs of the simulation.
    pub runs: u32,
    /// Seed of the simulation runs.
    pub seed: u64,
}

impl Scenario {
    /// Reads a scenario from `settings`, which must contain `engine` and either `reserved_pages` or all of `cpu_ms`,
    /// `page_stall_ms`, and `checkpoint_ms`. All other settings have defaults, some of them from `costs`.
    ///
    /// # Errors
    /// Returns a [`ModelError`] if a setting is missing, unknown, of the wrong kind, or out of range, or if a request
    /// needs no server time.
    pub fn from_settings(settings: &Settings, costs: &Costs) -> Result<Self, ModelError> {
        settings.only(&NUMBERS.iter().map(|number| number.name).chain(["engine"]).collect::<Vec<_>>())?;
        let engine: Engine = settings.word("engine")?;
        let simulated = engine == Engine::Simulation;
        let storms = STORMS.of(settings, 0.0)? > 0.0;
        let by = |analytic: f64, simulation: f64, with_storms: f64| match (storms, simulated) {
            (true, _) => with_storms,
            (false, true) => simulation,
            (false, false) => analytic,
        };
        let share = |number: Number| Ok::<_, ModelError>(number.of(settings, 0.0)? / 100.0);
        let limp = 1.0 + share(LIMP)?;

        let added = BUFFERS.of(settings, 0.0)?;
        let Request { cpu, stall, checkpoint } = request(settings, costs, added)?;
        let ios = IOS.of(settings, by(costs.ios, costs.ios_simulated, costs.ios_storms))?;
        let log_ios = ios * share(LOG_SHARE)?;
        let catalog = costs.catalog_share * libm::exp(-added / costs.catalog_buffers);
        let data_ios = (ios - log_ios) * (1.0 - costs.catalog_share + catalog);

        let all = USERS.of(settings, costs.users)?;
        let pools = POOLS.of(settings, 1.0)?;
        let users = libm::ceil(all / pools);
        let data_space = share(DATA_SPACE)?;
        if data_space >= 1.0 {
            return Err(ModelError::new(
                "with data_space_share at 100 %, no request reaches the server: lower data_space_share",
            ));
        }
        let agents = AGENTS.of(settings, 0.0)?;
        let every =
            by(costs.checkpoint_requests, costs.checkpoint_requests_simulated, costs.checkpoint_requests_storms);
        let held_idle_s = IDLE.of(settings, 0.0)?;
        let think_s = THINK.of(settings, by(costs.think_s, costs.think_s, costs.think_s_storms))?;
        let unit_s = if UNITS.of(settings, 0.0)? > 0.0 { held_idle_s } else { 0.0 };
        let storm_stall_ms = if storms { STORM_STALL.of(settings, costs.storm_stall_ms)? } else { 0.0 };
        let mut server = Server {
            users: users as u32,
            think_s: (think_s + unit_s) / (1.0 - data_space),
            cpu_s: cpu / 1e3 * limp,
            stall_s: stall / 1e3,
            stretch: STRETCH.of(settings, by(costs.stretch, costs.stretch_simulated, 1.0))?,
            storm_stall_s: storm_stall_ms / 1e3,
            storm_share: 0.0,
            storm_s: costs.storm_s,
            checkpoint_s: checkpoint / 1e3,
            checkpoint_requests: EVERY.of(settings, every)?,
            data_ios,
            log_ios: log_ios * limp,
            io_s: IO.of(settings, by(costs.io_ms, costs.io_ms_simulated, costs.io_ms_storms))? / 1e3,
            hits: share(HITS)?,
            hit_s: costs.cache_hit_ms / 1e3,
            parallel_logs: LOG_PATHS.of(settings, 2.0)? > 1.0,
            volumes: VOLUMES.of(settings, 0.0)? as u32,
            agents: if agents > 0.0 { agents.min(users) } else { users } as u32,
            lock_chance: by(costs.lock_chance, costs.lock_chance_simulated, costs.lock_chance_storms),
            fault_s: costs.fault_ms / 1e3,
            held_idle_s,
        };
        if server.service_s() <= 0.0 {
            return Err(ModelError::new("a request needs no server time: give it CPU time or page stall"));
        }
        server.storm_share = analytic::storm_share(&server)?;
        Ok(Self {
            engine,
            server,
            pools: all / users,
            runs: RUNS.of(settings, 16.0)? as u32,
            seed: SEED.of(settings, 1.0)? as u64,
        })
    }
}

/// Counted server time per request, in milliseconds.
struct Request {
    cpu: f64,
    stall: f64,
    checkpoint: f64,
}

/// Returns the server time per request, as given in the settings or computed from the number of reserved pages. `added`
/// is the number of additional catalog buffers, which take pages away from other uses.
fn request(settings: &Settings, costs: &Costs, added: f64) -> Result<Request, ModelError> {
    let crowded = libm::exp(added / costs.stall_pages);
    let pages = RESERVED.of(settings, 0.0)?;
    if pages > 0.0 {
        let stall = costs.resident_stall_ms * libm::exp((costs.resident_pages - pages) / costs.stall_pages) * crowded;
        return Ok(Request {
            cpu: costs.faultless_cpu_ms + costs.cpu_per_stall * stall,
            stall,
            checkpoint: costs.faultless_checkpoint_ms + costs.checkpoint_per_stall * stall,
        });
    }
    let given = |number: Number| {
        number.given(settings)?.ok_or_else(|| {
            ModelError::new(format!("setting {} must be a number, unless reserved_pages is given", number.name))
        })
    };
    Ok(Request { cpu: given(CPU)?, stall: given(STALL)? * crowded, checkpoint: given(CHECKPOINT)? })
}

/// Describes the settings of a scenario.
pub(super) fn describe_settings() -> Vec<SettingDescription> {
    let engine = SettingDescription::word("engine", "Engine", Engine::WORDS, false);
    std::iter::once(engine).chain(NUMBERS.iter().map(Number::describe)).collect()
}
