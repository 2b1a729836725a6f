import { errorText } from '../../engine/error-text';
import { connect } from '../../engine/live/codecs';
import { Playback } from '../playback.svelte';
import { codewordsOf, describeKnowledge, wordAt, type Codeword } from './codewords';

/** Duration of a bit at speed 1, in milliseconds. */
const BIT_MS = 400;
/** The size limit of a text, in bytes. */
export const MAX_BYTES = 2000;

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

/** The compression of a text with ALDC, bit by bit. */
export class StepsSession {
  text = $state(examples[0]?.text ?? '');
  history = $state(512);
  bytes = $state.raw(new Uint8Array());
  words = $state.raw<Codeword[]>([]);
  failure = $state('');
  readonly playback = new Playback(() => BIT_MS);
  readonly #engine = connect();
  #requests = 0;

  /** The history size of the current codewords. */
  #used = $state(512);
  readonly bits = $derived(this.playback.at);
  /** The index of the codeword that contains the last written bit, the codeword, and the number of its written bits. */
  readonly index = $derived(this.bits === 0 ? 0 : wordAt(this.words, this.bits - 1));
  readonly word = $derived(this.words[this.index]);
  readonly written = $derived(this.bits - (this.word?.from ?? 0));
  readonly complete = $derived(this.word !== undefined && this.written === this.word.bits.length);
  /** The number of text bytes that all complete codewords so far represent. */
  readonly passed = $derived((this.word?.at ?? 0) + (this.complete ? (this.word?.length ?? 0) : 0));
  readonly description = $derived(this.word ? describeKnowledge(this.word, this.written, this.#used) : '');

  get used(): number {
    return this.#used;
  }

  /** Compresses text and moves to its beginning. */
  async begin(text: string, history: number): Promise<void> {
    const request = ++this.#requests;
    const bytes = new TextEncoder().encode(text);
    this.playback.pause();
    if (bytes.length > MAX_BYTES) {
      this.failure = `The text has ${bytes.length} bytes: shorten it to at most ${MAX_BYTES}.`;
      return;
    }
    try {
      const words = codewordsOf(await this.#engine.ask('codewords', [bytes, history]));
      if (request !== this.#requests) return;
      Object.assign(this, { bytes, words, failure: '' });
      this.#used = history;
      const last = words.at(-1);
      this.playback.open(last ? last.from + last.bits.length : 0, 0);
    } catch (error) {
      if (request === this.#requests) this.failure = `Compression failed: ${errorText(error)}.`;
    }
  }

  /** Returns the end of the next codeword, or of the previous one. */
  wordEnd(step: 1 | -1): number {
    const ends = this.words.map(({ from, bits }) => from + bits.length);
    return step > 0
      ? (ends.find((end) => end > this.bits) ?? this.bits)
      : (ends.findLast((end) => end < this.bits) ?? 0);
  }

  close(): void {
    this.#requests++;
    this.playback.pause();
    this.#engine.close();
  }
}
