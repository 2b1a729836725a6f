// The parameters of a lab's model, each with its unit and its source.
import { provenances, type Parameter } from '../types.ts';
import type { SourceFile } from './files.ts';
import type { Inherit } from './inherited.ts';
import { fits, get, isOneOf, plain, textOf, type Item, type Shape } from './located.ts';
import { hint } from './suggest.ts';
import { readToml } from './toml.ts';

const shape = {
  title: 'text',
  value: 'number',
  unit: 'text',
  provenance: 'text',
  source: 'text',
  start: 'number?',
  step: 'number?',
  fitted_on: 'list of texts?',
  chosen_with: 'list of texts?',
  neutral: 'number?',
  mechanism: 'text?',
} satisfies Shape;

/** Returns a parameter of another lab; reports problems and returns undefined if there are any. */
function inherited(source: SourceFile, name: string, item: Item, inherit: Inherit): Parameter | undefined {
  const from = get(item, 'inherited_from');
  const [typed] = [...(item.map ?? [])].filter(([key]) => key !== 'inherited_from');
  if (typed) {
    const [key, { key: place }] = typed;
    source.error(
      place,
      `[${name}] takes its ${key} from the lab ${textOf(from)}: remove all lines except inherited_from`,
    );
    return undefined;
  }
  if (!from || !fits(source, item, { inherited_from: 'text' }, `[${name}]`)) return undefined;
  const there = inherit(name, textOf(from));
  if (typeof there !== 'string') return there;
  source.error(from.place, `[${name}]: ${there}`);
  return undefined;
}

/** Reads `parameters.toml`; `tables` are the names allowed in `fitted_on`. */
export function compileParameters(
  source: SourceFile,
  tables: readonly string[],
  inherit: Inherit,
): Record<string, Parameter> {
  const known: [string, Parameter][] = [];
  for (const [name, { value: item }] of readToml(source)?.map ?? []) {
    if (get(item, 'inherited_from')) {
      const parameter = inherited(source, name, item, inherit);
      if (parameter) known.push([name, parameter]);
      continue;
    }
    if (!fits(source, item, shape, `[${name}]`)) continue;
    const [provenance, fitted] = [get(item, 'provenance'), get(item, 'fitted_on')];
    if (provenance && isOneOf(source, provenance, provenances, '`provenance`')) {
      if (provenance.scalar === 'inherited')
        source.error(
          provenance.place,
          `[${name}]: an inherited parameter names its lab: write only inherited_from = "lab"`,
        );
      else if (provenance.scalar === 'fitted' && !fitted)
        source.error(item.place, `[${name}] needs \`fitted_on\`, a list of the tables that it is fitted to`);
      else if (provenance.scalar !== 'fitted' && fitted)
        source.error(item.place, `[${name}]: \`fitted_on\` is only for provenance "fitted"`);
    }
    const mechanism = get(item, 'mechanism');
    if (mechanism && !get(item, 'neutral'))
      source.error(mechanism.place, `[${name}]: \`mechanism\` needs a value that switches it off: add \`neutral\``);
    for (const { scalar, place } of fitted?.list ?? [])
      if (!tables.includes(String(scalar)))
        source.error(place, `the lab has no table "${String(scalar)}"${hint(String(scalar), tables)}`);
    known.push([name, plain(item) as Parameter]);
  }
  return Object.fromEntries(known);
}
