/**
 * What jest loads instead of a file: of a test or a file next to it, its TypeScript as CommonJS; of the product's
 * sources and of libraries, a line that lets Node load the built file, once per worker.
 */
import { transformSync } from '@swc/core';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const own = readFileSync(fileURLToPath(import.meta.url), 'utf8');
const library = '/node_modules/';
const source = /(\/(?:packages|services|scripts)\/[^/]+)\/src\/(.*)\.ts$/;

/** The file that Node loads for `filename`, if jest does not load it. */
function loadedByNode(filename) {
  // Until environment.mjs has set this, jest loads its own modules.
  if (globalThis.requireByNode === undefined || filename.endsWith('.test.ts')) return undefined;
  if (filename.includes(library)) return filename;
  return source.test(filename) ? filename.replace(source, '$1/dist/$2.js') : undefined;
}

function compile(text, filename) {
  if (filename.includes(library)) return { code: text };
  return transformSync(text, {
    filename,
    swcrc: false,
    configFile: false,
    sourceMaps: true,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
}

export default {
  process(text, filename) {
    const file = loadedByNode(filename);
    if (file !== undefined) return { code: `module.exports = requireByNode(${JSON.stringify(file)});` };
    const { code, map } = compile(text, filename);
    return { code, map };
  },
  getCacheKey(text, filename, { configString }) {
    const content = loadedByNode(filename) ?? text;
    return createHash('sha256').update([own, configString, filename, content].join('\0')).digest('hex');
  },
};
