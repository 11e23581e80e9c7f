import { tableOf } from './table.js';

const rowOf = (samples: Parameters<typeof tableOf>[0], name: string) => {
  const row = tableOf(samples).find(([first]) => first === name);
  if (!row) throw new Error(`There is no row ${name}.`);
  const [, floor, batches, sluice, ofFloor, ofBatches, goal, verdict] = row;
  return { floor, batches, sluice, ofFloor, ofBatches, goal, verdict };
};
const END_TO_END = 'end to end: nothing left to do';

test('a table cell of the bench report is the median of the rounds with their range', () => {
  const samples = { 'sluice.stopped.ingest': [2_480, 2_530, 2_515] };
  expect(rowOf(samples, 'ingest, workers stopped').sluice).toBe('2,515/s (2,480–2,530)');
});

test('the bench report compares Sluice with the medians of the floor and of bare batches', () => {
  const samples = {
    'floor.endToEnd': [2_000],
    'batches.endToEnd': [1_000],
    'sluice.endToEnd': [600],
  };
  expect(rowOf(samples, END_TO_END)).toMatchObject({
    ofFloor: '0.30 ×',
    ofBatches: '0.60 ×',
    goal: '≥ 0.34 × the floor',
    verdict: 'missed',
  });
});

test('a bench goal is reached at its bound, and missed beyond it', () => {
  const samples = (sluice: number) => ({ 'floor.endToEnd': [1_000], 'sluice.endToEnd': [sluice] });
  expect(rowOf(samples(340), END_TO_END).verdict).toBe('reached');
  expect(rowOf(samples(339), END_TO_END).verdict).toBe('missed');
  const memory = (mb: number) => rowOf({ 'memory.gateway': [mb] }, 'gateway, resident').verdict;
  expect([memory(220), memory(221)]).toEqual(['reached', 'missed']);
});

test('the bench report gives the processor time of a lead in all, with its goal, and in each service', () => {
  const samples = { 'sluice.cpuUs.gateway': [250], 'sluice.cpuUs.total': [1_850] };
  const total = { sluice: '1,850 µs', goal: '≤ 1,900 µs', verdict: 'reached' };
  expect(rowOf(samples, 'processor time a lead')).toMatchObject(total);
  expect(rowOf(samples, 'of it: gateway').sluice).toBe('250 µs');
});

test('the bench report marks missing measurements, and counts no goal as missed for them', () => {
  const missing = { floor: '', sluice: 'not measured', ofFloor: '', verdict: '' };
  expect(rowOf({}, END_TO_END)).toMatchObject(missing);
});
