import { describe, expect, test } from 'vitest';
import { bindingScripts, viewFiles } from './offline.ts';

describe('viewFiles', () => {
  test('file by name when names are quoted, bare, or on several lines', () => {
    const source = `export const views = {
      'aldc-steps': () => import('./tape/StepsView.svelte'),
      directory: () =>
        import('./zfs/DirectoryView.svelte'),
    };`;
    expect([...viewFiles(source)]).toEqual([
      ['aldc-steps', 'tape/StepsView.svelte'],
      ['directory', 'zfs/DirectoryView.svelte'],
    ]);
  });
});

describe('bindingScripts', () => {
  test('both features when they share a script', () => {
    const text =
      '"./pkg/disk-path/pathlength_web.js":()=>import(`./pathlength_web-X.js`),' +
      '"./pkg/file-pool/pathlength_web.js":()=>import(`./pathlength_web-X.js`)';
    expect(bindingScripts(text)).toEqual([
      ['pathlength_web-X.js', 'disk-path'],
      ['pathlength_web-X.js', 'file-pool'],
    ]);
  });

  test('script and feature when imports are plain or preloaded', () => {
    const text =
      '"./pkg/disk-path-rest/pathlength_web.js":()=>import(`./pathlength_web-DV1DQiwA.js`),' +
      "'./pkg/tape/pathlength_web.js':()=>e(()=>import('./pathlength_web-DFNFcReg.js'),[],import.meta.url)";
    expect(bindingScripts(text)).toEqual([
      ['pathlength_web-DV1DQiwA.js', 'disk-path-rest'],
      ['pathlength_web-DFNFcReg.js', 'tape'],
    ]);
  });
});
