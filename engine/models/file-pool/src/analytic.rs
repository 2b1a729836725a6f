//! The analytic engine: exact mean value analysis within a fixed point.
//!
//! The closed network consists of the users' think time, one server, and the disks. Three quantities depend on the
//! solution: the server capacity used by checkpoints, the wait for checkpoints, and the wait for locks. All three
//! quantities follow from the throughput X, because N users with think time Z have the response time N/X − Z. So X is
//! the only unknown. A higher X makes every request slower, so bisection finds the fixed point.

use super::outcome::{ComponentTimes, Outcome, ResponseComponent};
use super::scenario::Server;
use pathlength_model::ModelError;
use pathlength_queueing::{Error, mva};

/// Number of bisection steps; further steps do not change an `f64`.
const STEPS: usize = 80;

/// Returns the steady state of `server`. With storms, the result is the mixture of two steady states, because a storm
/// lasts longer than the server takes to fill or to empty.
///
/// # Errors
/// Returns [`ModelError`] if the lock waits have no fixed point.
pub fn solve(server: &Server) -> Result<Outcome, ModelError> {
    if server.storm_share > 0.0 {
        let [storm, calm] = phases(server)?;
        return Ok(Outcome::mixture(&storm, &calm, server.storm_share));
    }
    steady(server)
}

/// Returns the steady states in a storm and outside of storms.
fn phases(server: &Server) -> Result<[Outcome; 2], ModelError> {
    let phase = |stall_s| steady(&Server { stall_s, storm_share: 0.0, ..*server });
    Ok([phase(server.storm_stall_s)?, phase(0.0)?])
}

/// Returns the share of time in storms at which the mean page stall per request is that of `server`. The share is the
/// solution f of f `X_s` `p_s` = p (f `X_s` + (1 − f) `X_c`). Returns 0 if requests have no page stall, or no
/// more page stall in a storm than on average.
///
/// # Errors
/// Returns the errors of [`solve`].
pub fn storm_share(server: &Server) -> Result<f64, ModelError> {
    if server.stall_s == 0.0 || server.storm_stall_s <= server.stall_s {
        return Ok(0.0);
    }
    let [storm, calm] = phases(server)?;
    let calm_stall = server.stall_s * calm.rate;
    Ok(calm_stall / (storm.rate * (server.storm_stall_s - server.stall_s) + calm_stall))
}

/// Returns the asymptotic bounds: the smaller of the two bounds on the throughput, and the response time that follows
/// from this bound by the interactive response time law.
pub fn asymptotes(server: &Server) -> Outcome {
    let rate = server.limit_rate();
    let response_s = (f64::from(server.users) / rate - server.think_s).max(server.uncontended_s());
    let mut parts = ComponentTimes::default();
    for (part, seconds) in [
        (ResponseComponent::Cpu, server.cpu_s),
        (ResponseComponent::CountedStall, server.stall_s),
        (ResponseComponent::UncountedStall, (server.stretch - 1.0) * server.stall_s),
        (ResponseComponent::FirstDispatchWait, response_s - server.uncontended_s()),
        (ResponseComponent::Disk, server.uncontended_s() - server.service_s()),
    ] {
        parts[part as usize] = seconds;
    }
    server.outcome(rate, parts)
}

fn steady(server: &Server) -> Result<Outcome, ModelError> {
    let service_s = server.service_s();
    let users = f64::from(server.users);
    let max_rate = (1.0 / (service_s + server.checkpoint_s)).min(users / (server.think_s + service_s));
    let (mut low, mut high) = (1e-6 * max_rate, max_rate);
    let throughput = |rate: f64| Network::at(server, rate).throughput().map_err(ModelError::from_error);
    if throughput(low)? < low {
        return Err(ModelError::new(
            "the lock waits have no steady state: reduce the number of users, increase the think time, or use the \
             simulation",
        ));
    }
    for _ in 0..STEPS {
        let rate = f64::midpoint(low, high);
        if throughput(rate)? > rate { low = rate } else { high = rate }
    }
    let rate = f64::midpoint(low, high);
    let network = Network::at(server, rate);
    let parts = network.parts(server, rate).map_err(ModelError::from_error)?;
    Ok(server.outcome(rate, parts))
}

impl Server {
    /// Computes the outcome from a throughput and a response-time breakdown by the operational laws.
    fn outcome(&self, rate: f64, parts: ComponentTimes) -> Outcome {
        Outcome {
            rate,
            parts,
            active: rate * parts.iter().sum::<f64>(),
            cpu: rate * self.cpu_s,
            stall: rate * self.stall_s,
            uncounted: rate * (self.stretch - 1.0) * self.stall_s,
            checkpoint: rate * self.checkpoint_s,
        }
    }
}

/// The network at a given throughput.
struct Network {
    users: u32,
    agents: u32,
    think_s: f64,
    /// Service demands at the server and at each volume.
    demands_s: Vec<f64>,
    /// Disk time without queueing.
    disk_s: f64,
    lock_s: f64,
    checkpoint_s: f64,
}

