import { batchQuantile, parseBatchSizes } from './batch-sizes.js';

const line = (stage: string, le: string, count: number) =>
  `sluice_batch_leads_bucket{le="${le}",service="x",stage="${stage}"} ${count}`;
const metrics = [
  '# TYPE sluice_batch_leads histogram',
  line('routing', '1', 10),
  line('routing', '16', 60),
  line('routing', '64', 100),
  line('routing', '+Inf', 100),
  'sluice_batch_leads_count{service="x",stage="routing"} 100',
  'sluice_stage_seconds_bucket{le="1",stage="routing",outcome="routed"} 5',
].join('\n');

test('the sizes of batches are read from the histogram of their stage alone', () => {
  expect(Object.keys(parseBatchSizes(metrics))).toEqual(['routing']);
});

test('a quantile is the bound within which that fraction of the batches stayed', () => {
  const sizes = parseBatchSizes(metrics)['routing'] ?? new Map<number, number>();
  expect(batchQuantile(undefined, sizes, 0.5)).toBe(16);
  expect(batchQuantile(undefined, sizes, 0.95)).toBe(64);
});

test('only the batches between two readings count', () => {
  const before = parseBatchSizes([line('routing', '1', 100), line('routing', '64', 100)].join('\n'))[
    'routing'
  ];
  const after = parseBatchSizes([line('routing', '1', 100), line('routing', '64', 130)].join('\n'))[
    'routing'
  ];
  expect(batchQuantile(before, after ?? new Map<number, number>(), 0.05)).toBe(64);
  expect(batchQuantile(after, after ?? new Map<number, number>(), 0.5)).toBeUndefined();
});

test('several processes of a stage are added up', () => {
  const two = `${metrics}\n${metrics}`;
  expect(parseBatchSizes(two)['routing']?.get(64)).toBe(200);
});

test('services that keep no such histogram answer nothing', () => {
  expect(parseBatchSizes('sluice_queue_depth{queue="routing"} 4')).toEqual({});
});
