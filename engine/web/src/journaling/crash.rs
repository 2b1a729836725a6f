//! A journaling file system whose power is cut.

use js_sys::Error;
use crate::boundary::js_error;
use pathlength_journaling::plug::{Demand, Outcome, Place, Plug, Story};
use pathlength_journaling::{Broken, Policy, RequestKind};
use pathlength_model::Word;
use wasm_bindgen::prelude::*;

/// A short run of one client, and power cuts after any of its writes. Writes are numbered from 0; times are seconds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct PlugView(Plug);

/// What a power cut leaves.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CutOutcome(Outcome);

fn word<T: Word>(word: &str, what: &str) -> Result<T, Error> {
    let at = T::WORDS.iter().position(|known| *known == word);
    at.map(|at| T::MEANINGS[at])
        .ok_or_else(|| Error::new(&format!("\"{word}\" is no {what}; there are {}", T::WORDS.join(", "))))
}

#[wasm_bindgen]
impl PlugView {
    /// Runs the stream number `stream` of a story ("mixed", "used-again", "at-once") with a policy, as the lab's setting
    /// names it. The rest are rules that it does without.
    ///
    /// # Errors
    /// For any other word, and for a stream that there is not.
    #[wasm_bindgen(constructor)]
    pub fn new(
        policy: &str,
        story: &str,
        stream: f64,
        no_revoke: bool,
        no_barrier: bool,
        early_reuse: bool,
    ) -> Result<PlugView, Error> {
        // What is no number of a stream becomes one that there is not.
        let whole = stream >= 0.0 && stream <= f64::from(u32::MAX) && stream.fract() == 0.0;
        let demand = Demand {
            policy: word::<Policy>(policy, "file system")?,
            broken: Broken { no_revoke, no_barrier, early_reuse },
            story: word::<Story>(story, "story")?,
            stream: if whole { stream as u32 } else { u32::MAX },
        };
        Plug::new(demand).map(Self).map_err(js_error)
    }

    /// When each write was handed over.
    #[wasm_bindgen(getter)]
    pub fn times(&self) -> Vec<f64> {
        self.0.writes().iter().map(|write| write.at as f64 / 1e9).collect()
    }

    /// Why each was written: 0 pages of files, 1 metadata without a log, 2 the log, 3 pages of files in the log, 4 what
    /// the log holds to its place, 5 the log's beginning.
    #[wasm_bindgen(getter)]
    pub fn kinds(&self) -> Vec<u8> {
        let kind = |kind| match kind {
            RequestKind::Data => 0,
            RequestKind::Metadata => 1,
            RequestKind::Journal | RequestKind::Flush => 2,
            RequestKind::JournaledData => 3,
            RequestKind::Home => 4,
            RequestKind::LogStart => 5,
        };
        self.0.writes().iter().map(|write| kind(write.kind)).collect()
    }

    /// Flushes before each: what is written before a flush is on the medium before what comes after it.
    #[wasm_bindgen(getter)]
    pub fn epochs(&self) -> Vec<u32> {
        self.0.writes().iter().map(|write| write.epoch).collect()
    }

    /// The block that each went to.
    #[wasm_bindgen(getter)]
    pub fn blocks(&self) -> Vec<u32> {
        self.0.writes().iter().map(|write| write.block).collect()
    }

    /// What each is, in words, a line each.
    #[wasm_bindgen(getter)]
    pub fn words(&self) -> String {
        let all: Vec<String> = (0..self.0.writes().len() as u32).map(|at| self.0.describe(at)).collect();
        all.join("\n")
    }

    /// Cuts the power after the write number `after`; those in `lost` are not on the medium.
    ///
    /// # Errors
    /// If there is no such write, or one of those that got lost had been secured by a flush.
    pub fn cut(&self, after: u32, lost: Vec<u32>) -> Result<CutOutcome, Error> {
        self.0.cut(&Place { after, lost }).map(CutOutcome).map_err(js_error)
    }

    /// Searches on for the worst cut; `false` when all are searched.
    pub fn search(&mut self) -> bool {
        self.0.search()
    }

    /// How much of the search is done, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn searched(&self) -> f64 {
        self.0.searched().0
    }

    /// How many cuts were tried so far.
    #[wasm_bindgen(getter)]
    pub fn tried(&self) -> f64 {
        self.0.searched().1 as f64
    }

    /// The worst cut: its last write, and then those that got lost. Nothing before a search.
    ///
    /// # Errors
    /// Never for a cut that was searched.
    pub fn worst(&self) -> Result<Vec<u32>, Error> {
        let worst = self.0.worst().map_err(js_error)?;
        Ok(worst.map_or_else(Vec::new, |place| std::iter::once(place.after).chain(place.lost).collect()))
    }
}

#[wasm_bindgen]
impl CutOutcome {
    /// Blocks read and written by the recovery, what was replayed and left out, problems before and after, strange files,
    /// foreign pages, zeros, pages lost, files missing, returned, renamed, pages that are right, broken promises.
    #[wasm_bindgen(getter)]
    pub fn counts(&self) -> Vec<f64> {
        let it = &self.0;
        let recovery = &it.recovery;
        let blocks = [recovery.blocks_read as f64, recovery.blocks_written as f64];
        let counts = [
            recovery.replayed,
            recovery.revoked,
            it.before,
            it.after,
            it.strange,
            it.foreign,
            it.holes,
            it.pages,
            it.missing,
            it.returned,
            it.renamed,
            it.right,
            it.promises,
        ];
        blocks.into_iter().chain(counts.map(f64::from)).collect()
    }

    /// When the power failed.
    #[wasm_bindgen(getter)]
    pub fn at(&self) -> f64 {
        self.0.at_s
    }

    /// Age of the oldest thing that is lost.
    #[wasm_bindgen(getter, js_name = lostSeconds)]
    pub fn lost_seconds(&self) -> f64 {
        self.0.lost_s
    }
}
