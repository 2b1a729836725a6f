// Parameters that a lab repeats instead of inheriting them.
import type { Parameter } from '../types.ts';
import { readSource, type LabFiles, type SourceFile } from './files.ts';
import { get } from './located.ts';
import { Problems, top } from './problems.ts';
import { readToml } from './toml.ts';

/** Reports parameters with the same name, value, and unit as a parameter of a lab from which this lab inherits. */
export function checkRetyped(
  source: SourceFile,
  parameters: Readonly<Record<string, Parameter>>,
  files: LabFiles,
): void {
  const lenders = new Set(Object.values(parameters).flatMap(({ inherited_from }) => inherited_from ?? []));
  for (const lab of lenders) {
    const other = files.beside?.(lab);
    const there = other && readSource(other, 'parameters.toml', new Problems());
    const known = there && readToml(there)?.map;
    for (const [name, { inherited_from, value, unit }] of Object.entries(parameters)) {
      const item = known?.get(name)?.value;
      if (inherited_from !== undefined || !item) continue;
      if (get(item, 'value')?.scalar === value && get(item, 'unit')?.scalar === unit)
        source.error(
          readToml(source)?.map?.get(name)?.value.place ?? top,
          `[${name}] repeats a parameter of the lab ${lab}: write only inherited_from = "${lab}"`,
        );
    }
  }
}
