import { mainTable } from './main-table.js';

const lineOf = (samples: Parameters<typeof mainTable>[0], name: string) => {
  const line = mainTable(samples).find((one) => one.name === name);
  if (!line) throw new Error(`There is no line ${name}.`);
  return line;
};

test('a cell is the median of the rounds with their range', () => {
  const samples = { sluice: { ingestStopped: [2_480, 2_530, 2_515] } };
  expect(lineOf(samples, 'ingest, workers stopped').sluice).toBe('2,515/s (2,480–2,530)');
});

test('Sluice is compared with the medians of the floor and of bare batches', () => {
  const samples = {
    floor: { endToEnd: [2_000] },
    batches: { endToEnd: [1_000] },
    sluice: { endToEnd: [800] },
  };
  expect(lineOf(samples, 'end to end')).toMatchObject({
    ofFloor: '0.40 ×',
    ofBatches: '0.80 ×',
    goal: '≥ 0.45 × the floor, ≥ 0.75 × bare batches',
    reached: false,
  });
});

test('a goal is reached only when all of it is', () => {
  const samples = {
    floor: { endToEnd: [1_000] },
    batches: { endToEnd: [1_000] },
    sluice: { endToEnd: [800] },
  };
  expect(lineOf(samples, 'end to end').reached).toBe(true);
});

test('processor time is told in milliseconds and held to its goal', () => {
  expect(lineOf({ sluice: { 'cpuUs.total': [1_850] } }, 'processor time a lead')).toMatchObject({
    sluice: '1.85 ms',
    goal: '≤ 1.90 ms',
    reached: true,
  });
});

test('what was not measured is said to be so, and no goal is missed by it', () => {
  expect(lineOf({}, 'end to end')).toMatchObject({
    floor: 'not measured',
    sluice: 'not measured',
    ofFloor: '',
    reached: undefined,
  });
});
