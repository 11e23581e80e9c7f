import { readTenantFile, sectionNames } from '@sluice/contracts';
import { parse } from 'yaml';
import { renderPages } from './rendered-pages.js';
import { sectionExamples, tenantExample } from './tenant-file-examples.js';

it('the examples of all sections are one valid tenant file', () => {
  const file = [tenantExample, ...sectionNames.map((section) => sectionExamples[section])].join('');
  expect(readTenantFile(parse(file))).toMatchObject({ kind: 'valid' });
});

it('every table of the reference has a meaning for each of its rows', async () => {
  const silent = Object.entries(await renderPages()).flatMap(([file, page]) =>
    page
      .split('\n')
      .filter((line) => /^\| `[^|]*\| .*\|\s*\|$/.test(line))
      .map((line) => `${file}: ${line.slice(0, 60)}`),
  );
  expect(silent).toEqual([]);
});

it('no page has a heading twice, because links lead to headings', async () => {
  for (const page of Object.values(await renderPages())) {
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([...new Set(headings)]);
  }
});
