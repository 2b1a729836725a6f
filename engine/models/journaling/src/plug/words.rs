//! What is in a block that is written, in words.

use super::super::block::{Content, LogBody};
use super::super::driver::Write;
use super::super::requests::RequestKind;

fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

fn content(content: &Content) -> String {
    match content {
        Content::Empty | Content::Garbage => "nothing of use".to_owned(),
        Content::Data(stamp) => format!("page {} of file {}", stamp.page, stamp.identity),
        Content::Bitmap(_) => "a bitmap".to_owned(),
        Content::Inodes(_) => "inodes".to_owned(),
        Content::Pointers(_) => "block pointers of a file".to_owned(),
        Content::Node(node) if node.level == 0 => counted(node.items.len(), "name or item", "names or items"),
        Content::Node(_) => "an inner node of a tree".to_owned(),
        Content::LogStart(start) => format!("the log begins with number {}", start.sequence),
        Content::Log(log) => match &log.body {
            LogBody::Descriptor(homes) => {
                format!("transaction {}: {} follow", log.sequence, counted(homes.len(), "image", "images"))
            }
            LogBody::Revoke(homes) => {
                let blocks = counted(homes.len(), "block", "blocks");
                format!("transaction {}: earlier images of {blocks} are void", log.sequence)
            }
            LogBody::Commit => format!("transaction {} is complete", log.sequence),
            LogBody::Records { of, changes, .. } => {
                let records = counted(changes.len(), "change", "changes");
                let buffer = if *of == 1 { String::new() } else { format!(" (a buffer of {of} blocks)") };
                format!("log page {}: {records}{buffer}", log.sequence)
            }
        },
    }
}

/// What a write is.
pub(super) fn describe(write: &Write) -> String {
    let what = content(&write.content);
    let logged = matches!(write.kind, RequestKind::Journal | RequestKind::JournaledData);
    match (&write.content, logged) {
        (Content::Log(_), _) | (_, false) => what,
        (_, true) => format!("an image of {what}"),
    }
}
