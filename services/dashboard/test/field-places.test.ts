/** Where the docs say that a field stands in a form. */
import { sections } from '@sluice/contracts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { layouts } from '../web/src/items/layouts.js';

const page = readFileSync(
  fileURLToPath(new URL('../../../docs/reference/fields.md', import.meta.url)),
  'utf8',
);
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const forms = sections.flatMap(({ section, kind }) => {
  const layout = layouts[section];
  return layout ? [[kind, layout] as const] : [];
});

it.each(forms)(
  'docs/reference/fields.md says in which part of its form each field of a %s is',
  (form, { parts }) => {
    const written = rows.filter((row) => row[1] === form).map((row) => [row[2], row[3]]);
    const list = parts.map(({ title, fields }) => [
      `_${title}_`,
      fields.map((field) => `\`${field}\``).join(', '),
    ]);
    expect(written).toEqual(list);
  },
);
