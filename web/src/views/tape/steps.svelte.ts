import { connect } from '../../engine/live/codecs';
import { Playback } from '../playback.svelte';
import { codewordsOf, known, wordAt, type Codeword } from './codewords';

/** A bit takes so long at speed 1, in milliseconds. */
const tick = 400;
/** So much text is looked at. */
export const mostBytes = 2000;

export const examples: readonly { title: string; text: string }[] = [
  { title: 'Sixteen letters', text: 'ABAAAAAACABABABA' },
  { title: 'A sentence', text: 'the tape on the shelf is the tape on the list' },
  { title: 'One letter', text: 'A'.repeat(300) },
  {
    title: 'Records',
    text: Array.from(
      { length: 8 },
      (_, at) => `CUST${String(4711 + 13 * at).padStart(6, '0')} ACTIVE  000000${at}0 EUR `,
    ).join(''),
  },
];

/** A text on its way through ALDC, bit by bit. */
export class StepsSession {
  text = $state(examples[0]?.text ?? '');
  history = $state(512);
  bytes = $state.raw(new Uint8Array());
  words = $state.raw<Codeword[]>([]);
  failure = $state('');
  readonly playback = new Playback(() => tick);
  readonly #engine = connect();
  #asked = 0;

  /** The history that the words were made with. */
  #with = $state(512);
  readonly bits = $derived(this.playback.at);
  /** The codeword whose bit was written last, and how many of its bits are. */
  readonly index = $derived(this.bits === 0 ? 0 : wordAt(this.words, this.bits - 1));
  readonly word = $derived(this.words[this.index]);
  readonly written = $derived(this.bits - (this.word?.from ?? 0));
  readonly complete = $derived(this.word !== undefined && this.written === this.word.bits.length);
  /** Bytes that the codewords so far stand for, this one included if it is complete. */
  readonly passed = $derived((this.word?.at ?? 0) + (this.complete ? (this.word?.length ?? 0) : 0));
  readonly description = $derived(this.word ? known(this.word, this.written, this.#with) : '');

  get used(): number {
    return this.#with;
  }

  /** Compresses a text, and begins before its first bit. */
  async begin(text: string, history: number): Promise<void> {
    const asked = ++this.#asked;
    const bytes = new TextEncoder().encode(text);
    this.playback.pause();
    if (bytes.length > mostBytes) {
      this.failure = `The text has ${bytes.length} bytes; up to ${mostBytes} can be looked at.`;
      return;
    }
    try {
      const words = codewordsOf(await this.#engine.ask('codewords', [bytes, history]));
      if (asked !== this.#asked) return;
      Object.assign(this, { bytes, words, failure: '' });
      this.#with = history;
      const last = words.at(-1);
      this.playback.open(last ? last.from + last.bits.length : 0, 0);
    } catch (error) {
      if (asked === this.#asked)
        this.failure = `That did not work: ${error instanceof Error ? error.message : String(error)}.`;
    }
  }

  /** Where the bits of the next codeword, or of the one before, end. */
  wordEnd(step: 1 | -1): number {
    const ends = this.words.map(({ from, bits }) => from + bits.length);
    return step > 0
      ? (ends.find((end) => end > this.bits) ?? this.bits)
      : (ends.findLast((end) => end < this.bits) ?? 0);
  }

  close(): void {
    this.#asked++;
    this.playback.pause();
    this.#engine.close();
  }
}
