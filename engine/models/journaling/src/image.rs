//! Crash states: the contents of the medium after a crash.
//!
//! Some blocks are *undetermined*: the crash may have lost any of the writes to them, so that several contents are
//! possible. The content of such a block is decided when the block is first read, by a script that the search changes
//! from run to run. Blocks that are never read need no decision: all crash states that differ only in such blocks count
//! as one state.

use super::block::{BlockNo, Content};
use super::block_map::BlockMap;

/// The blocks of a device, with changes that can be rolled back.
#[derive(Clone, Debug)]
pub struct Image {
    blocks: BlockMap<Content>,
    /// Contents that have been overwritten since [`Self::mark`], if there is a mark.
    undo: Option<Vec<(BlockNo, Content)>>,
    /// For each undetermined block, its index in `choices` plus 1.
    undetermined: BlockMap<u32>,
    choices: Vec<Choice>,
    script: Vec<Decision>,
    cursor: usize,
    /// Writes since the mark, each with its epoch.
    written: Vec<(u32, BlockNo, Content)>,
    epoch: u32,
    /// Number of blocks that were read.
    reads: u64,
}

#[derive(Clone, Debug)]
struct Choice {
    block: BlockNo,
    /// Possible contents, oldest first.
    contents: Vec<Content>,
    decided: bool,
    /// Index of the content that a read chose; `None` while the choice makes no difference.
    chosen: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    chosen: usize,
    of: usize,
}

impl Image {
    pub(super) fn new(blocks: BlockMap<Content>) -> Self {
        Self {
            blocks,
            undo: None,
            undetermined: BlockMap::new(0),
            choices: Vec::new(),
            script: Vec::new(),
            cursor: 0,
            written: Vec::new(),
            epoch: 0,
            reads: 0,
        }
    }

    /// Reads a block; if the block is undetermined, reading decides its content.
    pub(super) fn read(&mut self, block: BlockNo) -> Content {
        self.reads += 1;
        let at = *self.undetermined.get(block) as usize;
        if at > 0 && !self.choices[at - 1].decided {
            let of = self.choices[at - 1].contents.len();
            if self.cursor == self.script.len() {
                self.script.push(Decision { chosen: 0, of });
            }
            let chosen = self.script[self.cursor].chosen;
            self.cursor += 1;
            self.choices[at - 1].decided = true;
            self.choices[at - 1].chosen = Some(chosen);
            let content = self.choices[at - 1].contents[chosen].clone();
            self.put(block, content);
        }
        self.blocks.get(block).clone()
    }

    /// Returns all possible contents of a block without deciding which one it has.
    pub(super) fn possible_contents(&self, block: BlockNo) -> &[Content] {
        match *self.undetermined.get(block) as usize {
            at if at > 0 && !self.choices[at - 1].decided => &self.choices[at - 1].contents,
            _ => std::slice::from_ref(self.blocks.get(block)),
        }
    }

    fn put(&mut self, block: BlockNo, content: Content) {
        let old = std::mem::replace(self.blocks.get_mut(block), content);
        if let Some(undo) = &mut self.undo {
            undo.push((block, old));
        }
    }

    /// Writes a block: its earlier content no longer matters.
    pub(super) fn write(&mut self, block: BlockNo, content: Content) {
        if let at @ 1.. = *self.undetermined.get(block) as usize {
            self.choices[at - 1].decided = true;
        }
        if self.undo.is_some() {
            self.written.push((self.epoch, block, content.clone()));
        }
        self.put(block, content);
    }

    /// Flushes the cache, so that earlier writes reach the medium before later ones.
    pub(super) fn flush(&mut self) {
        self.epoch += 1;
    }

    /// Returns the number of flushes so far.
    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Sets the mark to which [`Self::roll_back`] returns.
    pub(super) fn mark(&mut self) {
        self.undo = Some(Vec::new());
        self.written.clear();
        self.cursor = 0;
        self.reads = 0;
        for choice in &mut self.choices {
            choice.decided = false;
            choice.chosen = None;
        }
    }

    /// Rolls back to the mark and returns the writes since then: epoch, block, and content of each.
    pub(super) fn roll_back(&mut self) -> Vec<(u32, BlockNo, Content)> {
        for (block, old) in self.undo.take().into_iter().flatten().rev() {
            self.blocks.set(block, old);
        }
        std::mem::take(&mut self.written)
    }

    /// Returns the number of blocks read since the mark, or since the image was created.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// Makes the blocks of `writes` undetermined: any of these writes may be lost. Writes to the same block keep their
    /// order. The new set replaces the blocks that were undetermined before.
    pub(super) fn set_undetermined<'a>(&mut self, writes: impl Iterator<Item = (BlockNo, &'a Content)>) {
        self.clear_undetermined();
        for (block, content) in writes {
            let at = *self.undetermined.get(block) as usize;
            if at == 0 {
                let contents = vec![self.blocks.get(block).clone(), content.clone()];
                self.choices.push(Choice { block, contents, decided: false, chosen: None });
                self.undetermined.set(block, self.choices.len() as u32);
            } else {
                self.choices[at - 1].contents.push(content.clone());
            }
        }
    }

    /// Makes all undetermined blocks determined: they keep their earlier contents.
    pub(super) fn clear_undetermined(&mut self) {
        for choice in self.choices.drain(..) {
            self.undetermined.set(choice.block, 0);
        }
        self.script.clear();
        self.cursor = 0;
    }

    /// Advances to the next combination of decisions; returns `false` after the last one.
    pub(super) fn next_decisions(&mut self) -> bool {
        while let Some(mut decision) = self.script.pop() {
            decision.chosen += 1;
            if decision.chosen < decision.of {
                self.script.push(decision);
                return true;
            }
        }
        false
    }

    /// Decides all undetermined blocks at once. `pick` takes the number of possible contents and returns the index of
    /// one of them.
    pub(super) fn decide_all(&mut self, mut pick: impl FnMut(usize) -> usize) {
        for at in 0..self.choices.len() {
            let Choice { block, contents, decided, chosen } = &mut self.choices[at];
            if !*decided {
                *decided = true;
                let chosen_index = pick(contents.len());
                *chosen = Some(chosen_index);
                let content = contents[chosen_index].clone();
                let block = *block;
                self.put(block, content);
            }
        }
    }

    /// Returns how many of the writes to each decisive block are on the medium.
    pub(super) fn decisive_writes(&self) -> Vec<(BlockNo, usize)> {
        self.choices.iter().filter_map(|choice| Some((choice.block, choice.chosen?))).collect()
    }

    /// Returns a copy with the current contents, in which no block is undetermined.
    pub(super) fn copy_decided(&self) -> Self {
        Self::new(self.blocks.clone())
    }

    /// Returns whether all possible contents of every block equal the content of the block in `other`.
    pub(super) fn equals(&self, other: &Self, blocks: BlockNo) -> bool {
        (0..blocks).all(|block| self.possible_contents(block).iter().all(|content| content == other.blocks.get(block)))
    }
}
