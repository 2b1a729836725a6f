/// <reference types="vite/client" />
// The files of the models' WebAssembly modules, for pages that write these files into an HTML file.
const addresses = import.meta.glob<string>(
  ['./pkg/*/pathlength_web_bg.wasm', '!./pkg/grade/*', '!./pkg/fit/*', '!./pkg/report/*'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);

/**
 * Returns a model's modules by name, with their addresses: the module for the first chart, and the module for the rest
 * if it is separate.
 */
export const moduleFiles = (model: string): { name: string; address: string }[] =>
  [model, `${model}-rest`].flatMap((name) => {
    const address = addresses[`./pkg/${name}/pathlength_web_bg.wasm`];
    return address === undefined ? [] : [{ name, address: new URL(address, import.meta.url).href }];
  });
