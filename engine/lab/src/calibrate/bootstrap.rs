//! Wild cluster bootstrap: the spread of the parameters when the errors of the cells change their signs.
//!
//! In a draw, all cells of a scenario, which come from one run, have the same random sign. The draw adds the residuals
//! with these signs to the model's values and fits the parameters to the sums. The residual of a cell with leverage is
//! too small. Each scenario's residuals are therefore enlarged by the share that the fit absorbs, so that their
//! variance is that of the errors. This is the method CR2 of Bell and `McCaffrey`, "Bias reduction in standard errors
//! for linear regression with multi-stage samples" (2002).

use super::solve::{Precision, Problem, Values};
use super::{Calibration, Draws, Fit, FittedGroup, Opener, ProgressListener, StudyProgress, open_sliced};
use crate::Lab;
use crate::uncertainty::student_95;
use nalgebra::{DMatrix, DVector, SymmetricEigen};
use pathlength_model::{Model, ModelError};
use pathlength_queueing::Random;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Minimum share of a residual that a fit leaves. Below this share, the cells of the scenario alone determine a
/// parameter, and their residuals are not evidence of their errors.
const MIN_SHARE: f64 = 0.1;

/// A parameter that reaches its bound in a larger share of the draws than this is undetermined: one end of its interval
/// would be the bound.
const MAX_BOUND_SHARE: f64 = 0.025;

/// A parameter is undetermined if the upper end of its interval is at least this many times the lower end. The cells
/// then do not even determine its order of magnitude.
const MAX_INTERVAL_RATIO: f64 = 10.0;

/// The draws of [`bootstrap`].
#[derive(Clone, Debug, Default)]
pub struct Bootstrap {
    /// The parameters that were drawn, group by group.
    pub names: Vec<String>,
    /// One list of values for each draw, in the order of the names.
    pub draws: Vec<Vec<f64>>,
    /// The fitted values.
    fitted: Vec<f64>,
    /// Degrees of freedom of each parameter's group.
    freedom: Vec<usize>,
    /// Number of draws that end at a bound, by parameter.
    at_bound: Vec<usize>,
    /// Whether the fit itself leaves each parameter undetermined.
    undetermined: Vec<bool>,
}

impl Bootstrap {
    /// Returns whether the cells determine a parameter: it is rarely at its bound, and the ends of its interval have
    /// about the same order of magnitude. `None` if it was not drawn.
    pub fn is_determined(&self, name: &str) -> Option<bool> {
        let at = self.names.iter().position(|known| known == name)?;
        let max_count = MAX_BOUND_SHARE * self.draws.len() as f64;
        let is_narrow = self.quantiles(at).is_none_or(|[low, high]| high < MAX_INTERVAL_RATIO * low);
        Some(!self.undetermined[at] && self.at_bound[at] as f64 <= max_count && is_narrow)
    }

    /// Returns the 95 % interval of a parameter; `None` if it was not drawn or is undetermined.
    pub fn interval(&self, name: &str) -> Option<[f64; 2]> {
        let at = self.names.iter().position(|known| known == name)?;
        self.quantiles(at).filter(|_| self.is_determined(name) == Some(true))
    }

    /// Returns the 95 % interval of the parameter at a position; `None` without draws. Its ends are quantiles of the
    /// draws. On a logarithmic scale, the distance of these ends from the fitted value is multiplied by the ratio of
    /// Student's t to the normal quantile. The reason is that few residuals give a poor estimate of the spread.
    fn quantiles(&self, at: usize) -> Option<[f64; 2]> {
        if self.draws.is_empty() {
            return None;
        }
        let mut values: Vec<f64> = self.draws.iter().map(|draw| libm::log(draw[at])).collect();
        values.sort_by(f64::total_cmp);
        let (fitted, wider) = (libm::log(self.fitted[at]), student_95(self.freedom[at]) / student_95(usize::MAX));
        Some([0.025, 0.975].map(|share| libm::exp(fitted + wider * (quantile(&values, share) - fitted))))
    }
}

/// Returns a quantile of sorted values, linear between them. Of n values, the k-th smallest is the quantile k / (n +
/// 1), so that a small number of values does not pull the ends toward the middle.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let position = (share * (sorted.len() + 1) as f64 - 1.0).clamp(0.0, (sorted.len() - 1) as f64);
    let below = position as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (position - below as f64) * (sorted[above] - sorted[below])
}

/// Draws the parameters of every group with informative residuals: a saturated fit has none to draw from, and refits of
/// a simulated model would take hours. Draw number n does not depend on the number of threads. `progress` receives the
/// number of finished draws and every slice of the work, and its error ends the work.
///
/// # Errors
/// Returns [`ModelError`] if the model refuses a fitted value, or the error of `progress`.
pub fn bootstrap(
    lab: &Lab,
    calibration: &Calibration,
    draws: Draws,
    progress: ProgressListener<'_>,
) -> Result<Bootstrap, ModelError> {
    bootstrap_model(&|values| open_sliced(lab, values, progress), calibration, draws, progress)
}

