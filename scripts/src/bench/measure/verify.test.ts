import { allArrivedOnce, arrivedOnce } from './verify.js';

const arrivals = (...keys: readonly (readonly [key: string, calls?: number])[]) =>
  new Map(keys.map(([key, calls = 1], n) => [key, { atMs: 5 + n, calls }]));

test('the bench check returns the arrival time of leads that arrived once', () => {
  expect(arrivedOnce(['sub_1', 'sub_2'], arrivals(['sub_2.delivery'], ['sub_1.delivery']))).toEqual([6, 5]);
});

test('the bench check knows a lead whichever of its buyers took it', () => {
  expect(arrivedOnce(['sub_1'], arrivals(['sub_1.delivery.3']))).toEqual([5]);
});

test.each([
  ['is missing', arrivals(['sub_1.delivery'])],
  ['came twice', arrivals(['sub_1.delivery'], ['sub_2.delivery', 2])],
  ['was taken by two buyers', arrivals(['sub_1.delivery'], ['sub_1.delivery.2'])],
  ['was never accepted', arrivals(['sub_1.delivery'], ['sub_2.delivery'], ['sub_3.delivery'])],
])('the bench check voids a measurement in which a lead %s', (_what, came) => {
  expect(() => arrivedOnce(['sub_1', 'sub_2'], came)).toThrow('came');
});

test('the bench check counts effects only if all arrived, and each once', () => {
  expect(() => allArrivedOnce('pixels', arrivals(['a'], ['b']), 2)).not.toThrow();
  expect(() => allArrivedOnce('pixels', arrivals(['a']), 2)).toThrow('1 pixels came and 2 should have');
  expect(() => allArrivedOnce('pixels', arrivals(['a'], ['b', 2]), 2)).toThrow('more than once');
});
