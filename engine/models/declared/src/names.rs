//! Output names with static lifetime, like those of models in Rust.
//!
//! An [`Evaluation`](pathlength_model::Evaluation) borrows the names of a model's outputs, the locations of its terms,
//! and lists of outputs with static lifetime, so that an evaluation copies no text. A declaration's names are interned
//! here. An author renames outputs many times while typing, so the number of interned names is limited. The limit is
//! far above the number of names that a day of typing produces.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Maximum number of different texts and lists that a program interns.
const MAX_KEPT: usize = 20_000;

static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
static LISTS: Mutex<BTreeSet<&'static [&'static str]>> = Mutex::new(BTreeSet::new());

const FULL: &str = "the declarations of this session have too many different names: reload the page";

/// Returns `text` with static lifetime.
pub(crate) fn kept(text: &str) -> Result<&'static str, String> {
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return Ok(known);
    }
    if texts.len() >= MAX_KEPT {
        return Err(FULL.to_owned());
    }
    let text: &'static str = Box::leak(text.into());
    texts.insert(text);
    Ok(text)
}

/// Returns a list of texts with static lifetime.
pub(crate) fn kept_list(list: &[String]) -> Result<&'static [&'static str], String> {
    let list: Vec<&'static str> = list.iter().map(|text| kept(text)).collect::<Result<_, _>>()?;
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lists.get(list.as_slice()) {
        return Ok(known);
    }
    if lists.len() >= MAX_KEPT {
        return Err(FULL.to_owned());
    }
    let list: &'static [&'static str] = Box::leak(list.into());
    lists.insert(list);
    Ok(list)
}
