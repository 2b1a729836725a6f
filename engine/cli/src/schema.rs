//! `pathlength schema`: the JSON Schema of a compiled lab, for editors and other programs.

use super::{Failure, OutputOption};

pub(crate) fn schema(output: &OutputOption) -> Result<(), Failure> {
    output.print(&(serde_json::to_string_pretty(&pathlength_lab::schema())? + "\n"))
}
