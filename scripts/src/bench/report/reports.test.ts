import type { Samples } from '../run-rounds.js';
import { markdownReport } from './markdown-report.js';
import { drawPicture } from './picture.js';
import { textReport, textTable } from './text-report.js';

const run = {
  machine: '2 cores (AMD EPYC), 24 GB, linux',
  node: 'v20.19.0',
  commit: '484fba3',
  startedAt: '2026-11-22T03:00:00.000Z',
  command: 'npm run bench',
  rounds: 3,
  leads: 5_000,
  inFlight: 64,
  grownLeads: 1_000_000,
};

const rates = (ingestStopped: number, ingest: number, endToEnd: number) => ({
  ingestStopped: [ingestStopped],
  ingest: [ingest],
  endToEnd: [endToEnd * 0.9, endToEnd, endToEnd * 1.1],
});

const samples: Samples = {
  floor: { ...rates(6_000, 3_000, 2_000), 'cpuUs.gateway': [300], 'cpuUs.total': [900] },
  batches: rates(3_600, 1_450, 1_250),
  naive: rates(1_500, 500, 300),
  sluice: {
    ...rates(3_000, 1_050, 900),
    'cpuUs.gateway': [500],
    'cpuUs.mongodb': [600],
    'cpuUs.total': [1_500],
    'calls.databaseCommands': [1.4],
    'batch.routing.p50': [48],
  },
};

test('the terminal report of the bench names the run, every contestant and the missing measurements', () => {
  const text = textReport(run, samples);
  expect(text).toContain('commit 484fba3');
  expect(text).toMatch(/end to end +2,000\/s \(1,800–2,200\) +1,250\/s .*0\.45 × +0\.72 ×.*missed/);
  expect(text).toMatch(/routing +48\.?0? +not measured/);
  expect(text).not.toMatch(/undefined|NaN/);
});

test('the columns of a bench table are aligned', () => {
  expect(
    textTable([
      ['', 'b'],
      ['long', 'c'],
    ]),
  ).toEqual(['      b', 'long  c']);
});

test('the page of the bench has the ratios of the run in its text, and shows the chart', () => {
  const page = markdownReport(run, samples, 'benchmarks.svg');
  expect(page).toContain('reaches 50 % of the floor while the workers are stopped');
  expect(page).toContain('reaches 45 % of the floor and 72 % of bare batches');
  expect(page).toContain('40 % is the database');
  expect(page).toContain('](benchmarks.svg)');
  expect(page).not.toMatch(/undefined|NaN/);
});

test('the page of the bench marks missing measurements', () => {
  const page = markdownReport(run, {}, 'benchmarks.svg');
  expect(page).toContain('not measured');
  expect(page).not.toMatch(/undefined|NaN/);
});

test('every table of the bench page has as many cells in each row as in its heading', () => {
  const tables = markdownReport(run, samples, 'benchmarks.svg')
    .split('\n\n')
    .filter((block) => block.startsWith('|'));
  expect(tables.length).toBeGreaterThan(3);
  for (const table of tables) {
    const widths = table.split('\n').map((row) => row.split('|').length);
    expect(new Set(widths).size).toBe(1);
  }
});

test('the bars of the bench chart are proportional to their rates, and the longest fills its track', () => {
  const picture = drawPicture(samples);
  const widthOf = (kind: string) =>
    [...picture.matchAll(new RegExp(`class="${kind}" [^>]*width="([\\d.]+)"`, 'g'))].map(([, w]) =>
      Number(w),
    );
  const [track] = widthOf('track');
  expect(widthOf('floor')[0]).toBe(track);
  expect((widthOf('sluice')[0] ?? 0) / (track ?? 1)).toBeCloseTo(0.5, 2);
  expect((widthOf('naive')[2] ?? 0) / (track ?? 1)).toBeCloseTo(0.05, 2);
});

test('the bench chart has no bar for a contestant that was not measured', () => {
  expect(drawPicture({ sluice: rates(1, 1, 1) })).not.toContain('class="naive"');
});
