//! The model: evaluates scenarios to outputs and their terms.

use super::Costs;
use super::analytic;
use super::outcome::{MEASURED, OUTPUTS, Outcome};
use super::scenario::{Engine, Scenario, describe_settings};
use super::simulation::Run;
use pathlength_model::{Description, Evaluation, ModelError, NamedModel, Output, ParameterValues, Recent, Settings};
use pathlength_queueing::of_runs;

/// Number of events per slice of a simulation; a slice takes a few milliseconds.
const EVENTS_PER_SLICE: u32 = 40_000;

/// Maximum number of scenarios with cached outcomes, and of scenarios in progress.
const MAX_KEPT_SCENARIOS: usize = 64;

/// A model of a file pool server, with the simulations done so far.
#[derive(Debug)]
pub struct Model {
    costs: Costs,
    /// Completed simulations.
    simulated: Recent<Scenario, Vec<Outcome>, MAX_KEPT_SCENARIOS>,
    /// Simulations in progress: outcomes of the completed runs, and the current run.
    running: Vec<(Scenario, Vec<Outcome>, Run)>,
}

impl Model {
    /// Creates a model with these parameters.
    pub fn new(costs: Costs) -> Self {
        Self { costs, simulated: Recent::default(), running: Vec::new() }
    }

    /// Replaces the parameters. Completed simulations are kept, unless the length of the warm-up or interval changes: a
    /// scenario contains all other values on which they depend.
    pub fn set_costs(&mut self, costs: Costs) {
        let times = |costs: &Costs| (costs.warm_up_s, costs.interval_s);
        if times(&costs) != times(&self.costs) {
            self.simulated.clear();
            self.running.clear();
        }
        self.costs = costs;
    }

    /// Returns the parameters.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }

    /// Runs a slice of the simulation of `scenario`. Returns `true` when the simulation is complete.
    pub fn prepare_scenario(&mut self, scenario: &Scenario) -> bool {
        if scenario.engine != Engine::Simulation || self.simulated.get(scenario).is_some() {
            return true;
        }
        let at = self.running.iter().position(|(known, ..)| known == scenario).unwrap_or_else(|| {
            // The simulations at the end of the list are the oldest: the caller has probably abandoned them.
            self.running.truncate(MAX_KEPT_SCENARIOS - 1);
            self.running.insert(0, (*scenario, Vec::new(), self.run(scenario, 0)));
            0
        });
        let Some(outcome) = self.running[at].2.step(EVENTS_PER_SLICE) else { return false };
        self.running[at].1.push(outcome);
        let done = self.running[at].1.len() as u64;
        if done < u64::from(scenario.runs) {
            self.running[at].2 = self.run(scenario, done);
            return false;
        }
        let (scenario, outcomes, _) = self.running.swap_remove(at);
        self.simulated.insert(scenario, outcomes);
        true
    }

    fn run(&self, scenario: &Scenario, number: u64) -> Run {
        let Costs { warm_up_s, interval_s, .. } = self.costs;
        Run::new(scenario.server, scenario.seed, number, warm_up_s, interval_s)
    }

    /// Evaluates `scenario`, after completing its simulation if necessary.
    ///
    /// # Errors
    /// Returns [`ModelError`] if the analytic engine finds no solution.
    pub fn evaluate_scenario(&mut self, scenario: &Scenario) -> Result<Evaluation, ModelError> {
        while !self.prepare_scenario(scenario) {}
        let Scenario { server, pools, .. } = scenario;
        let solved;
        let outcomes = if let Some(simulated) = self.simulated.get(scenario) {
            simulated
        } else {
            solved = [match scenario.engine {
                Engine::Asymptotes => analytic::asymptotes(server),
                Engine::Analytic | Engine::Simulation => analytic::solve(server)?,
            }];
            &solved[..]
        };
        let values: Vec<_> = outcomes.iter().map(|outcome| outcome.values(server, *pools)).collect();
        let mut outputs = Vec::with_capacity(OUTPUTS.len());
        let mut half_widths = Vec::with_capacity(MEASURED);
        for at in 0..MEASURED {
            let each: Vec<_> = values.iter().map(|values| values[at]).collect();
            let estimate = of_runs(&each);
            outputs.push((OUTPUTS[at].name, estimate.mean));
            let half_width = if scenario.engine == Engine::Simulation { estimate.half_width } else { 0.0 };
            half_widths.push((OUTPUTS[MEASURED + at].name, half_width));
        }
        outputs.append(&mut half_widths);
        let mean = mean(outcomes);
        let more =
            [server.limit_rate(), server.saturation_users(), self.costs.transaction_requests * mean.response_s()];
        outputs.extend(OUTPUTS[2 * MEASURED..].iter().map(|output| output.name).zip(more));
        Ok(Evaluation { outputs, terms: mean.terms(server) })
    }
}

/// Returns an outcome with the mean response-time components of `outcomes`.
fn mean(outcomes: &[Outcome]) -> Outcome {
    let mut mean = Outcome::default();
    for outcome in outcomes {
        for (sum, part) in mean.parts.iter_mut().zip(outcome.parts) {
            *sum += part / outcomes.len() as f64;
        }
    }
    mean
}

impl pathlength_model::Model for Model {
    fn set_parameters(&mut self, values: ParameterValues<'_>) -> Result<(), ModelError> {
        self.set_costs(Costs::new(values)?);
        Ok(())
    }

    fn prepare(&mut self, scenario: &Settings) -> Result<bool, ModelError> {
        Ok(self.prepare_scenario(&Scenario::from_settings(scenario, &self.costs)?))
    }

    fn evaluate(&mut self, scenario: &Settings) -> Result<Evaluation, ModelError> {
        self.evaluate_scenario(&Scenario::from_settings(scenario, &self.costs)?)
    }

    fn half_width(&self, output: &str) -> Option<&'static str> {
        OUTPUTS.iter().find(|known| known.name == output).map(|known| known.half_width).filter(|name| !name.is_empty())
    }
}

impl NamedModel for Model {
    const NAME: &'static str = "file-pool";
    const FORMER_NAMES: &'static [&'static str] = &["file_pool"];
    const PARAMETERS: &'static [&'static str] = &crate::PARAMETERS;

    fn describe() -> Description {
        Description { settings: describe_settings(), outputs: OUTPUTS.iter().map(Output::describe).collect() }
    }

    fn open(values: ParameterValues<'_>) -> Result<Self, ModelError> {
        Ok(Self::new(Costs::new(values)?))
    }
}
