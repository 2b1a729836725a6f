//! Single stations with Poisson arrivals, in closed form.
//!
//! Rates are in requests per second, and times are in seconds. A saturated station has no steady state: the functions
//! return `None`. Sources: Kleinrock, *Queueing Systems* I (1975); Bolch, Greiner, de Meer, and Trivedi, *Queueing
//! Networks and Markov Chains* (2006), chapter 6.

/// The steady state of a station.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueMetrics {
    /// Utilization of the servers.
    pub utilization: f64,
    /// Mean number in system, waiting and in service.
    pub mean_in_system: f64,
    /// Mean waiting time, from arrival to the start of service.
    pub waiting_s: f64,
    /// Mean response time, from arrival to departure.
    pub response_s: f64,
    /// Loss probability: the share of arrivals that find the station full.
    pub loss_probability: f64,
}

/// A customer class at a station with priorities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriorityClass {
    /// Arrival rate, per second.
    pub rate: f64,
    /// Mean service time.
    pub mean_s: f64,
    /// Squared coefficient of variation of the service time.
    pub scv: f64,
}

impl PriorityClass {
    /// Returns the offered load: the mean number of busy servers if none of the load is lost.
    fn load(&self) -> f64 {
        self.rate * self.mean_s
    }

    /// Returns the mean residual service time that an arrival finds, over all arrivals: λ E[S²] / 2.
    fn residual_s(&self) -> f64 {
        self.load() * self.mean_s * (1.0 + self.scv) / 2.0
    }
}

fn metrics(rate: f64, mean_s: f64, utilization: f64, waiting_s: f64) -> QueueMetrics {
    let response_s = waiting_s + mean_s;
    QueueMetrics { utilization, mean_in_system: rate * response_s, waiting_s, response_s, loss_probability: 0.0 }
}

/// Solves M/M/1: one server, exponential service. `None` if the station is saturated.
pub fn mm1(rate: f64, mean_s: f64) -> Option<QueueMetrics> {
    mmc(rate, mean_s, 1)
}

/// Solves M/M/c: `servers` servers, exponential service. `None` if the station is saturated.
///
/// ```
/// use pathlength_queueing::closed_form::mmc;
///
/// // M/M/2 at a utilization of 0.6: R = S / (1 − U²).
/// let metrics = mmc(1.2, 1.0, 2).expect("a steady state");
/// assert!((metrics.response_s - 1.0 / (1.0 - 0.36)).abs() < 1e-12);
/// assert_eq!(mmc(2.0, 1.0, 2), None);
/// ```
pub fn mmc(rate: f64, mean_s: f64, servers: u32) -> Option<QueueMetrics> {
    let load = rate * mean_s;
    let spare = f64::from(servers) - load;
    if spare <= 0.0 {
        return None;
    }
    let waiting_s = erlang_c(load, servers) * mean_s / spare;
    Some(metrics(rate, mean_s, load / f64::from(servers), waiting_s))
}

/// Returns the value of the Erlang B formula, the blocking probability of servers without a queue. `load` is the
/// arrival rate multiplied by the mean service time.
pub fn erlang_b(load: f64, servers: u32) -> f64 {
    (1..=servers).fold(1.0, |blocking, server| load * blocking / (f64::from(server) + load * blocking))
}

/// Returns the value of the Erlang C formula, the probability that an arrival waits because all servers are busy.
/// `load` is less than `servers`.
pub fn erlang_c(load: f64, servers: u32) -> f64 {
    let blocking = erlang_b(load, servers);
    let servers = f64::from(servers);
    servers * blocking / (servers - load * (1.0 - blocking))
}

/// Solves M/G/1: one server, FCFS, and any service time with this mean and squared coefficient of variation (Pollaczek
/// and Khinchine). `None` if the station is saturated.
pub fn mg1(rate: f64, mean_s: f64, scv: f64) -> Option<QueueMetrics> {
    let class = PriorityClass { rate, mean_s, scv };
    let load = class.load();
    (load < 1.0).then(|| metrics(rate, mean_s, load, class.residual_s() / (1.0 - load)))
}

/// Solves M/D/1: one server, constant service time. `None` if the station is saturated.
pub fn md1(rate: f64, service_s: f64) -> Option<QueueMetrics> {
    mg1(rate, service_s, 0.0)
}

/// Solves M/M/c/K: `servers` servers, exponential service, and at most `capacity` requests in the system; further
/// arrivals are lost, so there is always a steady state. `capacity` is at least `servers`.
pub fn mmck(rate: f64, mean_s: f64, servers: u32, capacity: u32) -> QueueMetrics {
    let load = rate * mean_s;
    // Weights of the states relative to the likeliest state so far: none overflows, and one that underflows adds
    // nothing to the sum.
    let (mut sum, mut weight, mut busy, mut waiting) = (1.0, 1.0, 0.0, 0.0);
    for present in 1..=capacity {
        weight *= load / f64::from(present.min(servers));
        sum += weight;
        busy += weight * f64::from(present.min(servers));
        waiting += weight * f64::from(present.saturating_sub(servers));
        if weight > 1.0 {
            sum /= weight;
            busy /= weight;
            waiting /= weight;
            weight = 1.0;
        }
    }
    let (busy, waiting, loss_probability) = (busy / sum, waiting / sum, weight / sum);
    let waiting_s = if busy > 0.0 { waiting * mean_s / busy } else { 0.0 };
    let utilization = busy / f64::from(servers);
    QueueMetrics {
        utilization,
        mean_in_system: busy + waiting,
        waiting_s,
        response_s: waiting_s + mean_s,
        loss_probability,
    }
}

/// Solves M/G/1 with non-preemptive priorities (Cobham); `None` if the station is saturated. `classes` begins with the
/// highest priority; the result has the same order.
pub fn priority(classes: &[PriorityClass]) -> Option<Vec<QueueMetrics>> {
    let residual_s: f64 = classes.iter().map(PriorityClass::residual_s).sum();
    // Load of the classes with a higher priority.
    let mut higher_load = 0.0;
    let mut queues = Vec::with_capacity(classes.len());
    for class in classes {
        let load = higher_load + class.load();
        if load >= 1.0 {
            return None;
        }
        let waiting_s = residual_s / ((1.0 - higher_load) * (1.0 - load));
        queues.push(metrics(class.rate, class.mean_s, class.load(), waiting_s));
        higher_load = load;
    }
    Some(queues)
}

/// Solves M/G/1 with preemptive-resume priorities: an arrival interrupts a service of lower priority, which later
/// continues where it was interrupted. `classes` begins with the highest priority; the result has the same order. The
/// waiting time ends with the start of service. Later interruptions are part of the response time. `None` if the
/// station is saturated.
pub fn preemptive_priority(classes: &[PriorityClass]) -> Option<Vec<QueueMetrics>> {
    // Lower priorities do not affect a class: an arrival finds only residual service times of its own and higher
    // priorities.
    let (mut higher_load, mut residual_s) = (0.0, 0.0);
    let mut queues = Vec::with_capacity(classes.len());
    for class in classes {
        let load = higher_load + class.load();
        if load >= 1.0 {
            return None;
        }
        residual_s += class.residual_s();
        let waiting_s = residual_s / ((1.0 - higher_load) * (1.0 - load));
        let response_s = waiting_s + class.mean_s / (1.0 - higher_load);
        let mean_in_system = class.rate * response_s;
        queues.push(QueueMetrics {
            utilization: class.load(),
            mean_in_system,
            waiting_s,
            response_s,
            loss_probability: 0.0,
        });
        higher_load = load;
    }
    Some(queues)
}
