//! Cells with only a bound: the notation of bounds, and the conditions under which the model satisfies them.

use super::{model, parameters, table, value};
use pathlength_lab::{Bound, Claim, PublishedCell, Role, RowValue, reproduce};
use pathlength_model::Settings;
use proptest::prelude::*;

fn bound(text: &str) -> Bound {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn one_number_is_excluded_and_a_range_includes_both() {
    for (text, met, not_met) in [
        (">3600", &[3600.1, 1e9][..], &[3600.0, 0.0, f64::NAN][..]),
        ("<1500", &[1499.9, -1.0], &[1500.0, f64::NAN]),
        ("1000..2000", &[1000.0, 1500.0, 2000.0], &[999.9, 2000.1, f64::NAN]),
        ("> -2.5", &[0.0], &[-2.5, -3.0]),
        (">3,600", &[3601.0], &[3600.0]),
        ("1,000–2,000", &[1000.0, 2000.0], &[999.0]),
        ("-8..90", &[-8.0, 90.0], &[-8.1]),
    ] {
        assert!(met.iter().all(|value| bound(text).is_met(*value)), "{text}");
        assert!(!not_met.iter().any(|value| bound(text).is_met(*value)), "{text}");
    }
}

/// Computed by hand: 3,624 is 24 above 3,600, and 1.07 is 0.83 short of 1.9.
#[test]
fn margin_is_the_share_of_the_nearest_end() {
    for (text, value, margin) in [
        (">3600", 3624.0, Some(24.0 / 3600.0)),
        (">3600", 3564.0, Some(-0.01)),
        ("<3600", 3564.0, Some(0.01)),
        ("1.9..2", 1.07, Some(-0.83 / 1.9)),
        ("1.9..2", 1.98, Some(0.01)),
        ("0.95..1.05", 1.26, Some(-0.2)),
        (">-2", -1.0, Some(0.5)),
        (">0", 7.0, None),
        (">1", f64::NAN, None),
    ] {
        match (bound(text).margin(value), margin) {
            (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-12, "{text}, {value}: {found}"),
            (found, expected) => assert_eq!(found, expected, "{text}, {value}"),
        }
    }
}

#[test]
fn text_that_is_not_a_bound_is_refused() {
    for text in ["", ">", "<", "..", "3600", "1..", "..2", "2..1", "1..1", ">x", "<1..2", ">inf", "1..nan", ">>1"] {
        let parsed = text.parse::<Bound>();
        assert!(parsed.is_err_and(|error| error.contains(">3600")), "{text:?}: {parsed:?}");
    }
}

#[test]
fn compiled_lab_holds_values_as_numbers_and_bounds_as_text() {
    let cells: Vec<Option<PublishedCell>> =
        serde_json::from_str(r#"[2500, ">3600", "1000..2000", null]"#).expect("cells");
    assert_eq!(cells[0], Some(value(2500.0)));
    assert_eq!(cells[1], Some(PublishedCell::Bound(Bound { min: Some(3600.0), max: None })));
    assert_eq!(cells[3], None);
    let text = serde_json::to_string(&cells).expect("JSON");
    assert_eq!(text, r#"[2500.0,">3600","1000..2000",null]"#);
    assert!(serde_json::from_str::<Option<PublishedCell>>(r#""about 3600""#).is_err());
}

/// A bound is counted as satisfied or not; it has no error, but it keeps its role.
#[test]
fn reproduction_counts_bounds() {
    let mut table = table();
    let mut model = model(&parameters());
    let exact = reproduce(&table, 0, &mut model).expect("a good table");
    let base = exact.cells[0].model;
    table.cells[0] = vec![Some(PublishedCell::Bound(Bound { min: Some(base / 2.0), max: None })), None];
    table.cells[1][0] = Some(PublishedCell::Bound(Bound { min: None, max: Some(base / 1e6) }));
    let done = reproduce(&table, 0, &mut model).expect("a good table");
    let met: Vec<_> = done.cells.iter().map(|cell| cell.met).collect();
    assert_eq!(met, [Some(true), None, Some(false), None]);
    assert!(done.cells.iter().all(|cell| cell.error.is_none() && cell.published.is_none()));
    assert_eq!((done.cells[0].role, done.cells[1].role), (Role::Fit, Role::Missing));
    assert_eq!((done.summary.cells, done.summary.bounds, done.summary.bounds_met), (0, 2, 1));
}

/// A row that represents a claim gets its verdict from its bounds.
#[test]
fn claim_of_a_row_counts_if_its_bound_is_satisfied() {
    let mut model = model(&parameters());
    let above = |min: f64| Some(PublishedCell::Bound(Bound { min: Some(min), max: None }));
    for (said, met, worth) in [
        (Some(Claim::Reproduced), true, Some(Claim::Reproduced)),
        (Some(Claim::InPart), true, Some(Claim::InPart)),
        (Some(Claim::InPart), false, Some(Claim::NotReproduced)),
        (Some(Claim::NotPredictable), true, Some(Claim::NotPredictable)),
        (Some(Claim::NotPredictable), false, Some(Claim::NotPredictable)),
        (None, true, None),
    ] {
        let mut table = table();
        let is = table.rows[0].clone();
        table.row.values = vec![RowValue { is, title: None, claim: said, scenario: Settings::default() }];
        table.cells[0] = vec![above(if met { -1.0 } else { 1e300 }), None];
        let done = reproduce(&table, 0, &mut model).expect("a good table");
        assert_eq!((done.cells[0].met, done.cells[0].claim), (Some(met), worth), "{said:?}");
        assert!(done.cells[2].claim.is_none(), "another row");
    }
}

proptest! {
    /// A printed bound is parsed back to the same bound.
    #[test]
    fn bound_text_round_trips(a in -1e12..1e12_f64, b in -1e12..1e12_f64, kind in 0..3_u8) {
        let (low, high) = (a.min(b), a.max(b));
        prop_assume!(low < high);
        let bound = match kind {
            0 => Bound { min: Some(low), max: None },
            1 => Bound { min: None, max: Some(high) },
            _ => Bound { min: Some(low), max: Some(high) },
        };
        prop_assert_eq!(bound.to_string().parse(), Ok(bound));
    }
}
