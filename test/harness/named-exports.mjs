/**
 * Replaces `export * from './x.js'` with the names that x exports. To copy all exports of a module, CommonJS must load
 * it; named exports load their module only when one of them is used.
 */
import { parseSync } from '@swc/core';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const star = /^export \* from '(\.[^']*)\.js';/gm;

/** The same module without stars, line by line. */
export function namesInsteadOfStars(source, filename) {
  if (!filename.endsWith('.ts')) return source;
  return source.replace(star, (_, path) => {
    const names = exportedNames(sourceFile(filename, path));
    return names.length === 0 ? '' : `export { ${names.join(', ')} } from '${path}.js';`;
  });
}

const sourceFile = (from, path) => join(dirname(from), `${path}.ts`);

function exportedNames(filename) {
  const { names, stars } = declaredIn(readFileSync(filename, 'utf8'));
  return [...names, ...stars.flatMap((path) => exportedNames(sourceFile(filename, path)))];
}

// Keyed by the source text, so that a file that changes between two runs of watch mode is parsed again.
const declared = new Map();

function declaredIn(source) {
  const known = declared.get(source);
  if (known !== undefined) return known;
  const { body } = parseSync(source, { syntax: 'typescript', target: 'es2022' });
  const found = {
    names: body.flatMap(namesOf),
    stars: [...source.matchAll(star)].map(([, path]) => path),
  };
  declared.set(source, found);
  return found;
}

function namesOf(statement) {
  if (statement.type === 'ExportNamedDeclaration' && !statement.typeOnly)
    return statement.specifiers
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ exported, orig, name }) => (exported ?? orig ?? name).value);
  if (statement.type !== 'ExportDeclaration') return [];
  const { declaration } = statement;
  switch (declaration.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return [declaration.identifier.value];
    case 'TsEnumDeclaration':
      return [declaration.id.value];
    case 'VariableDeclaration':
      return declaration.declarations.map(({ id }) => {
        if (id.type !== 'Identifier') throw new Error(`an export by a pattern, at ${id.type}`);
        return id.value;
      });
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
      return [];
    default:
      throw new Error(`an export of a kind that is not known here: ${declaration.type}`);
  }
}
