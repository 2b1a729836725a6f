import { describe, expect, it } from 'vitest';
import type { Recovery } from '../../engine/live/outage/protocol';
import { begin, choose, questions, resizing } from './choose';
import { systems } from './systems';

const takes = (fastS: number, slowS: number, problem = ''): Recovery => ({
  read: 1,
  written: 1,
  fastS,
  slowS,
  components: [],
  problem,
});
/** A check takes hours and a replay seconds. */
const usual = new Map(
  systems.map(({ policy }, at) => [policy, policy === 'ext2' ? takes(3000, 9000) : takes(0.5, at)]),
);
const fitting = (answers: Record<string, string>, recoveries = usual): string[] =>
  choose({ ...begin(), ...answers }, recoveries)
    .filter(({ fit }) => fit === 'yes')
    .map(({ system }) => system.policy);

describe('file system choice', () => {
  it('finds file systems for the initial wishes: recovery in a minute, and able to shrink', () => {
    expect(fitting({})).toEqual(['writeback', 'ordered', 'journal', 'reiserfs']);
    const [ext2, jfs, xfs] = choose(begin(), usual)
      .filter(({ fit }) => fit === 'no')
      .map(({ system }) => system.policy)
      .sort();
    expect([ext2, jfs, xfs]).toEqual(['ext2', 'jfs', 'xfs']);
  });

  it('follows the published table word by word', () => {
    expect([...resizing.keys()]).toEqual(['ext2', 'ext3', 'JFS', 'ReiserFS', 'XFS']);
    const any = { recover: 'any', shrink: 'any' };
    expect(fitting({ ...any, grow: 'online' })).toEqual(['reiserfs', 'jfs', 'xfs']);
    expect(fitting({ ...any, shrink: 'online' })).toEqual([]);
    expect(fitting(any)).toHaveLength(systems.length);
  });

  it('keeps what a file may show apart from its structure', () => {
    expect(fitting({ contents: 'never', shrink: 'any' })).toEqual(['ordered', 'journal', 'reiserfs']);
  });

  it('answers perhaps if the limit is within the range of times, and no without an estimate', () => {
    const recoveries = new Map(usual).set('jfs', takes(20, 90)).set('xfs', takes(NaN, NaN, 'the log is too large'));
    const found = choose({ ...begin(), shrink: 'any' }, recoveries);
    const of = (policy: string) => found.find(({ system }) => system.policy === policy);
    expect(of('jfs')?.fit).toBe('perhaps');
    expect(of('xfs')?.fit).toBe('no');
    expect(of('xfs')?.checks[0]?.reason).toContain('the log is too large');
    const last = choose({ ...begin(), shrink: 'any', recover: 'any' }, recoveries).at(-1);
    expect([last?.system.policy, last?.fit]).toEqual(['xfs', 'no']);
  });

  it('has a reason for every wish', () => {
    for (const { id, options } of questions)
      for (const { value } of options.slice(1))
        for (const { checks } of choose({ [id]: value }, usual))
          for (const { reason } of checks) expect(reason).toMatch(/\.$/);
  });
});