impl Network {
    fn at(server: &Server, rate: f64) -> Self {
        let users = f64::from(server.users);
        // Only admitted requests hold locks.
        let admitted_s = (users / rate - server.think_s).min(f64::from(server.agents) / rate);
        // Checkpoints reduce the server capacity …
        let taken = rate * server.checkpoint_s;
        let demand_s = server.service_s() / (1.0 - taken);
        // … and a request that arrives during a checkpoint waits for half of the checkpoint and for the queue that
        // forms behind it.
        let lasts_s = server.checkpoint_requests * server.checkpoint_s;
        let thinking = server.think_s * rate / users;
        let checkpoint_s = taken * lasts_s / 2.0 / (1.0 - rate * demand_s * thinking);
        let misses = server.data_ios * (1.0 - server.hits);
        let shared_s = misses * server.io_s;
        let volumes = (0..server.volumes).map(|_| shared_s / f64::from(server.volumes));
        let stations = std::iter::once(demand_s).chain(volumes).collect();
        let apart_s = server.log_ios * server.log_s() + server.data_ios * server.hits * server.hit_s;
        Self {
            users: server.users,
            agents: server.agents,
            think_s: server.think_s,
            demands_s: stations,
            disk_s: apart_s + if server.volumes == 0 { shared_s } else { 0.0 },
            lock_s: server.lock_chance * rate * admitted_s * admitted_s,
            checkpoint_s,
        }
    }

    /// Returns the time that a request spends away from the server and the volumes.
    fn delay_s(&self) -> f64 {
        self.disk_s + self.lock_s + self.checkpoint_s
    }

    fn throughput(&self) -> Result<f64, Error> {
        // With a delay beyond the limit of the analysis, the throughput counts as 0.
        if self.delay_s() > mva::MAX_TIME_S / 2.0 {
            return Ok(0.0);
        }
        if self.agents >= self.users {
            return Ok(mva::solve_exact(&self.demands_s, self.think_s + self.delay_s(), self.users)?.throughput);
        }
        Ok(self.agent_limited()?.rate)
    }

    /// Solves a server with fewer agents than users. The server and the disks are one load-dependent station
    /// (flow-equivalent server) for the admitted requests, and the other requests wait for this station. This is an
    /// approximation, because waiting requests enter at their first visit.
    fn agent_limited(&self) -> Result<SteadyState, Error> {
        if self.think_s == 0.0 {
            let rate = mva::solve_exact(&self.demands_s, self.delay_s(), self.agents)?.throughput;
            return Ok(SteadyState {
                rate,
                present: f64::from(self.agents),
                waiting: f64::from(self.users - self.agents),
            });
        }
        let curve = mva::throughput_curve(&self.demands_s, self.delay_s(), self.agents)?;
        let throughput_with = |in_system: u32| curve[in_system.min(self.agents) as usize - 1].throughput;
        let mut weight = 1.0;
        let (mut all, mut ended, mut present, mut waiting) = (1.0, 0.0, 0.0, 0.0);
        for in_system in 1..=self.users {
            weight *= f64::from(self.users - in_system + 1) / (self.think_s * throughput_with(in_system));
            all += weight;
            ended += weight * throughput_with(in_system);
            present += weight * f64::from(in_system.min(self.agents));
            waiting += weight * f64::from(in_system.saturating_sub(self.agents));
            // Weights are relative, so a common factor cancels.
            if weight > 1e200 {
                for sum in [&mut weight, &mut all, &mut ended, &mut present, &mut waiting] {
                    *sum *= 1e-200;
                }
            }
        }
        Ok(SteadyState { rate: ended / all, present: present / all, waiting: waiting / all })
    }

    /// Returns the response-time breakdown.
    fn parts(&self, server: &Server, rate: f64) -> Result<ComponentTimes, Error> {
        let (solution, agent_s, stations_s) = if self.agents >= self.users {
            let solution = mva::solve_exact(&self.demands_s, self.think_s + self.delay_s(), self.users)?;
            let stations_s = solution.response_s;
            (solution, 0.0, stations_s)
        } else {
            let SteadyState { present, waiting, .. } = self.agent_limited()?;
            // The split between the server and the volumes is computed for a constant number of admitted requests: the
            // mean number.
            let solution = mva::solve_exact(&self.demands_s, self.delay_s(), (present.round() as u32).max(1))?;
            (solution, waiting / rate, present / rate - self.delay_s())
        };
        let server_s = stations_s * solution.stations[0].residence_s / solution.response_s;
        let volumes_s = stations_s - server_s;
        let wait_s = (server_s - server.service_s()).max(0.0) / server.dispatches();
        let mut parts = ComponentTimes::default();
        for (part, seconds) in [
            (ResponseComponent::Cpu, server.cpu_s),
            (ResponseComponent::CountedStall, server.stall_s),
            (ResponseComponent::UncountedStall, (server.stretch - 1.0) * server.stall_s),
            (ResponseComponent::LockWait, self.lock_s),
            (ResponseComponent::AgentWait, agent_s),
            (ResponseComponent::CheckpointWait, self.checkpoint_s),
            (ResponseComponent::FirstDispatchWait, wait_s),
            (ResponseComponent::RedispatchWait, wait_s * server.ios()),
            (ResponseComponent::Disk, self.disk_s + volumes_s),
        ] {
            parts[part as usize] = seconds;
        }
        Ok(parts)
    }
}

/// The steady state of a server with fewer agents than users.
struct SteadyState {
    rate: f64,
    present: f64,
    waiting: f64,
}
