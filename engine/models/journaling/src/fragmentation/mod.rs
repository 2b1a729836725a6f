//! Space that files waste, and files that lie in pieces.

mod ageing;
mod waste;

pub use ageing::{Ageing, Piece, Setup};
pub use waste::{BLOCK_SIZES, Sizes, Waste, waste};
