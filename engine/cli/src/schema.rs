//! `pathlength schema`: the JSON Schema of a compiled lab, for editors and other programs.

use super::Failure;
use super::output::print;

pub(crate) fn schema() -> Result<(), Failure> {
    print(&(serde_json::to_string_pretty(&pathlength_lab::schema())? + "\n"))
}
