/** Times on the pages. That each has a zone and an age beside it, the compiler checks: no other component is exported. */
import { readdirSync, readFileSync } from 'node:fs';

const web = new URL('../web/src/', import.meta.url);
/** The components that spell times and days, and the one that draws the axes of a chart. */
const spelling = ['components/time.tsx', 'components/day-in-zone.ts', 'components/chart.tsx'];
const spelled =
  /timeText|toLocale(Date|Time)String|toLocaleString\(\)|to(UTC|Date|Time)String\(|\.format(ToParts)?\(|get(UTC)?(Hours|Minutes)\(/;

it('no page spells a time by itself', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(80);
  const spells = files.filter((file) => spelled.test(readFileSync(new URL(file, web), 'utf8')));
  expect(spells.sort()).toEqual([...spelling].sort());
});
