//! The interactive minidisk cache.

use crate::boundary::{js_error, to_js};
use js_sys::Error;
use pathlength_disk_path::iozone::{Medium, Sharing};
use pathlength_disk_path::live::{GuestView, LiveCache, LiveDemand, Slots, Step};
use pathlength_model::WordEnum;
use tsify::Ts;
use wasm_bindgen::prelude::*;

/// A minidisk cache small enough to show every slot, and guests that run the phases of the `IOzone` benchmark. Each
/// request is for one whole unit: a track, or eight pages.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CacheView(LiveCache);

/// The steps of requests, in order, as columns.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CacheSteps(Vec<Step>);

/// The slots of the cache as columns.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CacheSlots(Slots);

#[wasm_bindgen]
impl CacheView {
    /// Creates an empty cache of `cache_units` units (0 to 512), and unwritten files of `file_units` units (1 to
    /// 4,096). `medium` is "eckd" or "fba"; `block_bytes` is 512, 1024, 2048, or 4096 for "eckd". `sharing` is "own",
    /// "shared", or "scan"; `scan_rate` (1 to 16) affects only "scan".
    ///
    /// # Errors
    /// Throws for any other word, and for numbers that are out of range.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::too_many_arguments, reason = "plain strings and numbers need no parser")]
    pub fn new(
        medium: &str,
        block_bytes: u32,
        cache_units: u32,
        guests: u32,
        sharing: &str,
        scan_rate: u32,
        fair_share: bool,
        file_units: u32,
    ) -> Result<CacheView, Error> {
        let medium = match medium {
            "eckd" => Medium::Eckd { block_bytes },
            "fba" => Medium::Fba,
            other => return Err(Error::new(&format!("unknown medium {other:?}: choose eckd or fba"))),
        };
        let sharing = match sharing {
            "own" => Sharing::Own,
            "shared" => Sharing::Shared,
            "scan" => Sharing::Scan { rate: scan_rate },
            other => return Err(Error::new(&format!("unknown sharing {other:?}: choose own, shared, or scan"))),
        };
        let demand = LiveDemand { medium, cache_units, file_units, guests, sharing, fair_share };
        LiveCache::new(demand).map(Self).map_err(js_error)
    }

    /// Executes up to `requests` requests, of all guests in turn, and returns their steps. Execution stops at the
    /// end of a phase; the next call starts the next phase.
    pub fn advance(&mut self, requests: u32) -> CacheSteps {
        CacheSteps(self.0.advance(requests).to_vec())
    }

    /// Returns the phase of the last request: "write", "rewrite", "read", or "reread".
    #[wasm_bindgen(getter)]
    pub fn phase(&self) -> String {
        self.0.phase().to_owned()
    }

    /// Returns whether this phase is over.
    #[wasm_bindgen(getter, js_name = phaseIsOver)]
    pub fn phase_is_over(&self) -> bool {
        self.0.phase_is_over()
    }

    /// Returns whether all phases are over.
    #[wasm_bindgen(getter, js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Returns the contents of the cache.
    pub fn slots(&self) -> CacheSlots {
        CacheSlots(self.0.slots())
    }

    /// Returns the counts of each guest.
    ///
    /// # Errors
    /// Never throws in practice: the result is plain data.
    pub fn guests(&self) -> Result<Vec<Ts<GuestView>>, Error> {
        self.0.guests().iter().map(to_js).collect()
    }
}

#[wasm_bindgen]
impl CacheSlots {
    /// Returns the number of the guest that holds each slot, from 0; 255 for an empty slot.
    #[wasm_bindgen(getter)]
    pub fn guests(&self) -> Vec<u8> {
        self.0.guests.clone()
    }

    /// Returns the unit in each slot, by its number in the file, from 0.
    #[wasm_bindgen(getter)]
    pub fn units(&self) -> Vec<u32> {
        self.0.units.clone()
    }

    /// Returns the rank of each slot by its last use: 0 for the most recently used slot, and 4294967295 for an
    /// empty slot.
    #[wasm_bindgen(getter)]
    pub fn ages(&self) -> Vec<u32> {
        self.0.ages.clone()
    }
}

#[wasm_bindgen]
impl CacheSteps {
    /// Returns the kind of each step, as an index.
    #[wasm_bindgen(getter)]
    pub fn kinds(&self) -> Vec<u8> {
        self.0.iter().map(|step| step.kind.index()).collect()
    }

    /// Returns the slot of each step; 4294967295 for a step without a slot.
    #[wasm_bindgen(getter)]
    pub fn slots(&self) -> Vec<u32> {
        self.0.iter().map(|step| step.slot.unwrap_or(u32::MAX)).collect()
    }

    /// Returns the guest that issued each step's request; for an evicted unit, the guest that held it.
    #[wasm_bindgen(getter)]
    pub fn guests(&self) -> Vec<u8> {
        self.0.iter().map(|step| step.guest as u8).collect()
    }

    /// Returns the file unit of each step.
    #[wasm_bindgen(getter)]
    pub fn units(&self) -> Vec<u32> {
        self.0.iter().map(|step| step.unit).collect()
    }
}
