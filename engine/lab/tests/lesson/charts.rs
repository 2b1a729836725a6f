//! Charts in a lab's text; the page draws them.

use pathlength_lab::{Block, Chart};

#[test]
fn chart_mark_unknown_to_engine_is_kept() {
    let chart = serde_json::json!({
        "kind": "chart", "id": "c", "title": "C", "mark": "violin", "x": "names", "values": [1.0, 2.0],
        "x_scale": "linear", "y": "speed", "y_scale": "log", "relative": false, "scenario": {},
    });
    let block: Block = serde_json::from_value(chart.clone()).expect("a chart with any mark");
    assert!(matches!(&block, Block::Chart(Chart { mark, .. }) if mark == "violin"));
    assert_eq!(serde_json::to_value(&block).expect("JSON"), chart);
}
