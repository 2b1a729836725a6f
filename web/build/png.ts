// Draws a small picture without a library: antialiased shapes on a pixel grid, written as PNG.
import { crc32, deflateSync } from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number, paper: Colour) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height * 3);
    for (let at = 0; at < this.#pixels.length; at += 3) this.#pixels.set(paper, at);
  }

  /** Draws a line with round ends; `width` is in pixels. */
  line(from: readonly [number, number], to: readonly [number, number], width: number, colour: Colour): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = dx * dx + dy * dy || 1;
    this.#paint(from, to, width, colour, (x, y) => {
      const along = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / length));
      return Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy) - width / 2;
    });
  }

  /** Draws a circle's outline; `width` is in pixels. */
  ring([x, y]: readonly [number, number], radius: number, width: number, colour: Colour): void {
    const corner = radius + width;
    this.#paint([x - corner, y - corner], [x + corner, y + corner], width, colour, (px, py) => {
      return Math.abs(Math.hypot(px - x, py - y) - radius) - width / 2;
    });
  }

  /** Colors the pixels closer than half a pixel to a shape; `distance` is negative inside it. */
  #paint(
    [x1, y1]: readonly [number, number],
    [x2, y2]: readonly [number, number],
    margin: number,
    colour: Colour,
    distance: (x: number, y: number) => number,
  ): void {
    const range = (a: number, b: number, most: number): [number, number] => [
      Math.max(0, Math.floor(Math.min(a, b) - margin)),
      Math.min(most, Math.ceil(Math.max(a, b) + margin)),
    ];
    const [left, right] = range(x1, x2, this.width);
    const [top, bottom] = range(y1, y2, this.height);
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
        if (cover === 0) continue;
        const at = (y * this.width + x) * 3;
        for (const [channel, value] of colour.entries()) {
          const under = this.#pixels[at + channel] ?? 0;
          this.#pixels[at + channel] = Math.round(under + (value - under) * cover);
        }
      }
  }

  png(): Buffer {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    // Eight bits each for red, green, and blue.
    head.set([8, 2], 8);
    const row = this.width * 3;
    const rows = Buffer.alloc((row + 1) * this.height);
    for (let y = 0; y < this.height; y++) rows.set(this.#pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))];
    return Buffer.concat([signature, ...parts]);
  }
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
