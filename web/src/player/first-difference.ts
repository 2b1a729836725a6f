import { clampValue, sliderSteps, valueAt } from '../components/slider';
import { allBlocks } from '../lab/blocks';
import type { Chart, Control, Scenario, Setting } from '../lab/types';
import type { Session } from '../session/session.svelte';

/**
 * Returns another value for a control: the next option, twice or half the number, or the middle of the slider for a
 * number that is not positive.
 */
function otherValue({ input }: Control, value: Setting | undefined): Setting | undefined {
  if (input.kind === 'switch') return value !== true;
  if (input.kind === 'number') {
    if (typeof value !== 'number' || value <= 0) return valueAt(input, sliderSteps / 2);
    const doubled = clampValue(input, value * 2);
    return doubled > value ? doubled : clampValue(input, value / 2);
  }
  const values: readonly Setting[] = input.kind === 'word' ? input.options.map(({ word }) => word) : input.values;
  return values[(values.indexOf(value ?? '') + 1) % values.length];
}

/**
 * Returns the initial difference between the configurations compared in a chart: another value for the first control
 * that affects the chart. Controls in the chart's step come first. The result is empty if no control affects the chart.
 */
export function firstDifference(session: Session, chart: Chart): Scenario {
  const { lab, settings } = session;
  const fixed = new Set([
    chart.x,
    ...Object.keys(chart.scenario ?? {}),
    ...(chart.series === undefined ? [] : (lab.series[chart.series] ?? [])).flatMap((one) =>
      Object.keys(one.scenario ?? {}),
    ),
  ]);
  const parts = [lab.introduction, ...lab.steps.map(({ blocks }) => blocks)].map(allBlocks);
  const own = parts.find((blocks) => blocks.some((block) => 'id' in block && block.id === chart.id)) ?? [];
  const controls = [...own, ...parts.flat()].filter((block) => block.kind === 'control');
  for (const control of controls) {
    const { setting } = control;
    const value = otherValue(control, settings[setting]);
    if (!fixed.has(setting) && !session.locked(setting) && value !== undefined && value !== settings[setting])
      return { [setting]: value };
  }
  return {};
}
