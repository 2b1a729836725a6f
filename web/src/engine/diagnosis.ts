// Diagnosis and planning for a file pool server, on top of their WebAssembly module.
import { csvParseRows } from 'd3-dsv';
import table from '../../../labs/sfs-file-pool/data/symptoms.csv?raw';
import type { Lab } from './pkg/pathlength_wasm';
import init, { FilePoolAdvisor, type Symptom } from './pkg/diagnosis/pathlength_diagnosis_wasm';
import module from './pkg/diagnosis/pathlength_diagnosis_wasm_bg.wasm?url';
import type { Engine } from './protocol';

/** The table of symptoms. It is of the book and not of a lab: every lab about a file pool has the same. */
function symptoms(): Symptom[] {
  const [names = [], ...rows] = csvParseRows(table);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])) as unknown as Symptom);
}

let opened: { lab: Lab | undefined; advisor: Promise<FilePoolAdvisor> } | undefined;

async function open(lab: Lab | undefined): Promise<FilePoolAdvisor> {
  if (!lab) throw new Error('no lab is open');
  await init({ module_or_path: new URL(module, import.meta.url) });
  const names = Object.keys(lab.parameters);
  const values = Float64Array.from(names, (name) => lab.parameters[name]?.value ?? NaN);
  return new FilePoolAdvisor(names, values, symptoms());
}

/** An advisor with the parameters of a lab. */
function advisorOf(lab: Lab | undefined): Promise<FilePoolAdvisor> {
  if (opened?.lab === lab && opened) return opened.advisor;
  void opened?.advisor.then((old) => {
    old.free();
  });
  const advisor = open(lab);
  opened = { lab, advisor };
  advisor.catch(() => (opened = undefined)); // the next call may have a better connection
  return advisor;
}

type Calls = Pick<Engine, 'diagnose' | 'plan'>;

export const diagnose = async (
  lab: Lab | undefined,
  ...args: Parameters<Calls['diagnose']>
): Promise<ReturnType<Calls['diagnose']>> => (await advisorOf(lab)).diagnose(...args);

export const plan = async (
  lab: Lab | undefined,
  ...args: Parameters<Calls['plan']>
): Promise<ReturnType<Calls['plan']>> => (await advisorOf(lab)).plan(...args);
