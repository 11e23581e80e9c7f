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

test('batch sizes are read from the histogram of their own stage only', () => {
  expect(Object.keys(parseBatchSizes(metrics))).toEqual(['routing']);
});

test('a quantile of batch sizes is the bucket bound that contains it', () => {
  const sizes = parseBatchSizes(metrics)['routing'] ?? new Map<number, number>();
  expect(batchQuantile(undefined, sizes, 0.5)).toBe(16);
  expect(batchQuantile(undefined, sizes, 0.95)).toBe(64);
});

test('batch sizes are counted between two readings only', () => {
  const before = parseBatchSizes([line('routing', '1', 100), line('routing', '64', 100)].join('\n'))[
    'routing'
  ];
  const after = parseBatchSizes([line('routing', '1', 100), line('routing', '64', 130)].join('\n'))[
    'routing'
  ];
  expect(batchQuantile(before, after ?? new Map<number, number>(), 0.05)).toBe(64);
  expect(batchQuantile(after, after ?? new Map<number, number>(), 0.5)).toBeUndefined();
});

test('batch sizes of several processes of a stage are summed', () => {
  const two = `${metrics}\n${metrics}`;
  expect(parseBatchSizes(two)['routing']?.get(64)).toBe(200);
});

test('batch sizes are undefined for services without the histogram', () => {
  expect(parseBatchSizes('sluice_queue_depth{queue="routing"} 4')).toEqual({});
});
