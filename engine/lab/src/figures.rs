//! Numbers that must be correct to a number of significant figures: a tolerance such as `3 significant figures`.

/// Number of significant figures that double precision guarantees.
const MAX_FIGURES: usize = 15;

/// The tolerance of a question with a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tolerance<'a> {
    /// Number of significant figures, from 1 to 15.
    Figures(usize),
    /// A share of the right number, or an amount in its unit.
    Expression(&'a str),
}

impl<'a> Tolerance<'a> {
    /// Reads a tolerance. Text other than a number of significant figures is an expression, which may be invalid.
    pub(crate) fn parse(text: &'a str) -> Self {
        significant_figures(text).map_or(Self::Expression(text), Self::Figures)
    }
}

/// Returns the number in text such as `3 significant figures`; `None` for other text, or a number that is out of range.
fn significant_figures(tolerance: &str) -> Option<usize> {
    let words = tolerance.trim();
    let words = words.strip_suffix("figures").or_else(|| words.strip_suffix("figure"))?.trim_end();
    let figures = words.strip_suffix("significant")?.trim_end().parse().ok()?;
    (1..=MAX_FIGURES).contains(&figures).then_some(figures)
}

/// Returns half a unit in the last of `figures` significant figures of `value`: 0.0005 for 3 figures of 0.5936, and 0
/// for 0. A number that is not finite has no such unit, so no answer is right.
pub(crate) fn half_unit(value: f64, figures: usize) -> f64 {
    let value = value.abs();
    if value == 0.0 || !value.is_finite() {
        return value * 0.0;
    }
    // Divisions have the same bits on every machine; a logarithm may differ. A power of ten counts as reached despite
    // rounding errors.
    let mut unit = 1.0;
    while value >= unit * (10.0 - 1e-11) {
        unit *= 10.0;
    }
    while value < unit * (1.0 - 1e-12) {
        unit /= 10.0;
    }
    (1..figures).fold(unit, |unit, _| unit / 10.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::{Tolerance, half_unit};

    #[test]
    fn figures_are_read_from_the_tolerance() {
        for (text, figures) in [
            ("3 significant figures", Some(3)),
            (" 1  significant figure ", Some(1)),
            ("2.5 significant figures", None),
            ("15 significant figures", Some(15)),
            ("0 significant figures", None),
            ("16 significant figures", None),
            ("-3 significant figures", None),
            ("3 figures", None),
            ("5 %", None),
            ("", None),
        ] {
            let tolerance = figures.map_or(Tolerance::Expression(text), Tolerance::Figures);
            assert_eq!(Tolerance::parse(text), tolerance);
        }
    }

    #[test]
    fn half_unit_follows_the_first_figure() {
        for (value, figures, half) in [
            (0.5936, 3, 0.0005),
            (-0.5936, 3, 0.0005),
            (9.996, 3, 0.005),
            (10.0, 3, 0.05),
            (1234.0, 2, 50.0),
            (1234.0, 6, 0.005),
            (9.5e-300, 1, 5e-301),
            (9.5e300, 2, 5e298),
            (f64::MAX, 1, 5e307),
            (f64::MIN_POSITIVE, 1, 5e-309),
            (0.0, 3, 0.0),
            (1e-23, 1, 5e-24),
            (1e23, 1, 5e22),
        ] {
            let found = half_unit(value, figures);
            assert!((found - half).abs() <= 1e-12 * half, "{value} to {figures}: {found}");
        }
        assert!(half_unit(f64::NAN, 3).is_nan() && half_unit(f64::INFINITY, 3).is_nan());
    }
}
