import type { NumberInput } from '../../components/slider';
import type { Lab } from '../../lab/types';
import { controlOf, settingWords } from '../../lab/words';

/** Returns the setting for the load of a network: the first one that is the population or the rate of a class. */
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
