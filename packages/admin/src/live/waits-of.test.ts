import { waitsOf } from './waits-of.js';

const stage = (waiting: number, active: number, delayed: number) => ({ waiting, active, delayed });

it('counts what waits once, under what it waits for, and says nothing of a store that does not answer', () => {
  const all = {
    stages: [stage(3, 2, 7), stage(1, 0, 5)],
    held: [{ count: 4 }, { count: 6 }],
    onHold: 8,
    attention: { count: 9 },
  };
  expect(waitsOf(all)).toEqual({ inQueues: 6, later: 12, held: 10, onHold: 8, person: 9 });
  expect(waitsOf({ held: [] })).toEqual({
    inQueues: undefined,
    later: undefined,
    held: 0,
    onHold: undefined,
    person: undefined,
  });
});
