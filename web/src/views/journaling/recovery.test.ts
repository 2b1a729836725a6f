import { describe, expect, it } from 'vitest';
import type { Recovery } from '../../engine/live/outage/protocol';
import { curvesOf, points, problemsOf, questionsOf } from './recovery';

const chosen = { size_gib: 96, log_mib: 32, filled_percent: 40, file_kib: 100 };
const answered = (most: number, problem = ''): Recovery => ({
  read: 1,
  written: 0,
  least: 1,
  most,
  parts: [],
  problem,
});

describe('recovery against size', () => {
  it('asks for both file systems along what is chosen, and leaves the rest', () => {
    const asked = questionsOf('log', chosen, 'xfs');
    expect(asked).toHaveLength(2 * points.log.length);
    expect(asked[0]).toEqual({ policy: 'ext2', sizes: { ...chosen, log_mib: 4 } });
    expect(asked.at(-1)).toEqual({ policy: 'xfs', sizes: { ...chosen, log_mib: 512 } });
  });

  it('draws what has an answer and tells what has none once', () => {
    const answers = questionsOf('size', chosen, 'jfs').map(({ sizes }, at) =>
      answered(sizes.size_gib ?? 0, at >= points.size.length && (sizes.size_gib ?? 0) < 4 ? 'too small' : ''),
    );
    const [ext2, jfs] = curvesOf('size', 'jfs', answers);
    expect(ext2?.xs).toEqual(points.size);
    expect(jfs?.xs).toEqual(points.size.slice(2));
    expect(jfs?.answers.map(({ most }) => most)).toEqual(jfs?.xs);
    expect(problemsOf(answers)).toEqual(['too small']);
  });
});
