//! `pathlength schema`: the shape of a compiled lab, for editors and for programs that write or read one.

use super::Failure;
use super::output::print;

pub(crate) fn schema() -> Result<(), Failure> {
    print(&(serde_json::to_string_pretty(&pathlength_lab::schema())? + "\n"))
}
