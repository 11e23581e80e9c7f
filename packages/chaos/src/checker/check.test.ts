import { check } from './check.js';
import { aGoodRun } from './made-up.js';

// What it must notice is told beside each invariant.
it('finds nothing wrong with a good run', () => {
  expect(check(aGoodRun()).violations).toEqual([]);
});

it('counts what it looked at', () => {
  expect(check(aGoodRun()).counts).toMatchObject({
    asked: 2,
    acknowledged: 2,
    submissions: 2,
    endings: { delivered: 2 },
    accepted: 2,
    repeated: 0,
  });
});
