//! Single stations with arrivals from outside that know nothing of each other (Poisson), in closed form.
//!
//! Rates are requests a second, times are seconds. What cannot keep up with its arrivals has no long run: `None`.
//! Sources: Kleinrock, *Queueing Systems* I (1975); Bolch, Greiner, de Meer and Trivedi, *Queueing Networks and Markov
//! Chains* (2006), chapter 6.

/// A station in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Queue {
    /// Share of the servers that work.
    pub utilization: f64,
    /// Mean number of requests, waiting or being served.
    pub number: f64,
    /// Mean time from coming to being served.
    pub waiting_s: f64,
    /// Mean time from coming to leaving.
    pub response_s: f64,
    /// Share of the arrivals that find no room and are lost.
    pub lost: f64,
}

/// A class at a station with priorities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stream {
    /// Arrivals a second.
    pub rate: f64,
    /// Mean service time.
    pub mean_s: f64,
    /// Squared coefficient of variation of the service time.
    pub scv: f64,
}

impl Stream {
    /// Work that comes in a second.
    fn load(&self) -> f64 {
        self.rate * self.mean_s
    }

    /// What is left to do of the request in service that an arrival meets, in the mean over all arrivals.
    fn residual_s(&self) -> f64 {
        self.load() * self.mean_s * (1.0 + self.scv) / 2.0
    }
}

fn queue(rate: f64, mean_s: f64, utilization: f64, waiting_s: f64) -> Queue {
    let response_s = waiting_s + mean_s;
    Queue { utilization, number: rate * response_s, waiting_s, response_s, lost: 0.0 }
}

/// M/M/1: one server, exponential service.
pub fn mm1(rate: f64, mean_s: f64) -> Option<Queue> {
    mmc(rate, mean_s, 1)
}

/// M/M/c: so many servers, exponential service.
pub fn mmc(rate: f64, mean_s: f64, servers: u32) -> Option<Queue> {
    let load = rate * mean_s;
    let free = f64::from(servers) - load;
    if free <= 0.0 {
        return None;
    }
    let waiting_s = must_wait(load, servers) * mean_s / free;
    Some(queue(rate, mean_s, load / f64::from(servers), waiting_s))
}

/// Erlang's B: the share of arrivals that find all servers busy, where those are lost. `load` is arrivals a second times
/// mean service time.
pub fn blocked(load: f64, servers: u32) -> f64 {
    (1..=servers).fold(1.0, |blocked, server| load * blocked / (f64::from(server) + load * blocked))
}

/// Erlang's C: the share of arrivals that find all servers busy, where those wait. `load` is less than `servers`.
pub fn must_wait(load: f64, servers: u32) -> f64 {
    let blocked = blocked(load, servers);
    let servers = f64::from(servers);
    servers * blocked / (servers - load * (1.0 - blocked))
}

/// M/G/1: one server, first come, first served, and any service time, of which mean and squared coefficient of variation
/// are known (Pollaczek and Khinchine).
pub fn mg1(rate: f64, mean_s: f64, scv: f64) -> Option<Queue> {
    let stream = Stream { rate, mean_s, scv };
    let load = stream.load();
    (load < 1.0).then(|| queue(rate, mean_s, load, stream.residual_s() / (1.0 - load)))
}

/// M/D/1: one server, and every service takes as long.
pub fn md1(rate: f64, service_s: f64) -> Option<Queue> {
    mg1(rate, service_s, 0.0)
}

/// M/M/c/K: so many servers, exponential service, and room for so many requests; the servers count. Always has a long
/// run: what finds no room is lost. `capacity` is at least `servers`.
pub fn mmck(rate: f64, mean_s: f64, servers: u32, capacity: u32) -> Queue {
    let load = rate * mean_s;
    // How likely each number of requests is beside the likeliest so far: none is too large, and what vanishes is nothing
    // beside the rest.
    let (mut sum, mut likely, mut busy, mut waiting) = (1.0, 1.0, 0.0, 0.0);
    for present in 1..=capacity {
        likely *= load / f64::from(present.min(servers));
        sum += likely;
        busy += likely * f64::from(present.min(servers));
        waiting += likely * f64::from(present.saturating_sub(servers));
        if likely > 1.0 {
            sum /= likely;
            busy /= likely;
            waiting /= likely;
            likely = 1.0;
        }
    }
    let (busy, waiting, lost) = (busy / sum, waiting / sum, likely / sum);
    let waiting_s = if busy > 0.0 { waiting * mean_s / busy } else { 0.0 };
    let utilization = busy / f64::from(servers);
    Queue { utilization, number: busy + waiting, waiting_s, response_s: waiting_s + mean_s, lost }
}

/// M/G/1 with priorities: one server that takes next the first of the most urgent class and finishes what it has begun
/// (Cobham). `streams` begins with the most urgent class; the answer is in the same order.
pub fn priority(streams: &[Stream]) -> Option<Vec<Queue>> {
    let residual_s: f64 = streams.iter().map(Stream::residual_s).sum();
    let mut before = 0.0;
    let mut queues = Vec::with_capacity(streams.len());
    for stream in streams {
        let load = before + stream.load();
        if load >= 1.0 {
            return None;
        }
        let waiting_s = residual_s / ((1.0 - before) * (1.0 - load));
        queues.push(queue(stream.rate, stream.mean_s, stream.load(), waiting_s));
        before = load;
    }
    Some(queues)
}
