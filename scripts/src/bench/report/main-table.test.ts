import { mainTable } from './main-table.js';

const lineOf = (samples: Parameters<typeof mainTable>[0], name: string) => {
  const line = mainTable(samples).find((one) => one.name === name);
  if (!line) throw new Error(`There is no line ${name}.`);
  return line;
};

test('a table cell of the bench report is the median of the rounds with their range', () => {
  const samples = { sluice: { ingestStopped: [2_480, 2_530, 2_515] } };
  expect(lineOf(samples, 'ingest, workers stopped').sluice).toBe('2,515/s (2,480–2,530)');
});

test('the bench report compares Sluice with the medians of the baseline and of bare batches', () => {
  const samples = {
    floor: { endToEnd: [2_000] },
    batches: { endToEnd: [1_000] },
    sluice: { endToEnd: [600] },
  };
  expect(lineOf(samples, 'end to end')).toMatchObject({
    ofFloor: '0.30 ×',
    ofBatches: '0.60 ×',
    goal: '≥ 0.34 × the floor, ≥ 0.75 × bare batches',
    reached: false,
  });
});

test('a bench goal is reached only when all of its parts are', () => {
  const samples = {
    floor: { endToEnd: [1_000] },
    batches: { endToEnd: [1_000] },
    sluice: { endToEnd: [800] },
  };
  expect(lineOf(samples, 'end to end').reached).toBe(true);
});

test('the bench report gives processor time in milliseconds and compares it with its goal', () => {
  expect(lineOf({ sluice: { 'cpuUs.total': [1_850] } }, 'processor time a lead')).toMatchObject({
    sluice: '1.85 ms',
    goal: '≤ 1.90 ms',
    reached: true,
  });
});

test('the bench report marks missing measurements, and counts no goal as missed for them', () => {
  expect(lineOf({}, 'end to end')).toMatchObject({
    floor: 'not measured',
    sluice: 'not measured',
    ofFloor: '',
    reached: undefined,
  });
});
