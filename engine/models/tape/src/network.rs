//! The server as a closed network: jobs circulate, and each MB from the host visits the components.
//!
//! A job has one MB in transit at a time; with overlap, it has another one in its codec. Each port, cache controller,
//! drawer, and drive has its own queue and gets an equal share of the data; processor threads serve a common queue. The
//! network is solved exactly, by convolution.

use super::Costs;
use super::scenario::{Grid, Machine, Scenario, Work};
use pathlength_codecs::{CodecInfo, ZSTD};
use pathlength_model::ModelError;
use pathlength_queueing::mva;

/// The effects of the data and the codec on the server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CompressionProfile {
    /// MB stored for each MB from the host.
    pub(super) stored: f64,
    /// Time that one thread needs to compress or decompress one MB from the host, in seconds.
    pub(super) codec_s: f64,
    /// Whether the adapters of the ports compress the data.
    pub(super) adapter: bool,
}

/// A kind of component that an MB visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    Port,
    Cpu,
    Controller,
    Drawer,
    Drive,
    Grid,
}

impl Component {
    pub(super) const ALL: [Self; 6] = [Self::Port, Self::Cpu, Self::Controller, Self::Drawer, Self::Drive, Self::Grid];
}

/// The station for a kind of component, with identical members.
#[derive(Clone, Copy, Debug)]
struct Station {
    members: u32,
    /// Service demand for one MB from the host, in seconds; 0 if no data visit the station.
    demand_s: f64,
}

/// A station in the steady state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct StationLoad {
    /// Utilization of a member.
    pub(super) utilization: f64,
    /// Throughput bound of the station in MB/s; NaN if no data visit it.
    pub(super) limit: f64,
    /// Residence time of an MB in seconds.
    pub(super) residence_s: f64,
}

/// The server in the steady state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Throughput {
    /// Throughput in MB/s at the host.
    pub(super) rate: f64,
    /// Delay per MB, in seconds, during which a job occupies no station.
    pub(super) wait_s: f64,
    /// Load of each station, by [`Component`].
    pub(super) loads: [StationLoad; 6],
}

impl Throughput {
    /// Returns the component with the highest utilization.
    pub(super) fn bottleneck(&self) -> Component {
        let mut busiest = Component::Port;
        for component in Component::ALL {
            if self.loads[component as usize].utilization > self.loads[busiest as usize].utilization {
                busiest = component;
            }
        }
        busiest
    }
}

/// Returns the speed of one server thread for a codec, relative to a thread on which the codec was measured.
pub(super) fn thread_speed(costs: &Costs, scenario: &Scenario, codec: &CodecInfo) -> f64 {
    let share = if scenario.overlap { costs.zstd_share_overlap } else { costs.zstd_share };
    let own = if *codec == ZSTD { share } else { 1.0 };
    costs.thread_speed * own * relative_to_newer(scenario.machine, costs.ts7740_speed)
}

/// Returns the speed of a machine relative to the newer machines: `share` for the older machine, 1 for the others.
fn relative_to_newer(machine: Machine, share: f64) -> f64 {
    if machine == Machine::Ts7740 { share } else { 1.0 }
}

fn stations(costs: &Costs, scenario: &Scenario, profile: &CompressionProfile) -> [Station; 6] {
    let Scenario { machine, work, grid, .. } = *scenario;
    let (port, adapter) =
        if scenario.link_gb == 8 { (costs.port_8, costs.adapter_8) } else { (costs.port_16, costs.adapter_16) };
    let threads = match machine {
        Machine::Ts7740 => costs.threads_ts7740,
        Machine::Ts7760 | Machine::Ts7760t if scenario.overlap => costs.threads_overlap,
        Machine::Ts7760 | Machine::Ts7760t => costs.threads,
    };
    let writes = work != Work::ReadHit;
    let sustained = work == Work::SustainedWrite;
    let copies = if writes { grid } else { Grid::None };

    // Stored data pass through the cache once, and once more each time that the written data are read.
    let cache_speed = relative_to_newer(machine, costs.ts7740_cache);
    let read = 1.0 / costs.read_speed;
    let passes = match (writes, sustained) {
        (false, _) => read,
        (true, false) => 1.0,
        (true, true) => 2.0,
    } + if copies == Grid::Immediate { read } else { 0.0 };
    let stored_s = |rate: f64| profile.stored * passes / (rate * cache_speed);

    // The processor moves data from the ports, to the cache, and to another cluster.
    let sent = matches!(copies, Grid::Immediate | Grid::Sync);
    let arrives = if profile.adapter { profile.stored } else { 1.0 };
    let moved = arrives + profile.stored + if sent { profile.stored } else { 0.0 };
    let move_s = costs.move_ms / 1e3 * moved / relative_to_newer(machine, costs.ts7740_speed);

    let station = |members: f64, demand_s: f64| Station { members: members as u32, demand_s };
    [
        station(costs.ports, 1.0 / if profile.adapter { adapter } else { port }),
        station(threads, move_s + profile.codec_s),
        station(costs.controllers, stored_s(costs.controller)),
        station(f64::from(scenario.drawers), stored_s(costs.drawer)),
        station(f64::from(scenario.drives), if sustained { profile.stored / costs.drive } else { 0.0 }),
        station(1.0, if sent { profile.stored / costs.grid_links } else { 0.0 }),
    ]
}

