//! Sentences about missing, skipped, and assumed data in an output.

/// Maximum number of sentences: an output with thousands of jobs can cause thousands of them.
const MAX_NOTES: usize = 20;

/// Sentences without duplicates.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    sentences: Vec<String>,
    omitted: usize,
}

impl Notes {
    /// Adds a sentence.
    pub(crate) fn push(&mut self, sentence: String) {
        if self.sentences.contains(&sentence) {
            return;
        }
        if self.sentences.len() < MAX_NOTES {
            self.sentences.push(sentence);
        } else {
            self.omitted += 1;
        }
    }

    /// Returns the sentences, followed by the number of omitted sentences, if any.
    pub(crate) fn into_sentences(mut self) -> Vec<String> {
        if self.omitted > 0 {
            self.sentences.push(format!("{} omitted.", crate::words::count(self.omitted, "further note")));
        }
        self.sentences
    }
}
