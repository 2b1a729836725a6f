// Files inside a lab's single-file page: compressed, each in its own element.

/** Decompresses a file. */
async function decompressed(text: string, type: string): Promise<Blob> {
  const packed = await fetch(`data:;base64,${text.trim()}`);
  const stream = packed.body?.pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream, { headers: { 'content-type': type } }).blob();
}

/** Returns an address that works for a blob in every thread; a `blob:` address does not if the page is a file. */
const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('the browser could not read this file'));
    reader.readAsDataURL(blob);
  });

/** The address of each file, by name. */
const addresses: Record<string, string> = {};
/** Each script, by name. */
const scripts: Record<string, Blob> = {};

/** Unpacks all files; must finish before any other script starts. */
export async function unpack(): Promise<void> {
  const all = [...document.querySelectorAll<HTMLScriptElement>('script[data-file]')];
  await Promise.all(
    all.map(async (element) => {
      const { file: name = '', type = '' } = element.dataset;
      const blob = await decompressed(element.text, type);
      if (name.endsWith('.js')) scripts[name] = blob;
      else addresses[name] = await addressOf(blob);
    }),
  );
}

/** Returns whether a file exists. */
export const hasFile = (name: string): boolean => name in addresses;

/** Returns the address of a file. */
export function addressIn(name: string): string {
  const address = addresses[name];
  if (address === undefined) throw new Error(`there is no ${name} in this file`);
  return address;
}

/** Returns a worker's script, prefixed with the addresses of all modules, which the script reads. */
export function scriptIn(name: string): Blob {
  const script = scripts[name];
  if (!script) throw new Error(`there is no ${name} in this file`);
  const modules = Object.entries(addresses).filter(([name]) => name.endsWith('.wasm'));
  const moduleAddresses = `globalThis.pathlengthModules=${JSON.stringify(Object.fromEntries(modules))};`;
  return new Blob([moduleAddresses, script], { type: 'text/javascript' });
}
