import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';

const page = readFileSync(join(projectRoot, 'docs', 'project', 'security.md'), 'utf8');
const [, table = ''] = page.split('## Guarantees and tests');
const rows = (table.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| (?!area|-)/.test(line));

/** The proof that a row names: files, each with the test names quoted after it. */
function proofs(row: string): { readonly file: string; readonly names: readonly string[] }[] {
  const cell = row.split('|').at(-2) ?? '';
  return cell
    .split('](')
    .slice(1)
    .map((part) => {
      const end = part.indexOf(')');
      const names = [...part.slice(end).matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
      return { file: part.slice(0, end), names };
    });
}

describe('the table of docs/project/security.md', () => {
  it('has a row for every promise', () => {
    expect(rows.length).toBeGreaterThan(20);
  });

  it.each(rows.map((row) => [row.split('|')[2]?.trim() ?? '', row]))(
    'names existing tests for: %s',
    (_promise, row) => {
      const named = proofs(row);
      expect(named.length).toBeGreaterThan(0);
      for (const { file, names } of named) {
        const path = join(projectRoot, 'docs', 'project', file);
        expect([file, existsSync(path)]).toEqual([file, true]);
        const source = readFileSync(path, 'utf8');
        for (const name of names) expect([file, name, source.includes(name)]).toEqual([file, name, true]);
      }
    },
  );
});
