//! Hostile traces: each is refused with a message, or ends within limits.

#![expect(clippy::float_cmp, reason = "counts and their ratios are exact")]

use super::dice::Dice;
use super::scenario;
use super::trace::{base, opened};
use pathlength_declared::{Declaration, MAX_RANGES, MAX_STREAMS};
use pathlength_model::Model as _;
use proptest::prelude::*;
use serde_json::{Value, json};

const POLICIES: [&str; 7] = ["lru", "fifo", "clock", "twoq", "optimal", "minidisk", "nomdcfs"];

/// Lists, each with field names, some of which are not fields of the list.
const LISTS: [(&str, &[&str]); 6] = [
    (
        "streams",
        &["name", "kind", "size", "skew", "hot", "locality", "phase", "over", "weight", "from", "to", "servers"],
    ),
    ("cache", &["name", "policy", "blocks", "unit", "new_share", "remembered_share", "requests", "warm_up", "seed"]),
    ("ranges", &["name", "title", "from", "to"]),
    ("terms", &["name", "unit", "is", "count"]),
    ("outputs", &["name", "unit", "is"]),
    ("settings", &["name", "unit", "kind"]),
];

/// Generates expressions that are wrong, huge, tiny, or deeply nested, and other texts.
fn text() -> impl Strategy<Value = String> {
    let known = [
        "",
        "0",
        "1",
        "-1",
        "0 - 1",
        "2.5",
        "1e308",
        "1e-300",
        "1e300 blocks",
        "1000",
        "100000",
        "1000000",
        "20 blocks",
        "50 %",
        "10",
        "0.8",
        "1/0",
        "5 ms",
        "hit_ratio(pool)",
        "hits(round, early)",
        "misses(scan)",
        "requests()",
        "fetched(round, scan)",
        "time",
        "hit",
        "base_size",
        "blocks",
        "policy",
        "pool",
        "round",
        "scan",
        "early",
        "uniform",
        "zipf",
        "working_set",
        "loop",
        "lru",
        "twoq",
        "optimal",
        "minidisk",
        "é",
        "sqrt(blocks)",
        "if(policy = lru, 1, 1e9)",
    ];
    prop_oneof![
        20 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => (1..3000_usize).prop_map(|length| "(".repeat(length)),
        1 => (1..3000_usize).prop_map(|length| "1+".repeat(length) + "1"),
        1 => (1..400_usize).prop_map(|length| vec!["hit_ratio(pool)"; length].join("+")),
    ]
}

/// A change to a declaration: list, entry, field, new text, and the number of copies of the entry to add.
type Change = (&'static str, usize, &'static str, String, usize);

fn change() -> impl Strategy<Value = Change> {
    let copies = prop_oneof![12 => Just(0_usize), 1 => 1..40_usize, 1 => 500..3000_usize];
    let list = prop::sample::select(vec![0_usize, 0, 0, 1, 1, 1, 2, 3, 4, 5]);
    (list, 0..3_usize, 0..100_usize, text(), copies).prop_map(|(list, at, field, text, copies)| {
        let (list, fields) = LISTS[list];
        (list, at, fields[field % fields.len()], text, copies)
    })
}

fn changed(changes: &[Change]) -> Value {
    let mut declared = base();
    for (list, at, field, text, copies) in changes {
        match &mut declared[*list] {
            Value::Array(entries) => {
                let at = at % entries.len();
                entries[at][*field] = json!(text);
                let copy = entries[at].clone();
                entries.extend(vec![copy; *copies]);
            }
            entry => entry[*field] = json!(text),
        }
    }
    declared
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hostile_traces_are_refused_or_counted(changes in prop::collection::vec(change(), 1..4), policy in 0..7_usize) {
        let declared = changed(&changes);
        // Unknown fields and words of a declaration are refused when the declaration is read.
        if serde_json::from_value::<Declaration>(declared.clone()).is_err() {
            return Ok(());
        }
        match opened(&declared) {
            Err(refusal) => prop_assert!(refusal.len() < 2000, "{}", refusal),
            Ok(mut model) => match model.evaluate(&scenario(&json!({ "policy": POLICIES[policy] }))) {
                Ok(found) => prop_assert!(found.outputs.iter().all(|(_, value)| value.is_finite())),
                Err(refusal) => prop_assert!(refusal.to_string().len() < 4000, "{}", refusal),
            },
        }
    }
}

