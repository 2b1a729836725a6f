//! What is on the medium after a power cut.
//!
//! Some blocks are *undetermined*: each of the writes to them that the cut may have swallowed gives another content. They
//! are decided when they are read first, by a script that a search changes from run to run. Contents that nothing reads
//! need no decision: all cuts that differ only in them are one.

use super::block::{BlockNo, Content};
use super::block_map::BlockMap;

/// The blocks of a device, with a way back.
#[derive(Clone, Debug)]
pub struct Image {
    blocks: BlockMap<Content>,
    /// What was overwritten since [`Self::mark`], if anybody wants to go back.
    undo: Option<Vec<(BlockNo, Content)>>,
    /// Index + 1 into `choices` of each undetermined block.
    undetermined: BlockMap<u32>,
    choices: Vec<Choice>,
    script: Vec<Decision>,
    cursor: usize,
    /// Writes since the mark, and where they were flushed.
    written: Vec<(u32, BlockNo, Content)>,
    epoch: u32,
    /// Blocks that were read.
    reads: u64,
}

#[derive(Clone, Debug)]
struct Choice {
    block: BlockNo,
    /// Contents that the block may have, oldest first.
    contents: Vec<Content>,
    decided: bool,
    /// Which of them it turned out to be; none while that made no difference.
    taken: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    taken: usize,
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

    /// The content of a block. Reading decides what an undetermined one holds.
    pub(super) fn read(&mut self, block: BlockNo) -> Content {
        self.reads += 1;
        let at = *self.undetermined.get(block) as usize;
        if at > 0 && !self.choices[at - 1].decided {
            let of = self.choices[at - 1].contents.len();
            if self.cursor == self.script.len() {
                self.script.push(Decision { taken: 0, of });
            }
            let taken = self.script[self.cursor].taken;
            self.cursor += 1;
            self.choices[at - 1].decided = true;
            self.choices[at - 1].taken = Some(taken);
            let content = self.choices[at - 1].contents[taken].clone();
            self.put(block, content);
        }
        self.blocks.get(block).clone()
    }

    /// All contents that a block may have, without deciding.
    pub(super) fn possible(&self, block: BlockNo) -> &[Content] {
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

    /// Writes a block: what it held does not matter any more.
    pub(super) fn write(&mut self, block: BlockNo, content: Content) {
        if let at @ 1.. = *self.undetermined.get(block) as usize {
            self.choices[at - 1].decided = true;
        }
        if self.undo.is_some() {
            self.written.push((self.epoch, block, content.clone()));
        }
        self.put(block, content);
    }

    /// What was written before is on the medium before what comes later.
    pub(super) fn flush(&mut self) {
        self.epoch += 1;
    }

    /// From here on changes are remembered.
    pub(super) fn mark(&mut self) {
        self.undo = Some(Vec::new());
        self.written.clear();
        self.cursor = 0;
        self.reads = 0;
        for choice in &mut self.choices {
            choice.decided = false;
            choice.taken = None;
        }
    }

    /// Back to the mark. Returns what was written since: epoch, block and content of each.
    pub(super) fn back(&mut self) -> Vec<(u32, BlockNo, Content)> {
        for (block, old) in self.undo.take().into_iter().flatten().rev() {
            self.blocks.set(block, old);
        }
        std::mem::take(&mut self.written)
    }

    /// Blocks read since the mark, or since the beginning.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// Makes the blocks of `writes` undetermined: any of them may be on the medium or not. Two writes of one block keep
    /// their order. Replaces what was undetermined before.
    pub(super) fn undetermine<'a>(&mut self, writes: impl Iterator<Item = (BlockNo, &'a Content)>) {
        self.determine();
        for (block, content) in writes {
            let at = *self.undetermined.get(block) as usize;
            if at == 0 {
                let contents = vec![self.blocks.get(block).clone(), content.clone()];
                self.choices.push(Choice { block, contents, decided: false, taken: None });
                self.undetermined.set(block, self.choices.len() as u32);
            } else {
                self.choices[at - 1].contents.push(content.clone());
            }
        }
    }

    /// Nothing is undetermined any more: the blocks hold what they held before.
    pub(super) fn determine(&mut self) {
        for choice in self.choices.drain(..) {
            self.undetermined.set(choice.block, 0);
        }
        self.script.clear();
        self.cursor = 0;
    }

    /// The next combination of decisions; `false` when there are no more.
    pub(super) fn next(&mut self) -> bool {
        while let Some(mut decision) = self.script.pop() {
            decision.taken += 1;
            if decision.taken < decision.of {
                self.script.push(decision);
                return true;
            }
        }
        false
    }

    /// Decides all undetermined blocks at once: `pick` is given the number of possible contents.
    pub(super) fn decide(&mut self, mut pick: impl FnMut(usize) -> usize) {
        for at in 0..self.choices.len() {
            let Choice { block, contents, decided, taken } = &mut self.choices[at];
            if !*decided {
                *decided = true;
                let picked = pick(contents.len());
                *taken = Some(picked);
                let content = contents[picked].clone();
                let block = *block;
                self.put(block, content);
            }
        }
    }

    /// How many of the writes to each undetermined block are on the medium, as far as that made a difference.
    pub(super) fn decisions(&self) -> Vec<(BlockNo, usize)> {
        self.choices.iter().filter_map(|choice| Some((choice.block, choice.taken?))).collect()
    }

    /// A copy as it is now, in which nothing is undetermined.
    pub(super) fn settled(&self) -> Self {
        Self::new(self.blocks.clone())
    }

    /// Whether two images hold the same in every block; of an undetermined one all it may hold is compared.
    pub(super) fn same_everywhere(&self, other: &Self, blocks: BlockNo) -> bool {
        (0..blocks).all(|block| self.possible(block).iter().all(|content| content == other.blocks.get(block)))
    }
}
