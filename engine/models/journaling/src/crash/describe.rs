//! Descriptions of block writes.

use super::super::block::{Content, LogBody};
use super::super::driver::Write;
use super::super::requests::RequestKind;

fn format_count(count: usize, singular: &str, plural: &str) -> String {
    if count == 1 { format!("1 {singular}") } else { format!("{count} {plural}") }
}

fn describe_content(content: &Content) -> String {
    match content {
        Content::Empty | Content::Garbage => "no valid content".to_owned(),
        Content::Data(stamp) => format!("page {} of file {}", stamp.page, stamp.identity),
        Content::Bitmap(_) => "a bitmap".to_owned(),
        Content::Inodes(_) => "inodes".to_owned(),
        Content::Pointers(_) => "block pointers of a file".to_owned(),
        Content::Node(node) if node.level == 0 => format_count(node.items.len(), "name or item", "names or items"),
        Content::Node(_) => "an inner node of a tree".to_owned(),
        Content::LogStart(start) => format!("the log starts at number {}", start.sequence),
        Content::Log(log) => match &log.body {
            LogBody::Descriptor(homes) => {
                format!("transaction {}: {}", log.sequence, format_count(homes.len(), "image follows", "images follow"))
            }
            LogBody::Revoke(homes) => {
                let blocks = format_count(homes.len(), "block", "blocks");
                format!("transaction {} revokes earlier images of {blocks}", log.sequence)
            }
            LogBody::Commit { .. } => format!("transaction {} is complete", log.sequence),
            LogBody::Records { of, changes, .. } => {
                let records = format_count(changes.len(), "change", "changes");
                let buffer = if *of == 1 { String::new() } else { format!(" (a buffer of {of} blocks)") };
                format!("log page {}: {records}{buffer}", log.sequence)
            }
        },
    }
}

/// Describes a write: its content, and whether the write is an image in the log.
pub(super) fn describe_write(write: &Write) -> String {
    let content = describe_content(&write.content);
    let is_logged = matches!(write.kind, RequestKind::Journal | RequestKind::JournaledData);
    match (&write.content, is_logged) {
        (Content::Log(_), _) | (_, false) => content,
        (_, true) => format!("an image of {content}"),
    }
}
