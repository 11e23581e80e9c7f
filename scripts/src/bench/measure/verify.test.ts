import { allArrivedOnce, allDelivered, arrivedOnce } from './verify.js';

const accepted = (submissionId: string) => ({ submissionId, postedMs: 1, answeredMs: 2 });
const arrival = (key: string, calls = 1) => ({ key, atMs: 5, calls });

test('the bench check returns the arrival time of leads that arrived once', () => {
  expect(arrivedOnce([accepted('sub_1')], [arrival('sub_1.delivery')])).toEqual(new Map([['sub_1', 5]]));
});

test.each([
  ['is missing', [arrival('sub_1.delivery')]],
  ['came twice', [arrival('sub_1.delivery'), arrival('sub_2.delivery', 2)]],
  ['was never accepted', [arrival('sub_1.delivery'), arrival('sub_2.delivery'), arrival('sub_3.delivery')]],
])('the bench check voids a measurement in which a lead %s', (_what, arrivals) => {
  expect(() => arrivedOnce([accepted('sub_1'), accepted('sub_2')], arrivals)).toThrow();
});

test('the bench check counts effects only if all arrived, and each once', () => {
  expect(() => allArrivedOnce('pixels', [arrival('a'), arrival('b')], 2)).not.toThrow();
  expect(() => allArrivedOnce('pixels', [arrival('a')], 2)).toThrow('1 pixels came and 2 should have');
  expect(() => allArrivedOnce('pixels', [arrival('a'), arrival('b', 2)], 2)).toThrow('more than once');
});

test('the bench check names the status of a lead that was not delivered', () => {
  expect(() => allDelivered({})).not.toThrow();
  expect(() => allDelivered({ failed: 1 })).toThrow('1 are failed');
});
