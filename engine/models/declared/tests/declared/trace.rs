//! Declared traces: functions, units, limits, and their authors' mistakes.

#![expect(clippy::float_cmp, reason = "counts and their ratios are exact")]

use super::{output, scenario};
use pathlength_declared::{Declaration, Model, NETWORK, TRACE, check_kind};
use pathlength_model::Model as _;
use serde_json::{Value, json};

/// Returns a trace with a loop over ten blocks, a scan, and a cache.
pub(crate) fn base() -> Value {
    json!({
        "settings": [
            { "name": "blocks", "title": "Blocks", "kind": "number", "unit": "blocks", "min": 0, "max": 1e9, "default": 20 },
            { "name": "policy", "title": "Policy", "kind": "choice", "default": "lru",
              "words": ["lru", "fifo", "clock", "twoq", "optimal", "minidisk", "nomdcfs"] },
        ],
        "streams": [
            { "name": "round", "title": "Round", "kind": "loop", "size": "base_size / 2" },
            { "name": "scan", "title": "Scan", "kind": "scan", "from": "500 requests" },
        ],
        "ranges": [{ "name": "early", "title": "Early", "from": "0", "to": "500 requests" }],
        "cache": {
            "name": "pool", "title": "Pool", "policy": "policy", "blocks": "blocks", "unit": "1", "new_share": "25 %",
            "requests": "1000", "warm_up": "100 requests", "seed": "3",
        },
        "terms": [
            { "name": "base_size", "title": "Size", "is": "20 blocks", "unit": "blocks" },
            { "name": "read", "title": "Read", "unit": "ms", "is": "(1 - hit_ratio(round)) * 8 ms",
              "part_of": ["time"], "place": "disk", "count": "1 - hit_ratio(round)" },
        ],
        "outputs": [
            { "name": "time", "title": "Time", "unit": "ms", "terms": "the time" },
            { "name": "hit", "title": "Hit ratio", "unit": "%", "is": "hit_ratio(pool)" },
            { "name": "early_hits", "title": "Hits", "is": "hits(round, early)" },
            { "name": "early_sum", "title": "Sum", "is": "hits(early) + misses(early) - requests(early)" },
            { "name": "sent", "title": "Requests", "is": "requests(pool)" },
            { "name": "fetched", "title": "Fetched", "is": "fetched(early)" },
        ],
    })
}

pub(crate) fn opened(declared: &Value) -> Result<Model, String> {
    let declaration: Declaration = serde_json::from_value(declared.clone()).map_err(|error| error.to_string())?;
    Model::open(&declaration, &[], &|_| None).map_err(|error| error.to_string())
}

#[test]
fn functions_count_the_requests_of_their_subject() {
    let mut model = opened(&base()).expect("a model");
    let settings = json!({});
    assert_eq!(output(&mut model, "sent", &settings), 900.0);
    assert_eq!(output(&mut model, "early_hits", &settings), 490.0);
    assert_eq!(output(&mut model, "early_sum", &settings), 0.0);
    assert_eq!(output(&mut model, "fetched", &settings), 10.0);
    // Without cache space, every request of the loop takes 8 ms.
    let none = json!({ "blocks": 0 });
    assert_eq!(output(&mut model, "time", &none), 8.0);
    assert_eq!(output(&mut model, "hit", &none), 0.0);
    assert_eq!(output(&mut model, "early_hits", &none), 0.0);
    // A loop over ten blocks never hits in a cache of nine blocks.
    assert_eq!(output(&mut model, "early_hits", &json!({ "blocks": 9 })), 0.0);
    // Numbers of blocks are rounded.
    assert_eq!(output(&mut model, "early_hits", &json!({ "blocks": 9.6 })), 490.0);
}

#[test]
fn trace_is_prepared_in_slices_and_kept() {
    let mut declared = base();
    declared["cache"]["requests"] = json!("90000");
    for policy in ["lru", "optimal"] {
        let of_policy = scenario(&json!({ "policy": policy }));
        let mut resumed = opened(&declared).expect("a model");
        let mut slices = 1;
        while !resumed.prepare(&of_policy).expect("a slice") {
            slices += 1;
        }
        assert!(slices > 4, "{policy}: {slices}");
        assert!(resumed.prepare(&of_policy).expect("kept"));
        let whole = opened(&declared).expect("a model").evaluate(&of_policy).expect("an evaluation");
        assert_eq!(resumed.evaluate(&of_policy).expect("an evaluation"), whole);
    }
}

/// Changes or adds the value at a path in the base, evaluates the model, and returns the error message.
fn refusal(path: &str, value: Value) -> String {
    let mut declared = base();
    let (parent, field) = path.rsplit_once('/').expect("a path");
    declared.pointer_mut(parent).unwrap_or_else(|| panic!("{path}"))[field] = value;
    let refused = opened(&declared)
        .and_then(|mut model| model.evaluate(&scenario(&json!({}))).map(|_| ()).map_err(|error| error.to_string()));
    refused.expect_err(path)
}

