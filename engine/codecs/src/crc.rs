//! CRC-32, the checksum of gzip and zip (RFC 1952, section 8).

/// Number of tables: the n-th contains the effect of a byte followed by n other bytes.
const TABLES: usize = 8;

/// Returns the CRC-32 of `bytes`, as in zip and gzip files.
///
/// ```
/// assert_eq!(pathlength_codecs::crc32(b"123456789"), 0xcbf4_3926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = Crc32::new();
    sum.push(bytes);
    sum.take()
}

/// The checksum of data that arrive in chunks, or of many pieces of data; its tables are computed once.
#[derive(Clone, Debug)]
pub struct Crc32 {
    tables: Vec<[u32; 256]>,
    state: u32,
}

impl Default for Crc32 {
    fn default() -> Self {
        Self::new()
    }
}

impl Crc32 {
    /// Returns the checksum of no bytes.
    // All containers share one copy of each function, so a page's download is smaller.
    #[inline(never)]
    pub fn new() -> Self {
        let mut tables = vec![[0; 256]; TABLES];
        for (byte, entry) in (0u32..).zip(&mut tables[0]) {
            *entry = (0..8).fold(byte, |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 });
        }
        for n in 1..TABLES {
            for byte in 0..256 {
                let before = tables[n - 1][byte];
                tables[n][byte] = before >> 8 ^ tables[0][(before & 255) as usize];
            }
        }
        Self { tables, state: !0 }
    }

    /// Returns the checksum of `bytes` alone.
    pub fn of(&self, bytes: &[u8]) -> u32 {
        !self.next(!0, bytes)
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.state = self.next(self.state, bytes);
    }

    #[inline(never)]
    fn next(&self, state: u32, bytes: &[u8]) -> u32 {
        let (eights, rest) = bytes.as_chunks::<TABLES>();
        let mut state = u64::from(state);
        for eight in eights {
            let mixed = (state ^ u64::from_le_bytes(*eight)).to_le_bytes();
            let parts = mixed.iter().zip(self.tables.iter().rev());
            state = u64::from(parts.fold(0, |crc, (&byte, table)| crc ^ table[usize::from(byte)]));
        }
        let step = |crc: u32, &byte: &u8| crc >> 8 ^ self.tables[0][usize::from(crc as u8 ^ byte)];
        rest.iter().fold(state as u32, step)
    }

    /// Returns the checksum so far and resets it.
    pub(crate) fn take(&mut self) -> u32 {
        !std::mem::replace(&mut self.state, !0)
    }
}
