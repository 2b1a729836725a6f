//! Closed forms of the queueing crate, as functions in expressions.

use super::MAX_STEPS;
use pathlength_expression::{Answer, Call, ExpressionError, Item, Operands, Unit};
use pathlength_queueing::bounds::asymptotic;
use pathlength_queueing::closed_form::{QueueMetrics, erlang_b, erlang_c, mg1, mmc};
use pathlength_queueing::mva::solve_exact;

/// The functions, with their notation.
pub(crate) const FUNCTIONS: [(&str, &str); 9] = [
    ("closed_response", "closed_response(users, think_time, demand, …)"),
    ("closed_response_bound", "closed_response_bound(users, think_time, demand, …)"),
    ("closed_throughput", "closed_throughput(users, think_time, demand, …)"),
    ("closed_throughput_bound", "closed_throughput_bound(users, think_time, demand, …)"),
    ("erlang_b", "erlang_b(load, servers)"),
    ("erlang_c", "erlang_c(load, servers)"),
    ("mg1_response", "mg1_response(rate, service_time, squared_variation)"),
    ("mm1_response", "mm1_response(rate, service_time)"),
    ("mmc_response", "mmc_response(rate, service_time, servers)"),
];

const MAX_SERVERS: u32 = 10_000;
pub(crate) const MAX_USERS: u32 = 100_000;

/// Returns the value of a function; `None` for an unknown name. `steps` is the evaluation's number of steps so far.
pub(crate) fn call(call: &Call, operands: &Operands<'_>, offset: usize, steps: &mut u64) -> Option<Answer> {
    let (_, written) = FUNCTIONS.iter().find(|(name, _)| *name == call.function())?;
    let arguments = Arguments { operands, offset, steps };
    Some(match (call.function(), call.arguments()) {
        _ if call.has_settings() => arguments.fail(format!("{} takes no settings: give only values", call.function())),
        ("mm1_response", [rate, service]) => arguments.open(*rate, *service, None, |rate, s, _| mmc(rate, s, 1)),
        ("mmc_response", [rate, service, servers]) => arguments.servers(*rate, *service, *servers),
        ("mg1_response", [rate, service, variation]) => arguments.open(*rate, *service, Some(*variation), mg1),
        ("erlang_b", [load, servers]) => arguments.erlang(*load, *servers, false),
        ("erlang_c", [load, servers]) => arguments.erlang(*load, *servers, true),
        (name, [users, think, demands @ ..]) if name.starts_with("closed") && !demands.is_empty() => {
            arguments.closed(name, *users, *think, demands)
        }
        _ => arguments.fail(format!("{} has the wrong arguments: write {written}", call.function())),
    })
}

struct Arguments<'a> {
    operands: &'a Operands<'a>,
    offset: usize,
    steps: &'a mut u64,
}