#[test]
fn mistakes_in_a_trace_are_named() {
    for (path, value, message) in [
        ("/streams/0/size", json!(""), "streams 1, kind: a stream of kind loop needs `size`: add it"),
        ("/streams/0/skew", json!("1"), "streams 1, skew: a stream of kind loop has no `skew`: remove it"),
        ("/streams/1/size", json!("9"), "streams 2, size: a stream of kind scan has no `size`: remove it"),
        (
            "/streams/0/size",
            json!("5 ms"),
            "the value is \"ms\": give a number, for example of users, servers, or blocks",
        ),
        ("/streams/0/size", json!("hits(pool)"), "streams 1, size: pool is a part of the trace, whose solution needs"),
        ("/terms/0/is", json!("1 block * hits(pool)"), "cycle, base_size → the trace → base_size: break the cycle"),
        ("/streams/0/over", json!("round"), "\"round\" is not another stream with its own blocks: use one of scan"),
        ("/streams/1/name", json!("round"), "the name round is taken"),
        ("/cache/policy", json!("random"), "\"random\" is not a policy: use one of lru, fifo, clock, twoq, optimal"),
        ("/settings/1/words", json!(["lru", "mru"]), "\"mru\" is not a policy"),
        ("/settings/1/words", json!(["lru", "twoq"]), "`unit` belongs to the minidisk cache"),
        ("/settings/1/words", json!(["lru", "minidisk"]), "`new_share` belongs to 2Q"),
        ("/cache/blocks", json!(""), "cache 1, blocks: `blocks` is empty: write an expression"),
        ("/ranges/0/to", json!(""), "ranges 1, to: `to` is empty: write an expression"),
        (
            "/outputs/1/is",
            json!("hit_ratio(early, round)"),
            "hit_ratio has the wrong arguments: write hit_ratio(cache), hit_ratio(stream)",
        ),
        ("/outputs/1/is", json!("hit_ratio(blocks)"), "expected the cache, a stream, or a range: one of early, pool"),
        ("/outputs/1/is", json!("hit_ratio(pool=1)"), "hit_ratio takes no settings"),
        ("/outputs/1/is", json!("hit_ratio(scan, early)"), "the stream makes no requests in the range"),
        ("/outputs/1/is", json!("pool"), "pool belongs to the trace: use it in a function, as in hit_ratio(pool)"),
        ("/outputs/1/unit", json!("ms"), "the value is a plain number, but declared as \"ms\""),
        ("/cache/requests", json!("0"), "pool: requests is 0: give 1 to 1000000"),
        ("/cache/requests", json!("1e7"), "pool: requests is 10000000: give 1 to 1000000"),
        ("/cache/warm_up", json!("1000"), "pool: warm_up is 1000: give 0 to 999"),
        ("/cache/blocks", json!("blocks * 50000"), "pool: blocks is 1000000: give 0 to 100000"),
        ("/cache/new_share", json!("2"), "pool: new_share is 2: give 0 to 1"),
        ("/cache/blocks", json!("0 blocks - blocks"), "[cache], blocks: expected 0 or more"),
        ("/streams/0/weight", json!("0 - 1"), "[[streams]] 1, weight: expected 0 or more"),
        ("/streams/0/size", json!("base_size / 20 * 1e10"), "round: size is 10000000000: give 1 to 1073741824"),
        ("/streams/1/to", json!("400"), "scan: to is 400: give 500 to 1000"),
        ("/ranges/0/from", json!("500"), "early: to is 500: give 501 to 1000"),
        ("/streams/0/to", json!("400"), "no stream sends request 401: correct `from`, `to`, and `weight`"),
        ("/stations", json!([{ "name": "cpu", "title": "Cpu", "kind": "queue" }]), "either a network or a trace"),
        ("/streams", json!([]), "the trace has no streams: add [[streams]]"),
        ("/cache", json!(null), "the trace has no cache: add [cache]"),
    ] {
        let found = refusal(path, value.clone());
        assert!(found.contains(message), "{path} = {value}: {found}");
    }
}

#[test]
fn optimal_cache_takes_fewer_requests() {
    let mut declared = base();
    declared["cache"]["requests"] = json!("250001");
    let mut model = opened(&declared).expect("a model");
    let evaluate = |model: &mut Model, policy: &str| model.evaluate(&scenario(&json!({ "policy": policy })));
    evaluate(&mut model, "clock").expect("an evaluation");
    let found = evaluate(&mut model, "optimal").expect_err("too many").to_string();
    assert!(found.contains("requests is 250001: give 1 to 250000"), "{found}");
}

#[test]
fn trace_is_a_separate_kind_of_model() {
    let declaration: Declaration = serde_json::from_value(base()).expect("a declaration");
    assert_eq!(check_kind(TRACE, &declaration), Ok(()));
    for other in [NETWORK, "formula"] {
        let error = check_kind(other, &declaration).expect_err(other);
        assert!(error.to_string().starts_with("model.toml, streams 1, name: only a trace has streams"), "{error}");
    }
    let error = check_kind(TRACE, &Declaration::default()).expect_err("no streams");
    assert_eq!(error.message, "the trace has no streams: add [[streams]] and [cache]");
}
