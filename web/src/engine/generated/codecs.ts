// Generated from the engine by a test, which also compares the two: do not edit.
// WRITE_PAGE_TABLES=1 cargo test -p pathlength-cli --test command page_tables

export const table = [
  {
    name: 'aldc',
    title: 'ALDC',
    hardware: 'FICON',
    extension: 'aldc',
    magic: [0xff, 0x80, 0x41, 0x4c, 0x44, 0x43],
    history: 512,
    inAdapter: true,
    knobs: [{ kind: 'history', values: [512, 1024, 2048], default: 512, isVaried: true }],
  },
  {
    name: 'lz4',
    title: 'LZ4',
    hardware: '',
    extension: 'lz4',
    magic: [0x04, 0x22, 0x4d, 0x18],
    history: 65536,
    inAdapter: false,
    knobs: [],
  },
  {
    name: 'zstd',
    title: 'ZSTD',
    hardware: '',
    extension: 'zst',
    magic: [0x28, 0xb5, 0x2f, 0xfd],
    history: undefined,
    inAdapter: false,
    knobs: [{ kind: 'level', min: 1, max: 19, default: 1, isVaried: true }],
  },
  {
    name: 'deflate',
    title: 'DEFLATE',
    hardware: 'zEDC',
    extension: 'gz',
    magic: [0x1f, 0x8b],
    history: 32768,
    inAdapter: false,
    knobs: [{ kind: 'level', min: 1, max: 9, default: 1, isVaried: false }],
  },
] as const;