#[test]
fn valid_traces_of_any_shape_end() {
    let mut dice = Dice::new();
    let mut counted = 0;
    for round in 0..300 {
        let mut declared = base();
        for at in 0..2 {
            let kind = dice.pick(&["uniform", "zipf", "working_set", "loop", "scan"]);
            let size = dice.pick(&["1", "2", "30", "5000", "1073741824"]);
            let name = if at == 0 { "round" } else { "scan" };
            let mut stream = json!({ "name": name, "title": "S", "kind": kind });
            stream["weight"] = json!(dice.pick(&["1", "0", "1e-9", "4e9"]));
            if kind != "scan" {
                stream["size"] = json!(size);
            }
            match kind {
                "zipf" => stream["skew"] = json!(dice.pick(&["0", "0.5", "1", "1.000000001", "10"])),
                "working_set" => {
                    stream["hot"] = json!(dice.pick(&["1", "2", size]));
                    stream["locality"] = json!(dice.pick(&["0", "0.5", "1"]));
                    stream["phase"] = json!(dice.pick(&["1", "300"]));
                }
                _ => {}
            }
            if dice.pick(&[true, false, false]) {
                stream["from"] = json!(dice.pick(&["0", "300", "1000"]));
            }
            declared["streams"][at] = stream;
        }
        if dice.pick(&[true, false]) {
            declared["streams"][1]["over"] = json!("round");
        }
        declared["cache"]["unit"] = json!(dice.pick(&["1", "3", "100000"]));
        declared["cache"]["new_share"] = json!(dice.pick(&["0", "1", "0.3"]));
        declared["cache"]["remembered_share"] = json!(dice.pick(&["0", "1", "0.001"]));
        let outputs = json!([{ "name": "hit", "title": "H", "is": "hit_ratio(pool)" }]);
        (declared["outputs"], declared["terms"]) = (outputs, json!([]));
        let mut model = opened(&declared).unwrap_or_else(|refusal| panic!("{round}: {refusal}"));
        let blocks = dice.pick(&[0.0, 1.0, 2.0, 7.0, 100.0, 100_000.0]);
        for policy in POLICIES {
            match model.evaluate(&scenario(&json!({ "policy": policy, "blocks": blocks }))) {
                Ok(found) => {
                    counted += 1;
                    assert!((0.0..=1.0).contains(&found.output("hit").expect("a hit ratio")), "{round}: {declared}");
                }
                Err(refusal) => {
                    let refusal = refusal.to_string();
                    let is_known = ["no stream sends request", "hot is 2: give 1 to 1"]
                        .iter()
                        .any(|known| refusal.contains(known));
                    assert!(is_known, "{round}: {refusal}");
                }
            }
        }
    }
    assert!(counted > 1000, "{counted}");
}

#[test]
fn long_lists_of_a_trace_are_refused() {
    for (list, max) in [("streams", MAX_STREAMS), ("ranges", MAX_RANGES)] {
        let mut declared = base();
        declared[list] = Value::Array(vec![declared[list][0].clone(); max + 1]);
        let refusal = opened(&declared).expect_err(list);
        assert!(refusal.contains(&format!("there are more than {max} {list}: remove some")), "{refusal}");
    }
}

#[test]
fn largest_traces_end() {
    let mut declared = base();
    declared["streams"][0] =
        json!({ "name": "round", "title": "R", "kind": "zipf", "size": "base_size / 20 * 1073741824", "skew": "0.1" });
    declared["settings"][0]["default"] = json!(100_000);
    for (policy, requests) in POLICIES.map(|policy| (policy, if policy == "optimal" { 250_000 } else { 1_000_000 })) {
        declared["cache"]["requests"] = json!(requests.to_string());
        let mut model = opened(&declared).expect("a model");
        let found = model.evaluate(&scenario(&json!({ "policy": policy }))).expect(policy);
        assert_eq!(found.output("sent").expect("requests"), f64::from(requests - 100));
    }
}
