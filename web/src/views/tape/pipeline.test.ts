import { describe, expect, it } from 'vitest';
import { outputs, pipelineOf } from './pipeline';

const valuesOf = (known: Record<string, number>): number[] => outputs.map((name) => known[name] ?? NaN);

describe('pipeline of a server', () => {
  it('has the stations that data pass, and the bottleneck', () => {
    const values = valuesOf({
      rate: 900,
      ratio: 2.5,
      utilization_port: 30,
      port_limit_rate: 3000,
      utilization_cpu: 50,
      cpu_limit_rate: 1800,
      utilization_drawer: 90,
      drawer_limit_rate: 1000,
      utilization_drive: 0,
    });
    const { stops, bottleneck, rate } = pipelineOf(values, { codec: 'zstd', drawers: 1, link_gb: 16 });
    expect(rate).toBe(900);
    expect(stops.map(({ station, detail, compresses }) => [station, detail, compresses])).toEqual([
      ['port', ', 16\u00a0Gb/s', false],
      ['cpu', '', true],
      ['drawer', '\u00a0×\u00a01', false],
    ]);
    expect(bottleneck?.station).toBe('drawer');
  });

  it('has ALDC in the adapters of the ports', () => {
    const values = valuesOf({ utilization_port: 90, port_limit_rate: 10, utilization_cpu: 10, cpu_limit_rate: 90 });
    const { stops } = pipelineOf(values, { codec: 'aldc' });
    expect(stops.map(({ compresses }) => compresses)).toEqual([true, false]);
  });
});
