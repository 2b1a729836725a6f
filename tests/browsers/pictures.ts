/** The model with which each lab begins, in every browser: it plays by itself, and responds to the reader. */
import { expect } from 'vitest';
import { Key } from 'selenium-webdriver';
import type { Hands } from './hands.ts';
import type { Scenarios } from './scenario.ts';

interface Opening {
  readonly lab: string;
  /** The element with the text that the reader changes. */
  readonly value: string;
  /** That text after the animation has ended. */
  readonly played: RegExp;
  readonly change: (hands: Hands) => Promise<void>;
}

const slider = ':is(input[type="range"], [role="slider"])';

const openings: readonly Opening[] = [
  {
    lab: 'zfs-directories',
    value: '#race .sentence',
    played: /\d/,
    change: (hands) => hands.type(`#race ${slider}`, Key.HOME),
  },
  {
    lab: 'zfs-migration',
    value: '#opening-conversion [data-testid="conversion-status"]',
    played: /2,000 names took/,
    change: (hands) => hands.type(`#opening-conversion ${slider}`, Key.HOME),
  },
  {
    lab: 'disk-paths',
    value: '#model-minidisk-cache [data-testid="phases"]',
    played: /\d/,
    change: (hands) => hands.press('#model-minidisk-cache', 'Run a phase'),
  },
  {
    lab: 'sfs-file-pool',
    value: '#model-file-pool [data-testid="clock"]',
    played: /2 min 00\.0 s/,
    change: (hands) => hands.press('#model-file-pool', 'Run two minutes'),
  },
  {
    lab: 'tape-compression',
    value: '#opening-codecs [data-testid="shrink"]',
    played: /\d/,
    change: (hands) => hands.type('#opening-codecs input[type="radio"]', Key.ARROW_DOWN),
  },
  {
    lab: 'journaling',
    value: '#opening-plug .sums',
    played: /\d/,
    change: (hands) => hands.type(`#opening-plug ${slider}`, Key.HOME),
  },
  {
    lab: 'queueing',
    value: '#opening-queues [data-testid="now"]',
    played: /After 10 s/,
    change: (hands) => hands.type(`#opening-queues ${slider}`, Key.HOME),
  },
];

export const pictures: Scenarios = Object.fromEntries(
  openings.map(({ lab, value, played, change }) => [
    `opening of ${lab} plays and answers its reader`,
    async ({ hands, url }) => {
      await hands.open(`${url}labs/${lab}.html`);
      await hands.untilTrue('the picture has played', async () => {
        // Some models start when they come into view, and parts that load above them may push them away.
        await hands.reach(value.split(' ')[0] ?? value);
        return (await hands.texts(value)).some((text) => played.test(text));
      });
      const before = await hands.settled(value);
      await change(hands);
      await hands.untilTrue('the picture has answered', async () => (await hands.texts(value)).join(' ') !== before);
      expect(await hands.settled(value)).not.toBe(before);
    },
  ]),
);
