import { allArrivedOnce, allDelivered, arrivedOnce } from './verify.js';

const accepted = (submissionId: string) => ({ submissionId, postedMs: 1, answeredMs: 2 });
const arrival = (key: string, calls = 1) => ({ key, atMs: 5, calls });

test('leads that arrived once are answered with the instant of their arrival', () => {
  expect(arrivedOnce([accepted('sub_1')], [arrival('sub_1.delivery')])).toEqual(new Map([['sub_1', 5]]));
});

test.each([
  ['is missing', [arrival('sub_1.delivery')]],
  ['came twice', [arrival('sub_1.delivery'), arrival('sub_2.delivery', 2)]],
  ['was never accepted', [arrival('sub_1.delivery'), arrival('sub_2.delivery'), arrival('sub_3.delivery')]],
])('a measurement in which a lead %s is void', (_what, arrivals) => {
  expect(() => arrivedOnce([accepted('sub_1'), accepted('sub_2')], arrivals)).toThrow();
});

test('effects count only if all came, and each once', () => {
  expect(() => allArrivedOnce('pixels', [arrival('a'), arrival('b')], 2)).not.toThrow();
  expect(() => allArrivedOnce('pixels', [arrival('a')], 2)).toThrow('1 pixels came and 2 should have');
  expect(() => allArrivedOnce('pixels', [arrival('a'), arrival('b', 2)], 2)).toThrow('more than once');
});

test('a lead that ended otherwise than delivered is named by its status', () => {
  expect(() => allDelivered({})).not.toThrow();
  expect(() => allDelivered({ failed: 1 })).toThrow('1 are failed');
});
