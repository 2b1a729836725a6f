// The parameters of a lab's model, each with its unit and where it comes from.
import { provenances, type Parameter } from '../types.ts';
import type { SourceFile } from './files.ts';
import { fits, get, isOneOf, plain, type Shape } from './located.ts';
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
  inherited_from: 'text?',
  fitted_on: 'list of texts?',
} satisfies Shape;

/** Reads `parameters.toml`; `tables` are the names that `fitted_on` may give. */
export function compileParameters(source: SourceFile, tables: readonly string[]): Record<string, Parameter> {
  const found: [string, Parameter][] = [];
  for (const [name, { value: item }] of readToml(source)?.map ?? []) {
    if (!fits(source, item, shape, `[${name}]`)) continue;
    const [provenance, fitted] = [get(item, 'provenance'), get(item, 'fitted_on')];
    if (provenance && isOneOf(source, provenance, provenances, '`provenance`')) {
      const isInherited = provenance.scalar === 'inherited';
      if (!isInherited && (provenance.scalar === 'fitted') !== (fitted !== undefined))
        source.error(item.place, `[${name}]: \`fitted_on\` goes with provenance "fitted", and only with it`);
      if (isInherited !== (get(item, 'inherited_from') !== undefined))
        source.error(item.place, `[${name}]: \`inherited_from\` goes with provenance "inherited", and only with it`);
    }
    for (const { scalar, place } of fitted?.list ?? [])
      if (!tables.includes(String(scalar)))
        source.error(place, `the lab has no table "${String(scalar)}"${hint(String(scalar), tables)}`);
    found.push([name, plain(item) as Parameter]);
  }
  return Object.fromEntries(found);
}