/// Does the work of [`bootstrap`] with a model that need not be in the registry.
pub(super) fn bootstrap_model(
    open: Opener<'_, '_>,
    calibration: &Calibration,
    Draws { draws, seed, threads }: Draws,
    progress: ProgressListener<'_>,
) -> Result<Bootstrap, ModelError> {
    let fits: Vec<(&Fit, Vec<f64>)> = calibration
        .fits
        .iter()
        .zip(&calibration.groups)
        .filter_map(|(fit, group)| Some((fit, inflated_residuals(fit, group)?)))
        .collect();
    let mut all = Bootstrap {
        names: fits.iter().flat_map(|(fit, _)| fit.group.names.clone()).collect(),
        undetermined: fits.iter().flat_map(|(fit, _)| &fit.solution.undetermined).map(Option::is_some).collect(),
        ..Bootstrap::default()
    };
    all.at_bound = vec![0; all.names.len()];
    all.fitted = fits.iter().flat_map(|(fit, _)| fit.solution.values.clone()).collect();
    let groups = calibration.groups.iter().filter(|group| all.names.contains(&group.parameters[0].name));
    all.freedom = groups.flat_map(|group| vec![group.freedom(); group.parameters.len()]).collect();
    if fits.is_empty() {
        return Ok(all);
    }
    let next = AtomicUsize::new(0);
    let finished = Mutex::new(vec![None; draws]);
    let work = || -> Result<(), ModelError> {
        let mut values = calibration.values.clone();
        let mut model = open(&|name| values.get(name).copied())?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= draws {
                return Ok(());
            }
            values.clone_from(&calibration.values);
            let draw = draw(&fits, Random::new(seed, number as u64), &mut values, &mut model)?;
            let mut finished = finished.lock().expect("no thread panics while it holds the lock");
            finished[number] = Some(draw);
            progress(StudyProgress::Draw(finished.iter().flatten().count(), draws))?;
        }
    };
    // A browser's worker has no threads.
    if threads <= 1 {
        work()?;
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("a draw does not panic"))
        })?;
    }
    for (values, bounds) in
        finished.into_inner().expect("no thread panics while it holds the lock").into_iter().flatten()
    {
        all.draws.push(values);
        for (count, is_at_bound) in all.at_bound.iter_mut().zip(bounds) {
            *count += usize::from(is_at_bound);
        }
    }
    Ok(all)
}

/// Makes one draw: returns the values of all drawn parameters, and whether each is at a bound.
fn draw(
    drawn: &[(&Fit, Vec<f64>)],
    mut random: Random,
    values: &mut Values,
    model: &mut dyn Model,
) -> Result<(Vec<f64>, Vec<bool>), ModelError> {
    let (mut all, mut bounds) = (Vec::new(), Vec::new());
    for (fit, residuals) in drawn {
        let clusters = fit.targets.clusters();
        let scenarios = clusters.iter().max().map_or(0, |last| last + 1);
        // One sign for each scenario, including scenarios that are only divisors.
        let signs: Vec<f64> = (0..scenarios).map(|_| if random.bits() >> 63 == 0 { 1.0 } else { -1.0 }).collect();
        let cells = fit.solution.model.iter().zip(residuals).zip(&clusters);
        let published: Vec<f64> =
            cells.map(|((model, residual), cluster)| model + signs[*cluster] * residual).collect();
        let problem = Problem { group: &fit.group, ranges: &fit.ranges, targets: &fit.targets, published: &published };
        let solution = problem.solve(Precision::Draw, values, model)?;
        all.extend(solution.values);
        bounds.extend(solution.undetermined.iter().map(Option::is_some));
    }
    Ok((all, bounds))
}

/// Returns, for each cell, the logarithm of published over model value, enlarged to restore the variance that the fit
/// absorbed; `None` for a group that cannot be drawn.
fn inflated_residuals(fit: &Fit, group: &FittedGroup) -> Option<Vec<f64>> {
    let scatter = group.scatter.filter(|_| !group.is_simulated)?;
    let Fit { targets, solution, .. } = fit;
    let mut residuals: Vec<f64> =
        targets.published.iter().zip(&solution.model).map(|(published, model)| published - model).collect();
    let basis = basis(&solution.jacobian);
    let clusters = targets.clusters();
    let mut done = vec![false; clusters.len()];
    for first in 0..clusters.len() {
        if done[first] {
            continue;
        }
        let cells: Vec<usize> = (first..clusters.len()).filter(|at| clusters[*at] == clusters[first]).collect();
        let rows = basis.select_rows(&cells);
        // The share of a change in these cells that remains in their residuals.
        let stays = SymmetricEigen::new(DMatrix::identity(cells.len(), cells.len()) - &rows * rows.transpose());
        let own = DVector::from_iterator(cells.len(), cells.iter().map(|at| residuals[*at]));
        let mut along = stays.eigenvectors.transpose() * own;
        for (part, share) in along.iter_mut().zip(stays.eigenvalues.iter()) {
            *part = if *share >= MIN_SHARE { *part / libm::sqrt(*share) } else { libm::copysign(scatter, *part) };
        }
        let inflated = stays.eigenvectors * along;
        for (at, residual) in cells.into_iter().zip(inflated.iter()) {
            residuals[at] = *residual;
            done[at] = true;
        }
    }
    Some(residuals)
}

/// Returns an orthonormal basis of the columns of `jacobian`, without directions in which no residual changes.
fn basis(jacobian: &DMatrix<f64>) -> DMatrix<f64> {
    let mut scaled = jacobian.clone();
    for mut column in scaled.column_iter_mut() {
        let norm = column.norm();
        column /= norm;
    }
    let parts = scaled.svd(true, false);
    let largest = parts.singular_values.max();
    let kept: Vec<usize> =
        (0..parts.singular_values.len()).filter(|at| parts.singular_values[*at] > 1e-9 * largest).collect();
    parts.u.expect("U was requested").select_columns(&kept)
}
