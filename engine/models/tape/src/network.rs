//! The server as a closed network: jobs circulate, and each MB of the host visits what it is made of.
//!
//! One job has one MB on the way at a time. Ports, cache controllers, drawers and drives share the data evenly and have
//! one queue each; processor threads serve one queue together. The network is solved exactly, by convolution.

use super::Costs;
use super::scenario::{Grid, Machine, Scenario, Work};
use pathlength_codecs::{CodecInfo, ZSTD};
use pathlength_model::ModelError;
use pathlength_queueing::mva;

/// What data and codec mean for the server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flow {
    /// MB stored for each MB of the host.
    pub(super) stored: f64,
    /// Time of one thread for compressing or decompressing one MB of the host, in seconds.
    pub(super) codec_s: f64,
    /// Whether the adapters of the ports compress.
    pub(super) adapter: bool,
}

/// What an MB visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Port,
    Cpu,
    Controller,
    Drawer,
    Drive,
    Grid,
}

impl Place {
    pub(super) const ALL: [Self; 6] = [Self::Port, Self::Cpu, Self::Controller, Self::Drawer, Self::Drive, Self::Grid];
}

/// A place with its members, all alike.
#[derive(Clone, Copy, Debug)]
struct Stage {
    members: u32,
    /// Time that an MB of the host takes here in all, in seconds; 0 if it does not come here.
    demand_s: f64,
}

/// A place in the long run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Load {
    /// Share of the time in which a member works.
    pub(super) utilization: f64,
    /// MB/s that it would let through alone; not a number if no data come here.
    pub(super) limit: f64,
    /// Seconds that an MB spends here, waiting and being served.
    pub(super) residence_s: f64,
}

/// The server in the long run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Throughput {
    /// MB/s of the host.
    pub(super) rate: f64,
    /// What a job waits for each MB without keeping anything busy, in seconds.
    pub(super) wait_s: f64,
    /// By [`Place`].
    pub(super) loads: [Load; 6],
}

impl Throughput {
    /// The place that is busiest.
    pub(super) fn bottleneck(&self) -> Place {
        let mut busiest = Place::Port;
        for place in Place::ALL {
            if self.loads[place as usize].utilization > self.loads[busiest as usize].utilization {
                busiest = place;
            }
        }
        busiest
    }
}

/// Speed of one thread of the server for a codec, over that of the machine on which the codec was measured.
pub(super) fn thread_speed(costs: &Costs, machine: Machine, codec: &CodecInfo) -> f64 {
    let own = if *codec == ZSTD { costs.zstd_share } else { 1.0 };
    costs.thread_speed * own * of_newer(machine, costs.ts7740_speed)
}

/// What the machine has of what the newer ones have: of the older one it is `share`.
fn of_newer(machine: Machine, share: f64) -> f64 {
    if machine == Machine::Ts7740 { share } else { 1.0 }
}

fn stages(costs: &Costs, scenario: &Scenario, flow: &Flow) -> [Stage; 6] {
    let Scenario { machine, work, grid, .. } = *scenario;
    let (port, adapter) =
        if scenario.link_gb == 8 { (costs.port_8, costs.adapter_8) } else { (costs.port_16, costs.adapter_16) };
    let threads = if machine == Machine::Ts7740 { costs.threads_ts7740 } else { costs.threads };
    let writes = work != Work::ReadHit;
    let sustained = work == Work::SustainedWrite;
    let copies = if writes { grid } else { Grid::None };

    // Stored data pass the cache once, and once more for each reader of what was just written.
    let cache_speed = of_newer(machine, costs.ts7740_cache);
    let read = 1.0 / costs.read_speed;
    let passes = match (writes, sustained) {
        (false, _) => read,
        (true, false) => 1.0,
        (true, true) => 2.0,
    } + if copies == Grid::Immediate { read } else { 0.0 };
    let stored_s = |rate: f64| flow.stored * passes / (rate * cache_speed);

    // The processor moves what comes from the ports, and what goes to the cache and to another cluster.
    let sent = matches!(copies, Grid::Immediate | Grid::Sync);
    let arrives = if flow.adapter { flow.stored } else { 1.0 };
    let moved = arrives + flow.stored + if sent { flow.stored } else { 0.0 };
    let move_s = costs.move_ms / 1e3 * moved / of_newer(machine, costs.ts7740_speed);

    let stage = |members: f64, demand_s: f64| Stage { members: members as u32, demand_s };
    [
        stage(costs.ports, 1.0 / if flow.adapter { adapter } else { port }),
        stage(threads, move_s + flow.codec_s),
        stage(costs.controllers, stored_s(costs.controller)),
        stage(f64::from(scenario.drawers), stored_s(costs.drawer)),
        stage(f64::from(scenario.drives), if sustained { flow.stored / costs.drive } else { 0.0 }),
        stage(1.0, if sent { flow.stored / costs.grid_links } else { 0.0 }),
    ]
}

/// The rate of a scenario and what each place has to do with it.
///
/// # Errors
/// [`ModelError`] if there are numbers of which nothing can be computed.
pub(super) fn solve(costs: &Costs, scenario: &Scenario, flow: &Flow) -> Result<Throughput, ModelError> {
    let stages = stages(costs, scenario, flow);
    let wait_s = costs.wait_ms / 1e3 * costs.block_kib / scenario.block_kib;
    let mut queues = Vec::new();
    // Where the queues of each place begin.
    let mut first = [0; 6];
    for (at, stage) in stages.iter().enumerate() {
        first[at] = queues.len();
        if stage.demand_s == 0.0 {
            continue;
        }
        if at == Place::Cpu as usize {
            queues.push(mva::Queue::with_servers(stage.demand_s, stage.members));
        } else {
            let members =
                (0..stage.members).map(|_| mva::Queue::with_servers(stage.demand_s / f64::from(stage.members), 1));
            queues.extend(members);
        }
    }
    let (solution, _) = mva::solve_load_dependent(&queues, wait_s, scenario.jobs).map_err(ModelError::from_error)?;
    let rate = solution.throughput;
    let mut loads = [Load::default(); 6];
    for (at, (load, stage)) in loads.iter_mut().zip(&stages).enumerate() {
        let end = first.get(at + 1).copied().unwrap_or(queues.len());
        let limit = if stage.demand_s > 0.0 { f64::from(stage.members) / stage.demand_s } else { f64::NAN };
        *load = Load {
            utilization: if stage.demand_s > 0.0 { rate / limit } else { 0.0 },
            limit,
            residence_s: solution.stations[first[at]..end].iter().map(|station| station.residence_s).sum(),
        };
    }
    Ok(Throughput { rate, wait_s, loads })
}
