// The record of a lab's fit: in the lab itself, or in a file that a page fetches before it shows the first interval.
import { publishedFit } from '../lab/published';
import type { FitRecord, Lab } from '../lab/types';

const known = new WeakMap<Lab, Promise<FitRecord | undefined>>();

async function find(lab: Lab): Promise<FitRecord | undefined> {
  const parameters = Object.entries(lab.parameters);
  // A complete lab has a summary and contains its record if there is one.
  const isWhole = lab.summary !== '';
  if (isWhole || !parameters.some(([, { provenance }]) => /fitted|inherited/.test(provenance))) return lab.fit;
  const record: FitRecord | undefined = await publishedFit(lab.id);
  // The site may have been republished with a record that contains other values.
  return parameters.every(([name, { value }]) => record?.values[name] === value) ? record : undefined;
}

/**
 * Returns the record of a lab's fit, or undefined if the lab has no matching record or the fetch failed; after a
 * failure, the next call fetches again.
 */
export async function fitRecord(lab: Lab): Promise<FitRecord | undefined> {
  const record = known.get(lab) ?? find(lab);
  known.set(lab, record);
  try {
    return await record;
  } catch {
    known.delete(lab);
    return undefined;
  }
}
