//! The rules of thumb reproduce the published formulas, and a plan names every field that contains an error.

use crate::rules;
use pathlength_file_pool::planning::{PlanningQuestion, plan};
use proptest::prelude::*;

fn first(question: PlanningQuestion) -> f64 {
    let plan = plan(&question, &rules());
    assert!(plan.problems.is_empty(), "{:?}", plan.problems);
    plan.amounts[0].value
}

fn fields(question: PlanningQuestion) -> Vec<&'static str> {
    let plan = plan(&question, &rules());
    assert!(plan.amounts.is_empty() && plan.said.is_empty());
    plan.problems.iter().map(|problem| problem.field).collect()
}

#[test]
fn plan_users_follows_the_formula() {
    assert!((first(PlanningQuestion::Users { defined: 4000.0, active: 800.0 }) - 1500.0).abs() < 1e-9);
    assert!(
        (plan(&PlanningQuestion::Users { defined: 4000.0, active: 800.0 }, &rules()).amounts[1].value - 3.0).abs()
            < 1e-9
    );
}

#[test]
fn plan_restore_is_the_longer_copy_plus_the_log() {
    let minutes = |size_mb, objects, log_blocks| first(PlanningQuestion::Restore { size_mb, objects, log_blocks });
    assert!((minutes(200.0, 50_000.0, 0.0) - 10.0).abs() < 1e-12);
    assert!((minutes(20.0, 1_000_000.0, 0.0) - 20.0).abs() < 1e-12);
    assert!((minutes(20.0, 1_000_000.0, 50.0) - 30.0).abs() < 1e-12);
}

#[test]
fn plan_reservation_is_compared_with_the_working_set() {
    let question = |reserved| PlanningQuestion::Reserve { working_set: 1163.0, resident: 1142.0, reserved };
    let enough = plan(&question(1300.0), &rules());
    assert_eq!(enough.amounts.iter().map(|amount| amount.value).collect::<Vec<_>>(), [137.0, 21.0]);
    assert!(enough.said.contains("measure again"));
    assert!(plan(&question(1163.0), &rules()).said.contains("Reserve more"));
}

#[test]
fn plan_agents_all_active_is_overload() {
    let said = |highest| plan(&PlanningQuestion::Agents { total: 20.0, highest }, &rules()).said;
    assert!(said(20.0).contains("overloaded"));
    assert!(!said(19.0).contains("overloaded"));
}

#[test]
fn plan_rejects_invalid_numbers_by_field() {
    assert_eq!(fields(PlanningQuestion::Users { defined: 0.0, active: f64::NAN }), ["defined", "active"]);
    assert_eq!(fields(PlanningQuestion::Users { defined: 10.0, active: 11.0 }), ["active"]);
    assert_eq!(
        fields(PlanningQuestion::Restore { size_mb: -1.0, objects: 0.5, log_blocks: 1e300 }),
        ["size_mb", "objects", "log_blocks"]
    );
    assert_eq!(fields(PlanningQuestion::Agents { total: 5.0, highest: 6.0 }), ["highest"]);
    assert_eq!(fields(PlanningQuestion::Reserve { working_set: 0.0, resident: 0.0, reserved: 1.0 }), ["working_set"]);
}

proptest! {
    #[test]
    fn plan_any_numbers_give_finite_figures_or_errors(a in any::<f64>(), b in any::<f64>(), c in any::<f64>()) {
        for question in [
            PlanningQuestion::Users { defined: a, active: b },
            PlanningQuestion::Restore { size_mb: a, objects: b, log_blocks: c },
            PlanningQuestion::Reserve { working_set: a, resident: b, reserved: c },
            PlanningQuestion::Agents { total: a, highest: b },
        ] {
            let plan = plan(&question, &rules());
            prop_assert_ne!(plan.amounts.is_empty(), plan.problems.is_empty());
            prop_assert!(plan.amounts.iter().all(|amount| amount.value.is_finite()), "{question:?}: {plan:?}");
        }
    }
}
