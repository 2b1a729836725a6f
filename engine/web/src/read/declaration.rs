//! Reads a declared model.

use super::Node;
use js_sys::{Array, Error};
use pathlength_lab::Declaration;
use pathlength_lab::declared::{
    Constants, DeclaredClass, DeclaredDemand, DeclaredOutput, DeclaredSetting, DeclaredSolution, DeclaredStation,
    DeclaredTerm, ServiceOrder, SettingKind, StationKind,
};
#[cfg(feature = "trace")]
use pathlength_lab::declared::{DeclaredCache, DeclaredRange, DeclaredStream, StreamKind};
use pathlength_model::{Setting, Word};

/// Reads the declaration of a lab; `None` if the lab has no declaration.
pub(crate) fn declaration(node: &Node) -> Result<Option<Declaration>, Error> {
    if node.value.is_undefined() {
        return Ok(None);
    }
    let mut declaration = Declaration::default();
    node.get("settings").each(&mut |node| {
        declaration.settings.push(setting(&node)?);
        Ok(())
    })?;
    node.get("constants").each(&mut |node| {
        declaration.constants.push(constants(&node)?);
        Ok(())
    })?;
    network(node, &mut declaration)?;
    trace(node, &mut declaration)?;
    node.get("terms").each(&mut |node| {
        declaration.terms.push(DeclaredTerm {
            name: node.get("name").text()?,
            title: node.get("title").text()?,
            unit: node.get("unit").optional_text()?,
            is: node.get("is").text()?,
            part_of: node.get("part_of").texts()?,
            place: node.get("place").optional_text()?,
            count: node.get("count").optional_text()?,
        });
        Ok(())
    })?;
    node.get("outputs").each(&mut |node| {
        declaration.outputs.push(DeclaredOutput {
            name: node.get("name").text()?,
            title: node.get("title").text()?,
            unit: node.get("unit").optional_text()?,
            is: node.get("is").optional_text()?,
            terms: node.get("terms").optional_text()?,
            half_width: node.get("half_width").optional_text()?,
        });
        Ok(())
    })?;
    Ok(Some(declaration))
}

/// Reads the lists of a network.
fn network(node: &Node, declaration: &mut Declaration) -> Result<(), Error> {
    node.get("stations").each(&mut |node| {
        let discipline = node.get("discipline");
        declaration.stations.push(DeclaredStation {
            name: node.get("name").text()?,
            title: node.get("title").text()?,
            kind: word::<StationKind>(&node.get("kind"))?,
            servers: node.get("servers").optional_text()?,
            discipline: if discipline.value.is_undefined() { ServiceOrder::Fifo } else { word(&discipline)? },
        });
        Ok(())
    })?;
    node.get("classes").each(&mut |node| {
        declaration.classes.push(DeclaredClass {
            name: node.get("name").text()?,
            title: node.get("title").text()?,
            population: node.get("population").optional_text()?,
            think_time: node.get("think_time").optional_text()?,
            rate: node.get("rate").optional_text()?,
        });
        Ok(())
    })?;
    node.get("demands").each(&mut |node| {
        declaration.demands.push(DeclaredDemand {
            class: node.get("class").text()?,
            station: node.get("station").text()?,
            service: node.get("service").text()?,
            visits: node.get("visits").optional_text()?,
            variation: node.get("variation").optional_text()?,
        });
        Ok(())
    })?;
    let solution = node.get("solution");
    if !solution.value.is_undefined() {
        declaration.solution = Some(DeclaredSolution {
            method: solution.get("method").optional_text()?,
            seed: solution.get("seed").optional_text()?,
            runs: solution.get("runs").optional_text()?,
            precision: solution.get("precision").optional_text()?,
        });
    }
    Ok(())
}

