//! Checks the streams, ranges, and cache of a declaration.

use super::problem::Policy;
use super::{MAX_RANGES, MAX_STREAMS, StreamKind};
use crate::check::{Name, Parsed};
use crate::limits::{CheckResult, FieldPosition, short};
use crate::{Declaration, DeclaredStream, List, SettingKind};
use pathlength_model::{Word, WordEnum};

/// Checks that a trace is complete and not too large.
pub(crate) fn trace_sizes(declaration: &Declaration) -> CheckResult {
    let Declaration { streams, ranges, cache, .. } = declaration;
    for (list, length, max) in [(List::Streams, streams.len(), MAX_STREAMS), (List::Ranges, ranges.len(), MAX_RANGES)] {
        if length > max {
            let message = format!("there are more than {max} {}: remove some", list.word());
            return Err(FieldPosition(list, max, "name").error(message));
        }
    }
    if !declaration.has_trace() {
        return Ok(());
    }
    if declaration.has_network() {
        let place = FieldPosition(List::Stations, 0, "name");
        return Err(place.error(
            "a model has either a network or a trace: remove the stations and classes, or the streams and the cache",
        ));
    }
    if streams.is_empty() {
        return Err(FieldPosition(List::Streams, 0, "name").error("the trace has no streams: add [[streams]]"));
    }
    if cache.is_none() {
        return Err(FieldPosition(List::Cache, 0, "name").error("the trace has no cache: add [cache]"));
    }
    Ok(())
}

/// Checks the fields of each entry, and the names in them.
pub(crate) fn check_trace(parsed: &Parsed) -> CheckResult {
    let Declaration { streams, ranges, cache, settings, .. } = &parsed.declaration;
    for (at, stream) in streams.iter().enumerate() {
        check_stream(at, stream, streams)?;
    }
    for (at, range) in ranges.iter().enumerate() {
        required(List::Ranges, at, &[("from", &range.from), ("to", &range.to)])?;
    }
    let Some(cache) = cache else { return Ok(()) };
    required(List::Cache, 0, &[("blocks", &cache.blocks), ("requests", &cache.requests)])?;
    let place = |field| FieldPosition(List::Cache, 0, field);
    let known = Policy::WORDS.join(", ");
    let policies: Vec<&String> = match parsed.names.get(&cache.policy) {
        Some(Name::Setting(at)) if settings[*at].kind == SettingKind::Choice => settings[*at].words.iter().collect(),
        _ => vec![&cache.policy],
    };
    if let Some(word) = policies.iter().find(|word| Policy::from_word(word).is_none()) {
        return Err(place("policy").error(format!(
            "\"{}\" is not a policy: use one of {known}, or the name of a setting whose words are policies",
            short(word)
        )));
    }
    let has = |wanted: &[Policy]| {
        policies.iter().any(|word| Policy::from_word(word).is_some_and(|policy| wanted.contains(&policy)))
    };
    let of_one = [
        ("unit", &cache.unit, has(&[Policy::Minidisk, Policy::Nomdcfs]), "the minidisk cache"),
        ("new_share", &cache.new_share, has(&[Policy::TwoQ]), "2Q"),
        ("remembered_share", &cache.remembered_share, has(&[Policy::TwoQ]), "2Q"),
    ];
    match of_one.into_iter().find(|(_, text, is_used, _)| !text.is_empty() && !is_used) {
        Some((field, _, _, owner)) => {
            Err(place(field)
                .error(format!("`{field}` belongs to {owner}, which is not one of the policies: remove it")))
        }
        None => Ok(()),
    }
}

/// Checks that required expressions are not empty.
fn required(list: List, at: usize, fields: &[(&'static str, &String)]) -> CheckResult {
    match fields.iter().find(|(_, text)| text.is_empty()) {
        Some((field, _)) => {
            Err(FieldPosition(list, at, field).error(format!("`{field}` is empty: write an expression")))
        }
        None => Ok(()),
    }
}

fn check_stream(at: usize, stream: &DeclaredStream, all: &[DeclaredStream]) -> CheckResult {
    use StreamKind::{Loop, Uniform, WorkingSet, Zipf};
    let place = |field| FieldPosition(List::Streams, at, field);
    let kind = stream.kind.word();
    // Each field, the kinds of stream that allow it, and whether these kinds require it.
    let fields: [(&'static str, &String, &[StreamKind], bool); 5] = [
        ("size", &stream.size, &[Uniform, Zipf, WorkingSet, Loop], true),
        ("skew", &stream.skew, &[Zipf], false),
        ("hot", &stream.hot, &[WorkingSet], true),
        ("locality", &stream.locality, &[WorkingSet], true),
        ("phase", &stream.phase, &[WorkingSet], false),
    ];
    for (field, text, kinds, is_needed) in fields {
        let belongs = kinds.contains(&stream.kind);
        if belongs && is_needed && text.is_empty() {
            return Err(place("kind").error(format!("a stream of kind {kind} needs `{field}`: add it")));
        }
        if !belongs && !text.is_empty() {
            return Err(place(field).error(format!("a stream of kind {kind} has no `{field}`: remove it")));
        }
    }
    let owner = all.iter().find(|other| other.name == stream.over);
    match owner {
        _ if stream.over.is_empty() => Ok(()),
        Some(owner) if owner.name != stream.name && owner.over.is_empty() => Ok(()),
        _ => {
            let free = all.iter().filter(|other| other.name != stream.name && other.over.is_empty());
            let known: Vec<_> = free.map(|other| other.name.as_str()).collect();
            let advice =
                if known.is_empty() { "remove it".to_owned() } else { format!("use one of {}", known.join(", ")) };
            let name = short(&stream.over);
            Err(place("over").error(format!("\"{name}\" is not another stream with its own blocks: {advice}")))
        }
    }
}
