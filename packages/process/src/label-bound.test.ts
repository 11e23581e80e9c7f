import { boundLabels } from './label-bound.js';

it('a bounded metric counts label combinations separately up to its bound, and further ones as "other"', () => {
  const bound = boundLabels<'tenant' | 'status' | 'reason'>(2, ['tenant', 'reason']);
  const one = { tenant: 'a', status: 'error', reason: 'x' };
  const two = { tenant: 'a', status: 'error', reason: 'y' };
  expect([bound(one), bound(two)]).toEqual([one, two]);
  expect(bound({ tenant: 'b', status: 'failed', reason: 'z' })).toEqual({
    tenant: 'other',
    status: 'failed',
    reason: 'other',
  });
  expect(bound(one)).toEqual(one);
});
