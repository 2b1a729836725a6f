//! Encrypted files of a class. The command line decrypts them with its own code and the page with the browser's code;
//! both get their messages from this module.

use super::{Gradebook, GradedFile, unreadable};
use crate::submission::{Envelope, ParsedSubmission, json_of, key_file_name};

impl Gradebook {
    /// Adds an encrypted file, which cannot be read until it is decrypted.
    pub(super) fn add_envelope(&mut self, file: String, envelope: Envelope) {
        let replay = unreadable(closed(&envelope, &[]));
        self.files.push(GradedFile { file, submission: None, envelope: Some(envelope), replay });
    }

    /// Returns the positions of files that are still encrypted.
    pub fn closed(&self) -> Vec<usize> {
        (0..self.files.len()).filter(|at| self.files[*at].envelope.is_some()).collect()
    }

    /// Records that the keys with the short names `given` do not decrypt file `at`.
    pub fn keep_closed(&mut self, at: usize, given: &[String]) {
        let file = &mut self.files[at];
        if let Some(envelope) = &file.envelope {
            file.replay = unreadable(closed(envelope, given));
        }
    }

    /// Replaces the encrypted file `at` with its decrypted content; `content` is `None` if the right key does not
    /// decrypt the file.
    pub fn open(&mut self, at: usize, content: Option<&[u8]>) {
        let file = &mut self.files[at];
        let Some(envelope) = file.envelope.take() else { return };
        match content.ok_or_else(|| DAMAGED.to_owned()).and_then(|content| read(&envelope, content)) {
            Ok(submission) => {
                file.submission = Some(submission);
                file.replay = super::Replay::default();
            }
            Err(reason) => file.replay = unreadable(reason),
        }
    }
}

const DAMAGED: &str = "encrypted, and damaged or changed afterward: ask for the file again";

/// Returns the reason why a file cannot be decrypted: the missing key.
fn closed(envelope: &Envelope, given: &[String]) -> String {
    let id = envelope.key_id();
    let others = if given.is_empty() { String::new() } else { format!(", not for {}", given.join(" or ")) };
    format!("encrypted for key {id}{others}: add the key file {}", key_file_name(&id))
}

/// Reads the content of an envelope. The content must match the header, because a mail program or a learning platform
/// can show the header.
fn read(envelope: &Envelope, content: &[u8]) -> Result<ParsedSubmission, String> {
    let submission =
        json_of(content).and_then(ParsedSubmission::from_value).map_err(|why| format!("decrypted, but {why}"))?;
    let inside = (submission.assignment_id(), &submission.submission.assignment.lab);
    if inside == (envelope.assignment.clone(), &envelope.lab) {
        Ok(submission)
    } else {
        Err("encrypted, but its header and its content name different assignments".to_owned())
    }
}
