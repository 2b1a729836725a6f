import { describe, expect, it } from 'vitest';
import type { Recovery } from '../../engine/live/outage/protocol';
import { curvesOf, points, problemsOf, requestsOf } from './recovery';

const chosen = { size_gib: 96, log_mib: 32, filled_percent: 40, file_kib: 100 };
const answered = (slowS: number, problem = ''): Recovery => ({
  read: 1,
  written: 0,
  fastS: 1,
  slowS,
  components: [],
  problem,
});

describe('recovery by size', () => {
  it('requests both file systems along the chosen axis and keeps the other sizes', () => {
    const asked = requestsOf('log', chosen, 'xfs');
    expect(asked).toHaveLength(2 * points.log.length);
    expect(asked[0]).toEqual({ policy: 'ext2', sizes: { ...chosen, log_mib: 4 } });
    expect(asked.at(-1)).toEqual({ policy: 'xfs', sizes: { ...chosen, log_mib: 512 } });
  });

  it('draws the estimates and lists each reason for missing ones once', () => {
    const answers = requestsOf('size', chosen, 'jfs').map(({ sizes }, at) =>
      answered(sizes.size_gib ?? 0, at >= points.size.length && (sizes.size_gib ?? 0) < 4 ? 'too small' : ''),
    );
    const [ext2, jfs] = curvesOf('size', 'jfs', answers);
    expect(ext2?.xs).toEqual(points.size);
    expect(jfs?.xs).toEqual(points.size.slice(2));
    expect(jfs?.answers.map(({ slowS }) => slowS)).toEqual(jfs?.xs);
    expect(problemsOf(answers)).toEqual(['too small']);
  });
});