impl Arguments<'_> {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, ExpressionError> {
        Err(ExpressionError::new(self.offset, message))
    }

    /// Counts steps of the evaluation; their number is limited.
    fn take(&mut self, steps: u64) -> Result<(), ExpressionError> {
        *self.steps += steps;
        if *self.steps <= MAX_STEPS {
            return Ok(());
        }
        self.fail(format!("the model takes more than {MAX_STEPS} steps: use fewer servers or users"))
    }

    /// Returns a non-negative time in seconds (`power` 1) or rate per second (-1), and its unit.
    fn seconds(&self, at: usize, power: i8) -> Result<(Option<f64>, Unit), ExpressionError> {
        let (value, unit) = self.operands.amount(at)?;
        let fail = |message: String| Err(ExpressionError::new(self.operands.offset(at), message));
        if !unit.is_time(power) {
            let (what, example) = if power > 0 { ("a time", "ms") } else { ("a rate", "requests/s") };
            return fail(format!("expected {what}, as in {example}, not \"{unit}\""));
        }
        if let Some(value) = value.filter(|value| *value < 0.0) {
            return fail(format!("expected 0 or more, not {value}"));
        }
        Ok((value.map(|value| unit.to_seconds(value, power)), unit))
    }

    /// Returns a plain number of 0 or more.
    fn plain(&self, at: usize) -> Result<Option<f64>, ExpressionError> {
        let value = self.operands.amount_in(at, &Unit::default(), self.operands.offset(at))?;
        if let Some(value) = value.filter(|value| *value < 0.0) {
            return Err(ExpressionError::new(self.operands.offset(at), format!("expected 0 or more, not {value}")));
        }
        Ok(value)
    }

    /// Returns a whole number of servers or users, in a unit such as `users`.
    fn count(&self, at: usize, max: u32) -> Result<Option<u32>, ExpressionError> {
        match self.operands.amount(at)?.0 {
            Some(value) if value.fract() != 0.0 || value < 1.0 || value > f64::from(max) => {
                let message = format!("expected a whole number from 1 to {max}, not {value}");
                Err(ExpressionError::new(self.operands.offset(at), message))
            }
            value => Ok(value.map(|value| value as u32)),
        }
    }

    /// Returns the response time of a station, in the unit of the service time. `third` is an optional third
    /// argument, a plain number.
    fn open(
        self,
        rate: usize,
        service: usize,
        third: Option<usize>,
        solve: fn(f64, f64, f64) -> Option<QueueMetrics>,
    ) -> Answer {
        let ((rate, _), (service, unit)) = (self.seconds(rate, -1)?, self.seconds(service, 1)?);
        let third = third.map_or(Ok(Some(0.0)), |at| self.plain(at))?;
        let Some(((rate, service), third)) = rate.zip(service).zip(third) else { return Ok(Item::Amount(None, unit)) };
        self.response(solve(rate, service, third), unit)
    }

    fn servers(mut self, rate: usize, service: usize, servers: usize) -> Answer {
        let ((rate, _), (service, unit)) = (self.seconds(rate, -1)?, self.seconds(service, 1)?);
        let servers = self.count(servers, MAX_SERVERS)?;
        let Some(((rate, service), servers)) = rate.zip(service).zip(servers) else {
            return Ok(Item::Amount(None, unit));
        };
        self.take(servers.into())?;
        self.response(mmc(rate, service, servers), unit)
    }

    fn response(&self, metrics: Option<QueueMetrics>, unit: Unit) -> Answer {
        match metrics {
            Some(metrics) => Ok(Item::Amount(Some(unit.from_seconds(metrics.response_s, 1)), unit)),
            None => self.fail("saturated: the arrival rate is at least the total service rate; lower the arrival rate"),
        }
    }

    fn erlang(mut self, load: usize, servers: usize, waits: bool) -> Answer {
        let (load, servers) = (self.plain(load)?, self.count(servers, MAX_SERVERS)?);
        let Some((load, servers)) = load.zip(servers) else { return Ok(Item::Amount(None, Unit::default())) };
        self.take(servers.into())?;
        if waits && load >= f64::from(servers) {
            return self.fail("saturated: the load is at least the number of servers; lower the load");
        }
        let probability = if waits { erlang_c(load, servers) } else { erlang_b(load, servers) };
        Ok(Item::Amount(Some(probability), Unit::default()))
    }

    /// Returns the throughput per second, or the response time in the unit of the first demand.
    fn closed(mut self, name: &str, users: usize, think: usize, demands: &[usize]) -> Answer {
        let (users, (think, _)) = (self.count(users, MAX_USERS)?, self.seconds(think, 1)?);
        let of_demands = demands.iter().map(|at| self.seconds(*at, 1)).collect::<Result<Vec<_>, _>>()?;
        let is_rate = name.starts_with("closed_throughput");
        let unit = if is_rate { Unit::parse("1/s").unwrap_or_default() } else { of_demands[0].1.clone() };
        let demands: Option<Vec<f64>> = of_demands.iter().map(|(demand, _)| *demand).collect();
        let Some(((users, think), demands)) = users.zip(think).zip(demands) else {
            return Ok(Item::Amount(None, unit));
        };
        let (throughput, response_s) = if name.ends_with("bound") {
            let queues: Vec<_> = demands.iter().map(|demand| (*demand, 1)).collect();
            let bounds = asymptotic(&queues, think, users);
            (bounds.throughput.max, bounds.response_s.min)
        } else {
            self.take(u64::from(users) * demands.len() as u64)?;
            let solution = solve_exact(&demands, think, users);
            let solution = solution.map_err(|error| ExpressionError::new(self.offset, error.to_string()))?;
            (solution.throughput, solution.response_s)
        };
        let value = if is_rate { throughput } else { unit.from_seconds(response_s, 1) };
        Ok(Item::Amount(Some(value), unit))
    }
}
