import type { NumberInput } from '../../components/slider';
import type { Lab } from '../../lab/types';
import { controlOf, settingWords } from '../../lab/words';

/** The setting that is the load of a network: the population or the rate of its first class that is a setting itself. */
export function loadControl(lab: Lab): { setting: string; title: string; input: NumberInput } | undefined {
  const settings = lab.declaration?.settings ?? [];
  const loads = (lab.declaration?.classes ?? []).map(({ population, rate }) => population ?? rate);
  const declared = settings.find(({ name }) => loads.includes(name));
  if (declared?.min === undefined || declared.max === undefined) return undefined;
  const written = controlOf(lab, declared.name)?.input;
  const input: NumberInput =
    written?.kind === 'number'
      ? written
      : {
          kind: 'number',
          least: declared.min,
          greatest: declared.max,
          whole: declared.whole ?? false,
          scale: 'linear',
          unit: declared.unit ?? '1',
        };
  return { setting: declared.name, title: settingWords(lab, declared.name).title, input };
}
