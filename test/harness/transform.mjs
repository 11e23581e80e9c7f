/**
 * Compiles TypeScript for jest into CommonJS in which a module is loaded on first use, so that a test file loads only
 * what it tests and not everything that the packages' roots export.
 */
import { transformSync } from '@swc/core';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { namesInsteadOfStars } from './named-exports.mjs';

const own = ['transform.mjs', 'named-exports.mjs'].map((file) =>
  readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8'),
);
const imported = /\bfrom\s*['"]([^'"]+)['"]/g;

function options(source, filename) {
  const lazy = [...source.matchAll(imported)].map(([, specifier]) => specifier);
  return {
    filename,
    swcrc: false,
    configFile: false,
    sourceMaps: true,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs', lazy, ignoreDynamic: true },
  };
}

export default {
  process(source, filename) {
    const named = namesInsteadOfStars(source, filename);
    const { code, map } = transformSync(named, options(named, filename));
    return { code, map };
  },
  getCacheKey(source, filename, { configString }) {
    const named = namesInsteadOfStars(source, filename);
    return createHash('sha256')
      .update([...own, configString, filename, named].join('\0'))
      .digest('hex');
  },
};
