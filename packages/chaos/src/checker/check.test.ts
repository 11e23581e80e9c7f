import { check } from './check.js';
import { aGoodRun } from './made-up.js';

// What it must notice is told beside each invariant.
it('the chaos checks find no violation in a correct run', () => {
  expect(check(aGoodRun()).violations).toEqual([]);
});

it('the chaos checks report how much they examined', () => {
  expect(check(aGoodRun()).counts).toMatchObject({
    asked: 2,
    acknowledged: 2,
    submissions: 2,
    endings: { delivered: 2 },
    accepted: 2,
    repeated: 0,
  });
});
