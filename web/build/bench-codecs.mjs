/**
 * Runs the codecs on the 18 patterns. It compares WebAssembly with native code, native code with the usual programs,
 * and WebAssembly with npm packages for the same formats, all in one run. Speeds are MB/s of text over all patterns:
 * the harmonic mean, since each pattern is 2 MiB. The programs report their own speeds; gzip is timed from outside.
 */
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as zstdWasm from '@bokuweb/zstd-wasm';
import { gunzipSync, gzipSync } from 'fflate';
import * as lz4Wasm from 'lz4-wasm-nodejs';
import { ask, at, run, targetDir, which } from './run.mjs';

/**
 * The measured codecs. `bounds` are relative to the native speed; minimum speeds are in MB/s, for codecs that promise
 * one.
 */
const contestants = [
  { codec: 'aldc', level: 1, minMbS: { native: 60, wasm: 45 } },
  { codec: 'lz4', level: 1 },
  { codec: 'zstd', level: 1, bound: 0.6 },
  { codec: 'zstd', level: 3, bound: 0.6 },
  { codec: 'deflate', level: 1 },
];
const rounds = 5;

/** Returns the shortest times of `rounds` rounds in ns per byte, and the compressed size. */
function inModule({ CodecWork }, { codec, level }, data) {
  const work = new CodecWork(codec, level, data);
  const minNs = [Infinity, Infinity];
  // One extra round: the browser's compiler needs it to optimize the code.
  for (let n = 0; n <= rounds; n++)
    ['encode', 'decode'].forEach((act, which) => {
      const start = process.cpuUsage();
      work[act]();
      const { user, system } = process.cpuUsage(start);
      minNs[which] = Math.min(minNs[which], ((user + system) * 1000) / data.length);
    });
  const size = work.size();
  work.free();
  return [...minNs, size];
}

/** Returns the speeds of both directions and the ratio, from [ns, ns, size] of every pattern. */
function summary(times, bytes) {
  const sum = (column) => times.reduce((total, time) => total + time[column], 0);
  return [0, 1].map((way) => (1000 * times.length) / sum(way)).concat((bytes * times.length) / sum(2));
}

/** Returns the output of `zstd -b` or `lz4 -b`: a ratio and two speeds. */
function benchmarked(program, level, file) {
  if (!which(program)) return undefined;
  // Both programs may print to standard output or to standard error.
  const printed = ask('sh', ['-c', `exec ${program} -b${level} -i2 -B2097152 "$0" 2>&1`, file]) ?? '';
  const found = printed.match(/\(x?([\d.]+)\)\s*,\s*([\d.]+)\s*MB\/s\s*,\s*([\d.]+)\s*MB\/s/);
  return found && [Number(found[2]), Number(found[3]), Number(found[1])];
}

function timed(bytes, work) {
  const start = performance.now();
  const result = work();
  return [bytes / 1000 / (performance.now() - start), result];
}

function gzip(level, file) {
  if (!which('gzip')) return undefined;
  const bytes = readFileSync(file).length;
  const sh = (script) => ask('sh', ['-c', script, file]);
  const packed = `${file}.gz`;
  const [encode] = timed(bytes, () => sh(`gzip -${level} -c "$0" > "$0.gz"`));
  const [decode] = timed(bytes, () => sh(`gzip -dc "$0.gz" > /dev/null`));
  return [encode, decode, bytes / readFileSync(packed).length];
}

/** npm packages for the formats, by codec. The LZ4 package has only one level. */
const packages = {
  lz4: { name: 'lz4-wasm-nodejs', encode: (data) => lz4Wasm.compress(data), decode: lz4Wasm.decompress },
  zstd: { name: '@bokuweb/zstd-wasm', encode: zstdWasm.compress, decode: zstdWasm.decompress },
  deflate: { name: 'fflate', encode: (data, level) => gzipSync(data, { level }), decode: gunzipSync },
};

