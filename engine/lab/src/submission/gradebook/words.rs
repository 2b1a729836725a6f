//! The texts of a lab, with the markup removed.

use crate::{Block, Inline};

/// Returns a text without markup; random numbers, which differ between students, become an ellipsis.
pub(super) fn plain(text: &[Inline]) -> String {
    text.iter()
        .map(|inline| match inline {
            Inline::Text { text } | Inline::Code { text } | Inline::Term { text, .. } => text.clone(),
            Inline::Emphasis { text } | Inline::Strong { text } | Inline::Link { text, .. } => plain(text),
            Inline::Break => " ".to_owned(),
            Inline::Figure(figure) => figure.text.clone(),
            Inline::Drawn { .. } => "…".to_owned(),
        })
        .collect()
}

/// Returns the first paragraph without markup; empty if no block is a paragraph.
pub(super) fn first_paragraph(blocks: &[Block]) -> String {
    let first = blocks.iter().find_map(|block| match block {
        Block::Paragraph { text } => Some(plain(text)),
        _ => None,
    });
    first.unwrap_or_default()
}
