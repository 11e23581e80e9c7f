import { check } from '../src/checker/check.js';
import { aGoodRun } from './made-up.js';

// The tests of each invariant show what its check detects.
it('the chaos checks find no violation in a correct run', () => {
  expect(check(aGoodRun()).violations).toEqual([]);
});

it('the chaos checks report how much they examined', () => {
  expect(check(aGoodRun()).counts).toMatchObject({
    asked: 2,
    acknowledged: 2,
    endings: { delivered: 2 },
    accepted: 2,
  });
});
