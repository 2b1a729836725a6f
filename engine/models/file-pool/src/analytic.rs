//! The closed formula: exact mean value analysis inside a fixed point.
//!
//! The closed network has the users' think time, one server and the disks. Three things depend on what comes out: the
//! capacity that checkpoints take from the server, the wait that they cause, and the wait for locks. With the throughput
//! `X` given they all are, because a closed network of `N` users with think time `Z` has the response time `N/X - Z`.
//! What is left is one number to be found, and more throughput makes every request slower: halving finds it.

use super::outcome::{Outcome, Part, Parts};
use super::scenario::Server;
use pathlength_model::ModelError;
use pathlength_queueing::{Error, mva};

/// Halvings: beyond this many, a double does not change.
const STEPS: usize = 80;

/// What comes of `server` in the long run.
///
/// # Errors
/// [`ModelError`] if so many users wait for each other's locks that the formula has no solution.
pub fn solve(server: &Server) -> Result<Outcome, ModelError> {
    let service_s = server.service_s();
    let users = f64::from(server.users);
    let most = (1.0 / (service_s + server.checkpoint_s)).min(users / (server.think_s + service_s));
    let (mut low, mut high) = (1e-6 * most, most);
    let throughput = |rate: f64| Network::at(server, rate).throughput().map_err(ModelError::from_error);
    if throughput(low)? < low {
        return Err(ModelError::new(
            "so many requests wait for each other's locks that the formula has no answer; \
             take fewer users, more think time, or the simulation",
        ));
    }
    for _ in 0..STEPS {
        let rate = f64::midpoint(low, high);
        if throughput(rate)? > rate { low = rate } else { high = rate }
    }
    let rate = f64::midpoint(low, high);
    let network = Network::at(server, rate);
    let parts = network.parts(server, rate).map_err(ModelError::from_error)?;
    Ok(Outcome {
        rate,
        parts,
        active: rate * parts.iter().sum::<f64>(),
        cpu: rate * server.cpu_s,
        stall: rate * server.stall_s,
        uncounted: rate * (server.stretch - 1.0) * server.stall_s,
        checkpoint: rate * server.checkpoint_s,
    })
}

/// The network as it is when so many requests a second end.
struct Network {
    users: u32,
    agents: u32,
    think_s: f64,
    /// Demand at the server and at each of the volumes.
    demands_s: Vec<f64>,
    /// Disks that nobody waits for.
    disk_s: f64,
    lock_s: f64,
    checkpoint_s: f64,
}

impl Network {
    fn at(server: &Server, rate: f64) -> Self {
        let users = f64::from(server.users);
        // Only who has an agent has locks.
        let inside_s = (users / rate - server.think_s).min(f64::from(server.agents) / rate);
        // Checkpoints take their share of the server from the requests …
        let taken = rate * server.checkpoint_s;
        let demand_s = server.service_s() / (1.0 - taken);
        // … and who comes while one lasts waits for half of it, and for the queue that it left.
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
            lock_s: server.lock_chance * rate * inside_s * inside_s,
            checkpoint_s,
        }
    }

    /// What a request spends without waiting for the server or a volume.
    fn delay_s(&self) -> f64 {
        self.disk_s + self.lock_s + self.checkpoint_s
    }

    fn throughput(&self) -> Result<f64, Error> {
        // Who waits for years comes to no end.
        if self.delay_s() > mva::MAX_TIME_S / 2.0 {
            return Ok(0.0);
        }
        if self.agents >= self.users {
            return Ok(mva::solve_exact(&self.demands_s, self.think_s + self.delay_s(), self.users)?.throughput);
        }
        Ok(self.inside()?.rate)
    }

    /// With fewer agents than users: what is inside is taken for one station whose rate depends on how many are in it, and
    /// the others wait before it. An approximation, since who waits outside comes in at the beginning of a request.
    fn inside(&self) -> Result<Inside, Error> {
        if self.think_s == 0.0 {
            let rate = mva::solve_exact(&self.demands_s, self.delay_s(), self.agents)?.throughput;
            return Ok(Inside { rate, present: f64::from(self.agents), waiting: f64::from(self.users - self.agents) });
        }
        let curve = mva::throughput_curve(&self.demands_s, self.delay_s(), self.agents)?;
        let rate_of = |inside: u32| curve[inside.min(self.agents) as usize - 1].throughput;
        let mut weight = 1.0;
        let (mut all, mut ended, mut present, mut waiting) = (1.0, 0.0, 0.0, 0.0);
        for inside in 1..=self.users {
            weight *= f64::from(self.users - inside + 1) / (self.think_s * rate_of(inside));
            all += weight;
            ended += weight * rate_of(inside);
            present += weight * f64::from(inside.min(self.agents));
            waiting += weight * f64::from(inside.saturating_sub(self.agents));
            // Weights are relative: what they are divided by does not matter.
            if weight > 1e200 {
                for sum in [&mut weight, &mut all, &mut ended, &mut present, &mut waiting] {
                    *sum *= 1e-200;
                }
            }
        }
        Ok(Inside { rate: ended / all, present: present / all, waiting: waiting / all })
    }

    /// Where the time of a request goes.
    fn parts(&self, server: &Server, rate: f64) -> Result<Parts, Error> {
        let (solution, agent_s, stations_s) = if self.agents >= self.users {
            let solution = mva::solve_exact(&self.demands_s, self.think_s + self.delay_s(), self.users)?;
            let stations_s = solution.response_s;
            (solution, 0.0, stations_s)
        } else {
            let Inside { present, waiting, .. } = self.inside()?;
            // Shared between server and volumes as if the mean number were inside all the time.
            let solution = mva::solve_exact(&self.demands_s, self.delay_s(), (present.round() as u32).max(1))?;
            (solution, waiting / rate, present / rate - self.delay_s())
        };
        let server_s = stations_s * solution.stations[0].residence_s / solution.response_s;
        let volumes_s = stations_s - server_s;
        let wait_s = (server_s - server.service_s()).max(0.0) / server.dispatches();
        let mut parts = Parts::default();
        for (part, seconds) in [
            (Part::Cpu, server.cpu_s),
            (Part::Stall, server.stall_s),
            (Part::Uncounted, (server.stretch - 1.0) * server.stall_s),
            (Part::Lock, self.lock_s),
            (Part::Agent, agent_s),
            (Part::Checkpoint, self.checkpoint_s),
            (Part::First, wait_s),
            (Part::Again, wait_s * server.ios()),
            (Part::Disk, self.disk_s + volumes_s),
        ] {
            parts[part as usize] = seconds;
        }
        Ok(parts)
    }
}

/// Requests and agents in the long run.
struct Inside {
    rate: f64,
    present: f64,
    waiting: f64,
}
