//! The input for a diagnosis, from a lab's tables: published servers to which no parameter was fitted.

use crate::{PublishedCell, Role, Table};
use pathlength_file_pool::diagnosis::{PublishedServer, ThreadDemand};

/// The outputs against which a forecast is checked.
const RATE: &str = "rate";
const RESPONSE: &str = "response_s";

/// Returns the rows for the analytic engine with a held-out rate and a response time. In this engine, response time is
/// the sum of its components.
pub fn published_servers(tables: &[Table]) -> Vec<PublishedServer> {
    let mut all = Vec::new();
    for table in tables {
        for row in 0..table.cells.len() {
            let column = |output| (0..table.fields.len()).find(|column| table.output(row, *column) == Some(output));
            let Some((rate, response)) = column(RATE).zip(column(RESPONSE)) else { continue };
            let settings = table.scenario(row, response);
            let is_formula =
                settings.word::<pathlength_file_pool::Engine>("engine") == Ok(pathlength_file_pool::Engine::Analytic);
            if !is_formula || table.role(row, rate) != Role::HeldOut {
                continue;
            }
            let value = |column: usize| table.cells[row][column].and_then(PublishedCell::value);
            let time = |name| settings.number(name).ok();
            if let (Some(rate), Some(response_s), Some(cpu_ms), Some(page_ms), Some(checkpoint_ms)) =
                (value(rate), value(response), time("cpu_ms"), time("page_stall_ms"), time("checkpoint_ms"))
            {
                let demand = ThreadDemand { cpu_ms, page_ms, checkpoint_ms };
                let server = PublishedServer { rate, response_s, demand };
                // Two tables can contain the same row, for two interpretations of the report, but it is only one
                // measurement.
                if !all.contains(&server) {
                    all.push(server);
                }
            }
        }
    }
    all
}