/// Returns the throughput of a scenario, and the load of each station.
///
/// With overlap, the codec is a separate stage of each job and processes one MB while the job moves another: the slower
/// stage determines the rate. All stages share the processor.
///
/// # Errors
/// Returns [`ModelError`] if the network cannot be solved.
pub(super) fn solve(
    costs: &Costs,
    scenario: &Scenario,
    profile: &CompressionProfile,
) -> Result<Throughput, ModelError> {
    let wait_s = costs.wait_ms / 1e3 * costs.block_kib / scenario.block_kib;
    let stations = stations(costs, scenario, profile);
    if !scenario.overlap || profile.codec_s == 0.0 {
        return circulate(&stations, wait_s, scenario.jobs);
    }
    let moving = self::stations(costs, scenario, &CompressionProfile { codec_s: 0.0, ..*profile });
    let moved = circulate(&moving, wait_s, scenario.jobs)?;
    let cpu = &stations[Component::Cpu as usize];
    let cpu_limit = f64::from(cpu.members) / cpu.demand_s;
    let jobs = f64::from(scenario.jobs);
    let rate = moved.rate.min(cpu_limit).min(jobs / profile.codec_s);
    let mut loads = moved.loads;
    for load in &mut loads {
        load.utilization *= rate / moved.rate;
    }
    // The processor's residence time includes the time that moved data wait for the codec.
    let cpu = &mut loads[Component::Cpu as usize];
    *cpu = StationLoad {
        utilization: rate / cpu_limit,
        limit: cpu_limit,
        residence_s: cpu.residence_s + jobs / rate - jobs / moved.rate,
    };
    Ok(Throughput { rate, wait_s, loads })
}

/// Returns the throughput of jobs that circulate through the stations, and the load of each station.
fn circulate(stations: &[Station; 6], wait_s: f64, jobs: u32) -> Result<Throughput, ModelError> {
    let mut queues = Vec::new();
    // Index of the first queue of each station.
    let mut first = [0; 6];
    for (at, station) in stations.iter().enumerate() {
        first[at] = queues.len();
        if station.demand_s == 0.0 {
            continue;
        }
        if at == Component::Cpu as usize {
            queues.push(mva::Queue::with_servers(station.demand_s, station.members));
        } else {
            let members = (0..station.members)
                .map(|_| mva::Queue::with_servers(station.demand_s / f64::from(station.members), 1));
            queues.extend(members);
        }
    }
    let (solution, _) = mva::solve_load_dependent(&queues, wait_s, jobs).map_err(ModelError::from_error)?;
    let rate = solution.throughput;
    let mut loads = [StationLoad::default(); 6];
    for (at, (load, station)) in loads.iter_mut().zip(stations).enumerate() {
        let end = first.get(at + 1).copied().unwrap_or(queues.len());
        let limit = if station.demand_s > 0.0 { f64::from(station.members) / station.demand_s } else { f64::NAN };
        *load = StationLoad {
            utilization: if station.demand_s > 0.0 { rate / limit } else { 0.0 },
            limit,
            residence_s: solution.stations[first[at]..end].iter().map(|station| station.residence_s).sum(),
        };
    }
    Ok(Throughput { rate, wait_s, loads })
}