/// Reads the lists of a trace.
#[cfg(feature = "trace")]
fn trace(node: &Node, declaration: &mut Declaration) -> Result<(), Error> {
    node.get("streams").each(&mut |node| {
        declaration.streams.push(DeclaredStream {
            name: node.get("name").text()?,
            title: node.get("title").text()?,
            kind: word::<StreamKind>(&node.get("kind"))?,
            size: node.get("size").optional_text()?,
            skew: node.get("skew").optional_text()?,
            hot: node.get("hot").optional_text()?,
            locality: node.get("locality").optional_text()?,
            phase: node.get("phase").optional_text()?,
            over: node.get("over").optional_text()?,
            weight: node.get("weight").optional_text()?,
            from: node.get("from").optional_text()?,
            to: node.get("to").optional_text()?,
        });
        Ok(())
    })?;
    node.get("ranges").each(&mut |node| {
        declaration.ranges.push(DeclaredRange {
            name: node.get("name").text()?,
            title: node.get("title").text()?,
            from: node.get("from").text()?,
            to: node.get("to").text()?,
        });
        Ok(())
    })?;
    let cache = node.get("cache");
    if !cache.value.is_undefined() {
        declaration.cache = Some(DeclaredCache {
            name: cache.get("name").text()?,
            title: cache.get("title").text()?,
            policy: cache.get("policy").text()?,
            blocks: cache.get("blocks").text()?,
            unit: cache.get("unit").optional_text()?,
            new_share: cache.get("new_share").optional_text()?,
            remembered_share: cache.get("remembered_share").optional_text()?,
            requests: cache.get("requests").text()?,
            warm_up: cache.get("warm_up").optional_text()?,
            seed: cache.get("seed").optional_text()?,
        });
    }
    Ok(())
}

/// Marks the declaration of a trace, so that it is refused because of its kind: this module cannot read a trace's
/// lists.
#[cfg(not(feature = "trace"))]
#[expect(clippy::unnecessary_wraps, reason = "the signature must match builds with traces")]
fn trace(node: &Node, declaration: &mut Declaration) -> Result<(), Error> {
    if ["streams", "ranges", "cache"].into_iter().any(|list| !node.get(list).value.is_undefined()) {
        declaration.streams.push(pathlength_lab::declared::DeclaredStream::default());
    }
    Ok(())
}

/// Reads one of several words.
fn word<W: Word + Copy>(node: &Node) -> Result<W, Error> {
    W::from_word(&node.text()?).ok_or_else(|| node.wrong(&["one of ", &W::WORDS.join(", ")].concat()))
}

fn setting(node: &Node) -> Result<DeclaredSetting, Error> {
    let (min, max, whole) = (node.get("min"), node.get("max"), node.get("whole"));
    Ok(DeclaredSetting {
        name: node.get("name").text()?,
        title: node.get("title").text()?,
        kind: word::<SettingKind>(&node.get("kind"))?,
        unit: node.get("unit").optional_text()?,
        min: if min.value.is_undefined() { None } else { Some(min.number()?) },
        max: if max.value.is_undefined() { None } else { Some(max.number()?) },
        whole: !whole.value.is_undefined() && whole.switch()?,
        words: node.get("words").texts()?,
        default: value(&node.get("default"))?,
    })
}

fn constants(node: &Node) -> Result<Constants, Error> {
    let mut rows = Vec::new();
    node.get("rows").each(&mut |row| {
        let pair = Array::from(&row.value);
        let (key, constant) = (row.with(pair.get(0)), row.with(pair.get(1)));
        let key = value(&key)?.ok_or_else(|| row.wrong("pairs of a setting value and a number"))?;
        rows.push((key, constant.number()?));
        Ok(())
    })?;
    Ok(Constants {
        name: node.get("name").text()?,
        title: node.get("title").text()?,
        unit: node.get("unit").optional_text()?,
        source: node.get("source").text()?,
        by: node.get("by").text()?,
        rows,
    })
}

/// Reads the value of a setting; `None` if it is missing.
fn value(node: &Node) -> Result<Option<Setting>, Error> {
    if node.value.is_undefined() {
        return Ok(None);
    }
    let word = node.value.as_string().map(Setting::Word);
    let number = || node.value.as_f64().map(Setting::Number);
    let switch = || node.value.as_bool().map(Setting::Switch);
    let value = word.or_else(number).or_else(switch);
    value.map(Some).ok_or_else(|| node.wrong("a number, a word, or a switch"))
}