/** Returns the shortest times of a package on a pattern, measured like our own module, and the compressed size. */
function inPackage({ encode, decode }, level, data) {
  const minNs = [Infinity, Infinity];
  let packed;
  const acts = [() => (packed = encode(data, level)), () => decode(packed)];
  for (let n = 0; n <= rounds; n++)
    acts.forEach((act, which) => {
      const start = process.cpuUsage();
      act();
      const { user, system } = process.cpuUsage(start);
      minNs[which] = Math.min(minNs[which], ((user + system) * 1000) / data.length);
    });
  return [...minNs, packed.length];
}

/** Returns the usual programs for the same formats, by name. */
function programs({ codec, level }, all) {
  if (codec === 'zstd' || codec === 'lz4') return { [`${codec} -b${level}`]: benchmarked(codec, level, all) };
  return codec === 'deflate' ? { [`gzip -${level}`]: gzip(level, all) } : {};
}

/** Measures every codec with a loaded benchmark module; returns the violated bounds. */
export async function codecs(module) {
  await run('cargo', ['build', '--release', '--locked', '--quiet', '-p', 'pathlength-benches', '--bin', 'codecs']);
  const program = join(targetDir, 'release', 'codecs');
  const folder = at('target', 'bench', 'patterns');
  mkdirSync(folder, { recursive: true });
  await run(program, ['write', folder]);
  const all = join(folder, 'all');
  const files = readdirSync(folder).filter((name) => !/^all/.test(name));
  const patterns = files.map((name) => join(folder, name));
  const data = patterns.map((path) => readFileSync(path));

  await zstdWasm.init();
  const broken = [];
  console.log(`${''.padEnd(24)}compress  decompress  ratio`);
  const row = (name, numbers, more = '') => {
    const cells = numbers
      ? `${numbers[0].toFixed(0).padStart(8)}${numbers[1].toFixed(0).padStart(12)}${numbers[2].toFixed(2).padStart(7)}`
      : '   (not installed)';
    console.log(`  ${name.padEnd(22)}${cells}${more}`);
  };
  for (const contestant of contestants) {
    const { codec, level, bound, minMbS } = contestant;
    console.log(`${codec}, level ${level}, MB/s`);
    const native = JSON.parse(ask(program, ['run', codec, String(level), String(rounds), ...patterns]));
    const inWasm = data.map((bytes) => inModule(module, contestant, bytes));
    native.forEach(([, , size], n) => {
      if (size === 0 || size !== inWasm[n][2]) broken.push(`${codec} on ${files[n]}: not the same bytes everywhere`);
    });
    const [here, there] = [native, inWasm].map((times) => summary(times, data[0].length));
    const share = there[0] / here[0];
    row('native', here);
    row('WebAssembly', there, `   ${share.toFixed(2)}x and ${(there[1] / here[1]).toFixed(2)}x`);
    const peer = packages[codec];
    if (peer) {
      const theirs = summary(
        data.map((bytes) => inPackage(peer, level, bytes)),
        data[0].length,
      );
      row(
        peer.name,
        theirs,
        `   ours ${(there[0] / theirs[0]).toFixed(2)}x and ${(there[1] / theirs[1]).toFixed(2)}x as fast`,
      );
      if (there[0] < theirs[0]) broken.push(`${codec} ${level}: slower than ${peer.name}`);
    }
    for (const [name, numbers] of Object.entries(programs(contestant, all))) row(name, numbers);
    if (bound && share < bound) broken.push(`${codec} ${level}: ${share.toFixed(2)}x, less than ${bound}x`);
    if (minMbS && here[0] < minMbS.native)
      broken.push(`${codec}: ${here[0].toFixed(0)} MB/s, less than ${minMbS.native}`);
    if (minMbS && there[0] < minMbS.wasm)
      broken.push(`${codec} in WebAssembly: ${there[0].toFixed(0)} MB/s, less than ${minMbS.wasm}`);
  }
  return broken;
}
