import { readBenchOptions } from '../options.js';
import { describeRun, reportOf } from './report.js';
import { drawPicture } from './picture.js';

const run = describeRun(readBenchOptions([]), []);
const samples = {
  'floor.stopped.ingest': [6_000],
  'floor.ingest': [3_000],
  'floor.endToEnd': [1_800, 2_000, 2_200],
  'sluice.stopped.ingest': [3_000],
  'sluice.ingest': [1_050],
  'sluice.endToEnd': [900],
};

test('the report of the bench shows its command and the ratios, and marks what was not measured', () => {
  const page = reportOf(run, samples);
  expect(page).toContain('`npm run bench`');
  expect(page).toMatch(/end to end.*2,000\/s \(1,800–2,200\).*0\.45 ×.*reached/);
  expect(page).toContain('not measured');
  expect(page).not.toMatch(/undefined|NaN/);
});

test('every row of the table of the bench report has the same columns, aligned', () => {
  const rows = reportOf(run, samples)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(15);
  expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);
});

test('the bars of the bench picture are proportional to their rates; what was not measured has none', () => {
  const picture = drawPicture(samples);
  const widths = (kind: string) =>
    [...picture.matchAll(new RegExp(`class="${kind}" [^>]*width="(\\d+)"`, 'g'))].map(([, width]) =>
      Number(width),
    );
  const [longest = 0] = widths('floor');
  expect(widths('sluice').map((width) => width / longest)).toEqual([
    expect.closeTo(0.5, 2),
    expect.closeTo(0.175, 2),
    expect.closeTo(0.15, 2),
  ]);
  expect(picture).not.toContain('class="batches"');
});
